import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Board } from '../src/live/board'
import type { Desk } from '../src/games/gunkimono/desk.svelte'
import { beside, corner, onward, outline, ties } from '../src/games/gunkimono/geometry'
import { Places, readPlace } from '../src/games/gunkimono/laying'
import { soundsOf } from '../src/games/gunkimono/sounds'
import type { Game, GunkimonoEvent } from '../src/games/gunkimono/seen'

// A field of three by two with a hole at its upper right: a2 b2 / a1 b1 c1.
const SQUARES = {
  a2: { row: 0, column: 0, unit: 'archer' },
  b2: { row: 0, column: 1, unit: 'archer' },
  a1: { row: 1, column: 0, unit: 'samurai' },
  b1: { row: 1, column: 1, unit: 'archer' },
  c1: { row: 1, column: 2, unit: 'cavalry' },
} as const
const CATALOGUE = {
  units: { infantry: 'I', samurai: 'S', cavalry: 'C', spearman: 'L', archer: 'A' },
  tiles: {
    I1L2: { units: ['infantry', 'spearman'], symbols: [1, 2] },
    A: { units: ['archer'], symbols: [2] },
  },
  rows: 2,
  columns: 3,
  squares: SQUARES,
}
vi.mock('../src/api', () => ({ api: { pieces: () => Promise.resolve(CATALOGUE) } }))

describe('the field', () => {
  it('knows neighbours, and goes on over holes', () => {
    expect(beside(SQUARES, 'b2', 'w')).toBe('a2')
    expect(beside(SQUARES, 'b2', 'e')).toBeNull()
    expect(beside(SQUARES, 'c1', 'n')).toBeNull()
    expect(onward(SQUARES, 'a1', 'e', 2, 3)).toBe('b1')
    expect(onward(SQUARES, 'c1', 'n', 2, 3)).toBe('c1')
  })

  it('outlines faces where they are, lifted or not', () => {
    const flat = outline(SQUARES, ['a2', 'b2'], () => 0)
    expect(flat).not.toContain('M100 0V') // no line between the two
    expect(flat.match(/M/g)).toHaveLength(6)
    const lifted = outline(SQUARES, ['a2'], () => 2)
    expect(lifted).toContain('M0 -15H100')
    expect(lifted).toContain('M0 85H100')
  })

  it('counts the front of a block that stands over its southern neighbour to the formation', () => {
    const path = outline(SQUARES, ['b2', 'b1'], (square) => (square === 'b2' ? 2 : 0))
    expect(path).not.toContain('H200M100 85') // the front between them is inside
    expect(path).toContain('M100 -15H200')
    expect(path).toContain('M100 200H200')
  })

  it('tells a size at the upper left', () => {
    expect(corner(SQUARES, ['b1', 'a1', 'b2'], () => 0)).toEqual({ x: 1, y: 0 })
    expect(corner(SQUARES, ['b1', 'a1'], () => 0)).toEqual({ x: 0, y: 1 })
  })

  it('ties equal neighbours once', () => {
    const field = Object.fromEntries(
      Object.keys(SQUARES).map((name) => [name, { unit: 'archer', level: 0, fortress: null, formation: 0 } as const]),
    )
    const formations = [{ unit: 'archer' as const, size: 3, squares: ['a2', 'b2', 'b1'], owner: null }]
    expect(ties(SQUARES, { field, formations })).toHaveLength(2)
  })
})

describe('places', () => {
  const places = new Places(['b2w', 'b2s+', 'a1e', 'a1e+'])

  it('are read as they are written', () => {
    expect(readPlace('b2s+')).toEqual({ square: 'b2', way: 's', supported: true })
    expect(readPlace('c1')).toEqual({ square: 'c1', way: null, supported: false })
    expect(readPlace('fort c1')).toBeNull()
  })

  it('are taken without a support where none is needed', () => {
    expect(places.written('b2', 'w')).toBe('b2w')
    expect(places.written('b2', 's')).toBe('b2s+')
    expect(places.written('a1', 'e')).toBe('a1e')
    expect(places.written('a1', 'n')).toBeNull()
    expect([...places.squares]).toEqual(['b2', 'a1'])
  })

  it('turn to the next legal way, or simply on', () => {
    expect(places.turned('b2', 'e')).toBe('s')
    expect(places.turned('b2', 's')).toBe('w')
    expect(places.turned('b2', 'w', true)).toBe('s')
    expect(places.turned('c1', 'e')).toBe('s')
    expect(places.turned(null, 'n')).toBe('e')
  })
})

