// Prepares the Python of a site: starts it, imports our package, plays with every game, and writes its memory, packed.
//
//   node snapshot.mjs PYODIDE ARCHIVE OUT   prints how many bytes of memory it holds

import { Buffer } from 'node:buffer'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { compress } from './zstandard.mjs'
import { fold, pack, withMemory } from '../src/local/snapshot.ts'

const [folder, archive, out] = process.argv.slice(2)
const { loadPyodide } = await import(resolve(folder, 'pyodide.mjs'))
const { default: create } = await import(resolve(folder, 'pyodide.asm.mjs'))

let fresh
const noted = withMemory(create, (memory) => {
  fresh = new Uint8Array(memory.buffer).slice()
})
// A fixed seed for hashes, so that the same sources make the same memory. Optimised code has neither docstrings nor assertions.
const env = { HOME: '/home/pyodide', PYTHONHASHSEED: '0', PYTHONOPTIMIZE: '2' }
const pyodide = await loadPyodide({
  indexURL: folder,
  fullStdLib: false,
  createPyodideModule: noted,
  _makeSnapshot: true,
  env,
})
pyodide.unpackArchive(new Uint8Array(readFileSync(archive)), 'zip')
pyodide.runPython('from ludotheque.local.boot import prepare; prepare()')
clear(pyodide)
const snapshot = pyodide.makeMemorySnapshot()
const size = snapshot.length
writeFileSync(out, Buffer.concat(pack(fold(snapshot, fresh), compress)))
console.log(size)

/** Overwrite free memory with zeros: what was freed compresses badly. */
function clear({ runPython, _module: module }) {
  // Blocks of Python's own allocator, then of the one below it.
  runPython(`
import sys
kept = [[bytes(size - sys.getsizeof(b"")) for _ in range(200_000 // size)] for size in range(48, 513, 16)]
del kept
`)
  const top = module.HEAPU32[module._emscripten_get_sbrk_ptr() >>> 2]
  const held = []
  for (let block = 1 << 20; block >= 32; block >>= 1) {
    for (;;) {
      const at = module._malloc(block)
      if (!at) break
      held.push(at)
      if (at + block > top) break
      module.HEAPU8.fill(0, at, at + block)
    }
  }
  for (const at of held) module._free(at)
}
