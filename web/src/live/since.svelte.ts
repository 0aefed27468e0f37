/**
 * The summary of what happened since a player last saw the table: before a reload, a lost connection, a hidden tab. The
 * board goes through the entries one by one as if each had just come. Where animations are off, a list shows all of
 * them at once.
 */

import type { Face, Told } from '../protocol'
import { pace } from '../settings.svelte'
import type { Seen } from './board'

const BEAT = 1100 // milliseconds between two entries
const TURN = 2000 // and at most for consecutive entries of one seat
const MOST = 24 // entries that are shown one by one; earlier ones are only in the list
const LOOK = 100 // milliseconds until the board is asked again whether it still animates
const PATIENCE = 4000 // milliseconds to wait for a moment that does not load

export class Since {
  /** The entries to show, in order; empty once they were read. */
  entries = $state.raw<Told[]>([])
  /** The entry that is shown now. */
  entry = $state.raw<Told | null>(null)
  /** The list lies open. */
  open = $state(false)
  /** The position after the entry that is shown now. */
  shown = $state.raw<Seen | null>(null)
  /** The first position is still loading. */
  waiting = $state(false)
  /** The page is hidden: the summary waits. */
  resting = $state(false)
  #from: Seen | null = null
  #to: Seen | null = null
  #queue: Told[] = []
  #story = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `faceAt` loads the position after an entry; `held` says whether the board still animates. */
  constructor(
    private readonly faceAt: (number: number, seat: number | null) => Promise<Face>,
    private readonly held: () => boolean,
  ) {}

  /** Whether entries remain to be shown. */
  get telling(): boolean {
    return this.waiting || this.shown !== null
  }

  /** Stay at this position until the page is visible again. */
  keep(seen: Seen): void {
    this.resting = true
    this.shown = seen
  }

  /** Show all entries after `number`; `from` is the position before them, if known. */
  tell(to: Seen, number: number, from: Seen | null = null): void {
    this.#end()
    this.#to = to
    const fresh = to.log.filter((entry) => entry.number > number)
    this.entries = fresh.filter(isTold)
    if (!this.entries.length) return
    if (!pace(1)) {
      this.open = true
      return
    }
    this.#from = fresh.length > MOST ? null : from
    this.#begin(fresh.slice(-MOST))
  }

  /** Show all entries again. */
  again(): void {
    const [first] = this.entries
    if (!this.#to || !first) return
    const fresh = this.#to.log.filter(({ number }) => number >= first.number).slice(-MOST)
    this.#end()
    this.open = false
    this.#begin(fresh)
  }

  /** Entries came while others are shown: append them. */
  add(to: Seen, fresh: readonly Told[]): void {
    this.#to = to
    this.#queue.push(...fresh)
    this.entries = [...this.entries, ...fresh.filter(isTold)]
  }

  /** Go to the present at once. */
  skip(): void {
    this.#end()
  }

  /** Close the summary. */
  close(): void {
    this.#end()
    this.entries = []
    this.open = false
  }

  #end(): void {
    this.#story++
    clearTimeout(this.#timer)
    this.#queue = []
    this.entry = this.shown = null
    this.waiting = this.resting = false
  }

  #begin(fresh: Told[]): void {
    this.#queue = [...fresh]
    if (this.#from) {
      this.shown = this.#from
      this.#wait(this.#next)
    } else {
      this.waiting = true
      void this.#first(fresh[0])
    }
  }

  /** The position before the first entry. */
  async #first(entry: Told | undefined): Promise<void> {
    const story = this.#story
    const before = this.#to?.log.findLast(({ number }) => number < (entry?.number ?? 0))
    const seen = before && (await this.#momentOf(before))
    if (story !== this.#story) return
    if (!seen) {
      this.#end()
      return
    }
    this.#from = this.shown = seen
    this.waiting = false
    this.#wait(this.#next)
  }

  async #momentOf({ number }: Told): Promise<Seen | null> {
    const to = this.#to
    if (!to) return null
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE))
    const face = await Promise.race([this.faceAt(number, to.seat).catch(() => null), late])
    return face && { ...to, face, number, log: to.log.filter((entry) => entry.number <= number) }
  }

  /** Wait until the entry was shown long enough, and longer while the board animates it. */
  #wait(then: () => Promise<void>): void {
    const seat = this.#queue[0]?.seat
    const other = this.#queue.findIndex((entry) => entry.seat !== seat)
    const turn = other < 0 ? this.#queue.length : other
    const look = () => {
      if (this.held()) this.#timer = setTimeout(look, LOOK)
      else void then()
    }
    this.#timer = setTimeout(look, pace(Math.min(BEAT, TURN / (turn || 1))))
  }

  #next = async (): Promise<void> => {
    const story = this.#story
    const entry = this.#queue.shift()
    if (!entry || !this.#queue.length) {
      this.#end() // the last one is the present
      return
    }
    const seen = await this.#momentOf(entry)
    if (story !== this.#story) return
    if (!seen) {
      this.#end()
      return
    }
    this.shown = seen
    if (isTold(entry)) this.entry = entry
    this.#wait(this.#next)
  }
}

/** Whether an entry has something to show. */
function isTold({ kind, steps }: Told): boolean {
  return kind === 'decide' ? steps.some(({ events }) => events.length > 0) : kind !== 'withdraw'
}
