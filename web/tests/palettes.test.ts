import { expect, it } from 'vitest'

const COMPONENTS = import.meta.glob<string>('../src/games/*/*.svelte', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const SHARED = import.meta.glob<string>('../src/**/*.svelte', { query: '?raw', import: 'default', eager: true })
const GAMES = new Set(Object.keys(COMPONENTS).map((path) => path.split('/')[3] ?? ''))
// Mixed with other colours, or a part of masks.
const PLAIN = new Set(['#fff', '#000'])

/** The colours in the styles of a component. */
function coloursOf(source: string): Set<string> {
  const styles = source.slice(source.indexOf('<style'))
  return new Set([...styles.matchAll(/#[0-9a-f]{3,8}\b/gi)].map(([colour]) => colour.toLowerCase()))
}

it.each([...GAMES])('names a colour that two components of %s share in its palette', (game) => {
  const users = new Map<string, string[]>()
  for (const [path, source] of Object.entries(COMPONENTS)) {
    if (!path.includes(`/${game}/`)) continue
    for (const colour of coloursOf(source)) users.set(colour, [...(users.get(colour) ?? []), path])
  }
  expect([...users].filter(([colour, paths]) => paths.length > 1 && !PLAIN.has(colour))).toEqual([])
})

it('takes the colours of all rooms from styles/tokens.css', () => {
  const shared = Object.entries(SHARED).filter(([path]) => !path.includes('/games/'))
  expect(shared.length).toBeGreaterThan(50)
  const own = shared.flatMap(([path, source]) => [...coloursOf(source)].map((colour) => `${path}: ${colour}`))
  expect(own.filter((entry) => !PLAIN.has(entry.split(': ')[1] ?? ''))).toEqual([])
})
