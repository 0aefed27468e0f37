import { describe, expect, it } from 'vitest'
import {
  countValues,
  drawSign,
  isCounts,
  piecesOn,
  describeValue,
  sentence,
  squaresOf,
} from '../src/table/generic/shape'
import { Words } from '../src/words/say'

const words = new Words('en', {
  'card.copper': 'Copper',
  'unit.archer': 'archer',
  'board.pile': '{n} {n|tile|tiles} in the pile',
  'board.turn': 'turn of {seat}',
})

describe('boards', () => {
  it('are squares by name, the highest row first', () => {
    const field = Object.fromEntries(['a1', 'b1', 'a2', 'b2', 'a3', 'b3'].map((name) => [name, { unit: 'archer' }]))
    expect(squaresOf(field)).toMatchObject({ columns: ['a', 'b'], rows: [3, 2, 1] })
  })
  it('are rows of signs, the first on top', () => {
    const board = squaresOf([
      ['>', 'v', '.', '#'],
      ['^', '<', '.', '.'],
      ['.', '.', '.', '.'],
      ['.', '.', '.', '*>'],
    ])!
    expect(board.rows).toEqual([1, 2, 3, 4])
    expect(board.at.get('b1')).toBe('v')
    expect(drawSign(String(board.at.get('d4')))).toBe('◉→')
  })
  it('are nothing else', () => {
    expect(squaresOf({ copper: 3, silver: 2, gold: 1, village: 4, city: 2, region: 8 })).toBeNull()
    expect(squaresOf(['a1', 'b2'])).toBeNull()
    expect(
      squaresOf([
        [1, 2],
        [3, 4],
      ]),
    ).toBeNull()
  })
  it('have pieces on them', () => {
    const on = piecesOn(
      {
        dragon: 'c7',
        knights: [
          { number: 4, square: 'a2' },
          { number: 5, square: 'a2' },
        ],
        round: 3,
      },
      words,
    )
    expect([...on]).toEqual([
      ['c7', ['Dragon']],
      ['a2', ['4', '5']],
    ])
  })
})

it('counts things that the game has words for', () => {
  expect(isCounts({ copper: 18 }, words)).toBe(true)
  expect(isCounts({ copper: 18, wonders: 2 }, words)).toBe(false)
  expect(countValues(['nekker', 'cow', 'nekker'])).toEqual([
    ['nekker', 2],
    ['cow', 1],
  ])
})

it('says numbers by the sentence of the game, if it needs nothing else', () => {
  expect(sentence('pile', 24, words)).toBe('24 tiles in the pile')
  expect(sentence('turn', 1, words)).toBeNull()
  expect(sentence('money', 3, words)).toBeNull()
})

it('says seats by their names and things by their words', () => {
  expect(describeValue('turn', 1, words, ['Ana', 'Bao'])).toBe('Bao')
  expect(describeValue('money', 1, words, ['Ana', 'Bao'])).toBe('1')
  expect(describeValue('unit', 'archer', words, [])).toBe('archer')
  expect(describeValue('top', 'copper', words, [])).toBe('Copper')
  expect(describeValue('end', 'not_yet', words, [])).toBe('not yet')
})
