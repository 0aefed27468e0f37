/** How a finished match ended for me. */

import { library } from '../library.svelte'
import type { HistoryLine, TableView } from '../protocol'

export const RESULTS = ['won', 'drawn', 'lost'] as const
export type Result = (typeof RESULTS)[number]
/** The icon of each result: shape and word say it as well as the colour. */
export const SIGNS = { won: 'check', drawn: 'minus', lost: 'close' } as const

/** The result as my history has it, else by my share of the win; undefined if I had no seat, or several. */
export function resultOf(table: TableView, line?: HistoryLine): Result | undefined {
  if (table.phase !== 'over') return undefined
  const told = RESULTS.find((one) => one === line?.result)
  const own = table.seats.filter((seat) => seat.mine)
  const shares: unknown = table.outcome?.shares
  if (told || own.length !== 1 || !Array.isArray(shares)) return told
  const mine = Number(shares[own[0]?.number ?? -1] ?? 0)
  if (!mine) return 'lost'
  return !library.game(table.game)?.together && shares.every((share) => share === mine) ? 'drawn' : 'won'
}
