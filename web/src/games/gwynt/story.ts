/** What happened, told from events: the last move in a sentence, how a round ended, what each round of a match cost. */

import type { GameEvent, Params, Points, Told } from '../../protocol'
import type { Row } from './catalogue.svelte'
import { ROWS } from './catalogue.svelte'
import type { GwyntTable, SeatSeen } from './seen'

export interface Sentence {
  key: string
  params: Params
  /** The card that it is about, to be set off in it. */
  card: string | null
}

export const eventsOf = (entries: readonly Told[]): GameEvent[] =>
  entries.flatMap((entry) => entry.steps.flatMap((step) => step.events))

const BEGINS = new Set(['played', 'leader_acted', 'passed'])

/** The entries of the last turn of a seat (of anybody: null), up to where it began. */
export function lastTurn(log: readonly Told[], seat: number | null): Told[] {
  const last = log.findLastIndex(
    (entry) => entry.kind === 'decide' && (seat === null || entry.seat === seat) && eventsOf([entry]).some(isPublic),
  )
  const who = log[last]?.seat
  let first = last
  while (first > 0 && !eventsOf(log.slice(first, first + 1)).some(({ event }) => BEGINS.has(event))) {
    if (log[first - 1]?.seat !== who) break
    first--
  }
  return last < 0 ? [] : log.slice(first, last + 1)
}
const isPublic = ({ event }: GameEvent) => event !== 'swapped' && event !== 'redrew'

const rowOf = (table: GwyntTable | null, side: unknown, row: unknown) =>
  table?.seats[side === 1 ? 1 : 0].rows.find(({ row: name }) => name === row)?.total

/** A turn in one sentence, with the numbers where the tables before and after it are known. */
export function sentenceOf(
  events: readonly GameEvent[],
  before: GwyntTable | null,
  after: GwyntTable | null,
): Sentence | null {
  const start = events.findIndex(({ event }) => BEGINS.has(event))
  const first = events[start]
  if (!first) return null
  const rest = events.slice(start + 1)
  const seat = Number(first.params.seat)
  if (first.event === 'passed') {
    const at = before ?? after
    const side = at?.seats[seat === 1 ? 1 : 0]
    return { key: 'told_passed', params: { seat, total: side?.total, n: side?.hand }, card: null }
  }
  const find = (name: string) => rest.find(({ event }) => event === name)
  const count = (name: string) => rest.filter(({ event }) => event === name).length
  const same = before === null || after === null || before.round === after.round
  if (first.event === 'leader_acted') return byLeader(first.params, rest, same ? before : null, after)
  const card = String(first.params.card)
  const plain: Sentence = { key: 'told_played', params: { seat, card }, card }
  const returned = find('returned')
  if (returned) return { key: 'told_decoy', params: { seat, card, card2: returned.params.card }, card }
  const revived = find('revived')
  if (revived) return { key: 'told_revived', params: { seat, card, card2: revived.params.card }, card }
  const burnt = count('fell')
  if (burnt === 1) return { key: 'told_burnt_one', params: { seat, card, card2: find('fell')?.params.card }, card }
  if (burnt) return { key: 'told_burnt', params: { seat, card, n: burnt }, card }
  if ((find('weather_came') ?? find('weather_cleared')) && before && after && same)
    return { key: 'told_weather', params: { seat, card, before: totalsOf(before), after: totalsOf(after) }, card }
  const laid = find('placed') ?? find('horn_sounded')
  if (!laid || !same) return plain
  const { row } = laid.params
  const side = laid.params.side ?? laid.params.seat
  const [was, is] = [rowOf(before, side, row), rowOf(after, side, row)]
  if (was === undefined || is === undefined)
    return laid.event === 'placed' && side === seat ? { key: 'told_laid', params: { seat, card, row }, card } : plain
  const key =
    laid.event === 'horn_sounded'
      ? 'told_horn'
      : side !== seat
        ? 'told_spy'
        : count('mustered')
          ? 'told_mustered'
          : 'told_placed'
  return { key, params: { seat, card, row, before: was, after: is, n: count('mustered') }, card }
}

const totalsOf = ({ seats: [a, b] }: GwyntTable) => [a.total, b.total]

/** What a leader did, as far as it is seen. */
function byLeader(
  leads: Params,
  rest: readonly GameEvent[],
  before: GwyntTable | null,
  after: GwyntTable | null,
): Sentence {
  const { seat } = leads
  for (const { event, params } of rest) {
    if (event === 'horn_sounded') {
      const [was, is] = [rowOf(before, seat, params.row), rowOf(after, seat, params.row)]
      if (was !== undefined && is !== undefined)
        return { key: 'told_leader_horn', params: { seat, row: params.row, before: was, after: is }, card: null }
    }
    if (event === 'taken' || event === 'weather_came') {
      const card = String(params.card)
      return { key: event === 'taken' ? 'told_leader_taken' : 'told_leader_weather', params: { seat, card }, card }
    }
  }
  const n = rest.filter(({ event }) => event === 'fell').length
  return n
    ? { key: 'told_leader_burnt', params: { seat, n }, card: null }
    : { key: 'told_leader', params: leads, card: null }
}

