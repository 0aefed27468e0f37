/**
 * Cuts events into beats. The server sends the events of a move and the table after all of them; here each beat gets
 * its duration and the table after it.
 *
 * It knows no rule: an event says where something is now, and after the last event the table equals the server's.
 */

import { CARDS, type Card, type GorynichEvent, type GorynichTable, type KnightSeen, type SeatSeen } from './seen'

export type BeatKind =
  'round' | 'march' | 'passes' | 'reveal' | 'flight' | 'fire' | 'tile' | 'answer' | 'point' | 'speech' | 'cards' | 'end'

type EventName = GorynichEvent['event']

export interface Beat {
  kind: BeatKind
  /** Milliseconds, at the usual pace. */
  time: number
  events: GorynichEvent[]
}

const SQUARE = 260 // milliseconds for a knight's step
const WING = 180 // for the dragon's
const REVEAL = 1050 // until a card has been read

/** The events that belong to the beat which another event has begun. */
const JOINS: Readonly<Partial<Record<EventName, readonly EventName[]>>> = {
  round_begins: ['cards_turned', 'angered'],
  marched: ['marched', 'burnt', 'flame_out', 'unharmed'],
  stepped_back: ['stepped_back', 'burnt', 'flame_out', 'unharmed'],
  flame_out: ['marched', 'stepped_back', 'burnt', 'flame_out', 'unharmed'],
  passed: ['passed'],
  breathed: ['burnt', 'unharmed', 'breathed'],
  discarded: ['discarded'],
  tile_back: ['tile_back', 'refilled', 'reshuffled'],
  refilled: ['refilled', 'reshuffled'],
  countered: ['reinforced'],
  won: ['had_chosen'],
  lost: ['had_chosen'],
  boards_laid: ['tile_laid', 'knight_came', 'took_token'],
}

const KINDS: Readonly<Partial<Record<EventName, readonly [BeatKind, number]>>> = {
  boards_laid: ['cards', 0],
  round_begins: ['round', 700],
  marched: ['march', SQUARE],
  stepped_back: ['march', SQUARE],
  flame_out: ['march', SQUARE],
  passed: ['passes', 500],
  revealed: ['reveal', REVEAL],
  flew: ['flight', WING],
  perched: ['flight', 500],
  flew_off: ['flight', 750],
  breathed: ['fire', 750],
  manoeuvred: ['tile', 550],
  countered: ['answer', 650],
  flame_lit: ['fire', 500],
  pointed: ['point', 350],
  spoke: ['speech', 600],
  discarded: ['cards', 500],
  took_back: ['cards', 300],
  no_tile: ['tile', 500],
  no_target: ['tile', 500],
  netted: ['tile', 300],
  tile_back: ['cards', 200],
  refilled: ['cards', 200],
  reshuffled: ['cards', 100],
  won: ['end', 900],
  lost: ['end', 900],
}

/** Cut events into beats. */
export function beatsOf(events: readonly GorynichEvent[]): Beat[] {
  const beats: Beat[] = []
  let opens: EventName | null = null
  for (const event of events) {
    const beat = beats.at(-1)
    if (beat && opens && JOINS[opens]?.includes(event.event)) {
      beat.events.push(event)
      beat.time = Math.max(beat.time, timeOf(event))
    } else {
      opens = event.event
      beats.push({ kind: KINDS[opens]?.[0] ?? 'cards', time: timeOf(event), events: [event] })
    }
  }
  return beats
}

function timeOf({ event, params }: GorynichEvent): number {
  const time = KINDS[event]?.[1] ?? 0
  if (event === 'flew') return Math.min(750, time * params.number + 200)
  if (event === 'marched' || event === 'stepped_back') return 2 * time
  return time
}

const inOrder = (cards: Iterable<Card>): Card[] => {
  const some = new Set(cards)
  return CARDS.filter((card) => some.has(card))
}

function withSeat(table: GorynichTable, seat: number, change: (seat: SeatSeen) => Partial<SeatSeen>): GorynichTable {
  return { ...table, seats: table.seats.map((one, at) => (at === seat ? { ...one, ...change(one) } : one)) }
}

function withKnight(table: GorynichTable, number: number, change: Partial<KnightSeen>): GorynichTable {
  return { ...table, knights: table.knights.map((one) => (one.number === number ? { ...one, ...change } : one)) }
}

const lay =
  (card: Card) =>
  ({ hand, row }: SeatSeen): Partial<SeatSeen> => ({
    hand: hand.filter((one) => one !== card),
    row: inOrder([...row, card]),
  })

const takeBack = (but: readonly Card[]) => (): Partial<SeatSeen> => ({
  hand: CARDS.filter((card) => !but.includes(card)),
  row: inOrder(but),
})

