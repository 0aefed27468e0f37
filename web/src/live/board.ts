/**
 * What a board may know of its table, and do there: at a table that is played (`TableRoom`) as in the replay room
 * (`ReplayRoom`). A game's own `Table.svelte` uses nothing else.
 */

import type { Words } from '../words/say'
import type { Clocks, Face, GameEvent, MoveView, Said, TableView, Told, View, Written } from '../protocol'

/** What one of my seats (or whoever watches) sees. */
export interface Seen {
  seat: number | null
  face: Face
  log: Told[]
  number: number
  clocks: Clocks | null
}

/**
 * What a legal move, and those that follow it, are certain to do: in sentences, and what would be seen and scored then;
 * null is what is uncertain.
 */
export interface Foreseen {
  move: Written
  then: readonly Written[]
  events: readonly GameEvent[]
  lines: string[]
  view: View | null
  scores: (number | null)[] | null
}

/** Why something can't be done. */
export interface Why {
  text: string
  /** The rule that forbids it, by its number. */
  rule: string
}

export interface Board {
  readonly table: TableView | null
  /** What is shown: the present, or an earlier moment that was asked for. */
  readonly face: Face | null
  readonly seen: Seen | null
  /** The newest that has come; `seen` is earlier while the board holds the page. */
  readonly arrived: Seen | null
  readonly log: Told[]
  /** The seat whose eyes are used; none for those who watch. */
  readonly seat: number | null
  readonly seats: number[]
  readonly names: string[]
  readonly words: Words
  /** Nothing is hidden any more: all hands lie open. */
  readonly open: boolean
  readonly moves: MoveView[]
  readonly hinted: MoveView | null
  readonly foreseen: Foreseen | null
  readonly past: { number: number; face: Face } | null
  readonly now: number
  readonly talk: Said[]
  /** Make a move, or several that a person sees as one. */
  play(...moves: Written[]): void
  /**
   * Why a move can't be made, or the first of those that follow it: the page shows it with its rule, beside `at` if that
   * is given, and the board gets it, too; null if it can be made.
   */
  explain(move: Written, then?: readonly Written[], at?: DOMRect): Promise<Why | null>
  /** Ask what a legal move and those that follow it would do, once the pointer has rested so many milliseconds. */
  foresee(move: Written | null, then?: readonly Written[], rest?: number): void
  /** What is expected more closely, while the board holds something that was taken up; `null`: as the game says it. */
  expect(line: string | null): void
  /** Take back a secret choice that others are still waited for. */
  withdraw(): void
  say(text: string): void
  /**
   * The board is still telling what came: until it lets go (`null`) the page, its line, log and end included, shows no
   * more than this.
   */
  hold(seen: Seen | null): void
  lookBack(number: number | null): Promise<void>
  look(seat: number): void
}
