/** What is printed on Kunitori's cards: asked once, for nothing of it changes. Names and texts are messages. */

import { api } from '../../api'

export type Category = 'general' | 'troop' | 'strategy' | 'politics' | 'victory' | 'treasure'
export const SHELVES: readonly Category[] = ['troop', 'strategy', 'politics', 'victory', 'treasure']

export interface CardFacts {
  number: number
  category: Category
  cost: number
  copies: number
  attack: number
  cards: number
  money: number
  actions: number
  buys: number
  defence: number
  points: number
  traits: string[]
  effects: { effect: string; n: number }[]
  chooses: boolean
}

interface Catalogue {
  cards: Record<string, CardFacts>
  /** By which margin at least which victory card is won. */
  prizes: { attack: number[]; defence: number[]; cards: string[] }
  /** Which rule tells more of a trait, an effect, a category. */
  rules: Record<'trait' | 'effect' | 'category', Record<string, string>>
}

const UNKNOWN: CardFacts = {
  number: 0,
  category: 'strategy',
  cost: 0,
  copies: 0,
  attack: 0,
  cards: 0,
  money: 0,
  actions: 0,
  buys: 0,
  defence: 0,
  points: 0,
  traits: [],
  effects: [],
  chooses: false,
}

class Shelf {
  #found = $state.raw<Catalogue | null>(null)
  #asked: Promise<Catalogue> | null = null

  /** Asked once; again by the next one who needs it, should it not have come. */
  open(): Promise<Catalogue> {
    this.#asked ??= api
      .pieces<Catalogue>('kunitori')
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

  /** Cards as they are numbered: by category, the cheapest first. */
  readonly order = (id: string): number => this.card(id).number

  /** The kinds of a category, in order. */
  of(category: Category): string[] {
    return Object.entries(this.#found?.cards ?? {})
      .filter(([, card]) => card.category === category)
      .map(([id]) => id)
  }

  get prizes(): Catalogue['prizes'] {
    return this.#found?.prizes ?? { attack: [], defence: [], cards: [] }
  }

  rule(table: keyof Catalogue['rules'], name: string): string | null {
    return this.#found?.rules[table][name] ?? null
  }
}

export const catalogue = new Shelf()
