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

/** `last`: the round that is played now, or was played last. */
export function legendOf(log: readonly Told[], last: number): RoundTold[] {
  const events = eventsOf(log)
  const next = events.find(({ event }) => event === 'round_begins')
  // A match that began from a position begins within a round.
  const rounds: RoundTold[] = [{ round: next ? Number(next.params.number) - 1 : last, signs: [] }]
  for (const { key, event, params } of events) {
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
  return rounds.filter(({ round, signs }) => round > 0 && (signs.length > 0 || round !== rounds[0]?.round))
}

/** The knight that marched last before the match was lost. */
export function intruderOf(log: readonly Told[], castle: (square: string) => boolean): number | null {
  const marched = eventsOf(log).findLast(({ event, params }) => event === 'marched' && castle(String(params.square)))
  return marched ? Number(marched.params.knight) : null
}

const eventsOf = (log: readonly Told[]) => log.flatMap((entry) => entry.steps.flatMap((step) => step.events))
