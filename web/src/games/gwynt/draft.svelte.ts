/** A deck in the deck builder. After each change the server checks it and counts it. */

import { SvelteMap } from 'svelte/reactivity'
import { api } from '../../api'
import { library } from '../../library.svelte'
import type { Verdict } from '../../protocol'
import { refusal } from '../../parts/refusal'
import { settings } from '../../settings.svelte'
import { plain } from '../../words/say'
import { catalogue } from './catalogue.svelte'
import { read, write, type Written } from './decktext'

const GAME = 'gwynt'
const OPTION = 'deck'
const PAUSE = 120 // milliseconds between a change and the request

interface Numbers {
  units?: number
  heroes?: number
  specials?: number
  strength?: number
}

export class Draft {
  faction = $state('')
  leader = $state('')
  name = $state('')
  cards = new SvelteMap<string, number>()
  options = $state<Record<string, unknown>>({})
  verdict = $state.raw<Verdict | null>(null)
  /** Why the latest change was refused. */
  notice = $state('')
  #asked = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The cards added since the server's latest answer. */
  #added = new Set<string>()

  constructor() {
    const game = library.game(GAME)
    this.options = Object.fromEntries((game?.options ?? []).map((option) => [option.name, option.default]))
  }

  get text(): string {
    return write({ faction: this.faction, leader: this.leader, name: this.name, cards: this.cards }, settings.language)
  }

  get numbers(): Numbers {
    return this.verdict?.numbers ?? {}
  }

  get legal(): boolean {
    return this.verdict !== null && this.verdict.faults.length === 0
  }

  count(card: string): number {
    return this.cards.get(card) ?? 0
  }

  take(deck: Written): void {
    this.faction = deck.faction
    this.leader = deck.leader
    this.name = deck.name
    this.cards.clear()
    for (const [card, copies] of deck.cards) this.cards.set(card, copies)
    this.#added.clear()
    this.notice = ''
    this.ask()
  }

  /** Start anew with a faction, under its first leader. */
  begin(faction: string): void {
    const leader = this.leaders(faction)[0]?.[0] ?? ''
    this.take({ faction, leader, name: '', cards: new Map() })
  }

  leaders(faction: string) {
    return catalogue.leaders.filter(([, leader]) => leader.faction === faction && this.shows(leader))
  }

  /** Whether the options of the table bring a card or leader along; what is not in play is not offered. */
  shows(piece: { set: string; faction: string }): boolean {
    return piece.faction === 'skellige' || piece.set === 'base' || this.options.expansions === true
  }

  add(card: string): void {
    this.cards.set(card, this.count(card) + 1)
    this.notice = ''
    this.#added.add(card)
    this.ask()
  }

  remove(card: string): void {
    const left = this.count(card) - 1
    if (left > 0) this.cards.set(card, left)
    else this.cards.delete(card)
    this.notice = ''
    this.ask()
  }

  /** Ask the server once nothing has changed for a moment, and drop answers on earlier versions. */
  ask(): void {
    this.#asked++
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#judge(this.text), PAUSE)
  }

  async #judge(text: string): Promise<void> {
    const mine = ++this.#asked
    try {
      const verdict = await api.judge(GAME, OPTION, text, $state.snapshot(this.options), settings.language)
      if (mine === this.#asked) this.#heard(verdict)
    } catch (error) {
      this.notice = refusal(error)
    }
  }

  /** Remove a card that the server refuses, and show the reason. */
  #heard(verdict: Verdict): void {
    const refused = verdict.faults.find(({ field }) => this.#added.has(field))
    this.#added.clear()
    if (refused) {
      this.remove(refused.field)
      this.notice = refused.problem
    } else this.verdict = verdict
  }

  /**
   * Read a shared text; the server judges the rest. A text that is no deck changes nothing, and its faults are returned
   * line by line.
   */
  async paste(text: string): Promise<Verdict['faults']> {
    const words = library.words(GAME)
    const byName = new Map<string, string>()
    for (const [id] of catalogue.cards) {
      byName.set(plain(id), id)
      byName.set(plain(words.say(`card.${id}`)), id)
    }
    const deck = read(text, (name) => byName.get(name))
    if (!deck.cards.size && !catalogue.leaders.some(([, { faction }]) => faction === deck.faction)) {
      return (await api.judge(GAME, OPTION, text, $state.snapshot(this.options), settings.language)).faults
    }
    this.take(deck)
    clearTimeout(this.#timer)
    await this.#judge(text)
    if (this.verdict?.faults.length === 0) this.ask() // the deck is legal: from now on our own text of it counts
    return []
  }

  save() {
    const name = this.name.trim()
    return api.keep({ game: GAME, option: OPTION, name, value: this.text })
  }
}
