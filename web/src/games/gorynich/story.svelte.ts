/** The teller: shows what came beat by beat, holds the page meanwhile, and can be hurried, skipped and asked again. */

import type { Board, Seen } from '../../live/board'
import type { Face, GameEvent, Told } from '../../protocol'
import { pace } from '../../settings.svelte'
import { after, beatsOf, opened, settled, type Beat } from './story'
import { tableOf, type GorynichTable } from './seen'

/** A beat that is being shown, with the time it takes. */
export interface Shown extends Beat {
  id: number
  /** The table just before it. */
  before: GorynichTable
}

/** An entry of the log that is being told, as far as it is. */
interface Part {
  entry: Told
  beats: Beat[]
}

const FASTER = 3
/** Of a beat's time: pieces have arrived before the next one is drawn, so that nothing moves meanwhile. */
const UNDER_WAY = 0.92

export class Story {
  /** The table as far as it has been told. */
  table = $state.raw<GorynichTable | null>(null)
  beat = $state.raw<Shown | null>(null)
  fast = $state(false)
  /** What was told last, to be seen again: the table before it and its events. */
  #last = $state.raw<{ table: GorynichTable; events: GameEvent[]; end: GorynichTable } | null>(null)

  #number = -1
  #open = false
  #face: Face | null = null
  #log: Told[] = []
  /** What is still to be told; a part of the log, unless it is told again. */
  #queue: { part: Part | null; beat: Beat }[] = []
  #end: GorynichTable | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #count = 0
  #again = false
  /** Where the page is held: the face that was seen before, and what has come. */
  #holding: { face: Face; seen: Seen } | null = null

  constructor(private readonly room: Board) {}

  get telling(): boolean {
    return this.beat !== null
  }

  /** How long the beat takes, in milliseconds, at the pace that was asked for. */
  get time(): number {
    return this.beat ? pace(this.beat.time) / (this.fast ? FASTER : 1) : 0
  }

  /** How long pieces travel in it. */
  get travels(): number {
    return this.time * UNDER_WAY
  }

  /** Whether there is something worth seeing again. */
  get replayable(): boolean {
    return !this.telling && this.#last !== null && pace(1) > 0
  }

  /** To be called whenever something may have come. */
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

  /** The entries that have come since; null where what is shown does not lead to them. */
  #fresh(seen: Seen): Told[] | null {
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

  #showNow(face: Face, number: number, log: Told[]): void {
    this.#stop()
    this.#number = number
    this.#face = face
    this.#log = log
    this.#end = this.table = tableOf(face.view)
    this.#open = face.view.decision === 'choose'
  }

  /** Somebody is ready, say, while something is still being told: it is seen when that is done. */
  #await(seen: Seen): void {
    this.#face = seen.face
    if (!this.#again) this.#end = tableOf(seen.face.view)
    if (this.#holding) this.#holding = { ...this.#holding, seen }
  }

  #tell(seen: Seen, entries: Told[], number: number): void {
    const end = tableOf(seen.face.view)
    const events = entries.flatMap((entry) => entry.steps.flatMap((step) => step.events))
    if (this.#again) this.#finish()
    const busy = this.telling
    if (this.#open && this.table) this.table = opened(this.table, events, end)
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

  /** Keep the page at what was seen before; its line and log go on with each beat. */
  #hold(before: Face | null, seen: Seen): void {
    if (before) this.#holding = { face: this.#holding?.face ?? before, seen }
  }

  #holdAt(told: Told[], { kind, events: [event] }: Beat): void {
    if (!this.#holding) return
    const { face, seen } = this.#holding
    const said =
      kind === 'march'
        ? { key: 'board.marching', params: {} }
        : kind === 'reveal' && event
          ? { key: 'board.revealing', params: { seat: event.params.seat } }
          : event
    const prompt = said ? { key: said.key, params: said.params, seats: [] } : face.prompt
    const view = { ...face.view, actors: [], ready: [] }
    const held: Face = {
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
      table = after(table, event, [...beat.events.slice(at + 1), ...coming], end)
    this.table = settled(table, end)
    this.beat = { ...beat, id: ++this.#count, before }
    if (part) {
      // A card is named when it has been turned over: not by the log before.
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
    if (this.#face) this.table = tableOf(this.#face.view)
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

  /** What was told last, once more. */
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
