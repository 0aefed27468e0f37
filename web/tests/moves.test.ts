import { expect, it } from 'vitest'
import { searchMoves, groupMoves, listMoves } from '../src/table/moves'
import { Words } from '../src/words/say'

const words = new Words('fr', {
  'move.play': '{card}',
  'move.pass': 'passer',
  'move_group.play': 'Jouer une carte',
  'card.cow': 'Vache',
  'card.eredin': 'Éredin',
  'card_text.cow': 'Se venge.',
})
const moves = [
  { id: 7, text: 'pass', key: 'move.pass', params: {} },
  { id: 9, text: 'cow', key: 'move.play', params: { card: 'cow' } },
  { id: 12, text: 'eredin', key: 'move.play', params: { card: 'eredin' } },
]
const all = listMoves(moves, words, [])

it('numbers moves from 1 and explains their cards', () => {
  expect(all.map(({ number, label, text }) => [number, label, text])).toEqual([
    [1, 'Passer', null],
    [2, 'Vache', 'Se venge.'],
    [3, 'Éredin', null],
  ])
})

it('groups moves that are alike, under the heading of the game', () => {
  expect(groupMoves(all, words).map(({ title, moves }) => [title, moves.length])).toEqual([
    [null, 1],
    ['Jouer une carte', 2],
  ])
})

it('finds moves by number, by words without accents, by what their card does', () => {
  expect(searchMoves(all, '2').map(({ move }) => move.id)).toEqual([9])
  expect(searchMoves(all, 'ered').map(({ move }) => move.id)).toEqual([12])
  expect(searchMoves(all, 'venge').map(({ move }) => move.id)).toEqual([9])
  expect(searchMoves(all, ' ')).toHaveLength(3)
})
