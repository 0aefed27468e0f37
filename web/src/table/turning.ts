/** The turning points of a match: lasting changes of the lead, and the turns that changed the gap most. */

import type { Points } from '../protocol'

export interface TurningPoint {
  /** The entry after which the replay shows the table. */
  number: number
  kind: 'lead' | 'gain'
  seat: number
  /** For a lead: the points of the leader and of the next seat. For a gain: the points of that turn. */
  points: number
  next: number
}

const LEADS = 3
const GAINS = 2
const WORTH_TELLING = 3 // points by which somebody gains on everybody else

interface Turn {
  number: number
  before: readonly number[]
  after: readonly number[]
}

export function turningPoints(points: readonly Points[]): TurningPoint[] {
  const turns = turnsOf(points)
  const leads = leadsOf(turns)
  const told = new Set(leads.map(({ number }) => number))
  const gains = turns
    .map((turn) => ({ turn, ...gainOf(turn) }))
    .filter(({ turn, swing }) => swing >= WORTH_TELLING && !told.has(turn.number))
    .sort((a, b) => b.swing - a.swing)
    .slice(0, GAINS)
    .map(({ turn, seat, points }): TurningPoint => ({ number: turn.number, kind: 'gain', seat, points, next: 0 }))
  return [...leads, ...gains].sort((a, b) => a.number - b.number)
}

/** Group consecutive entries of one seat into turns. */
function turnsOf(points: readonly Points[]): Turn[] {
  const turns: Turn[] = []
  let seat: number | null = null
  let before = points[0]?.scores ?? []
  for (const entry of points.slice(1)) {
    const turn = turns.at(-1)
    if (turn && (entry.seat === seat || entry.seat === null)) {
      turn.number = entry.number
      turn.after = entry.scores
    } else turns.push({ number: entry.number, before, after: entry.scores })
    before = entry.scores
    seat = entry.seat ?? seat
  }
  return turns
}

/** The seat with the highest score; null if several have it. */
function leader(scores: readonly number[]): number | null {
  const most = Math.max(...scores)
  return scores.filter((score) => score === most).length === 1 ? scores.indexOf(most) : null
}

/** The changes of the lead that lasted longest. */
function leadsOf(turns: readonly Turn[]): TurningPoint[] {
  const changes: { at: number; found: TurningPoint }[] = []
  let lead: number | null = null
  for (const [at, { number, after }] of turns.entries()) {
    const seat = leader(after)
    if (seat === null || seat === lead) continue
    const [points = 0, next = 0] = after.toSorted((a, b) => b - a)
    // The first lead of the match was not taken from anybody.
    if (lead !== null) changes.push({ at, found: { number, kind: 'lead', seat, points, next } })
    lead = seat
  }
  const lasted = (n: number) => (changes[n + 1]?.at ?? turns.length) - (changes[n]?.at ?? 0)
  return changes
    .map(({ found }, n) => ({ found, lasted: lasted(n) }))
    .sort((a, b) => b.lasted - a.lasted)
    .slice(0, LEADS)
    .map(({ found }) => found)
}

/** The seat that gained most in a turn, and by how much more than everybody else. */
function gainOf({ before, after }: Turn): { seat: number; points: number; swing: number } {
  const gains = after.map((score, seat) => score - (before[seat] ?? 0))
  const points = Math.max(...gains)
  const seat = gains.indexOf(points)
  const others = gains.filter((_, other) => other !== seat)
  return { seat, points, swing: points - Math.max(0, ...others) }
}
