import { expect, it } from 'vitest'
import { shareUnchanged } from '../src/live/sharing'

const before = {
  field: { a1: { unit: 'archer', level: 0 }, b1: { unit: 'samurai', level: 2 } },
  seats: [{ hand: ['x', 'y'] }, { hand: [] }],
  pile: 3,
}
const copy = () => structuredClone(before)

it('keeps what has stayed as it was', () => {
  const after = copy()
  after.field.a1.level = 1
  const now = shareUnchanged(before, after)
  expect(now).toEqual({ ...before, field: { a1: { unit: 'archer', level: 1 }, b1: before.field.b1 } })
  expect(now).not.toBe(before)
  expect(now.field.a1).not.toBe(before.field.a1)
  expect(now.field.b1).toBe(before.field.b1)
  expect(now.seats).toBe(before.seats)
})

it('gives back what was before where nothing has changed', () => {
  expect(shareUnchanged(before, copy())).toBe(before)
})

it.each([
  ['one more of a list', { seats: [...before.seats, { hand: [] }] }],
  ['one fewer', { seats: before.seats.slice(1) }],
  ['a part that is gone', { field: { a1: before.field.a1 } }],
  ['a part that is new', { field: { ...before.field, c1: { unit: 'archer', level: 0 } } }],
  ['nothing where something was', { field: null }],
  ['something where nothing was', { pile: {} }],
  ['a list in place of parts', { field: [] }],
])('takes what is new: %s', (_, change) => {
  const after = { ...copy(), ...structuredClone(change) }
  const wanted = structuredClone(after)
  expect(shareUnchanged(before, after)).toEqual(wanted)
})

it('takes another order as another thing', () => {
  const { a1, b1 } = copy().field
  expect(Object.keys(shareUnchanged(before, { ...copy(), field: { b1, a1 } }).field)).toEqual(['b1', 'a1'])
})

it('never touches what was before', () => {
  const kept = copy()
  shareUnchanged(before, { ...copy(), pile: 9, seats: [] })
  expect(before).toEqual(kept)
})
