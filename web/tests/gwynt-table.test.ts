import { describe, expect, it } from 'vitest'
import { handLayout, layoutOf, LOWEST } from '../src/games/gwynt/layout'
import { fit, outlook } from '../src/games/gwynt/rows'
import {
  battlesOf,
  decisiveRound,
  lastTurn,
  markedBy,
  roundEnd,
  sentenceOf,
  tableAtEnd,
} from '../src/games/gwynt/story'
import type { GwyntTable, Unit } from '../src/games/gwynt/seen'
import type { GameEvent, Told } from '../src/protocol'

const unit = (card: string, strength = 4, by = 0): Unit => ({ card, strength, by })
const event = (name: string, params: Record<string, unknown>): GameEvent => ({
  key: `event.${name}`,
  event: name,
  params,
})
const entry = (number: number, seat: number, ...events: GameEvent[]): Told =>
  ({ number, kind: 'decide', seat, at: 0, steps: [{ events }] }) as unknown as Told

describe('the table in the room there is', () => {
  const sizes: [number, number][] = [
    [390, 752],
    [360, 648],
    [320, 476],
    [820, 1088],
    [1100, 811],
    [844, 302],
    [720, 362],
    [2220, 1350],
  ]
  it.each(sizes)('fits into %d × %d', (w, h) => {
    const { row, blade, bar, hand, mode, lane, card } = layoutOf(w, h, true)
    expect(2 * (3 * row + 12) + blade + 2 * bar + (mode === 'land' ? 0 : hand.h)).toBeLessThanOrEqual(h)
    expect(lane).toBeGreaterThan(3 * card.w)
  })
  it('is laid out as the room asks for', () => {
    expect(layoutOf(390, 752, true).mode).toBe('phone')
    expect(layoutOf(820, 1088, true).mode).toBe('phone')
    expect(layoutOf(1100, 811, true).mode).toBe('desk')
    expect(layoutOf(844, 302, true).mode).toBe('land')
  })
  it.each(sizes)('shows every card of a hand at %d × %d', (w, h) => {
    const layout = layoutOf(w, h, true)
    for (let n = 1; n <= 14; n++) {
      const { line, w: card, h: tall } = handLayout(layout, n)
      expect(line * card).toBeLessThanOrEqual(layout.hand.w)
      expect(Math.ceil(n / line) * tall).toBeLessThanOrEqual(layout.hand.h)
    }
  })
  it('has a phone hold up to four cards in one line, and more in two', () => {
    const layout = layoutOf(390, 752, true)
    expect(handLayout(layout, 4).line).toBe(4)
    expect(handLayout(layout, 5).line).toBe(3)
    expect(handLayout(layout, 10)).toMatchObject({ line: 5, slats: false })
  })
  it.each([
    [844, 390, 80],
    [720, 450, 80],
    [320, 476, 0],
  ])('names every card of a hand of ten at %d × %d', (w, h, head) => {
    expect(handLayout(layoutOf(w, h, true, head), 10).slats).toBe(false)
  })
  it('leaves the top of the column to the page, and has names on rows, on a phone on its side', () => {
    const layout = layoutOf(844, 390, true, 80)
    expect(layout.hand.h).toBe(390 - 80 - layout.words)
    expect(layout.card.h).toBeGreaterThanOrEqual(LOWEST)
    expect(handLayout(layout, 8).line).toBe(4)
  })
})

