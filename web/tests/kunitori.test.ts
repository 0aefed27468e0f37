import { describe, expect, it } from 'vitest'
import { ambush, written } from '../src/games/kunitori/answers'
import { read } from '../src/games/kunitori/art.svelte'
import { changes } from '../src/games/kunitori/changes'
import { flights, fought, marks } from '../src/games/kunitori/happened'
import { ended, sceneOf, stageOf } from '../src/games/kunitori/scene'
import { kinds, spread, type Battle, type KunitoriTable, type SeatSeen } from '../src/games/kunitori/seen'
import { story } from '../src/games/kunitori/story'
import { groups } from '../src/games/kunitori/units'
import type { GameEvent, ReplayEntry } from '../src/protocol'
import sheet from '../src/games/kunitori/emblems.svg?raw'

const happened = (event: string, params: Record<string, unknown>): GameEvent => ({
  key: `event.${event}`,
  event,
  params,
})
const alphabet = (card: string) => card.charCodeAt(0)

const seat: SeatSeen = {
  hand: 4,
  known: {},
  open: {},
  kept: {},
  deck: 5,
  deck_cards: null,
  put_back: [],
  put_back_left: 0,
  top: null,
  pile: 0,
  pile_top: null,
  pile_cards: {},
  deployed: { spears: 2, archers: 1 },
  played: { copper: 2 },
  replayed: { cavalry: 1 },
  attack: 6,
  owned: {},
  points: {},
  gained_region: false,
  bought: {},
}
const forces = {
  attackers: { general: 1 },
  allied: {},
  attack: 8,
  against: 5,
  parts: { active: 8, ally: 0, standing: 5, moats: 0, joined: 0, bonus: 0 },
  prize: { seat: 0, card: 'village', margin: 3 },
}
const battle: Battle = { ...forces, defender: 1, ally: null, defence: 'ambush', striker: null, strikes: 0 }
const table: KunitoriTable = {
  round: 3,
  first: 0,
  turn: 0,
  phase: 'buy',
  actions: 1,
  money: 4,
  buys: 2,
  supply: {},
  general: null,
  generals: {},
  trash: {},
  seats: [seat, { ...seat, deployed: { moat: 1 } }],
  shown: null,
  general_played: false,
  joint: false,
  asked: [],
  proposal: null,
  war: null,
  last_turns: null,
}

describe('what is touched, as a move', () => {
  it('depends on what is asked', () => {
    const copper = { at: 'hand', card: 'copper' } as const
    expect(written('buy', copper, 0)).toBe('pay copper')
    expect(written('trash', copper, 0)).toBe('trash copper')
    expect(written('tidy', copper, 0)).toBe('keep copper')
    expect(written('lay', copper, 0)).toBe('lay copper')
    expect(written('aim', copper, 0)).toBeNull()
    expect(written(null, copper, 0)).toBeNull()
    expect(written('gain', { at: 'pile', card: 'city' }, 0)).toBe('gain city')
    expect(written('act', { at: 'pile', card: 'city' }, 0)).toBe('buy city') // which is refused, with its rule
  })
  it('knows whose camp it is', () => {
    const theirs = { at: 'unit', seat: 2, card: 'cavalry', how: 'deployed' } as const
    expect(written('trap', theirs, 0)).toBe('trap 2 cavalry')
    expect(written('replay', theirs, 0)).toBeNull()
    expect(written('replay', theirs, 2)).toBe('replay cavalry')
    expect(written('tidy', theirs, 2)).toBe('recall cavalry')
    expect(written('attach', theirs, 2)).toBe('attach cavalry')
    const camps = ['victim', 'give', 'war', 'aim', 'against', 'buy'].map((asked) =>
      written(asked, { at: 'camp', seat: 3 }, 0),
    )
    expect(camps).toEqual(['rob 3', 'hand 3', 'ally 3', 'aim 3', 'against 3', null])
  })
  it('says where a fighter stands, and what lies open', () => {
    expect(written('strike', { at: 'fighter', card: 'cavalry', second: false }, 0)).toBe('strike cavalry')
    expect(written('strike', { at: 'fighter', card: 'cavalry', second: true }, 0)).toBe('strike joined cavalry')
    expect(written('steal', { at: 'shown', card: 'gold' }, 0)).toBe('steal gold')
    expect(written('order', { at: 'shown', card: 'gold' }, 0)).toBe('top gold')
    expect(written('fetch', { at: 'general', card: 'honda' }, 0)).toBe('fetch honda')
  })
  it('sends an ambush as one, and is not asked for more by an empty hand', () => {
    expect(ambush('defend', ['spears', 'naoe'], 4)).toEqual(['ambush', 'lay spears', 'lay naoe', 'ready'])
    expect(ambush('defend', ['spears'], 1)).toEqual(['ambush', 'lay spears'])
    expect(ambush('defend', [], 0)).toEqual(['ambush'])
    expect(ambush('lay', ['spears'], 3)).toEqual(['lay spears', 'ready'])
    expect(ambush('lay', [], 3)).toEqual(['ready'])
  })
})

