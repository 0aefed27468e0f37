/**
 * The player's side of a table of Kunitori!: cards taken up or laid out for an ambush, the large card, the open pile.
 */

import type { Board } from '../../live/board'
import type { MoveView } from '../../protocol'
import { isTouch, TableDesk } from '../../table/desk.svelte'
import { capital, type Words } from '../../words/say'
import { writeAmbush, PLAIN, writeMove, type Thing } from './answers'
import { catalogue } from './catalogue.svelte'
import { listChanges, type Change } from './changes'
import { findMarks } from './happened'
import { spread, total, type Counts, type Game, type KunitoriTable, type SeatSeen, type Uncertain } from './seen'

/** Cards of a pile, laid out to be viewed. */
export interface Heap {
  title: string
  cards: Counts
  /** A note below them: some are unknown. */
  note: string | null
}

/** The thing that a finger lifted, or that has the pointer or the focus. */
export interface Looked {
  key: string
  card: string | null
  /** Its move, if legal. */
  move: MoveView | null
}

/** A button: its label and its action. */
export interface Command {
  key: string
  label: string
  note: string | null
  first: boolean
  gold: boolean
  moves: readonly (number | string)[]
}

export class Desk extends TableDesk<Game> {
  taken = $state.raw<Looked | null>(null)
  looked = $state.raw<Looked | null>(null)
  /** Cards of the hand lifted for an ambush, by their keys. */
  lifted = $state.raw<readonly string[]>([])
  /** The chosen defence against an attack. */
  defending = $state<'ambush' | 'reinforcements'>('ambush')
  reading = $state<string | null>(null)
  heap = $state.raw<Heap | null>(null)
  /** The camp that is open. */
  camp = $state<number | null>(null)
  /** The war scene is minimized so that the board is visible. */
  lowered = $state(false)
  /** The war scene is open: questions appear there. */
  atWar = $state(false)
  /** Whether there is room for everything at once. */
  wide = $state(false)
  /** The camp that spectators see in front. */
  viewpoint = $state(0)

  constructor(room: Board<Game>) {
    super(room, 'table')
  }

  // What is seen -----------------------------------------------------------------------------------------------------

  get words(): Words {
    return this.room.words
  }

  /** The camp that is drawn in front. */
  get below(): number {
    return this.room.seat ?? Math.min(this.viewpoint, this.table.seats.length - 1)
  }

  get mine(): boolean {
    return this.room.seat !== null
  }

  /** The others, clockwise from the left of the one in front. */
  get rivals(): number[] {
    const { length } = this.table.seats
    return Array.from({ length: length - 1 }, (_, at) => (this.below + 1 + at) % length)
  }

  seat(seat: number): SeatSeen {
    const found = this.table.seats[seat]
    if (!found) throw new Error(`nobody sits at ${seat}`)
    return found
  }

  score(seat: number): number | null {
    return this.room.face?.scores[seat] ?? null
  }

  /** The visible part of a hand, sorted: cards to play, treasures, lands. */
  hand(seat: number): { key: string; card: string }[] {
    return spread(this.seat(seat).known, (card) => {
      const { number, category } = catalogue.card(card)
      return (category === 'victory' ? 200 : 0) + number
    })
  }

  /** Marks around what has just happened. */
  readonly marks: ReadonlyMap<string, number> = $derived.by(() => findMarks(this.events))

  ring(name: string): string | undefined {
    const seat = this.marks.get(name)
    return seat === undefined ? undefined : `var(--banner-${seat})`
  }

  // Words ------------------------------------------------------------------------------------------------------------

  name(card: string): string {
    return this.words.say(`card.${card}`)
  }

  short(card: string): string {
    return this.words.say(`card_short.${card}`)
  }

  text(card: string): string {
    return this.words.say(`card_text.${card}`)
  }

  /** A card for screen readers: name, number of copies, text. */
  spoken(card: string, n = 1): string {
    return `${this.name(card)}${n > 1 ? ` × ${n}` : ''}. ${this.text(card)}`
  }

