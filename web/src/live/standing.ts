/** The entries of a finished match: all of them, and those that were not undone. */

import { api } from '../api'
import type { AnyGame, GameTypes, ReplayEntry, Told } from '../protocol'
import type { Board } from './board'

const PAGE = 200 // entries that the server sends at once

/** All visible entries of a match. */
export async function entriesOf(id: string): Promise<ReplayEntry[]> {
  const all: ReplayEntry[] = []
  for (;;) {
    const page = await api.replay(id, (all.at(-1)?.number ?? -1) + 1)
    all.push(...page)
    if (page.length < PAGE) return all
  }
}

/** All entries of the finished match on a board, with the event types of its game. */
export const entriesAt = async <G extends GameTypes>({ table }: Board<G>): Promise<ReplayEntry<G>[]> =>
  table ? ((await entriesOf(table.id)) as ReplayEntry<G>[]) : []

const SHOWN = new Set(['start', 'decide', 'end'])

/** Leave out what was undone, and the undoing itself. */
export function standing<G extends GameTypes = AnyGame>(entries: readonly ReplayEntry<G>[]): Told<G>[] {
  const kept: ReplayEntry<G>[] = []
  for (const entry of entries) {
    if (entry.kind === 'undo' && entry.target !== null) {
      while ((kept.at(-1)?.number ?? -1) > entry.target) kept.pop()
    } else kept.push(entry)
  }
  return kept.filter(({ kind }) => SHOWN.has(kind))
}
