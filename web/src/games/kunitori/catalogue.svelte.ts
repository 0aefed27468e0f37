/** What is printed on Kunitori's cards. Names and texts are messages. */

import { Catalogue } from '../../table/catalogue.svelte'

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

interface Printed {
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

class KunitoriCatalogue extends Catalogue<Printed> {
  card(id: string): CardFacts {
    return this.printed?.cards[id] ?? UNKNOWN
  }

  /** Cards as they are numbered: by category, the cheapest first. */
  readonly order = (id: string): number => this.card(id).number

  /** The kinds of a category, in order. */
  of(category: Category): string[] {
    return Object.entries(this.printed?.cards ?? {})
      .filter(([, card]) => card.category === category)
      .map(([id]) => id)
  }

  get prizes(): Printed['prizes'] {
    return this.printed?.prizes ?? { attack: [], defence: [], cards: [] }
  }

  rule(table: keyof Printed['rules'], name: string): string | null {
    return this.printed?.rules[table][name] ?? null
  }
}

export const catalogue = new KunitoriCatalogue('kunitori')