describe('what happened', () => {
  it('is marked in the colour of whoever did it', () => {
    const found = marks([
      happened('bought', { seat: 2, card: 'silver' }),
      happened('trapped', { seat: 1, owner: 3, card: 'cavalry' }),
      happened('played', { seat: 0, card: 'trap' }),
    ])
    expect([...found]).toEqual([
      ['pile:silver', 2],
      ['discard:2', 2],
      ['discard:3', 1],
      ['camp:3', 1],
      ['unit:0:trap', 0],
    ])
  })
  it('flies where nobody sees it move, and shows no card that is not told', () => {
    const events = [
      happened('drew', { seat: 1, card: null }),
      happened('drew', { seat: 0, card: 'gold' }),
      happened('bought', { seat: 1, card: 'village' }),
    ]
    expect(flights(events, 0, false)).toEqual([
      { card: null, from: 'deck-1', to: 'hand-1' },
      { card: 'village', from: 'pile-village', to: 'discard-1' },
    ])
    expect(flights(events, null, true)).toHaveLength(1) // in a replay all hands lie open: cards move by themselves
  })
  it('tells how a battle ended', () => {
    const events = [
      happened('fought', { seat: 0, other: 1, attack: 14, defence: 8 }),
      happened('battle_won', { seat: 0, number: 6 }),
      happened('won_prize', { seat: 0, card: 'city' }),
      happened('won_prize', { seat: 2, card: 'city' }),
    ]
    const found = fought(events, 2)
    expect(found).toMatchObject({ attacker: 0, ally: 2, defender: 1, winner: 0, margin: 6 })
    expect(found?.prizes).toEqual([
      { seat: 0, card: 'city' },
      { seat: 2, card: 'city' },
    ])
    expect(fought([happened('turn', { seat: 0, number: 1 })], null)).toBeNull()
  })
})

describe('a war as a scene', () => {
  it('is none without a war', () => expect(sceneOf(table)).toBeNull())
  it('shows who joined the defender, and whose cards lie open otherwise does not matter', () => {
    const war = { aims: {}, attached: {}, foes: [], battle }
    const shown = { seat: 1, cards: { spears: 1 } }
    expect(sceneOf({ ...table, war, shown })).toMatchObject({
      defender: 1,
      joined: { spears: 1 },
      standing: { moat: 1 },
    })
    expect(sceneOf({ ...table, war, shown: { ...shown, seat: 0 } })?.joined).toEqual({})
  })
  it('ends with the totals that were counted', () => {
    const scene = sceneOf({ ...table, war: { aims: {}, attached: {}, foes: [], battle } })
    const told = fought([happened('fought', { seat: 0, other: 1, attack: 8, defence: 8 })], null)
    expect(scene && told && ended(scene, told, 'A tie')).toMatchObject({
      ended: true,
      told: 'A tie',
      // Three more than before: they joined.
      forces: { attack: 8, against: 8, parts: { standing: 5, joined: 3 }, prize: { seat: null, card: null } },
    })
  })
  it('never keeps anybody from what is asked by how a battle of others ended', () => {
    const now = sceneOf({ ...table, war: { aims: {}, attached: {}, foes: [], battle } })
    if (!now) throw new Error('no war')
    const after = { ...now, attacker: 1, ally: null, defender: 2, ended: true }
    expect(stageOf(null, after, { asked: true, seat: 0 })).toEqual({ shown: null, aside: after })
    expect(stageOf(null, after, { asked: false, seat: 0 })).toEqual({ shown: after, aside: null })
    expect(stageOf(null, after, { asked: true, seat: 2 })).toEqual({ shown: after, aside: null })
    expect(stageOf(now, after, { asked: true, seat: 2 })).toEqual({ shown: now, aside: null })
    expect(stageOf(now, null, { asked: false, seat: null })).toEqual({ shown: now, aside: null })
  })
  it('asks for a joint war', () => {
    const proposal = { ...forces, ally: 1, target: 0 }
    expect(sceneOf({ ...table, turn: 1, proposal })).toMatchObject({ proposed: true, attacker: 1, defender: 0 })
  })
})

