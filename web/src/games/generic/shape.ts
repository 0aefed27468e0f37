/** Reading a view without knowing its game: what its fields are called, which of them are seats or words. */

import { capital, type Words } from '../../words/say'
import { t, type Key } from '../../words/page.svelte'

export type Fields = Record<string, unknown>

/** Fields that hold the number of a seat. */
const SEATS = new Set(['seat', 'other', 'first', 'turn', 'by', 'owner', 'winner', 'side', 'viewer'])

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isSeats = (value: unknown, players: number): value is Fields[] =>
  Array.isArray(value) && value.length === players && value.every(isFields)

/** What is worth showing: nothing that is empty or unknown to the viewer. */
export const plainEntries = (fields: Fields): [string, unknown][] =>
  Object.entries(fields).filter(([, value]) => !isNothing(value))

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === false || (Array.isArray(value) && !value.length)

/** What a field is called: the game's own word, the page's, or its name as it stands. */
export function heading(name: string, words: Words): string {
  const own = words.byKey[`board.${name}`]
  if (own && !own.includes('{')) return capital(own)
  const page = `view.${name}` as Key
  const said = t(page)
  return said === page ? capital(name.replaceAll('_', ' ')) : said
}

/** One value in words. */
export function said(name: string, value: unknown, words: Words, names: readonly string[], within = ''): string {
  if (typeof value === 'boolean') return value ? t('generic.yes') : t('generic.no')
  if (typeof value === 'number') return SEATS.has(name) ? (names[value] ?? String(value)) : String(value)
  const text = String(value)
  // A field such as `row` names its own table, `card` within `leader` that of leaders; a list such as `lit` holds cards.
  for (const table of [within, name, name.replace(/s$/, ''), 'card']) {
    const word = words.byKey[`${table}.${text}`]
    if (word) return word
  }
  return text.replaceAll('_', ' ')
}

/** Equal things counted, in the order they first come. */
export function counted(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
}
