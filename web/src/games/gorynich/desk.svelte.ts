/** What one does at a table of Gorynich: which move is looked at, whose way is shown, what is clicked. */

import type { Board } from '../../live/board'
import type { MoveView } from '../../protocol'
import { ahead, STEP, type Way } from './draw/geometry'
import { Roads } from './draw/roads'
import { tableOf, wayOf, type GorynichTable, type Reach } from './seen'
import type { Story } from './story.svelte'

const WAYS = ['up', 'right', 'down', 'left'] as const
const DIAGONALS = ['up_left', 'up_right', 'down_left', 'down_right'] as const
/** Keys of the arrows, and where those of the diagonals lie on a block of numbers. */
const ARROW_KEYS: Readonly<Record<string, Way>> = {
  ArrowUp: 'up',
  ArrowRight: 'right',
  ArrowDown: 'down',
  ArrowLeft: 'left',
}
const DIAGONAL_KEYS: Readonly<Record<string, string>> = { 7: 'up_left', 9: 'up_right', 1: 'down_left', 3: 'down_right' }
/** How an answer that is a direction is written. */
const DIRECTED: Readonly<Record<string, string>> = {
  aim: 'burn',
  breathe: 'flame',
  steer: 'steer',
  dive: 'swoop',
  light: 'light',
}

/** A key of the compass under the thumb. */
export interface PadKey {
  text: string
  /** Where it lies: a direction, the heart, or a corner. */
  place: string
  card: string | null
  way: string | null
}

export class Desk {
  /** The move that is looked at, by its notation. */
  looked = $state<string | null>(null)
  /** A move that loses, and was asked about once. */
  doubted = $state<string | null>(null)
  /** The knight whose whole way is shown. */
  knight = $state<number | null>(null)
  /** Whether it was a finger that came last: it can't hover. */
  touch = false
  /** A card that is read large. */
  large = $state<string | null>(null)
  /** The square on which several knights stand who are fanned out. */
  fan = $state<string | null>(null)
  /** Where Gorynich is drawn in pencil: what if he were there by the time? Nobody else sees it. */
  pencil = $state<string | null>(null)

  constructor(
    readonly room: Board,
    readonly story: Story,
  ) {}

  get table(): GorynichTable {
    const { table } = this.story
    if (table) return table
    const { face } = this.room
    if (!face) throw new Error('a desk is for a table that is seen')
    return tableOf(face.view)
  }

