/** Reads a view without knowing its game: names of fields, and which of them are seats, words or boards. */

import { capital, signed, type Words } from '../../words/say'
import { t, type Key } from '../../words/page.svelte'

export type Fields = Record<string, unknown>

/** Fields that hold the number of a seat. */
const SEATS = new Set([
  'seat',
  'other',
  'first',
  'turn',
  'by',
  'owner',
  'winner',
  'side',
  'viewer',
  'attacker',
  'defender',
])

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isSeats = (value: unknown, players: number): value is Fields[] =>
  Array.isArray(value) && value.length === players && value.every(isFields)

/** The fields to show: all but the empty ones and those unknown to the viewer. */
export const plainEntries = (fields: Fields): [string, unknown][] =>
  Object.entries(fields).filter(
    ([name, value]) => !isNothing(value) && !UNTOLD.has(name) && !(value === 0 && TOLD_ABOVE_ZERO.has(name)),
  )

/** Fields that the board itself shows. */
const UNTOLD = new Set(['laid', 'places', 'halves', 'last', 'targets'])
/** Fields that are shown only above zero. */
const TOLD_ABOVE_ZERO = new Set(['put_back_left', 'due', 'gained_region'])

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  value === 'not_yet' ||
  (Array.isArray(value) && !value.length) ||
  (isFields(value) && !Object.keys(value).length)

/** The heading of a field: the game's word, else the page's, else its name; `mine` says that it belongs to my seat. */
export function heading(name: string, words: Words, mine = false): string {
  const ofMine = `view.${name}_own` as Key
  if (mine && t(ofMine) !== ofMine) return t(ofMine)
  const own = words.byKey[`board.${name}`]
  if (own && !own.includes('{')) return capital(own)
  const page = `view.${name}` as Key
  const said = t(page)
  if (said !== page) return said
  return capital(wordOf(words, name) ?? name.replaceAll('_', ' '))
}

/** The game's sentence for a number, such as “24 tiles in the pile”, if it has one. */
export function sentence(name: string, value: unknown, words: Words): string | null {
  const own = words.byKey[`board.${name}`]
  const places = [...(own ?? '').matchAll(/\{(\w+)/g)].map(([, place]) => place)
  if (typeof value !== 'number' || !places.length || places.some((place) => place !== 'n')) return null
  return capital(words.say(`board.${name}`, { n: value }))
}

/** Tables of messages with names of cards and pieces. */
const THINGS = ['card', 'leader', 'unit', 'tile', 'general', 'colour', 'banner', 'counter', 'way']

/** The name of a thing, from any of these tables. */
function wordOf(words: Words, id: string): string | undefined {
  for (const table of THINGS) {
    const word = words.byKey[`${table}.${id}`]
    if (word) return word
  }
  return undefined
}

/** The text of a card, if the game has one. */
export function textOf(words: Words, id: string): string | undefined {
  for (const table of THINGS) {
    const text = words.byKey[`${table}_text.${id}`]
    if (text) return text
  }
  return undefined
}

/** One value in words. */
export function describeValue(
  name: string,
  value: unknown,
  words: Words,
  names: readonly string[],
  within = '',
): string {
  if (typeof value === 'boolean') return value ? t('generic.yes') : t('generic.no')
  if (typeof value === 'number') return SEATS.has(name) ? (names[value] ?? String(value)) : signed(value)
  const text = String(value)
  // A field such as `row` names its own table; `card` within `leader` that of leaders; a list such as `lit` contains
  // cards.
  for (const table of [within, name, name.replace(/s$/, '')]) {
    const word = words.byKey[`${table}.${text}`]
    if (word) return word
  }
  const page = `view.${text}` as Key
  return wordOf(words, text) ?? (t(page) === page ? text.replaceAll('_', ' ') : t(page).toLowerCase())
}

/** Equal things with their number, in order of first appearance. */
export function countValues(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
}

/** Whether a value maps named things to numbers, as a supply does. */
export const isCounts = (value: unknown, words: Words): value is Record<string, number> =>
  isFields(value) &&
  Object.entries(value).every(([id, count]) => typeof count === 'number' && wordOf(words, id) !== undefined)

// Boards ---------------------------------------------------------------------------------------------------------

const SQUARE = /^[a-z]\d{1,2}$/

/** A board as a table of squares, the top row first. */
export interface Squares {
  columns: string[]
  rows: number[]
  /** The content of squares by name; no entry where the board has no square. */
  at: Map<string, unknown>
}

/** Squares by name (`c7`), or rows of signs: both are boards. */
export function squaresOf(value: unknown): Squares | null {
  if (isFields(value)) return named(value)
  const rows = Array.isArray(value) && value.length > 3 ? (value as unknown[]) : []
  const isMatrix = rows.length > 0 && rows.every((row) => Array.isArray(row) && row.length > 3)
  return isMatrix ? matrixOf(rows as unknown[][]) : null
}

function named(fields: Fields): Squares | null {
  const names = Object.keys(fields)
  if (names.length < 6 || !names.every((name) => SQUARE.test(name))) return null
  const columns = [...new Set(names.map((name) => name.charAt(0)))].sort()
  const rows = [...new Set(names.map((name) => Number(name.slice(1))))].sort((a, b) => b - a)
  return { columns, rows, at: new Map(Object.entries(fields)) }
}

function matrixOf(matrix: unknown[][]): Squares {
  const columns = (matrix[0] ?? []).map((_, at) => String.fromCharCode(97 + at))
  const at = new Map(
    matrix.flatMap((row, y) => row.map((sign, x): [string, unknown] => [`${columns[x]}${y + 1}`, sign])),
  )
  return { columns, rows: matrix.map((_, y) => y + 1), at }
}

/** Pieces on squares: fields that name a square, and list items with a `square`. */
export function piecesOn(table: Fields, words: Words): Map<string, string[]> {
  const on = new Map<string, string[]>()
  const lay = (square: unknown, name: string) => {
    if (typeof square === 'string' && SQUARE.test(square)) on.set(square, [...(on.get(square) ?? []), name])
  }
  for (const [name, value] of Object.entries(table)) {
    lay(value, heading(name, words))
    if (!Array.isArray(value)) continue
    for (const one of value)
      if (isFields(one)) lay(one.square, typeof one.number === 'number' ? String(one.number) : heading(name, words))
  }
  return on
}

const SIGNS: Record<string, string> = { '>': '→', '<': '←', '^': '↑', v: '↓', '#': '♜', '*': '◉', '.': '·', '~': '≈' }

/** A sign of a text board as a nicer character. */
export const drawSign = (sign: string): string => sign.replace(/./g, (one) => SIGNS[one] ?? one)
