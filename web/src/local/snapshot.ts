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
/** Pyodide wants an archive of the standard library. What is needed of that is in the snapshot, so a small file will do. */
const NO_LIBRARY = 'pyodide-lock.json'

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
export function withMemory(create: Create, step: (memory: WebAssembly.Memory) => void): Create {
  return (settings) => {
    const usual = settings.instantiateWasm
    settings.instantiateWasm = (imports, done) =>
      usual(imports, (instance, module) => {
        step(memoryOf(instance))
        done(instance, module)
      })
    return create(settings)
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

type Packed = Promise<ReadableStream<Uint8Array<ArrayBuffer>>>

/**
 * Start Python from a snapshot, with the files of our archive. While they arrive Pyodide is compiled and linked; what it
 * does to its memory meanwhile, the snapshot replaces.
 */
export async function startFrom(
  loadPyodide: typeof LoadPyodide,
  create: Create,
  { folder, size }: { folder: string; size: number },
  packed: Packed,
  archive: Packed,
): Promise<Pyodide> {
  const room = new Uint8Array(size)
  const filled = packed.then((stream) => fill(room, stream))
  const files = archive.then(unpackFiles)
  for (const one of [filled, files]) one.catch(() => undefined) // said below
  const restored: Create = async (settings) => {
    let fresh = new Uint8Array()
    const noted = withMemory(create, (memory) => {
      fresh = new Uint8Array(memory.buffer).slice()
      const missing = room.length - (room.length % PAGE) - fresh.length
      if (missing > 0) memory.grow(missing / PAGE)
    })
    const made = await noted(settings)
    combine(room, fresh, await filled)
    return made
  }
  const usual = { indexURL: folder, stdLibURL: `${folder}${NO_LIBRARY}`, fullStdLib: false }
  const pyodide = await loadPyodide({ ...usual, createPyodideModule: restored, _loadSnapshot: room })
  for (const [name, content] of await files) {
    pyodide.FS.mkdirTree(name.replace(/\/[^/]*$/, ''))
    pyodide.FS.writeFile(name, content)
  }
  return pyodide
}

/** The files of our archive, by name. Python's own way of unpacking takes ten times as long. */
async function unpackFiles(packed: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<[string, Uint8Array][]> {
  const unzipped = packed.pipeThrough(new DecompressionStream('gzip'))
  const texts = (await new Response(unzipped).json()) as Record<string, string>
  const encoder = new TextEncoder() // many times as fast as Pyodide's own way
  return Object.entries(texts).map(([name, text]) => [name, encoder.encode(text)])
}
