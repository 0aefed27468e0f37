/** Where knights are drawn: amid their road, and side by side where several stand on a square. */

import { dangerOf, type KnightSeen } from '../seen'
import { middleOf, type Point } from './geometry'
import type { Danger } from './knights'
import type { Roads } from './roads'

export interface Standing {
  knight: KnightSeen
  /** Where the feet are, and how large it is. */
  at: Point
  scale: number
  /** How many stand there. */
  company: number
}

export interface Badge {
  square: string
  at: Point
  steps: number
  danger: Danger
}

const PLACES: readonly (readonly Point[])[] = [
  [[0, 30]],
  [
    [-21, 22],
    [21, 32],
  ],
  [
    [-25, 8],
    [25, 8],
    [0, 38],
  ],
]
/** Four and more: in rows of up to four, one behind the other. */
const ROW = 4

function crowd(n: number, count: number): Point {
  const rows = Math.ceil(count / ROW)
  const row = Math.floor(n / ROW)
  const here = row < rows - 1 ? ROW : count - ROW * row
  return [((n % ROW) - (here - 1) / 2) * 25, 44 - (rows - 1 - row) * 30]
}

export function standings(knights: readonly KnightSeen[], roads: Roads): { figures: Standing[]; badges: Badge[] } {
  const bySquare = new Map<string, KnightSeen[]>()
  for (const knight of knights) bySquare.set(knight.square, [...(bySquare.get(knight.square) ?? []), knight])
  const figures: Standing[] = []
  const badges: Badge[] = []
  for (const [square, here] of bySquare) {
    const [mx, my] = middleOf(square)
    const points = here.map(({ start }) => roads.standing(start, square))
    const mean = (i: 0 | 1) => points.reduce((sum, point) => sum + point[i], 0) / points.length
    const [cx, cy] = [mx + (mean(0) - mx) * 0.7, my + (mean(1) - my) * 0.7]
    const places = PLACES[here.length - 1]
    const scale = [1.28, 1.04, 0.9, 0.72][here.length - 1] ?? 0.56
    for (const [n, knight] of here.entries()) {
      const [dx, dy] = places?.[n] ?? crowd(n, here.length)
      figures.push({ knight, at: [cx + dx, cy + dy], scale, company: here.length })
    }
    const first = here[0]
    if (!first) continue
    const at: Point = here.length === 1 ? [cx + 26, cy + 24] : [cx + (here.length > 3 ? 52 : 34), cy + 36]
    badges.push({ square, at, steps: first.steps, danger: dangerOf(first) })
  }
  return { figures: figures.sort((a, b) => a.at[1] - b.at[1]), badges }
}
