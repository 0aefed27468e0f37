/** What the server shows of a table of Gwynt: `ludotheque/games/gwynt/view.py`. */

import type { View } from '../../protocol'
import type { Row } from './catalogue.svelte'

export interface Unit {
  card: string
  strength: number
  by: number
}

export interface RowSeen {
  row: Row
  total: number
  cards: Unit[]
  horn: 'card' | 'leader' | null
  mardroeme: boolean
  weather: boolean
}

export interface SeatSeen {
  faction: string
  leader: { card: string; active: boolean; used: boolean; off: boolean }
  gems: number
  passed: boolean
  total: number
  rows: RowSeen[]
  hand: number
  known: string[]
  deck: number
  deck_cards: string[] | null
  under_deck: string[] | null
  deck_name: string | null
  pile: string[]
  swaps: number | null
}

export interface GwyntTable {
  round: number
  turn: number
  weather: { card: string; by: number }[]
  seats: [SeatSeen, SeatSeen]
  totals: [number, number][]
  playing: { seat: number; card: string } | null
}

export const tableOf = (view: View): GwyntTable => view.table as unknown as GwyntTable

/** Things in order, each with a key of its own: the third nekker of a row stays the third nekker. */
export function keyed<T>(items: readonly T[], name: (item: T) => string): { key: string; item: T }[] {
  const counts = new Map<string, number>()
  return items.map((item) => {
    const n = counts.get(name(item)) ?? 0
    counts.set(name(item), n + 1)
    return { key: `${name(item)}:${n}`, item }
  })
}
