/** Outlines of formations and standards over fortresses, as shapes on the field. */

import { catalogue } from './catalogue.svelte'
import { corner, middle, outline, type Point } from './geometry'
import {
  formationOf,
  type Choice,
  type Decision,
  type ForeseenTable,
  type Formation,
  type GunkimonoTable,
  type Half,
} from './seen'

/** The part of the desk that outlines depend on. */
interface Field {
  table: GunkimonoTable
  /** The table as it would be after the move that is previewed. */
  then: ForeseenTable | null
  ghost: { squares: string[]; written: string | null } | null
  decision: Decision | null
  asked: number[]
  halves: Half[]
  all: boolean
  at: string | null
  looked: string | null
  levelOf: (square: string) => number
  choice(half: number): Choice | null
}

export interface Outline {
  key: string
  path: string
  at: Point
  /** The size to show; 0 for none. */
  size: number
  kind: 'owned' | 'made' | 'other' | 'looked'
  squares: readonly string[]
  house: number | null
}

/** Outlines of owned formations, of those that the tile would make or that score, and of one pointed at (or all). */
export function outlinesOf(desk: Field): Outline[] {
  const { table, then, ghost } = desk
  const levelThen = (square: string) => (then ?? table).field?.[square]?.level ?? 0
  const found = table.formations
    .filter(({ owner, size }) => owner !== null && size > 1)
    .map((formation) => ({ ...drawn(formation, 'owned', desk.levelOf), size: 0 }))
  if (ghost && then && ghost.written) {
    const made = new Set(ghost.squares.map((square) => formationOf(then, square)))
    // The first half, under the finger, is drawn differently from the other.
    for (const [n, formation] of [...made].entries())
      if (formation) found.push(drawn(formation, n === 0 ? 'made' : 'other', levelThen))
  } else if (desk.decision === 'points') {
    const asked = desk.asked.find((n) => desk.choice(n) === null) ?? 0
    for (const [n, { square }] of desk.halves.entries()) {
      const formation = formationOf(table, square)
      if (formation) found.push(drawn(formation, n === asked ? 'made' : 'other', desk.levelOf))
    }
  } else if (desk.all) {
    for (const formation of table.formations)
      if (formation.size > 1) found.push(drawn(formation, 'looked', desk.levelOf))
  } else {
    const building = desk.decision === 'site'
    const square = building ? desk.at : desk.looked
    const formation = square === null ? undefined : formationOf(table, square)
    if (formation) found.push(drawn(formation, building ? 'made' : 'looked', desk.levelOf))
  }
  return found
}

function drawn(formation: Formation, kind: Outline['kind'], levelOf: (square: string) => number): Outline {
  const { squares } = catalogue.all
  return {
    key: `${kind}:${formation.squares[0] ?? ''}`,
    path: outline(squares, formation.squares, levelOf),
    at: corner(squares, formation.squares, levelOf),
    size: formation.size,
    kind,
    squares: formation.squares,
    house: formation.owner,
  }
}

export interface Standard extends Point {
  square: string
  seat: number
  text: string
  /** The previewed move would change the size of its formation. */
  changed: boolean
}

export function standardsOf({ table, then, levelOf }: Field): Standard[] {
  const { squares } = catalogue.all
  return Object.keys(squares).flatMap((square) => {
    const seat = table.field[square]?.fortress ?? null
    if (seat === null) return []
    const now = formationOf(table, square)?.size ?? 0
    const later = then ? (formationOf(then, square)?.size ?? now) : now
    const { x, y } = middle(squares, square, levelOf(square))
    const text = now === later ? `${now}` : `${now} → ${later}`
    // Above the roof, so that the unit's symbol stays visible.
    return [{ square, seat, x: x + 0.16, y: y - 0.54, text, changed: now !== later }]
  })
}
