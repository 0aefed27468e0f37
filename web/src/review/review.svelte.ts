/** The review of one match: asked for, and followed until it is complete. */

import { api, Refused } from '../api'
import { refusal } from '../parts/refusal'
import { me } from '../person.svelte'
import type { Reviewed, ReviewView } from '../protocol'

const PAUSE = 700 // milliseconds between two questions while it is made

export class MatchReview {
  state = $state<ReviewView['state'] | 'loading' | 'refused'>('loading')
  found = $state.raw<Reviewed | null>(null)
  ahead = $state(0)
  /** Why there is none. */
  problem = $state('')
  #revision = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(readonly id: string) {}

  /** Whether it is being made, or waits for that. */
  get underWay(): boolean {
    return this.state === 'waiting' || this.state === 'making'
  }

  async load(): Promise<void> {
    try {
      this.#take(await api.review(this.id, this.#revision))
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Have the match reviewed, or go on with a review that has stopped. */
  async ask(): Promise<void> {
    this.problem = ''
    try {
      await me.come()
      this.#take(await api.askReview(this.id))
    } catch (error) {
      this.#fail(error)
    }
  }

  #take(view: ReviewView): void {
    if (this.#closed) return
    this.problem = ''
    this.state = view.state
    this.ahead = view.ahead
    if (view.review) {
      this.found = view.review
      this.#revision = view.revision
    }
    if (this.underWay) this.#later()
  }

  #later(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.load(), PAUSE)
  }

  #fail(error: unknown): void {
    if (this.#closed) return
    this.problem = refusal(error)
    const passing = error instanceof Refused && ['unreachable', 'too_many', 'storage'].includes(error.code)
    if (passing && this.underWay) this.#later()
    else if (this.state !== 'done') this.state = this.state === 'none' ? 'none' : 'refused'
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }
}
