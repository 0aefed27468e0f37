import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// `npm run dev` shows the page of this folder at the tables of a server that `ludotheque serve` runs beside it.
const server = 'http://127.0.0.1:8420'

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
  test: { include: ['tests/**/*.test.ts'] },
})
