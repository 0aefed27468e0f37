/**
 * The notation of a touched thing as a move, by decision: `hand` and `copper` are "pay copper" in the buy phase. The
 * server decides what is legal; this file only writes the words.
 */

import type { Decision } from './seen'

/** What can be touched at a table. */
export type Thing =
  | { at: 'hand'; card: string }
  | { at: 'pile'; card: string }
  /** A card in a territory: deployed earlier, played again, or played from the hand. */
  | { at: 'unit'; seat: number; card: string; how: 'deployed' | 'replayed' | 'played' }
  | { at: 'camp'; seat: number }
  | { at: 'shown'; card: string }
  | { at: 'general'; card: string }
  /** A fighter of a battle: of the enemy's first host, or of the second (an ally's, who joined). */
  | { at: 'fighter'; card: string; second: boolean }

const OF_HAND: Readonly<Partial<Record<Decision, string>>> = {
  replay: 'play',
  act: 'play',
  trash: 'trash',
  protect: 'show',
  buy: 'pay',
  tidy: 'keep',
  defend: 'lay',
  lay: 'lay',
}
const OF_CAMP: Readonly<Partial<Record<Decision, string>>> = {
  victim: 'rob',
  give: 'hand',
  war: 'ally',
  aim: 'aim',
  against: 'against',
}

/** The move that touching a thing means; null if it means none for this decision. */
export function writeMove(decision: Decision | null, thing: Thing, me: number | null): string | null {
  if (decision === null) return null
  switch (thing.at) {
    case 'hand':
      return join(OF_HAND[decision], thing.card)
    case 'pile':
      return decision === 'gain' ? `gain ${thing.card}` : OF_HAND[decision] ? `buy ${thing.card}` : null
    case 'unit':
      if (decision === 'trap') return `trap ${thing.seat} ${thing.card}`
      if (thing.seat !== me) return null
      if (decision === 'tidy') return `recall ${thing.card}`
      if (decision === 'attach') return `attach ${thing.card}`
      return decision === 'replay' || decision === 'act' ? `replay ${thing.card}` : null
    case 'camp':
      return join(OF_CAMP[decision], String(thing.seat))
    case 'shown':
      return decision === 'steal' ? `steal ${thing.card}` : decision === 'order' ? `top ${thing.card}` : null
    case 'general':
      return decision === 'fetch' ? `fetch ${thing.card}` : decision === 'attach' ? `attach ${thing.card}` : null
    case 'fighter':
      return decision === 'strike' ? `strike ${thing.second ? 'joined ' : ''}${thing.card}` : null
  }
}

const join = (verb: string | undefined, what: string): string | null => (verb ? `${verb} ${what}` : null)

/** Moves without a card that end a phase or answer a question, the furthest-reaching first. */
export const PLAIN: Partial<Record<string, readonly string[]>> = {
  act: ['end actions'],
  war: ['war', 'peace'],
  buy: ['end buys'],
  tidy: ['end turn'],
  protect: ['show nothing'],
  steal: ['steal nothing'],
  give: ['keep it'],
  aim: ['enough'],
  consent: ['accept', 'refuse'],
  prize: ['take prize', 'leave prize'],
}

/**
 * The moves of an ambush, sent together: the word, the cards, and the end of the list, which is not asked if the whole
 * hand is laid.
 */
export function writeAmbush(decision: Decision | null, laid: readonly string[], hand: number): string[] {
  const word = decision === 'defend' ? ['ambush'] : []
  const cards = laid.map((card) => `lay ${card}`)
  return [...word, ...cards, ...(laid.length < hand ? ['ready'] : [])]
}
