// Runs Python in Pyodide with the archive of a site, as a worker of the page does.
//
//   node pyodide.mjs SITE ARCHIVE SCRIPT ARGUMENT   prints what the script leaves in `told`
//
// SITE is the folder of the site, ARCHIVE the address of our Python in it. The script finds the house in `house` and the
// argument in `argument`; `load(address)` gives the house a module or a network of the site.

import { readFileSync } from 'node:fs'
import { loadPyodide } from '../../web/node_modules/pyodide/pyodide.mjs'
import { ModuleMemory } from '../../web/src/local/memory.ts'

const [site, archive, script, argument] = process.argv.slice(2)
const bytes = (address) => new Uint8Array(readFileSync(`${site}/${address}`))
const pyodide = await loadPyodide()
pyodide.unpackArchive(bytes(archive), 'zip')
const start = pyodide.runPython('from ludotheque.local.boot import start; start')
const house = start(
  () => undefined,
  () => undefined,
  (language, number) => new Intl.PluralRules(language).select(number),
)
pyodide.globals.set('house', house)
pyodide.globals.set('argument', argument)
pyodide.globals.set('load', (address) => {
  const data = bytes(address)
  const module = address.endsWith('.wasm') ? new WebAssembly.Instance(new WebAssembly.Module(data)) : null
  house.take(address, module ? new ModuleMemory(module) : data)
})
pyodide.runPython(readFileSync(script, 'utf8'))
console.log(pyodide.globals.get('told'))
