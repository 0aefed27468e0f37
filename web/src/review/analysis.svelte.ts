/** A review beside its replay: what both the curve and the lists show, and the mistake that is looked at. */

import { api } from '../api'
import { library } from '../library.svelte'
import type { ReplayRoom } from '../live/replay.svelte'
import { refusal } from '../parts/refusal'
import type { VerdictView, Written } from '../protocol'
import { t } from '../words/page.svelte'
import { costliest, isFault, judgeTrial, lineOf, placesOf, turnsOf, type Point, type Trial, type Turn } from './derive'
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
  trying = $state(false)
  problem = $state('')
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
      this.trial = null
      this.trying = false
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
    this.trial = null
    this.trying = true
    const question = ++this.#asked
    this.room.study = { ...study, face: { ...study.face, question }, hinted: null, play: (move) => this.#try(move) }
  }

  #try(move: Written): void {
    const moves = this.room.study?.face.moves ?? []
    const id = typeof move === 'number' ? move : moves.find(({ text }) => text === move)?.id
    if (!this.fault || id === undefined) return
    const trial = judgeTrial(this.fault.worst, id)
    if (trial === 'right') this.show('better')
    else this.retry()
    this.trial = trial
  }

  leave(): void {
    this.#asked++
    this.fault = null
    this.trying = false
    this.trial = null
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
