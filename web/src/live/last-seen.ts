/** Up to where somebody has seen each table on this device: the number of the last entry of his log, by viewer. */

import type { Told } from '../protocol'

const PLACE = 'ludotheque-seen'
const MOST = 40 // tables that are remembered, the latest ones

type Tables = Record<string, Record<number, number>>

function kept(): Tables {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Tables
  } catch {
    return {} // storage is closed, or holds something else
  }
}

/** Remember what every viewer of a table has seen here. */
export function remember(table: string, viewers: Record<number, number>): void {
  const { [table]: before = {}, ...others } = kept()
  const all = [...Object.entries(others), [table, { ...before, ...viewers }] as const]
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(all.slice(-MOST))))
  } catch {
    // A browser that keeps nothing tells nothing of what happened meanwhile.
  }
}

/** The last entry that a viewer has seen; on a device that knows nothing of it, the last that he made himself. */
export function lastSeen(table: string, viewer: number, log: readonly Told[]): number | null {
  return kept()[table]?.[viewer] ?? log.findLast((entry) => entry.seat === viewer)?.number ?? null
}
