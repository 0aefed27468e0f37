import { expect, it } from 'vitest'
import { standing } from '../src/live/standing'

const entry = (number: number, kind: 'start' | 'decide' | 'undo' | 'pause' | 'end', target: number | null = null) => ({
  number,
  kind,
  seat: 0,
  at: 0,
  target,
  steps: [],
})
const numbers = (entries: Parameters<typeof standing>[0]) => standing(entries).map(({ number }) => number)

it('leaves out what was taken back, and the taking back', () => {
  expect(
    numbers([entry(0, 'start'), entry(1, 'decide'), entry(2, 'decide'), entry(3, 'undo', 1), entry(4, 'decide')]),
  ).toEqual([0, 1, 4])
})

it('follows one undo behind another', () => {
  const all = [
    entry(0, 'start'),
    entry(1, 'decide'),
    entry(2, 'undo', 0),
    entry(3, 'decide'),
    entry(4, 'undo', 0),
    entry(5, 'end'),
  ]
  expect(numbers(all)).toEqual([0, 5])
})

it('leaves out pauses', () =>
  expect(numbers([entry(0, 'start'), entry(1, 'pause'), entry(2, 'decide')])).toEqual([0, 2]))
