/** What the server shows of a table of Gwynt: `ludotheque/games/gwynt/view.py`. */
import type { SeatSeen, Table } from './generated'

export type { Decision, Game, LeaderSeen, RowSeen, SeatSeen, Unit } from './generated'

/** The table: always two sides, and two totals a round. */
export type GwyntTable = Omit<Table, 'seats' | 'totals'> & { seats: [SeatSeen, SeatSeen]; totals: [number, number][] }
export const tableOf = (table: Table): GwyntTable => table as GwyntTable

/** Things in order, each with a key of its own: the third nekker of a row stays the third nekker. */
export function keyed<T>(items: readonly T[], name: (item: T) => string): { key: string; item: T }[] {
  const counts = new Map<string, number>()
  return items.map((item) => {
    const n = counts.get(name(item)) ?? 0
    counts.set(name(item), n + 1)
    return { key: `${name(item)}:${n}`, item }
  })
}
