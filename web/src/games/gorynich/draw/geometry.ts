/** Points and directions on the map: a square is 100 wide, a1 is the first in the upper left corner. */

export type Point = readonly [x: number, y: number]
export type Way = 'up' | 'right' | 'down' | 'left'

export const SQUARE = 100
export const SIZE = 10
export const COLUMNS = 'abcdefghij'

/** For each direction its step on the map. */
export const STEP: Readonly<Record<string, Point>> = {
  up: [0, -1],
  right: [1, 0],
  down: [0, 1],
  left: [-1, 0],
  up_right: [1, -1],
  down_right: [1, 1],
  down_left: [-1, 1],
  up_left: [-1, -1],
}
export const TURN: Readonly<Record<string, number>> = {
  up: -90,
  right: 0,
  down: 90,
  left: 180,
  up_right: -45,
  down_right: 45,
  down_left: 135,
  up_left: -135,
}
export const OPPOSITE: Readonly<Record<Way, Way>> = { up: 'down', down: 'up', left: 'right', right: 'left' }

/** Column and row of a square by its name, from 0. */
export const placeOf = (name: string): Point => [COLUMNS.indexOf(name[0] ?? ''), Number(name.slice(1)) - 1]

export const nameOf = (x: number, y: number): string => `${COLUMNS[x]}${y + 1}`

/** Up to `most` squares from one on in a direction, as far as the map reaches. */
export function ahead(name: string, way: string, most: number): string[] {
  const [x, y] = placeOf(name)
  const [dx, dy] = STEP[way] ?? [0, 0]
  const inside = (n: number) => n >= 0 && n < SIZE
  return Array.from({ length: most }, (_, n) => [x + dx * (n + 1), y + dy * (n + 1)] as const)
    .filter(([px, py]) => inside(px) && inside(py))
    .map(([px, py]) => nameOf(px, py))
}

/** The square in which a point of the map lies, or the nearest one. */
export function squareAt(x: number, y: number): string {
  const place = (n: number) => Math.max(0, Math.min(SIZE - 1, Math.floor(n / SQUARE)))
  return nameOf(place(x), place(y))
}

/** The middle of a square. */
export function middleOf(name: string): Point {
  const [x, y] = placeOf(name)
  return [x * SQUARE + SQUARE / 2, y * SQUARE + SQUARE / 2]
}

export const round1 = (n: number): number => Math.round(n * 10) / 10

/**
 * A number between 0 and 1 that looks random and is always the same for the same arguments, so that drawings do not
 * change.
 */
export function chance(a: number, b: number, c = 0): number {
  let hash = (a * 374761393 + b * 668265263 + c * 2147483647) | 0
  hash = ((hash ^ (hash >>> 13)) * 1274126177) | 0
  hash ^= hash >>> 16
  return (hash >>> 0) / 4294967296
}

/** Points as the path of a line. */
export const polyline = (points: readonly Point[]): string =>
  `M${points.map(([x, y]) => `${round1(x)} ${round1(y)}`).join('L')}`
