import { describe, expect, it } from 'vitest'
import { middleOf, nameOf, placeOf } from '../src/games/gorynich/draw/geometry'
import { castle, ground } from '../src/games/gorynich/draw/ground'
import { plateOf } from '../src/games/gorynich/draw/plates'
import { Roads } from '../src/games/gorynich/draw/roads'
import { standings } from '../src/games/gorynich/draw/standing'
import { courseOf } from '../src/games/gorynich/course'
import type { Events } from '../src/games/gorynich/generated'
import type { Game, GorynichEvent, GorynichTable, KnightSeen } from '../src/games/gorynich/seen'
import { applyEvent, beatsOf, openHands, settleTable } from '../src/games/gorynich/story'
import type { Told } from '../src/protocol'
import told from './gorynich.stories.json'

const roads = new Roads(told.map)
const starts = roads.cells.filter((cell) => cell.start).map(({ x, y }) => nameOf(x, y))
const near = (a: readonly number[], b: readonly number[]) => Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!)

describe('roads', () => {
  it('lead from every gate to the castle, without a gap', () => {
    expect(starts.length).toBeGreaterThan(8)
    for (const start of starts) {
      const points = roads.trail(start, start, 99)
      for (const [n, point] of points.slice(1).entries()) expect(near(point, points[n]!)).toBeLessThan(40)
      const [x, y] = points.at(-1)!
      expect(x > 380 && x < 620 && y > 380 && y < 620, `${start} ends at ${x} ${y}`).toBe(true)
    }
  })

  it('pass through the squares of the lane, and back again', () => {
    const way = roads.between('a4', 'a4', 'd3')
    expect(near(way[0]!, middleOf('a4'))).toBeLessThan(50)
    expect(near(way.at(-1)!, middleOf('d3'))).toBeLessThan(50)
    expect(roads.between('a4', 'd3', 'a4')).toEqual([...way].reverse())
    expect(placeOf('c10')).toEqual([2, 9])
  })

  it('are drawn with gates, stepping stones over water and no tree upon them', () => {
    const svg = ground(roads) + castle(roads)
    expect(svg).not.toContain('NaN')
    expect(svg).not.toContain('undefined')
    expect(svg).toContain('var(--water)')
    expect(roads.gates).toHaveLength(starts.length)
    expect(roads.doors.length).toBeGreaterThan(3)
  })
})

const knight = (number: number, square: string, more: Partial<KnightSeen> = {}): KnightSeen => ({
  number,
  square,
  start: 'a4',
  steps: 5,
  wet: false,
  pointed: false,
  next: [{ steps: 1, square: 'b4', fate: 'walks' }],
  ...more,
})

it('knights who share a square stand side by side and share one badge', () => {
  const { figures, badges } = standings([knight(1, 'b3'), knight(2, 'b3'), knight(3, 'd3', { steps: 1 })], roads)
  expect(figures).toHaveLength(3)
  expect(badges.map(({ square, danger }) => [square, danger])).toEqual([
    ['b3', 'far'],
    ['d3', 'near'],
  ])
  const [one, two] = figures.filter(({ knight: { square } }) => square === 'b3')
  expect(near(one!.at, two!.at)).toBeGreaterThan(30)
})

// The story ----------------------------------------------------------------------------------------------------------

interface Moment {
  events: GorynichEvent[]
  table: Partial<GorynichTable> & { decision: string | null }
}

/** Fields that are left out of a stored table. */
const whole = ({ table }: Moment): GorynichTable =>
  ({
    reach: null,
    targets: {},
    playing: null,
    talk: false,
    nets: false,
    turn: null,
    ...table,
  }) as unknown as GorynichTable

/** Invariants of a story. */
function moved(table: GorynichTable) {
  const { round, first, gorynich, flame, burnt, march, decks, tiles, tokens, knights, seats } = table
  const standing = knights.map(({ number, square, pointed }) => ({ number, square, pointed }))
  const held = seats.map(({ hand, row, passed, waiting }) => ({ hand, row, passed, waiting }))
  return { round, first, gorynich, flame, burnt, march, decks, tiles, tokens, standing, held }
}

