/**
 * One table as this page knows it: what the server has sent, and the requests that can be made.
 *
 * It knows no rule. A move is sent to the server; its effect comes back as a new face.
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
import { readerOf, type Board, type Foreseen, type Seen, type Why } from './board'
import { Foresight } from './foresight.svelte'
import { findLastSeen, saveLastSeen } from './last-seen'
import { shareUnchanged } from './sharing'
import { Since } from './since.svelte'
import { PlaySocket, type Connection } from './socket'

/** A line above the board that answers the player: a reason, a hint, an answer to a proposal, an error. */
export interface Notice {
  kind: 'reason' | 'hint' | 'answer' | 'error'
  text: string
  rule: string | null
  /** The place to show it beside; above the board if missing. */
  at?: DOMRect
}

/** One advised move: its expected share of the win, and the line that may follow. */
export interface AdvisedMove {
  move: MoveView
  label: string
  result: number | null
  line: string[]
  /** My own moves at the start of that line. */
  then: string[]
}

/** A hint: the best few moves, best first (none yet while the bot thinks), and the reason for the first of them. */
export interface Advice {
  best: AdvisedMove[]
  reason: string | null
}

/** The viewer of a seat; the spectator if there is no seat. */
const viewerOf = (seat: number | null): number => seat ?? SPECTATOR

const POINTING = 3000 // milliseconds

/** One constant empty list, so that nothing re-renders when there are still no moves. */
const NONE: MoveView[] = []

/** Whether the page is hidden, for example in another tab. */
const unwatched = (): boolean => typeof document !== 'undefined' && document.hidden

type Answer = (message: ToPage) => void
/** Refusals that pass by themselves: the page says hello again. */
const PASSING = new Set(['storage', 'too_many', 'internal'])
const HELLO_AGAIN = 2000
/** How many messages wait for pieces that travel: a longer line would fall behind the match. */
const MOST_LATE = 4
const LATEST = 1000 // milliseconds that a message waits
const pass = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