describe('a row', () => {
  it('shows what would come, go and change', () => {
    const before = [unit('nekker', 2), unit('ghoul', 1), unit('nekker', 2)]
    const after = [unit('nekker', 4), unit('fiend', 6), unit('nekker', 4), unit('griffin', 5)]
    const laid = outlook(before, after)
    const told = laid.map(({ card, ghost, instead, then }) => [card, ghost ? 'ghost' : (instead?.card ?? then)])
    expect(told).toEqual([
      ['nekker', 4],
      ['ghoul', 'fiend'],
      ['nekker', 4],
      ['griffin', 'ghost'],
    ])
  })
  it('keeps cards apart that differ by their owner', () => {
    expect(outlook([unit('thaler', 1, 0)], [unit('thaler', 1, 1)])).toMatchObject([
      { by: 0, gone: true, instead: { by: 1 } },
    ])
  })
  it('groups equal cards only where there is no room for all', () => {
    const units = outlook(
      Array.from({ length: 6 }, () => unit('nekker', 2)),
      null,
    )
    expect(fit(units, 600, 57).cards).toHaveLength(6)
    expect(fit(units, 300, 57).cards).toMatchObject([{ n: 6 }])
  })
  it('is as wide with a card that another would replace as without', () => {
    const before = [...Array.from({ length: 5 }, () => unit('nekker', 2)), unit('ghoul', 1)]
    for (const at of [0, 5]) {
      const after = before.with(at, unit('decoy', 0))
      expect(fit(outlook(before, after), 600, 57).cards).toHaveLength(6)
      expect(fit(outlook(before, after), 200, 57).cards).toMatchObject([{ n: 5, gone: at === 0 }, { gone: at === 5 }])
    }
  })
  it('narrows to slats, and scrolls at last', () => {
    const units = outlook(
      Array.from({ length: 9 }, (_, n) => unit(`card${n}`)),
      null,
    )
    expect(fit(units, 300, 57)).toMatchObject({ slat: true, scrolls: false })
    expect(fit(units, 200, 57)).toMatchObject({ w: 30, scrolls: true })
  })
  it('gives each card a key that it keeps', () => {
    const keys = fit(outlook([unit('nekker'), unit('ghoul'), unit('nekker')], null), 600, 57).cards.map(
      ({ key }) => key,
    )
    expect(keys).toEqual(['nekker:0', 'ghoul:0', 'nekker:1'])
  })
})

const row = (name: string, total: number) => ({
  row: name,
  total,
  cards: [],
  horn: null,
  mardroeme: false,
  weather: false,
})
const table = (round: number, close: number, total: number) =>
  ({
    round,
    seats: [0, 1].map(() => ({
      total,
      hand: 5,
      known: ['ghoul', 'ghoul'],
      gems: 2,
      rows: [row('close', close), row('ranged', 0), row('siege', total - close)],
    })),
  }) as unknown as GwyntTable

describe('what happened', () => {
  const played = [
    event('played', { seat: 1, card: 'ghoul' }),
    event('placed', { seat: 1, card: 'ghoul', side: 1, row: 'close' }),
  ]

  it('is told with the numbers of the row', () => {
    expect(sentenceOf(played, table(1, 29, 40), table(1, 34, 45))).toMatchObject({
      key: 'told_placed',
      params: { seat: 1, card: 'ghoul', before: 29, after: 34 },
    })
  })
  it('is told without numbers where they are not known', () => {
    expect(sentenceOf(played, null, table(1, 34, 45))).toMatchObject({ key: 'told_laid', params: { row: 'close' } })
    const spy = [played[0]!, event('placed', { seat: 1, card: 'ghoul', side: 0, row: 'close' })]
    expect(sentenceOf(spy, null, null)?.key).toBe('told_played')
    expect(sentenceOf(played, table(1, 29, 40), table(2, 0, 0))?.key).toBe('told_played')
  })
  it('knows spies, passes and what burns', () => {
    const spy = [played[0]!, event('placed', { seat: 1, card: 'ghoul', side: 0, row: 'close' })]
    expect(sentenceOf(spy, table(1, 1, 1), table(1, 2, 2))?.key).toBe('told_spy')
    expect(sentenceOf([event('passed', { seat: 0 })], table(1, 3, 9), null)).toMatchObject({
      params: { total: 9, n: 5 },
    })
    expect(sentenceOf([played[0]!, event('fell', {}), event('fell', {})], null, null)?.params.n).toBe(2)
  })
  it('names the one card that burns, and both sides under new weather', () => {
    const fell = event('fell', { side: 0, row: 'close', card: 'dethmold' })
    expect(sentenceOf([played[0]!, fell], null, null)).toMatchObject({
      key: 'told_burnt_one',
      params: { card2: 'dethmold' },
    })
    const frost = [event('played', { seat: 1, card: 'biting_frost' }), event('weather_came', { seat: 1 })]
    expect(sentenceOf(frost, table(1, 29, 40), table(1, 5, 12))).toMatchObject({ key: 'told_weather' })
    expect(sentenceOf(frost, table(1, 29, 40), table(2, 0, 0))?.key).toBe('told_played')
  })
  it('says what a leader did', () => {
    const acts = event('leader_acted', { seat: 1, leader: 'emhyr_emperor' })
    const does = (...events: GameEvent[]) => sentenceOf([acts, ...events], table(1, 8, 8), table(1, 16, 16))
    expect(does()?.key).toBe('told_leader')
    expect(does(event('taken', { seat: 1, card: 'ves', owner: 0 }))).toMatchObject({
      key: 'told_leader_taken',
      card: 'ves',
    })
    expect(does(event('weather_came', { card: 'fog' }))?.key).toBe('told_leader_weather')
    expect(does(event('fell', {}), event('fell', {}))).toMatchObject({ key: 'told_leader_burnt', params: { n: 2 } })
    const horn = event('horn_sounded', { seat: 1, row: 'close', by_leader: 1 })
    expect(does(horn)).toMatchObject({ key: 'told_leader_horn', params: { before: 8, after: 16 } })
    expect(sentenceOf([acts, horn], null, null)?.key).toBe('told_leader')
  })
  it('takes a turn of several entries as one', () => {
    const log = [
      entry(1, 0, ...played),
      entry(2, 1, event('played', { seat: 1, card: 'decoy' })),
      entry(3, 1, event('returned', { seat: 1, card: 'ghoul', row: 'close' })),
      entry(4, 0, event('passed', { seat: 0 })),
    ]
    expect(lastTurn(log, 1).map(({ number }) => number)).toEqual([2, 3])
    expect(lastTurn(log, null).map(({ number }) => number)).toEqual([4])
  })
  it('marks what was laid', () => {
    expect(markedBy(played, 1).units).toMatchObject([{ side: 1, row: 'close', card: 'ghoul' }])
    expect(markedBy([event('horn_sounded', { seat: 0, row: 'siege' })], 0).horn).toEqual({ side: 0, row: 'siege' })
  })
  it('marks the decoy in the place of what it brought back', () => {
    const events = [event('returned', { seat: 1, card: 'ves', row: 'close', place: 2 })]
    expect(markedBy(events, 1).units).toMatchObject([{ side: 1, row: 'close', card: 'decoy' }])
  })
})

