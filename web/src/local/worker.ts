/** The worker: Python with our package, and the tables that this browser keeps. */

import { keepTable, keptTables } from './kept'
import { ModuleMemory } from './memory'
import type { FromWorker, Start, ToWorker } from './messages'
import type { Pyodide, loadPyodide as LoadPyodide } from './pyodide'
import { type Create, type Prepared, startFrom, unpacked } from './snapshot'
import { Bots } from './thinking'

/** `ludotheque.local.house.House`. */
interface House {
  restore(texts: unknown): void
  request(method: string, address: string, body: string): string
  receive(line: number, text: string): void
  leave(line: number): void
  waiting(): boolean
  play_on(): void
  asks_bots(): PyList
  take_decision(text: string): void
  imagine(): boolean
  needs(): PyList
  needs_for_message(line: number, text: string): PyList
  needs_for_request(method: string, address: string): PyList
  is_reviewing(): boolean
  review_on(): void
  take(address: string, thing: ModuleMemory | Uint8Array): void
}

/** A list of texts of Python's. */
interface PyList {
  toJs(): string[]
  destroy(): void
}

type OpenHouse = (
  send: (line: number, text: string) => void,
  keep: (id: string, text: string | undefined) => void,
  plural: (language: string, number: number) => string,
) => House

/** What is kept of answers to problems begins with this (ludotheque/local/problems.py). */
const ANSWER = 'problem '
/** Milliseconds before a bot decides, so that people can follow. */
const PAUSE = 600
/** Milliseconds from the first table to the start of the bots' worker: the table is drawn first. */
const SETTLED = 2000
/** Milliseconds before a preview is worked out: a decision that comes meanwhile does not wait for it. */
const REST = 25
/** Milliseconds without messages before previews are prepared. */
const CALM = 60

const scope = self as unknown as { postMessage(message: FromWorker): void; onmessage: unknown }
const post = (message: FromWorker) => scope.postMessage(message)
const problemOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

let house: House | null = null
let site = '' // the folder of the site
/** Modules and networks by address, while they are loaded and afterwards; forgotten if that fails. */
const loading = new Map<string, Promise<void>>()
let waiting: ReturnType<typeof setTimeout> | undefined
let deciding = false // the bots in their worker were asked
let reviewing = false
/** The bots' worker, the function that starts it once, and the files that it gets then. */
let bots: Bots | null = null
let startBots: (() => void) | null = null
const forBots: [string, Uint8Array<ArrayBuffer>][] = []
const early: ToWorker[] = []

function listed(list: PyList): string[] {
  const found = list.toJs()
  list.destroy()
  return found
}

/** Load what bots need. Without it they play as well as they can, and the next decision tries again. */
async function load(addresses: string[]): Promise<void> {
  const failed = (address: string) => (error: unknown) => {
    loading.delete(address)
    if (address.endsWith('.json')) return // without problems, the answer to the request says so
    post({ type: 'not_loaded', problem: `${address}: ${problemOf(error)}` })
  }
  for (const address of addresses) {
    const underWay = loading.get(address) ?? loadOne(address).catch(failed(address))
    loading.set(address, underWay)
    await underWay
  }
}

async function loadOne(address: string): Promise<void> {
  const response = await fetch(site + address)
  if (!response.ok) throw new Error(String(response.status))
  const data = new Uint8Array(await response.arrayBuffer())
  if (!address.endsWith('.json')) {
    if (bots) bots.give(address, data)
    else forBots.push([address, data])
  }
  if (!address.endsWith('.wasm')) house?.take(address, data)
  else house?.take(address, new ModuleMemory((await WebAssembly.instantiate(data)).instance))
}

/** Something that is waited for. */
function signal(): { given: Promise<void>; give: () => void } {
  let give: () => void = () => undefined
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give }
}

/**
 * Python with our package, from the snapshot of the site. On a line, its program comes first, since it is compiled while the
 * snapshot arrives; and the page, which is fetched at the same time, shares the line with one file only.
 */
async function startPython({
  pyodide: folder,
  archive,
  snapshot,
  size,
  module,
  kept,
}: Start): Promise<{ pyodide: Pyodide; prepared: Prepared }> {
  const [first, second] = [signal(), signal()] // parts of the program that have arrived
  const program = streamOf(module)
  handOver(program, [first.give, second.give])
  if (kept) for (const one of [first, second]) one.give()
  // Without its program Pyodide would wait for ever.
  const missing = program.then(() => new Promise<never>(() => undefined))
  const begun = Promise.race([first.given, missing])
  const files = begun.then(() => streamOf(archive))
  const packed = Promise.race([second.given, missing]).then(() => streamOf(snapshot))
  const large = begun.then(() => import(/* @vite-ignore */ `${folder}pyodide.asm.mjs`) as Promise<{ default: Create }>)
  for (const one of [files, packed, large]) one.catch(() => undefined) // said below
  await begun
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as {
    loadPyodide: typeof LoadPyodide
  }
  const create: Create = async (settings) => (await large).default(settings)
  return Promise.race([startFrom(loadPyodide, create, { folder, size }, packed, files), missing])
}

async function streamOf(address: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const response = await fetch(address)
  if (!response.ok || !response.body) throw new Error(`${address}: ${response.status}`)
  return response.body
}