export class TableRoom implements Board {
  connection = $state<Connection>('connecting')
  table = $state.raw<TableView | null>(null)
  talk = $state.raw<Said[]>([])
  undoAsked = $state.raw<UndoAsked | null>(null)
  notice = $state.raw<Notice | null>(null)
  /** The prompt that the board sets instead of the game's. */
  expected = $state.raw<string | null>(null)
  readonly #foresight = new Foresight(
    (move, then) => this.#preview(move, then),
    (events) => this.#describeEvents(events),
  )
  /** The hint that is shown, and which of its moves lies on the board. */
  advice = $state.raw<Advice | null>(null)
  #advisedAt = $state(0)
  /** A move was sent and its effect has not come back; nothing else can be played. */
  busy = $state(false)
  /** The earlier moment that is shown. */
  past = $state.raw<{ number: number; face: Face } | null>(null)
  /** There is no table under this address. */
  missing = $state(false)
  /** Text for screen readers: what just happened. */
  spoken = $state('')
  unheard = $state(0)
  /** Seats that propose to end the match here. */
  endProposed = $state.raw<number[]>([])
  /** Seats that propose to pause the match, or to resume it. */
  pauseProposed = $state.raw<number[]>([])
  /** The place that a player points at, for a moment. */
  pointed = $state.raw<{ seat: number; at: string } | null>(null)
  #pointing: ReturnType<typeof setTimeout> | undefined

  /** The summary of what happened while I was away. */
  readonly since = new Since(
    (number, seat) => api.at(this.id, number, seat),
    () => this.#held !== null,
  )

  /** By viewer. */
  #seen = new SvelteMap<number, Seen>()
  #chosenSeat = $state<number | null>(null)
  /** The position that the board still animates. */
  #held = $state.raw<Seen | null>(null)
  /** The last decision that was sent from here. */
  #decided: { readonly seat: number } | null = null
  #socket: PlaySocket
  #waiting = new Map<string, Answer>()
  #helloAgain: ReturnType<typeof setTimeout> | undefined
  /** Decisions without an acknowledgement. They are sent again after a reconnect; the server applies each once. */
  #unacknowledged = new Map<string, FromPage>()
  readonly open = false
  #count = 0
  /** Messages that wait for pieces that travel. */
  #late: ToPage[] = []
  readonly #page = crypto.getRandomValues(new Uint32Array(2)).join('-')
  #offset = 0

  /** `moving` resolves when the pieces that travel on the board have arrived; null while none does. */
  constructor(
    readonly id: string,
    private readonly moving: () => Promise<unknown> | null = () => null,
  ) {
    this.#socket = new PlaySocket(
      {
        opened: () => this.#sendHello(),
        received: (message) => this.#hear(message),
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
    this.#late = []
    this.#socket.close()
  }

  /** Reconnect with my current cookie. */
  reopen(): void {
    this.#late = []
    this.#seen.clear()
    this.since.close()
    this.#socket.reopen()
  }

  // Viewer -----------------------------------------------------------------------------------------------------------

  /** My seats, in order. */
  readonly seats: number[] = $derived(this.table?.seats.filter((seat) => seat.mine).map((seat) => seat.number) ?? [])

  /**
   * The seat through which I see the table: of several seats of mine the one that owes a decision, unless I chose
   * another.
   */
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

  /** The newest position from the server. */
  readonly newest: Seen | null = $derived(this.#seen.get(viewerOf(this.seat)) ?? null)

  /** The newest position, or an earlier one while the summary of what I missed is shown. */
  readonly arrived: Seen | null = $derived.by(() => {
    const { newest, since } = this
    if (!newest || (since.waiting && !since.shown)) return null
    return since.shown?.seat === newest.seat ? since.shown : newest
  })

  /** Save what has been shown, so that a later visit begins its summary after it. */
  saveLastSeen(): void {
    if (unwatched() || !this.seen) return
    const last: Record<number, number> = {}
    for (const [viewer, { log }] of this.#seen) last[viewer] = log.at(-1)?.number ?? 0
    // An entry that the board still animates does not count as seen.
    const told = this.seen === this.#held ? this.seen.log.slice(0, -1) : this.seen.log
    last[viewerOf(this.seen.seat)] = told.at(-1)?.number ?? 0
    saveLastSeen(this.id, last)
  }

  /** The page is visible again: show what happened meanwhile. */
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

  /** The moment on the page: the present, or an earlier one. */
  readonly face: Face | null = $derived(this.past?.face ?? this.seen?.face ?? null)

  readonly moves: MoveView[] = $derived.by(() => {
    const face = this.seen?.face
    const still = this.past !== null || this.busy || this.since.telling || this.connection !== 'open'
    return !face || face.paused || still ? NONE : face.moves
  })

  /** Whether a secret choice can be taken back: never after the end, and not while an earlier moment is shown. */
  readonly mayWithdraw: boolean = $derived.by(() => {
    const face = this.seen?.face
    return this.past === null && (face?.may_withdraw ?? false) && !face?.outcome
  })

  readonly log: Told[] = $derived(this.seen?.log ?? [])

  /** Keep the same array while no name changes: every sentence depends on it. */
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

  // Received ---------------------------------------------------------------------------------------------------------

  #sendHello(): void {
    clearTimeout(this.#helloAgain)
    const seen: Record<string, number> = {}
    for (const [viewer, { number }] of this.#seen) seen[viewer] = number
    const id = this.#nextId()
    this.#waiting.set(id, (answer) => {
      if (answer.type !== 'refused') return
      this.#showRefusal(answer.code, answer.message)
      if (PASSING.has(answer.code)) this.#helloAgain = setTimeout(() => this.#sendHello(), HELLO_AGAIN)
    })
    this.#socket.send({ type: 'hello', version: VERSION, table: this.id, seen, id })
  }

  #nextId(): string {
    return `${this.#page}-${++this.#count}`
  }

  /** Take a message up, or let it wait until the pieces of the last move have arrived: two moves at once can't be followed. */
  #hear(message: ToPage): void {
    if (this.#late.length) this.#late.push(message)
    else if (message.type !== 'update' || this.busy || !this.moving()) this.#receive(message)
    else {
      this.#late.push(message)
      void this.#catchLate()
    }
  }

  async #catchLate(): Promise<void> {
    for (let next = this.#late[0]; next; next = this.#late[0]) {
      const still = next.type === 'update' && this.#late.length <= MOST_LATE ? this.moving() : null
      if (still) await Promise.race([still, pass(LATEST)])
      if (this.#late[0] !== next) return // the room was closed, or opened anew
      this.#late.shift()
      this.#receive(next)
      await pass(0) // the board sets its pieces off
    }
  }

  #receive(message: ToPage): void {
    switch (message.type) {
      case 'welcome':
        if (message.id !== null) this.#waiting.delete(message.id)
        if (this.notice?.kind === 'error') this.notice = null // the error that kept me out is over
        this.#offset = message.now - Date.now() / 1000
        this.talk = [] // the server sends it again
        this.undoAsked = null
        this.endProposed = []
        this.pauseProposed = []
        for (const again of this.#unacknowledged.values()) this.#socket.send(again)
        break
      case 'table':
        this.table = shareUnchanged(this.table, message.table)
        void library.need(message.table.game)
        this.#reportDropped(message.table)
        break
      case 'sync':
      case 'update':
        this.#receiveFace(message.seat, message, message.type === 'sync')
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
      case 'pause_proposed':
        this.pauseProposed = message.seats
        break
      case 'pointed':
        this.pointed = { seat: message.seat, at: message.at }
        clearTimeout(this.#pointing)
        this.#pointing = setTimeout(() => (this.pointed = null), POINTING)
        break
      default:
        this.#handleAnswer(message)
    }
  }

  #receiveFace(
    viewer: number,
    told: { number: number; log: Told[]; face: Face; clocks: Clocks | null },
    again: boolean,
  ): void {
    const seat = viewer === SPECTATOR ? null : viewer
    const before = this.#seen.get(viewer)
    const known = before?.log ?? []
    const last = known.at(-1)?.number ?? 0
    const fresh = told.log.filter((entry) => entry.number > last)
    const face = shareUnchanged(before?.face, told.face)
    const now: Seen = { seat, ...told, face, log: fresh.length ? [...known, ...fresh] : known }
    this.#seen.set(viewer, now)
    if (seat === this.seat) this.#catchUp(viewer, before, now, fresh, again)
    const sameQuestion = before?.face.question === told.face.question
    // A new question means that the move has arrived, even before its acknowledgement.
    if (!sameQuestion) this.expected = null
    if (before && !sameQuestion && seat === this.#decided?.seat) this.busy = false
    this.#foresight.forget()
    // While others choose, my question is the same: its hint still holds. What the moves would do is asked anew.
    if (!sameQuestion) this.dropAdvice()
    else if (this.advice) this.foresee(this.hinted?.id ?? null, [], 0)
    if (before && fresh.length) {
      if (this.notice?.kind !== 'answer') this.notice = null // an answer to a proposal stays when somebody moves
      this.#announce(fresh)
    }
  }

  /** Start the summary of entries that came while the page was closed, disconnected or hidden. */
  #catchUp(viewer: number, before: Seen | undefined, now: Seen, fresh: Told[], again: boolean): void {
    const { since } = this
    if (!before) {
      const last = findLastSeen(this.id, viewer, now.log)
      if (last !== null) since.tell(now, last)
    } else if (!before.log.length || !fresh.length || since.resting) return
    else if (since.telling) since.add(now, fresh)
    else if (unwatched()) since.keep(before)
    else if (again) since.tell(now, before.log.at(-1)?.number ?? 0, before)
  }

  #announce(entries: readonly Told[]): void {
    const events = entries.flatMap((entry) => entry.steps.flatMap((step) => step.events))
    this.spoken = this.#describeEvents(events).join(' ')
  }

  #handleAnswer(message: Exclude<ToPage, { type: 'said' }>): void {
    const id = 'id' in message ? message.id : null
    if (id === null) {
      if (message.type === 'refused') {
        this.busy = false // the server could not read a message, perhaps my move: it may be made again
        this.#showRefusal(message.code, message.message)
      }
      return
    }
    this.#unacknowledged.delete(id)
    const answer = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (answer) answer(message)
    else if (message.type === 'refused') this.#showRefusal(message.code, message.message)
  }

  #showRefusal(code: string, message: string, rule: string | null = null, key: string | null = null): void {
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

  // Sent -------------------------------------------------------------------------------------------------------------

  #request(message: FromPage & { id: string }, answer: Answer, again = false): void {
    this.#waiting.set(message.id, answer)
    if (again) this.#unacknowledged.set(message.id, message)
    this.#socket.send(message)
  }

  #answer(message: FromPage & { id: string }): Promise<ToPage> {
    return new Promise((answer) => this.#request(message, answer))
  }

  /** The question that my current seat has to answer. */
  get #question(): { seat: number; question: number } | null {
    const seat = this.seen?.seat ?? null
    const question = this.seen?.face.question ?? null
    return seat === null || question === null ? null : { seat, question }
  }

  play(...moves: Written[]): void {
    const asked = this.#question
    if (!asked || this.past || !moves.length) return
    this.busy = true
    this.notice = null
    this.since.close()
    this.#foresight.look(null)
    const message = { type: 'decide', ...asked, moves, id: this.#nextId() } as const
    this.#decided = message
    this.#request(
      message,
      (answer) => {
        if (this.#decided === message) this.busy = false
        if (answer.type === 'refused') this.#showRefusal(answer.code, answer.message, answer.rule, answer.key)
      },
      true,
    )
  }

  withdraw(): void {
    if (this.mayWithdraw && this.#question)
      this.#sendAndReport({ type: 'withdraw', ...this.#question, id: this.#nextId() })
  }

  undo(wholeTurn = false): void {
    if (this.seat !== null) this.#sendAndReport({ type: 'undo', seat: this.seat, turn: wholeTurn, id: this.#nextId() })
  }

  answerUndo(agree: boolean): void {
    const asked = this.undoAsked?.waiting.find((seat) => this.seats.includes(seat))
    this.undoAsked = null
    if (asked !== undefined) this.#sendAndReport({ type: 'answer_undo', seat: asked, agree, id: this.#nextId() })
  }

  /** Switch automatic play of forced decisions on or off. */
  auto(on: boolean): void {
    if (this.seat !== null) this.#sendAndReport({ type: 'auto', seat: this.seat, on, id: this.#nextId() })
  }

  /** Set conditional moves, or clear them. */
  leaveConditional(line: ConditionalMove[]): void {
    if (this.seat !== null) this.#sendAndReport({ type: 'conditional', seat: this.seat, line, id: this.#nextId() })
  }

  /** Say once that a conditional move was dropped because something else happened. */
  #reportDropped(table: TableView): void {
    for (const { number, conditional } of table.seats) {
      if (!conditional?.dropped) continue
      this.notice = { kind: 'answer', text: t('table.conditional_dropped'), rule: null }
      this.#sendAndReport({ type: 'conditional', seat: number, line: [], id: this.#nextId() })
    }
  }

  point(at: string): void {
    if (this.seat !== null) this.#socket.send({ type: 'point', seat: this.seat, at, id: this.#nextId() })
  }

  say(text: string): void {
    this.#sendAndReport({ type: 'say', text, id: this.#nextId() })
  }

  #sendAndReport(message: FromPage & { id: string }): void {
    this.#request(message, (answer) => {
      if (answer.type === 'refused') this.#showRefusal(answer.code, answer.message, answer.rule, answer.key)
    })
  }

  async explain(move: Written, then: readonly Written[] = [], at?: DOMRect): Promise<Why | null> {
    if (this.seat === null || this.past) return null
    const answer = await this.#answer({ type: 'why_not', seat: this.seat, move, then: [...then], id: this.#nextId() })
    if (answer.type === 'refused') this.#showRefusal(answer.code, answer.message)
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
    const answer = await this.#answer({ type: 'preview', seat: this.seat, move, then: [...then], id: this.#nextId() })
    return answer.type === 'previewed' ? { ...answer, view: shareUnchanged(this.face?.view, answer.view) } : null
  }

  expect(line: string | null): void {
    this.expected = line
  }

  #describeEvents(events: readonly GameEvent[]): string[] {
    return lines(events, this.words, this.names, readerOf(this))
  }

  // Hints ------------------------------------------------------------------------------------------------------------

  /** The advised move that the board shows as a ghost. */
  get hinted(): MoveView | null {
    return this.advice?.best[this.#advisedAt]?.move ?? null
  }

  get hintedThen(): readonly string[] {
    return this.advice?.best[this.#advisedAt]?.then ?? []
  }

  /** Ask a bot what to play. */
  hint(): void {
    if (this.seat === null) return
    const asked: Advice = { best: [], reason: null }
    this.notice = null
    this.advice = asked
    this.#request({ type: 'hint', seat: this.seat, id: this.#nextId() }, (answer) => {
      if (this.advice !== asked) return // closed, or something was played meanwhile
      this.advice = null
      if (answer.type === 'refused') this.#showRefusal(answer.code, answer.message)
      if (answer.type !== 'hinted') return
      const label = ({ key, params }: { key: string; params: Record<string, unknown> }) =>
        capital(this.words.say(key, params, this.names))
      const found = answer.best.length ? answer.best : [{ move: answer.move, result: null, line: [] }]
      const best = found.map(({ move, result, line }) => ({
        move,
        label: label(move),
        result,
        line: line.map(({ seat, move: next }) => {
          const name = seat === this.seat ? capital(t('table.you')) : this.names[seat]
          return `${t('label', { name })} ${label(next)}`
        }),
        then: line.flatMap((next, n) =>
          line.slice(0, n + 1).every(({ seat }) => seat === this.seat) ? next.move.text : [],
        ),
      }))
      this.advice = { best, reason: answer.reason && label(answer.reason) }
      this.showAdvice(0)
    })
  }

  /** Show one of the advised moves and its effects on the board. */
  showAdvice(at: number): void {
    this.#advisedAt = at
    this.foresee(this.hinted?.id ?? null, [], 0)
  }

  dropAdvice(): void {
    if (!this.advice) return
    this.advice = null
    this.foresee(null)
  }

  /** Show the table after an entry of the log; null returns to the present. */
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
