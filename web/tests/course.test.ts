import { expect, test } from 'vitest'
import type { PlayedMatch } from '../src/protocol'
import { across, height, line, rolling, scaleOf, worth } from '../src/statistics/course'

const match = (result: string | null): PlayedMatch => ({ match: null, ended: 0, result, points: null, rating: null })

test('a scale holds all values between round numbers', () => {
  for (const values of [[0, 1], [3], [1480, 1523, 1511], [-7, 42], [0, 0, 2]]) {
    const { least, most, marks } = scaleOf(values)
    expect(least).toBeLessThanOrEqual(Math.min(...values))
    expect(most).toBeGreaterThanOrEqual(Math.max(...values))
    expect(marks.length).toBeGreaterThan(1)
    expect(marks.length).toBeLessThan(6)
    for (const { value, y } of marks) expect(y).toBe(height(value, { least, most }))
  }
})

test('a rolling mean begins with three values, and leaves out what is unknown', () => {
  expect(rolling([1, 1, 0, null, 0], 3)).toEqual([null, null, 2 / 3, null, null])
  expect(rolling([1, 0, 1, 1], 3)).toEqual([null, null, 2 / 3, 2 / 3])
})

test('a line goes from the left to the right, and straight over gaps', () => {
  const scale = { least: 0, most: 1, marks: [] }
  expect(line([0, null, 1], scale)).toBe('M0 40L100 0')
  expect(line([null, 1], scale)).toBe('')
  expect(across(0, 1)).toBe(50)
})

test('a draw is worth half a win, and a match without a result nothing', () => {
  expect(['won', 'drawn', 'lost', null].map((result) => worth(match(result)))).toEqual([1, 0.5, 0, null])
})
