/** Points over a match as lines, and their sources as layers, in a box of 100 by 40 with axes. */

import type { Points } from '../protocol'

export const WIDTH = 100
export const HEIGHT = 40

export interface Line {
  seat: number
  /** As an SVG path. */
  path: string
  end: number
}

export interface Chart {
  lines: Line[]
  /** Labelled values of the axis, with their heights. */
  marks: { value: number; y: number }[]
}

/** A part of a match in which points begin anew, such as a round: its last entry, and the points with which it ended. */
export interface Section {
  name: string
  last: number
  scores: readonly number[]
}

/** Where the parts of a match begin and end; one without an entry of its own is left out. */
export function partsOf(
  points: readonly Points[],
  sections: readonly Section[],
): { name: string; from: number; to: number }[] {
  const x = (number: number) => round((WIDTH * indexOf(points, number)) / (points.length - 1))
  return sections
    .map(({ name, last }, n) => ({ name, from: n ? x(sections[n - 1]?.last ?? 0) : 0, to: x(last) }))
    .filter(({ from, to }) => to > from)
}

const indexOf = (points: readonly Points[], number: number) => points.findIndex((one) => one.number >= number)

export function chart(points: readonly Points[], sections: readonly Section[] = []): Chart {
  const values = [...points, ...sections].flatMap(({ scores }) => scores)
  const ends = new Map(sections.map(({ last, scores }) => [indexOf(points, last), scores]))
  // Leave out lines that are constant over the match.
  const first = points[0]?.scores ?? []
  const moves = points.some(({ scores }) => scores.some((value, seat) => value !== first[seat]))
  if (!moves) return { lines: [], marks: [] }
  const least = Math.min(0, ...values)
  const most = Math.max(1, ...values)
  const x = (at: number) => round((WIDTH * at) / (points.length - 1))
  const y = (value: number) => round(HEIGHT - (HEIGHT * (value - least)) / (most - least))
  const lines = first.map((_, seat) => {
    const steps = points.map(({ scores }, at) => ({ at, value: scores[seat] ?? 0 }))
    // Points change at a moment, so the line is a step: a slope would show points that nobody had.
    const path = steps
      .map(({ at, value }, n) => {
        const end = ends.get(at)?.[seat]
        return n ? `H${x(at)}${end === undefined ? '' : `V${y(end)}`}V${y(value)}` : `M${x(at)} ${y(value)}`
      })
      .join('')
    return { seat, path, end: steps.at(-1)?.value ?? 0 }
  })
  const marks = [...new Set([least, 0, most])].map((value) => ({ value, y: y(value) }))
  return { lines, marks }
}

export interface Layers {
  sources: string[]
  /** By seat: a path for each source, the bottom layer first. */
  seats: string[][]
}

/** The sources of each player's points over the match; empty if the game does not name them. */
export function layers(points: readonly Points[]): Layers {
  const sources = [...new Set(points.flatMap((one) => one.sources.flatMap((of) => Object.keys(of))))]
  if (!sources.length || points.length < 2) return { sources: [], seats: [] }
  const sums = (one: Points, seat: number) => {
    let sum = 0
    return sources.map((source) => (sum += Math.max(0, one.sources[seat]?.[source] ?? 0)))
  }
  const seats = points[0]?.scores ?? []
  const most = Math.max(1, ...points.flatMap((one) => seats.map((_, seat) => sums(one, seat).at(-1) ?? 0)))
  const x = (at: number) => round((WIDTH * at) / (points.length - 1))
  const y = (value: number) => round(HEIGHT - (HEIGHT * value) / most)
  return {
    sources,
    seats: seats.map((_, seat) => {
      const heights = points.map((one) => [0, ...sums(one, seat)])
      return sources.map((_, n) => {
        const over = heights.map((high, at) => `${at ? `H${x(at)}V` : `M0 `}${y(high[n + 1] ?? 0)}`).join('')
        const back = heights
          .map((high, at) => ({ at, low: y(high[n] ?? 0) }))
          .toReversed()
          .map(({ at, low }) => `V${low}H${x(at)}`)
        return `${over}${back.join('')}Z`
      })
    }),
  }
}

const round = (n: number) => Math.round(100 * n) / 100
