import { expect, it } from 'vitest'
import { layers } from '../src/table/chart'
import { turningPoints } from '../src/table/turning'

const match = (...turns: [seat: number | null, ...scores: number[]][]) =>
  turns.map(([seat, ...scores], number) => ({ number, seat, scores, sources: [] }))

it('tells when the lead changed, after the whole turn', () => {
  const points = match([null, 0, 0], [0, 2, 0], [1, 2, 1], [1, 2, 4], [0, 3, 4])
  expect(turningPoints(points)).toEqual([{ number: 3, kind: 'lead', seat: 1, points: 4, next: 2 }])
})

it('tells of many changes those that lasted', () => {
  const points = match(
    [null, 0, 0],
    [0, 2, 0],
    [1, 2, 3],
    [0, 4, 3],
    [1, 4, 5],
    [0, 5, 5],
    [1, 5, 6],
    [0, 6, 6],
    [1, 6, 7],
    [0, 8, 7],
  )
  const leads = turningPoints(points).map(({ number }) => number)
  expect(leads).toHaveLength(3)
  expect(leads).toContain(4)
})

it('tells who gained most on everybody', () => {
  const points = match([null, 0, 0], [0, 5, 0], [1, 5, 1], [0, 20, 1], [1, 20, 3])
  expect(turningPoints(points)).toEqual([
    { number: 1, kind: 'gain', seat: 0, points: 5, next: 0 },
    { number: 3, kind: 'gain', seat: 0, points: 15, next: 0 },
  ])
})

it('lays the sources of a player on each other', () => {
  const at = (number: number, land: number, flag: number) => ({
    number,
    seat: null,
    scores: [land + flag],
    sources: [{ land, flag }],
  })
  expect(layers([at(0, 0, 0), at(1, 4, 4)])).toEqual({
    sources: ['land', 'flag'],
    seats: [['M0 40H100V20V40H100V40H0Z', 'M0 40H100V0V20H100V40H0Z']],
  })
  expect(layers(match([null, 0], [0, 5]))).toEqual({ sources: [], seats: [] })
})
