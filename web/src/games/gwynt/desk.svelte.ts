/** The player's side of a table of Gwynt: the lifted card, where it would go, the card that is read, the open pile. */

import type { Board } from '../../live/board'
import type { MoveKey, MoveView, Params, Written } from '../../protocol'
import { t } from '../../words/page.svelte'
import { capital } from '../../words/say'
import { hasRoomFor } from './art/face'
import { catalogue, type Row } from './catalogue.svelte'
import { layoutOf, type Layout } from './layout'
import { Reader } from './reader.svelte'
import { tableOf, type Decision, type Game, type GwyntTable, type SeatSeen, type Unit } from './seen'
import { battlesOf, eventsOf, lastTurn, markedBy, sentenceOf, type Marked, type RoundEnd } from './story'

export interface Heap {
  title: string
  cards: string[]
}

/** What is lifted: a card of the hand, a card to choose, or the leader. */
export interface Lifted {
  key: string
  card: string | null
  leader?: string
  /** Its notation as a move; null if it can only be read. */
  written: string | null
}

/** The end of a round as a scene, with the cards in both hands as the next one began. */
export interface RoundScene {
  end: RoundEnd
  held: readonly [number, number] | null
}

/** The notation of a card of the hand, by decision. */
const FROM_HAND: Partial<Record<Decision, (card: string) => string>> = {
  turn: (card) => card,
  redraw: (card) => `swap ${card}`,
  discard: (card) => `discard ${card}`,
}
/** Decisions on cards in a pile or deck, which are laid out to choose from. */
const LAID_OUT: ReadonlySet<string> = new Set<MoveKey<Game>>(['move.revive', 'move.fetch', 'move.take'])
const OTHERWISE: ReadonlySet<string> = new Set<MoveKey<Game>>(['move.decline', 'move.random'])
const DISCARDS = 2 // the cards discarded for the leader who asks for that
const REST = 60 // milliseconds that a pointer rests on a card before the server is asked

export class Desk extends Reader {
  /** Lifted until it is put back: by a finger or a key. */
  taken = $state.raw<Lifted | null>(null)
  /** Under the pointer or the focus. */
  hovered = $state.raw<Lifted | null>(null)
  /** Where a card that asks for a row or a target would go. */
  spot = $state<string | null>(null)
  heap = $state.raw<Heap | null>(null)
  /** The end of a round that is shown, and the last one that was. */
  scene = $state.raw<RoundScene | null>(null)
  told = $state.raw<RoundScene | null>(null)
  /** Cards marked to be replaced. */
  marked = $state.raw<readonly string[]>([])
  /** Cards to be replaced after the one on its way: the server shows each drawn card before the next choice. */
  #further: readonly string[] = []
  /** Passing was pressed once and must be confirmed. */
  sure = $state(false)
  layout = $state.raw<Layout>(layoutOf(390, 752, true))
  /** The possible places of the lifted card, from its preview. */
  #waits = $state.raw<{ written: string; options: readonly string[] } | null>(null)
  /** Tables seen before, by the entry of the log that they belong to. */
  readonly #seen = new Map<number, GwyntTable>()

  constructor(readonly room: Board<Game>) {
    super(() => room.words)
  }

  // What is seen -----------------------------------------------------------------------------------------------------

  readonly table: GwyntTable = $derived.by(() => {
    const { face } = this.room
    if (!face) throw new Error('a desk is for a table that is seen')
    return tableOf(face.view.table)
  })

  /** The side that is drawn below: mine, or the first for those who watch. */
  readonly below: 0 | 1 = $derived.by(() => (this.room.seat === 1 ? 1 : 0))
  readonly above: 0 | 1 = $derived(this.below === 1 ? 0 : 1)

  side(seat: number): SeatSeen {
    return this.table.seats[seat === 1 ? 1 : 0]
  }

  /** Both play one faction: the second wears ground and charge exchanged. */
  readonly mirrored: boolean = $derived(this.table.seats[0].faction === this.table.seats[1].faction)

  isMine(seat: number): boolean {
    return this.room.seat === seat
  }

