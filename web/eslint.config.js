// As strict as it gets: every rule of these sets, with types in programs. One that is off, or otherwise, says why.
import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig, globalIgnores } from 'eslint/config'
import ts from 'typescript-eslint'
import { readdirSync } from 'node:fs'
import { withOneProgram } from './scripts/one-program.mjs'
import svelteConfig from './svelte.config.js'

/** Refuse imports from folders of src/, wherever the importing file is. */
const never = (files, folders, message) => ({
  files,
  rules: {
    'no-restricted-imports': ['error', { patterns: [{ regex: `^(\\.\\./)+(${folders.join('|')})(/|$)`, message }] }],
  },
})
const parser = withOneProgram(import.meta.dirname, svelteConfig)
const games = readdirSync(new URL('src/games', import.meta.url))

export default defineConfig(
  globalIgnores(['coverage/', 'src/**/generated.ts', 'src/protocol/http.ts']), // all but the first are generated
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
  { languageOptions: { parser } },
  svelte.configs.recommended,
  svelte.configs.prettier, // Prettier sees to form
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser, svelteConfig } },
    rules: {
      'no-undef': 'off', // the type checker knows what there is
      // It takes every Map and Set for one that is drawn from while it changes. Those are SvelteMaps; the others are made
      // anew for each change, or hold what nobody sees.
      'svelte/prefer-svelte-reactivity': 'off',
      'svelte/require-store-reactive-access': 'off', // there are runes, no stores
    },
  },
  {
    rules: {
      // `onclick={() => room.undo()}` is how handlers are written; a void in any other place is still found.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A number in a sentence or an address is no mistake; anything that has no text of its own is.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // As the compiler has it: an underscore says that it is meant.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // A room where something can't be done says so by a method that does nothing.
      '@typescript-eslint/no-empty-function': ['error', { allow: ['methods', 'asyncMethods'] }],
      // Naming a value within an effect is how it is depended on.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
    },
  },
  // Imports go down: rooms, learn → game-pages → games → table, parts → live → words, protocol.
  never(
    ['src/{api,library.svelte,person.svelte,push,settings.svelte}.ts'],
    ['games', 'rooms'],
    'A room knows this, not the reverse.',
  ),
  never(['src/{table,parts,live}/**'], ['games'], 'Only src/game-pages.ts looks into games/.'),
  never(
    ['src/{rooms,learn,practice,review,statistics,local,fair}/**'],
    ['games'],
    'Only src/game-pages.ts looks into games/.',
  ),
  never(
    ['src/{words,protocol}/**'],
    ['games', 'game-pages', 'rooms', 'learn', 'table', 'parts', 'live'],
    'Words and protocol know nothing of what shows them.',
  ),
  ...games.map((game) =>
    never(
      [`src/games/${game}/**`],
      ['rooms', 'learn', 'game-pages', ...games.filter((other) => other !== game)],
      'A game uses table/ and parts/, not rooms or other games.',
    ),
  ),
  {
    files: ['tests/**'],
    // A test that is mistaken about what is there fails, as it should.
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    // Programs without types of their own: run by Node (scripts) or by the browser beside the page (public).
    files: ['**/*.js', '**/*.mjs'],
    extends: [ts.configs.disableTypeChecked],
  },
  {
    files: ['scripts/**', '*.config.js'],
    languageOptions: { globals: { console: false, process: false, URL: false } },
  },
  {
    files: ['public/**'],
    languageOptions: {
      globals: Object.fromEntries(
        ['FILES', 'Response', 'URL', 'VERSION', 'caches', 'clients', 'fetch', 'self'].map((name) => [name, false]),
      ),
    },
  },
)
