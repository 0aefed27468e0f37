/** What is drawn in a row: its cards, what each would become after the move that is looked at, and how they fit. */

import type { Unit } from './seen'

export interface Laid extends Unit {
  key: string
  /** How many equal ones lie here as one. */
  n: number
  /** Would be there after the move that is looked at. */
  ghost: boolean
  /** Would be gone. */
  gone: boolean
  /** What would lie in its place. */
  instead: Unit | null
  /** What it would count, where that differs. */
  then: number | null
}

const AS_IT_IS = { ghost: false, gone: false, instead: null, then: null }

/** The cards of a row with what would become of them; `after` is the row as it would be, if that is known. */
export function outlook(before: readonly Unit[], after: readonly Unit[] | null): Omit<Laid, 'key' | 'n'>[] {
  if (!after) return before.map((unit) => ({ ...unit, ...AS_IT_IS }))
  const stays = matched(before, after)
  const laid: Omit<Laid, 'key' | 'n'>[] = []
  let next = 0
  for (const [at, unit] of before.entries()) {
    const to = stays.get(at)
    if (to === undefined) {
      laid.push({ ...unit, ...AS_IT_IS, gone: true })
      continue
    }
    come(after.slice(next, to))
    const then = after[to]?.strength ?? unit.strength
    laid.push({ ...unit, ...AS_IT_IS, then: then === unit.strength ? null : then })
    next = to + 1
  }
  come(after.slice(next))
  return laid

  /** What comes where a card goes takes its place, so that nothing moves under the pointer. */
  function come(units: readonly Unit[]) {
    const last = laid.at(-1)
    const [first, ...others] = units
    if (last?.gone && first) last.instead = first
    for (const unit of last?.gone ? others : units) laid.push({ ...unit, ...AS_IT_IS, ghost: true })
  }
}

const isSame = (a: Unit | undefined, b: Unit | undefined): boolean => a?.card === b?.card && a?.by === b?.by

/** Which card of a row is which of the row as it would be: the longest run of cards that both have, in order. */
function matched(before: readonly Unit[], after: readonly Unit[]): Map<number, number> {
  const best: number[][] = Array.from({ length: before.length + 1 }, () => Array<number>(after.length + 1).fill(0))
  const at = (i: number, j: number) => best[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const line = best[i]
      if (line) line[j] = isSame(before[i], after[j]) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  const found = new Map<number, number>()
  let [i, j] = [0, 0]
  while (i < before.length && j < after.length) {
    if (isSame(before[i], after[j])) found.set(i++, j++)
    else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return found
}

export interface Fitted {
  cards: Laid[]
  w: number
  gap: number
  slat: boolean
  /** Even slats are too many: the lane scrolls. */
  scrolls: boolean
}

const GAP = 4
const NARROW_GAP = 2
const NAMED = 45 // narrower cards have no room for a name
const LEAST = 30

/** The cards of a row as they fit into a lane: single, or equal ones as one, then narrower, then without names. */
export function fit(units: readonly Omit<Laid, 'key' | 'n'>[], lane: number, card: number): Fitted {
  const single = named(units.map((unit) => ({ ...unit, n: 1 })))
  const roomFor = (n: number, gap: number) => Math.floor((lane + gap) / Math.max(1, n)) - gap
  if (roomFor(single.length, GAP) >= card) return { cards: single, w: card, gap: GAP, slat: false, scrolls: false }
  const grouped = named(groups(units))
  const width = Math.min(card, roomFor(grouped.length, NARROW_GAP))
  const slat = width < NAMED
  return { cards: grouped, w: Math.max(LEAST, width), gap: NARROW_GAP, slat, scrolls: width < LEAST }
}

function groups(units: readonly Omit<Laid, 'key' | 'n'>[]): Omit<Laid, 'key'>[] {
  const found = new Map<string, Omit<Laid, 'key'>>()
  for (const unit of units) {
    const key = [unit.card, unit.strength, unit.by, unit.ghost].join()
    const group = found.get(key)
    if (group) {
      group.n++
      group.gone ||= unit.gone
      group.then ??= unit.then
    } else found.set(key, { ...unit, n: 1 })
  }
  return [...found.values()]
}

/** Each with a key of its own, that it keeps from move to move: the third nekker of a row stays the third nekker. */
function named(units: readonly Omit<Laid, 'key'>[]): Laid[] {
  const counts = new Map<string, number>()
  return units.map((unit) => {
    const name = `${unit.ghost ? 'ghost:' : ''}${unit.card}`
    const n = counts.get(name) ?? 0
    counts.set(name, n + unit.n)
    return { ...unit, key: `${name}:${n}` }
  })
}
