import { describe, expect, it } from 'vitest'
import { writeAmbush, writeMove } from '../src/games/kunitori/answers'
import { readSheet } from '../src/games/kunitori/art.svelte'
import { listChanges } from '../src/games/kunitori/changes'
import { Desk } from '../src/games/kunitori/desk.svelte'
import { findFlights, findBattle, findMarks, waysOf } from '../src/games/kunitori/happened'
import { endScene, sceneOf, stageOf } from '../src/games/kunitori/scene'
import {
  kinds,
  spread,
  type Battle,
  type KunitoriEvent,
  type KunitoriTable,
  type SeatSeen,
} from '../src/games/kunitori/seen'
import { story } from '../src/games/kunitori/story'
import { groupUnits } from '../src/games/kunitori/units'
import type { Decision, Events, Game } from '../src/games/kunitori/generated'
import type { ReplayEntry } from '../src/protocol'
import sheet from '../src/games/kunitori/emblems.svg?raw'

const happened = <E extends keyof Events>(event: E, params: Events[E]): KunitoriEvent =>
  ({ key: `event.${event}`, event, params }) as KunitoriEvent
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
    expect(writeMove('buy', copper, 0)).toBe('pay copper')
    expect(writeMove('trash', copper, 0)).toBe('trash copper')
    expect(writeMove('tidy', copper, 0)).toBe('keep copper')
    expect(writeMove('lay', copper, 0)).toBe('lay copper')
    expect(writeMove('aim', copper, 0)).toBeNull()
    expect(writeMove(null, copper, 0)).toBeNull()
    expect(writeMove('gain', { at: 'pile', card: 'city' }, 0)).toBe('gain city')
    expect(writeMove('act', { at: 'pile', card: 'city' }, 0)).toBe('buy city') // which is refused, with its rule
  })
  it('knows whose camp it is', () => {
    const theirs = { at: 'unit', seat: 2, card: 'cavalry', how: 'deployed' } as const
    expect(writeMove('trap', theirs, 0)).toBe('trap 2 cavalry')
    expect(writeMove('replay', theirs, 0)).toBeNull()
    expect(writeMove('replay', theirs, 2)).toBe('replay cavalry')
    expect(writeMove('tidy', theirs, 2)).toBe('recall cavalry')
    expect(writeMove('attach', theirs, 2)).toBe('attach cavalry')
    const camps = (['victim', 'give', 'war', 'aim', 'against', 'buy'] satisfies Decision[]).map((asked) =>
      writeMove(asked, { at: 'camp', seat: 3 }, 0),
    )
    expect(camps).toEqual(['rob 3', 'hand 3', 'ally 3', 'aim 3', 'against 3', null])
  })
  it('says where a fighter stands, and what lies open', () => {
    expect(writeMove('strike', { at: 'fighter', card: 'cavalry', second: false }, 0)).toBe('strike cavalry')
    expect(writeMove('strike', { at: 'fighter', card: 'cavalry', second: true }, 0)).toBe('strike joined cavalry')
    expect(writeMove('steal', { at: 'shown', card: 'gold' }, 0)).toBe('steal gold')
    expect(writeMove('order', { at: 'shown', card: 'gold' }, 0)).toBe('top gold')
    expect(writeMove('fetch', { at: 'general', card: 'honda' }, 0)).toBe('fetch honda')
  })
  it('sends an ambush as one, and is not asked for more by an empty hand', () => {
    expect(writeAmbush('defend', ['spears', 'naoe'], 4)).toEqual(['ambush', 'lay spears', 'lay naoe', 'ready'])
    expect(writeAmbush('defend', ['spears'], 1)).toEqual(['ambush', 'lay spears'])
    expect(writeAmbush('defend', [], 0)).toEqual(['ambush'])
    expect(writeAmbush('lay', ['spears'], 3)).toEqual(['lay spears', 'ready'])
    expect(writeAmbush('lay', [], 3)).toEqual(['ready'])
  })
})

