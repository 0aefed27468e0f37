/**
 * The map as it is drawn: roads that wind from gate to castle, read from rows of signs (`^ > v <` a lane, `*` a start,
 * `~` river, `.` a bush, `#` the castle).
 *
 * In every square with an arrow a curve leads from each side by which a lane comes in to the side by which it leaves.
 * Where a lane crosses a side is a little off the middle, the same for both squares: joints and merges come by themselves.
 */

import { chance, nameOf, placeOf, SIZE, SQUARE, type Point } from './geometry'

export interface Cell {
  x: number
  y: number
  start: boolean
  river: boolean
  castle: boolean
  /** Where the lane goes on from here. */
  way: Point | null
  /** The side of the map at which the gate of a start stands. */
  gate: Point | null
  /** From where lanes come in, as directions of travel. */
  from: Point[]
}

/** A cubic curve: two ends and their handles. */
export type Curve = readonly [Point, Point, Point, Point]

interface Stretch {
  cell: Cell
  /** The direction in which it is entered. */
  entered: Point
  curve: Curve
}

/** A square on a knight's way, and the side where the knight enters it. */
interface Stage {
  cell: Cell
  entered: Point
}

const SIGNS: Readonly<Record<string, Point>> = { '>': [1, 0], '<': [-1, 0], '^': [0, -1], v: [0, 1] }
const SIDES: readonly Point[] = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
]
const same = (a: Point, b: Point) => a[0] === b[0] && a[1] === b[1]
const back = ([x, y]: Point): Point => [-x, -y]

function at(curve: Curve, t: number): Point {
  const u = 1 - t
  const along = (i: 0 | 1) =>
    u * u * u * curve[0][i] + 3 * u * u * t * curve[1][i] + 3 * u * t * t * curve[2][i] + t * t * t * curve[3][i]
  return [along(0), along(1)]
}

export class Roads {
  readonly cells: Cell[]
  readonly stretches: Stretch[] = []

  constructor(map: readonly (readonly string[])[]) {
    this.cells = map.flatMap((row, y) => row.map((signs, x) => cellOf(signs, x, y)))
    for (const cell of this.cells) this.#lay(cell)
  }

  cell(x: number, y: number): Cell | null {
    return x < 0 || y < 0 || x >= SIZE || y >= SIZE ? null : (this.cells[y * SIZE + x] ?? null)
  }

  named(name: string): Cell | null {
    return this.cell(...placeOf(name))
  }

  get gates(): { cell: Cell; side: Point; point: Point }[] {
    return this.cells.flatMap((cell) =>
      cell.gate ? [{ cell, side: cell.gate, point: this.#crossing(cell, cell.gate) }] : [],
    )
  }

  /** Where roads enter the castle, and in which direction. */
  get doors(): { point: Point; way: Point }[] {
    return this.cells.flatMap((cell) =>
      cell.way && this.#beside(cell, cell.way)?.castle
        ? [{ point: this.#crossing(cell, cell.way), way: cell.way }]
        : [],
    )
  }

  #beside(cell: Cell, [dx, dy]: Point): Cell | null {
    return this.cell(cell.x + dx, cell.y + dy)
  }

  /** Where a lane crosses a side of a square. */
  #crossing(cell: Cell, way: Point): Point {
    const across = way[0] !== 0
    const ex = across && way[0] > 0 ? cell.x + 1 : cell.x
    const ey = !across && way[1] > 0 ? cell.y + 1 : cell.y
    const next = this.#beside(cell, way)
    const off = !next ? 0 : (next.castle || cell.castle ? 9 : 30) * (chance(ex, ey, across ? 1 : 2) - 0.5)
    return across
      ? [ex * SQUARE, cell.y * SQUARE + SQUARE / 2 + off]
      : [cell.x * SQUARE + SQUARE / 2 + off, ey * SQUARE]
  }

  #lay(cell: Cell): void {
    const { way } = cell
    if (!way) return
    cell.from = SIDES.filter((entered) => {
      const before = this.#beside(cell, back(entered))
      return before?.way && same(before.way, entered)
    })
    if (cell.start) cell.gate = this.#gateSide(cell, way)
    const entries = cell.gate ? [...cell.from, back(cell.gate)] : cell.from
    const out = this.#crossing(cell, way)
    for (const entered of entries) {
      const curve = curveOf(this.#crossing(cell, back(entered)), entered, out, way)
      this.stretches.push({ cell, entered, curve })
    }
  }

  /** On the border opposite the arrow, else on another side of the map. */
  #gateSide(cell: Cell, way: Point): Point | null {
    const outer = SIDES.filter((side) => !this.#beside(cell, side))
    return outer.find((side) => same(side, back(way))) ?? outer.find((side) => !same(side, way)) ?? outer[0] ?? null
  }

  #stretch({ cell, entered }: Stage): Stretch | undefined {
    return (
      this.stretches.find((one) => one.cell === cell && same(one.entered, entered)) ??
      this.stretches.find((one) => one.cell === cell)
    )
  }

  /** The squares from a start to the castle: found once for each. */
  readonly #ways = new Map<string, Stage[]>()
  #way(start: string): Stage[] {
    let way = this.#ways.get(start)
    if (!way) this.#ways.set(start, (way = this.#found(start)))
    return way
  }

