/** The page's own words: both languages travel with it, so that a switch shows at once. */

import type { Params } from '../protocol'
import { settings } from '../settings.svelte'
import en from '../../../ludotheque/messages/page/en.json'
import fr from '../../../ludotheque/messages/page/fr.json'
import { Words, type Language } from './say'

export type Key = keyof typeof en

// Both files have the same keys: the compiler sees to it.
const BOTH: Record<Language, Words> = {
  en: new Words('en', en satisfies Record<keyof typeof fr, string>),
  fr: new Words('fr', fr satisfies Record<keyof typeof en, string>),
}

/** A sentence of the page in the language of the settings. */
export function t(key: Key, params: Params = {}, seats?: readonly string[]): string {
  return BOTH[settings.language].say(key, params, seats)
}
