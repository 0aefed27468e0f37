import { expect, it } from 'vitest'
import en from '../../ludotheque/messages/page/en.json'
import fr from '../../ludotheque/messages/page/fr.json'

const places = (text: string) =>
  [...text.matchAll(/\{(\w+)/g)]
    .map((found) => found[1])
    .sort()
    .filter((name, at, all) => name !== all[at - 1])

it('has the same keys in both languages', () => expect(Object.keys(fr)).toEqual(Object.keys(en)))

it('says everything once', async () => {
  const files = import.meta.glob<string>('../../ludotheque/messages/page/*.json', { query: '?raw', import: 'default' })
  for (const load of Object.values(files)) {
    const keys = [...(await load()).matchAll(/^ {2}("[^"]+"):/gm)].map(([, key]) => key)
    expect(keys.length).toBe(Object.keys(en).length)
  }
})

it('says the same parameters in both languages', () => {
  for (const key of Object.keys(en) as (keyof typeof en)[]) expect(places(fr[key]), key).toEqual(places(en[key]))
})

it('uses every sentence', () => {
  const files = import.meta.glob<string>('../src/**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true })
  const sources = Object.values(files).join('\n')
  // Keys that are put together: their beginning is named here, with where it is done.
  const begun = [
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
  ]
  const unused = Object.keys(en).filter(
    (key) => !sources.includes(`'${key}'`) && !begun.some((begin) => key.startsWith(begin)),
  )
  expect(unused).toEqual([])
})

it('recognises whoever has no name, in both', async () => {
  const { GUESTS } = await import('../src/words/page.svelte')
  expect([en, fr].map((texts) => texts['settings.guest'])).toEqual(GUESTS)
})
