/** Where knights are drawn: on their road, and side by side if several stand on a square. */

import { dangerOf, type KnightSeen } from '../seen'
import { middleOf, type Point } from './geometry'
import type { Danger } from './knights'
import type { Roads } from './roads'

export interface Standing {
  knight: KnightSeen
  /** Where the feet are, and how large it is. */
  at: Point
  scale: number
  /** How many knights stand on the square. */
  company: number
}

export interface Badge {
  square: string
  at: Point
  steps: number
  danger: Danger
  /** The number to show if not all knights are drawn. */
  many: number | null
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
/** More knights than there are places are drawn as one with a number. */
const MANY = PLACES.length

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
    const scale = [1.28, 1.04, 0.9][here.length - 1] ?? 1.28
    for (const [n, knight] of here.slice(0, places ? MANY : 1).entries()) {
      const [dx, dy] = places?.[n] ?? [0, 30]
      figures.push({ knight, at: [cx + dx, cy + dy], scale, company: here.length })
    }
    const first = here[0]
    if (!first) continue
    const at: Point = places && here.length > 1 ? [cx + 34, cy + 36] : [cx + 26, cy + 24]
    badges.push({ square, at, steps: first.steps, danger: dangerOf(first), many: places ? null : here.length })
  }
  return { figures: figures.sort((a, b) => a.at[1] - b.at[1]), badges }
}