describe('the desk', () => {
  const seat = { small: ['samurai', 'archer'], known: ['I1L2'], honour: {}, banners: [] }
  const halves = [
    { square: 'b2', unit: 'infantry', honour: 1, points: 2, banner: null },
    { square: 'a2', unit: 'spearman', honour: 2, points: 1, banner: 'dragon' },
  ]
  let room: Record<'play' | 'foresee' | 'explain', ReturnType<typeof vi.fn>>

  async function desk(decision: string, texts: string[], table: object = {}): Promise<Desk> {
    const { catalogue } = await import('../src/games/gunkimono/catalogue.svelte')
    await catalogue.open()
    const { Desk } = await import('../src/games/gunkimono/desk.svelte')
    const all = { seats: [seat], turn: 0, places: { I1L2: ['b2w', 'b1n+'] }, laying: null, ...table }
    const board = {
      ...room,
      seat: 0,
      past: null,
      log: [],
      foreseen: null,
      face: { view: { decision, table: all } },
      moves: texts.map((text, id) => ({ id, text, key: '', params: {} })),
    }
    return new Desk(board as unknown as Board<Game>)
  }
  const place = { getBoundingClientRect: () => 'here' } as unknown as Element

  beforeEach(() => {
    room = { play: vi.fn(), foresee: vi.fn(), explain: vi.fn() }
  })

  it('sends a tile and its place together, after it was looked at', async () => {
    const at = await desk('tile', ['I1L2', 'small A'])
    at.take('I1L2', 'hand:0', place)
    at.turnTo('w')
    at.pointAt('b2')
    expect(room.foresee).toHaveBeenLastCalledWith('I1L2', ['b2w'], 0)
    at.press('b2', place, false)
    expect(room.play).toHaveBeenCalledWith('I1L2', 'b2w')
  })

  it('says why not where it can not lie', async () => {
    const at = await desk('tile', ['I1L2'])
    at.take('I1L2', 'hand:0', place)
    at.press('a1', place, false)
    expect(room.explain).toHaveBeenCalledWith('I1L2', ['a1e'], 'here')
    expect(room.play).not.toHaveBeenCalled()
    at.take('A', 'small:archer', place)
    expect(room.explain).toHaveBeenLastCalledWith('small A', [], 'here')
  })

  it('asks which small tile supports, and never chooses one', async () => {
    const at = await desk('tile', ['I1L2'])
    at.take('I1L2', 'hand:0', place)
    at.turnTo('n')
    at.press('b1', place, false)
    expect(at.supporting).toBe(true)
    expect(room.play).not.toHaveBeenCalled()
    at.supportWith('archer')
    expect(room.play).toHaveBeenCalledWith('I1L2', 'b1n+', 'support A')
  })

  it('by finger: a tap shows, another turns, and the key lays', async () => {
    const at = await desk('tile', ['I1L2'])
    at.take('I1L2', 'hand:0', place)
    at.turnTo('w')
    at.press('b2', place, true)
    expect(room.play).not.toHaveBeenCalled()
    at.press('b2', place, true)
    expect(at.way).not.toBe('w')
    at.turnTo('w')
    at.lay()
    expect(room.play).toHaveBeenCalledWith('I1L2', 'b2w')
  })

  it('sends both choices with the second, and asks once more before a banner is looked at', async () => {
    const laying = { seat: 0, tile: 'I1L2', squares: ['b2', 'a2'], halves, chosen: [] }
    const at = await desk('points', ['victory', 'honour'], { laying })
    at.choose(1, 'victory')
    expect(room.play).not.toHaveBeenCalled()
    at.choose(0, 'honour')
    expect(room.play).toHaveBeenCalledWith('honour', 'victory')
    const again = await desk('points', ['victory', 'honour'], { laying })
    again.choose(0, 'victory')
    again.choose(1, 'honour')
    expect(room.play).toHaveBeenCalledTimes(1)
    again.score()
    expect(room.play).toHaveBeenLastCalledWith('victory', 'honour')
  })

  it('takes what has been chosen, and what must be, as it is', async () => {
    const without = [{ ...halves[0], honour: 0 }, halves[1]]
    const laying = { seat: 0, tile: 'I1L2', squares: ['b2', 'a2'], halves: without, chosen: [] }
    const at = await desk('points', ['victory', 'honour'], { laying })
    expect(at.choice(0)).toBe('victory')
    expect(at.asked).toEqual([1])
    at.choose(1, 'victory')
    expect(room.play).toHaveBeenCalledWith('victory')
    const half = await desk('points', ['victory'], { laying: { ...laying, halves, chosen: ['honour'] } })
    expect(half.choice(0)).toBe('honour')
    expect(half.asked).toEqual([1])
  })

  it('builds and draws with a click, by finger with a second tap', async () => {
    const site = await desk('site', ['fort b2'])
    site.press('b2', place, true)
    expect(room.play).not.toHaveBeenCalled()
    site.press('b2', place, true)
    expect(room.play).toHaveBeenLastCalledWith('fort b2')
    site.press('a1', place, false)
    expect(room.explain).toHaveBeenLastCalledWith('fort a1', [], 'here')
    const draw = await desk('draw', ['take I1L2', 'blind'])
    draw.draw('blind', place, true)
    expect(room.play).toHaveBeenCalledTimes(1)
    draw.draw('blind', place, true)
    expect(room.play).toHaveBeenLastCalledWith('blind')
  })
})

describe('what is heard', () => {
  const event = (name: GunkimonoEvent['event'], points = 0) =>
    ({ event: name, key: name, params: { points } }) as GunkimonoEvent

  it('drums for every five points, and is silent about what it knows nothing of', () => {
    expect(soundsOf(event('scored', 4))).toEqual([])
    expect(soundsOf(event('fortress_scored', 11))).toEqual(['drum', 'drum'])
    expect(soundsOf(event('placed'))).toEqual(['move'])
    expect(soundsOf(event('end_turned_up'))).toEqual(['gong'])
    expect(soundsOf(event('turned_up'))).toEqual([])
  })
})
