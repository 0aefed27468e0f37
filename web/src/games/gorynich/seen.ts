/** What the server shows of a table of Gorynich: `ludotheque/games/gorynich/view.py`. */

import type { View } from '../../protocol'
import { OPPOSITE, type Way } from './draw/geometry'

export const CARDS = ['yellow', 'red', 'green', 'blue', 'fire', 'manoeuvre'] as const

/** What a march would do to a knight. */
export interface Fate {
  steps: number
  square: string
  fate: 'walks' | 'burns' | 'castle'
}

export interface KnightSeen {
  number: number
  square: string
  start: string
  steps: number
  wet: boolean
  pointed: boolean
  /** The next march at least and, where that differs, at most. */
  next: Fate[]
}

export interface SeatSeen {
  hand: string[]
  row: string[]
  passed: boolean
  waiting: boolean
  chosen: string | null
}

export interface TileSeen {
  tile: string
  counter: string
  turned: boolean
}

export interface Reach {
  way: Way
  limit: number
  squares: string[]
}

export interface GorynichTable {
  round: number
  first: number
  turn: number | null
  map: string[][]
  colours: Record<string, Way>
  gorynich: string | null
  flame: string | null
  knights: KnightSeen[]
  burnt: number
  march: number | null
  flight: number | null
  reach: Record<string, Reach> | null
  /** The squares that each answer is about, by its notation. */
  targets: Record<string, string[]>
  playing: { seat: number; card: string; tile: string | null } | null
  decks: Record<'knights' | 'gorynich', { left: number[]; turned: number[] }>
  tiles: TileSeen[]
  tokens: number
  tokens_total: number
  talk: boolean
  nets: boolean
  cause: string | null
  seats: SeatSeen[]
}

export const tableOf = (view: View): GorynichTable => view.table as unknown as GorynichTable

/** Where an arrow flies this round, the other way while Gorynich's card is below zero; null for cards that do not fly. */
export function wayOf({ colours, flight }: GorynichTable, card: string): Way | null {
  const way = colours[card]
  return way === undefined ? null : (flight ?? 0) < 0 ? OPPOSITE[way] : way
}

/** The seats in the order in which they reveal. */
export const inTurn = ({ seats, first }: GorynichTable): number[] => seats.map((_, n) => (first + n) % seats.length)

/** How near the castle is to a knight: the next march can lose, one after that, or neither. */
export function dangerOf(knight: KnightSeen): 'far' | 'near' | 'next' {
  const most = knight.next.at(-1)?.steps ?? 0
  if (knight.next.some(({ fate }) => fate === 'castle')) return 'next'
  return knight.steps <= 2 * most ? 'near' : 'far'
}
