/** What one does at a table of Kunitori!: what is taken up, laid out for an ambush, read large, looked through. */

import type { Board } from '../../live/board'
import type { MoveView } from '../../protocol'
import { capital, type Words } from '../../words/say'
import { ambush, PLAIN, written, type Thing } from './answers'
import { catalogue } from './catalogue.svelte'
import { changes, type Change } from './changes'
import { eventsOf, marks } from './happened'
import {
  foreseenOf,
  spread,
  tableOf,
  total,
  type Counts,
  type KunitoriTable,
  type SeatSeen,
  type Uncertain,
} from './seen'

/** Cards laid out to be looked through. */
export interface Heap {
  title: string
  cards: Counts
  /** What is told below: that some of them are not known. */
  note: string | null
}

/** What a finger has lifted, or a pointer or the focus rests on. */
export interface Looked {
  key: string
  card: string | null
  /** The move it would be, if it is legal. */
  move: MoveView | null
}

/** A button: what it says, what it does. */
export interface Command {
  key: string
  label: string
  note: string | null
  first: boolean
  gold: boolean
  moves: readonly (number | string)[]
}

export class Desk {
  taken = $state.raw<Looked | null>(null)
  looked = $state.raw<Looked | null>(null)
  /** Cards of the hand lifted for an ambush, by their keys. */
  lifted = $state.raw<readonly string[]>([])
  /** What is chosen against an attack. */
  defending = $state<'ambush' | 'reinforcements'>('ambush')
  reading = $state<string | null>(null)
  heap = $state.raw<Heap | null>(null)
  /** The camp that is looked at more closely. */
  camp = $state<number | null>(null)
  /** The war goes on while one looks at the board. */
  lowered = $state(false)
  /** A war is seen: what is asked is asked there. */
  atWar = $state(false)
  /** Whether there is room for everything at once. */
  wide = $state(false)
  /** Through whose camp those look who have none of their own. */
  viewpoint = $state(0)

  constructor(readonly room: Board) {}

  // What is seen -----------------------------------------------------------------------------------------------------

  readonly table: KunitoriTable = $derived.by(() => {
    const { face } = this.room
    if (!face) throw new Error('a desk is for a table that is seen')
    return tableOf(face.view)
  })

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

  /** A hand as far as it may be seen, as people sort it: what is played, then treasures, then lands. */
  hand(seat: number): { key: string; card: string }[] {
    return spread(this.seat(seat).known, (card) => {
      const { number, category } = catalogue.card(card)
      return (category === 'victory' ? 200 : 0) + number
    })
  }

  /** What has just happened lies in a ring. */
  readonly marks: ReadonlyMap<string, number> = $derived.by(() => {
    const last = this.room.past
      ? this.room.log.filter(({ number }) => number <= (this.room.past?.number ?? 0)).at(-1)
      : this.room.log.at(-1)
    return marks(last ? eventsOf([last]) : [])
  })

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

  say(key: string, params: Record<string, unknown> = {}): string {
    return this.words.say(`table.${key}`, params, this.room.names)
  }

  /** A card for the ear: its name, how many of it there are, what it does. */
  spoken(card: string, n = 1): string {
    return `${this.name(card)}${n > 1 ? ` × ${n}` : ''}. ${this.text(card)}`
  }

  who(seat: number): string {
    return seat === this.room.seat ? capital(this.say('you')) : (this.room.names[seat] ?? '')
  }

  // What can be done -------------------------------------------------------------------------------------------------

  /** The legal moves by their notation: every card on the table asks, so it is made once a question. */
  readonly legal: ReadonlyMap<string, MoveView> = $derived.by(
    () => new Map(this.room.moves.map((move) => [move.text, move])),
  )

  get decision(): string | null {
    return this.room.moves.length ? (this.room.face?.view.decision ?? null) : null
  }

  written(thing: Thing): string | null {
    return written(this.decision, thing, this.room.seat)
  }

