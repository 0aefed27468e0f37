/** Pledging my part of the deal at seats that I was given, not taken: those of a rematch. */

import { api } from '../api'
import type { TableView } from '../protocol'
import { keepPledge, makePledge } from './pledge'

/** The seats of mine at a table that could pledge, and have not. */
export function unpledged(table: TableView): number[] {
  if (table.phase !== 'open' || table.from_position) return []
  return table.seats.filter((seat) => seat.mine && !seat.pledged).map(({ number }) => number)
}

/** Pledge for all of them. */
export async function pledgeAll(table: TableView): Promise<void> {
  for (const seat of unpledged(table)) {
    const { secret, hash } = makePledge()
    // Kept first: with the last pledge the table is opened, and may say so before this one is answered.
    keepPledge(table.id, seat, secret, table.seed_hash)
    await api.pledge(table.id, seat, hash)
  }
}
