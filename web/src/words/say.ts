/**
 * Text that people read, by key: the same formatter as `ludotheque/messages`, and held to the same cases
 * (`tests/web/sentences.json`).
 *
 * `{seat}` is replaced by a parameter; `{n|card|cards}` picks a form by the number `n`: the first for CLDR's category
 * "one", the last for "other"; a language with more categories names them in between, `{n|karta|few=karty|kart}`. A
 * parameter whose name is a table of the messages is looked up there. French elides before what is filled in:
 * `de {seat}` becomes "d'Ada", `que {seat}` "qu'Ada".
 *
 * An event that names a seat has a second sentence for the player who sits there: `event.drew` is "{seat} draws.", and
 * `you.seat.drew` is "You draw.". The middle part is the parameter that is the reader's seat.
 */

import languages from '../../../ludotheque/messages/languages.json'
import type { Params } from '../protocol'

export type Language = keyof typeof languages
export const LANGUAGES = Object.keys(languages) as readonly Language[]
/** The name of each language in that language. */
export const nameOf = (language: Language): string => languages[language].name
/** The name of a guest, by language. */
export const guestIn = (language: Language): string => languages[language].guest
export const isLanguage = (tag: unknown): tag is Language => LANGUAGES.includes(tag as Language)

/** Parameters that hold a seat: they become the player's name. */
const SEATED = ['seat', 'other', 'winner', 'side', 'owner', 'pile']
const PLACE = /(\b(?:[Dd]e|[Qq]ue) )?\{(\w+)(?:\|([^{}]*\|[^{}]*))?\}/g
/** An h is left alone: for names it is unknown whether it elides. */
const VOWEL = /^(?:[aeiouœæ]|y(?![aeiou]))/i

export class Words {
  constructor(
    readonly language: Language,
    readonly byKey: Readonly<Record<string, string>>,
  ) {}

  has(key: string): boolean {
    return key in this.byKey
  }

  /**
   * The sentence of `key` with its parameters filled in; `seats` gives the players' names. `reader` is the seat of the
   * player who reads an event, and is addressed as "you".
   */
  say(key: string, params: Params = {}, seats?: readonly string[], reader: number | null = null): string {
    const sentence = this.byKey[reader === null ? key : this.#address(key, params, reader)]
    // Show the raw key if it is unknown: the server may be newer than this page.
    if (sentence === undefined) return key
    if (!sentence.includes('{')) return sentence
    return sentence.replace(PLACE, (_, before: string | undefined, name: string, forms?: string) => {
      const value = params[name]
      if (forms !== undefined) return (before ?? '') + pluralForm(this.language, Number(value ?? 0), forms)
      const word = this.word(name, value, seats)
      return (this.language === 'fr' ? elided(before ?? '', word) : (before ?? '')) + word
    })
  }

  /** The key of an event's sentence for the player on a seat, where there is one; else the key itself. */
  #address(key: string, params: Params, reader: number): string {
    const event = key.replace(/^event\./, '')
    const toReader = SEATED.filter((name) => params[name] === reader).map((name) => `you.${name}.${event}`)
    return toReader.find((own) => own in this.byKey) ?? key
  }

  /** The value of a parameter in words. */
  word(name: string, value: unknown, seats?: readonly string[]): string {
    if (Array.isArray(value)) {
      const one = name.endsWith('s') ? name.slice(0, -1) : name
      return value.map((item) => this.word(one, item, seats)).join(', ')
    }
    const kind = name.replace(/\d+$/, '')
    if (SEATED.includes(kind)) {
      if (seats && typeof value === 'number') return seats[value] ?? this.say('seat', { n: value + 1 })
      return this.say('seat', { n: Number(value) + 1 })
    }
    return this.byKey[`${kind}.${String(value)}`] ?? (typeof value === 'number' ? this.number(value) : String(value))
  }

  /** A number as people of the language read it: 2.5 or 2,5. */
  number(value: number): string {
    return this.language === 'en' ? signed(value) : signed(value).replace('.', ',')
  }

  /** Return the sentence with a capital letter. */
  tell(key: string, params: Params = {}, seats?: readonly string[], reader: number | null = null): string {
    return capital(this.say(key, params, seats, reader))
  }
}

const rules = new Map<Language, Intl.PluralRules>()

/** The form that goes with a number, of forms written `one|few=…|other`. */
function pluralForm(language: Language, number: number, forms: string): string {
  let rule = rules.get(language)
  if (!rule) rules.set(language, (rule = new Intl.PluralRules(language)))
  const category = rule.select(number)
  const all = forms.split('|')
  if (category === 'one') return all[0] ?? ''
  const named = all.slice(1, -1).find((form) => form.startsWith(`${category}=`))
  return named?.slice(category.length + 1) ?? all.at(-1) ?? ''
}

/** The French word `de` or `que`, with its space, as it stands before another: `d'` before a vowel. */
function elided(before: string, word: string): string {
  return before && VOWEL.test(word.normalize('NFD')) ? `${before.slice(0, -2)}'` : before
}

/** A number with a true minus sign; empty for null. */
export const signed = (number: number | null | undefined): string => String(number ?? '').replace('-', '−')

/** The sentence with a capital first letter. */
export function capital(sentence: string): string {
  return sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1)
}

/** A text for comparisons: lower case without accents, single spaces. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(/\s+/).filter(Boolean).join(' ')
}
