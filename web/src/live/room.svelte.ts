/**
 * One table as this page sees it: what the server told, and what can be said to it.
 *
 * Nothing here knows a rule. A move is sent; what it did comes back as a new face.
 */

import { SvelteMap } from 'svelte/reactivity'
import { api } from '../api'
import { library } from '../library.svelte'
import { t } from '../words/page.svelte'
import { capital, type Words } from '../words/say'
import { lines } from '../words/lines'
import { Seating } from './seating'
import {
  SPECTATOR,
  VERSION,
  type Clocks,
  type ConditionalMove,
  type Face,
  type FromPage,
  type GameEvent,
  type MoveView,
  type Said,
  type TableView,
  type Told,
  type ToPage,
  type UndoAsked,
  type Written,
} from '../protocol'
import type { Board, Foreseen, Seen, Why } from './board'
import { Foresight } from './foresight.svelte'
import { lastSeen, remember } from './last-seen'
import { shared } from './sharing'
import { Since } from './since.svelte'
import { PlaySocket, type Connection } from './socket'

/** A line above the board that answers the player: why not, what a bot would do, what somebody said to a proposal, what went wrong. */
export interface Notice {
  kind: 'reason' | 'hint' | 'answer' | 'error'
  text: string
  rule: string | null
  /** Beside what it stands; above the board if there is nothing. */
  at?: DOMRect
  /** Of a hint: the best few moves, with the share of the win to expect and what may follow. */
  best?: { move: MoveView; label: string; result: number | null; line: string[] }[]
}

/** The viewer through whose eyes a seat sees; nobody's seat is the spectator's. */
const viewerOf = (seat: number | null): number => seat ?? SPECTATOR

const POINTING = 3000 // milliseconds

/** Nothing can be done: always the same, so that whoever asks is not told of a change. */
const NONE: MoveView[] = []

/** Nobody looks: the page is in another tab, or behind something. */
const unwatched = (): boolean => typeof document !== 'undefined' && document.hidden

type Answer = (message: ToPage) => void
/** Why nobody is let in just now: it passes, and is tried again. */
const PASSING = new Set(['storage', 'too_many', 'internal'])
const HELLO_AGAIN = 2000

