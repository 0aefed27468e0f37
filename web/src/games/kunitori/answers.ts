/**
 * How a touched thing is written as a move, by what is asked: `hand` and `copper` are "pay copper" in the buy phase. What
 * is legal, and why something is not, the server says; here is only which words are sent.
 */

/** What can be touched at a table. */
export type Thing =
  | { at: 'hand'; card: string }
  | { at: 'pile'; card: string }
  /** A card in a territory: deployed earlier, played again, played from the hand. */
  | { at: 'unit'; seat: number; card: string; how: 'deployed' | 'replayed' | 'played' }
  | { at: 'camp'; seat: number }
  | { at: 'shown'; card: string }
  | { at: 'general'; card: string }
  /** A fighter of a battle: of the enemy's first host, or of his second (who joined, an ally's). */
  | { at: 'fighter'; card: string; second: boolean }

const OF_HAND: Partial<Record<string, string>> = {
  replay: 'play',
  act: 'play',
  trash: 'trash',
  protect: 'show',
  buy: 'pay',
  tidy: 'keep',
  defend: 'lay',
  lay: 'lay',
}
const OF_CAMP: Partial<Record<string, string>> = {
  victim: 'rob',
  give: 'hand',
  war: 'ally',
  aim: 'aim',
  against: 'against',
}

/** The move that touching a thing means, null if it means none while this is asked. */
export function written(decision: string | null, thing: Thing, me: number | null): string | null {
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

/** What ends a phase or answers a question without a card, the one that does most first. */
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
 * The moves that an ambush is made of, sent as one: the word, the cards, and that there are no more, which is not asked of
 * whoever has laid his whole hand.
 */
export function ambush(decision: string | null, laid: readonly string[], hand: number): string[] {
  const word = decision === 'defend' ? ['ambush'] : []
  const cards = laid.map((card) => `lay ${card}`)
  return [...word, ...cards, ...(laid.length < hand ? ['ready'] : [])]
}
