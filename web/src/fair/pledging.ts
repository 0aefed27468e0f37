/** Pledging my part of the deal at a seat: one that I take, or one that I was given, as at a rematch. */

import { api, Refused } from '../api'
import type { TableView } from '../protocol'
import { keepPledge, makePledge, pledgesAt } from './pledge'

/**
 * Send a pledge for a seat. It is kept first: the table may be opened, and ask for it, before the answer comes. Where
 * the seat is refused, what was kept there before stays; where nobody answers, the server may have heard of it.
 */
export async function pledgeAt<T>(table: TableView, seat: number, send: (hash: string) => Promise<T>): Promise<T> {
  const earlier = pledgesAt(table.id)?.secrets[seat] ?? null
  const { secret, hash } = makePledge()
  keepPledge(table.id, seat, secret, table.seed_hash)
  try {
    return await send(hash)
  } catch (error) {
    const refused = error instanceof Refused && error.code !== 'unreachable'
    if (refused && pledgesAt(table.id)?.secrets[seat] === secret) keepPledge(table.id, seat, earlier, table.seed_hash)
    throw error
  }
}

/** My seats at a table that could pledge and have not. A pledge at a rematch is consent: only where I gave it. */
export function unpledged(table: TableView): number[] {
  if (table.phase !== 'open' || table.from_position) return []
  return table.seats.filter((seat) => seat.mine && seat.accepted && !seat.pledged).map(({ number }) => number)
}

/** Pledge for all of them. */
export async function pledgeAll(table: TableView): Promise<void> {
  for (const seat of unpledged(table)) await pledgeAt(table, seat, (hash) => api.pledge(table.id, seat, hash))
}
