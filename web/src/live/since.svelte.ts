/**
 * What happened since somebody last saw the table: before a reload, a lost connection, another tab, a night. Its entries
 * are told in order: the table goes through them one by one as if each had just come, so that every board tells them as
 * it tells what comes; where nothing moves they are a list, at once.
 */

import type { Face, Told } from '../protocol'
import { pace } from '../settings.svelte'
import type { Seen } from './board'

const BEAT = 1100 // milliseconds between two entries
const TURN = 2000 // and at most for those of one seat that follow each other
const MOST = 24 // entries that are gone through; whatever was before them is in the list
const LOOK = 100 // milliseconds until a board that still tells is looked at again
const PATIENCE = 4000 // milliseconds until a moment that does not come is done without

export class Since {
  /** What happened, in order; empty once it is read. */
  entries = $state.raw<Told[]>([])
  /** The entry that is being told. */
  entry = $state.raw<Told | null>(null)
  /** The list lies open. */
  open = $state(false)
  /** What is shown meanwhile: the table after what has been told. */
  shown = $state.raw<Seen | null>(null)
  /** The first moment that is told is still on its way. */
  waiting = $state(false)
  /** Nobody looks: nothing is told. */
  resting = $state(false)
  #from: Seen | null = null
  #to: Seen | null = null
  #queue: Told[] = []
  #story = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `faceAt` asks for the table after an entry; `held` says whether the board is still telling. */
  constructor(
    private readonly faceAt: (number: number, seat: number | null) => Promise<Face>,
    private readonly held: () => boolean,
  ) {}

  /** Whether the present is yet to come. */
  get telling(): boolean {
    return this.waiting || this.shown !== null
  }

  /** Keep to what was seen until somebody looks again. */
  keep(seen: Seen): void {
    this.resting = true
    this.shown = seen
  }

  /** Tell all entries of what is seen now that follow `number`; `from` is the table as it was, where that is known. */
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

  /** Once more, from the beginning. */
  again(): void {
    const [first] = this.entries
    if (!this.#to || !first) return
    const fresh = this.#to.log.filter(({ number }) => number >= first.number).slice(-MOST)
    this.#end()
    this.open = false
    this.#begin(fresh)
  }

  /** Something has come while the rest is being told: it has its turn. */
  add(to: Seen, fresh: readonly Told[]): void {
    this.#to = to
    this.#queue.push(...fresh)
    this.entries = [...this.entries, ...fresh.filter(isTold)]
  }

  /** To the present, at once. */
  skip(): void {
    this.#end()
  }

  /** It is read. */
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

  /** The table before the first of them. */
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

  /** Each as long as it may take, and longer only while the board is still telling it. */
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
      this.#end() // the last of them is the present
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

/** Whether there is anything to tell of an entry. */
function isTold({ kind, steps }: Told): boolean {
  return kind === 'decide' ? steps.some(({ events }) => events.length > 0) : kind !== 'withdraw'
}
