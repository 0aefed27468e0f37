/**
 * What a board may know of its table, and do there: at a table that is played (`TableRoom`) as in the replay room
 * (`ReplayRoom`). A game's own `Table.svelte` uses nothing else.
 */

import type { Words } from '../words/say'
import type { Clocks, Face, MoveView, TableView, Told, View } from '../protocol'

/** What one of my seats (or whoever watches) sees. */
export interface Seen {
  seat: number | null
  face: Face
  log: Told[]
  number: number
  clocks: Clocks | null
}

/** What a legal move is certain to do: in sentences, and what would be seen and scored then; null is what is uncertain. */
export interface Foreseen {
  move: number
  lines: string[]
  view: View | null
  scores: (number | null)[] | null
}

export interface Board {
  readonly table: TableView | null
  /** What is shown: the present, or an earlier moment that was asked for. */
  readonly face: Face | null
  readonly seen: Seen | null
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
  play(...moves: (number | string)[]): void
  explain(move: number | string): void
  foresee(move: number | null): void
  lookBack(number: number | null): Promise<void>
  look(seat: number): void
}