  say(key: string, params: Params = {}): string {
    return this.words.say(`table.${key}`, params, this.room.names)
  }

  /** How both sides stand, in words: asked before one passes. */
  readonly standing: string = $derived.by(() => {
    const [a, b] = [this.side(this.below).total, this.side(this.above).total]
    return this.say(a > b ? 'lead' : a < b ? 'trail' : 'level', { a, b })
  })

  /** Which of the cards discarded for a leader is asked for; null if none. */
  readonly count: string | null = $derived.by(() => {
    const prompt = this.decision === 'discard' ? this.room.seen?.face.prompt : undefined
    return prompt ? this.say('of', { n: DISCARDS - Number(prompt.params.number) + 1, all: DISCARDS }) : null
  })

  /** A card's name on a small card. */
  short(card: string): string {
    const key = `card_short.${card}`
    return this.words.has(key) ? this.words.say(key) : this.name(card)
  }

  /** Its name on a card of a hand: the whole one if there is room for it. */
  label(card: string, w: number, h: number): string {
    const name = this.name(card)
    return hasRoomFor(name, w, h) ? name : this.short(card)
  }

  whose(seat: number): string {
    return this.isMine(seat) ? this.say('your_side') : this.say('side_of', { seat })
  }

  called(seat: number): string {
    return this.isMine(seat) && this.room.seats.length < 2 ? this.say('you') : (this.room.names[seat] ?? '')
  }

  /** The visible cards of a hand. */
  hand(seat: number): string[] {
    return [...this.side(seat).known].sort((a, b) => order(a) - order(b))
  }

  // What was done ----------------------------------------------------------------------------------------------------

