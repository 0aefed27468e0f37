/** The player's side of a table of Gorynich: the previewed move, the knight whose way is shown, what a touch means. */

import type { Board } from '../../live/board'
import type { MoveView } from '../../protocol'
import { TableDesk } from '../../table/desk.svelte'
import { ahead, STEP, type Way } from './draw/geometry'
import { Roads } from './draw/roads'
import { wayOf, type Decision, type Game, type GorynichTable, type Reach } from './seen'
import type { Story } from './story.svelte'

const WAYS = ['up', 'right', 'down', 'left'] as const
const DIAGONALS = ['up_left', 'up_right', 'down_left', 'down_right'] as const
/** The arrow keys, and the diagonals on the number pad. */
const ARROW_KEYS: Readonly<Record<string, Way>> = {
  ArrowUp: 'up',
  ArrowRight: 'right',
  ArrowDown: 'down',
  ArrowLeft: 'left',
}
const DIAGONAL_KEYS: Readonly<Record<string, string>> = { 7: 'up_left', 9: 'up_right', 1: 'down_left', 3: 'down_right' }
/** The notation of an answer that is a direction. */
const DIRECTED: Readonly<Partial<Record<Decision, string>>> = {
  aim: 'burn',
  breathe: 'flame',
  steer: 'steer',
  dive: 'swoop',
  light: 'light',
}

/** A button of the compass. */
export interface PadKey {
  text: string
  /** Its place: a direction, the middle, or a corner. */
  place: string
  card: string | null
  way: string | null
}

export class Desk extends TableDesk<Game> {
  /** The previewed move, in notation. */
  looked = $state<string | null>(null)
  /** A losing move that was pressed once; it must be pressed again. */
  doubted = $state<string | null>(null)
  /** The knights that I am going to point at, in the order in which I touched them; one button sends them together. */
  pointing = $state.raw<readonly number[]>([])
  /** The knight whose whole way is shown. */
  knight = $state<number | null>(null)
  /** Whether the last input was a finger, which can't hover. */
  touch = false
  /** The card that is shown large. */
  large = $state<string | null>(null)
  /** The square whose knights are spread out. */
  fan = $state<string | null>(null)
  /** The square where I sketched the dragon to see its reach from there. Others don't see it. */
  pencil = $state<string | null>(null)

  constructor(
    room: Board<Game>,
    readonly story: Story,
  ) {
    super(room)
  }

  /** The table at the current point of its story. */
  override get table(): GorynichTable {
    return this.story.table ?? super.table
  }

