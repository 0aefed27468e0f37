/**
 * The course of a match, read from its log: for each round what was revealed, who burnt, how many knights were left and
 * how near they came; and the turning points.
 */

import type { TurnTold } from '../../table/game-page'
import type { Told } from '../../protocol'
import type { Game, GorynichEvent } from './seen'

/** A symbol of the legend: a revealed card, a burnt knight, or the result. */
export type Sign =
  | { kind: 'card'; seat: number; card: string; tile: string | null }
  | { kind: 'burnt'; knight: number }
  | { kind: 'end'; key: string; params: Readonly<Record<string, unknown>> }

export interface RoundTold {
  round: number
  /** The entry of the log that began the round; the replay opens there. */
  number: number
  signs: Sign[]
  burnt: number
  /** The knights left at the end of the round, and the fewest steps from a knight to the castle during it. */
  left: number
  nearest: number | null
}

/** A turning point as a message of the game. */
export interface Turn {
  number: number
  seat: number | null
  key: string
  params: Readonly<Record<string, unknown>>
  weight: number
}

export interface Course {
  rounds: RoundTold[]
  turns: Turn[]
  /** The knight that marched into the castle. */
  intruder: number | null
}

/**
 * What is known of the match without its log: the round in which it ended, the knights left, the distance of a square.
 */
export interface Known {
  round: number
  left: number
  stepsFrom: (square: string) => number
}

const TOLD = 5
/** A knight that burns this near the castle is a turning point. */
const NEAR = 3
const WEIGHT = { end: 100, each: 2, many: 2, near: 7, back: 3, spoke: 1 }

export function courseOf(log: readonly Told<Game>[], known: Known): Course {
  const teller = new Teller(log, known)
  for (const { number, steps } of log)
    for (const { events } of steps) for (const event of events) teller.take(event, number)
  return teller.course()
}

/** The turns as sentences. */
export const toldTurns = (
  turns: readonly Turn[],
  say: (key: string, params: Readonly<Record<string, unknown>>) => string,
): TurnTold[] => turns.map(({ number, seat, key, params }) => ({ number, seat, text: say(key, params) }))

interface Before {
  turns: Turn[]
  places: Map<number, string>
  gone: number
}

class Teller {
  readonly #rounds: RoundTold[] = []
  /** The state at the start of each round, in case an undo goes back to it. */
  readonly #before: Before[] = []
  readonly #known: Known
  #turns: Turn[] = []
  /** Where each knight stands; one that burnt stands nowhere. */
  #places = new Map<number, string>()
  /** How many have burnt and not come back. */
  #gone = 0
  /** The seat whose card is being carried out, and the knights that it has burnt. */
  #seat: number | null = null
  #fire: { number: number; seat: number | null; knights: number[]; steps: number } | null = null
  #intruder: number | null = null

  constructor(log: readonly Told<Game>[], known: Known) {
    this.#known = known
    const events = log.flatMap((entry) => entry.steps.flatMap((step) => step.events))
    const next = events.find((one) => one.event === 'round_begins')
    // A match that began from a position starts within a round, and a knight is first seen where it stands.
    this.#begin(next ? next.params.number - 1 : known.round, log[0]?.number ?? 0)
    for (const { event, params } of events.toReversed()) {
      if (event === 'knight_came') this.#places.delete(params.knight)
      else if (event === 'marched' || event === 'stepped_back') this.#places.set(params.knight, params.square0)
      else if (event === 'burnt') this.#places.set(params.knight, params.square)
    }
  }