describe('numbers that would change', () => {
  it('are told where they are certain', () => {
    const then = { ...table, money: 0, buys: null, seats: [{ ...seat, attack: 8 }, null] }
    expect(changes(table, then, [3, 2], [3, null], 0)).toEqual([
      { what: 'money', from: 4, to: 0 },
      { what: 'attack', from: 6, to: 8 },
    ])
  })
  it('are not those of the next turn', () => {
    expect(changes(table, { ...table, turn: 1, money: 0 }, [3, 2], [4, 2], 0)).toEqual([
      { what: 'score', from: 3, to: 4 },
    ])
  })
})

describe('cards by kind', () => {
  it('lie in order, each with a key of its own', () => {
    expect(spread({ b: 2, a: 1 }, alphabet).map(({ key }) => key)).toEqual(['a:0', 'b:0', 'b:1'])
    expect(kinds({ b: 2, a: 1 }, alphabet)).toEqual([
      { card: 'a', n: 1 },
      { card: 'b', n: 2 },
    ])
  })
  it('stand before they were played', () => {
    expect(groups(seat, alphabet).map(({ card, how }) => `${how} ${card}`)).toEqual([
      'deployed archers',
      'deployed spears',
      'replayed cavalry',
      'played copper',
    ])
  })
})

describe('the story of a match', () => {
  const entry = (number: number, ...events: GameEvent[]): ReplayEntry => ({
    number,
    seat: 0,
    kind: 'decide',
    target: null,
    at: 0,
    steps: [{ seat: 0, move: null, events }],
  })
  const entries = [
    entry(1, happened('turn', { seat: 0, number: 1 })),
    entry(2, happened('bought', { seat: 0, card: 'silver' })),
    entry(3, happened('turn', { seat: 1, number: 1 }), happened('agreed', { seat: 2, other: 1, side: 0 })),
    entry(
      4,
      happened('fought', { seat: 1, other: 0, attack: 9, defence: 2 }),
      happened('battle_won', { seat: 1, number: 7 }),
      happened('won_prize', { seat: 1, card: 'city' }),
      happened('won_prize', { seat: 2, card: 'city' }),
    ),
    entry(5, happened('turn', { seat: 0, number: 2 })),
    entry(6, happened('bought', { seat: 0, card: 'region' })),
  ]
  const points = [
    { number: 1, scores: [2, 2, 2] },
    { number: 4, scores: [2, 5, 5] },
    { number: 6, scores: [8, 5, 5] },
  ]
  const told = story(entries, 3, points, (card) => card === 'region')

  it('counts wars, an ally among those who won', () => expect(told.wars).toEqual([0, 1, 1]))
  it('counts purchases after each round', () => {
    expect(told.bought).toEqual([
      [1, 0, 0],
      [2, 0, 0],
    ])
  })
  it('names what turned it, once a moment', () => {
    expect(told.turns.map(({ number, round, key }) => [number, round, key])).toEqual([
      [4, 1, 'won'],
      [6, 2, 'bought'],
    ])
    expect(told.turns[0]?.params).toEqual({ seat: 1, other: 0, n: 7, card: 'city' })
  })
})

it('has an emblem for every sign that the table draws', () => {
  const { symbols, style } = read(sheet)
  const signs = ['b-cost', 'b-atk', 'b-def', 'b-vp', 'c-cards', 'c-money', 'c-actions', 'c-buys']
  for (const sign of [...signs, 'seat-0', 'seat-5', 'cavalry', 'honda_tadakatsu', 'village', 'gold'])
    expect(symbols.get(sign), sign).toContain('<')
  expect(style).toContain('.mline')
})
