/**
 * What moves are certain to do, asked of the server. One question is on its way at a time, and the newest waits for it:
 * however fast a pointer runs over the board, the server is asked no faster than it answers. Answers are kept until
 * something has been played, so that whoever comes back to a square sees at once what he saw there.
 */

import type { GameEvent, View, Written } from '../protocol'
import type { Foreseen } from './board'

export const REST = 150 // milliseconds that a pointer rests on a move of a list before it is asked about

interface Answer {
  events: GameEvent[]
  view: View | null
  scores: (number | null)[] | null
}

export class Foresight {
  shown = $state.raw<Foreseen | null>(null)
  #kept = new Map<string, Foreseen>()
  #wanted: { key: string; move: Written; then: readonly Written[] } | null = null
  #looked = ''
  #asking = false
  #age = 0
  #resting: ReturnType<typeof setTimeout> | undefined

  /** `ask` answers null where there is nothing to tell; `tell` makes sentences of events. */
  constructor(
    private readonly ask: (move: Written, then: readonly Written[]) => Promise<Answer | null>,
    private readonly tell: (events: readonly GameEvent[]) => string[],
  ) {}

  /** Show what a move would do, and those that follow it; `null` shows nothing. */
  look(move: Written | null, then: readonly Written[] = [], rest = REST): void {
    clearTimeout(this.#resting)
    const key = (this.#looked = move === null ? '' : JSON.stringify([move, ...then]))
    if (move === null) {
      this.#wanted = this.shown = null
      return
    }
    const kept = this.#kept.get(key)
    this.#wanted = kept ? null : { key, move, then }
    if (kept) this.shown = kept
    else if (rest) this.#resting = setTimeout(() => void this.#next(), rest)
    else void this.#next()
  }

  /** Something has been played: nothing of what was asked holds any more. */
  forget(): void {
    clearTimeout(this.#resting)
    this.#age++
    this.#asking = false // whatever is still on its way is of no interest, should it ever come
    this.#kept.clear()
    this.#looked = ''
    this.#wanted = this.shown = null
  }

  async #next(): Promise<void> {
    const wanted = this.#wanted
    if (!wanted || this.#asking) return
    const age = this.#age
    this.#wanted = null
    this.#asking = true
    const answer = await this.ask(wanted.move, wanted.then).catch(() => null)
    if (age !== this.#age) return
    this.#asking = false
    if (answer) {
      const { events, view, scores } = answer
      const { move, then } = wanted
      const found = { move, then, events, lines: this.tell(events), view, scores }
      this.#kept.set(wanted.key, found)
      // Another move is looked at by now, or none: what came is kept for later.
      if (this.#looked === wanted.key) this.shown = found
    }
    void this.#next()
  }
}
