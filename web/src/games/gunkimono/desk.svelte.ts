/** What one does at a table of Gunkimono: which tile is taken up and where it would lie, what its halves shall score. */

import type { Board, Foreseen } from '../../live/board'
import type { GameEvent, MoveView, Written } from '../../protocol'
import { sound } from '../../table/sound'
import { catalogue } from './catalogue.svelte'
import { outlinesOf, type Outline } from './formations'
import { beside, onward, type Way } from './geometry'
import { Places } from './laying'
import { tableOf, type Choice, type GunkimonoTable, type Half, type SeatSeen, type Square, type Unit } from './seen'

/** A tile that is taken up: what it is called, and the move that takes it; none where it is being laid already. */
export interface Held {
  tile: string
  move: string | null
  /** Which one it is, where two are alike. */
  key: string
}

export interface Ghost {
  squares: string[]
  units: Unit[]
  symbols: number[]
  /** How it is written, if it may lie so. */
  written: string | null
}

/** Of a square: a tile or fortress may come there, on a support, turned otherwise, or not at all; nothing is asked. */
export type SquareState = '' | 'legal' | 'propped' | 'other' | 'never'

/** What is read large: a tile or a square, by name. */
export type Large = { tile: string } | { square: string }

const NOWHERE = new Places([])

export class Desk {
  #held = $state.raw<Held | null>(null)
  /** The square that is pointed at, or was: of a tile the one under its first half. */
  at = $state<string | null>(null)
  way = $state<Way>('e')
  /** The small tile that shall support. */
  support = $state<Unit | null>(null)
  /** The tile stays where it is: which small tile supports it is asked. */
  supporting = $state(false)
  /** What each half shall score, as far as it was said. */
  choices = $state.raw<(Choice | null)[]>([])
  /** What a first tap has shown: a tile to draw. */
  shown = $state<string | null>(null)
  /** Which formations are outlined: that of a square, all, or none. */
  looked = $state<string | null>(null)
  all = $state(false)
  touch = $state(false)
  reading = $state.raw<Large | null>(null)
  /** What lay where a tile lies now: seen until it has arrived. */
  under = $state.raw<Readonly<Record<string, Square>>>({})
  #field: GunkimonoTable['field'] | null = null
  /** The place at which a tile was laid here, by hand: it lies there already. */
  #laid: string | null = null

  constructor(readonly room: Board) {}

  readonly table: GunkimonoTable = $derived.by(() => {
    const { face } = this.room
    if (!face) throw new Error('a desk is for a table that is seen')
    return tableOf(face.view)
  })

  /** The table as it would be after what is looked at. */
  readonly then: GunkimonoTable | null = $derived.by(() => {
    const view = this.room.past ? null : this.foreseen?.view
    return view ? tableOf(view) : null
  })

  get foreseen(): Foreseen | null {
    return this.room.foreseen
  }

  say(key: string, params: Record<string, unknown> = {}): string {
    return this.room.words.say(`board.${key}`, params, this.room.names)
  }

  unit(unit: Unit): string {
    return this.room.words.say(`unit.${unit}`)
  }

  tileName(tile: string): string {
    return this.room.words.word('tile', tile)
  }

  readonly legal: ReadonlyMap<string, MoveView> = $derived.by(
    () => new Map(this.room.moves.map((move) => [move.text, move])),
  )

  readonly decision: string | null = $derived.by(() =>
    this.room.moves.length ? (this.room.face?.view.decision ?? null) : null,
  )

  /** The seat that is drawn as one's own: mine, or for those who watch the one whose turn it is. */
  get own(): number {
    return this.room.seat ?? this.table.turn
  }

  get mine(): SeatSeen | undefined {
    return this.table.seats[this.own]
  }

  // Laying a tile ----------------------------------------------------------------------------------------------------