describe('what happened', () => {
  it('is marked in the colour of whoever did it', () => {
    const found = findMarks([
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
    expect(findFlights(events, 0, false)).toEqual([
      { card: null, from: 'deck-1', to: 'hand-1' },
      { card: 'village', from: 'pile-village', to: 'discard-1' },
    ])
    expect(findFlights(events, null, true)).toHaveLength(1) // in a replay all hands lie open: cards move by themselves
  })
  it('flies from the pile it lay on to the pile it comes to', () => {
    const way = (event: keyof Events) => {
      const params = { seat: 1, other: 2, owner: 2, card: 'village' } as Events[typeof event]
      const [flight] = findFlights([happened(event, params)], 0, false)
      return flight && `${flight.from} > ${flight.to}`
    }
    expect(way('bought')).toBe('pile-village > discard-1')
    expect(way('gained')).toBe('pile-village > discard-1')
    expect(way('won_prize')).toBe('pile-village > discard-1')
    expect(way('handed')).toBe('discard-1 > discard-2')
    expect(way('trashed')).toBe('hand-1 > trash')
    expect(way('went_back')).toBe('camp-1 > pile-village')
    expect(way('stole')).toBe('shown > discard-1')
    expect(way('drew')).toBe('deck-1 > hand-1')
    expect(way('shuffled')).toBe('discard-1 > deck-1')
    expect(way('found')).toBe('deck-1 > hand-1')
    expect(way('laid_down')).toBe('hand-1 > discard-1')
    expect(way('turn')).toBeUndefined()
  })
  it('moves from zone to zone where it is seen', () => {
    const events = [
      happened('played', { seat: 0, card: 'trap' }),
      happened('trashed', { seat: 0, card: 'copper' }),
      happened('reinforced', { seat: 1, card: 'spears' }),
      happened('struck', { seat: 1, card: 'cavalry', joined: 0 }),
    ]
    const ways = waysOf(events, 2)
    expect(ways.comesFrom('hand:0:gold', 'gold')).toBe('deck-0')
    expect(ways.comesFrom('unit:1:spears', 'spears')).toBe('hand-1')
    expect(ways.comesFrom('shown:0:gold', 'gold')).toBe('camp-2')
    expect(ways.comesFrom('fighter:1:spears', 'spears')).toBe('deck-1')
    expect(ways.comesFrom('fighter:1:cavalry', 'cavalry')).toBeNull()
    expect(ways.goesTo('hand:0:trap', 'trap')).toBe('unit-0-trap')
    expect(ways.goesTo('hand:0:copper', 'copper')).toBe('burns')
    expect(ways.goesTo('hand:0:gold', 'gold')).toBe('discard-0')
    expect(ways.goesTo('unit:1:spears', 'spears')).toBe('discard-1')
    expect(ways.goesTo('fighter:1:cavalry', 'cavalry')).toBe('burns')
    expect(ways.goesTo('fighter:1:spears', 'spears')).toBeNull()
  })
  it('tells how a battle ended', () => {
    const events = [
      happened('fought', { seat: 0, other: 1, attack: 14, defence: 8 }),
      happened('battle_won', { seat: 0, number: 6 }),
      happened('won_prize', { seat: 0, card: 'city' }),
      happened('won_prize', { seat: 2, card: 'city' }),
    ]
    const found = findBattle(events, 2)
    expect(found).toMatchObject({ attacker: 0, ally: 2, defender: 1, winner: 0, margin: 6 })
    expect(found?.prizes).toEqual([
      { seat: 0, card: 'city' },
      { seat: 2, card: 'city' },
    ])
    expect(findBattle([happened('turn', { seat: 0, number: 1 })], null)).toBeNull()
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
    const told = findBattle([happened('fought', { seat: 0, other: 1, attack: 8, defence: 8 })], null)
    expect(scene && told && endScene(scene, told, 'A tie')).toMatchObject({
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
    expect(listChanges(table, then, [3, 2], [3, null], 0)).toEqual([
      { what: 'money', from: 4, to: 0 },
      { what: 'attack', from: 6, to: 8 },
    ])
  })
  it('are not those of the next turn', () => {
    expect(listChanges(table, { ...table, turn: 1, money: 0 }, [3, 2], [4, 2], 0)).toEqual([
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
    expect(groupUnits(seat, alphabet).map(({ card, how }) => `${how} ${card}`)).toEqual([
      'deployed archers',
      'deployed spears',
      'replayed cavalry',
      'played copper',
    ])
  })
})

describe('the story of a match', () => {
  const entry = (number: number, ...events: KunitoriEvent[]): ReplayEntry<Game> => ({
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
  const { symbols, style } = readSheet(sheet)
  const signs = ['b-cost', 'b-atk', 'b-def', 'b-vp', 'c-cards', 'c-money', 'c-actions', 'c-buys']
  for (const sign of [...signs, 'seat-0', 'seat-5', 'cavalry', 'honda_tadakatsu', 'village', 'gold'])
    expect(symbols.get(sign), sign).toContain('<')
  expect(style).toContain('.mline')
})

describe('the line that says what is expected', () => {
  const lineOf = (decision: string, ...texts: string[]) => {
    const moves = texts.map((text, id) => ({ id, text, key: '', params: {} }))
    const words = { say: (key: string) => key }
    return new Desk({ moves, words, names: [], face: { view: { decision } } } as never).expectation
  }
  it('names only what can be done', () => {
    expect(lineOf('act', 'play trap', 'end actions')).toBeNull()
    expect(lineOf('act', 'end actions')).toBe('table.no_action')
    expect(lineOf('tidy', 'recall cavalry', 'keep trap', 'end turn')).toBeNull()
    expect(lineOf('tidy', 'recall cavalry', 'end turn')).toBe('table.only_recall')
    expect(lineOf('tidy', 'keep trap', 'end turn')).toBe('table.only_keep')
    expect(lineOf('tidy', 'end turn')).toBe('table.only_end_turn')
    expect(lineOf('buy', 'end buys')).toBeNull()
  })
})
