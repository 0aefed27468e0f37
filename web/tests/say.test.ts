import { describe, expect, it } from 'vitest'
import cases from '../../tests/web/sentences.json'
import { capital, plain, Words, type Language } from '../src/words/say'

describe('sentences are filled in as the server fills them in', () => {
  for (const one of cases) {
    it(`${one.language}: ${one.says}`, () => {
      const words = new Words(one.language as Language, one.messages as unknown as Record<string, string>)
      const reader = 'reader' in one ? one.reader : null
      expect(words.say(one.key, one.params, 'seats' in one ? one.seats : undefined, reader)).toBe(one.expected)
    })
  }

  it.each([
    [1, 'karta'],
    [2, 'karty'],
    [5, 'kart'],
    [1.5, 'karty!'],
  ])('has more than two plural forms where a language does: %s', (n, form) => {
    const words = new Words('pl' as Language, { a: '{n|karta|few=karty|many=kart|karty!}' })
    expect(words.say('a', { n })).toBe(form)
  })

  it('says a key that it does not know, rather than nothing', () => {
    expect(new Words('en', {}).say('event.of_tomorrow')).toBe('event.of_tomorrow')
  })
})

it('begins a sentence with a capital, accents included', () => expect(capital('équipe')).toBe('Équipe'))
it('compares without case or accents', () => expect(plain('  Éredin  le GRAND ')).toBe('eredin le grand'))
