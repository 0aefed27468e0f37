/** The worker that runs our Python: started by whoever first asks, one for the whole page. */

import { house } from '../house'
import { lacking } from './lacks'
import type { FromWorker, ToWorker } from './messages'

export { lastShown, ShownKeeper } from './shown' // one file, so that a table waits for one

declare const PYODIDE: string // the folder of Pyodide among the assets (vite.config.ts)

interface Answer {
  status: number
  body?: unknown
}

/** This browser lacks what the message names. */
export class Lacking extends Error {}

export class Python {
  #worker: Worker | null = null
  #started: Promise<void> | null = null
  #answers = new Map<number, (text: string) => void>()
  #lines = new Map<number, (text: string) => void>()
  #count = 0
  /** Whether it answers. */
  ready = false
  /** Called when a table, or the answer to a problem, could not be kept in this browser. */
  onNotKept: (problem: string, answer: boolean) => void = () => undefined
  /** Called when the bots at a table could not be loaded. */
  onNotLoaded: (problem: string) => void = () => undefined

  /** Start it, if nobody has; resolved once it answers. */
  start(): Promise<void> {
    const missing = lacking()
    if (missing) return Promise.reject(new Lacking(missing))
    this.#started ??= new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
      const fail = (problem: string) => {
        this.#started = null // the next one who asks tries again
        this.ready = false
        this.#worker = null
        worker.terminate()
        reject(new Error(problem))
      }
      worker.onerror = (event) => fail(event.message || 'The worker can’t be loaded.')
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === 'ready') {
          this.ready = true
          resolve()
        } else if (data.type === 'failed') fail(data.problem)
        else this.#receive(data)
      }
      this.#worker = worker
      this.#post({
        type: 'start',
        site: house.folder,
        pyodide: new URL(`assets/${PYODIDE}/`, house.folder).href,
        ...house.python,
        kept: 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null,
      })
    })
    return this.#started
  }

  #receive(data: FromWorker): void {
    if (data.type === 'answer') {
      this.#answers.get(data.number)?.(data.text)
      this.#answers.delete(data.number)
    } else if (data.type === 'said') this.#lines.get(data.line)?.(data.text)
    else if (data.type === 'not_kept') this.onNotKept(data.problem, data.answer)
    else if (data.type === 'not_loaded') this.onNotLoaded(data.problem)
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message)
  }

  /** The answer to a request. It waits in the worker while Python starts. */
  async request(method: string, address: string, body: string): Promise<Answer> {
    const number = ++this.#count
    const text = await new Promise<string>((resolve, reject) => {
      this.#answers.set(number, resolve)
      this.start().catch(reject)
      this.#post({ type: 'request', number, method, address, body })
    })
    return JSON.parse(text) as Answer
  }

  /** A line to a table, like a socket's; the number to say and close by. */
  open(received: (text: string) => void): number {
    const line = ++this.#count
    this.#lines.set(line, received)
    return line
  }

  /** What is said waits in the worker while Python starts or a bot thinks. Such a line is alive: pings are answered here. */
  say(line: number, text: string): void {
    const { type, id } = JSON.parse(text) as { type: string; id?: string }
    if (type === 'ping') this.#lines.get(line)?.(JSON.stringify({ type: 'accepted', id }))
    else this.#post({ type: 'said', line, text })
  }

  close(line: number): void {
    this.#lines.delete(line)
    this.#post({ type: 'closed', line })
  }
}

export const python = new Python()

// A site names this script in its head: Python takes longest, so it begins before the page is drawn. Alone.svelte asks
// again, and says what went wrong.
if (house.alone) python.start().catch(() => undefined)
