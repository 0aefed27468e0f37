/** The legal moves in words: grouped, searchable, with explanations where the game has them. */

import type { Board } from '../live/board'
import type { MoveView } from '../protocol'
import { capital, plain, type Words } from '../words/say'

export interface Listed {
  /** Its number in the list, from 1; the terminal uses the same. */
  number: number
  move: MoveView
  label: string
  /** The text of the move's card, if the game has one. */
  text: string | null
}

export interface Group {
  key: string
  title: string | null
  moves: Listed[]
}

export function listMoves(moves: readonly MoveView[], words: Words, names: readonly string[]): Listed[] {
  return moves.map((move, at) => ({
    number: at + 1,
    move,
    label: capital(words.say(move.key, move.params, names)),
    text: explained(move, words),
  }))
}

/** A `card` is explained by the table `card_text`. */
function explained(move: MoveView, words: Words): string | null {
  for (const [name, value] of Object.entries(move.params)) {
    const key = `${name}_text.${String(value)}`
    if (words.has(key)) return words.say(key)
  }
  return null
}

export function groupMoves(moves: readonly Listed[], words: Words): Group[] {
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

/** The points after the previewed move, if they would change. */
export function describeScoreChanges({ foreseen, face, names }: Pick<Board, 'foreseen' | 'face' | 'names'>): string[] {
  return (foreseen?.scores ?? []).flatMap((after, seat) => {
    const before = face?.scores[seat]
    return after === null || before === undefined || after === before ? [] : [`${names[seat]} ${before} → ${after}`]
  })
}

/** Moves whose label, notation or explanation contains all words, or that have this number. */
export function searchMoves(moves: readonly Listed[], wanted: string): Listed[] {
  const terms = plain(wanted).split(' ').filter(Boolean)
  if (!terms.length) return [...moves]
  const exact = terms.length === 1 ? moves.filter(({ number }) => String(number) === terms[0]) : []
  if (exact.length) return exact
  return moves.filter(({ label, move, text }) => {
    const all = plain(`${label} ${move.text} ${text ?? ''}`)
    return terms.every((term) => all.includes(term))
  })
}
