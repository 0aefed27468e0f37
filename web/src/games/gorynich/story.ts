/**
 * What happened, one thing after the other. The server sends the events of a move and the table after all of them;
 * here they are cut into beats, each with its time, and the table is shown as it was after each.
 *
 * No rule is known here: an event says where something is now, and when all have been told the table is the server's.
 */

import type { GameEvent } from '../../protocol'
import { CARDS, type GorynichTable, type KnightSeen, type SeatSeen } from './seen'

export type BeatKind =
  'round' | 'march' | 'passes' | 'reveal' | 'flight' | 'fire' | 'tile' | 'answer' | 'point' | 'speech' | 'cards' | 'end'

export interface Beat {
  kind: BeatKind
  /** Milliseconds, at the usual pace. */
  time: number
  events: GameEvent[]
}

const SQUARE = 260 // milliseconds of a knight's step
const WING = 180 // of the dragon's
const REVEAL = 1050 // until a card has been seen

/** What belongs to the beat that the event before it has begun. */
const JOINS: Readonly<Record<string, readonly string[]>> = {
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

const KINDS: Readonly<Record<string, readonly [BeatKind, number]>> = {
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

/** Events cut into beats. */
export function beatsOf(events: readonly GameEvent[]): Beat[] {
  const beats: Beat[] = []
  let opens = ''
  for (const event of events) {
    const beat = beats.at(-1)
    if (beat && JOINS[opens]?.includes(event.event)) {
      beat.events.push(event)
      beat.time = Math.max(beat.time, timeOf(event))
    } else {
      opens = event.event
      beats.push({ kind: KINDS[opens]?.[0] ?? 'cards', time: timeOf(event), events: [event] })
    }
  }
  return beats
}

function timeOf({ event, params }: GameEvent): number {
  const time = KINDS[event]?.[1] ?? 0
  if (event === 'flew') return Math.min(750, time * Number(params.number) + 200)
  if (event === 'marched' || event === 'stepped_back') return 2 * time
  return time
}

const seatOf = (event: GameEvent): number => Number(event.params.seat)
const cardOf = (event: GameEvent): string => String(event.params.card)
const squareOf = (event: GameEvent): string => String(event.params.square)
const inOrder = (cards: Iterable<string>): string[] => {
  const some = new Set(cards)
  return CARDS.filter((card) => some.has(card))
}

function withSeat(table: GorynichTable, seat: number, change: (seat: SeatSeen) => Partial<SeatSeen>): GorynichTable {
  return { ...table, seats: table.seats.map((one, at) => (at === seat ? { ...one, ...change(one) } : one)) }
}

function withKnight(table: GorynichTable, event: GameEvent, change: Partial<KnightSeen>): GorynichTable {
  const number = Number(event.params.knight)
  return { ...table, knights: table.knights.map((one) => (one.number === number ? { ...one, ...change } : one)) }
}

const lay =
  (card: string) =>
  ({ hand, row }: SeatSeen): Partial<SeatSeen> => ({
    hand: hand.filter((one) => one !== card),
    row: inOrder([...row, card]),
  })

const takeBack = (but: readonly string[]) => (): Partial<SeatSeen> => ({
  hand: CARDS.filter((card) => !but.includes(card)),
  row: inOrder(but),
})

/** The table after one more event. `then`: what is still to be told; `end`: the table after all of it. */
export function after(
  table: GorynichTable,
  event: GameEvent,
  then: readonly GameEvent[],
  end: GorynichTable,
): GorynichTable {
  const { params } = event
  switch (event.event) {
    case 'round_begins':
      return {
        ...table,
        round: Number(params.number),
        first: seatOf(event),
        turn: null,
        playing: null,
        talk: false,
        nets: false,
        knights: table.knights.map((knight) => ({ ...knight, pointed: false })),
        seats: table.seats.map((seat) => ({ ...seat, passed: false, waiting: false, chosen: null })),
      }
    case 'cards_turned':
      return turnUp(table, Number(params.march), Number(params.flight))
    case 'marched':
    case 'stepped_back':
      return withKnight(table, event, { square: squareOf(event) })
    case 'burnt': {
      const knights = table.knights.filter(({ number }) => number !== Number(params.knight))
      return { ...table, knights, burnt: table.burnt + (table.knights.length - knights.length) }
    }
    case 'reinforced': {
      const back = end.knights.find(({ number }) => number === Number(params.knight))
      const knights = back ? [...table.knights, back].sort((a, b) => a.number - b.number) : table.knights
      return { ...table, knights, burnt: table.burnt - (back ? 1 : 0) }
    }
    case 'pointed':
      return withKnight(table, event, { pointed: true })
    case 'spoke':
      return { ...table, tokens: Number(params.number), talk: true }
    case 'passed':
      return withSeat({ ...table, talk: false }, seatOf(event), (seat) => ({
        ...takeBack([])(),
        passed: true,
        waiting: false,
        chosen: seat.chosen,
      }))
    case 'revealed': {
      const turned = withSeat(table, seatOf(event), (seat) => ({
        ...lay(cardOf(event))(seat),
        waiting: false,
        chosen: null,
      }))
      return {
        ...turned,
        talk: false,
        turn: seatOf(event),
        playing: { seat: seatOf(event), card: cardOf(event), tile: null },
      }
    }
    case 'discarded':
      return withSeat(table, seatOf(event), lay(cardOf(event)))
    case 'took_back':
      return withSeat(table, seatOf(event), takeBack(['manoeuvre']))
    case 'refilled':
      return withSeat(table, seatOf(event), takeBack([]))
    case 'flew':
    case 'perched':
      return { ...table, gorynich: squareOf(event) }
    case 'flew_off':
      return { ...table, gorynich: null }
    case 'manoeuvred':
      return { ...table, playing: { seat: seatOf(event), card: 'manoeuvre', tile: String(params.tile) } }
    case 'countered':
      return turnTile(table, (tile) => tile.counter === params.counter && stays(tile.tile, then, end))
    case 'tile_back':
      return { ...table, tiles: table.tiles.map((one) => (one.tile === params.tile ? { ...one, turned: false } : one)) }
    case 'flame_lit':
      return { ...table, flame: squareOf(event) }
    case 'flame_out':
      return { ...table, flame: null }
    case 'reshuffled': {
      const deck = params.deck as 'knights' | 'gorynich'
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

/** Whether a tile that was answered stays turned: it is still, or is told to turn back later. */
const stays = (tile: string, then: readonly GameEvent[], end: GorynichTable): boolean =>
  then.some(({ event, params }) => event === 'tile_back' && params.tile === tile) ||
  end.tiles.some((one) => one.tile === tile && one.turned)

/** What only the server can tell of pieces, as soon as they stand where they stand in the end. */
export function settled(table: GorynichTable, end: GorynichTable): GorynichTable {
  const there = new Map(end.knights.map((knight) => [knight.number, knight]))
  const knights = table.knights.map((knight) => {
    const last = there.get(knight.number)
    return last?.square === knight.square ? { ...last, pointed: knight.pointed } : knight
  })
  const reach = end.gorynich === table.gorynich && end.flight === table.flight ? end.reach : null
  return { ...table, knights, reach, targets: {} }
}

/** The table as all have chosen: a card face down before everybody who will reveal one. */
export function opened(table: GorynichTable, events: readonly GameEvent[], end: GorynichTable): GorynichTable {
  const shows = new Set(
    events.filter(({ event }) => event === 'revealed' || event === 'had_chosen').map((event) => seatOf(event)),
  )
  if (!events.some(({ event }) => event === 'passed' || event === 'revealed')) return table
  const seats = table.seats.map((seat, at) => ({
    ...seat,
    waiting: seat.waiting || shows.has(at) || (end.seats[at]?.waiting ?? false),
  }))
  return { ...table, seats }
}
