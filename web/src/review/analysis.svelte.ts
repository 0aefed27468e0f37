/** A review beside its replay: what both the curve and the lists show, and the mistake that is looked at. */

import { api } from '../api'
import { library } from '../library.svelte'
import type { ReplayRoom } from '../live/replay.svelte'
import { refusal } from '../parts/refusal'
import type { LikelyMove, MoveView, VerdictView, Written } from '../protocol'
import { t } from '../words/page.svelte'
import {
  costliest,
  isFault,
  judgeChance,
  judgeTrial,
  lineOf,
  placesOf,
  turnsOf,
  type Point,
  type Trial,
  type Turn,
} from './derive'
import { MatchReview } from './review.svelte'

export interface Line {
  seats: readonly number[]
  points: Point[]
}

export class Analysis {
  readonly review: MatchReview
  /** The fault that is looked at. */
  fault = $state.raw<Turn | null>(null)
  /** Which of its two moves lies on the board. */
  shown = $state<'played' | 'better'>('better')
  trial = $state.raw<Trial | null>(null)
  /** The move that was tried last, with its win chance once it is measured. */
  tried = $state.raw<{ move: MoveView; chance: number | null } | null>(null)
  measuring = $state(false)
  /** How the match might have gone on after the better move. */
  line = $state.raw<readonly LikelyMove[] | null>(null)
  trying = $state(false)
  problem = $state('')
  /** The seat whose line was brought forward. */
  forward = $state<number | null>(null)
  #asked = 0

  constructor(readonly room: ReplayRoom) {
    this.review = new MatchReview(room.id)
  }

  get together(): boolean {
    return library.game(this.room.table?.game ?? '')?.together ?? false
  }

  /** My seats; the whole team where all win or lose together. */
  get mine(): number[] {
    const seats = this.room.table?.seats ?? []
    const own = seats.filter((seat) => seat.mine).map((seat) => seat.number)
    return this.together && own.length ? seats.map((seat) => seat.number) : own
  }

  readonly places = $derived.by(() => placesOf(this.room.log))
  readonly turns = $derived.by((): Turn[] => turnsOf(this.review.found?.verdicts ?? [], this.places))
  readonly byPlace = $derived.by(() => new Map(this.turns.map((turn) => [turn.at, turn])))
  readonly faults = $derived.by(() => this.turns.filter(isFault))
  /** My faults; without a seat of mine, everybody's. */
  readonly followed = $derived.by(() => {
    const mine = this.mine
    return mine.length ? this.faults.filter((turn) => mine.includes(turn.seat)) : this.faults
  })
  /** Secret choices that cost the team, though everybody chose well by what they knew. */
  readonly misunderstandings = $derived.by(() =>
    (this.review.found?.misunderstandings ?? []).flatMap((one) => {
      const at = this.places.get(one.entry)
      return at === undefined ? [] : [{ ...one, at }]
    }),
  )
  readonly turningPoint = $derived.by(() => costliest(this.turns))
  readonly lines = $derived.by((): Line[] => {
    const { found } = this.review
    if (!found) return []
    const all = found.seats.map((_, seat) => seat)
    const groups = this.together ? [all] : all.map((seat) => [seat])
    return groups.map((seats) => {
      const own = found.verdicts.filter((one) => seats.includes(one.seat))
      const result = found.complete ? (found.seats[seats[0] ?? 0]?.result ?? null) : null
      return { seats, points: lineOf(own, this.places, this.room.last, result) }
    })
  })

  /** The place in the log at which each round begins. */
  readonly rounds = $derived.by(() =>
    (this.review.found?.rounds ?? []).map((entry) => Math.max(0, (this.places.get(entry) ?? 0) - 1)),
  )

  /** A place in the log in words: its number, with the round. */
  placeOf(at: number): string {
    const round = this.rounds.findLastIndex((begins) => begins < at) + 1
    const { words } = this.room
    return round && words.has('story.in_round') ? words.say('story.in_round', { n: at, round }) : String(at)
  }

  /** The turn that the replay stands at. */
  get here(): Turn | null {
    return this.byPlace.get(this.room.at) ?? null
  }

  nameOf(seat: number): string {
    return this.room.names[seat] ?? ''
  }

  isMine(seat: number): boolean {
    return !this.together && this.mine.includes(seat)
  }

  describe(move: VerdictView['move']): string {
    return this.room.words.tell(move.key, move.params, this.room.names)
  }

