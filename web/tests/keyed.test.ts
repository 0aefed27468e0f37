import { expect, it } from 'vitest'
import { keyed } from '../src/games/gwynt/seen'

it('gives equal cards keys of their own, which stay as long as there are as many', () => {
  const keys = (cards: string[]) => keyed(cards, (card) => card).map(({ key }) => key)
  expect(keys(['nekker', 'cow', 'nekker'])).toEqual(['nekker:0', 'cow:0', 'nekker:1'])
  expect(keys(['nekker', 'cow'])).toEqual(['nekker:0', 'cow:0'])
})
