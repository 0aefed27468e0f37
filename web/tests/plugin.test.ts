import { beforeEach, expect, it, vi } from 'vitest'
import type { Board } from '../src/live/board'
import { Words } from '../src/words/say'

// There is no server here that would tell of games.
vi.mock('../src/library.svelte', () => ({ library: { game: (name: string) => shelf[name] } }))
const shelf: Record<string, { page: { cover: string | null; table: string | null } }> = {}

const { coverOf, pageOf, tableOf } = await import('../src/game-pages')
const { load } = await import('../src/table/load-plugin')
const { stateOf, tableFor } = await import('../src/table/plugin')

const script = (text: string) => `data:text/javascript,${encodeURIComponent(text)}`

beforeEach(() => {
  for (const name of Object.keys(shelf)) Reflect.deleteProperty(shelf, name)
})

it('finds our own games by their folders', () => {
  expect(pageOf('lampions')?.minutes).toBe(5)
  expect(coverOf('lampions')).toContain('cover.svg')
  expect(tableOf('gwynt')).toBeDefined()
  expect(tableOf('lampions')).toBeDefined()
})

it('takes what a game of another package brings, and nothing where it brings nothing', () => {
  shelf.halma = { page: { cover: '/api/games/halma/page/cover.svg', table: '/api/games/halma/page/table.js' } }
  shelf.mill = { page: { cover: null, table: null } }
  expect(coverOf('halma')).toBe('/api/games/halma/page/cover.svg')
  expect(tableOf('halma')).toBeDefined()
  expect(coverOf('mill')).toBeNull()
  expect(tableOf('mill')).toBeUndefined()
  expect(tableOf('nowhere')).toBeUndefined()
})

it('loads a module by its address', async () => {
  const { module } = await load(script('export function mount() { return { update() {} } }'))
  expect(module?.mount).toBeTypeOf('function')
})

it('takes no module that can not be mounted', async () => {
  await expect(load(script('export const mount = 1'))).rejects.toThrow('exports no function mount')
  await expect(load(script('export default {}'))).rejects.toThrow('exports no function mount')
  await expect(load(script('throw new Error("broken")'))).rejects.toThrow('broken')
  await expect(load(script('export function mount( {'))).rejects.toThrow()
})

const words = new Words('en', {
  'prompt.step': '{seat} takes a step',
  'move.step': 'a step to {square}',
  'board.hello': 'Hello, {seat}',
})
const view = { game: 'halma', table: { board: [] } }
const move = { id: 7, text: 'a1-a2', key: 'move.step', params: { square: 'a2' } }
const board = (more: object = {}) =>
  ({
    face: { view, scores: [1, 2], prompt: { key: 'prompt.step', params: { seat: 1 } } },
    names: ['Ada', 'Bao'],
    words,
    seat: 1,
    moves: [move],
    foreseen: null,
    open: false,
    ...more,
  }) as unknown as Board

it('shows a module the moment, in words where people read', () => {
  expect(stateOf(board({ face: null }))).toBeNull()
  expect(stateOf(board())).toEqual({
    language: 'en',
    seat: 1,
    names: ['Ada', 'Bao'],
    view,
    scores: [1, 2],
    prompt: 'Bao takes a step',
    moves: [{ id: 7, notation: 'a1-a2', label: 'A step to a2', params: { square: 'a2' } }],
    preview: null,
    open: false,
  })
  const foreseen = { move: 7, lines: ['Bao steps.'], view: null, scores: [1, null] }
  expect(stateOf(board({ foreseen }))?.preview).toEqual({
    id: 7,
    lines: ['Bao steps.'],
    view: null,
    scores: [1, null],
  })
})

it('lets a module act at the table', () => {
  const room = { play: vi.fn(), explain: vi.fn(), foresee: vi.fn() }
  const table = tableFor(board(room))
  table.play(7)
  table.explain('a1-a9')
  table.preview(7)
  table.preview(null)
  expect(room.play.mock.calls).toEqual([[7]])
  expect(room.explain.mock.calls).toEqual([['a1-a9']])
  expect(room.foresee.mock.calls).toEqual([[7], [null]])
  expect(table.say('board.hello', { seat: 0 })).toBe('Hello, Ada')
})
