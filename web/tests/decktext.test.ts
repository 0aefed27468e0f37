import { expect, it } from 'vitest'
import { read, write } from '../src/games/gwynt/decktext'

const known = (name: string) => ({ nekker: 'nekker', 'vampire: ekimmara': 'ekimmara', ekimmara: 'ekimmara' })[name]

it('writes and reads the same deck', () => {
  const deck = {
    faction: 'monsters',
    leader: 'eredin',
    name: 'Night hunt',
    cards: new Map([
      ['nekker', 3],
      ['ekimmara', 1],
    ]),
  }
  const text = write(deck, 'en')
  expect(text).toBe('faction: monsters\nleader: eredin\nname.en: Night hunt\n\n3 nekker\n1 ekimmara\n')
  expect(read(text, known)).toEqual(deck)
})

it('reads what people write: names, crosses, comments, several lines of one card', () => {
  const text = '# mine\nFaction: monsters\n2x nekker\n1 × nekker\n1 Vampire: Ekimmara # the best\n4 nobody\nnonsense'
  const deck = read(text, known)
  expect(deck.faction).toBe('monsters')
  expect([...deck.cards]).toEqual([
    ['nekker', 3],
    ['ekimmara', 1],
  ])
})
