/** One decision to be found: a position as one seat sees it. The first move that is played is the answer. */

import { library } from '../library.svelte'
import { lines } from '../words/lines'
import type { Words } from '../words/say'
import type { Board, Foreseen, Seen, Why } from './board'
import { Foresight } from './foresight.svelte'
import type { Face, MoveView, Written } from '../protocol'
import type { Notice } from './room.svelte'

/** What the server says of moves before they are played, where it does. */
export interface Looks {
  preview: (move: Written, then: readonly Written[]) => ReturnType<ConstructorParameters<typeof Foresight>[0]>
  whyNot: (
    move: Written,
    then: readonly Written[],
  ) => Promise<{ rule: string | null; key: string | null; sentence: string | null }>
}

export class ExerciseRoom implements Board {
  /** Whether an answer is asked for. */
  asks = $state(true)
  notice = $state.raw<Notice | null>(null)
  expected = $state.raw<string | null>(null)
  hinted = $state.raw<MoveView | null>(null)
  readonly hintedThen: readonly string[] = []
  #face: Face
  #question = 1
  readonly #foresight: Foresight | null

  readonly table = null
  readonly open = false
  readonly past = null
  readonly now = 0
  readonly talk = []
  readonly log = []

  constructor(
    readonly game: string,
    readonly seat: number,
    face: Face,
    readonly names: string[],
    private readonly answer: (move: MoveView) => void,
    private readonly looks: Looks | null = null,
  ) {
    this.#face = $state.raw({ ...face, question: this.#question })
    this.#foresight = looks && new Foresight(looks.preview, (events) => lines(events, this.words, this.names))
  }

  get seats(): number[] {
    return [this.seat]
  }

  get words(): Words {
    return library.words(this.game)
  }

  get face(): Face {
    return this.#face
  }

  get seen(): Seen {
    return { seat: this.seat, face: this.#face, log: [], number: 0, clocks: null }
  }

  get arrived(): Seen {
    return this.seen
  }

  /** After the answer they stay, for the ghost of the better move; but nothing is played. */
  get moves(): MoveView[] {
    return this.#face.moves
  }

  /** Ask again: the board drops what it holds. */
  again(): void {
    this.hinted = this.notice = null
    this.#renew()
    this.asks = true
  }

  /** Show a move as a ghost; no answer is asked for any more. */
  show(id: number): void {
    this.asks = false
    this.#renew()
    this.hinted = this.moves.find((move) => move.id === id) ?? null
  }

  #renew(): void {
    this.#foresight?.forget()
    this.expected = null
    this.#face = { ...this.#face, question: ++this.#question }
  }

  play(...moves: Written[]): void {
    const [first] = moves
    const move = this.moves.find(({ id, text }) => (typeof first === 'number' ? id === first : text === first))
    if (!this.asks || !move) return
    this.asks = false
    this.#renew()
    this.answer(move)
  }

  async explain(move: Written, then: readonly Written[] = [], at?: DOMRect): Promise<Why | null> {
    const found = this.asks ? await this.looks?.whyNot(move, then).catch(() => null) : null
    if (!found?.rule) return null
    const { rule, key, sentence } = found
    const why = { text: key && this.words.has(key) ? this.words.say(key) : (sentence ?? ''), rule }
    this.notice = { kind: 'reason', ...why, at }
    return why
  }

  get foreseen(): Foreseen | null {
    return this.#foresight?.shown ?? null
  }

  foresee(move: Written | null, then?: readonly Written[], rest?: number): void {
    this.#foresight?.look(this.asks ? move : null, then, rest)
  }

  expect(line: string | null): void {
    this.expected = line
  }

  close(): void {
    this.#foresight?.forget()
  }

  // Nothing to do: an exercise has no log and no other seats.
  async lookBack(): Promise<void> {}
  hold(): void {}
  look(): void {}
  readonly mayWithdraw = false
  withdraw(): void {}
  say(): void {}
}