describe.each((told.matches as unknown as Moment[][]).map((moments) => [moments]))(
  'a match, told beat by beat',
  (moments) => {
    it('ends each time where the server says', () => {
      for (const [n, moment] of moments.slice(1).entries()) {
        const before = moments[n]!
        const end = whole(moment)
        let table = before.table.decision === 'choose' ? openHands(whole(before), moment.events, end) : whole(before)
        const beats = beatsOf(moment.events)
        expect(beats.flatMap(({ events }) => events)).toEqual(moment.events)
        for (const [at, event] of moment.events.entries())
          table = applyEvent(table, event, moment.events.slice(at + 1), end)
        if (end.cause === null) expect(moved(settleTable(table, end)), `after moment ${n}`).toEqual(moved(end))
      }
    })

    it('takes two seconds a head at most', () => {
      for (const { events } of moments) {
        let since = 0
        for (const { kind, time } of beatsOf(events)) {
          since = ['reveal', 'round', 'cards', 'end', 'passes', 'march'].includes(kind) ? time : since + time
          // A manoeuvre is two things, what the dragon does and what the knights answer.
          expect(since).toBeLessThanOrEqual(events.some(({ event }) => event === 'countered') ? 3600 : 2000)
        }
      }
    })
  },
)

// The legend ---------------------------------------------------------------------------------------------------------

const event = <E extends keyof Events>(name: E, params: Events[E]): GorynichEvent =>
  ({ key: `event.${name}`, event: name, params }) as GorynichEvent
const logged = (...events: GorynichEvent[]): Told<Game>[] => [
  { number: 1, kind: 'decide', seat: 0, at: 0, steps: [{ seat: 0, move: null, events }] },
]

const FAR: Record<string, number> = { a4: 9, c3: 6, d3: 4, d4: 2, d5: 1, e5: 0 }
const known = { round: 2, left: 2, stepsFrom: (square: string) => FAR[square] ?? 9 }

it('the course tells each round by its cards and fires; one that was taken back is told once', () => {
  const log = logged(
    event('round_begins', { number: 1, seat: 0 }),
    event('revealed', { seat: 1, card: 'manoeuvre' }),
    event('manoeuvred', { seat: 1, tile: 'fireball' }),
    event('burnt', { knight: 4, square: 'c3' }),
    event('round_begins', { number: 2, seat: 1 }),
    event('reinforced', { knight: 4, square: 'a4' }),
    event('round_begins', { number: 2, seat: 1 }),
    event('marched', { knight: 2, square0: 'd5', square: 'e5' }),
    event('lost', { cause: 'castle_reached' }),
  )
  const { rounds, turns, intruder } = courseOf(log, known)
  expect(rounds).toEqual([
    {
      round: 1,
      number: 1,
      signs: [
        { kind: 'card', seat: 1, card: 'manoeuvre', tile: 'fireball' },
        { kind: 'burnt', knight: 4 },
      ],
      burnt: 1,
      left: 2,
      nearest: 1,
    },
    {
      round: 2,
      number: 1,
      signs: [{ kind: 'end', key: 'board.entered', params: { knight: 2 } }],
      burnt: 0,
      left: 2,
      nearest: 0,
    },
  ])
  expect(intruder).toBe(2)
  expect(turns.map(({ key, params }) => [key, params])).toEqual([
    ['board.turn_entered', { round: 2, knight: 2, square: 'd5', n: 1 }],
  ])
})

it('what turned the match: great fires, knights burnt near the castle, who came back, and the end', () => {
  const log = logged(
    event('knight_came', { knight: 1, square: 'a4' }),
    event('round_begins', { number: 1, seat: 0 }),
    event('marched', { knight: 3, square0: 'c3', square: 'd4' }),
    event('revealed', { seat: 0, card: 'fire' }),
    event('burnt', { knight: 3, square: 'd4' }),
    event('revealed', { seat: 1, card: 'fire' }),
    event('burnt', { knight: 2, square: 'a4' }),
    event('reinforced', { knight: 3, square: 'a4' }),
    event('round_begins', { number: 2, seat: 1 }),
    event('spoke', { seat: 1, number: 0 }),
    event('revealed', { seat: 2, card: 'fire' }),
    event('burnt', { knight: 1, square: 'd3' }),
    event('burnt', { knight: 3, square: 'd3' }),
    event('won', { number: 2 }),
  )
  const { rounds, turns } = courseOf(log, { ...known, left: 0 })
  expect(rounds.map(({ left, nearest }) => [left, nearest])).toEqual([
    [2, 2],
    [0, 4],
  ])
  expect(turns.map(({ key, seat }) => [key, seat])).toEqual([
    ['board.turn_near', 0],
    ['board.turn_back', 1],
    ['board.turn_spoke', 1],
    ['board.turn_last', 2],
  ])
})

it('every end has a plate of its own', () => {
  const causes = ['all_burnt', 'castle_reached', 'left_table', 'castle_burnt', 'forty_rounds', 'agreed']
  const plates = causes.map((cause) => plateOf({ cause, heads: 7, burnt: [1, 10], intruder: 3 }))
  expect(new Set(plates).size).toBe(causes.length)
  expect(plates.join('')).not.toContain('undefined')
})
