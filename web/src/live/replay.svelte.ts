/** A finished match in the replay room: every entry, all hands open, step by step or as playback. */

import { api } from '../api'
import { library } from '../library.svelte'
import { pace } from '../settings.svelte'
import type { Words } from '../words/say'
import type { Board, Seen } from './board'
import type { Face, MoveView, TableView, Told, Written } from '../protocol'
import { Seating } from './seating'
import { entriesOf, standing } from './standing'

const KEPT = 60 // moments kept in memory
const BEAT = 1400 // milliseconds between two moves of the playback

/** A moment as one seat saw it, with a move of it as a ghost; playable if `play` is given. */
export interface Study {
  face: Face
  seat: number
  hinted: number | null
  play: ((move: Written) => void) | null
}

export class ReplayRoom implements Board {
  table = $state.raw<TableView | null>(null)
  log = $state.raw<Told[]>([])
  /** The chosen entry of the log. */
  at = $state(0)
  /** The entry whose position is shown; it lags behind `at` while that one loads. */
  shown = $state(-1)
  playing = $state(false)
  failed = $state(false)
  /** In place of the moment with all hands open. */
  study = $state.raw<Study | null>(null)
  /** The seat through whose eyes the match is seen; null: all hands are open. */
  knower = $state<number | null>(null)
  #open = $state.raw<Face | null>(null)
  #faces = new Map<string, Promise<Face>>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #held = false

  readonly hintedThen: readonly string[] = []
  readonly foreseen = null
  readonly talk = []
  readonly now = 0

  constructor(readonly id: string) {}

  get face(): Face | null {
    return this.study?.face ?? this.#open
  }

  get open(): boolean {
    return this.seat === null
  }

  get seat(): number | null {
    return this.study?.seat ?? this.knower
  }

  get seats(): number[] {
    return this.seat === null ? [] : [this.seat]
  }

  get moves(): MoveView[] {
    return this.study?.face.moves ?? []
  }

  get hinted(): MoveView | null {
    return this.moves.find(({ id }) => id === this.study?.hinted) ?? null
  }

  async load(): Promise<void> {
    try {
      const [table, entries] = await Promise.all([api.table(this.id), entriesOf(this.id)])
      await library.need(table.game)
      this.table = table
      this.log = standing(entries)
      await this.go(0)
    } catch {
      this.failed = true
    }
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  get seen(): Seen | null {
    return this.face && { seat: this.seat, face: this.face, log: this.log, number: this.at, clocks: null }
  }

  get arrived(): Seen | null {
    return this.seen
  }

  /** The playback waits while the board animates. */
  hold(seen: Seen | null): void {
    this.#held = seen !== null
  }

  get past(): { number: number; face: Face } | null {
    const entry = this.log[this.at]
    return entry && this.face ? { number: entry.number, face: this.face } : null
  }

  get names(): string[] {
    return this.table ? new Seating(this.table).names : []
  }

  get words(): Words {
    return library.words(this.table?.game ?? null)
  }

  get last(): number {
    return Math.max(0, this.log.length - 1)
  }

  /** Show the position after an entry, given by its place in the log. */
  async go(to: number): Promise<void> {
    const at = Math.max(0, Math.min(this.last, to))
    const entry = this.log[at]
    if (!entry) return
    this.at = at
    const { knower } = this
    const face = await this.#faceAt(entry.number)
    if (this.at !== at || this.knower !== knower) return // something else was chosen meanwhile
    this.#open = face
    this.shown = at
    const next = this.log[at + 1]
    if (next) void this.#faceAt(next.number).catch(() => undefined)
  }

  /** See the match through the eyes of a seat, or with all hands open. */
  async knowAs(seat: number | null): Promise<void> {
    this.knower = seat
    await this.go(this.at)
  }

  #faceAt(number: number): Promise<Face> {
    const key = `${number}/${this.knower ?? ''}`
    let asked = this.#faces.get(key)
    if (!asked) {
      asked = api.replayAt(this.id, number, this.knower).then(({ view, scores }): Face => ({
        view,
        scores,
        prompt: { key: 'prompt.over', params: {}, seats: [] },
        question: null,
        moves: [],
        bundles: [],
        may_withdraw: false,
        may_undo: 0,
        paused: false,
        silent: false,
        talk_until: null,
        outcome: view.over ? (this.table?.outcome ?? null) : null,
      }))
      asked.catch(() => this.#faces.delete(key))
      this.#faces.set(key, asked)
      const [oldest] = this.#faces.keys()
      if (this.#faces.size > KEPT && oldest !== undefined) this.#faces.delete(oldest)
    }
    return asked
  }

  /** Start the playback (from the beginning if it is at the end), or stop it. */
  toggle(): void {
    this.playing = !this.playing
    clearTimeout(this.#timer)
    if (!this.playing) return
    if (this.at === this.last) void this.go(0).then(() => this.#beat())
    else this.#beat()
  }

  #beat(): void {
    this.#timer = setTimeout(
      async () => {
        if (!this.playing) return
        if (this.#held) {
          this.#beat()
          return
        }
        await this.go(this.at + 1).catch(() => (this.playing = false))
        if (this.at >= this.last) this.playing = false
        else this.#beat()
      },
      pace(BEAT) || BEAT,
    )
  }

  stop(): void {
    this.playing = false
    clearTimeout(this.#timer)
  }

  async lookBack(number: number | null): Promise<void> {
    this.stop()
    await this.go(number === null ? this.last : this.log.findIndex((entry) => entry.number === number))
  }

  // Nothing can be played in a replay; "play on" creates a new table.
  play(): void {}
  explain(): Promise<null> {
    return Promise.resolve(null)
  }
  foresee(): void {}
  expect(): void {}
  readonly mayWithdraw = false
  withdraw(): void {}
  say(): void {}
  look(): void {}
}