  readonly roads: Roads = $derived.by(() => new Roads(JSON.parse(this.#map) as string[][]))
  // The map as a constant string, so that roads are computed once for each map.
  readonly #map: string = $derived(JSON.stringify(this.table.map))

  /** The moves that can be made now; empty while the story runs. */
  override get moves(): MoveView[] {
    return this.story.telling ? [] : this.room.moves
  }

  /** What I have chosen in secret, while others still choose. */
  get chosen(): string | null {
    const { seat, face } = this.room
    if (this.story.telling || seat === null || !face) return null
    return face.view.chosen[String(seat)] ?? null
  }

  get mayWithdraw(): boolean {
    return !this.story.telling && this.room.mayWithdraw
  }

  /** The notation of a card of the hand. */
  cardText(card: string): string {
    const asked = this.decision ?? this.room.face?.view.decision
    return asked === 'drop' ? `discard ${card}` : card
  }

  /** The place of a card on the compass: arrows in their direction this round, fire in the middle. */
  placeOfCard(card: string): string {
    if (card === 'fire') return 'heart'
    if (card === 'manoeuvre') return 'down_left'
    return wayOf(this.table, card) ?? 'up'
  }

  /** Whether the sketch is available: while all choose. */
  get maySketch(): boolean {
    const { face, past } = this.room
    return !this.story.telling && !past && face?.view.decision === 'choose' && this.table.gorynich !== null
  }

  /** Draw the dragon in pencil on a square; its own square clears the pencil. */
  sketch(square: string | null): void {
    this.pencil = square === this.table.gorynich ? null : square
  }

  /** How far each arrow would carry the dragon from its square, or from the sketched one. */
  readonly reach: Readonly<Record<string, Reach>> | null = $derived.by(() => {
    const { reach } = this.table
    const from = this.pencil
    if (!reach || from === null) return reach
    const moved = ({ way, limit }: Reach) => ({ way, limit, squares: ahead(from, way, limit) })
    return Object.fromEntries(Object.entries(reach).map(([colour, one]) => [colour, moved(one)]))
  })

  /** The buttons of the direction pad, when a direction is asked. */
  get pad(): PadKey[] {
    const asked = this.decision
    const verb = asked === null ? undefined : DIRECTED[asked]
    if (!verb) return []
    const ways = asked === 'dive' ? DIAGONALS : WAYS
    const keys = ways.map((way) => ({ text: `${verb} ${way}`, place: way, card: null, way }))
    return asked === 'light' ? [...keys, { text: 'light here', place: 'heart', card: null, way: null }] : keys
  }

  /** The move that a click on a square means: the one that ends there, else one that crosses it. */
  moveAt(square: string): string | null {
    const targets = Object.entries(this.table.targets)
    const ends = targets.find(([, squares]) => squares.at(-1) === square && squares.length === 1)
    return (ends ?? targets.find(([, squares]) => squares.includes(square)))?.[0] ?? null
  }

  /** Glowing squares: a legal move names them. */
  readonly glowing: ReadonlyMap<string, string> = $derived.by(() => {
    const found = new Map<string, string>()
    for (const [text, squares] of Object.entries(this.table.targets))
      if (this.legal.has(text) && this.decision !== 'blow')
        for (const square of squares) if (!found.has(square)) found.set(square, text)
    return found
  })

  // Preview and decision -----------------------------------------------------------------------------------------

  look(text: string | null): void {
    if (text !== this.looked) this.doubted = null
    this.looked = text
    const move = text === null ? undefined : this.legal.get(text)
    this.room.foresee(move?.id ?? null, [], text === null ? undefined : 60)
  }

  /** Whether the previewed move certainly loses the match. */
  loses(text: string): boolean {
    const { foreseen } = this.room
    const move = this.legal.get(text)
    return move?.id === foreseen?.move && (foreseen?.events.some(({ event }) => event === 'lost') ?? false)
  }

  /** What the previewed move would do, in sentences. */
  get told(): string[] {
    const move = this.looked === null ? undefined : this.legal.get(this.looked)
    const { foreseen } = this.room
    return move && foreseen?.move === move.id ? foreseen.lines : []
  }

  /**
   * Handle a click or tap. A finger can't hover: its first tap on a card or square previews, its second decides. A
   * losing move needs one more tap. Knights to point at are only marked; "enough" sends them.
   */
  act(text: string, touch = false, at?: DOMRect): void {
    const move = this.legal.get(text)
    if (!move) {
      if (this.moves.length) void this.room.explain(text, [], at)
      return
    }
    if (this.decision === 'point') {
      if (text === 'enough') this.#sendPoints()
      else this.#togglePoint(Number(text.slice(6)))
    } else if (touch && this.looked !== text) this.look(text)
    else if (this.loses(text) && this.doubted !== text) {
      this.look(text)
      this.doubted = text
    } else this.play(move)
  }

  #togglePoint(knight: number): void {
    this.pointing = this.pointing.includes(knight)
      ? this.pointing.filter((one) => one !== knight)
      : [...this.pointing, knight]
  }

  #sendPoints(): void {
    const moves = this.pointing.map((knight) => `point ${knight}`)
    this.putDown()
    this.room.play(...moves, 'enough')
  }

  #hinted: string | null = null

  /** Preview an advised move as if it had been touched, so that one button makes it. Another hint replaces it. */
  showHint(text: string | null): void {
    const before = this.#hinted
    this.#hinted = text
    if (before !== null && before !== text) {
      const pointed = this.#knightOf(before)
      if (pointed !== null && this.pointing.includes(pointed)) this.#togglePoint(pointed)
      else if (this.looked === before) this.look(null)
    }
    if (text === null || !this.legal.has(text)) return
    const knight = this.#knightOf(text)
    if (knight === null) this.look(text)
    else if (!this.pointing.includes(knight)) this.#togglePoint(knight)
  }

  /** The knight that a move of `point` names; null for any other move. */
  #knightOf(text: string): number | null {
    return this.decision === 'point' && text !== 'enough' ? Number(text.slice(6)) : null
  }

  play(move: MoveView): void {
    this.putDown()
    this.room.play(move.id)
  }

  putDown(): void {
    this.looked = this.doubted = this.fan = this.pencil = this.knight = null
    this.pointing = []
  }

  // By keyboard ----------------------------------------------------------------------------------------------------

  /** The move that a key means now; null if none. */
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
    const verb = this.decision && DIRECTED[this.decision]
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

  /** Move the sketch one square in the direction of a key. */
  sketchBy(key: string): boolean {
    const way = ARROW_KEYS[key]
    const from = this.pencil ?? this.table.gorynich
    if (!way || !from || !this.maySketch) return false
    this.sketch(ahead(from, way, 1)[0] ?? from)
    return true
  }

  /** The castle square in a direction from the previewed one. */
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
    // With ten knights, 0 is the tenth. `Enter` without a preview means "enough".
    if (key === '0' && !this.table.knights.some(({ number }) => number === 10)) return 'enough'
    return `point ${key === '0' ? 10 : key}`
  }
}
