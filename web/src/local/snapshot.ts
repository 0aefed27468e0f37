/**
 * Python as `ludotheque site` has prepared it: the memory of an interpreter that has imported our package and played with
 * every game. Starting and importing would take a phone most of a minute.
 *
 * Of the memory only what differs from that of a new interpreter is stored: every byte is combined with the new one's by
 * "exclusive or". Written and read here, so that both agree.
 */

import { ZSTDDecoder } from 'zstddec'
import type { Pyodide, PyodideSettings, loadPyodide as LoadPyodide } from './pyodide'

const PAGE = 65_536
/** Snapshots are stored in pieces of so many bytes; those that hold zeros alone are left out. */
const PIECE = 4096
const STORED = 1
const COMBINED = 2 // a new interpreter holds something there
/** A snapshot is packed in so many parts: one is unpacked while the next arrives. */
const PARTS = 4
/** Where Pyodide lays what it takes for the standard library: the archive of our files. Nothing is imported from there. */
const LIBRARY = '/lib/python314.zip'

export type Create = (settings: PyodideSettings) => Promise<unknown>

/** A snapshot before it is packed: a flag for each piece of the memory behind its head, the head, and the pieces. */
export function fold(snapshot: Uint8Array, fresh: Uint8Array): Uint8Array {
  const head = snapshot.length % PAGE
  const flags = new Uint8Array((snapshot.length - head) / PIECE)
  const holds = (bytes: Uint8Array) => bytes.some((byte) => byte !== 0)
  for (let at = 0; at < flags.length; at++)
    if (holds(fresh.subarray(at * PIECE, (at + 1) * PIECE))) flags[at] = COMBINED
  combine(snapshot, fresh, flags)
  for (let at = 0; at < flags.length; at++) if (holds(pieceOf(snapshot, at))) flags[at] = (flags[at] ?? 0) | STORED
  const places = [...placesIn(snapshot, flags)]
  const folded = new Uint8Array(places.reduce((sum, place) => sum + place.length, 0))
  let at = 0
  for (const place of places) {
    folded.set(place, at)
    at += place.length
  }
  return folded
}

/** Pack what `fold` makes: of each part its packed length and what `compress` makes of it. */
export function pack(folded: Uint8Array, compress: (part: Uint8Array) => Uint8Array): Uint8Array[] {
  const size = Math.ceil(folded.length / PARTS)
  return Array.from({ length: PARTS }, (_, part) => {
    const packed = compress(folded.subarray(part * size, (part + 1) * size))
    return [new Uint8Array(Uint32Array.of(packed.length).buffer), packed]
  }).flat()
}

/** The packed parts, each as soon as all of it has arrived. */
async function* arriving(packed: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array> {
  const length = new Uint8Array(4)
  let place = length
  let filled = 0 // bytes of this place
  const reader = packed.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    for (let at = 0; at < next.value.length;) {
      const part = next.value.subarray(at, at + place.length - filled)
      place.set(part, filled)
      at += part.length
      filled += part.length
      if (filled < place.length) continue
      if (place !== length) yield place
      place = place === length ? new Uint8Array(new Uint32Array(length.buffer)[0] ?? 0) : length
      filled = 0
    }
  }
}

/** What `pack` has packed, unpacked part by part. Browsers can't unpack Zstandard by themselves. */
export async function* unpacked(packed: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array> {
  const decoder = new ZSTDDecoder()
  await decoder.init()
  for await (const part of arriving(packed)) yield decoder.decode(part)
}

function pieceOf(snapshot: Uint8Array, number: number): Uint8Array {
  const at = (snapshot.length % PAGE) + number * PIECE
  return snapshot.subarray(at, at + PIECE)
}

/** Where the bytes of a folded snapshot belong, in their order. The flags are filled before a piece is asked for. */
function* placesIn(snapshot: Uint8Array, flags: Uint8Array): Generator<Uint8Array> {
  yield flags
  yield snapshot.subarray(0, snapshot.length % PAGE)
  for (let at = 0; at < flags.length; at++) if ((flags[at] ?? 0) & STORED) yield pieceOf(snapshot, at)
}

/** Combine the memory in a snapshot, which lies behind a head, with that of a new interpreter. Four bytes at a time. */
function combine(snapshot: Uint8Array, fresh: Uint8Array, flags: Uint8Array): void {
  for (let number = 0; number < flags.length; number++) {
    if (!((flags[number] ?? 0) & COMBINED)) continue
    const piece = pieceOf(snapshot, number)
    const ours = new Uint32Array(piece.buffer, piece.byteOffset, PIECE / 4)
    const theirs = new Uint32Array(fresh.buffer, fresh.byteOffset + number * PIECE, PIECE / 4)
    for (let at = 0; at < ours.length; at++) ours[at] = (ours[at] ?? 0) ^ (theirs[at] ?? 0)
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

/** Unpack a snapshot from a stream into a room of zeros; its flags. */
async function fill(room: Uint8Array, packed: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  const flags = new Uint8Array((room.length - (room.length % PAGE)) / PIECE)
  const places = placesIn(room, flags)
  let place = places.next()
  let filled = 0 // bytes of this place
  for await (const bytes of unpacked(packed)) {
    for (let at = 0; at < bytes.length && !place.done;) {
      const some = bytes.subarray(at, at + place.value.length - filled)
      place.value.set(some, filled)
      at += some.length
      filled += some.length
      if (filled === place.value.length) {
        place = places.next()
        filled = 0
      }
    }
  }
  if (!place.done) throw new Error('The snapshot is too short.')
  return flags
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
    combine(room, new Uint8Array(memory.buffer), await filled)
    const missing = room.length - (room.length % PAGE) - memory.buffer.byteLength
    if (missing > 0) memory.grow(missing / PAGE)
  })
  const usual = { indexURL: folder, stdLibURL: archive, fullStdLib: false }
  const pyodide = await loadPyodide({ ...usual, createPyodideModule: grown, _loadSnapshot: room })
  await writeFiles(pyodide)
  return pyodide
}

/** Write the files of our archive: texts by name. Python's own way of unpacking takes ten times as long. */
async function writeFiles({ FS }: Pyodide): Promise<void> {
  const packed = new Blob([FS.readFile(LIBRARY)]).stream().pipeThrough(new DecompressionStream('gzip'))
  const files = (await new Response(packed).json()) as Record<string, string>
  const encoder = new TextEncoder() // many times as fast as Pyodide's own way
  for (const [name, text] of Object.entries(files)) {
    FS.mkdirTree(name.replace(/\/[^/]*$/, ''))
    FS.writeFile(name, encoder.encode(text))
  }
}