/**
 * Pyodide asks for its module itself. It gets the one that we have packed better than a host would. For each part that has
 * arrived one of `arrived` is called.
 */
function handOver(packed: Promise<ReadableStream<Uint8Array<ArrayBuffer>>>, arrived: (() => void)[]): void {
  const stream = packed.then((body) => {
    const parts = unpacked(body)
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const next = await parts.next()
          arrived.shift()?.()
          if (next.done) controller.close()
          else controller.enqueue(next.value)
        },
      },
      new CountQueuingStrategy({ highWaterMark: 8 }), // unpacked before Pyodide asks
    )
  })
  stream.catch(() => undefined) // said by whoever asks
  const usual = self.fetch.bind(self)
  self.fetch = async (what, init) =>
    what instanceof Request || !String(what).endsWith('/pyodide.asm.wasm')
      ? usual(what, init)
      : new Response(await stream, { headers: { 'content-type': 'application/wasm' } })
}

async function start(message: Start): Promise<void> {
  const kept = keptTables().catch((error: unknown) => {
    post({ type: 'not_kept', problem: problemOf(error), answer: false })
    return {}
  })
  const { pyodide, prepared } = await startPython(message)
  startBots = () => {
    bots = new Bots({ pyodide: message.pyodide, prepared })
    for (const [address, data] of forBots.splice(0)) bots.give(address, data)
  }
  const open = pyodide.runPython('from ludotheque.local.boot import start; start') as OpenHouse
  house = open(
    (line, text) => post({ type: 'said', line, text }),
    (id, text) => {
      keepTable(id, text ?? null).catch((error: unknown) =>
        post({ type: 'not_kept', problem: problemOf(error), answer: id.startsWith(ANSWER) }),
      )
    },
    (language, number) => new Intl.PluralRules(language).select(number),
  )
  house.restore(pyodide.toPy(await kept))
}

/** Decisions so far: a preview that was asked for before the last one is no longer wanted. */
let decided = 0
let calm: ReturnType<typeof setTimeout> | undefined

function preview(message: ToWorker & { type: 'said' }): void {
  const before = decided
  setTimeout(() => {
    if (before === decided) carryOut(message)
    else post({ type: 'said', line: message.line, text: dropped(message.text) })
  }, REST)
}

function dropped(text: string): string {
  const { id } = JSON.parse(text) as { id: string }
  return JSON.stringify({ type: 'refused', id, code: 'stale', message: '' })
}

/** While the person thinks, previews of the moves are prepared. */
function prepare(): void {
  clearTimeout(calm)
  calm = setTimeout(() => {
    if (house?.imagine()) prepare()
  }, CALM)
}

function carryOut(message: ToWorker): void {
  if (!house) {
    early.push(message)
    return
  }
  if (message.type === 'closed') house.leave(message.line)
  else if (message.type !== 'start') {
    const needed = listed(
      message.type === 'said'
        ? house.needs_for_message(message.line, message.text)
        : house.needs_for_request(message.method, message.address),
    )
    if (startBots && message.type === 'said' && message.text.startsWith('{"type":"hello"')) {
      setTimeout(startBots, SETTLED)
      startBots = null
    }
    if (needed.length) void load(needed).then(() => answer(house, message))
    else answer(house, message)
  }
  void load(listed(house.needs())).then(playOn)
  prepare()
}

function answer(house: House | null, message: Exclude<ToWorker, { type: 'start' | 'closed' }>): void {
  if (message.type === 'said') house?.receive(message.line, message.text)
  else {
    const text = house?.request(message.method, message.address, message.body) ?? ''
    post({ type: 'answer', number: message.number, text })
  }
  reviewOn()
}

/** Reviews are made piece by piece: the page is answered in between. */
function reviewOn(): void {
  if (reviewing || !house?.is_reviewing()) return
  reviewing = true
  setTimeout(() => {
    reviewing = false
    try {
      house?.review_on()
    } catch (error) {
      console.error(error)
    }
    reviewOn()
  }, 5)
}

/** Bots decide one after the other; meanwhile the page is answered. They think here until they have a worker. */
function playOn(): void {
  if (waiting !== undefined || deciding || !house?.waiting()) return
  const asked = bots?.ready ? listed(house.asks_bots()) : []
  if (bots && asked.length) {
    deciding = true
    const pause = new Promise((resolve) => setTimeout(resolve, PAUSE))
    void Promise.all([pause, ...asked.map((one) => bots?.decide(one))]).then(([, ...decisions]) => {
      deciding = false
      for (const one of decisions) if (one) house?.take_decision(one)
      playOn()
      prepare()
    })
    return
  }
  waiting = setTimeout(() => {
    waiting = undefined
    house?.play_on()
    playOn()
    prepare()
  }, PAUSE)
}

scope.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'said' && data.text.startsWith('{"type":"preview"')) {
    preview(data)
    return
  }
  if (data.type !== 'start') {
    if (data.type === 'said' && data.text.startsWith('{"type":"decide"')) decided++
    carryOut(data)
    return
  }
  site = data.site
  start(data).then(
    () => {
      post({ type: 'ready' })
      early.splice(0).forEach(carryOut)
    },
    (error: unknown) => post({ type: 'failed', problem: problemOf(error) }),
  )
}