  /** What is taken up: by me, or as the server says. */
  get held(): Held | null {
    if (this.decision === 'place') {
      const tile = this.table.laying?.tile
      return tile ? { tile, move: null, key: 'laying' } : null
    }
    return this.decision === 'tile' ? this.#held : null
  }

  readonly places: Places = $derived.by(() => {
    const tile = this.held?.tile
    return tile ? new Places(this.table.places[tile] ?? []) : NOWHERE
  })

  get large(): boolean {
    return this.held !== null && catalogue.tile(this.held.tile).units.length > 1
  }

  readonly ghost: Ghost | null = $derived.by(() => {
    const { held, at } = this
    if (!held || at === null) return null
    const { units, symbols } = catalogue.tile(held.tile)
    const second = this.large ? beside(catalogue.all.squares, at, this.way) : null
    return {
      squares: second === null ? [at] : [at, second],
      units,
      symbols,
      written: this.places.written(at, this.large ? this.way : null),
    }
  })

  get supported(): boolean {
    return this.ghost?.written?.endsWith('+') ?? false
  }

  /** How a tile that lies in the tray is taken up. */
  moveOf(tile: string): string {
    return catalogue.tile(tile).units.length > 1 ? tile : `small ${tile}`
  }

  letter(unit: Unit): string {
    return catalogue.all.units[unit]
  }

  /** A tile of the tray was clicked: it is taken up, or put back. */
  take(tile: string, key: string, place: Element): void {
    const move = this.moveOf(tile)
    if (this.decision !== 'tile') {
      if (this.room.moves.length) void this.room.explain(move, [], place.getBoundingClientRect())
      return
    }
    if (this.#held?.key === key) this.putBack()
    else if (this.legal.has(move)) {
      this.#held = { tile, move, key }
      this.supporting = false
      this.support = null
      this.#look()
    } else void this.room.explain(move, [], place.getBoundingClientRect())
  }

  putBack(): void {
    this.#held = null
    this.supporting = false
    this.support = null
    this.at = null
    this.room.foresee(null)
  }

  pointAt(square: string | null): void {
    if (this.supporting || square === this.at) return
    this.at = square
    this.#look()
  }

  turn(back = false): void {
    if (!this.large || this.supporting) return
    this.way = this.places.turned(this.at, this.way, back)
    sound('tick')
    this.#look()
  }

  turnTo(way: Way): void {
    if (this.supporting) return
    this.way = way
    this.#look()
  }

  /** Along the field by keys. */
  step(way: Way): string {
    const { squares, rows, columns } = catalogue.all
    const from = this.at ?? Object.keys(squares)[Math.floor(Object.keys(squares).length / 2)] ?? ''
    const to = this.at === null ? from : onward(squares, from, way, rows, columns)
    this.pointAt(to)
    return to
  }

  #before(): Written[] {
    return this.held?.move ? [this.held.move] : []
  }

  /** Ask what would come of what is pointed at. */
  #look(): void {
    const written = this.ghost?.written
    if (this.held) {
      const [first, ...then] = written ? [...this.#before(), written, ...this.#supporting()] : []
      this.room.foresee(first ?? null, then, 0)
    } else if (this.decision === 'site') {
      const move = `fort ${this.at ?? ''}`
      this.room.foresee(this.legal.has(move) ? move : null, [], 0)
    }
  }

