/** What the server shows of a table of Gunkimono: `ludotheque/games/gunkimono/view.py`. */

import type { View } from '../../protocol'

export type Unit = 'infantry' | 'samurai' | 'cavalry' | 'spearman' | 'archer'
export type Banner = 'lotus' | 'crane' | 'dragon'
export type Choice = 'victory' | 'honour'

export interface Square {
  unit: Unit
  level: number
  fortress: number | null
  formation: number
}

export interface Formation {
  unit: Unit
  size: number
  squares: string[]
  owner: number | null
}

export interface Half {
  square: string
  unit: Unit
  symbols: number
  size: number
  points: number
  honour: number
  row: number | null
  banner: Banner | null
  /** Honour for it, and for the other half if that one builds, too, brings a fortress. */
  builds: boolean
}

export interface Laying {
  seat: number
  tile: string
  squares: string[]
  halves: Half[]
  chosen: Choice[]
}

export interface SeatSeen {
  points: { formations: number; fortresses: number; banners: number }
  honour: Record<Unit, number | null>
  small: Unit[]
  hand: number
  known: string[]
  banners: { banner: Banner; worth: number | null }[]
  fortresses: string[]
  due: number
  lacks: Partial<Record<Unit, number>>
  income: number
  controlled: number
}

export interface GunkimonoTable {
  first: number
  turn: number
  field: Record<string, Square>
  formations: Formation[]
  laying: Laying | null
  places: Record<string, string[]>
  display: string[]
  pile: number
  end_pile: number
  end: 'not_yet' | 'announced' | 'triggered'
  last: number | null
  rows: { first_fortress: number; second_fortress: number; banners: number }
  stacks: Record<Unit, Banner[]>
  seats: SeatSeen[]
}

export const tableOf = (view: View): GunkimonoTable => view.table as unknown as GunkimonoTable

/** The formation that a square belongs to. */
export const formationOf = (table: GunkimonoTable, square: string): Formation | undefined =>
  table.formations[table.field[square]?.formation ?? -1]

/** Whether all that a seat has is known to whoever looks: else its score is what is known of it. */
export const scoreIsWhole = (seat: SeatSeen): boolean => seat.banners.every(({ worth }) => worth !== null)