  readonly roads: Roads = $derived.by(() => new Roads(JSON.parse(this.#map) as string[][]))
  // The boards lie as they lie: roads are found once for a table.
  readonly #map: string = $derived(JSON.stringify(this.table.map))

  /** What may be done now; nothing while something is still being told. */
  get moves(): MoveView[] {
    return this.story.telling ? [] : this.room.moves
  }

  readonly legal: ReadonlyMap<string, MoveView> = $derived.by(
    () => new Map(this.moves.map((move) => [move.text, move])),
  )

  get decision(): string | null {
    return this.moves.length ? (this.room.face?.view.decision ?? null) : null
  }

  /** What I have chosen in secret, while others still choose. */
  get chosen(): string | null {
    const { seat, face } = this.room
    if (this.story.telling || seat === null || !face) return null
    return face.view.chosen[String(seat)] ?? null
  }

  get mayWithdraw(): boolean {
    return !this.story.telling && !this.room.past && (this.room.face?.may_withdraw ?? false)
  }

  /** How a card of the hand is written as an answer. */
  cardText(card: string): string {
    const asked = this.decision ?? this.room.face?.view.decision
    return asked === 'drop' ? `discard ${card}` : card
  }

  /** Where a card lies on the compass: arrows where they fly this round, fire in the heart. */
  placeOfCard(card: string): string {
    if (card === 'fire') return 'heart'
    if (card === 'manoeuvre') return 'down_left'
    return wayOf(this.table, card) ?? 'up'
  }

  /** Whether one may wonder where Gorynich will be: while all choose. */
  get maySketch(): boolean {
    const { face, past } = this.room
    return !this.story.telling && !past && face?.view.decision === 'choose' && this.table.gorynich !== null
  }

  /** Draw him in pencil on a square; on his own he needs no pencil. */
  sketch(square: string | null): void {
    this.pencil = square === this.table.gorynich ? null : square
  }

  /** How far each arrow would carry him from where he is, or from where he is drawn in pencil. */
  readonly reach: Readonly<Record<string, Reach>> | null = $derived.by(() => {
    const { reach } = this.table
    const from = this.pencil
    if (!reach || from === null) return reach
    const moved = ({ way, limit }: Reach) => ({ way, limit, squares: ahead(from, way, limit) })
    return Object.fromEntries(Object.entries(reach).map(([colour, one]) => [colour, moved(one)]))
  })

  /** The directions to answer with, where a direction is asked. */
  get pad(): PadKey[] {
    const asked = this.decision
    const verb = asked === null ? undefined : DIRECTED[asked]
    if (!verb) return []
    const ways = asked === 'dive' ? DIAGONALS : WAYS
    const keys = ways.map((way) => ({ text: `${verb} ${way}`, place: way, card: null, way }))
    return asked === 'light' ? [...keys, { text: 'light here', place: 'heart', card: null, way: null }] : keys
  }

  /** The move that a click on a square means: the one that ends there, else one that leads over it. */
  moveAt(square: string): string | null {
    const targets = Object.entries(this.table.targets)
    const ends = targets.find(([, squares]) => squares.at(-1) === square && squares.length === 1)
    return (ends ?? targets.find(([, squares]) => squares.includes(square)))?.[0] ?? null
  }

  /** Squares that glow: a legal move is about them. */
  readonly glowing: ReadonlyMap<string, string> = $derived.by(() => {
    const found = new Map<string, string>()
    for (const [text, squares] of Object.entries(this.table.targets))
      if (this.legal.has(text) && this.decision !== 'blow')
        for (const square of squares) if (!found.has(square)) found.set(square, text)
    return found
  })

  // Looking and deciding -------------------------------------------------------------------------------------------

  look(text: string | null): void {
    if (text !== this.looked) this.doubted = null
    this.looked = text
    const move = text === null ? undefined : this.legal.get(text)
    this.room.foresee(move?.id ?? null, [], text === null ? undefined : 60)
  }

  /** Whether what is looked at surely loses the match. */
  loses(text: string): boolean {
    const { foreseen } = this.room
    const move = this.legal.get(text)
    return move?.id === foreseen?.move && (foreseen?.events.some(({ event }) => event === 'lost') ?? false)
  }

  /** What the move that is looked at would do, in sentences. */
  get told(): string[] {
    const move = this.looked === null ? undefined : this.legal.get(this.looked)
    const { foreseen } = this.room
    return move && foreseen?.move === move.id ? foreseen.lines : []
  }

  /**
   * Something was clicked or tapped that stands for a move. A finger can't hover: its first tap shows, its second
   * decides. What loses is asked about once more.
   */
  act(text: string, touch = false, at?: DOMRect): void {
    const move = this.legal.get(text)
    if (!move) {
      if (this.moves.length) void this.room.explain(text, [], at)
      return
    }
    if (touch && this.looked !== text) this.look(text)
    else if (this.loses(text) && this.doubted !== text) {
      this.look(text)
      this.doubted = text
    } else this.play(move)
  }

  play(move: MoveView): void {
    this.putDown()
    this.room.play(move.id)
  }

  putDown(): void {
    this.looked = this.doubted = this.fan = this.pencil = null
  }

  // By keyboard ----------------------------------------------------------------------------------------------------

  /** What a key means now; nothing if it means nothing here. */
  keyed(key: string): string | null {
    const has = (text: string) => (this.legal.has(text) || this.moves.length ? text : null)
    switch (this.decision) {
      case 'choose':
      case 'drop':
        return this.#cardKey(key)
      case 'perch':
        return this.#squareKey(key)
      case 'speak':
        return key === 'ArrowLeft' ? 'speak' : key === 'ArrowRight' ? 'silent' : null
      case 'point':
      case 'blow':
        return this.#knightKey(key)
      case 'fly':
        return /^[1-9]$/.test(key) ? has(`fly ${key}`) : null
      case 'tile':
        return /^[1-3]$/.test(key) ? has(`use ${this.table.tiles[Number(key) - 1]?.tile}`) : null
      case 'dive':
        return DIAGONAL_KEYS[key] ? has(`swoop ${DIAGONAL_KEYS[key]}`) : null
      case 'light':
        if (key === '0') return has('light here')
        break
    }
    const verb = DIRECTED[this.decision ?? '']
    return verb && ARROW_KEYS[key] ? has(`${verb} ${ARROW_KEYS[key]}`) : null
  }

  #cardKey(key: string): string | null {
    const way = ARROW_KEYS[key]
    const letter = key.toLowerCase()
    if (letter === 'p' && this.decision === 'choose') return 'pass'
    const cards = Object.keys(this.table.colours)
    const card =
      letter === 'f' ? 'fire' : letter === 't' ? 'manoeuvre' : cards.find((one) => way && this.placeOfCard(one) === way)
    return card ? this.cardText(card) : null
  }

  /** The pencil goes a square further in the direction of a key. */
  sketchBy(key: string): boolean {
    const way = ARROW_KEYS[key]
    const from = this.pencil ?? this.table.gorynich
    if (!way || !from || !this.maySketch) return false
    this.sketch(ahead(from, way, 1)[0] ?? from)
    return true
  }

  /** The castle square that lies in a direction from the one that is looked at. */
  #squareKey(key: string): string | null {
    const way = ARROW_KEYS[key]
    const texts = Object.keys(this.table.targets)
    if (!way) return null
    if (!this.looked) return texts[0] ?? null
    const [dx, dy] = STEP[way] ?? [0, 0]
    const here = texts.indexOf(this.looked)
    const [x, y] = [Math.max(0, Math.min(1, (here % 2) + dx)), Math.max(0, Math.min(1, Math.floor(here / 2) + dy))]
    return texts[y * 2 + x] ?? null
  }

  #knightKey(key: string): string | null {
    if (!/^\d$/.test(key)) return null
    if (this.decision === 'blow') return `blow ${key === '0' ? 10 : key}`
    // With ten knights 0 is the tenth; `Enter` on nothing is enough.
    if (key === '0' && !this.table.knights.some(({ number }) => number === 10)) return 'enough'
    return `point ${key === '0' ? 10 : key}`
  }
}
