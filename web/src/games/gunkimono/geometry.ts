/** Geometry of the field, in squares: x to the east, y to the south; higher levels are drawn further up. No rules. */

import type { Printed } from './catalogue.svelte'
import type { GunkimonoTable } from './seen'

export type Way = 'n' | 'e' | 's' | 'w'
export const WAYS: readonly Way[] = ['n', 'e', 's', 'w']
export const STEP: Record<Way, { x: number; y: number }> = {
  n: { x: 0, y: -1 },
  e: { x: 1, y: 0 },
  s: { x: 0, y: 1 },
  w: { x: -1, y: 0 },
}

export interface Point {
  x: number
  y: number
}

type Squares = Printed['squares']

/**
 * How far the face of a block is lifted, by its level: less for each further level, or towers would hide what is behind
 * them.
 */
const LIFTS = [0, 0.08, 0.15, 0.21, 0.27, 0.32, 0.37, 0.41]
export const lift = (level: number): number => LIFTS[level] ?? 0.41 + 0.02 * (level - 7)

export function place(squares: Squares, square: string): Point {
  const found = squares[square]
  return { x: found?.column ?? 0, y: found?.row ?? 0 }
}

/** Squares by field and place: a cache, since every square is looked up with every move. */
const places = new WeakMap<Squares, Map<number, string>>()
const WIDEST = 1000 // columns, with those beyond the edge

function squareAt(squares: Squares, x: number, y: number): string | null {
  let known = places.get(squares)
  if (!known) {
    known = new Map(Object.entries(squares).map(([square, { row, column }]) => [row * WIDEST + column, square]))
    places.set(squares, known)
  }
  return known.get(y * WIDEST + x) ?? null
}

/** The square one step away; undefined off the field. */
export function beside(squares: Squares, square: string, way: Way): string | null {
  const { x, y } = place(squares, square)
  return squareAt(squares, x + STEP[way].x, y + STEP[way].y)
}

/** The next square in a direction, across holes; at the edge the same square. */
export function onward(squares: Squares, square: string, way: Way, rows: number, columns: number): string {
  const { x, y } = place(squares, square)
  for (let n = 1; n <= Math.max(rows, columns); n++) {
    const found = squareAt(squares, x + n * STEP[way].x, y + n * STEP[way].y)
    if (found !== null) return found
  }
  return square
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/**
 * The outline of a formation along its lifted faces, as an SVG path in hundredths of a square. A block that stands above
 * its southern neighbour shows its front there, which belongs to it.
 */
export function outline(squares: Squares, members: readonly string[], levelOf: (square: string) => number): string {
  const inside = new Set(members)
  const boxes = members.map((square): Box => {
    const { x, y } = place(squares, square)
    const up = lift(levelOf(square))
    const south = beside(squares, square, 's')
    const foot = south !== null && inside.has(south) ? Math.min(up, lift(levelOf(south))) : up
    return { left: x, top: y - up, right: x + 1, bottom: y + 1 - foot }
  })
  return around(boxes)
}

/** The edge of a union of boxes. */
function around(boxes: readonly Box[]): string {
  const xs = sorted(boxes.flatMap(({ left, right }) => [left, right]))
  const ys = sorted(boxes.flatMap(({ top, bottom }) => [top, bottom]))
  const filled = (i: number, j: number): boolean => {
    const [x, y] = [xs[i], ys[j]]
    const [right, bottom] = [xs[i + 1], ys[j + 1]]
    if (x === undefined || y === undefined || right === undefined || bottom === undefined) return false
    return boxes.some((box) => box.left <= x && right <= box.right && box.top <= y && bottom <= box.bottom)
  }
  const parts: string[] = []
  const at = (n: number | undefined) => Math.round((n ?? 0) * 100)
  for (let i = 0; i < xs.length; i++) {
    for (let j = 0; j < ys.length; j++) {
      if (filled(i, j) !== filled(i, j - 1)) parts.push(`M${at(xs[i])} ${at(ys[j])}H${at(xs[i + 1])}`)
      if (filled(i, j) !== filled(i - 1, j)) parts.push(`M${at(xs[i])} ${at(ys[j])}V${at(ys[j + 1])}`)
    }
  }
  return parts.join('')
}

const sorted = (values: number[]) => [...new Set(values)].sort((a, b) => a - b)

/** The upper left corner of a formation, where its size is shown. */
export function corner(squares: Squares, members: readonly string[], levelOf: (square: string) => number): Point {
  const faces = members.map((square) => {
    const { x, y } = place(squares, square)
    return { x, y: y - lift(levelOf(square)) }
  })
  return faces.reduce(
    (best, face) => (face.y < best.y - 0.5 || (face.y < best.y + 0.5 && face.x < best.x) ? face : best),
    {
      x: Infinity,
      y: Infinity,
    },
  )
}

export interface Tie {
  from: Point
  to: Point
}

/** The cords that tie equal neighbours: from the middle of an edge of one face to that of the other. */
export function ties(squares: Squares, table: Pick<GunkimonoTable, 'field' | 'formations'>): Tie[] {
  const found: Tie[] = []
  for (const { squares: members } of table.formations) {
    for (const square of members) {
      for (const way of ['e', 's'] as const) {
        const other = beside(squares, square, way)
        if (other === null || !members.includes(other)) continue
        const here = middle(squares, square, table.field[square]?.level ?? 0)
        const there = middle(squares, other, table.field[other]?.level ?? 0)
        const [dx, dy] = way === 'e' ? [0.4, 0] : [0, 0.4]
        found.push({ from: { x: here.x + dx, y: here.y + dy }, to: { x: there.x - dx, y: there.y - dy } })
      }
    }
  }
  return found
}

export function middle(squares: Squares, square: string, level: number): Point {
  const { x, y } = place(squares, square)
  return { x: x + 0.5, y: y + 0.5 - lift(level) }
}