/** What the last turn laid where: ringed until the next one. */
export interface Marked {
  seat: number
  units: { side: number; row: Row; card: string; n: number }[]
  horn: { side: number; row: Row } | null
  weather: boolean
  /** The rows where cards burnt. */
  fell: { side: number; row: Row }[]
}

export function markedBy(events: readonly GameEvent[], seat: number): Marked {
  const marked: Marked = { seat, units: [], horn: null, weather: false, fell: [] }
  for (const { event, params } of events) {
    const row = params.row as Row
    if (event === 'placed' || event === 'mustered' || event === 'came_back')
      marked.units.push({ side: Number(params.side ?? params.seat), row, card: String(params.card), n: 1 })
    // Its place is the decoy's now.
    else if (event === 'returned') marked.units.push({ side: Number(params.seat), row, card: 'decoy', n: 1 })
    else if (event === 'horn_sounded') marked.horn = { side: Number(params.seat), row }
    else if (event === 'weather_came') marked.weather = true
    else if (event === 'fell') marked.fell.push({ side: Number(params.side), row })
  }
  return marked
}

export interface Power {
  seat: number
  faction: string
  /** The cards that it brought or kept; none where they are not seen. */
  cards: string[]
}

/** The end of a round. */
export interface RoundEnd {
  number: number
  totals: [number, number]
  hands: [number, number]
  /** The seat that has won it; null for a draw. */
  winner: 0 | 1 | null
  /** Gems left. */
  gems: [number, number]
  lost: [boolean, boolean]
  /** What each row counted; none where the last card came with the end. */
  rows: [number[], number[]] | null
  powers: Power[]
  next: { number: number; seat: number } | null
}

const BROUGHT = new Set(['drew', 'kept', 'came_back'])

/** The last end of a round among events; `before` is the table as it was seen last. */
export function roundEnd(events: readonly GameEvent[], before: GwyntTable | null): RoundEnd | null {
  const at = events.findLastIndex(({ event }) => event === 'round_ends')
  const ends = events[at]?.params
  if (!ends) return null
  const totals: [number, number] = [Number(ends.total0), Number(ends.total1)]
  const found: RoundEnd = {
    number: Number(ends.number),
    totals,
    hands: [Number(ends.hand0), Number(ends.hand1)],
    winner: null,
    gems: [before?.seats[0].gems ?? 2, before?.seats[1].gems ?? 2],
    lost: [false, false],
    rows: rowsOf(before, totals),
    powers: [],
    next: null,
  }
  for (const { event, params } of events.slice(at + 1)) {
    const seat = params.seat === 1 ? 1 : 0
    if (event === 'lost_gem') {
      found.lost[seat] = true
      found.gems[seat] = Number(params.number)
    } else if (event === 'power') found.powers.push({ seat, faction: String(params.faction), cards: [] })
    else if (BROUGHT.has(event) && typeof params.card === 'string')
      found.powers.findLast((power) => power.seat === seat)?.cards.push(params.card)
    else if (event === 'round_begins') found.next = { number: Number(params.number), seat }
  }
  found.winner = found.lost[0] === found.lost[1] ? null : found.lost[0] ? 1 : 0
  return found
}

/** What each row counted; null if that does not make the totals. */
export function rowsOf(table: GwyntTable | null, totals: readonly number[]): [number[], number[]] | null {
  if (!table || table.seats.some((seat, n) => seat.total !== totals[n])) return null
  const of = (seat: 0 | 1) => ROWS.map((row) => rowOf(table, seat, row) ?? 0)
  return [of(0), of(1)]
}

/**
 * The table as a round ended; `before` is the table before its last move. Null if that move was more than a pass or a card
 * that counts what is printed on it: what it made of the rows is not told.
 */
export function tableAtEnd(
  before: GwyntTable,
  events: readonly GameEvent[],
  { totals, hands }: RoundEnd,
  printed: (card: string) => number | null,
): GwyntTable | null {
  const at = events.findLastIndex(({ event }) => event === 'round_ends')
  const laid = events.slice(0, at).filter(({ event }) => event !== 'passed' && event !== 'played')
  const [first] = laid
  if (laid.length > 1 || (first && first.event !== 'placed')) return null
  const side = (n: 0 | 1): SeatSeen => {
    const was = before.seats[n]
    const gone = first?.params.seat === n ? was.known.indexOf(String(first.params.card)) : -1
    return { ...was, passed: true, total: totals[n], hand: hands[n], known: was.known.filter((_, at) => at !== gone) }
  }
  const seats: [SeatSeen, SeatSeen] = [side(0), side(1)]
  for (const n of [0, 1] as const) {
    const more = totals[n] - before.seats[n].total
    const here = first?.params.side === n ? first.params : null
    if (!here) {
      if (more) return null
      continue
    }
    const card = String(here.card)
    if (printed(card) !== more) return null
    const unit = { card, strength: more, by: Number(here.seat) }
    seats[n].rows = seats[n].rows.map((row) =>
      row.row === here.row ? { ...row, total: row.total + more, cards: [...row.cards, unit] } : row,
    )
  }
  return { ...before, seats }
}

