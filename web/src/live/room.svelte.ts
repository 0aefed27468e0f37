/**
 * One table as this page sees it: what the server told, and what can be said to it.
 *
 * Nothing here knows a rule. A move is sent; what it did comes back as a new face.
 */

import { SvelteMap } from 'svelte/reactivity'
import { api } from '../api'
import { library } from '../library.svelte'
import { t } from '../words/page.svelte'
import type { Words } from '../words/say'
import { lines } from '../words/lines'
import { Seating } from './seating'
import {
  VERSION,
  type Clocks,
  type Face,
  type FromPage,
  type GameEvent,
  type MoveView,
  type Said,
  type TableView,
  type Told,
  type ToPage,
  type UndoAsked,
} from './protocol'
import { PlaySocket, type Connection } from './socket'

/** What one of my seats (or whoever watches) sees. */
export interface Seen {
  seat: number | null
  face: Face
  log: Told[]
  number: number
  clocks: Clocks | null
}

/** A line above the board that answers the player: why not, what a bot would do, what went wrong. */
export interface Notice {
  kind: 'reason' | 'hint' | 'error'
  text: string
  rule: string | null
}

export interface Foreseen {
  move: number
  lines: string[]
}

/** A watcher's log goes by this name. */
const WATCHING = 'watching'
const nameOf = (seat: number | null) => (seat === null ? WATCHING : String(seat))

type Answer = (message: ToPage) => void

export class TableRoom {
  connection = $state<Connection>('connecting')
  table = $state.raw<TableView | null>(null)
  talk = $state.raw<Said[]>([])
  undoAsked = $state.raw<UndoAsked | null>(null)
  notice = $state.raw<Notice | null>(null)
  foreseen = $state.raw<Foreseen | null>(null)
  hinted = $state.raw<MoveView | null>(null)
  /** A move is on its way: nothing else is asked meanwhile. */
  busy = $state(false)
  /** An earlier moment that is being looked at. */
  past = $state.raw<{ number: number; face: Face } | null>(null)
  /** Nobody is here under this address. */
  missing = $state(false)
  /** Words for the screen reader: what just happened. */
  spoken = $state('')
  unheard = $state(0)

  #seen = new SvelteMap<string, Seen>()
  #chosenSeat = $state<number | null>(null)
  #socket: PlaySocket
  #waiting = new Map<string, Answer>()
  /** Decisions that the server has not acknowledged: said again after a break; it applies each once. */
  #unacknowledged = new Map<string, FromPage>()
  #count = 0
  readonly #page = crypto.getRandomValues(new Uint32Array(2)).join('-')
  #offset = 0

