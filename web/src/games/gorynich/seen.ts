/** What the server shows of a table of Gorynich: `ludotheque/games/gorynich/view.py`. */

import type { GameEvent } from '../../protocol'
import { OPPOSITE, type Way } from './draw/geometry'
import type { Card, Game, KnightSeen, Table as GorynichTable } from './generated'

export type {
  Card,
  Decision,
  Fate,
  Game,
  KnightSeen,
  Reach,
  SeatSeen,
  TileSeen,
  Table as GorynichTable,
} from './generated'

export const CARDS = ['yellow', 'red', 'green', 'blue', 'fire', 'manoeuvre'] as const satisfies readonly Card[]

export type GorynichEvent = GameEvent<Game>

/**
 * The direction in which an arrow card flies this round (reversed while Gorynich's speed is below zero); null for other
 * cards.
 */
export function wayOf({ colours, flight }: GorynichTable, card: string): Way | null {
  const way = colours[card]
  return way === undefined ? null : (flight ?? 0) < 0 ? OPPOSITE[way] : way
}

/** The seats in the order in which they reveal. */
export const inTurn = ({ seats, first }: GorynichTable): number[] => seats.map((_, n) => (first + n) % seats.length)

/** How near a knight is to the castle: the next march can lose, the one after it can, or neither. */
export function dangerOf(knight: KnightSeen): 'far' | 'near' | 'next' {
  const most = knight.next.at(-1)?.steps ?? 0
  if (knight.next.some(({ fate }) => fate === 'castle')) return 'next'
  return knight.steps <= 2 * most ? 'near' : 'far'
}
