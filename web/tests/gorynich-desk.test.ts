import { beforeEach, expect, it, vi } from 'vitest'
import { Desk } from '../src/games/gorynich/desk.svelte'
import type { Game } from '../src/games/gorynich/seen'
import type { Story } from '../src/games/gorynich/story.svelte'
import type { Board, Foreseen } from '../src/live/board'

const REACH = {
  yellow: { way: 'down', limit: 2, squares: ['c5', 'c6'] },
  red: { way: 'left', limit: 2, squares: ['b4', 'a4'] },
  green: { way: 'up', limit: 2, squares: ['c3'] },
  blue: { way: 'right', limit: 2, squares: [] },
}
const TABLE = {
  map: [['#']],
  colours: { yellow: 'up', red: 'right', green: 'down', blue: 'left' },
  flight: -2,
  reach: REACH,
  gorynich: 'c4',
  targets: {} as Record<string, string[]>,
  tiles: [{ tile: 'fireball' }, { tile: 'gust' }, { tile: 'swoop' }],
  knights: [{ number: 1 }, { number: 10 }],
}

const board = {
  play: vi.fn(),
  explain: vi.fn(() => Promise.resolve(null)),
  foresee: vi.fn(),
  foreseen: null as Foreseen | null,
}

function desk(decision: string, texts: string[], targets: Record<string, string[]> = {}): Desk {
  const moves = texts.map((text, id) => ({ id, text, key: 'move.play', params: {} }))
  const face = { view: { decision, chosen: {} } }
  const room = { ...board, seat: 0, face, moves, past: null }
  Object.defineProperty(room, 'foreseen', { get: () => board.foreseen })
  return new Desk(room as unknown as Board<Game>, { table: { ...TABLE, targets }, telling: false } as unknown as Story)
}

beforeEach(() => {
  vi.clearAllMocks()
  board.foreseen = null
})

it('a finger looks first and decides with its second tap; a mouse decides at once', () => {
  const one = desk('choose', ['red', 'fire', 'pass'])
  one.act('red', true)
  expect(one.looked).toBe('red')
  expect(board.play).not.toHaveBeenCalled()
  one.act('fire', true)
  expect(board.play).not.toHaveBeenCalled()
  one.act('fire', true)
  expect(board.play).toHaveBeenCalledWith(1)
  one.act('pass')
  expect(board.play).toHaveBeenLastCalledWith(2)
})

it('what is not legal is explained, beside what was touched', () => {
  const place = { left: 1 } as DOMRect
  desk('choose', ['red']).act('green', false, place)
  expect(board.explain).toHaveBeenCalledWith('green', [], place)
  expect(board.play).not.toHaveBeenCalled()
})

it('a move that loses is asked about twice', () => {
  const one = desk('choose', ['blue'])
  const events = [{ key: 'event.lost', event: 'lost', params: { cause: 'left_table' } }]
  board.foreseen = { move: 0, then: [], events, lines: ['You lose.'], view: null, scores: null }
  expect(one.loses('blue')).toBe(true)
  one.act('blue')
  expect(one.doubted).toBe('blue')
  expect(board.play).not.toHaveBeenCalled()
  one.act('blue')
  expect(board.play).toHaveBeenCalledWith(0)
})

it('arrow cards lie where they fly, and their keys are those arrows', () => {
  const one = desk('choose', ['yellow', 'red', 'green', 'blue', 'fire', 'manoeuvre', 'pass'])
  expect(['yellow', 'red', 'green', 'blue', 'fire'].map((card) => one.placeOfCard(card))).toEqual([
    'down',
    'left',
    'up',
    'right',
    'heart',
  ])
  expect(['ArrowLeft', 'ArrowUp', 'f', 't', 'P', 'x'].map((key) => one.keyed(key))).toEqual([
    'red',
    'green',
    'fire',
    'manoeuvre',
    'pass',
    null,
  ])
  expect(desk('drop', ['discard red']).keyed('ArrowLeft')).toBe('discard red')
})

it('in pencil Gorynich may be anywhere, and the arrows reach as far from there', () => {
  const one = desk('choose', ['red'])
  one.sketch('i2')
  expect(one.reach?.red?.squares).toEqual(['h2', 'g2'])
  expect(one.reach?.blue?.squares).toEqual(['j2'])
  expect(one.sketchBy('ArrowUp')).toBe(true)
  expect(one.pencil).toBe('i1')
  one.sketchBy('ArrowUp')
  expect(one.pencil).toBe('i1')
  expect(one.sketchBy('f')).toBe(false)
  one.sketch('c4')
  expect(one.pencil).toBeNull()
  expect(one.reach).toBe(REACH)
  expect(desk('fly', ['fly 1']).sketchBy('ArrowUp')).toBe(false)
})

it('every other question has its keys, too', () => {
  const keys: [string, string, string][] = [
    ['speak', 'ArrowLeft', 'speak'],
    ['point', '1', 'point 1'],
    ['point', '0', 'point 10'],
    ['blow', '0', 'blow 10'],
    ['fly', '2', 'fly 2'],
    ['tile', '2', 'use gust'],
    ['aim', 'ArrowUp', 'burn up'],
    ['breathe', 'ArrowLeft', 'flame left'],
    ['steer', 'ArrowDown', 'steer down'],
    ['dive', '9', 'swoop up_right'],
    ['light', '0', 'light here'],
    ['light', 'ArrowRight', 'light right'],
  ]
  for (const [decision, key, text] of keys) expect(desk(decision, [text]).keyed(key)).toBe(text)
})

it('a click on a square means the move that is about it', () => {
  const one = desk('fly', ['fly 1', 'fly 2'], { 'fly 1': ['c3'], 'fly 2': ['c2'] })
  expect(one.glowing.get('c2')).toBe('fly 2')
  expect(one.moveAt('c3')).toBe('fly 1')
  expect(one.moveAt('h8')).toBeNull()
  const steering = desk('steer', ['steer up'], { 'steer up': ['c3', 'c2'] })
  expect(steering.moveAt('c2')).toBe('steer up')
})

it('toggles the knights to point at, and sends them with one key', () => {
  const one = desk('point', ['point 1', 'point 10', 'enough'])
  one.act('point 10', true)
  one.act('point 1', true)
  one.act('point 10', true)
  expect(one.pointing).toEqual([1])
  expect(board.play).not.toHaveBeenCalled()
  one.act('enough')
  expect(board.play).toHaveBeenCalledWith('point 1', 'enough')
  expect(one.pointing).toEqual([])
  const all = desk('point', ['point 1', 'point 10', 'enough'])
  all.showHint('point 10')
  all.act('point 1')
  all.act('enough')
  expect(board.play).toHaveBeenLastCalledWith('point 10', 'point 1', 'enough') // with all knights, too: the rules ask on
})
