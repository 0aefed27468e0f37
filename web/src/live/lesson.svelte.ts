/**
 * A lesson as a board sees it: a position, one seat, one or a few decisions. The server stores nothing: each request
 * carries the moves so far, and a new try sends fewer.
 */

import { api } from '../api'
import { judge, wanted } from '../learn/judging'
import { progress } from '../learn/progress.svelte'
import { library } from '../library.svelte'
import { refusal } from '../parts/refusal'
import { settings } from '../settings.svelte'
import { lines } from '../words/lines'
import { t } from '../words/page.svelte'
import { guestIn, type Words } from '../words/say'
import type { Board, Foreseen, Seen, Why } from './board'
import { Foresight } from './foresight.svelte'
import type { Face, LessonView, MoveView, Told, Written } from '../protocol'
import type { Notice } from './room.svelte'

// Bots at a table go by these names, and the lessons speak of them.
const OTHERS = ['Ada', 'Bao', 'Cleo', 'Dov', 'Eli', 'Fay', 'Gus']

/** The state of the lesson: open, answered wrongly (with the sentence to show), or done. */
export type Standing = { kind: 'open' } | { kind: 'wrong'; key: string } | { kind: 'done' }

export class LessonRoom implements Board {
  standing = $state.raw<Standing>({ kind: 'open' })
  notice = $state.raw<Notice | null>(null)
  /** The prompt that the board sets. */
  expected = $state.raw<string | null>(null)
  hinted = $state.raw<MoveView | null>(null)
  readonly hintedThen: readonly string[] = []
  failed = $state(false)
  /** Text for screen readers: what just happened. */
  spoken = $state('')
  #steps = $state.raw<string[]>([])
  #moment = $state.raw<{ face: Face; log: Told[] } | null>(null)
  #busy = $state(false)
  #asked = 0
  readonly #foresight = new Foresight(
    (move, then) => api.lessonPreview(this.game, this.lesson.id, this.#steps, move, then),
    (events) => lines(events, this.words, this.names, this.seat),
  )

  readonly table = null
  readonly open = false
  readonly past = null
  readonly now = 0
  readonly talk = []

  constructor(
    readonly game: string,
    readonly lesson: LessonView,
  ) {}

  get seat(): number {
    return this.lesson.seat
  }

  get seats(): number[] {
    return [this.seat]
  }

  get names(): string[] {
    const me = settings.name || guestIn(settings.language)
    return OTHERS.slice(0, this.lesson.players - 1).toSpliced(this.seat, 0, me)
  }

  get words(): Words {
    return library.words(this.game)
  }

  get face(): Face | null {
    return this.#moment?.face ?? null
  }

  get log(): Told[] {
    return this.#moment?.log ?? []
  }

  get seen(): Seen | null {
    const moment = this.#moment
    return moment && { seat: this.seat, face: moment.face, log: moment.log, number: moment.log.length, clocks: null }
  }

  get arrived(): Seen | null {
    return this.seen
  }

  /** No moves while an answer is shown. */
  get moves(): MoveView[] {
    return this.standing.kind === 'open' && !this.#busy ? (this.face?.moves ?? []) : []
  }

  /** Whether a move can be taken back. */
  get begun(): boolean {
    return this.#steps.length > 0
  }

  /** Load the lesson's position. */
  async start(): Promise<void> {
    this.hinted = null
    this.standing = { kind: 'open' }
    await this.#show([])
  }

  async #show(steps: string[]): Promise<boolean> {
    this.#foresight.forget()
    this.expected = null
    this.notice = null
    this.#busy = true
    const mine = ++this.#asked
    try {
      const { face, log } = await api.lessonAt(this.game, this.lesson.id, steps)
      if (mine !== this.#asked) return false
      // A new question number makes the board drop what it holds.
      this.#moment = { face: { ...face, question: mine }, log }
      this.#steps = steps
      return true
    } catch (error) {
      if (this.#moment) this.notice = { kind: 'error', text: refusal(error), rule: null }
      else this.failed = true
      return false
    } finally {
      if (mine === this.#asked) this.#busy = false
    }
  }

  play(...moves: Written[]): void {
    void this.#play(moves.map((move) => this.#written(move)))
  }

  #written(move: Written): string {
    return typeof move === 'string' ? move : (this.face?.moves.find(({ id }) => id === move)?.text ?? String(move))
  }

  async #play(moves: readonly string[]): Promise<void> {
    if (this.standing.kind !== 'open' || this.#busy) return
    const steps = [...this.#steps]
    let standing: Standing = { kind: 'open' }
    for (const move of moves) {
      const judged = judge(this.lesson, steps, move)
      steps.push(move, ...(judged.kind === 'wrong' ? [] : judged.then))
      if (judged.kind === 'on') continue
      standing = judged
      break
    }
    const before = this.log.length
    if (!(await this.#show(steps))) return
    this.hinted = null
    this.standing = standing
    if (standing.kind === 'done') progress.add(this.game, this.lesson.id)
    const events = this.log.slice(before).flatMap((entry) => entry.steps.flatMap((step) => step.events))
    this.spoken = lines(events, this.words, this.names, this.seat).join(' ')
  }

  /** Take the wrong move back. */
  async again(): Promise<void> {
    const steps = this.#steps.slice(0, -1)
    if (await this.#show(steps)) this.standing = { kind: 'open' }
  }

  /** Show the wanted move as a hint. */
  hint(): void {
    const text = wanted(this.lesson, this.#steps)
    this.hinted = this.moves.find((move) => move.text === text) ?? null
    if (!this.hinted) return
    const { key, params } = this.hinted
    this.notice = { kind: 'hint', text: t('learn.hint', { move: this.words.say(key, params, this.names) }), rule: null }
  }

  async explain(move: Written, then: readonly Written[] = [], at?: DOMRect): Promise<Why | null> {
    if (this.standing.kind !== 'open') return null
    const answer = await api.lessonWhyNot(this.game, this.lesson.id, this.#steps, move, then).catch(() => null)
    if (!answer?.rule) return null
    const { rule, key, sentence } = answer
    const why = { text: key && this.words.has(key) ? this.words.say(key) : (sentence ?? ''), rule }
    this.notice = { kind: 'reason', ...why, at }
    return why
  }

  get foreseen(): Foreseen | null {
    return this.#foresight.shown
  }

  foresee(move: Written | null, then?: readonly Written[], rest?: number): void {
    this.#foresight.look(this.moves.length ? move : null, then, rest)
  }

  expect(line: string | null): void {
    this.expected = line
  }

  close(): void {
    this.#foresight.forget()
    this.#asked++
  }

  // Nothing to do: a lesson's log has few lines.
  async lookBack(): Promise<void> {}
  hold(): void {}
  look(): void {}
  readonly mayWithdraw = false
  withdraw(): void {}
  say(): void {}
}