  move(thing: Thing): MoveView | null {
    const text = this.written(thing)
    return (text === null ? undefined : this.legal.get(text)) ?? null
  }

  isHinted(thing: Thing): boolean {
    const { hinted } = this.room
    return hinted !== null && hinted.text === this.written(thing)
  }

  get parameters(): Readonly<Record<string, unknown>> {
    return this.room.seen?.face.prompt.params ?? {}
  }

  /** The buttons of what is asked. */
  readonly commands: Command[] = $derived.by(() => {
    const { decision, room } = this
    if (decision === null || decision === 'defend' || decision === 'lay') return []
    const others = room.moves.length - (PLAIN[decision] ?? []).filter((text) => this.legal.has(text)).length
    // A lesson is told what is played by the moves that it has listed.
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
      // What does most stands out where nothing else is left to do, and where a question has two answers.
      const first = !bundles.length && (others === 0 ? at === 0 : false)
      return [{ key: name, label, note: null, first, gold: false, moves: [move.id] }]
    })
    // Whoever may end the whole turn at once need not end a phase first.
    const rest = bundles.find(({ key }) => key === 'rest')
    if (!rest) return [...bundles, ...plain]
    return [...bundles.filter((one) => one !== rest), { ...rest, first: others === 0 }]
  })

  command(key: string): Command | undefined {
    return this.commands.find((one) => one.key === key)
  }

  do(command: Command): void {
    this.play(...command.moves)
  }

  /** What the table would be after the move that is looked at. */
  get foreseen(): Uncertain<KunitoriTable> | null {
    const view = this.room.past ? null : this.room.foreseen?.view
    return view ? foreseenOf(view) : null
  }

  readonly changes: readonly Change[] = $derived.by(() => {
    const then = this.foreseen
    return then
      ? changes(this.table, then, this.room.face?.scores ?? [], this.room.foreseen?.scores ?? null, this.below)
      : []
  })

  change(what: Change['what']): number | null {
    return this.changes.find((one) => one.what === what)?.to ?? null
  }

  // What is touched --------------------------------------------------------------------------------------------------

  /** Something was clicked or tapped. A finger can't hover: its first tap lifts and shows, the second does. */
  press(key: string, thing: Thing, card: string | null, event: MouseEvent): void {
    const text = this.written(thing)
    const move = this.move(thing)
    const place = event.currentTarget instanceof Element ? event.currentTarget.getBoundingClientRect() : undefined
    if (move && isTouch(event) && this.taken?.key !== key) {
      this.taken = { key, card, move }
      this.room.foresee(move.id, [], 0)
    } else if (move) {
      // A card that leaves with the focus on it would have the page laid out on the spot; keys need the focus, pointers don't.
      if (event.detail && event.currentTarget instanceof HTMLElement) event.currentTarget.blur()
      this.play(move.id)
    } else if (text !== null && this.asked(thing)) {
      this.taken = null
      // Beside the piles lies what would mend it (pay with all): the reason stands above them.
      const above = this.wide && thing.at === 'pile' && place
      void this.room.explain(text, [], above ? new DOMRect(place.x, place.y, place.width, innerHeight) : place)
    } else if (card) this.reading = card
    else if (thing.at === 'camp') this.camp = thing.seat
  }

  /** Whether touching such a thing means a move now: why that one can't be made is then worth telling. */
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

  /** Another question: nothing of the last one is in the way. */
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
    // Before it is said that there are no more: then it would be over, and the totals gone from the table.
    const [move, ...then] = this.#ambush().filter((one) => one !== 'ready')
    if (move !== undefined && this.lifted.length) this.room.foresee(move, then, 0)
    else this.room.foresee(null)
  }

  layAmbush(): void {
    this.play(...this.#ambush())
  }

  #ambush(): string[] {
    const hand = this.room.seat === null ? 0 : this.seat(this.room.seat).hand
    return ambush(this.decision, this.laid, hand)
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

export const isTouch = (event: MouseEvent): boolean => 'pointerType' in event && event.pointerType === 'touch'
