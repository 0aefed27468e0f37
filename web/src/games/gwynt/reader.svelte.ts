/** Reading cards: one is shown large, beside the pointer or in the middle until it is put away. */

import type { Words } from '../../words/say'
import { catalogue } from './catalogue.svelte'

export interface Shown {
  kind: 'card' | 'leader'
  id: string
  /** Beside what it stands; in the middle if there is nothing. */
  anchor: DOMRect | null
}

export class Reader {
  shown = $state.raw<Shown | null>(null)

  constructor(private readonly language: () => Words) {}

  get words(): Words {
    return this.language()
  }

  name(card: string): string {
    return this.words.say(`card.${card}`)
  }

  text(card: string): string {
    return this.words.say(`card_text.${card}`)
  }

  /** A card for screen readers: strength, name, text. */
  spoken(card: string, strength: number | null = catalogue.card(card).strength): string {
    return `${strength === null ? '' : `${strength} `}${this.name(card)}. ${this.text(card)}`
  }

  hover(card: string, place: HTMLElement): void {
    this.shown = { kind: 'card', id: card, anchor: place.getBoundingClientRect() }
  }

  unhover(): void {
    if (this.shown?.anchor) this.shown = null
  }

  /** Show a card large until it is put away. */
  read(card: string): void {
    this.shown = { kind: 'card', id: card, anchor: null }
  }

  readLeader(id: string): void {
    this.shown = { kind: 'leader', id, anchor: null }
  }
}