  #supporting(): string[] {
    return this.supported && this.support ? [`support ${this.letter(this.support)}`] : []
  }

  /** Lay the tile where it is shown; or say why it can't lie there. */
  lay(place?: Element | null): void {
    const { ghost } = this
    if (!ghost || this.at === null) return
    if (!ghost.written) {
      const [first, ...then] = [...this.#before(), `${this.at}${this.large ? this.way : ''}`]
      void this.room.explain(first, then, place?.getBoundingClientRect())
      return
    }
    const others = this.mine?.small.length ?? 0
    if (this.supported && others > 1 && !this.support) {
      this.supporting = true
      return
    }
    this.#laid = this.at
    this.#play(...this.#before(), ghost.written, ...(others > 1 ? this.#supporting() : []))
  }

  /** A small tile was named as support. */
  supportWith(unit: Unit): void {
    if (this.decision === 'support') this.#play(`support ${this.letter(unit)}`)
    else {
      this.support = unit
      if (this.supporting) this.lay()
      else this.#look()
    }
  }

  nextSupport(): void {
    const small = this.mine?.small ?? []
    this.support = small[(small.indexOf(this.support ?? 'archer') + 1) % small.length] ?? null
    this.#look()
  }

  // Scoring ----------------------------------------------------------------------------------------------------------

  get halves(): Half[] {
    return this.table.laying?.halves ?? []
  }

  /** What a half scores: as it was played, as it was said here, or as it must be. */
  choice(n: number): Choice | null {
    const played = this.table.laying?.chosen[n]
    return played ?? this.choices[n] ?? (this.halves[n]?.honour === 0 ? 'victory' : null)
  }

  /** The halves that are still asked about. */
  get asked(): number[] {
    const settled = this.table.laying?.chosen.length ?? 0
    return this.halves.flatMap(({ honour }, n) => (n >= settled && honour > 0 ? [n] : []))
  }

  get decided(): boolean {
    return this.asked.length > 0 && this.asked.every((n) => this.choices[n])
  }

  /** A banner is looked at by its owner alone: taking it back is no longer free. */
  get reveals(): boolean {
    return this.asked.some((n) => this.choices[n] === 'honour' && this.halves[n]?.banner)
  }

  /** Whether honour for a half brings a fortress: with what is said of the others, or only with them. */
  builds(n: number): 'now' | 'together' | null {
    if (!this.halves[n]?.builds) return null
    const others = this.halves.flatMap(({ builds }, at) => (builds && at !== n ? [this.choice(at)] : []))
    if (others.includes('victory')) return null
    return others.every((choice) => choice === 'honour') ? 'now' : 'together'
  }

  choose(n: number, choice: Choice): void {
    const again = this.choices[n] === choice && this.decided
    this.choices = this.#with(n, choice)
    this.considerAll()
    if (this.decided && (again || (!this.touch && !this.reveals))) this.score()
  }

  /** Ask what the choices so far would do, with one more that is looked at. */
  consider(n: number, choice: Choice): void {
    this.considerAll(this.#with(n, choice))
  }

  #with(n: number, choice: Choice): (Choice | null)[] {
    return this.halves.map((_, at) => (at === n ? choice : (this.choices[at] ?? null)))
  }

  considerAll(choices: readonly (Choice | null)[] = this.choices): void {
    const moves: Choice[] = []
    for (const n of this.asked) {
      const choice = choices[n]
      if (!choice) break
      moves.push(choice)
    }
    const [first, ...then] = moves
    this.room.foresee(first ?? null, then, 0)
  }

  score(): void {
    if (this.decided) this.#play(...this.asked.flatMap((n) => this.choices[n] ?? []))
  }

  // What the field shows ----------------------------------------------------------------------------------------------

  levelOf = (square: string): number => this.table.field[square]?.level ?? 0

  readonly outlines: Outline[] = $derived.by(() => outlinesOf(this))

  /** The squares of what would be made, or scores: they are seen clearly whatever else may lie there. */
  readonly marked: ReadonlySet<string> = $derived.by(
    () => new Set(this.outlines.flatMap(({ kind, squares }) => (kind === 'made' || kind === 'other' ? squares : []))),
  )

  /** What a square is for the tile that is held, or the fortress to be built. */
  stateOf(square: string): SquareState {
    if (this.held !== null) {
      const written = this.places.written(square, this.large ? this.way : null)
      if (written) return written.endsWith('+') ? 'propped' : 'legal'
      return this.places.squares.has(square) ? 'other' : 'never'
    }
    if (this.decision === 'site') return this.legal.has(`fort ${square}`) ? 'legal' : 'never'
    return ''
  }

  // Building and drawing ---------------------------------------------------------------------------------------------

  /** A square was clicked or tapped. */
  press(square: string, place: Element, touch: boolean): void {
    this.touch = touch
    if (this.held) {
      const here = this.ghost?.squares.includes(square) ?? false
      if (!touch) {
        this.pointAt(square)
        this.lay(place)
      } else if (here && this.large) this.turn()
      else if (here) this.lay(place)
      else this.pointAt(square)
    } else if (this.decision === 'site') {
      const seen = this.at === square
      this.at = square
      this.#look()
      if (!touch || seen) this.build(place)
    } else this.looked = this.looked === square ? null : square
  }

  build(place?: Element | null): void {
    if (this.at === null) return
    const move = `fort ${this.at}`
    if (this.legal.has(move)) this.#play(move)
    else void this.room.explain(move, [], place?.getBoundingClientRect())
  }

  /** A tile of the display, or the pile (`blind`), was clicked or tapped. */
  draw(move: string, place: Element, touch: boolean): void {
    if (!this.legal.has(move)) {
      if (this.room.moves.length) void this.room.explain(move, [], place.getBoundingClientRect())
    } else if (touch && this.shown !== move) this.shown = move
    else this.#play(move)
  }

  play(move: string): void {
    if (this.legal.has(move)) this.#play(move)
  }

  #play(...moves: Written[]): void {
    this.room.play(...moves)
    this.#held = null
    this.supporting = false
    this.shown = null
    this.looked = null
  }

  /** Another question: nothing of the last one is in the way. */
  putDown(): void {
    this.#held = null
    this.supporting = false
    this.support = null
    this.choices = []
    this.shown = null
    this.looked = this.reading = null
    if (this.decision !== 'place') this.at = null
    else if (this.at) this.#look()
  }

  // What happened ----------------------------------------------------------------------------------------------------

  /** The squares of the tile that was laid last, and who laid it. */
  readonly last: { seat: number; squares: string[] } | null = $derived.by(() => {
    const { log, past } = this.room
    for (const entry of log.toReversed()) {
      if (past && entry.number > past.number) continue
      for (const { event, params } of entry.steps.flatMap((step) => step.events).toReversed()) {
        if (event === 'placed' || event === 'placed_small') {
          const squares = [params.square, params.square2].filter((square) => typeof square === 'string')
          return { seat: Number(params.seat), squares }
        }
      }
    }
    return null
  })

  /** The events of the moment that is shown. */
  get events(): GameEvent[] {
    const { log, past } = this.room
    const entry = past ? log.find(({ number }) => number === past.number) : log.at(-1)
    return entry?.steps.flatMap((step) => step.events) ?? []
  }

  /** Another moment is about to be shown. */
  changed(): void {
    const { field } = this.table
    const before = this.#field
    if (field === before) return
    this.#field = field
    const risen = Object.entries(field).filter(([square, { level }]) => level > (before?.[square]?.level ?? level))
    this.under = Object.fromEntries(risen.flatMap(([square]) => (before?.[square] ? [[square, before[square]]] : [])))
  }

  // Where pieces come from and go to, for those who see them travel --------------------------------------------------

  comesFrom = (piece: string): string | null => {
    const [what, one] = piece.split(':')
    if (what === 'block') {
      const laid = this.events.find(({ event }) => event === 'placed' || event === 'placed_small')
      const here = laid?.params.square === this.#laid && laid.params.seat === this.room.seat
      return laid && !here ? `seat-${String(laid.params.seat)}` : null
    }
    if (what === 'castle') return `waiting-${one}`
    if (what === 'hand' || what === 'display') return 'pile'
    return null
  }

  goesTo = (piece: string): string | null => {
    const [what] = piece.split(':')
    if (what === 'display') {
      const taken = this.events.find(({ event }) => event === 'took')
      return taken ? `seat-${String(taken.params.seat)}` : null
    }
    return null
  }
}
