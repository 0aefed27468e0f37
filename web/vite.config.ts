import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// `npm run dev` shows the page of this folder at the tables of a server that `ludotheque serve` runs beside it.
const server = 'http://127.0.0.1:8420'

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
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: server, ws: true, headers: { origin: server } } },
  },
})
