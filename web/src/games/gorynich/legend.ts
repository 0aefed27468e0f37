/** The course of a match as a strip: what each round brought, read from its log. */

import type { Told } from '../../protocol'

/** One sign of the strip: a card that was revealed, a knight that burnt, or how it ended. */
export type Sign =
  | { kind: 'card'; seat: number; card: string; tile: string | null }
  | { kind: 'burnt'; knight: number }
  | { kind: 'end'; key: string; params: Readonly<Record<string, unknown>> }

export interface RoundTold {
  round: number
  signs: Sign[]
}

export function legendOf(log: readonly Told[]): RoundTold[] {
  const rounds: RoundTold[] = []
  for (const { key, event, params } of eventsOf(log)) {
    if (event === 'round_begins') {
      const round = Number(params.number)
      while ((rounds.at(-1)?.round ?? 0) >= round) rounds.pop() // it was taken back, and began anew
      rounds.push({ round, signs: [] })
    }
    const signs = rounds.at(-1)?.signs
    if (!signs) continue
    if (event === 'revealed')
      signs.push({ kind: 'card', seat: Number(params.seat), card: String(params.card), tile: null })
    else if (event === 'manoeuvred') {
      const last = signs.at(-1)
      if (last?.kind === 'card') last.tile = String(params.tile)
    } else if (event === 'burnt') signs.push({ kind: 'burnt', knight: Number(params.knight) })
    else if (event === 'lost' || event === 'flew_off') signs.push({ kind: 'end', key, params })
  }
  return rounds
}

/** Which knights burnt and did not come back, in order. */
export function burntOf(log: readonly Told[]): number[] {
  const burnt = new Set<number>()
  for (const { event, params } of eventsOf(log)) {
    if (event === 'burnt') burnt.add(Number(params.knight))
    if (event === 'reinforced') burnt.delete(Number(params.knight))
  }
  return [...burnt]
}

/** The knight that marched last before the match was lost. */
export function intruderOf(log: readonly Told[], castle: (square: string) => boolean): number | null {
  const marched = eventsOf(log).findLast(({ event, params }) => event === 'marched' && castle(String(params.square)))
  return marched ? Number(marched.params.knight) : null
}

const eventsOf = (log: readonly Told[]) => log.flatMap((entry) => entry.steps.flatMap((step) => step.events))
