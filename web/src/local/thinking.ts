/** The worker in which bots think, as the worker with the tables sees it. */

import type { FromBots, StartBots, ToBots } from './messages'

export class Bots {
  readonly #worker: Worker
  #answers: ((text: string | null) => void)[] = []
  /** Whether they can be asked. */
  ready = false

  constructor(start: Omit<StartBots, 'type'>) {
    this.#worker = new Worker(new URL('./bots.ts', import.meta.url), { type: 'module' })
    this.#worker.onmessage = ({ data }: MessageEvent<FromBots>) => {
      if (data.type === 'ready') this.ready = true
      else if (data.type === 'decided') this.#answers.shift()?.(data.text)
      else this.#fail(data.problem)
    }
    this.#worker.onerror = (event) => this.#fail(event.message || 'The worker can’t be loaded.')
    // The memory is not needed here any more, so it is not copied.
    this.#worker.postMessage({ type: 'start', ...start } satisfies ToBots, [start.prepared.memory.buffer])
  }

  /** Give them the module or the network of a game. */
  give(address: string, data: Uint8Array<ArrayBuffer>): void {
    this.#worker.postMessage({ type: 'take', address, data } satisfies ToBots)
  }

  /** The decision that was asked for (`House.asks_bots`); null if they can't make one, now or later. */
  decide(asked: string): Promise<string | null> {
    return new Promise((resolve) => {
      this.#answers.push(resolve)
      this.#worker.postMessage({ type: 'decide', asked } satisfies ToBots)
    })
  }

  #fail(problem: string): void {
    console.info(`Bots have no worker of their own: ${problem}`)
    this.ready = false
    this.#worker.terminate()
    for (const answer of this.#answers.splice(0)) answer(null)
  }
}
