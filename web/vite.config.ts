import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// `npm run dev` shows the page of this folder at the tables of a server that `ludotheque serve` runs beside it.
const server = 'http://127.0.0.1:8420'

/** Named by what it is and not, as would be usual, by all that imports it. */
const short = (name: string) => name.replace(/~.*|\.\w+$/, '')

// What tests need stands in vitest.config.ts: whoever builds the page installs none of it.
export default defineConfig({
  plugins: [svelte()],
  build: {
    // Into the Python package: whoever installs it needs no Node.
    outDir: '../ludotheque/page',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What several parts of the page share comes in a few files. Left alone, each module that two parts import is a
        // file of its own: 45 of them until a board is drawn, each with its headers and its wait on a slow network.
        codeSplitting: {
          groups: [{ name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 }],
        },
        chunkFileNames: (chunk) => `assets/${short(chunk.name)}-[hash].js`,
        assetFileNames: (asset) => `assets/${short(asset.names[0] ?? '[name]')}-[hash][extname]`,
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: server, ws: true, headers: { origin: server } } },
  },
})
