import { expect, it } from 'vitest'
import { typeset } from '../src/words/typeset'

it('keeps a double sign on the line of its word, in French', () => {
  expect(typeset('Ensemble ; 15 : « oui » ? Non !', 'fr')).toBe(
    'Ensemble\u202f; 15\u00a0: «\u00a0oui\u00a0»\u202f? Non\u202f!',
  )
  expect(typeset('{seat} joue {card} : {n|point|points}', 'fr')).toBe('{seat} joue {card}\u00a0: {n|point|points}')
})

it('keeps a pronoun on the line of its verb, in French', () => {
  expect(typeset('Qui attaque-t-il ? Voulez-vous celui-ci ?', 'fr')).toBe(
    'Qui attaque\u2011t\u2011il\u202f? Voulez\u2011vous celui-ci\u202f?',
  )
})

it('leaves English alone', () => expect(typeset('So : what ?', 'en')).toBe('So : what ?'))
