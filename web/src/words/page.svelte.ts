/** The page's own words: the language of the settings is there before anything is shown, the other one when it is asked for. */

import type en from '../../../ludotheque/messages/page/en.json'
import type { Params } from '../protocol'
import { settings } from '../settings.svelte'
import { Words, type Language } from './say'
import { typeset } from './typeset'

export type Key = keyof typeof en

// No file lacks a key: the compiler sees to it.
const FILES: Record<Language, () => Promise<{ default: Record<Key, string> }>> = {
  en: () => import('../../../ludotheque/messages/page/en.json'),
  fr: () => import('../../../ludotheque/messages/page/fr.json'),
}
let known = $state.raw<Partial<Record<Language, Words>>>({})

/** Fetch the words of a language. French is set as it should be: authors type plain spaces. */
export async function learn(language: Language): Promise<void> {
  if (known[language]) return
  const texts = (await FILES[language]()).default
  const set = Object.entries(texts).map(([key, text]): [string, string] => [key, typeset(text, language)])
  known = { ...known, [language]: new Words(language, Object.fromEntries(set)) }
}

/** Called once, within an effect root: whoever changes the language reads the one before until the other has come. */
export function followLanguage(): void {
  $effect(() => {
    learn(settings.language).catch(() => undefined) // the next change tries again
  })
}

/** The page's words in the language of the settings, or until they have come in the one before. */
export const pageWords = (): Words | undefined => known[settings.language] ?? Object.values(known)[0]

/** A sentence of the page in the language of the settings. */
export function t(key: Key, params: Params = {}, seats?: readonly string[]): string {
  return pageWords()?.say(key, params, seats) ?? key
}

/** What somebody without a name is called, in any language: `settings.guest`. */
export const GUESTS: readonly string[] = ['Guest', 'Invité']
