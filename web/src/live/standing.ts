/** The entries of a finished match: all of them, and those that stand. */

import { api } from '../api'
import type { ReplayEntry, Told } from '../protocol'

const PAGE = 200 // entries that the server sends at once

/** All entries of a match that may be seen again. */
export async function entriesOf(id: string): Promise<ReplayEntry[]> {
  const all: ReplayEntry[] = []
  for (;;) {
    const page = await api.replay(id, (all.at(-1)?.number ?? -1) + 1)
    all.push(...page)
    if (page.length < PAGE) return all
  }
}

const SHOWN = new Set(['start', 'decide', 'end'])

/** What was taken back is left out, with the taking back itself. */
export function standing(entries: readonly ReplayEntry[]): Told[] {
  const kept: ReplayEntry[] = []
  for (const entry of entries) {
    if (entry.kind === 'undo' && entry.target !== null) {
      while ((kept.at(-1)?.number ?? -1) > entry.target) kept.pop()
    } else kept.push(entry)
  }
  return kept.filter(({ kind }) => SHOWN.has(kind))
}