  /** A turn in words: what it began with, and its worst decision. */
  tell({ verdicts, worst }: Turn): string {
    const [first] = verdicts
    const both = first && first !== worst && verdicts.length > 1 ? [first.move, worst.move] : [worst.move]
    return both.map((move) => this.describe(move)).join(' · ')
  }

  /** Go to the fault before or after the shown moment, mine first; return it. */
  async step(by: 1 | -1): Promise<Turn | null> {
    const at = this.fault?.at ?? this.room.at
    const list = this.followed.length ? this.followed : this.faults
    const next = by > 0 ? list.find((turn) => turn.at > at) : list.findLast((turn) => turn.at < at)
    if (!next) return null
    if (this.fault) await this.study(next)
    else await this.room.go(next.at)
    return next
  }

  /** Look at a fault: the board as its player saw it, with both moves. */
  async study(turn: Turn): Promise<void> {
    const mine = ++this.#asked
    this.room.stop()
    this.problem = ''
    try {
      const verdict = turn.worst
      const face = await api.reviewedAt(this.room.id, verdict.number, verdict.seat)
      if (mine !== this.#asked) return
      await this.room.go(turn.at)
      this.#forget()
      this.fault = turn
      this.shown = 'played'
      this.room.study = { face: { ...face, question: mine }, seat: verdict.seat, hinted: verdict.move.id, play: null }
    } catch (error) {
      if (mine === this.#asked) this.problem = refusal(error)
    }
  }

  /** Lay one of the two moves on the board. */
  show(which: 'played' | 'better'): void {
    const { study } = this.room
    if (!this.fault || !study) return
    this.trying = false
    this.shown = which
    const { worst } = this.fault
    this.room.study = { ...study, hinted: which === 'better' ? worst.best.id : worst.move.id, play: null }
  }

  /** The ghosts go, and the board can be played. */
  retry(): void {
    const { study } = this.room
    if (!this.fault || !study) return
    this.#forget()
    this.trying = true
    const question = ++this.#asked
    this.room.study = { ...study, face: { ...study.face, question }, hinted: null, play: (move) => this.#try(move) }
  }

  #try(move: Written): void {
    const moves = this.room.study?.face.moves ?? []
    const id = typeof move === 'number' ? move : moves.find(({ text }) => text === move)?.id
    if (!this.fault || id === undefined) return
    const tried = moves.find((one) => one.id === id) ?? null
    if (tried) void this.#measure(this.fault, tried)
  }

  /** Measure a move that was tried; judge it by what is stored where that is not possible. */
  async #measure(fault: Turn, tried: MoveView): Promise<void> {
    const { worst } = fault
    this.retry()
    const mine = this.#asked
    this.tried = { move: tried, chance: null }
    let trial = judgeTrial(worst, tried.id)
    let chance = tried.id === worst.best.id ? worst.chance : tried.id === worst.move.id ? worst.played : null
    if (chance === null) {
      this.measuring = true
      try {
        chance = (await api.tryMove(this.room.id, worst.number, worst.seat, tried.id)).chance
        trial = judgeChance(worst, chance)
      } catch {
        chance = worst.others.find((one) => one.move.id === tried.id)?.chance ?? null
      }
      if (mine !== this.#asked) return
      this.measuring = false
    }
    if (trial === 'right') this.show('better')
    this.trial = trial
    this.tried = { move: tried, chance }
  }

  /** Show how the match might have gone on after the better move. */
  async foretell(): Promise<void> {
    const { fault } = this
    const mine = this.#asked
    if (!fault || this.line) return
    this.problem = ''
    try {
      const { number, seat, best } = fault.worst
      const { line } = await api.tryMove(this.room.id, number, seat, best.id)
      if (mine === this.#asked && this.fault === fault) this.line = line
    } catch (error) {
      if (mine === this.#asked) this.problem = refusal(error)
    }
  }

  /** See the match as a seat did, or all hands open. */
  async knowAs(seat: number | null): Promise<void> {
    this.leave()
    await this.room.knowAs(seat)
  }

  #forget(): void {
    this.trial = this.tried = this.line = null
    this.trying = this.measuring = false
  }

  leave(): void {
    this.#asked++
    this.fault = null
    this.#forget()
    this.room.study = null
  }

  close(): void {
    this.review.close()
    this.#asked++
  }
}

/** A share as whole points out of a hundred. */
export const points = (share: number): number => Math.round(100 * share)
export const percent = (share: number): string => t('analysis.percent', { n: points(share) })
/** A loss with a true minus. */
export const lossOf = (share: number): string => `−${percent(share)}`
