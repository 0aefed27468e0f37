/**
 * What a board may read of its table and do there. A running table (`TableRoom`) and the replay room (`ReplayRoom`)
 * implement it; a game's `Table.svelte` uses nothing else.
 */

import type { Words } from '../words/say'
import type {
  AnyGame,
  Clocks,
  Face,
  ForeseenView,
  GameEvent,
  GameTypes,
  MoveView,
  Said,
  TableView,
  Told,
  Written,
} from '../protocol'

/** The view of one of my seats, or of a spectator. */
export interface Seen<G extends GameTypes = AnyGame> {
  seat: number | null
  face: Face<G>
  log: Told<G>[]
  number: number
  clocks: Clocks | null
}

/**
 * The certain effects of a legal move and of moves after it: sentences, and the view and scores that would follow. Null
 * where an effect is uncertain.
 */
export interface Foreseen<G extends GameTypes = AnyGame> {
  move: Written
  then: readonly Written[]
  events: readonly GameEvent<G>[]
  lines: string[]
  view: ForeseenView<G> | null
  scores: (number | null)[] | null
}

/** Why a move is not allowed. */
export interface Why {
  text: string
  /** The id of the rule that forbids it. */
  rule: string
}

/** The seat of the reader, who is addressed as "you"; null for spectators, in a replay and for who has several seats. */
export const readerOf = ({ seat, seats, open }: Pick<Board, 'seat' | 'seats' | 'open'>): number | null =>
  open || seats.length !== 1 ? null : seat

export interface Board<G extends GameTypes = AnyGame> {
  readonly table: TableView | null
  /** The shown position: the present, or an earlier moment. */
  readonly face: Face<G> | null
  readonly seen: Seen<G> | null
  /** The newest position. While a board animates, `seen` is an earlier one. */
  readonly arrived: Seen<G> | null
  readonly log: Told<G>[]
  /** The seat through which the table is seen; null for spectators. */
  readonly seat: number | null
  readonly seats: number[]
  readonly names: string[]
  readonly words: Words
  /** All hands are open, as in a replay. */
  readonly open: boolean
  readonly moves: MoveView[]
  /** The advised move that the board shows as a ghost, and my own moves that would follow it at once. */
  readonly hinted: MoveView | null
  readonly hintedThen: readonly string[]
  readonly foreseen: Foreseen<G> | null
  readonly past: { number: number; face: Face<G> } | null
  readonly now: number
  readonly talk: Said[]
  /** Make a move, or several that the player sees as one. */
  play(...moves: Written[]): void
  /**
   * Show why a move, or the first of those after it, is not allowed, with its rule, beside `at` if given. Return the
   * reason to the board, too; null if the move is legal.
   */
  explain(move: Written, then?: readonly Written[], at?: DOMRect): Promise<Why | null>
  /** Ask for the effects of a legal move and of those after it, once the pointer has rested this many milliseconds. */
  foresee(move: Written | null, then?: readonly Written[], rest?: number): void
  /** Set a more exact prompt while the board holds a lifted piece; null restores the game's prompt. */
  expect(line: string | null): void
  /** Whether `withdraw` can be used now. */
  readonly mayWithdraw: boolean
  /** Take back a secret choice while others still choose. */
  withdraw(): void
  say(text: string): void
  /**
   * While the board animates a position, everything else on the page (prompt, log, ending) stays at it. Null ends this.
   */
  hold(seen: Seen<G> | null): void
  lookBack(number: number | null): Promise<void>
  look(seat: number): void
}
