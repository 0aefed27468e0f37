/** The page's own words: both languages travel with it, so that a switch shows at once. */

import type { Params } from '../protocol'
import { settings } from '../settings.svelte'
import en from '../../../ludotheque/messages/page/en.json'
import fr from '../../../ludotheque/messages/page/fr.json'
import { Words, type Language } from './say'
import { typeset } from './typeset'

export type Key = keyof typeof en

// Both files have the same keys: the compiler sees to it.
const BOTH: Record<Language, Words> = {
  en: new Words('en', en satisfies Record<keyof typeof fr, string>),
  fr: new Words('fr', set(fr satisfies Record<keyof typeof en, string>)),
}

/** French as it is set: authors type plain spaces. */
function set(byKey: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(byKey).map(([key, text]) => [key, typeset(text, 'fr')]))
}

/** A sentence of the page in the language of the settings. */
export function t(key: Key, params: Params = {}, seats?: readonly string[]): string {
  return BOTH[settings.language].say(key, params, seats)
}

/** What somebody without a name is called, in any language. */
export const guests = (): string[] => Object.values(BOTH).map((words) => words.say('settings.guest'))
