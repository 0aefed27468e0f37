/** The entries of a finished match that stand: what was taken back is left out, with the taking back itself. */

import type { ReplayEntry, Told } from '../protocol'

const SHOWN = new Set(['start', 'decide', 'end'])

export function standing(entries: readonly ReplayEntry[]): Told[] {
  const kept: ReplayEntry[] = []
  for (const entry of entries) {
    if (entry.kind === 'undo' && entry.target !== null) {
      while ((kept.at(-1)?.number ?? -1) > entry.target) kept.pop()
    } else kept.push(entry)
  }
  return kept.filter(({ kind }) => SHOWN.has(kind))
}
