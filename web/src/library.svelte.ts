/** The games of this server, and their words in the current language. */

import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import { api } from './api'
import type { GameView, SectionView } from './protocol'
import { settings } from './settings.svelte'
import { LANGUAGES, Words, type Language } from './words/say'
import { typeset } from './words/typeset'

const COMMON = ''

class Library {
  games = $state.raw<GameView[] | null>(null)
  #needed = new SvelteSet<string>()
  #words = new SvelteMap<string, Words>()
  #books = new SvelteMap<string, SectionView[]>()
  #asked = new Map<string, Promise<unknown>>()

  async open(): Promise<void> {
    this.games = await api.games()
  }

  game(name: string): GameView | undefined {
    return this.games?.find((game) => game.name === name)
  }

  /** Load the words of a game, and again whenever the language changes. */
  need(name: string): Promise<unknown> {
    this.#needed.add(name)
    return this.#load(name, settings.language)
  }

  /** Called once, within an effect root: after a change of language, load the words of every needed game. */
  follow(): void {
    $effect(() => {
      for (const name of [COMMON, ...this.#needed]) this.#load(name, settings.language).catch(() => undefined)
    })
  }

  #load(name: string, language: Language): Promise<unknown> {
    const key = `${name}/${language}`
    let asked = this.#asked.get(key)
    if (!asked) {
      asked = api
        .words(name || null, language)
        .then((byKey) => {
          const set = Object.entries(byKey).map(([key, text]) => [key, typeset(text, language)])
          return this.#words.set(key, new Words(language, Object.fromEntries(set) as Record<string, string>))
        })
        .catch((error: unknown) => {
          this.#asked.delete(key) // a later call tries again
          throw error
        })
      this.#asked.set(key, asked)
    }
    return asked
  }

  /** A game's words; those of the previous language until the new ones have loaded. */
  words(name: string | null): Words {
    const wanted = settings.language
    const found = this.#words.get(`${name ?? COMMON}/${wanted}`)
    if (found) return found
    const other = LANGUAGES.find((language) => this.#words.has(`${name ?? COMMON}/${language}`))
    return (other && this.#words.get(`${name ?? COMMON}/${other}`)) ?? new Words(wanted, {})
  }

  readonly common: Words = $derived(this.words(null))

  ready(name: string): boolean {
    return LANGUAGES.some((language) => this.#words.has(`${name}/${language}`))
  }

  /** The rulebook of a game; null until it has loaded. */
  rulebook(name: string): SectionView[] | null {
    return this.#books.get(`${name}/${settings.language}`) ?? null
  }

  async openRulebook(name: string): Promise<void> {
    const key = `${name}/${settings.language}`
    if (this.#books.has(key)) return
    const { language } = settings
    const book = (await api.rules(name, language)).map(({ title, rules }) => ({
      title: typeset(title, language),
      rules: rules.map((rule) => ({
        ...rule,
        title: typeset(rule.title, language),
        text: typeset(rule.text, language),
      })),
    }))
    this.#books.set(key, book)
  }
}

export const library = new Library()
