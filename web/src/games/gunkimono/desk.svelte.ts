/** The player's side of a table of Gunkimono: the held tile and where it would lie, and what its halves will score. */

import type { Foreseen } from '../../live/board'
import type { Written } from '../../protocol'
import { TableDesk } from '../../table/desk.svelte'
import { sound } from '../../table/sound'
import { catalogue } from './catalogue.svelte'
import { outlinesOf, type Outline } from './formations'
import { beside, onward, type Way } from './geometry'
import { Places, readPlace } from './laying'
import type { Choice, ForeseenTable, Game, GunkimonoTable, Half, SeatSeen, Square, Unit } from './seen'

/** A held tile: its name, and the move that takes it up; null if it is already being laid. */
export interface Held {
  tile: string
  move: string | null
  /** Tells equal tiles apart. */
  key: string
}

export interface Ghost {
  squares: string[]
  units: Unit[]
  symbols: number[]
  /** Its notation, if it may lie so. */
  written: string | null
}

/** Whether a tile or fortress may be put on a square: yes, on a support, if turned, never; '' if nothing is asked. */
export type SquareState = '' | 'legal' | 'propped' | 'other' | 'never'

/** What is read large: a tile or a square, by name. */
export type Large = { tile: string } | { square: string }

const NOWHERE = new Places([])

export class Desk extends TableDesk<Game> {
  #held = $state.raw<Held | null>(null)
  /** The square that is or was pointed at; for a tile the one under its first half. */
  at = $state<string | null>(null)
  way = $state<Way>('e')
  /** The small tile that will be the support. */
  support = $state<Unit | null>(null)
  /** The tile has its place, and needs a choice of the supporting small tile. */
  supporting = $state(false)
  /** What each half will score, as far as chosen. */
  choices = $state.raw<(Choice | null)[]>([])
  /** The tile to draw that a first tap has selected. */
  shown = $state<string | null>(null)
  /** Which formations are outlined: that of a square, all, or none. */
  looked = $state<string | null>(null)
  all = $state(false)
  touch = $state(false)
  reading = $state.raw<Large | null>(null)
  /** What lay under the tile that is arriving; shown until it has arrived. */
  under = $state.raw<Readonly<Record<string, Square>>>({})
  #field: GunkimonoTable['field'] | null = null
  /** The place at which I laid a tile by hand: it needs no animation. */
  #laid: string | null = null

  /** The table as it would be after the move that is previewed. */
  readonly then: ForeseenTable | null = $derived(this.foreseenView?.table ?? null)

  get foreseen(): Foreseen<Game> | null {
    return this.room.foreseen
  }

  unit(unit: Unit): string {
    return this.room.words.say(`unit.${unit}`)
  }

  tileName(tile: string): string {
    return this.room.words.word('tile', tile)
  }

  /** The seat whose hand is drawn: mine; for spectators the one whose turn it is. */
  get own(): number {
    return this.room.seat ?? this.table.turn
  }

  get mine(): SeatSeen | undefined {
    return this.table.seats[this.own]
  }

  // Laying a tile ----------------------------------------------------------------------------------------------------

  /** The held tile: taken up by me, or as the server says. */
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

  /** The move that takes up a tile of the tray. */
  moveOf(tile: string): string {
    return catalogue.tile(tile).units.length > 1 ? tile : `small ${tile}`
  }

  letter(unit: Unit): string {
    return catalogue.all.units[unit]
  }

  /** A tile of the tray was clicked: take it up, or put it back. */
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

  /** Move along the field by keys. */
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

  /** Ask for the effects of the previewed placement. */
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

  /** Lay the tile in its place, or show why it can't lie there. */
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

  /** A small tile was chosen as support. */
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

  /** What a half scores: as played, as chosen here, or the only possibility. */
  choice(n: number): Choice | null {
    const played = this.table.laying?.chosen[n]
    return played ?? this.choices[n] ?? (this.halves[n]?.honour === 0 ? 'victory' : null)
  }

  /** The halves that still need a choice. */
  get asked(): number[] {
    const settled = this.table.laying?.chosen.length ?? 0
    return this.halves.flatMap(({ honour }, n) => (n >= settled && honour > 0 ? [n] : []))
  }

  get decided(): boolean {
    return this.asked.length > 0 && this.asked.every((n) => this.choices[n])
  }

  /** Whether a choice so far wins a banner, which I alone see: then an undo is no longer free. */
  get reveals(): boolean {
    return this.asked.some((n) => this.choices[n] === 'honour' && this.halves[n]?.banner)
  }

  /** Whether honour for a half builds a fortress: with the choices so far, or only together with them. */
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
    // With a finger, two halves are chosen one by one and sent by a button; for one half, its labelled button acts at
    // once.
    const one = this.asked.length === 1
    if (this.decided && (again || (!this.reveals && (!this.touch || one)))) this.score()
  }

  /** Ask for the effects of the choices so far plus one more. */
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

  /** The squares that would score or belong to the new formation: always clearly visible. */
  readonly marked: ReadonlySet<string> = $derived.by(
    () => new Set(this.outlines.flatMap(({ kind, squares }) => (kind === 'made' || kind === 'other' ? squares : []))),
  )

  /** What a square means for the held tile, or for the fortress to build. */
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

  /** Preview an advised move: the tile lies where this move and the next put it. */
  showHint(hinted: string | null, then: readonly string[]): void {
    if (hinted === null) {
      if (this.#held?.key === 'hint') this.putBack()
      return
    }
    if (this.decision === 'site') this.at = hinted.replace('fort ', '')
    else if (this.decision === 'draw') this.shown = hinted
    else if (this.decision === 'place' || this.decision === 'tile') {
      if (this.decision === 'tile') {
        if (hinted === 'pass') return
        this.#held = { tile: hinted.replace('small ', ''), move: hinted, key: 'hint' }
      }
      const lying = readPlace((this.decision === 'place' ? hinted : then[0]) ?? '')
      if (!lying) return
      this.at = lying.square
      if (lying.way) this.way = lying.way
    } else return
    this.#look()
  }

  #play(...moves: Written[]): void {
    this.room.play(...moves)
    this.#held = null
    this.supporting = false
    this.shown = null
    this.looked = null
  }

  /** A new question came: drop everything of the old one. */
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
          const squares = 'square2' in params ? [params.square, params.square2] : [params.square]
          return { seat: params.seat, squares }
        }
      }
    }
    return null
  })

  /** Called before another position is shown. */
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
      const laid = this.events.find((one) => one.event === 'placed' || one.event === 'placed_small')
      const here = laid?.params.square === this.#laid && laid.params.seat === this.room.seat
      return laid && !here ? `seat-${laid.params.seat}` : null
    }
    if (what === 'castle') return `waiting-${one}`
    if (what === 'hand' || what === 'display') return 'pile'
    return null
  }

  goesTo = (piece: string): string | null => {
    const [what] = piece.split(':')
    if (what === 'display') {
      const taken = this.events.find((one) => one.event === 'took')
      return taken ? `seat-${taken.params.seat}` : null
    }
    return null
  }
}