  who(seat: number): string {
    return seat === this.room.seat ? capital(this.say('you')) : (this.room.names[seat] ?? '')
  }

  // What can be done -------------------------------------------------------------------------------------------------

  writeMove(thing: Thing): string | null {
    return writeMove(this.decision, thing, this.room.seat)
  }

  move(thing: Thing): MoveView | null {
    const text = this.writeMove(thing)
    return (text === null ? undefined : this.legal.get(text)) ?? null
  }

  isHinted(thing: Thing): boolean {
    const { hinted } = this.room
    return hinted !== null && hinted.text === this.writeMove(thing)
  }

  get parameters(): Readonly<Record<string, unknown>> {
    return this.room.seen?.face.prompt.params ?? {}
  }

  /** The buttons of the current decision. */
  readonly commands: Command[] = $derived.by(() => {
    const { decision, room } = this
    if (decision === null || decision === 'defend' || decision === 'lay') return []
    const others = room.moves.length - (PLAIN[decision] ?? []).filter((text) => this.legal.has(text)).length
    // A lesson accepts only moves that it has listed.
    const known = (move: number) => room.table !== null || room.moves.some(({ id }) => id === move)
    const offered = (room.seen?.face.bundles ?? []).filter(({ moves }) => moves.every(known))
    const bundles = offered.map(({ key, params, moves }): Command => {
      const name = key.replace('bundle.', '')
      const note = name === 'treasures' ? `+${String(params.money)}` : null
      return { key: name, label: this.say(name), note, first: false, gold: name !== 'rest', moves }
    })
    const plain = (PLAIN[decision] ?? []).flatMap((text, at): Command[] => {
      const move = this.legal.get(text)
      if (!move) return []
      const name = move.key.replace('move.', '')
      const label = this.words.has(`table.${name}`)
        ? this.say(name)
        : this.words.tell(move.key, move.params, room.names)
      // The primary button: the furthest-reaching one if nothing else is left to do, or if a question has two answers.
      const first = !bundles.length && (others === 0 ? at === 0 : false)
      return [{ key: name, label, note: null, first, gold: false, moves: [move.id] }]
    })
    // If the whole turn can be ended at once, the buttons that end a phase are left out.
    const rest = bundles.find(({ key }) => key === 'rest')
    if (!rest) return [...bundles, ...plain]
    return [...bundles.filter((one) => one !== rest), { ...rest, first: others === 0 }]
  })

  /** A prompt that names only what can be done now, if the game's own prompt would name more; otherwise null. */
  get expectation(): string | null {
    const { decision } = this
    const can = (verb: string) => this.room.moves.some(({ text }) => text.startsWith(verb))
    if (decision === 'tidy') {
      if (can('recall') && can('keep')) return null
      return this.say(can('recall') ? 'only_recall' : can('keep') ? 'only_keep' : 'only_end_turn')
    }
    if (decision === 'act' && this.room.moves.every(({ text }) => text === 'end actions')) return this.say('no_action')
    return null
  }

  command(key: string): Command | undefined {
    return this.commands.find((one) => one.key === key)
  }

  do(command: Command): void {
    this.play(...command.moves)
  }

  /** The table after the previewed move. */
  get foreseen(): Uncertain<KunitoriTable> | null {
    return this.foreseenView?.table ?? null
  }

  readonly changes: readonly Change[] = $derived.by(() => {
    const then = this.foreseen
    return then
      ? listChanges(this.table, then, this.room.face?.scores ?? [], this.room.foreseen?.scores ?? null, this.below)
      : []
  })

  change(what: Change['what']): number | null {
    return this.changes.find((one) => one.what === what)?.to ?? null
  }

  // What is touched --------------------------------------------------------------------------------------------------

