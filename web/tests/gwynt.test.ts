import { expect, it, vi } from 'vitest'
import type { Events, Game } from '../src/games/gwynt/generated'
import type { Board } from '../src/live/board'

vi.mock('../src/api', () => ({ api: {} }))

/** The zones that Gwynt's desk names after one event. */
async function waysAfter(event: keyof Events, params: Record<string, unknown>) {
  const { Desk } = await import('../src/games/gwynt/desk.svelte')
  const log = [{ number: 1, steps: [{ seat: 0, events: [{ event, params }] }] }]
  return new Desk({ log, moves: [] } as unknown as Board<Game>)
}

it.each<[keyof Events, Record<string, unknown>, string]>([
  ['mustered', { seat: 1, from_hand: false }, 'deck-1'],
  ['mustered', { seat: 1, from_hand: true }, 'hand-1'],
  ['revived', { seat: 0 }, 'pile-0'],
  ['came_back', { seat: 0 }, 'pile-0'],
  ['taken', { seat: 0, owner: 1 }, 'pile-1'],
  ['played', { seat: 1 }, 'hand-1'],
  ['drew', { seat: 0 }, 'deck-0'],
  ['fetched', { seat: 1 }, 'deck-1'],
  ['weather_fetched', { seat: 0 }, 'deck-0'],
])('has a card that was %s %o start at %s', async (event, params, zone) => {
  const desk = await waysAfter(event, { ...params, card: 'ghoul' })
  expect(desk.comesFrom('row-1-close:ghoul', 'ghoul')).toBe(zone)
  expect(desk.comesFrom('row-1-close:nekker', 'nekker')).toBeNull() // the event is about another card
  expect(desk.comesFrom('hand:0:nekker', 'nekker')).toBe('deck-0')
})

it('sends a card that leaves to the pile of its side, and burns one that fell', async () => {
  const fell = await waysAfter('fell', { seat: 0, side: 1, card: 'ghoul' })
  expect(fell.goesTo('row-1-close:ghoul', 'ghoul')).toBe('burns')
  expect(fell.goesTo('row-0-close:ghoul', 'ghoul')).toBe('pile-0')
  expect(fell.goesTo('hand:1:fog', 'fog')).toBe('pile-1')
  const swapped = await waysAfter('swapped', { seat: 1, card: 'fog' })
  expect(swapped.goesTo('hand:1:fog', 'fog')).toBe('deck-1')
})
