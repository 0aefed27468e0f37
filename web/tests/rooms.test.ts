import { expect, it } from 'vitest'
import { roomAt } from '../src/rooms'

const at = (address: string) => roomAt(address.split('/').filter(Boolean))

it.each([
  ['/', 'home'],
  ['/game/gwynt', 'game/*'],
  ['/new', 'new'],
  ['/new/gwynt', 'new/*'],
  ['/learn/gwynt/horn', 'learn/*'],
  ['/problems', 'problems'],
  ['/problems/gwynt', 'problems'],
  ['/problems/gwynt/7', 'problems/*/*'],
  ['/tournaments/new', 'tournaments/new'],
  ['/tournaments', 'tournaments'],
  ['/tournament/x', 'tournament/*'],
  ['/matches/all', 'matches'],
])('opens a room at %s', (address, pattern) => expect(at(address)?.pattern.join('/')).toBe(pattern))

it.each(['/somewhere', '/game', '/table', '/tournament'])('has no room at %s', (address) =>
  expect(at(address)).toBeUndefined(),
)

it('gives a room what its address names', () => {
  expect(at('/learn/gwynt/horn')?.given(['learn', 'gwynt', 'horn'])).toEqual({ game: 'gwynt', id: 'horn' })
  expect(at('/mistakes/m/12')?.given(['mistakes', 'm', '12'])).toEqual({ match: 'm', number: 12 })
  expect(at('/matches')?.given(['matches'])).toEqual({ whose: 'mine' })
})
