/** The number of the last log entry seen on this device, by table and viewer. */

import type { Told } from '../protocol'

const PLACE = 'ludotheque-seen'
const MOST = 40 // tables that are remembered, the latest first

type Tables = Record<string, Record<number, number>>

function kept(): Tables {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Tables
  } catch {
    return {} // storage is disabled, or holds something else
  }
}

/** Save the last entry that each viewer of a table has seen on this device. */
export function saveLastSeen(table: string, viewers: Record<number, number>): void {
  const { [table]: before = {}, ...others } = kept()
  const all = [...Object.entries(others), [table, { ...before, ...viewers }] as const]
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(all.slice(-MOST))))
  } catch {
    // Without storage, the summary of what happened meanwhile is missing.
  }
}

/** The last entry that a viewer has seen; on a device without a record, the viewer's own last decision. */
export function findLastSeen(table: string, viewer: number, log: readonly Told[]): number | null {
  return kept()[table]?.[viewer] ?? log.findLast((entry) => entry.seat === viewer)?.number ?? null
}
