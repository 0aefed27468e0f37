/** The formations that are outlined, and the standards over fortresses: as shapes on the field. */

import { catalogue } from './catalogue.svelte'
import type { Desk } from './desk.svelte'
import { corner, middle, outline, type Point } from './geometry'
import { formationOf, type Formation } from './seen'

export interface Outline {
  key: string
  path: string
  at: Point
  /** What is told of it; 0: nothing. */
  size: number
  kind: 'owned' | 'made' | 'other' | 'looked'
  squares: readonly string[]
  house: number | null
}

/** Those with an owner; those that the tile would make, or that score; that of a square looked at, or all. */
export function outlinesOf(desk: Desk): Outline[] {
  const { table, then, ghost } = desk
  const levelThen = (square: string) => (then ?? table).field[square]?.level ?? 0
  const found = table.formations
    .filter(({ owner, size }) => owner !== null && size > 1)
    .map((formation) => ({ ...drawn(formation, 'owned', desk.levelOf), size: 0 }))
  if (ghost && then && ghost.written) {
    const made = new Set(ghost.squares.map((square) => formationOf(then, square)))
    // The first half, under the finger, is told apart from the other.
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
  /** What is looked at would change the size of its formation. */
  changed: boolean
}

export function standardsOf({ table, then, levelOf }: Desk): Standard[] {
  const { squares } = catalogue.all
  return Object.keys(squares).flatMap((square) => {
    const seat = table.field[square]?.fortress ?? null
    if (seat === null) return []
    const now = formationOf(table, square)?.size ?? 0
    const later = then ? (formationOf(then, square)?.size ?? now) : now
    const { x, y } = middle(squares, square, levelOf(square))
    const text = now === later ? `${now}` : `${now} → ${later}`
    // Over the roof, which leaves the sign of the unit free.
    return [{ square, seat, x: x + 0.16, y: y - 0.54, text, changed: now !== later }]
  })
}
