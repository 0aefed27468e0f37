/** What one does at a table of Gwynt: which card is taken up, read large, which pile is looked through. */

import type { Board } from '../../live/board'
import type { GameEvent, MoveView } from '../../protocol'
import { catalogue } from './catalogue.svelte'
import { Reader } from './reader.svelte'
import { tableOf, type GwyntTable, type SeatSeen } from './seen'

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

export class Desk extends Reader {
  taken = $state<string | null>(null)
  heap = $state.raw<Heap | null>(null)

  constructor(readonly room: Board) {
    super(() => room.words)
  }

  get table(): GwyntTable {
    const { face } = this.room
    if (!face) throw new Error('a desk is for a table that is seen')
    return tableOf(face.view)
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

  /** The legal moves by their notation: every card on the table asks, so it is made once a question. */
  readonly legal: ReadonlyMap<string, MoveView> = $derived.by(
    () => new Map(this.room.moves.map((move) => [move.text, move])),
  )

  get decision(): string | null {
    return this.room.moves.length ? (this.room.face?.view.decision ?? null) : null
  }

  /** The notation of a card of the hand as an answer to what is asked; none if the hand is not asked. */
  written(card: string): string | null {
    return FROM_HAND[this.decision ?? '']?.(card) ?? null
  }

  /** A hand as far as it may be seen. */
  hand(seat: number): string[] {
    return [...this.side(seat).known].sort((a, b) => order(a) - order(b))
  }

  /** What the rows and sides would count after the move that is being looked at. */
  get foreseen(): GwyntTable | null {
    const view = this.room.past ? null : this.room.foreseen?.view
    return view ? tableOf(view) : null
  }

  get laidOut(): MoveView[] {
    return this.room.moves.filter((move) => LAID_OUT.has(move.key))
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
      void this.room.explain(written)
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
  override hover(card: string, place: HTMLElement, written: string | null = null): void {
    const move = written === null ? undefined : this.legal.get(written)
    this.shown = { kind: 'card', id: card, anchor: place.getBoundingClientRect(), move: move?.id ?? null, ask: null }
    this.room.foresee(move?.id ?? null)
  }

  override unhover(): void {
    super.unhover()
    this.room.foresee(null)
  }

  override use(move: number): void {
    this.play(move)
  }

  override why(ask: string): void {
    void this.room.explain(ask)
    this.shown = null
  }

  override told(move: number): string[] {
    return this.room.foreseen?.move === move ? this.room.foreseen.lines : []
  }

  /** Another question: nothing of the last one is in the way. */
  putDown(): void {
    this.taken = null
    this.heap = null
    if (this.shown?.anchor) this.shown = null
  }

  readOwnLeader(id: string): void {
    const move = this.legal.get('leader')
    this.shown = {
      kind: 'leader',
      id,
      anchor: null,
      move: move?.id ?? null,
      ask: this.decision === 'turn' ? 'leader' : null,
    }
  }

  // Where pieces come from and go to, for those who see them travel ------------------------------------------------

  #last(): GameEvent[] {
    return this.room.log.at(-1)?.steps.flatMap((step) => step.events) ?? []
  }

  comesFrom = (piece: string, kind: string): string | null => {
    for (const { event, params } of this.#last()) {
      if (params.card !== kind) continue
      if (event === 'mustered') return `${params.from_hand ? 'hand' : 'deck'}-${String(params.seat)}`
      if (event === 'revived' || event === 'came_back') return `pile-${String(params.seat)}`
      if (event === 'taken') return `pile-${String(params.owner)}`
      if (event === 'played') return `hand-${String(params.seat)}`
      if (event === 'drew' || event === 'fetched' || event === 'weather_fetched') return `deck-${String(params.seat)}`
    }
    return piece.startsWith('hand:') ? `deck-${piece[5]}` : null
  }

  goesTo = (piece: string, kind: string): string | null => {
    for (const { event, params } of this.#last()) {
      if (event === 'fell' && params.card === kind && piece.startsWith(`row-${String(params.side)}`)) return 'burns'
      if (event === 'swapped' && params.card === kind) return `deck-${String(params.seat)}`
    }
    const row = /^row-(\d)/.exec(piece)
    if (row) return `pile-${row[1]}`
    return piece.startsWith('hand:') ? `pile-${piece[5]}` : null
  }
}

/** Units by strength, then what is none: as people sort their hands. */
function order(card: string): number {
  const facts = catalogue.card(card)
  return (facts.strength ?? 100) * 1000 + facts.number
}
