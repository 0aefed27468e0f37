/** What is printed on Gwynt's cards: asked once, for nothing of it changes. Names and texts are messages. */

import { api } from '../../api'

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

export interface Catalogue {
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

class Shelf {
  #found = $state.raw<Catalogue | null>(null)
  #asked: Promise<Catalogue> | null = null

  /** Asked once; again by the next one who needs it, should it not have come. */
  open(): Promise<Catalogue> {
    this.#asked ??= api
      .pieces<Catalogue>('gwynt')
      .then((found) => (this.#found = found))
      .catch((error: unknown) => {
        this.#asked = null
        throw error
      })
    return this.#asked
  }

  card(id: string): CardFacts {
    return this.#found?.cards[id] ?? UNKNOWN
  }

  leader(id: string): LeaderFacts | undefined {
    return this.#found?.leaders[id]
  }

  /** Every card that a deck may hold some copies of. */
  get cards(): [string, CardFacts][] {
    return Object.entries(this.#found?.cards ?? {}).filter(([, card]) => card.copies > 0)
  }

  get leaders(): [string, LeaderFacts][] {
    return Object.entries(this.#found?.leaders ?? {})
  }

  get limits(): Catalogue['limits'] {
    return this.#found?.limits ?? { units: 0, specials: 0 }
  }

  get decks(): ReadyDeck[] {
    return this.#found?.decks ?? []
  }
}

export const catalogue = new Shelf()