  get #now(): RoundTold {
    const now = this.#rounds.at(-1)
    if (!now) throw new Error('a course begins with a round')
    return now
  }

  #begin(round: number, number: number): void {
    while ((this.#rounds.at(-1)?.round ?? 0) >= round && this.#before.length > 1) {
      this.#rounds.pop()
      const before = this.#before.pop()
      if (!before) break
      this.#turns = before.turns
      this.#places = before.places
      this.#gone = before.gone
    }
    this.#before.push({ turns: [...this.#turns], places: new Map(this.#places), gone: this.#gone })
    this.#rounds.push({ round, number, signs: [], burnt: 0, left: 0, nearest: null })
  }

  take({ event, key, params }: GorynichEvent, number: number): void {
    switch (event) {
      case 'round_begins':
        this.#close()
        this.#begin(params.number, number)
        break
      case 'knight_came':
        this.#places.set(params.knight, params.square)
        break
      case 'reinforced':
        this.#gone--
        this.#places.set(params.knight, params.square)
        this.#turn(number, 'turn_back', { knight: params.knight }, WEIGHT.back)
        break
      case 'marched':
        this.#marched(params.knight, params.square0, params.square, number)
        break
      case 'stepped_back':
        this.#places.set(params.knight, params.square)
        break
      case 'revealed':
        this.#putOut()
        this.#seat = params.seat
        this.#now.signs.push({ kind: 'card', seat: this.#seat, card: params.card, tile: null })
        break
      case 'manoeuvred': {
        const last = this.#now.signs.at(-1)
        if (last?.kind === 'card') last.tile = params.tile
        break
      }
      case 'burnt':
        this.#burns(params.knight, params.square, number)
        break
      case 'spoke':
        this.#turn(number, 'turn_spoke', { seat: params.seat }, WEIGHT.spoke, params.seat)
        break
      case 'flew_off':
        this.#now.signs.push({ kind: 'end', key, params })
        this.#turn(number, 'turn_left', { seat: this.#seat }, WEIGHT.end)
        break
      case 'lost':
        this.#lost(params.cause, number)
        break
      case 'won':
        this.#won()
    }
  }

  #marched(knight: number, from: string, square: string, number: number): void {
    const steps = this.#known.stepsFrom(square)
    this.#places.set(knight, square)
    this.#now.nearest = Math.min(steps, this.#now.nearest ?? steps)
    if (steps > 0) return
    this.#intruder = knight
    const last = { knight, square: from, n: this.#known.stepsFrom(from) }
    this.#now.signs.push({ kind: 'end', key: 'board.entered', params: { knight } })
    this.#turn(number, 'turn_entered', last, WEIGHT.end, null)
  }

  #burns(knight: number, square: string, number: number): void {
    const steps = this.#known.stepsFrom(square)
    this.#now.signs.push({ kind: 'burnt', knight })
    this.#now.burnt++
    this.#places.delete(knight)
    this.#gone++
    this.#now.nearest = Math.min(steps, this.#now.nearest ?? steps)
    this.#fire ??= { number, seat: this.#seat, knights: [], steps }
    this.#fire.knights.push(knight)
    this.#fire.steps = Math.min(steps, this.#fire.steps)
  }

  /** The victims of a fire are complete when the next card comes. */
  #putOut(): void {
    const fire = this.#fire
    this.#fire = null
    if (!fire) return
    const { number, seat, knights, steps } = fire
    const n = knights.length
    if (n > 1) this.#turn(number, 'turn_many', { n }, WEIGHT.each * n + WEIGHT.many, seat)
    else if (steps <= NEAR) this.#turn(number, 'turn_near', { knight: knights[0], n: steps }, WEIGHT.near - steps, seat)
  }

  #lost(cause: string, number: number): void {
    if (cause === 'castle_burnt') {
      this.#now.signs.push({ kind: 'end', key: 'cause.castle_burnt', params: {} })
      this.#turn(number, 'turn_castle', { seat: this.#seat }, WEIGHT.end)
    }
  }

  #won(): void {
    const fire = this.#fire
    this.#fire = null
    if (fire) this.#turn(fire.number, 'turn_last', { n: fire.knights.length }, WEIGHT.end, fire.seat)
  }

  #turn(number: number, key: string, params: object, weight: number, seat: number | null = this.#seat): void {
    this.#turns.push({ number, seat, key: `board.${key}`, params: { round: this.#now.round, ...params }, weight })
  }

  /** A round is over. */
  #close(): void {
    this.#putOut()
    this.#seat = null
    const now = this.#now
    const steps = [...this.#places.values()].map((square) => this.#known.stepsFrom(square))
    if (steps.length) now.nearest = Math.min(...steps, now.nearest ?? Infinity)
    now.left = -this.#gone
  }

  course(): Course {
    this.#close()
    const [first] = this.#rounds
    // `left` is minus the knights gone by then: add the knights of the start, those left at the end and those gone.
    for (const one of this.#rounds) one.left += this.#known.left + this.#gone
    const rounds = this.#rounds.filter(
      (one) => one.round > 0 && (one.signs.length > 0 || one !== first || this.#rounds.length === 1),
    )
    const turns = this.#turns
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, TOLD)
      .toSorted((a, b) => this.#turns.indexOf(a) - this.#turns.indexOf(b))
    return { rounds, turns, intruder: this.#intruder }
  }
}