describe('the end of a round', () => {
  const ends = (number: number, totals: [number, number], hands: [number, number]) =>
    event('round_ends', { number, total0: totals[0], total1: totals[1], hand0: hands[0], hand1: hands[1] })
  const lost = (seat: number, left: number) => event('lost_gem', { seat, number: left })

  it('has a winner, gems, powers and the next round', () => {
    const end = roundEnd(
      [
        ends(1, [30, 22], [5, 2]),
        lost(1, 1),
        event('power', { seat: 0, faction: 'northern_realms' }),
        event('drew', { seat: 0, card: 'thaler' }),
        event('round_begins', { number: 2, seat: 0 }),
      ],
      null,
    )
    expect(end).toMatchObject({
      winner: 0,
      gems: [2, 1],
      lost: [false, true],
      hands: [5, 2],
      powers: [{ seat: 0, faction: 'northern_realms', cards: ['thaler'] }],
      next: { number: 2, seat: 0 },
    })
  })
  it('shows rows only where they make the totals', () => {
    expect(roundEnd([ends(1, [9, 9], [1, 1])], table(1, 3, 9))?.rows).toEqual([
      [3, 0, 6],
      [3, 0, 6],
    ])
    expect(roundEnd([ends(1, [9, 10], [1, 1])], table(1, 3, 9))?.rows).toBeNull()
  })
  it('shows the rows as they counted, where the last move told that', () => {
    const before = table(1, 3, 9)
    const placed = event('placed', { seat: 0, card: 'ghoul', side: 0, row: 'close', place: 1 })
    const tableAfter = (totals: [number, number], ...events: GameEvent[]) => {
      const all = [...events, ends(1, totals, [0, 0])]
      const end = roundEnd(all, before)
      return end && tableAtEnd(before, all, end, () => 1)
    }
    expect(tableAfter([9, 9], event('passed', { seat: 0 }))?.seats).toMatchObject([
      { passed: true, total: 9 },
      { passed: true, total: 9 },
    ])
    const [own, other] = tableAfter([10, 9], placed)?.seats ?? []
    expect(own).toMatchObject({
      total: 10,
      hand: 0,
      known: ['ghoul'],
      rows: [{ row: 'close', total: 4 }, {}, { total: 6 }],
    })
    expect(own?.rows[0]?.cards.at(-1)).toEqual({ card: 'ghoul', strength: 1, by: 0 })
    expect(other).toMatchObject({ total: 9 })
    expect(tableAfter([12, 9], placed)).toBeNull() // it changed more than itself
    expect(tableAfter([10, 8], placed)).toBeNull()
    expect(tableAfter([9, 9], event('fell', { side: 0, card: 'ghoul', row: 'close' }), placed)).toBeNull()
  })
  it('is a battle with its cards and its greatest move', () => {
    const log = [
      entry(1, 0, event('played', { seat: 0, card: 'ghoul' })),
      entry(2, 1, event('played', { seat: 1, card: 'fiend' })),
      entry(3, 0, event('played', { seat: 0, card: 'griffin' })),
      entry(4, 1, event('passed', { seat: 1 }), ends(1, [9, 6], [4, 5]), lost(1, 1)),
      entry(5, 0, event('played', { seat: 0, card: 'nekker' })),
      entry(6, 1, event('passed', { seat: 1 }), ends(2, [2, 0], [3, 5]), lost(1, 0)),
    ]
    const points = [0, 1, 2, 3, 4, 5, 6].map((number) => ({
      number,
      scores: [
        [0, 0],
        [1, 0],
        [1, 6],
        [9, 6],
        [0, 0],
        [2, 0],
        [2, 0],
      ][number]!,
      seat: number % 2 ? 0 : 1,
      sources: [],
    }))
    const battles = battlesOf(log, points)
    expect(battles.map(({ spent }) => spent)).toEqual([
      [['ghoul', 'griffin'], ['fiend']],
      [['nekker'], []],
    ])
    expect(battles.map(({ last }) => last)).toEqual([4, 6])
    expect(battles[0]?.moment).toMatchObject({ number: 3, done: { card: 'griffin' }, side: 0, before: 1, after: 9 })
    expect(battles[1]?.end.gems).toEqual([2, 0])
    // The first round gave a card away, the second one: both alike, and the later one decides.
    expect(decisiveRound(battles, 0)).toBe(2)
    expect(decisiveRound(battles, null)).toBeNull()
  })
  it('is not decided by a round without a card', () => {
    const log = [
      entry(1, 0, event('played', { seat: 0, card: 'ghoul' })),
      entry(2, 1, event('passed', { seat: 1 }), ends(1, [1, 0], [0, 1]), lost(1, 1)),
      entry(3, 0, event('passed', { seat: 0 }), ends(2, [0, 0], [0, 0]), lost(1, 0)),
    ]
    expect(decisiveRound(battlesOf(log, []), 0)).toBe(1)
  })

  const told = (number: number, scores: [number, number], seat: number) => ({ number, scores, seat, sources: [] })
  it('names what cost the other side most: a scorch, a leader', () => {
    const log = [
      entry(1, 1, event('played', { seat: 1, card: 'fiend' })),
      entry(2, 0, event('played', { seat: 0, card: 'ghoul' })),
      entry(3, 1, event('passed', { seat: 1 })),
      entry(4, 0, event('leader_acted', { seat: 0, leader: 'foltest_steel_forged' })),
      entry(5, 0, event('passed', { seat: 0 }), ends(1, [1, 0], [4, 5]), lost(1, 1)),
    ]
    const points = [
      told(0, [0, 0], 0),
      told(1, [0, 6], 1),
      told(2, [1, 6], 0),
      told(3, [1, 6], 1),
      told(4, [1, 0], 0),
      told(5, [0, 0], 0),
    ]
    expect(battlesOf(log, points)[0]?.moment).toEqual({
      number: 4,
      seat: 0,
      done: { leader: 'foltest_steel_forged' },
      side: 1,
      before: 6,
      after: 0,
    })
  })
  it('names the pass of the loser where no move gained anything', () => {
    const log = [
      entry(1, 1, event('passed', { seat: 1 })),
      entry(2, 0, event('passed', { seat: 0 }), ends(3, [4, 0], [0, 2]), lost(1, 0)),
    ]
    const points = [told(0, [4, 0], 0), told(1, [4, 0], 1), told(2, [4, 0], 0)]
    expect(battlesOf(log, points)[0]?.moment).toMatchObject({ number: 1, seat: 1, done: null, before: 0 })
  })
  it('finds its scores by the end of both lists, since a log leaves out what others did in secret', () => {
    const log = [
      entry(2, 1, event('played', { seat: 1, card: 'thaler' })),
      entry(3, 0, event('played', { seat: 0, card: 'griffin' })),
      entry(4, 1, event('passed', { seat: 1 })),
      entry(5, 0, event('passed', { seat: 0 }), ends(1, [9, 0], [4, 5]), lost(1, 1)),
    ]
    const points = [told(4, [0, 0], 0), told(5, [1, 0], 1), told(6, [9, 0], 0), told(7, [9, 0], 1), told(8, [0, 0], 0)]
    expect(battlesOf(log, points)[0]?.moment).toMatchObject({
      number: 6,
      done: { card: 'griffin' },
      before: 1,
      after: 9,
    })
  })
})
