/**
 * Plays stories: shows new events beat by beat, holds the rest of the page meanwhile, and can be sped up, skipped and
 * repeated.
 */

import type { Board, Seen } from '../../live/board'
import type { Face, Told } from '../../protocol'
import { pace } from '../../settings.svelte'
import { applyEvent, beatsOf, openHands, settleTable, type Beat } from './story'
import type { Game, GorynichEvent, GorynichTable } from './seen'

/** The beat that is being shown, with its duration. */
export interface Shown extends Beat {
  id: number
  /** The table just before the beat. */
  before: GorynichTable
}

/** An entry of the log whose beats are being shown. */
interface Part {
  entry: Told<Game>
  beats: Beat[]
}

const FASTER = 3
/** The share of a beat in which pieces move: they arrive before the next beat. */
const UNDER_WAY = 0.92

export class Story {
  /** The table at the current point of the story. */
  table = $state.raw<GorynichTable | null>(null)
  beat = $state.raw<Shown | null>(null)
  fast = $state(false)
  /** The newest finished story, for repeating it: the table before it and its events. */
  #last = $state.raw<{ table: GorynichTable; events: GorynichEvent[]; end: GorynichTable } | null>(null)

  #number = -1
  #open = false
  #face: Face<Game> | null = null
  #log: Told<Game>[] = []
  /** The beats still to come, each with its entry; without one in a repetition. */
  #queue: { part: Part | null; beat: Beat }[] = []
  #end: GorynichTable | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #count = 0
  #again = false
  /** What the page shows while the story runs: the earlier face and the newest position. */
  #holding: { face: Face<Game>; seen: Seen<Game> } | null = null

  constructor(private readonly room: Board<Game>) {}

  get telling(): boolean {
    return this.beat !== null
  }

  /** The duration of the beat in milliseconds, at the chosen pace. */
  get time(): number {
    return this.beat ? pace(this.beat.time) / (this.fast ? FASTER : 1) : 0
  }

  /** How long pieces travel in it. */
  get travels(): number {
    return this.time * UNDER_WAY
  }

  /** Whether there is a story to repeat. */
  get replayable(): boolean {
    return !this.telling && this.#last !== null && pace(1) > 0
  }

