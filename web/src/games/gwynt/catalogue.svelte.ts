/** What is printed on Gwynt's cards. Names and texts are messages. */

import { Catalogue } from '../../table/catalogue.svelte'

export type Row = 'close' | 'ranged' | 'siege'
export const ROWS: readonly Row[] = ['close', 'ranged', 'siege']

export interface CardFacts {
  number: number
  faction: string
  kind: 'unit' | 'hero' | 'special' | 'weather'
  row: Row | 'agile' | 'any' | 'none'
  strength: number | null
  abilities: string[]
  copies: number
  set: string
}

export interface LeaderFacts {
  faction: string
  use: 'active' | 'passive'
  ability: string
  set: string
}

export interface ReadyDeck {
  name: string
  title: Record<string, string> | null
  faction: string
  leader: string
  cards: Record<string, number>
  text: string
}

interface Printed {
  cards: Record<string, CardFacts>
  leaders: Record<string, LeaderFacts>
  decks: ReadyDeck[]
  /** The fewest units and the most special cards of a deck, as the game tells them. */
  limits: { units: number; specials: number }
}

const UNKNOWN: CardFacts = {
  number: 0,
  faction: 'neutral',
  kind: 'unit',
  row: 'none',
  strength: null,
  abilities: [],
  copies: 0,
  set: 'base',
}

class GwyntCatalogue extends Catalogue<Printed> {
  card(id: string): CardFacts {
    return this.printed?.cards[id] ?? UNKNOWN
  }

  leader(id: string): LeaderFacts | undefined {
    return this.printed?.leaders[id]
  }

  /** Every card that a deck may hold some copies of. */
  get cards(): [string, CardFacts][] {
    return Object.entries(this.printed?.cards ?? {}).filter(([, card]) => card.copies > 0)
  }

  get leaders(): [string, LeaderFacts][] {
    return Object.entries(this.printed?.leaders ?? {})
  }

  get limits(): Printed['limits'] {
    return this.printed?.limits ?? { units: 0, specials: 0 }
  }

  get decks(): ReadyDeck[] {
    return this.printed?.decks ?? []
  }
}

export const catalogue = new GwyntCatalogue('gwynt')