/** One round of a match that is over. */
export interface Battle {
  end: RoundEnd
  /** The number of the entry with which it ended. */
  last: number
  /** Cards played by each. */
  spent: [string[], string[]]
  moment: Moment | null
}

/** What won a round: the move that gained most for its winner or, where no move gained anything, the loser's pass. */
export interface Moment {
  /** Where it is in the log. */
  number: number
  seat: 0 | 1
  /** What was done; null for a pass. */
  done: { card: string } | { leader: string } | null
  /** The side whose total it changed most, and that total before and after. */
  side: 0 | 1
  before: number
  after: number
}

/** A match as its rounds. */
export function battlesOf(log: readonly Told[], points: readonly Points[]): Battle[] {
  const battles: Battle[] = []
  let spent: [string[], string[]] = [[], []]
  let gems: [number, number] = [2, 2]
  let moves: Done[] = []
  // A player's log counts otherwise than the match: it leaves out what others replaced in secret. Both end alike.
  const ahead = (points.at(-1)?.number ?? 0) - (log.at(-1)?.number ?? 0)
  for (const entry of log) {
    const events = eventsOf([entry])
    const number = points.length ? entry.number + ahead : entry.number
    for (const { event, params } of events) {
      const seat = params.seat === 1 ? 1 : 0
      if (event === 'played') spent[seat].push(String(params.card))
      const done =
        event === 'played'
          ? { card: String(params.card) }
          : event === 'leader_acted'
            ? { leader: String(params.leader) }
            : null
      if (done || event === 'passed') moves.push({ number, seat, done })
    }
    // Rounds may end one after the other, where nobody has anything left.
    const starts = events.flatMap(({ event }, at) => (event === 'round_ends' ? [at] : []))
    for (const [n, at] of starts.entries()) {
      const end = roundEnd(events.slice(at, starts[n + 1]), null)
      if (!end) continue
      end.gems = [end.lost[0] ? end.gems[0] : gems[0], end.lost[1] ? end.gems[1] : gems[1]]
      gems = end.gems
      battles.push({ end, last: number, spent, moment: momentOf(moves, end, number, points) })
      spent = [[], []]
      moves = []
    }
  }
  return battles
}

type Done = Pick<Moment, 'number' | 'seat' | 'done'>

function momentOf(moves: readonly Done[], end: RoundEnd, last: number, points: readonly Points[]): Moment | null {
  let best: Moment | null = null
  let most = 0
  for (const [n, move] of moves.entries()) {
    const { number, seat, done } = move
    if (!done || (end.winner !== null && seat !== end.winner)) continue
    const at = points.findIndex((one) => one.number === number)
    const next = moves[n + 1]?.number ?? last
    // What was chosen after the card (a row, a target) belongs to it; with the last entry the rows are empty again.
    const until = points.findLastIndex((one) => one.number < next && one.number >= number && one.seat === seat)
    const before = points[at - 1]?.scores
    const after = number === last ? end.totals : points[Math.max(at, until)]?.scores
    if (!before || !after) continue
    const other = seat === 0 ? 1 : 0
    const grown = (side: 0 | 1) => (after[side] ?? 0) - (before[side] ?? 0)
    const [own, theirs] = [grown(seat), -grown(other)]
    if (own + theirs <= most) continue
    most = own + theirs
    const side = own >= theirs ? seat : other
    best = { ...move, side, before: before[side] ?? 0, after: after[side] ?? 0 }
  }
  const gaveUp = moves.findLast(({ seat, done }) => !done && end.winner !== null && seat !== end.winner)
  if (best || !gaveUp) return best
  const then = gaveUp.number === last ? end.totals : points.find((one) => one.number === gaveUp.number)?.scores
  const total = then?.[gaveUp.seat] ?? end.totals[gaveUp.seat]
  return { ...gaveUp, side: gaveUp.seat, before: total, after: total }
}

/**
 * The round in which a match was decided: of those that its winner won, the one that gained most cards on the other; the
 * last of equal ones. A round without a card decides nothing, unless there is no other.
 */
export function decisiveRound(battles: readonly Battle[], winner: 0 | 1 | null): number | null {
  if (winner === null) return null
  const other = winner === 0 ? 1 : 0
  let [best, most, before]: [number | null, number, number] = [null, -Infinity, 0]
  for (const { end, spent } of battles) {
    const ahead = end.hands[winner] - end.hands[other]
    const fought = best === null || spent[0].length + spent[1].length > 0
    if (end.winner === winner && fought && ahead - before >= most) [best, most] = [end.number, ahead - before]
    before = ahead
  }
  return best
}
