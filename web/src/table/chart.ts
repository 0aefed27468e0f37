/** Points over a match as lines: where each player's came from. Drawn in a box of 100 by 40, the axes included. */

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
  /** Values that the axis names, with their heights. */
  marks: { value: number; y: number }[]
}

export function chart(points: readonly Points[]): Chart {
  const values = points.flatMap(({ scores }) => scores)
  // Lines that never move tell nothing.
  const first = points[0]?.scores ?? []
  const moves = points.some(({ scores }) => scores.some((value, seat) => value !== first[seat]))
  if (!moves) return { lines: [], marks: [] }
  const least = Math.min(0, ...values)
  const most = Math.max(1, ...values)
  const x = (at: number) => round((WIDTH * at) / (points.length - 1))
  const y = (value: number) => round(HEIGHT - (HEIGHT * (value - least)) / (most - least))
  const lines = first.map((_, seat) => {
    const steps = points.map(({ scores }, at) => ({ at, value: scores[seat] ?? 0 }))
    // Points come at a moment: a line that only rises between two moves would tell of something that did not happen.
    const path = steps.map(({ at, value }, n) => (n ? `H${x(at)}V${y(value)}` : `M${x(at)} ${y(value)}`)).join('')
    return { seat, path, end: steps.at(-1)?.value ?? 0 }
  })
  const marks = [...new Set([least, 0, most])].map((value) => ({ value, y: y(value) }))
  return { lines, marks }
}

const round = (n: number) => Math.round(100 * n) / 100
