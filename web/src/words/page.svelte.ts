/** The page's own words. Those of the current language are loaded before anything is shown, others on demand. */

import type en from '../../../ludotheque/messages/page/en.json'
import type { Params } from '../protocol'
import { settings } from '../settings.svelte'
import { Words, type Language } from './say'
import { typeset } from './typeset'

export type Key = keyof typeof en

// Each language is a file of its own. vite.config.ts fills in English where one lacks a key.
const FILES = import.meta.glob<Record<Key, string>>('../../../ludotheque/messages/page/*.json', { import: 'default' })
let known = $state.raw<Partial<Record<Language, Words>>>({})

/** Load the words of a language. French gets its special spaces here: authors type plain ones. */
export async function learn(language: Language): Promise<void> {
  if (known[language]) return
  const texts: Record<string, string> = (await FILES[`../../../ludotheque/messages/page/${language}.json`]?.()) ?? {}
  const set = Object.entries(texts).map(([key, text]): [string, string] => [key, typeset(text, language)])
  known = { ...known, [language]: new Words(language, Object.fromEntries(set)) }
}

/** Called once, within an effect root: load the new language after a change; until then the old one stays. */
export function followLanguage(): void {
  $effect(() => {
    learn(settings.language).catch(() => undefined) // the next change tries again
  })
}

/** The page's words in the current language, or in the previous one until they have loaded. */
export const pageWords = (): Words | undefined => known[settings.language] ?? Object.values(known)[0]

/** A sentence of the page in the language of the settings. */
export function t(key: Key, params: Params = {}, seats?: readonly string[], reader: number | null = null): string {
  return pageWords()?.say(key, params, seats, reader) ?? key
}
