/** What the page draws and says of a review, computed from what the server sends. */

import type { Told, Reviewed, VerdictView } from '../protocol'

export type Judgement = VerdictView['judgement']
export type Fault = 'inaccuracy' | 'mistake' | 'blunder'
export const FAULTS: readonly Judgement[] = ['inaccuracy', 'mistake', 'blunder']
const ORDER: readonly Judgement[] = ['best', 'good', 'inaccuracy', 'mistake', 'blunder']

export const isFault = (one: { judgement: Judgement }): boolean => FAULTS.includes(one.judgement)

/** A turn of a seat: one entry of the list, however many decisions it took. */
export interface Turn {
  seat: number
  /** The place in the log of its worst decision, or of its last one. */
  at: number
  verdicts: VerdictView[]
  worst: VerdictView
  loss: number
  judgement: Judgement
  final: boolean
}

export interface Point {
  x: number
  y: number
}

/** The places of the log's entries, by their numbers. */
export const placesOf = (log: readonly Told[]): Map<number, number> =>
  new Map(log.map(({ number }, at) => [number, at]))

/** The turns of the match in which somebody had a choice, in their order. */
export function turnsOf(verdicts: readonly VerdictView[], places: ReadonlyMap<number, number>): Turn[] {
  const turns = new Map<number, VerdictView[]>()
  for (const one of verdicts) turns.set(one.turn, [...(turns.get(one.turn) ?? []), one])
  return [...turns.values()].flatMap((own) => {
    const worst = own.reduce((a, b) => (rank(b) > rank(a) || (rank(a) === rank(b) && b.loss > a.loss) ? b : a))
    const at = places.get((isFault(worst) ? worst : (own.at(-1) ?? worst)).entry)
    if (at === undefined) return []
    const loss = isFault(worst) ? shownLoss(worst) : own.reduce((sum, { loss }) => sum + loss, 0)
    return [{ seat: worst.seat, at, verdicts: own, worst, loss, judgement: worst.judgement, final: own.every(done) }]
  })
}

const rank = ({ judgement }: VerdictView) => ORDER.indexOf(judgement)
/** The loss as the two win chances show it, in whole points. */
const shownLoss = ({ chance, played }: VerdictView) => (Math.round(100 * chance) - Math.round(100 * played)) / 100
const done = ({ final }: VerdictView) => final
/** The win chance of a seat over the match, by what it knew: before and after each of its decisions, then the result. */
export function lineOf(
  verdicts: readonly VerdictView[],
  places: ReadonlyMap<number, number>,
  last: number,
  result: number | null,
): Point[] {
  const points = verdicts.flatMap(({ entry, chance, played }) => {
    const at = places.get(entry)
    return at === undefined
      ? []
      : [
          { x: Math.max(0, at - 1), y: chance },
          { x: at, y: played },
        ]
  })
  points.sort((a, b) => a.x - b.x)
  const first = points[0]
  if (first && first.x > 0) points.unshift({ x: 0, y: first.y })
  if (result !== null && points.length) points.push({ x: last, y: result })
  return points
}

/** The value of a line at a place: that of the last point up to it. */
export function valueAt(line: readonly Point[], x: number): number | null {
  return line.findLast((point) => point.x <= x)?.y ?? null
}

/** Whole numbers that add up to the rounded total: those with the largest remainders are rounded up. */
export function rounded(parts: readonly number[]): number[] {
  const total = Math.round(parts.reduce((sum, part) => sum + part, 0))
  const floors = parts.map(Math.floor)
  const missing = total - floors.reduce((sum, part) => sum + part, 0)
  const order = parts
    .map((part, at) => ({ at, rest: part - Math.floor(part) }))
    .sort((a, b) => b.rest - a.rest || a.at - b.at)
    .slice(0, missing)
  return floors.map((part, at) => part + (order.some((one) => one.at === at) ? 1 : 0))
}

/** The costliest fault of the match, or of a seat; null if there is none. */
export function costliest(turns: readonly Turn[], seats?: readonly number[]): Turn | null {
  const faults = turns.filter((turn) => isFault(turn) && (!seats || seats.includes(turn.seat)))
  return faults.reduce<Turn | null>((most, turn) => (most && most.loss >= turn.loss ? most : turn), null)
}

/** What a move that was tried is worth, by what was measured when the match was reviewed. */
export type Trial = 'right' | 'better' | 'worse' | 'unmeasured'

const NEAR = 0.02 // as good as the best

export function judgeTrial(verdict: VerdictView, move: number): Trial {
  if (move === verdict.best.id) return 'right'
  if (move === verdict.move.id) return 'worse'
  const other = verdict.others.find((one) => one.move.id === move)
  return other ? judgeChance(verdict, other.chance) : 'unmeasured'
}

/** Judge a move by its win chance. */
export function judgeChance(verdict: VerdictView, chance: number): Trial {
  if (chance >= verdict.chance - NEAR) return 'right'
  return chance > verdict.played + NEAR ? 'better' : 'worse'
}

/** How many decisions are measured for good. */
export const measured = (review: Reviewed): number => review.verdicts.filter(done).length