  /** The log up to the shown table. */
  readonly #log = $derived.by(() => {
    const { past, log } = this.room
    return past ? log.filter(({ number }) => number <= past.number) : log
  })

  remember(): void {
    const number = this.#log.at(-1)?.number
    if (number !== undefined) this.#seen.set(number, this.table)
  }

  /** The table before an entry. */
  tableBefore(number: number): GwyntTable | null {
    const before = [...this.#seen.keys()].filter((one) => one < number)
    return before.length ? (this.#seen.get(Math.max(...before)) ?? null) : null
  }

  get #tableNow(): GwyntTable {
    return this.table
  }

  /**
   * The log since the latest undo. The page does not know how far an undo goes back, so earlier entries may have been
   * undone.
   */
  readonly #standing = $derived(this.#log.slice(this.#log.findLastIndex(({ kind }) => kind === 'undo') + 1))

  /** The newest turn of any seat, marked on the table. */
  readonly last: Marked | null = $derived.by(() => {
    const turn = lastTurn(this.#standing, null)
    const seat = turn[0]?.seat
    if (seat == null) return null
    return this.table.round === 0 ? null : markedBy(eventsOf(turn), seat)
  })

  /** The engraving on the blade: the opponent's newest move; for spectators the newest move. */
  readonly engraved: { text: string; card: string | null } = $derived.by(() => {
    const { seat } = this.room
    const turn = lastTurn(this.#standing, seat === null ? null : seat === 0 ? 1 : 0)
    const number = turn[0]?.number
    const sentence =
      number === undefined ? null : sentenceOf(eventsOf(turn), this.tableBefore(number), this.#after(turn.at(-1)))
    if (!sentence) {
      if (!this.table.round) return { text: this.say('opening'), card: null }
      const undo = this.#log.findLast(({ kind }) => kind === 'undo')
      if (undo) return { text: t('log.undo', { seat: undo.seat }, this.room.names), card: null }
      const begins = this.isMine(this.table.turn) ? 'told_begins_you' : 'told_begins'
      return { text: this.say(begins, { number: this.table.round, seat: this.table.turn }), card: null }
    }
    const brief = this.layout.mode !== 'desk'
    const name = (card: unknown) => (brief ? this.short(String(card)) : this.name(String(card)))
    const { params } = sentence
    const [[below, above], [below2, above2]] = [sides(params.before, this.below), sides(params.after, this.below)]
    const filled = {
      ...params,
      ...(below === undefined ? {} : { below, below2, above, above2 }),
      card: name(params.card),
      card2: name(params.card2),
      where: this.say(`at_${String(params.row)}`),
    }
    return {
      text: joined(capital(this.say(sentence.key, filled))),
      card: sentence.card === null ? null : name(sentence.card),
    }
  })

  #after(entry: { number: number } | undefined): GwyntTable | null {
    const last = this.#log.at(-1)
    return entry && entry.number === last?.number ? this.#tableNow : (this.#seen.get(entry?.number ?? -1) ?? null)
  }

  /** Show the end of the last round again. */
  tellAgain(): void {
    const end = battlesOf(this.#log, []).at(-1)?.end
    if (end) this.scene = this.told?.end.number === end.number ? this.told : { end, held: null }
  }

  // What may be done -------------------------------------------------------------------------------------------------

  /** The legal moves by notation; a map, because every card on the table asks. */
  readonly legal: ReadonlyMap<string, MoveView> = $derived.by(
    () => new Map(this.room.moves.map((move) => [move.text, move])),
  )

  readonly decision: Decision | null = $derived.by(() =>
    this.room.moves.length ? (this.room.face?.view.decision ?? null) : null,
  )

  /** The notation of a card of the hand as an answer to what is asked; none if the hand is not asked. */
  written(card: string): string | null {
    return this.decision ? (FROM_HAND[this.decision]?.(card) ?? null) : null
  }

  readonly choices: MoveView[] = $derived.by(() => this.room.moves.filter((move) => LAID_OUT.has(move.key)))
  readonly otherwise: MoveView[] = $derived.by(() => this.room.moves.filter((move) => OTHERWISE.has(move.key)))

  /** The lifted card: taken up, under the pointer, or advised. */
  readonly lifted: Lifted | null = $derived.by(() => {
    if (this.taken ?? this.hovered) return this.taken ?? this.hovered
    const { hinted } = this.room
    if (!hinted) return null
    const card = hinted.params.card
    return { key: 'hint', card: typeof card === 'string' ? card : null, written: hinted.text }
  })

  /** The places where the lifted card may go, in notation. */
  readonly options: readonly string[] = $derived.by(() => {
    const { decision, lifted } = this
    if (decision === 'row' || decision === 'target') return [...this.legal.keys()]
    return lifted?.written && lifted.written === this.#waits?.written ? this.#waits.options : []
  })

  /** The card that is to be put somewhere. */
  readonly placing: string | null = $derived.by(() => {
    if (this.decision === 'row' || this.decision === 'target') return this.table.playing?.card ?? null
    return this.options.length ? (this.lifted?.card ?? null) : null
  })

  /** The previewed moves in the order in which they have to be sent. */
  readonly looked: readonly Written[] = $derived.by(() => {
    const { decision, lifted, options } = this
    const asked = decision === 'row' || decision === 'target'
    const usual = options.length && options.every((option) => !option.startsWith('decoy')) ? (options[0] ?? null) : null
    const spot = this.spot !== null && options.includes(this.spot) ? this.spot : asked ? null : usual
    if (asked) return spot === null ? [] : [spot]
    if (lifted?.written == null || !this.legal.has(lifted.written)) return []
    return spot === null ? [lifted.written] : [lifted.written, spot]
  })

  /** Ask the server for a preview; the preview of a card also lists its places. */
  look(): void {
    const { room, lifted } = this
    const [first, ...then] = this.looked
    const { foreseen } = room
    if (first === undefined) {
      if (foreseen) room.foresee(null)
    } else if (foreseen?.move !== first || foreseen.then.join() !== then.join())
      room.foresee(first, then, this.taken ? 0 : REST)
    else if (!then.length && lifted?.written === first)
      this.#learn(first, (foreseen.view?.table ?? null) as GwyntTable | null)
  }

  #learn(written: Written, then: GwyntTable | null): void {
    const playing = (then as Partial<GwyntTable> | null)?.playing
    if (!playing || this.#waits?.written === written) return
    const options = [...playing.rows, ...playing.targets.map(({ row, card }) => `decoy ${row} ${card}`)]
    this.#waits = { written: String(written), options }
  }

  /** The table after the previewed move, as far as it is certain; null if it ends the round. */
  readonly foreseen: GwyntTable | null = $derived.by(() => {
    const { foreseen, past } = this.room
    if (past || !foreseen?.view || !this.looked.length || foreseen.move !== this.looked[0]) return null
    const then = foreseen.view.table
    return then.round === this.table.round && then.seats ? (then as GwyntTable) : null
  })

  /** The cards of a row as they would be; null if that is not known. */
  rowThen(seat: number, row: Row): { total: number | null; cards: Unit[] | null; horn: boolean } | null {
    const side = this.foreseen?.seats[seat === 1 ? 1 : 0] as Partial<SeatSeen> | null | undefined
    const found = side?.rows?.find((one) => (one as Partial<typeof one> | null)?.row === row)
    if (!found) return null
    const { total, cards, horn } = found as Partial<typeof found>
    const known = Array.isArray(cards) && cards.every((unit) => (unit as Unit | null)?.card != null)
    return { total: total ?? null, cards: known ? cards : null, horn: horn != null }
  }

  totalThen(seat: number): number | null {
    const side = this.foreseen?.seats[seat === 1 ? 1 : 0] as Partial<SeatSeen> | null | undefined
    const { foreseen } = this.room
    if (side) return side.total ?? null
    // The move would end the round: its totals come with an event.
    const ends = this.looked.length ? foreseen?.events.find(({ event }) => event === 'round_ends') : undefined
    return ends?.event === 'round_ends' ? (seat ? ends.params.total1 : ends.params.total0) : null
  }

  /** The effects of the previewed move in one line: rows, sides, who would be ahead. */
  readonly changes: { text: string; good: boolean } | null = $derived.by(() => {
    if (!this.looked.length) return null
    const parts: string[] = []
    for (const seat of [this.below, this.above])
      for (const { row, total } of this.side(seat).rows) {
        const then = this.rowThen(seat, row)?.total
        if (then == null || then === total || seat !== this.below) continue
        parts.push(this.say('row_then', { row: this.say(row), before: total, after: then }))
      }
    const totals = [this.totalThen(0), this.totalThen(1)] as const
    for (const seat of [this.below, this.above]) {
      const then = totals[seat]
      const { total } = this.side(seat)
      if (then === null || then === total) continue
      const key = this.isMine(seat) ? 'side_then_you' : 'side_then'
      parts.push(this.say(key, { seat, before: total, after: then }))
    }
    const [own, other] = [totals[this.below], totals[this.above]]
    if (!parts.length || own === null || other === null)
      return parts.length ? { text: joined(`${parts.join(', ')}.`), good: true } : null
    const ahead = own - other
    const before = this.side(this.below).total - this.side(this.above).total
    const gain = ahead - before
    const way = ahead > 0 ? 'ahead' : ahead < 0 ? 'behind' : 'level'
    // Of whom the difference is said is clear where one's own total comes last.
    const said = own !== this.side(this.below).total
    const key = before <= 0 && ahead > 0 ? 'then_first' : said ? `then_${way}` : `then_${way}_you`
    const standing = this.say(key, { n: Math.abs(ahead), other: this.above })
    return { text: joined(capital(`${t('label', { name: parts.join(', ') })} ${standing}.`)), good: gain >= 0 }
  })

  // What is done -----------------------------------------------------------------------------------------------------

  /** A card of the hand, or one to choose, was clicked or tapped. */
  pick(lifted: Lifted, touch: boolean, at?: DOMRect): void {
    const { written } = lifted
    if (written === null) {
      this.lift(lifted)
      return
    }
    const move = this.legal.get(written)
    if (!move) {
      this.taken = null
      void this.room.explain(written, [], at)
    } else if (touch && this.taken?.key !== lifted.key) this.lift(lifted)
    else this.commit(lifted)
  }

  /** Play the lifted card; with a chosen place it goes there at once. */
  commit(lifted: Lifted | null = this.lifted): void {
    if (!lifted?.written) return
    const looked = this.looked[0] === lifted.written ? this.looked : [lifted.written]
    // A place that nobody chose is a suggestion: with a mouse, ask for it on the board.
    if (looked.length > 1 && this.spot === null && !this.taken) this.#send(lifted.written)
    else this.#send(...looked)
  }

  /** A row or a unit was chosen as the place of the card. */
  choose(option: string, touch: boolean, at?: DOMRect): void {
    if (!this.options.includes(option)) {
      void this.room.explain(option, [], at)
      return
    }
    if (touch && this.spot !== option) {
      this.spot = option
      return
    }
    this.spot = option
    const lifted = this.decision === 'row' || this.decision === 'target' ? null : this.lifted?.written
    this.#send(...(lifted ? [lifted, option] : [option]))
  }

  #send(...moves: Written[]): void {
    this.putDown()
    this.room.play(...moves)
  }

  play(move: Written): void {
    this.#send(move)
  }

  lift(lifted: Lifted | null): void {
    this.taken = lifted
    this.spot = null
  }

  /** Preview a card while the pointer or the focus is on it. */
  point(lifted: Lifted | null): void {
    this.hovered = lifted
    if (!this.taken) this.spot = null
  }

  /** A new question came: drop everything of the old one. */
  putDown(): void {
    this.taken = this.hovered = this.heap = this.#waits = this.spot = null
    this.marked = this.#further.map((card) => `${card}:0`)
    this.shown = null
    this.sure = false
  }

  /** Mark a card for replacement, or unmark it, up to the limit. */
  mark(key: string): void {
    const left = 2 - (this.side(this.below).swaps ?? 0)
    if (this.marked.includes(key)) this.marked = this.marked.filter((one) => one !== key)
    else this.marked = [...this.marked, key].slice(-left)
  }

  /** Replace what is marked. */
  replace(): void {
    const [first, ...rest] = this.marked.map((key) => key.replace(/:\d+$/, ''))
    if (first === undefined) return
    this.#further = rest
    this.#send(`swap ${first}`)
  }

  /** With a new question, replace the next marked card; after an undo the player marks anew. */
  goOn(): void {
    if (this.decision === null) return
    const [next] = this.#further
    this.#further = []
    if (next === undefined) return
    if (this.side(this.below).swaps === 1 && this.legal.has(`swap ${next}`)) this.#send(`swap ${next}`)
    else this.marked = []
  }

  /** The card that the last replacement brought, and which one it replaced. */
  readonly drawn: { card: string; card2: string } | null = $derived.by(() => {
    if (this.decision !== 'redraw' || !this.side(this.below).swaps) return null
    const swap = eventsOf(this.#log).findLast(
      ({ event, params }) => event === 'swapped' && this.isMine(Number(params.seat)),
    )
    return swap ? { card: String(swap.params.card), card2: String(swap.params.card2) } : null
  })

  // Where pieces come from and go to, for those who see them travel ------------------------------------------------

  #happened() {
    const last = this.#log.at(-1)
    return last ? eventsOf([last]) : []
  }

  comesFrom = (piece: string, kind: string): string | null => {
    for (const { event, params } of this.#happened()) {
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
    for (const { event, params } of this.#happened()) {
      if (event === 'fell' && params.card === kind && piece.startsWith(`row-${String(params.side)}`)) return 'burns'
      if (event === 'swapped' && params.card === kind) return `deck-${String(params.seat)}`
    }
    const row = /^row-(\d)/.exec(piece)
    if (row) return `pile-${row[1]}`
    return piece.startsWith('hand:') ? `pile-${piece[5]}` : null
  }
}

/** A sentence in which no line ends between a number and what it becomes. */
const joined = (sentence: string): string => sentence.replaceAll(' → ', '\u00a0→\u00a0')

/** The totals of the side below and the one above; nothing if there are none. */
function sides(totals: unknown, below: 0 | 1): number[] {
  if (!Array.isArray(totals)) return []
  const two = totals as number[]
  return below ? [...two].reverse() : two
}

/** Units by strength, then the other cards, as people sort their hands. */
function order(card: string): number {
  const facts = catalogue.card(card)
  return (facts.strength ?? 100) * 1000 + facts.number
}
