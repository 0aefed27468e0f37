/**
 * Asks the server for the certain effects of moves. One question is sent at a time and only the newest one waits, so
 * that a fast pointer does not flood the server. Answers are kept until something is played, so that a square pointed
 * at again shows its preview at once.
 */

import type { GameEvent, View, Written } from '../protocol'
import type { Foreseen } from './board'

export const REST = 150 // milliseconds that a pointer rests on a move of a list before its preview is asked for

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

  /** `ask` returns null if there is nothing to show; `tell` turns events into sentences. */
  constructor(
    private readonly ask: (move: Written, then: readonly Written[]) => Promise<Answer | null>,
    private readonly tell: (events: readonly GameEvent[]) => string[],
  ) {}

  /** Show the effects of a move and of those after it; null shows nothing. */
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

  /** Drop all answers: something was played. */
  forget(): void {
    clearTimeout(this.#resting)
    this.#age++
    this.#asking = false // ignore the answer that is still on its way
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
      // Meanwhile the pointer may have left the move; the answer is kept for later.
      if (this.#looked === wanted.key) this.shown = found
    }
    void this.#next()
  }
}
