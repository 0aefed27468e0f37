import { expect, it } from 'vitest'
import { lines } from '../src/words/lines'
import { Words } from '../src/words/say'

const words = new Words('en', {
  'event.played': '{seat} plays {card}.',
  'event.placed': '→ {row}.',
  'event.drew': '{seat} draws a card.',
  'event.hid': '{seat} hides a card.',
  'several.hid': '{seat} hides {number} {number|card|cards}.',
  'card.cow': 'Cow',
})
const event = (name: string, params: Record<string, unknown>) => ({ key: `event.${name}`, event: name, params })

it('goes on with the line before where a sentence begins with an arrow', () => {
  const told = lines([event('played', { seat: 0, card: 'cow' }), event('placed', { row: 'ranged' })], words, ['Ana'])
  expect(told).toEqual(['Ana plays Cow → ranged.'])
})

it('counts what happens several times in a row', () => {
  const draw = event('drew', { seat: 0 })
  expect(lines([draw, draw], words, ['ana'])).toEqual(['Ana draws a card ×2.'])
})

it('counts in words where the game has them, for one player at a time', () => {
  const hide = (seat: number) => event('hid', { seat })
  expect(lines([hide(0), hide(0), hide(0), hide(1)], words, ['Ana', 'Bo'])).toEqual([
    'Ana hides 3 cards.',
    'Bo hides a card.',
  ])
})

it('tells many steps of a sort by the line that they go on from', () => {
  const step = (row: string) => event('placed', { row })
  const played = event('played', { seat: 0, card: 'cow' })
  expect(lines([played, step('a'), step('b'), step('c')], words, ['Ana'])).toEqual(['Ana plays Cow.'])
  expect(lines([played, step('a'), step('b')], words, ['Ana'])).toEqual(['Ana plays Cow → a → b.'])
})