  #found(start: string): Stage[] {
    const stages: Stage[] = []
    let cell = this.named(start)
    let entered: Point | null = cell?.gate ? back(cell.gate) : (cell?.way ?? null)
    while (cell?.way && entered && stages.length < SIZE * SIZE) {
      stages.push({ cell, entered })
      entered = cell.way
      cell = this.#beside(cell, cell.way)
    }
    return stages
  }

  /** A knight's way from where it stands on, itself first; and before. */
  #ahead(start: string, square: string): Stage[] {
    const stages = this.#way(start)
    return stages.slice(stages.findIndex(({ cell }) => nameOf(cell.x, cell.y) === square))
  }

  /** How many steps it is from a square to the castle. */
  stepsFrom(square: string): number {
    let steps = 0
    for (let cell = this.named(square); cell?.way && steps < SIZE * SIZE; cell = this.#beside(cell, cell.way)) steps++
    return steps
  }

  /** Where a knight stands: amid its own curve. */
  standing(start: string, square: string): Point {
    const stage = this.#way(start).find(({ cell }) => nameOf(cell.x, cell.y) === square)
    const stretch = stage && this.#stretch(stage)
    const [x, y] = placeOf(square)
    return stretch ? at(stretch.curve, 0.5) : [x * SQUARE + SQUARE / 2, y * SQUARE + SQUARE / 2]
  }

  /** The road from where a knight stands, so many squares on, or to the door of the castle. */
  trail(start: string, square: string, steps: number): Point[] {
    const stages = this.#ahead(start, square)
    const points: Point[] = []
    for (const [n, stage] of stages.slice(0, steps + 1).entries()) {
      const stretch = this.#stretch(stage)
      if (!stretch) continue
      for (let t = n === 0 ? 5 : 0; t <= (n === steps ? 5 : 10); t++) points.push(at(stretch.curve, t / 10))
    }
    const last = stages.at(-1)
    const end = points.at(-1)
    if (steps >= stages.length && last?.cell.way && end)
      points.push([end[0] + last.cell.way[0] * 16, end[1] + last.cell.way[1] * 16])
    return points
  }

  /** The road between two squares of a knight's way, on or back. */
  between(start: string, from: string, to: string): Point[] {
    const names = this.#way(start).map(({ cell }) => nameOf(cell.x, cell.y))
    const [a, b] = [names.indexOf(from), names.indexOf(to)]
    if (a < 0) return []
    if (b < 0) return this.trail(start, from, names.length - a) // into the castle
    return b >= a ? this.trail(start, from, b - a) : this.trail(start, to, a - b).reverse()
  }

  /** Points along all roads, ten a square: where no tree can stand. */
  sampled(): Point[] {
    return this.stretches.flatMap(({ curve }) => Array.from({ length: 11 }, (_, n) => at(curve, n / 10)))
  }

  /** A curve in a square with a lane, to draw its sign on. */
  leaving(cell: Cell): Curve | undefined {
    return this.stretches.find((one) => one.cell === cell)?.curve
  }
}

function cellOf(signs: string, x: number, y: number): Cell {
  return {
    x,
    y,
    start: signs.includes('*'),
    river: signs.includes('~'),
    castle: signs === '#',
    way: SIGNS[signs.at(-1) ?? ''] ?? null,
    gate: null,
    from: [],
  }
}

/** Tangents along the travel, handles two fifths of a square long, a little more where it goes straight on. */
function curveOf(p: Point, entered: Point, q: Point, leaves: Point): Curve {
  const k = same(entered, leaves) ? 46 : 40
  return [p, [p[0] + entered[0] * k, p[1] + entered[1] * k], [q[0] - leaves[0] * k, q[1] - leaves[1] * k], q]
}