  /** To be called after every change of the room. */
  follow(): void {
    const { room } = this
    const seen = room.arrived
    if (!seen) return
    if (room.past && !room.open) {
      this.#showNow(room.past.face, -1, [])
      return
    }
    const entries = this.#fresh(seen)
    const number = room.open ? (room.past?.number ?? 0) : (seen.log.at(-1)?.number ?? 0)
    if (entries?.length && this.table && pace(1) > 0 && !document.hidden) this.#tell(seen, entries, number)
    else if (entries && this.telling) this.#await(seen)
    else if (this.#number !== number || this.#face !== seen.face) this.#showNow(seen.face, number, seen.log)
  }

  /** The new entries; null if the shown table is not their beginning. */
  #fresh(seen: Seen<Game>): Told<Game>[] | null {
    const { room } = this
    if (this.#number < 0) return null
    const log = seen.log
    if (room.open) {
      const at = log.findIndex(({ number }) => number === room.past?.number)
      return log[at - 1]?.number === this.#number ? log.slice(at, at + 1) : null
    }
    const fresh = log.filter(({ number }) => number > this.#number)
    return fresh.some(({ kind }) => kind === 'undo') ? null : fresh
  }

  #showNow(face: Face<Game>, number: number, log: Told<Game>[]): void {
    this.#stop()
    this.#number = number
    this.#face = face
    this.#log = log
    this.#end = this.table = face.view.table
    this.#open = face.view.decision === 'choose'
  }

  /** Something without a story has come (such as a ready seat): show it after the story. */
  #await(seen: Seen<Game>): void {
    this.#face = seen.face
    if (!this.#again) this.#end = seen.face.view.table
    if (this.#holding) this.#holding = { ...this.#holding, seen }
  }

  #tell(seen: Seen<Game>, entries: Told<Game>[], number: number): void {
    const end = seen.face.view.table
    const events = entries.flatMap((entry) => entry.steps.flatMap((step) => step.events))
    if (this.#again) this.#finish()
    const busy = this.telling
    if (this.#open && this.table) this.table = openHands(this.table, events, end)
    this.#end = end
    const base = this.table
    if (events.some(({ event }) => event === 'revealed') && base && !busy) this.#last = { table: base, events, end }
    for (const entry of entries) {
      const part = { entry, beats: [] }
      const beats = beatsOf(entry.steps.flatMap((step) => step.events))
      for (const beat of beats) this.#queue.push({ part, beat })
    }
    this.#number = number
    const before = this.#face
    this.#face = seen.face
    this.#open = seen.face.view.decision === 'choose'
    if (!this.#queue.length) {
      this.#showNow(seen.face, number, seen.log)
      return
    }
    this.#hold(before, seen)
    if (!busy) this.#next()
  }

  /** Hold the page at the earlier face; prompt and log go on with each beat. */
  #hold(before: Face<Game> | null, seen: Seen<Game>): void {
    if (before) this.#holding = { face: this.#holding?.face ?? before, seen }
  }

  #holdAt(told: Told<Game>[], { kind, events: [event] }: Beat): void {
    if (!this.#holding) return
    const { face, seen } = this.#holding
    const said =
      kind === 'march'
        ? { key: 'board.marching', params: {} }
        : event?.event === 'revealed'
          ? {
              key: event.params.seat === this.room.seat ? 'board.revealing_yours' : 'board.revealing',
              params: { seat: event.params.seat },
            }
          : event
    const prompt = said ? { key: said.key, params: said.params, seats: [] } : face.prompt
    const view = { ...face.view, actors: [], ready: [] }
    const held: Face<Game> = {
      ...face,
      view,
      prompt,
      moves: [],
      bundles: [],
      may_withdraw: false,
      may_undo: 0,
      outcome: null,
    }
    this.room.hold({ ...seen, face: held, log: told, number: seen.number - 1 })
  }

  #next(): void {
    clearTimeout(this.#timer)
    const next = this.#queue.shift()
    const end = this.#end
    const before = this.table
    if (!next || !end || !before) {
      this.#finish()
      return
    }
    const { beat, part } = next
    const coming = this.#queue.flatMap((one) => one.beat.events)
    let table = before
    for (const [at, event] of beat.events.entries())
      table = applyEvent(table, event, [...beat.events.slice(at + 1), ...coming], end)
    this.table = settleTable(table, end)
    this.beat = { ...beat, id: ++this.#count, before }
    if (part) {
      // The log names a card only after it was turned over.
      const before = part.beats.flatMap((one) => one.events)
      part.beats.push(beat)
      const events = beat.kind === 'reveal' ? before : [...before, ...beat.events]
      const told = { ...part.entry, steps: [{ seat: part.entry.seat ?? 0, move: null, events }] }
      this.#log = [...this.#log.filter(({ number }) => number < part.entry.number), told]
      this.#holdAt(this.#log, beat)
    }
    this.#timer = setTimeout(() => this.#next(), this.time)
  }

  #finish(): void {
    this.#stop()
    if (this.#face) this.table = this.#face.view.table
    this.#log = this.room.arrived?.log ?? []
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#queue = []
    this.beat = null
    this.#again = this.fast = false
    this.#holding = null
    this.room.hold(null)
  }

  /** On to the next beat. */
  skip(): void {
    if (this.telling) this.#next()
  }

  /** All that is left, at once. */
  skipAll(): void {
    if (this.telling) this.#finish()
  }

  faster(): void {
    this.fast = true
  }

  /** Repeat the newest story. */
  again(): void {
    if (!this.#last || this.telling) return
    const { table, events, end } = this.#last
    this.#again = true
    this.table = table
    this.#queue = beatsOf(events).map((beat) => ({ part: null, beat }))
    this.#end = end
    this.#next()
  }

  close(): void {
    this.#stop()
  }
}
