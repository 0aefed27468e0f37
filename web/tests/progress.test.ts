import { beforeEach, expect, it, vi } from 'vitest'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => kept.set(name, text),
})

const fresh = async () => {
  vi.resetModules()
  return (await import('../src/learn/progress.svelte')).progress
}
const LESSONS = ['one', 'two', 'three']

beforeEach(() => kept.clear())

it('leads to the first lesson that was not done', async () => {
  const progress = await fresh()
  expect(progress.next('gwynt', LESSONS)).toBe('one')
  progress.add('gwynt', 'one')
  progress.add('gwynt', 'one')
  progress.add('gwynt', 'three')
  expect(progress.next('gwynt', LESSONS)).toBe('two')
  expect(progress.count('gwynt', LESSONS)).toBe(2)
  expect(progress.count('gorynich', LESSONS)).toBe(0)
})

it('begins again once all were done, and forgets lessons that are gone', async () => {
  const progress = await fresh()
  for (const lesson of [...LESSONS, 'gone']) progress.add('gwynt', lesson)
  expect(progress.next('gwynt', LESSONS)).toBe('one')
  expect(progress.count('gwynt', LESSONS)).toBe(3)
})

it('is kept from one visit to the next, and survives what it can not read', async () => {
  ;(await fresh()).add('gwynt', 'two')
  expect((await fresh()).has('gwynt', 'two')).toBe(true)
  kept.set('ludotheque.lessons', '{')
  expect((await fresh()).has('gwynt', 'two')).toBe(false)
})
