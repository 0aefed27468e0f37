// As strict as it gets: every rule of these sets, with types in programs. One that is off, or otherwise, says why.
import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig, globalIgnores } from 'eslint/config'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default defineConfig(
  globalIgnores(['coverage/', 'src/protocol/generated.ts']), // the second is written by the server's program
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  ts.configs.stylisticTypeChecked,
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
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      'no-undef': 'off', // the type checker knows what there is
      // It takes every Map and Set for one that is drawn from while it changes. Those are SvelteMaps; the others are made
      // anew for each change, or hold what nobody sees.
      'svelte/prefer-svelte-reactivity': 'off',
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
  {
    // With types these took three quarters of the time of all; `svelte-check` sees to their types.
    files: ['**/*.svelte'],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
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
  { files: ['scripts/**', '*.config.js'], languageOptions: { globals: { console: false, process: false } } },
  { files: ['public/**'], languageOptions: { globals: { clients: false, self: false } } },
)
