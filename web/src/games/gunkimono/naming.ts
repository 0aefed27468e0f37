/** Squares in words. */

import type { Desk } from './desk.svelte'
import { formationOf } from './seen'

/** Everything visible on a square: « c4, infanterie, niveau 3, formation de 5 ». */
export function nameOf(desk: Desk, square: string): string {
  const seen = desk.table.field[square]
  if (!seen) return square
  const formation = formationOf(desk.table, square)
  const words = [`${square}, ${desk.unit(seen.unit)}`]
  if (seen.level) words.push(desk.say('level', { n: seen.level }))
  if (formation) words.push(desk.say('formation_of', { n: formation.size }))
  if (seen.fortress !== null) words.push(desk.say('fortress_of', { seat: seen.fortress }))
  if (desk.last?.squares.includes(square)) words.push(desk.say('just_laid', { seat: desk.last.seat }))
  const state = desk.stateOf(square)
  if (state === 'legal' || state === 'propped')
    words.push(desk.say(state === 'legal' ? 'may_lie' : 'may_lie_supported'))
  return words.join(', ')
}
