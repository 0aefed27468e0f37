/** The numbers on the table that a move would change, before and after, as the server foresees them. */

import type { KunitoriTable, Uncertain } from './seen'

export interface Change {
  what: 'actions' | 'money' | 'buys' | 'attack' | 'score'
  from: number
  to: number
}

/** Only certain values are numbers. */
export function listChanges(
  now: KunitoriTable,
  then: Uncertain<KunitoriTable>,
  scores: readonly (number | null)[],
  foreseen: readonly (number | null)[] | null,
  seat: number,
): Change[] {
  const means = (['actions', 'money', 'buys'] as const).map((what) => ({ what, from: now[what], to: then[what] }))
  const found: { what: Change['what']; from: unknown; to: unknown }[] = [
    ...(then.turn === now.turn ? means : []),
    { what: 'attack', from: now.seats[seat]?.attack, to: then.seats?.[seat]?.attack },
    { what: 'score', from: scores[seat], to: foreseen?.[seat] },
  ]
  return found.flatMap(({ what, from, to }) =>
    typeof from === 'number' && typeof to === 'number' && from !== to ? [{ what, from, to }] : [],
  )
}
