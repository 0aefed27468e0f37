/** The legal moves in words: grouped as they are alike, found by any word, explained where the game explains them. */

import type { Board } from '../live/board'
import type { MoveView } from '../protocol'
import { capital, plain, type Words } from '../words/say'

export interface Listed {
  /** Its number in the list, from 1, as in the terminal. */
  number: number
  move: MoveView
  label: string
  /** What the card of the move does, where the game says so. */
  text: string | null
}

export interface Group {
  key: string
  title: string | null
  moves: Listed[]
}

export function listed(moves: readonly MoveView[], words: Words, names: readonly string[]): Listed[] {
  return moves.map((move, at) => ({
    number: at + 1,
    move,
    label: capital(words.say(move.key, move.params, names)),
    text: explained(move, words),
  }))
}

/** `card` is explained by `card_text`. */
function explained(move: MoveView, words: Words): string | null {
  for (const [name, value] of Object.entries(move.params)) {
    const key = `${name}_text.${String(value)}`
    if (words.has(key)) return words.say(key)
  }
  return null
}

export function grouped(moves: readonly Listed[], words: Words): Group[] {
  const groups = new Map<string, Group>()
  for (const one of moves) {
    const { key } = one.move
    const heading = `move_group.${key.replace(/^move\./, '')}`
    const group = groups.get(key) ?? { key, title: words.has(heading) ? words.say(heading) : null, moves: [] }
    group.moves.push(one)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** How the points would stand after the move that is being looked at, where they would change. */
export function scored({ foreseen, face, names }: Pick<Board, 'foreseen' | 'face' | 'names'>): string[] {
  return (foreseen?.scores ?? []).flatMap((after, seat) => {
    const before = face?.scores[seat]
    return after === null || before === undefined || after === before ? [] : [`${names[seat]} ${before} → ${after}`]
  })
}

/** Those that speak of all the words, in their label, notation or explanation; or that have this number. */
export function found(moves: readonly Listed[], wanted: string): Listed[] {
  const terms = plain(wanted).split(' ').filter(Boolean)
  if (!terms.length) return [...moves]
  const exact = terms.length === 1 ? moves.filter(({ number }) => String(number) === terms[0]) : []
  if (exact.length) return exact
  return moves.filter(({ label, move, text }) => {
    const all = plain(`${label} ${move.text} ${text ?? ''}`)
    return terms.every((term) => all.includes(term))
  })
}
