import { expect, it } from 'vitest'
import type { Board } from '../src/live/board'
import type { Told } from '../src/protocol'
import { describeEntry, describeHarm, describeLatest, doerOf, summarizeTurn } from '../src/table/describe'
import { learn } from '../src/words/page.svelte'
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
const board = (game: string, ...log: Told[]) =>
  ({ table: { game }, words, names: ['Ana'], log, seat: null, seats: [], open: false }) as unknown as Board

it('tells what a tile may be worth until it is scored', () => {
  const laid = entry(4, 'placed', 'formed')
  expect(describeEntry(laid, board('gunkimono', laid))).toEqual(['Ana lays.', 'Worth 3.'])
  expect(describeEntry(laid, board('gunkimono', laid, entry(5, 'scored')))).toEqual(['Ana lays.'])
})

it('keeps all that happened in games that say nothing of it', () => {
  const laid = entry(4, 'placed', 'formed')
  expect(describeEntry(laid, board('lampions', laid, entry(5, 'scored')))).toEqual(['Ana lays.', 'Worth 3.'])
})

it('says again only what would be said otherwise', () => {
  const laid = entry(4, 'placed', 'formed')
  const room = board('gunkimono', laid)
  const first = describeEntry(laid, room)
  expect(describeEntry(laid, room)).toBe(first)
  const french = new Words('fr', { 'event.placed': '{seat} pose.', 'event.formed': 'Vaut {points}.' })
  expect(describeEntry(laid, { ...room, words: french })).toEqual(['Ana pose.', 'Vaut 3.'])
  expect(describeEntry(laid, { ...room, names: ['Bo'] })).toEqual(['Bo lays.', 'Worth 3.'])
})

// Three players: I am Ana on seat 0.
const three = new Words('en', {
  'event.played': '{seat} plays {card}.',
  'event.drew': '{seat} draws.',
  'event.handed': '{seat} hands {card} to {other}.',
  'you.seat.played': 'You play {card}.',
  'you.seat.handed': 'You hand {card} to {other}.',
  'you.other.handed': '{seat} hands {card} to you.',
})
const happened = (number: number, seat: number, event: string, params: Record<string, unknown> = {}, more = {}) =>
  ({
    kind: 'decide',
    number,
    seat,
    steps: [{ events: [{ key: `event.${event}`, event, params: { seat, card: `card ${number}`, ...params } }] }],
    ...more,
  }) as unknown as Told
const at = (...log: Told[]) =>
  ({
    table: { game: 'kunitori' },
    words: three,
    names: ['Ana', 'Bo', 'Cy'],
    log,
    seat: 0,
    seats: [0],
    open: false,
  }) as unknown as Board

it('sums up what others did since my last decision', () => {
  const mine = happened(1, 0, 'played')
  const room = at(mine, happened(2, 1, 'played'), happened(3, 2, 'played'))
  expect(summarizeTurn(room)).toBe('Bo plays card 2. Cy plays card 3.')
  expect(describeLatest(room)).toBe('Cy plays card 3.')
  expect(summarizeTurn(at(happened(0, 1, 'played'), mine))).toBe('You play card 1.') // I have just acted
  expect(describeLatest(at(mine))).toBe('')
})

it('names a player once who did several things in a row', async () => {
  await learn('en')
  const room = at(
    happened(1, 0, 'played'),
    happened(2, 1, 'played'),
    happened(3, 1, 'played'),
    happened(4, 2, 'played'),
  )
  expect(summarizeTurn(room)).toBe('Bo plays card 2 and plays card 3. Cy plays card 4.')
})

it('leaves minor events out of the summary, not out of the log', () => {
  const drew = happened(3, 2, 'drew')
  const room = at(happened(1, 0, 'played'), happened(2, 1, 'played'), drew)
  expect(summarizeTurn(room)).toBe('Bo plays card 2.')
  expect(describeLatest(room)).toBe('Bo plays card 2.')
  expect(summarizeTurn(at(happened(1, 0, 'played'), drew))).toBe('Cy draws.') // nothing else was done
  expect(describeEntry(drew, room)).toEqual(['Cy draws.'])
})

it('says you for me, and finds what was done to me', () => {
  const handed = happened(2, 1, 'handed', { other: 0 })
  const room = at(happened(1, 0, 'handed', { other: 1 }), handed, happened(3, 2, 'handed', { other: 1 }))
  expect(describeEntry(handed, room)).toEqual(['Bo hands card 2 to you.'])
  expect(describeHarm(room)).toBe('Bo hands card 2 to you.')
  expect(describeEntry(room.log[0]!, room)).toEqual(['You hand card 1 to Bo.'])
  expect(describeHarm(at(handed, happened(3, 0, 'played')))).toBeNull() // I have acted since
  expect(describeEntry(handed, { ...room, open: true })).toEqual(['Bo hands card 2 to Ana.'])
  expect(describeEntry(handed, { ...room, seats: [0, 1] })).toEqual(['Bo hands card 2 to Ana.'])
})

it('puts an entry under the name of the player who acts in it, not of the one whose decision let it happen', () => {
  expect(doerOf(happened(1, 2, 'played'))).toBe(2)
  expect(doerOf(happened(1, 2, 'played', { seat: 1 }))).toBe(1)
  expect(doerOf({ ...happened(1, 2, 'played'), steps: [] })).toBe(2)
  // A deal is nobody's turn.
  const dealt = (...seats: number[]) => ({
    ...happened(1, 0, 'played'),
    kind: 'start' as const,
    seat: null,
    steps: seats.flatMap((seat) => happened(1, seat, 'played').steps),
  })
  expect(doerOf(dealt(1, 1))).toBe(1)
  expect(doerOf(dealt(0, 1))).toBe(null)
})

it('mentions once that a simpler bot decides', () => {
  const first = happened(1, 1, 'played', {}, { stood_in: true })
  const second = happened(2, 1, 'played', {}, { stood_in: true })
  const room = at(first, second)
  expect(describeEntry(first, room)).toHaveLength(2)
  expect(describeEntry(second, room)).toEqual(['Bo plays card 2.'])
})