/** The table after one more event. `then`: the events still to come; `end`: the table after all of them. */
export function applyEvent(
  table: GorynichTable,
  { event, params }: GorynichEvent,
  then: readonly GorynichEvent[],
  end: GorynichTable,
): GorynichTable {
  switch (event) {
    case 'round_begins':
      return {
        ...table,
        round: params.number,
        first: params.seat,
        turn: null,
        playing: null,
        talk: false,
        nets: false,
        knights: table.knights.map((knight) => ({ ...knight, pointed: false })),
        seats: table.seats.map((seat) => ({ ...seat, passed: false, waiting: false, chosen: null })),
      }
    case 'cards_turned':
      return turnUp(table, params.march, params.flight)
    case 'marched':
    case 'stepped_back':
      return withKnight(table, params.knight, { square: params.square })
    case 'burnt': {
      const knights = table.knights.filter(({ number }) => number !== params.knight)
      return { ...table, knights, burnt: table.burnt + (table.knights.length - knights.length) }
    }
    case 'reinforced': {
      const back = end.knights.find(({ number }) => number === params.knight)
      const knights = back ? [...table.knights, back].sort((a, b) => a.number - b.number) : table.knights
      return { ...table, knights, burnt: table.burnt - (back ? 1 : 0) }
    }
    case 'pointed':
      return withKnight(table, params.knight, { pointed: true })
    case 'spoke':
      return { ...table, tokens: params.number, talk: true }
    case 'passed':
      return withSeat({ ...table, talk: false }, params.seat, (seat) => ({
        ...takeBack([])(),
        passed: true,
        waiting: false,
        chosen: seat.chosen,
      }))
    case 'revealed': {
      const turned = withSeat(table, params.seat, (seat) => ({
        ...lay(params.card)(seat),
        waiting: false,
        chosen: null,
      }))
      return {
        ...turned,
        talk: false,
        turn: params.seat,
        playing: { seat: params.seat, card: params.card, tile: null },
      }
    }
    case 'discarded':
      return withSeat(table, params.seat, lay(params.card))
    case 'took_back':
      return withSeat(table, params.seat, takeBack(['manoeuvre']))
    case 'refilled':
      return withSeat(table, params.seat, takeBack([]))
    case 'flew':
    case 'perched':
      return { ...table, gorynich: params.square }
    case 'flew_off':
      return { ...table, gorynich: null }
    case 'manoeuvred':
      return { ...table, playing: { seat: params.seat, card: 'manoeuvre', tile: params.tile } }
    case 'countered':
      return turnTile(table, (tile) => tile.counter === params.counter && stays(tile.tile, then, end))
    case 'tile_back':
      return { ...table, tiles: table.tiles.map((one) => (one.tile === params.tile ? { ...one, turned: false } : one)) }
    case 'flame_lit':
      return { ...table, flame: params.square }
    case 'flame_out':
      return { ...table, flame: null }
    case 'reshuffled': {
      const { deck } = params
      const { left, turned } = table.decks[deck]
      const all = [...left, ...turned].sort((a, b) => a - b)
      return { ...table, decks: { ...table.decks, [deck]: { left: all, turned: [] } } }
    }
    default:
      return table
  }
}

function turnUp(table: GorynichTable, march: number, flight: number): GorynichTable {
  const drawn = ({ left, turned }: { left: number[]; turned: number[] }, card: number) => ({
    left: left.toSpliced(left.indexOf(card), left.includes(card) ? 1 : 0),
    turned: [...turned, card],
  })
  const decks = { knights: drawn(table.decks.knights, march), gorynich: drawn(table.decks.gorynich, flight) }
  return { ...table, march, flight, decks }
}

function turnTile(table: GorynichTable, which: (tile: GorynichTable['tiles'][number]) => boolean): GorynichTable {
  return { ...table, tiles: table.tiles.map((tile) => (which(tile) ? { ...tile, turned: true } : tile)) }
}

/** Whether an answered tile stays turned: it does in the end, or a later event turns it back. */
const stays = (tile: string, then: readonly GorynichEvent[], end: GorynichTable): boolean =>
  then.some(({ event, params }) => event === 'tile_back' && params.tile === tile) ||
  end.tiles.some((one) => one.tile === tile && one.turned)

/** Facts of pieces that only the server knows, as soon as they stand in their final place. */
export function settleTable(table: GorynichTable, end: GorynichTable): GorynichTable {
  const there = new Map(end.knights.map((knight) => [knight.number, knight]))
  const knights = table.knights.map((knight) => {
    const last = there.get(knight.number)
    return last?.square === knight.square ? { ...last, pointed: knight.pointed } : knight
  })
  const reach = end.gorynich === table.gorynich && end.flight === table.flight ? end.reach : null
  return { ...table, knights, reach, targets: {} }
}

/** The table when all have chosen: a face-down card before everybody who will reveal one. */
export function openHands(table: GorynichTable, events: readonly GorynichEvent[], end: GorynichTable): GorynichTable {
  const shows = new Set(
    events.flatMap(({ event, params }) => (event === 'revealed' || event === 'had_chosen' ? [params.seat] : [])),
  )
  if (!events.some(({ event }) => event === 'passed' || event === 'revealed')) return table
  const seats = table.seats.map((seat, at) => ({
    ...seat,
    waiting: seat.waiting || shows.has(at) || (end.seats[at]?.waiting ?? false),
  }))
  return { ...table, seats }
}
