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
/** Pyodide's list of packages, of which we use none. */
const LIST = 'pyodide-lock.json'

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
export function withMemory(
  create: Create,
  step: (memory: WebAssembly.Memory, program: WebAssembly.Module) => void,
): Create {
  return (settings) => {
    const usual = settings.instantiateWasm
    settings.instantiateWasm = (imports, done) =>
      usual(imports, (instance, module) => {
        step(memoryOf(instance), module)
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

/** What an interpreter starts from: its memory, Pyodide's program, and the files of our archive by name. */
export interface Prepared {
  memory: Uint8Array<ArrayBuffer>
  program: WebAssembly.Module
  files: [string, Uint8Array][]
  /** Pyodide's list of packages. */
  list: string
}

const growTo = (memory: WebAssembly.Memory, size: number): void => {
  const missing = size - (size % PAGE) - memory.buffer.byteLength
  if (missing > 0) memory.grow(missing / PAGE)
}

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
): Promise<{ pyodide: Pyodide; prepared: Prepared }> {
  const memory = new Uint8Array(size)
  const filled = packed.then((stream) => fill(memory, stream))
  const unpacked = archive.then(unpackFiles)
  for (const one of [filled, unpacked]) one.catch(() => undefined) // said below
  let program: WebAssembly.Module | undefined
  const restored: Create = async (settings) => {
    let fresh = new Uint8Array()
    const noted = withMemory(create, (room, module) => {
      program = module
      fresh = new Uint8Array(room.buffer).slice()
      growTo(room, size)
    })
    const made = await noted(settings)
    combine(memory, fresh, await filled)
    return made
  }
  const pyodide = await load(loadPyodide, restored, folder, memory)
  if (!program) throw new Error('Pyodide has no program.')
  const files = await unpacked
  writeFiles(pyodide, files)
  return { pyodide, prepared: { memory, program, files, list: JSON.stringify(pyodide.lockfile) } }
}

/** Start Python once more, in another worker. */
export async function startAgain(
  loadPyodide: typeof LoadPyodide,
  create: Create,
  folder: string,
  { memory, program, files, list }: Prepared,
): Promise<Pyodide> {
  // Pyodide would fetch and compile its program. It gets what is here, so there may be no network by now.
  const usual = self.fetch.bind(self)
  const known = { '/pyodide.asm.wasm': '', [`/${LIST}`]: list }
  self.fetch = async (what, init) => {
    const address = what instanceof Request ? what.url : what.toString()
    const found = Object.entries(known).find(([name]) => address.endsWith(name))
    return found ? new Response(found[1]) : usual(what, init)
  }
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module: program,
    instance: await WebAssembly.instantiate(program, imports),
  })
  const grown = withMemory(create, (room) => growTo(room, memory.length))
  const pyodide = await load(loadPyodide, grown, folder, memory)
  writeFiles(pyodide, files)
  return pyodide
}

function load(loadPyodide: typeof LoadPyodide, create: Create, folder: string, memory: Uint8Array): Promise<Pyodide> {
  // Pyodide wants an archive of the standard library. What is needed of that is in the snapshot: any small file will do.
  const usual = { indexURL: folder, stdLibURL: `${folder}${LIST}`, fullStdLib: false }
  return loadPyodide({ ...usual, createPyodideModule: create, _loadSnapshot: memory })
}

function writeFiles({ FS }: Pyodide, files: [string, Uint8Array][]): void {
  for (const [name, content] of files) {
    FS.mkdirTree(name.replace(/\/[^/]*$/, ''))
    FS.writeFile(name, content)
  }
}

/** The files of our archive, by name. Python's own way of unpacking takes ten times as long. */
async function unpackFiles(packed: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<[string, Uint8Array][]> {
  const unzipped = packed.pipeThrough(new DecompressionStream('gzip'))
  const texts = (await new Response(unzipped).json()) as Record<string, string>
  const encoder = new TextEncoder() // many times as fast as Pyodide's own way
  return Object.entries(texts).map(([name, text]) => [name, encoder.encode(text)])
}
