// A parser for ESLint that has one TypeScript program for all files of a run. With TypeScript's project service, which
// editors need, every component is a new program, because its script is not the text of its file: a third of the time.
import svelte from 'eslint-plugin-svelte'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { parser } from 'typescript-eslint'

const svelteParser = svelte.configs.base.find(({ languageOptions }) => languageOptions?.parser).languageOptions.parser

class Captured extends Error {}

/** What the parser of components hands to that of TypeScript for a file: its script, with types for runes and props. */
function scriptOf(path, svelteConfig) {
  let script
  const capturing = {
    ...parser,
    parseForESLint(code, options) {
      if (!options.projectService) return parser.parseForESLint(code, options)
      script = code
      throw new Captured()
    },
  }
  const options = { filePath: path, parser: capturing, projectService: true, svelteConfig }
  try {
    svelteParser.parseForESLint(readFileSync(path, 'utf8'), options)
  } catch {
    // A file that can't be parsed is reported when its turn comes.
  }
  return script
}

/** The program of a folder's tsconfig.json, components included. */
function makeProgram(folder, svelteConfig) {
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile)
  const extensions = [{ extension: 'svelte', isMixedContent: true, scriptKind: ts.ScriptKind.Deferred }]
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder, {}, '', [], extensions)
  const scripts = new Map()
  for (const path of fileNames) {
    if (/\.svelte(\.ts)?$/.test(path)) scripts.set(path, scriptOf(path, svelteConfig))
  }
  const host = ts.createCompilerHost(options, true)
  const read = host.getSourceFile
  host.getSourceFile = (path, language, ...more) => {
    const script = scripts.get(path)
    if (script === undefined) return read(path, language, ...more)
    return ts.createSourceFile(path, script, language, true, ts.ScriptKind.TS)
  }
  return ts.createProgram(fileNames, { ...options, allowNonTsExtensions: true }, host)
}

/** The parser of typescript-eslint. A file whose script is that of the program gets its types from there. */
export function withOneProgram(folder, svelteConfig) {
  let program
  return {
    ...parser,
    parseForESLint(code, options) {
      if (options.projectService) {
        program ??= makeProgram(folder, svelteConfig)
        if (program.getSourceFile(options.filePath)?.text === code) {
          return parser.parseForESLint(code, { ...options, projectService: false, programs: [program] })
        }
      }
      return parser.parseForESLint(code, options)
    },
  }
}
