/**
 * Python as `ludotheque site` has prepared it: the memory of an interpreter that has imported our package and played with
 * every game. Starting and importing would take a phone most of a minute.
 *
 * Of the memory only what differs from that of a new interpreter is stored: every byte is combined with the new one's by
 * "exclusive or". Written and read here, so that both agree.
 */

import type { Pyodide, PyodideSettings, loadPyodide as LoadPyodide } from './pyodide'

const PAGE = 65_536
/** Where Pyodide lays the archive that it takes for the standard library. Of that, nothing is needed any more. */
const LIBRARY = '/lib/python314.zip'

export type Create = (settings: PyodideSettings) => Promise<unknown>

/** Combine the memory in a snapshot, which lies behind a head, with that of a new interpreter. Four bytes at a time. */
export function combine(snapshot: Uint8Array, fresh: Uint8Array): void {
  const head = snapshot.length % PAGE
  const length = Math.min(fresh.length, snapshot.length - head) / 4
  const ours = new Uint32Array(snapshot.buffer, snapshot.byteOffset + head, length)
  const theirs = new Uint32Array(fresh.buffer, fresh.byteOffset, length)
  for (let at = 0; at < length; at++) {
    const word = theirs[at]
    if (word) ours[at] = (ours[at] ?? 0) ^ word
  }
}

function memoryOf(instance: WebAssembly.Instance): WebAssembly.Memory {
  const found = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory)
  if (!found) throw new Error('Pyodide has no memory.')
  return found
}

/** `create` with a step of ours as soon as the interpreter's memory is there, before anything runs in it. */
export function withMemory(create: Create, step: (memory: WebAssembly.Memory) => Promise<void> | void): Create {
  return (settings) => {
    const usual = settings.instantiateWasm
    return new Promise((resolve, reject) => {
      settings.instantiateWasm = (imports, done) =>
        usual(imports, (instance, module) => {
          Promise.resolve(step(memoryOf(instance))).then(() => done(instance, module), reject)
        })
      create(settings).then(resolve, reject)
    })
  }
}

/** An unpacked snapshot of `size` bytes, read from a stream into a room that is there from the beginning. */
async function fill(room: Uint8Array, packed: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
  const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader()
  let at = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    room.set(next.value, at)
    at += next.value.length
  }
  if (at !== room.length) throw new Error(`The snapshot has ${at} bytes instead of ${room.length}.`)
}

/** Start Python from a snapshot, with the files of our archive. Pyodide compiles while the snapshot arrives. */
export async function startFrom(
  loadPyodide: typeof LoadPyodide,
  create: Create,
  { folder, archive, size }: { folder: string; archive: string; size: number },
  packed: Promise<ReadableStream<Uint8Array<ArrayBuffer>>>,
): Promise<Pyodide> {
  const room = new Uint8Array(size)
  const filled = packed.then((stream) => fill(room, stream))
  filled.catch(() => undefined) // said below
  const grown = withMemory(create, async (memory) => {
    await filled
    combine(room, new Uint8Array(memory.buffer))
    const missing = room.length - (room.length % PAGE) - memory.buffer.byteLength
    if (missing > 0) memory.grow(missing / PAGE)
  })
  const usual = { indexURL: folder, stdLibURL: archive, fullStdLib: false }
  const pyodide = await loadPyodide({ ...usual, createPyodideModule: grown, _loadSnapshot: room })
  pyodide.unpackArchive(pyodide.FS.readFile(LIBRARY), 'zip')
  return pyodide
}
