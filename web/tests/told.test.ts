import { expect, it } from 'vitest'
import type { Board } from '../src/live/board'
import type { Told } from '../src/protocol'
import { told } from '../src/table/told'
import { Words } from '../src/words/say'

const words = new Words('en', {
  'event.placed': '{seat} lays.',
  'event.formed': 'Worth {points}.',
  'event.scored': '{seat} scores.',
})
const entry = (number: number, ...names: string[]) =>
  ({
    kind: 'move',
    number,
    seat: 0,
    stood_in: false,
    steps: [{ events: names.map((name) => ({ key: `event.${name}`, event: name, params: { seat: 0, points: 3 } })) }],
  }) as unknown as Told
const board = (game: string, ...log: Told[]) => ({ table: { game }, words, names: ['Ana'], log }) as unknown as Board

it('tells what a tile may be worth until it is scored', () => {
  const laid = entry(4, 'placed', 'formed')
  expect(told(laid, board('gunkimono', laid))).toEqual(['Ana lays.', 'Worth 3.'])
  expect(told(laid, board('gunkimono', laid, entry(5, 'scored')))).toEqual(['Ana lays.'])
})

it('keeps all that happened in games that say nothing of it', () => {
  const laid = entry(4, 'placed', 'formed')
  expect(told(laid, board('lampions', laid, entry(5, 'scored')))).toEqual(['Ana lays.', 'Worth 3.'])
})

it('says again only what would be said otherwise', () => {
  const laid = entry(4, 'placed', 'formed')
  const room = board('gunkimono', laid)
  const first = told(laid, room)
  expect(told(laid, room)).toBe(first)
  const french = new Words('fr', { 'event.placed': '{seat} pose.', 'event.formed': 'Vaut {points}.' })
  expect(told(laid, { ...room, words: french })).toEqual(['Ana pose.', 'Vaut 3.'])
  expect(told(laid, { ...room, names: ['Bo'] })).toEqual(['Bo lays.', 'Worth 3.'])
})
