import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'
import words from '../ludotheque/messages/page/en.json' with { type: 'json' }
import packages from './package.json' with { type: 'json' }

// `npm run dev` shows the page of this folder at the tables of a server that `ludotheque serve` runs beside it.
const server = 'http://127.0.0.1:8420'

/** Named by what it is and not, as would be usual, by all that imports it. */
const short = (name: string) => name.replace(/~.*|\.\w+$/, '')

/** A sentence that a language of the page lacks is said in English. */
const fallBack: Plugin = {
  name: 'fall-back-to-english',
  enforce: 'pre',
  transform(code, id) {
    if (!/messages[\\/]page[\\/](?!en\b)\w+\.json$/.test(id)) return
    return JSON.stringify({ ...words, ...(JSON.parse(code) as object) })
  },
}

// The folder of Pyodide's files among the assets, where hatch_build.py lays them: named by its version, so browsers may
// keep them for good.
const pyodide = `pyodide-${packages.dependencies.pyodide}`
// The settings of tests are in vitest.config.ts: a build of the page does not install their packages.
export default defineConfig({
  plugins: [svelte(), fallBack],
  define: { PYODIDE: JSON.stringify(pyodide) },
  worker: { format: 'es' },
  experimental: {
    // Scripts and styles find each other wherever their folder lies; the page is served under addresses of any depth.
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
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
        // Much larger files would mix the games: with 20,000 bytes Gwynt's table fetched drawings of Gorynich.
        codeSplitting: {
          groups: [
            // Svelte imports nothing of the page. In a file of its own it can't be part of a circle of shared files, which
            // would fail at the start.
            { name: 'svelte', test: /node_modules/, priority: 1 },
            // `ludotheque site` names `local/python.ts` in the head of the page: it comes without what rooms share.
            { name: 'house', test: /src[\\/]house\.ts$|preload-helper/, priority: 1 },
            {
              name: 'shared',
              test: /^(?!.*src[\\/]local[\\/](python|lacks|shown)\.ts)/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 5_000,
            },
          ],
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
