import { expect, it } from 'vitest'
import en from '../../ludotheque/messages/page/en.json'
import fr from '../../ludotheque/messages/page/fr.json'

const places = (text: string) =>
  [...text.matchAll(/\{(\w+)/g)]
    .map((found) => found[1])
    .sort()
    .filter((name, at, all) => name !== all[at - 1])

it('has the same keys in complete languages', () => expect(Object.keys(fr)).toEqual(Object.keys(en)))

it('says everything once', async () => {
  const files = import.meta.glob<string>('../../ludotheque/messages/page/*.json', { query: '?raw', import: 'default' })
  for (const load of Object.values(files)) {
    const keys = [...(await load()).matchAll(/^ {2}("[^"]+"):/gm)].map(([, key]) => key)
    expect(new Set(keys).size).toBe(keys.length)
  }
})

it('says the same parameters in every language, and has a file for each', async () => {
  const { LANGUAGES } = await import('../src/words/say')
  const files = import.meta.glob<typeof en>('../../ludotheque/messages/page/*.json', { import: 'default' })
  expect(Object.keys(files).length).toBe(LANGUAGES.length)
  for (const load of Object.values(files)) {
    const texts = await load()
    expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort()) // English where a language lacks a sentence
    for (const key of Object.keys(en) as (keyof typeof en)[]) expect(places(texts[key]), key).toEqual(places(en[key]))
  }
})

it('uses every sentence', () => {
  const files = import.meta.glob<string>('../src/**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true })
  const sources = Object.values(files).join('\n')
  // Keys that are put together: their beginning is named here, with where it is done.
  const begun = [
    'home.choose_',
    'view.',
    'settings.theme_',
    'settings.motion_',
    'table.moves',
    'table.log',
    'table.talk',
    'matches.',
    'colour.',
    'tournament.kind.',
    'tournament.text.',
    'tournament.break.',
    'analysis.class.',
    'analysis.trial.',
    'analysis.trial_at.',
    'practice.theme.',
    'problems.is_',
    'tour.',
  ]
  const unused = Object.keys(en).filter((key) => {
    const plain = key.replace(/^you\.[a-z]+\./, '') // said to the player whom the sentence is about
    return !sources.includes(`'${plain}'`) && !begun.some((begin) => plain.startsWith(begin))
  })
  expect(unused).toEqual([])
})

it('recognises a person without a name in every language', async () => {
  const { me } = await import('../src/person.svelte')
  const { settings } = await import('../src/settings.svelte')
  for (const [name, nameless] of Object.entries({ Guest: true, Invité: true, Gast: true, Ana: false })) {
    settings.name = name
    expect(me.nameless, name).toBe(nameless)
  }
})
