import { expect, it } from 'vitest'
import { chart, partsOf } from '../src/table/chart'

const points = (...scores: number[][]) =>
  scores.map((now, number) => ({ number, seat: null, scores: now, sources: [] }))

it('draws a line for each seat, which steps when points come', () => {
  const { lines } = chart(points([0, 0], [4, 0], [4, 8]))
  expect(lines.map(({ end }) => end)).toEqual([4, 8])
  expect(lines[0]!.path).toBe('M0 40H50V20H100V20')
  expect(lines[1]!.path).toBe('M0 40H50V40H100V0')
})

it('marks the parts of a match that have moments of their own', () => {
  const sections = [
    { name: 'I', last: 2, scores: [5] },
    { name: 'II', last: 4, scores: [4] },
    { name: 'III', last: 4, scores: [4] },
  ]
  const match = points([0], [3], [0], [2], [4])
  expect(partsOf(match, sections)).toEqual([
    { name: 'I', from: 0, to: 50 },
    { name: 'II', from: 50, to: 100 },
  ])
  // What the last move of a part brought is seen, though all points fall with it.
  expect(chart(match, sections).lines[0]!.path).toBe('M0 40H25V16H50V0V40H75V24H100V8V8')
})

it('makes room below zero', () => {
  const { marks } = chart(points([0], [-5], [5]))
  expect(marks).toEqual([
    { value: -5, y: 40 },
    { value: 0, y: 20 },
    { value: 5, y: 0 },
  ])
})

it('begins at zero, however high all points are', () => {
  expect(chart(points([5], [10])).marks).toEqual([
    { value: 0, y: 40 },
    { value: 10, y: 0 },
  ])
})

it('draws nothing of a single moment', () => expect(chart(points([3, 3])).lines).toEqual([]))

it('draws nothing where nothing ever changed', () => expect(chart(points([2, 1], [2, 1], [2, 1])).lines).toEqual([]))
