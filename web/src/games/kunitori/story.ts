/** A finished match for its ending: wars won, purchases by round, and turning points. */

import type { ReplayEntry } from '../../protocol'
import type { Game } from './generated'
import { eventsOf } from './happened'

export interface Turn {
  /** The entry of the log that the replay opens. */
  number: number
  round: number
  key: 'bought' | 'won' | 'lead' | 'last'
  params: Record<string, unknown>
}

export interface Story {
  /** By seat: battles won, including those of an ally. */
  wars: number[]
  /** By seat, after each round: cards bought so far. */
  bought: number[][]
  turns: Turn[]
}

const MOST = 5

interface Point {
  number: number
  scores: readonly (number | null)[]
}

/** Read the story from a log. `dear` decides which purchases are worth a mention. */
export function story(
  entries: readonly ReplayEntry<Game>[],
  players: number,
  points: readonly Point[],
  dear: (card: string) => boolean,
): Story {
  const none = () => Array.from({ length: players }, () => 0)
  const wars = none()
  const sum = none()
  const bought: number[][] = []
  const turns: Turn[] = []
  const leaders = new Map(points.map(({ number, scores }) => [number, leader(scores)]))
  let round = 1
  let ally: number | null = null
  let lead: number | null = null
  for (const entry of entries) {
    let won: { seat: number; other: number; n: number } | null = null
    let fought: { seat: number; other: number } | null = null
    for (const { event, params } of eventsOf([entry])) {
      if (event === 'turn' && params.number !== round) {
        bought.push([...sum])
        round = params.number
      } else if (event === 'turn') ally = null
      else if (event === 'agreed') ally = params.seat
      else if (event === 'bought') {
        sum[params.seat] = (sum[params.seat] ?? 0) + 1
        if (dear(params.card)) turns.push({ number: entry.number, round, key: 'bought', params })
      } else if (event === 'fought') fought = params
      else if (event === 'battle_won' && fought) {
        const { seat } = params
        wars[seat] = (wars[seat] ?? 0) + 1
        if (seat === fought.seat && ally !== null) wars[ally] = (wars[ally] ?? 0) + 1
        won = { seat, other: seat === fought.seat ? fought.other : fought.seat, n: params.number }
      } else if (event === 'won_prize' && won?.seat === params.seat) {
        turns.push({ number: entry.number, round, key: 'won', params: { ...won, card: params.card } })
      } else if (event === 'last_turns')
        turns.push({ number: entry.number, round, key: 'last', params: { card: params.card } })
    }
    const ahead = leaders.get(entry.number) ?? null
    if (ahead !== null && ahead !== lead) {
      if (lead !== null) turns.push({ number: entry.number, round, key: 'lead', params: { seat: ahead } })
      lead = ahead
    }
  }
  bought.push([...sum])
  return { wars, bought, turns: chosen(turns) }
}

/** The seat with the highest score; null if several have it. */
function leader(scores: readonly (number | null)[]): number | null {
  const most = Math.max(...scores.map((score) => score ?? 0))
  const first = scores.findIndex((score) => score === most)
  return scores.filter((score) => score === most).length === 1 ? first : null
}

/** At most the last few turning points: one for each moment, and the last change of the lead in a round. */
function chosen(turns: readonly Turn[]): Turn[] {
  const weight = { last: 3, lead: 2, won: 2, bought: 1 }
  const by = new Map<number, Turn>()
  for (const turn of turns) {
    const there = by.get(turn.number)
    if (!there || weight[turn.key] > weight[there.key]) by.set(turn.number, turn)
  }
  const all = [...by.values()]
  const later = (turn: Turn) =>
    all.some(({ key, round, number }) => key === 'lead' && round === turn.round && number > turn.number)
  return all
    .filter((turn) => turn.key !== 'lead' || !later(turn))
    .sort((a, b) => weight[b.key] - weight[a.key] || b.number - a.number)
    .slice(0, MOST)
    .sort((a, b) => a.number - b.number)
}
