/** What just happened, as a board shows it: what is marked until the next move, what flies where, how a battle ended. */

import type { GameEvent, Told } from '../../protocol'

const seatOf = (value: unknown): number => Number(value)

export const eventsOf = (entries: readonly Told[]): GameEvent[] =>
  entries.flatMap((entry) => entry.steps.flatMap((step) => step.events))

/** Marks by the name of what they lie on, with the seat in whose colour: `pile:silver`, `unit:2:cavalry`, `discard:1`. */
export function marks(events: readonly GameEvent[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { event, params } of events) {
    const seat = seatOf(params.seat)
    const card = String(params.card)
    switch (event) {
      case 'played':
      case 'replayed':
      case 'paid':
        found.set(`unit:${seat}:${card}`, seat)
        break
      case 'bought':
      case 'gained':
      case 'won_prize':
        found.set(`pile:${card}`, seat)
        found.set(`discard:${seat}`, seat)
        break
      case 'went_back':
        found.set(`pile:${card}`, seat)
        break
      case 'trashed':
        found.set('trash', seat)
        break
      case 'trapped':
      case 'stole':
        found.set(`discard:${seatOf(params.owner)}`, seat)
        found.set(`camp:${seatOf(params.owner)}`, seat)
        break
      case 'handed':
      case 'aimed':
      case 'battle_begins':
        found.set(`camp:${seatOf(params.other)}`, seat)
        break
      case 'recalled':
      case 'laid_down':
      case 'swept':
      case 'set_aside':
      case 'fell':
      case 'struck':
        found.set(`discard:${seat}`, seat)
    }
  }
  return found
}

/** A card on its way between two places, by the names of their zones. */
export interface Flight {
  card: string | null
  from: string
  to: string
}

/**
 * Cards that go from place to place unseen, because a board shows only the top of a pile or counts a hand: what is told
 * of them, in order. What lies before everybody's eyes moves by itself.
 */
export function flights(events: readonly GameEvent[], me: number | null, open: boolean): Flight[] {
  const found: Flight[] = []
  const fly = (card: unknown, from: string, to: string) =>
    found.push({ card: typeof card === 'string' ? card : null, from, to })
  for (const { event, params } of events) {
    const seat = seatOf(params.seat)
    const mine = seat === me || open
    switch (event) {
      case 'bought':
      case 'gained':
      case 'won_prize':
        fly(params.card, `pile-${String(params.card)}`, `discard-${seat}`)
        break
      case 'handed':
        fly(params.card, `discard-${seat}`, `discard-${seatOf(params.other)}`)
        break
      case 'trashed':
        if (!mine) fly(params.card, `hand-${seat}`, 'trash')
        break
      case 'went_back':
        fly(params.card, `camp-${seat}`, `pile-${String(params.card)}`)
        break
      case 'stole':
        fly(params.card, `shown`, `discard-${seat}`)
        break
      case 'drew':
        if (!mine) fly(null, `deck-${seat}`, `hand-${seat}`)
        break
      case 'shuffled':
        fly(null, `discard-${seat}`, `deck-${seat}`)
        break
      case 'found':
        if (!mine) fly(params.card, `deck-${seat}`, `hand-${seat}`)
        break
      case 'laid_down':
        if (!mine) fly(params.card, `hand-${seat}`, `discard-${seat}`)
    }
  }
  return found
}

/** How a battle ended, as its events tell it. */
export interface Fought {
  attacker: number
  ally: number | null
  defender: number
  attack: number
  defence: number
  /** Who won, by how much; nobody at a tie. */
  winner: number | null
  margin: number
  prizes: { seat: number; card: string }[]
  left: boolean
}

/** The last battle that some events tell of; the prize of a defender may come with a later move. */
export function fought(events: readonly GameEvent[], ally: number | null): Fought | null {
  let found: Fought | null = null
  for (const { event, params } of events) {
    const seat = seatOf(params.seat)
    if (event === 'fought') {
      found = {
        attacker: seat,
        ally,
        defender: seatOf(params.other),
        attack: Number(params.attack),
        defence: Number(params.defence),
        winner: null,
        margin: 0,
        prizes: [],
        left: false,
      }
    } else if (found && event === 'battle_won') {
      found.winner = seat
      found.margin = Number(params.number)
    } else if (found && event === 'won_prize') found.prizes.push({ seat, card: String(params.card) })
    else if (found && event === 'left_prize') found.left = true
  }
  return found
}
