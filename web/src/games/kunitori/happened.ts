/** What just happened, as a board shows it: marks until the next move, flights of cards, results of battles. */

import type { Step } from '../../protocol'
import type { Ways } from '../../table/travel'
import type { Game, KunitoriEvent } from './seen'

export const eventsOf = (entries: readonly { steps: Step<Game>[] }[]): KunitoriEvent[] =>
  entries.flatMap((entry) => entry.steps.flatMap((step) => step.events))

/**
 * Marks by the name of the marked thing, with the seat that gives the colour: `pile:silver`, `unit:2:cavalry`,
 * `discard:1`.
 */
export function findMarks(events: readonly KunitoriEvent[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { event, params } of events) {
    switch (event) {
      case 'played':
      case 'replayed':
      case 'paid':
        found.set(`unit:${params.seat}:${params.card}`, params.seat)
        break
      case 'bought':
      case 'gained':
      case 'won_prize':
        found.set(`pile:${params.card}`, params.seat)
        found.set(`discard:${params.seat}`, params.seat)
        break
      case 'went_back':
        found.set(`pile:${params.card}`, params.seat)
        break
      case 'trashed':
        found.set('trash', params.seat)
        break
      case 'trapped':
      case 'stole':
        found.set(`discard:${params.owner}`, params.seat)
        found.set(`camp:${params.owner}`, params.seat)
        break
      case 'handed':
      case 'aimed':
      case 'battle_begins':
        found.set(`camp:${params.other}`, params.seat)
        break
      case 'recalled':
      case 'laid_down':
      case 'swept':
      case 'set_aside':
      case 'fell':
      case 'struck':
        found.set(`discard:${params.seat}`, params.seat)
    }
  }
  return found
}

/** A card that flies from one zone to another. */
export interface Flight {
  card: string | null
  from: string
  to: string
}

/**
 * Cards whose moves can't be seen on the board, because it shows only the top of a pile or the size of a hand, in
 * order. Visible cards travel by themselves.
 */
export function findFlights(events: readonly KunitoriEvent[], me: number | null, open: boolean): Flight[] {
  const found: Flight[] = []
  const fly = (card: string | null, from: string, to: string) => found.push({ card, from, to })
  for (const { event, params } of events) {
    const seat = 'seat' in params ? params.seat : null
    const mine = seat === me || open
    switch (event) {
      case 'bought':
      case 'gained':
      case 'won_prize':
        fly(params.card, `pile-${params.card}`, `discard-${seat}`)
        break
      case 'handed':
        fly(params.card, `discard-${seat}`, `discard-${params.other}`)
        break
      case 'trashed':
        if (!mine) fly(params.card, `hand-${seat}`, 'trash')
        break
      case 'went_back':
        fly(params.card, `camp-${seat}`, `pile-${params.card}`)
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

/** The zones that visible cards come from and go to with some events; `shown`: the seat whose cards lie open. */
export function waysOf(events: readonly KunitoriEvent[], shown: number | null): Ways {
  const happens = (card: string, ...names: KunitoriEvent['event'][]) =>
    events.some(({ event, params }) => names.includes(event) && 'card' in params && params.card === card)
  return {
    comesFrom(piece, kind) {
      const [place, seat] = piece.split(':')
      if (place === 'hand') return `deck-${seat}`
      if (place === 'unit') return `hand-${seat}`
      if (place === 'shown') return `camp-${shown ?? ''}`
      return place === 'fighter' && happens(kind, 'reinforced') ? `deck-${seat}` : null
    },
    goesTo(piece, kind) {
      const [place, seat] = piece.split(':')
      if (place === 'fighter') return happens(kind, 'struck') ? 'burns' : null
      if (place === 'hand') {
        if (happens(kind, 'trashed')) return 'burns'
        return happens(kind, 'played', 'paid') ? `unit-${seat}-${kind}` : `discard-${seat}`
      }
      return place === 'unit' || place === 'shown' ? `discard-${seat}` : null
    },
  }
}

/** The result of a battle, from its events. */
export interface Fought {
  attacker: number
  ally: number | null
  defender: number
  attack: number
  defence: number
  /** The winning seat and its margin; null for a tie. */
  winner: number | null
  margin: number
  prizes: { seat: number; card: string }[]
  left: boolean
}

/** The newest battle in some events; a defender's prize may come with a later move. */
export function findBattle(events: readonly KunitoriEvent[], ally: number | null): Fought | null {
  let found: Fought | null = null
  for (const { event, params } of events) {
    if (event === 'fought') {
      found = {
        attacker: params.seat,
        ally,
        defender: params.other,
        attack: params.attack,
        defence: params.defence,
        winner: null,
        margin: 0,
        prizes: [],
        left: false,
      }
    } else if (found && event === 'battle_won') {
      found.winner = params.seat
      found.margin = params.number
    } else if (found && event === 'won_prize') found.prizes.push({ seat: params.seat, card: params.card })
    else if (found && event === 'left_prize') found.left = true
  }
  return found
}