  /** Handle a click or tap. A finger can't hover: its first tap previews, its second acts. */
  press(key: string, thing: Thing, card: string | null, event: MouseEvent): void {
    const text = this.writeMove(thing)
    const move = this.move(thing)
    const place = event.currentTarget instanceof Element ? event.currentTarget.getBoundingClientRect() : undefined
    if (move && isTouch(event) && this.taken?.key !== key) {
      this.taken = { key, card, move }
      this.room.foresee(move.id, [], 0)
    } else if (move) {
      // If a focused card leaves, the browser computes the layout at once. The keyboard needs the focus; pointers
      // don't.
      if (event.detail && event.currentTarget instanceof HTMLElement) event.currentTarget.blur()
      this.play(move.id)
    } else if (text !== null && this.asked(thing)) {
      this.taken = null
      // The remedy (pay with everything) lies beside the piles, so the reason is shown above them.
      const above = this.wide && thing.at === 'pile' && place
      void this.room.explain(text, [], above ? new DOMRect(place.x, place.y, place.width, innerHeight) : place)
    } else if (card) this.reading = card
    else if (thing.at === 'camp') this.camp = thing.seat
  }

  /** Whether this kind of thing is a move now: then a refusal deserves a reason. */
  asked(thing: Thing): boolean {
    if (thing.at === 'camp') return this.room.moves.some((move) => 'seat' in move.params)
    return thing.at !== 'unit' || this.room.moves.some(({ key }) => /replay|trap|recall|attach/.test(key))
  }

  look(key: string, thing: Thing, card: string | null): void {
    const move = this.move(thing)
    this.looked = { key, card, move }
    this.room.foresee(move?.id ?? null)
  }

  unlook(): void {
    this.looked = null
    this.room.foresee(this.taken?.move?.id ?? null, [], 0)
  }

  play(...moves: (number | string)[]): void {
    this.taken = null
    this.looked = null
    this.reading = null
    this.camp = null
    this.room.play(...moves)
  }

  /** A new question came: drop everything of the old one. */
  putDown(): void {
    this.taken = null
    this.lifted = []
    this.defending = 'ambush'
    this.lowered = false
    this.heap = null
  }

  // Against an attack ------------------------------------------------------------------------------------------------

  get laid(): string[] {
    return this.lifted.map((key) => key.split(':')[0] ?? '')
  }

  lift(key: string): void {
    this.lifted = this.lifted.includes(key) ? this.lifted.filter((one) => one !== key) : [...this.lifted, key]
    this.defending = 'ambush'
    this.foreseeAmbush()
  }

  foreseeAmbush(): void {
    // Preview without the end of the list: with it the battle would be over, and its totals gone from the table.
    const [move, ...then] = this.#ambush().filter((one) => one !== 'ready')
    if (move !== undefined && this.lifted.length) this.room.foresee(move, then, 0)
    else this.room.foresee(null)
  }

  layAmbush(): void {
    this.play(...this.#ambush())
  }

  #ambush(): string[] {
    const hand = this.room.seat === null ? 0 : this.seat(this.room.seat).hand
    return writeAmbush(this.decision, this.laid, hand)
  }

  // Piles that are looked through ------------------------------------------------------------------------------------

  openDeck(seat: number): void {
    const { deck_cards, put_back, deck } = this.seat(seat)
    const cards: Counts = deck_cards ?? Object.fromEntries(put_back.map((card) => [card, 1]))
    const note = deck_cards ? this.say('deck_note') : this.say('unknown', { n: deck - total(cards) })
    this.heap = { title: this.say('deck_of', { seat }), cards, note }
  }

  openDiscard(seat: number): void {
    const { pile_cards, pile } = this.seat(seat)
    const hidden = pile - total(pile_cards)
    this.heap = {
      title: this.say('discard_of', { seat }),
      cards: pile_cards,
      note: hidden ? this.say('unknown', { n: hidden }) : null,
    }
  }

  openTrash(): void {
    this.heap = { title: this.say('trash'), cards: this.table.trash, note: null }
  }
}
