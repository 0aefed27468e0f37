/** The worker: Python with our package, and the tables that this browser keeps. */

import { keepTable, keptTables } from './kept'
import type { FromWorker, ToWorker } from './messages'

/** The part of Pyodide that we use. */
interface Pyodide {
  unpackArchive(archive: ArrayBuffer, format: string): void
  runPython(code: string): unknown
  toPy(value: unknown): unknown
}

/** `ludotheque.local.house.House`. */
interface House {
  restore(texts: unknown): void
  request(method: string, address: string, body: string): string
  receive(line: number, text: string): void
  leave(line: number): void
  waiting(): boolean
  play_on(): void
}

type Start = (
  send: (line: number, text: string) => void,
  keep: (id: string, text: string | undefined) => void,
  plural: (language: string, number: number) => string,
) => House

/** Milliseconds before a bot decides, so that people can follow. */
const PAUSE = 600

const scope = self as unknown as { postMessage(message: FromWorker): void; onmessage: unknown }
const post = (message: FromWorker) => scope.postMessage(message)
const problemOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

let house: House | null = null
let waiting: ReturnType<typeof setTimeout> | undefined
const early: ToWorker[] = []

async function start(folder: string, archive: string): Promise<void> {
  // Both are on their way at once; the archive is the smaller one.
  const fetched = fetch(archive).then((response) => {
    if (!response.ok) throw new Error(`${archive}: ${response.status}`)
    return response.arrayBuffer()
  })
  fetched.catch(() => undefined) // said below
  const { loadPyodide } = (await import(/* @vite-ignore */ `${folder}pyodide.mjs`)) as {
    loadPyodide: (options: object) => Promise<Pyodide>
  }
  const pyodide = await loadPyodide({ indexURL: folder, fullStdLib: false })
  pyodide.unpackArchive(await fetched, 'zip')
  const open = pyodide.runPython('from ludotheque.local.boot import start; start') as Start
  house = open(
    (line, text) => post({ type: 'said', line, text }),
    (id, text) => {
      keepTable(id, text ?? null).catch((error: unknown) => post({ type: 'not_kept', problem: problemOf(error) }))
    },
    (language, number) => new Intl.PluralRules(language).select(number),
  )
  const kept = await keptTables().catch((error: unknown) => {
    post({ type: 'not_kept', problem: problemOf(error) })
    return {}
  })
  house.restore(pyodide.toPy(kept))
}

function carryOut(message: ToWorker): void {
  if (!house) {
    early.push(message)
    return
  }
  if (message.type === 'request') {
    const text = house.request(message.method, message.address, message.body)
    post({ type: 'answer', number: message.number, text })
  } else if (message.type === 'said') house.receive(message.line, message.text)
  else if (message.type === 'closed') house.leave(message.line)
  playOn()
}

/** Bots decide one after the other; between two decisions the page is answered. */
function playOn(): void {
  if (waiting !== undefined || !house?.waiting()) return
  waiting = setTimeout(() => {
    waiting = undefined
    house?.play_on()
    playOn()
  }, PAUSE)
}

scope.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type !== 'start') {
    carryOut(data)
    return
  }
  start(data.pyodide, data.python).then(
    () => {
      post({ type: 'ready' })
      early.splice(0).forEach(carryOut)
    },
    (error: unknown) => post({ type: 'failed', problem: problemOf(error) }),
  )
}