export class TableRoom implements Board {
  connection = $state<Connection>('connecting')
  table = $state.raw<TableView | null>(null)
  talk = $state.raw<Said[]>([])
  undoAsked = $state.raw<UndoAsked | null>(null)
  notice = $state.raw<Notice | null>(null)
  /** What the board says in place of the game's line. */
  expected = $state.raw<string | null>(null)
  readonly #foresight = new Foresight(
    (move, then) => this.#preview(move, then),
    (events) => this.#tell(events),
  )
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
  /** Seats that would like to end the match here. */
  endProposed = $state.raw<number[]>([])
  /** What somebody points at, for a moment. */
  pointed = $state.raw<{ seat: number; at: string } | null>(null)
  #pointing: ReturnType<typeof setTimeout> | undefined

  /** What happened while I was away. */
  readonly since = new Since(
    (number, seat) => api.at(this.id, number, seat),
    () => this.#held !== null,
  )

  /** By viewer. */
  #seen = new SvelteMap<number, Seen>()
  #chosenSeat = $state<number | null>(null)
  /** What the board has told so far. */
  #held = $state.raw<Seen | null>(null)
  /** The last decision that was sent from here. */
  #decided: { readonly seat: number } | null = null
  #socket: PlaySocket
  #waiting = new Map<string, Answer>()
  #helloAgain: ReturnType<typeof setTimeout> | undefined
  /** Decisions that the server has not acknowledged: said again after a break; it applies each once. */
  #unacknowledged = new Map<string, FromPage>()
  readonly open = false
  #count = 0
  readonly #page = crypto.getRandomValues(new Uint32Array(2)).join('-')
  #offset = 0

  constructor(readonly id: string) {
    this.#socket = new PlaySocket(
      {
        opened: () => this.#hello(),
        received: (message) => this.#receive(message),
        changed: (connection) => (this.connection = connection),
      },
      id,
    )
  }

  close(): void {
    clearTimeout(this.#pointing)
    clearTimeout(this.#helloAgain)
    this.#foresight.forget()
    this.since.close()
    this.#socket.close()
  }

  /** Come in again, as who I am by now. */
  reopen(): void {
    this.#seen.clear()
    this.since.close()
    this.#socket.reopen()
  }

  // Who sees ---------------------------------------------------------------------------------------------------------

  /** My seats, in order. */
  readonly seats: number[] = $derived(this.table?.seats.filter((seat) => seat.mine).map((seat) => seat.number) ?? [])

  /** The seat whose eyes are used: of several of mine the one that owes a decision, unless I chose another. */
  readonly seat: number | null = $derived.by(() => {
    const mine = this.seats
    if (mine.length < 2) return mine[0] ?? null
    const owing = mine.find((seat) => (this.#seen.get(seat)?.face.moves.length ?? 0) > 0)
    const chosen = this.#chosenSeat
    const chosenOwes = chosen !== null && (this.#seen.get(chosen)?.face.moves.length ?? 0) > 0
    return chosenOwes ? chosen : (owing ?? chosen ?? mine[0] ?? null)
  })

  look(seat: number): void {
    this.#chosenSeat = seat
  }

  /** What the server told last, whatever is shown. */
  readonly newest: Seen | null = $derived(this.#seen.get(viewerOf(this.seat)) ?? null)

  /** What has come to the board: the newest, once all that was before it has been told. */
  readonly arrived: Seen | null = $derived.by(() => {
    const { newest, since } = this
    if (!newest || (since.waiting && !since.shown)) return null
    return since.shown?.seat === newest.seat ? since.shown : newest
  })

  /** What is shown has been seen: whoever comes back is told what follows it. */
  remember(): void {
    if (unwatched() || !this.seen) return
    const last: Record<number, number> = {}
    for (const [viewer, { log }] of this.#seen) last[viewer] = log.at(-1)?.number ?? 0
    // What the board is still telling has not been seen to its end.
    const told = this.seen === this.#held ? this.seen.log.slice(0, -1) : this.seen.log
    last[viewerOf(this.seen.seat)] = told.at(-1)?.number ?? 0
    remember(this.id, last)
  }

  /** Somebody looks again: what came meanwhile is told. */
  wake(): void {
    const { newest } = this
    const { resting, shown } = this.since
    if (unwatched() || !newest || !resting || !shown) return
    this.since.tell(newest, shown.log.at(-1)?.number ?? 0, shown)
  }

  readonly seen: Seen | null = $derived.by(() => {
    const { arrived } = this
    return this.#held?.seat === arrived?.seat ? (this.#held ?? arrived) : arrived
  })

  hold(seen: Seen | null): void {
    this.#held = seen
  }

  /** What is shown: the present, or an earlier moment that was asked for. */
  readonly face: Face | null = $derived(this.past?.face ?? this.seen?.face ?? null)

  readonly moves: MoveView[] = $derived.by(() => {
    const face = this.seen?.face
    const still = this.past !== null || this.busy || this.since.telling || this.connection !== 'open'
    return !face || face.paused || still ? NONE : face.moves
  })

  readonly log: Told[] = $derived(this.seen?.log ?? [])

  /** The same ones as long as nobody is called otherwise: all that is said depends on them. */
  readonly names: string[] = $derived.by(() => {
    const names = this.table ? new Seating(this.table).names : []
    if (names.join('\n') !== this.#named.join('\n')) this.#named = names
    return this.#named
  })
  #named: string[] = []

  readonly words: Words = $derived(library.words(this.table?.game ?? null))

  /** The clock of the server, in seconds. */
  get now(): number {
    return Date.now() / 1000 + this.#offset
  }

  // What is received -------------------------------------------------------------------------------------------------

  #hello(): void {
    clearTimeout(this.#helloAgain)
    const seen: Record<string, number> = {}
    for (const [viewer, { number }] of this.#seen) seen[viewer] = number
    const id = this.#next()
    this.#waiting.set(id, (answer) => {
      if (answer.type !== 'refused') return
      this.#refused(answer.code, answer.message)
      if (PASSING.has(answer.code)) this.#helloAgain = setTimeout(() => this.#hello(), HELLO_AGAIN)
    })
    this.#socket.send({ type: 'hello', version: VERSION, table: this.id, seen, id })
  }

  #next(): string {
    return `${this.#page}-${++this.#count}`
  }

  #receive(message: ToPage): void {
    switch (message.type) {
      case 'welcome':
        if (message.id !== null) this.#waiting.delete(message.id)
        if (this.notice?.kind === 'error') this.notice = null // what kept me from coming is over
        this.#offset = message.now - Date.now() / 1000
        this.talk = [] // it is told again
        this.undoAsked = null
        this.endProposed = []
        for (const again of this.#unacknowledged.values()) this.#socket.send(again)
        break
      case 'table':
        this.table = shared(this.table, message.table)
        void library.need(message.table.game)
        this.#dropped(message.table)
        break
      case 'sync':
      case 'update':
        this.#look(message.seat, message, message.type === 'sync')
        break
      case 'said':
        this.talk = [...this.talk, message]
        this.unheard++
        break
      case 'undo_asked':
        this.undoAsked = message
        for (const [viewer, seen] of this.#seen) this.#seen.set(viewer, { ...seen, clocks: message.clocks })
        break
      case 'undo_answered':
        this.undoAsked = null
        if (message.by !== null && this.seats.includes(message.seat))
          this.notice = { kind: 'answer', text: t('table.undo_refused', { seat: message.by }, this.names), rule: null }
        break
      case 'end_proposed':
        this.endProposed = message.seats
        break
      case 'pointed':
        this.pointed = { seat: message.seat, at: message.at }
        clearTimeout(this.#pointing)
        this.#pointing = setTimeout(() => (this.pointed = null), POINTING)
        break
      default:
        this.#answered(message)
    }
  }

  #look(
    viewer: number,
    told: { number: number; log: Told[]; face: Face; clocks: Clocks | null },
    again: boolean,
  ): void {
    const seat = viewer === SPECTATOR ? null : viewer
    const before = this.#seen.get(viewer)
    const known = before?.log ?? []
    const last = known.at(-1)?.number ?? 0
    const fresh = told.log.filter((entry) => entry.number > last)
    const face = shared(before?.face, told.face)
    const now: Seen = { seat, ...told, face, log: fresh.length ? [...known, ...fresh] : known }
    this.#seen.set(viewer, now)
    if (seat === this.seat) this.#catchUp(viewer, before, now, fresh, again)
    // Another question: the move has arrived, whenever its acknowledgement comes.
    if (before?.face.question !== told.face.question) this.expected = null
    if (before && before.face.question !== told.face.question && seat === this.#decided?.seat) this.busy = false
    this.#foresight.forget()
    this.hinted = null
    if (before && fresh.length) {
      if (this.notice?.kind !== 'answer') this.notice = null // what somebody answered is not over with the next move
      this.#speak(fresh)
    }
  }

  /** Tell what was not seen as it happened: nobody was here, the line was down, or nobody looked. */
  #catchUp(viewer: number, before: Seen | undefined, now: Seen, fresh: Told[], again: boolean): void {
    const { since } = this
    if (!before) {
      const last = lastSeen(this.id, viewer, now.log)
      if (last !== null) since.tell(now, last)
    } else if (!before.log.length || !fresh.length || since.resting) return
    else if (since.telling) since.add(now, fresh)
    else if (unwatched()) since.keep(before)
    else if (again) since.tell(now, before.log.at(-1)?.number ?? 0, before)
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

  #answer(message: FromPage & { id: string }): Promise<ToPage> {
    return new Promise((answer) => this.#ask(message, answer))
  }

  /** What is asked of the seat whose eyes are used. */
  get #question(): { seat: number; question: number } | null {
    const seat = this.seen?.seat ?? null
    const question = this.seen?.face.question ?? null
    return seat === null || question === null ? null : { seat, question }
  }

  play(...moves: Written[]): void {
    const asked = this.#question
    if (!asked || this.past) return
    this.busy = true
    this.notice = null
    this.since.close()
    this.#foresight.look(null)
    const message = { type: 'decide', ...asked, moves, id: this.#next() } as const
    this.#decided = message
    this.#ask(
      message,
      (answer) => {
        if (this.#decided === message) this.busy = false
        if (answer.type === 'refused') this.#refused(answer.code, answer.message, answer.rule, answer.key)
      },
      true,
    )
  }

  withdraw(): void {
    if (this.#question) this.#simply({ type: 'withdraw', ...this.#question, id: this.#next() })
  }

  undo(wholeTurn = false): void {
    if (this.seat !== null) this.#simply({ type: 'undo', seat: this.seat, turn: wholeTurn, id: this.#next() })
  }

  answerUndo(agree: boolean): void {
    const asked = this.undoAsked?.waiting.find((seat) => this.seats.includes(seat))
    this.undoAsked = null
    if (asked !== undefined) this.#simply({ type: 'answer_undo', seat: asked, agree, id: this.#next() })
  }

  /** Have forced decisions made for me, or not any more. */
  auto(on: boolean): void {
    if (this.seat !== null) this.#simply({ type: 'auto', seat: this.seat, on, id: this.#next() })
  }

  /** Leave conditional moves, or take back what was left. */
  leaveConditional(line: ConditionalMove[]): void {
    if (this.seat !== null) this.#simply({ type: 'conditional', seat: this.seat, line, id: this.#next() })
  }

  /** Tell once that something else has happened than a conditional move was left for. */
  #dropped(table: TableView): void {
    for (const { number, conditional } of table.seats) {
      if (!conditional?.dropped) continue
      this.notice = { kind: 'answer', text: t('table.conditional_dropped'), rule: null }
      this.#simply({ type: 'conditional', seat: number, line: [], id: this.#next() })
    }
  }

  point(at: string): void {
    if (this.seat !== null) this.#socket.send({ type: 'point', seat: this.seat, at, id: this.#next() })
  }

  say(text: string): void {
    this.#simply({ type: 'say', text, id: this.#next() })
  }

  #simply(message: FromPage & { id: string }): void {
    this.#ask(message, (answer) => {
      if (answer.type === 'refused') this.#refused(answer.code, answer.message, answer.rule, answer.key)
    })
  }

  async explain(move: Written, then: readonly Written[] = [], at?: DOMRect): Promise<Why | null> {
    if (this.seat === null || this.past) return null
    const answer = await this.#answer({ type: 'why_not', seat: this.seat, move, then: [...then], id: this.#next() })
    if (answer.type === 'refused') this.#refused(answer.code, answer.message)
    if (answer.type !== 'reason' || !answer.rule) return null
    const why = { text: this.#sentence('illegal_move', answer.sentence ?? '', answer.key), rule: answer.rule }
    this.notice = { kind: 'reason', ...why, at }
    return why
  }

  get foreseen(): Foreseen | null {
    return this.#foresight.shown
  }

  foresee(move: Written | null, then?: readonly Written[], rest?: number): void {
    this.#foresight.look(this.seat === null ? null : move, then, rest)
  }

  async #preview(move: Written, then: readonly Written[]) {
    const known = typeof move === 'string' || this.moves.some(({ id }) => id === move)
    if (this.seat === null || !known || this.connection !== 'open') return null
    const answer = await this.#answer({ type: 'preview', seat: this.seat, move, then: [...then], id: this.#next() })
    return answer.type === 'previewed' ? { ...answer, view: shared(this.face?.view, answer.view) } : null
  }

  expect(line: string | null): void {
    this.expected = line
  }

  #tell(events: readonly GameEvent[]): string[] {
    return lines(events, this.words, this.names)
  }

  /** What a bot would play in my place. */
  hint(): void {
    if (this.seat === null) return
    this.notice = { kind: 'hint', text: t('table.thinking'), rule: null }
    this.#ask({ type: 'hint', seat: this.seat, id: this.#next() }, (answer) => {
      if (answer.type === 'refused') this.#refused(answer.code, answer.message)
      if (answer.type !== 'hinted') return
      this.hinted = answer.move
      const label = ({ key, params }: { key: string; params: Record<string, unknown> }) =>
        this.words.say(key, params, this.names)
      const text = [
        t('table.hint', { move: label(answer.move) }),
        ...(answer.reason ? [capital(label(answer.reason))] : []),
      ]
      const best = answer.best.map(({ move, result, line }) => ({
        move,
        label: capital(label(move)),
        result,
        line: line.map((next) => `${t('label', { name: this.names[next.seat] })} ${label(next.move)}`),
      }))
      this.notice = { kind: 'hint', text: text.join(' '), rule: null, best }
    })
  }

  /** The table as it was after an entry of the log; `null` comes back to now. */
  async lookBack(number: number | null): Promise<void> {
    if (number === null) {
      this.past = null
      return
    }
    this.since.skip()
    try {
      this.past = { number, face: await api.at(this.id, number, this.seat) }
    } catch {
      this.past = null
    }
  }
}
