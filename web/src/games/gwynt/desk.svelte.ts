/** What one does at a table of Gwynt: which card is taken up, read large, which pile is looked through. */

import type { TableRoom } from '../../live/room.svelte'
import type { GameEvent, MoveView } from '../../live/protocol'
import { catalogue } from './catalogue.svelte'
import { tableOf, type GwyntTable, type SeatSeen } from './seen'

/** A card or leader shown large: beside the pointer, or in the middle until it is put away. */
export interface Shown {
  kind: 'card' | 'leader'
  id: string
  anchor: DOMRect | null
  move: number | null
  /** What to ask if it can't be played. */
  ask: string | null
}

export interface Heap {
  title: string
  cards: string[]
}

/** How a card of the hand is written as a move, by what is asked. */
const FROM_HAND: Record<string, (card: string) => string> = {
  turn: (card) => card,
  redraw: (card) => `swap ${card}`,
  discard: (card) => `discard ${card}`,
}
/** Decisions about cards that lie in a pile or deck: they are laid out to choose from. */
const LAID_OUT = new Set(['move.revive', 'move.fetch', 'move.take'])

export class Desk {
  taken = $state<string | null>(null)
  shown = $state.raw<Shown | null>(null)
  heap = $state.raw<Heap | null>(null)

  constructor(readonly room: TableRoom) {}

  get table(): GwyntTable {
    return tableOf(this.room.face!.view)
  }

  /** The side that is drawn below: mine, or the first for those who watch. */
  get below(): 0 | 1 {
    return this.room.seat === 1 ? 1 : 0
  }

  get above(): 0 | 1 {
    return this.below === 1 ? 0 : 1
  }

  side(seat: number): SeatSeen {
    return this.table.seats[seat === 1 ? 1 : 0]
  }

  /** The legal moves by their notation. */
  get legal(): ReadonlyMap<string, MoveView> {
    return new Map(this.room.moves.map((move) => [move.text, move]))
  }

  get decision(): string | null {
    return this.room.moves.length ? (this.room.face?.view.decision ?? null) : null
  }

  /** The notation of a card of the hand as an answer to what is asked; none if the hand is not asked. */
  written(card: string): string | null {
    return FROM_HAND[this.decision ?? '']?.(card) ?? null
  }

  get hand(): string[] {
    return [...this.side(this.below).known].sort((a, b) => order(a) - order(b))
  }

  get laidOut(): MoveView[] {
    return this.room.moves.filter((move) => LAID_OUT.has(move.key))
  }

  name(card: string): string {
    return this.room.words.say(`card.${card}`)
  }

  /** A card for the ear, beginning as it reads: what it counts, its name, what it does. */
  spoken(card: string, strength: number | null = catalogue.card(card).strength): string {
    return `${strength === null ? '' : `${strength} `}${this.name(card)}. ${this.text(card)}`
  }

  text(card: string): string {
    return this.room.words.say(`card_text.${card}`)
  }

  /** A card of the hand was clicked or tapped. */
  handClicked(key: string, card: string, touch: boolean): void {
    const written = this.written(card)
    if (written === null) {
      this.read(card)
      return
    }
    const move = this.legal.get(written)
    if (!move) {
      this.taken = null
      this.room.explain(written)
    } else if (touch && this.taken !== key) {
      // A finger can't hover: the first tap takes the card up and shows what it does, the second plays it.
      this.taken = key
      this.room.foresee(move.id)
    } else this.play(move.id)
  }

  play(move: number): void {
    this.taken = null
    this.shown = null
    this.heap = null
    this.room.play(move)
  }

  /** Show a card large beside its place, as long as the pointer or the focus is on it. */
  hover(card: string, place: HTMLElement, written: string | null = null): void {
    const move = written === null ? undefined : this.legal.get(written)
    this.shown = { kind: 'card', id: card, anchor: place.getBoundingClientRect(), move: move?.id ?? null, ask: null }
    this.room.foresee(move?.id ?? null)
  }

  unhover(): void {
    if (this.shown?.anchor) this.shown = null
    this.room.foresee(null)
  }

  /** Another question: nothing of the last one is in the way. */
  putDown(): void {
    this.taken = null
    this.heap = null
    if (this.shown?.anchor) this.shown = null
  }

  /** Show a card large until it is put away. */
  read(card: string): void {
    this.shown = { kind: 'card', id: card, anchor: null, move: null, ask: null }
  }

  readLeader(id: string, own: boolean): void {
    const move = own ? this.legal.get('leader') : undefined
    this.shown = { kind: 'leader', id, anchor: null, move: move?.id ?? null, ask: own && this.decision === 'turn' ? 'leader' : null }
  }

  // Where pieces come from and go to, for those who see them travel ------------------------------------------------

  #last(): GameEvent[] {
    return this.room.log.at(-1)?.steps.flatMap((step) => step.events) ?? []
  }

  comesFrom = (piece: string, kind: string): string | null => {
    for (const { event, params } of this.#last()) {
      if (params.card !== kind) continue
      if (event === 'mustered') return `${params.from_hand ? 'hand' : 'deck'}-${params.seat}`
      if (event === 'revived' || event === 'came_back') return `pile-${params.seat}`
      if (event === 'taken') return `pile-${params.owner}`
      if (event === 'played') return `hand-${params.seat}`
      if (event === 'drew' || event === 'fetched' || event === 'weather_fetched') return `deck-${params.seat}`
    }
    return piece.startsWith('hand:') ? `deck-${this.below}` : null
  }

  goesTo = (piece: string, kind: string): string | null => {
    for (const { event, params } of this.#last()) {
      if (event === 'fell' && params.card === kind && piece.startsWith(`row-${params.side}`)) return 'burns'
      if (event === 'swapped' && params.card === kind) return `deck-${params.seat}`
    }
    const row = /^row-(\d)/.exec(piece)
    if (row) return `pile-${row[1]}`
    return piece.startsWith('hand:') ? `pile-${this.below}` : null
  }
}

/** Units by strength, then what is none: as people sort their hands. */
function order(card: string): number {
  const facts = catalogue.card(card)
  return (facts.strength ?? 100) * 1000 + facts.number
}
