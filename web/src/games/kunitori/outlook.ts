/** The expected result of a battle after the previewed cards, as numbers and as a sentence. */

import type { Desk } from './desk.svelte'
import { findBattle } from './happened'
import type { Scene } from './scene'
import type { Parts, Prize, Uncertain } from './seen'

export interface Outlook {
  attack: number
  against: number
  /** Its parts; null if the battle would be over. */
  parts: Uncertain<Parts> | null
  prize: Prize | null
}

/** The server's preview of a battle, if it differs from the current state. */
export function outlookOf(desk: Desk, { ended, ally, forces }: Scene): Outlook | null {
  const then = ended ? null : foreseen(desk, ally)
  return then && (then.attack !== forces.attack || then.against !== forces.against) ? then : null
}

function foreseen(desk: Desk, ally: number | null): Outlook | null {
  const found = desk.foreseen?.war?.battle
  const over = found ? null : findBattle(desk.room.foreseen?.events ?? [], ally)
  if (over) {
    const { attack, defence, winner, margin, prizes } = over
    return { attack, against: defence, parts: null, prize: { seat: winner, card: prizes[0]?.card ?? null, margin } }
  }
  if (!found?.prize || !found.parts || found.attack === null || found.against === null) return null
  const { attack, against, parts } = found
  const { seat, card, margin } = found.prize
  return { attack, against, parts, prize: margin === null ? null : { seat, card, margin } }
}

/** The attackers by name. */
export function sides(desk: Desk, { attacker, ally }: Scene): string {
  if (ally === null) return desk.who(attacker)
  return desk.say('and', { one: desk.who(attacker), two: ally === desk.room.seat ? desk.say('you') : desk.who(ally) })
}

/** The sentence that says who wins, by how much, and what for. */
export function verdict(desk: Desk, scene: Scene, prize: Prize | null): string {
  if (!prize) return ''
  if (prize.seat === null) return desk.say('tie')
  const { attacker, ally } = scene
  const me = desk.room.seat
  const joint = prize.seat === attacker && ally !== null
  const you = prize.seat === me || (joint && ally === me)
  return desk.say(`wins${joint ? '_joint' : ''}${you ? '_you' : ''}`, {
    seat: prize.seat,
    who: sides(desk, scene),
    n: prize.margin,
    card: prize.card ? desk.name(prize.card) : desk.say('no_prize'),
  })
}