  constructor(readonly id: string) {
    this.#socket = new PlaySocket({
      opened: () => this.#hello(),
      received: (message) => this.#receive(message),
      changed: (connection) => (this.connection = connection),
    })
  }

  close(): void {
    this.#socket.close()
  }

  /** Come in again, as who I am by now. */
  reopen(): void {
    this.#seen.clear()
    this.#socket.reopen()
  }

  // Who sees ---------------------------------------------------------------------------------------------------------

  /** My seats, in order. */
  get seats(): number[] {
    return this.table?.seats.filter((seat) => seat.mine).map((seat) => seat.number) ?? []
  }

  /** The seat whose eyes are used: of several of mine the one that owes a decision, unless I chose another. */
  get seat(): number | null {
    const mine = this.seats
    if (mine.length < 2) return mine[0] ?? null
    const owing = mine.find((seat) => (this.#seen.get(String(seat))?.face.moves.length ?? 0) > 0)
    const chosen = this.#chosenSeat
    const chosenOwes = chosen !== null && (this.#seen.get(String(chosen))?.face.moves.length ?? 0) > 0
    return chosenOwes ? chosen : (owing ?? chosen ?? mine[0] ?? null)
  }

  look(seat: number): void {
    this.#chosenSeat = seat
  }

  get seen(): Seen | null {
    return this.#seen.get(nameOf(this.seat)) ?? null
  }

  /** What is shown: the present, or an earlier moment that was asked for. */
  get face(): Face | null {
    return this.past?.face ?? this.seen?.face ?? null
  }

  get moves(): MoveView[] {
    return this.past || this.busy || this.connection !== 'open' ? [] : (this.seen?.face.moves ?? [])
  }

  get log(): Told[] {
    return this.seen?.log ?? []
  }

  get names(): string[] {
    return this.table ? new Seating(this.table).names : []
  }

  get words(): Words {
    return library.words(this.table?.game ?? null)
  }

  /** The clock of the server, in seconds. */
  get now(): number {
    return Date.now() / 1000 + this.#offset
  }

  // What is received -------------------------------------------------------------------------------------------------

  #hello(): void {
    const seen: Record<string, number> = {}
    for (const [name, { number }] of this.#seen) seen[name] = number
    this.#socket.send({ type: 'hello', version: VERSION, table: this.id, seen, id: this.#next() })
  }

  #next(): string {
    return `${this.#page}-${++this.#count}`
  }

  #receive(message: ToPage): void {
    switch (message.type) {
      case 'welcome':
        this.#offset = message.now - Date.now() / 1000
        this.talk = [] // it is told again
        this.undoAsked = null
        for (const again of this.#unacknowledged.values()) this.#socket.send(again)
        break
      case 'table':
        this.table = message.table
        void library.need(message.table.game)
        break
      case 'sync':
      case 'update':
        this.#look(message.seat, message)
        break
      case 'said':
        this.talk = [...this.talk, message]
        this.unheard++
        break
      case 'undo_asked':
        this.undoAsked = message
        break
      case 'undo_answered':
        this.undoAsked = null
        if (!message.granted && this.seats.includes(message.seat))
          this.notice = { kind: 'error', text: t('table.undo_refused'), rule: null }
        break
      case 'pointed':
      case 'end_wished':
        break // nothing is shown of it yet
      default:
        this.#answered(message)
    }
  }

  #look(seat: number | null, told: { number: number; log: Told[]; face: Face; clocks: Clocks | null }): void {
    const before = this.#seen.get(nameOf(seat))
    const known = before?.log ?? []
    const last = known.at(-1)?.number ?? 0
    const fresh = told.log.filter((entry) => entry.number > last)
    this.#seen.set(nameOf(seat), { seat, ...told, log: [...known, ...fresh] })
    this.foreseen = null
    this.hinted = null
    if (before && fresh.length) {
      this.notice = null
      this.#speak(fresh)
    }
  }

  #speak(entries: readonly Told[]): void {
    const events = entries.flatMap((entry) => entry.steps.flatMap((step) => step.events))
    this.spoken = lines(events, this.words, this.names).join(' ')
  }

  #answered(message: Exclude<ToPage, { type: 'said' }>): void {
    const id = 'id' in message ? message.id : null
    if (id === null) {
      if (message.type === 'refused') this.#refused(message.code, message.message)
      return
    }
    this.#unacknowledged.delete(id)
    const answer = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (answer) answer(message)
    else if (message.type === 'refused') this.#refused(message.code, message.message)
  }

  #refused(code: string, message: string, rule: string | null = null, key: string | null = null): void {
    if (code === 'not_found' && !this.table) {
      this.missing = true
      return
    }
    this.notice = { kind: rule ? 'reason' : 'error', text: this.#sentence(code, message, key), rule }
  }

  #sentence(code: string, message: string, key: string | null): string {
    if (key && this.words.has(key)) return this.words.say(key)
    const ours = library.common
    return ours.has(`error.${code}`) ? ours.say(`error.${code}`) : message
  }

  // What is said -----------------------------------------------------------------------------------------------------

  #ask(message: FromPage & { id: string }, answer: Answer, again = false): void {
    this.#waiting.set(message.id, answer)
    if (again) this.#unacknowledged.set(message.id, message)
    this.#socket.send(message)
  }

  /** Make a move, or several that a person sees as one. */
  play(...moves: (number | string)[]): void {
    const seen = this.seen
    if (!seen || seen.seat === null || seen.face.question === null || this.past) return
    this.busy = true
    this.notice = null
    this.foreseen = null
    const { seat } = seen
    const message = { type: 'decide', seat, question: seen.face.question, moves, id: this.#next() } as const
    this.#ask(
      message,
      (answer) => {
        this.busy = false
        if (answer.type === 'refused') this.#refused(answer.code, answer.message, answer.rule, answer.key)
      },
      true,
    )
  }

  withdraw(): void {
    const seen = this.seen
    if (!seen || seen.seat === null || seen.face.question === null) return
    this.#simply({ type: 'withdraw', seat: seen.seat, question: seen.face.question, id: this.#next() })
  }

  undo(wholeTurn = false): void {
    if (this.seat !== null) this.#simply({ type: 'undo', seat: this.seat, turn: wholeTurn, id: this.#next() })
  }

  answerUndo(agree: boolean): void {
    const asked = this.undoAsked?.waiting.find((seat) => this.seats.includes(seat))
    this.undoAsked = null
    if (asked !== undefined) this.#simply({ type: 'answer_undo', seat: asked, agree, id: this.#next() })
  }

  say(text: string): void {
    this.#simply({ type: 'say', text, id: this.#next() })
  }

  #simply(message: FromPage & { id: string }): void {
    this.#ask(message, (answer) => {
      if (answer.type === 'refused') this.#refused(answer.code, answer.message, answer.rule, answer.key)
    })
  }

  /** Why a move can't be made: the reason is shown, with its rule. */
  explain(move: number | string): void {
    if (this.seat === null || this.past) return
    this.#ask({ type: 'why_not', seat: this.seat, move, id: this.#next() }, (answer) => {
      if (answer.type === 'refused') this.#refused(answer.code, answer.message)
      if (answer.type === 'reason' && answer.rule) this.#refused('illegal_move', '', answer.rule, answer.key)
    })
  }

  #foreseeing: ReturnType<typeof setTimeout> | undefined

  /** What a legal move is certain to do; asked once the pointer rests on it. */
  foresee(move: number | null): void {
    clearTimeout(this.#foreseeing)
    if (move === null) {
      this.foreseen = null
      return
    }
    if (this.foreseen?.move === move || this.seat === null) return
    this.#foreseeing = setTimeout(() => {
      if (this.seat === null || !this.moves.some(({ id }) => id === move)) return
      this.#ask({ type: 'preview', seat: this.seat, move, id: this.#next() }, (answer) => {
        if (answer.type === 'previewed') this.foreseen = { move, lines: this.#tell(answer.events) }
      })
    }, 150)
  }

  #tell(events: readonly GameEvent[]): string[] {
    return lines(events, this.words, this.names)
  }

  /** What a bot would play in my place. */
  hint(): void {
    if (this.seat === null) return
    this.#ask({ type: 'hint', seat: this.seat, id: this.#next() }, (answer) => {
      if (answer.type === 'refused') this.#refused(answer.code, answer.message)
      if (answer.type !== 'hinted') return
      this.hinted = answer.move
      const move = this.words.say(answer.move.key, answer.move.params, this.names)
      this.notice = { kind: 'hint', text: t('table.hint', { move }), rule: null }
    })
  }

  /** The table as it was after an entry of the log; `null` comes back to now. */
  async lookBack(number: number | null): Promise<void> {
    if (number === null) {
      this.past = null
      return
    }
    try {
      this.past = { number, face: await api.at(this.id, number, this.seat) }
    } catch {
      this.past = null
    }
  }
}
