/**
 * Text that people read, by key: the same formatter as `ludotheque/messages`, and held to the same cases
 * (`tests/web/sentences.json`).
 *
 * `{seat}` is replaced by a parameter; `{n|card|cards}` picks the singular or the plural by the number `n` (French
 * counts 0 as singular). A parameter whose name is a table of the messages is looked up there. French elides before
 * what is filled in: `de {seat}` becomes "d'Ada", `que {seat}` "qu'Ada".
 */

import type { Params } from '../protocol'

export type Language = 'en' | 'fr'
export const LANGUAGES: readonly Language[] = ['en', 'fr']

/** Parameters that are seats: a player's name is said. */
const SEATED = new Set(['seat', 'other', 'winner', 'side', 'owner', 'pile'])
const PLACE = /(\b(?:[Dd]e|[Qq]ue) )?\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g
/** An h is left alone: of names nobody knows which it is. */
const VOWEL = /^(?:[aeiouœæ]|y(?![aeiou]))/i

export class Words {
  constructor(
    readonly language: Language,
    readonly byKey: Readonly<Record<string, string>>,
  ) {}

  has(key: string): boolean {
    return key in this.byKey
  }

  /** The sentence of `key` with its parameters filled in; `seats` gives the players' names. */
  say(key: string, params: Params = {}, seats?: readonly string[]): string {
    const sentence = this.byKey[key]
    // A key that this page does not know (a server newer than it) is better read raw than not at all.
    if (sentence === undefined) return key
    if (!sentence.includes('{')) return sentence
    return sentence.replace(PLACE, (_, before: string | undefined, name: string, one?: string, many?: string) => {
      const value = params[name]
      if (one === undefined || many === undefined) {
        const word = this.word(name, value, seats)
        return (this.language === 'fr' ? elided(before ?? '', word) : (before ?? '')) + word
      }
      const single = this.language === 'fr' ? Math.abs(Number(value ?? 0)) <= 1 : value === 1
      return (before ?? '') + (single ? one : many)
    })
  }

  /** A parameter as a person reads it. */
  word(name: string, value: unknown, seats?: readonly string[]): string {
    if (Array.isArray(value)) {
      const one = name.endsWith('s') ? name.slice(0, -1) : name
      return value.map((item) => this.word(one, item, seats)).join(', ')
    }
    const kind = name.replace(/\d+$/, '')
    if (SEATED.has(kind)) {
      if (seats && typeof value === 'number') return seats[value] ?? this.say('seat', { n: value + 1 })
      return this.say('seat', { n: Number(value) + 1 })
    }
    return this.byKey[`${kind}.${String(value)}`] ?? (typeof value === 'number' ? signed(value) : String(value))
  }

  /** The same sentence, beginning with a capital. */
  tell(key: string, params: Params = {}, seats?: readonly string[]): string {
    return capital(this.say(key, params, seats))
  }
}

/** The French word `de` or `que`, with its space, as it stands before another: `d'` before a vowel. */
function elided(before: string, word: string): string {
  return before && VOWEL.test(word.normalize('NFD')) ? `${before.slice(0, -2)}'` : before
}

/** A number as people read it: below zero it has a minus, not a hyphen; nothing where none is known. */
export const signed = (number: number | null | undefined): string => String(number ?? '').replace('-', '−')

/** A sentence begins with a capital. */
export function capital(sentence: string): string {
  return sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1)
}

/** A text for comparing: small letters without accents, single spaces. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(/\s+/).filter(Boolean).join(' ')
}
