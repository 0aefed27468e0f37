// Written by `python -m ludotheque.server.typescript`: change view.py or declaration.py of the game, not this file.

export type Card = 'spark' | 'candle' | 'lantern' | 'moth' | 'gust' | 'tinder'
export type Wish = 'spark' | 'candle' | 'lantern'
export type Cause = 'rounds_played'

/** The table as the viewer sees it. */
export type Table = {
  round: number
  first: number
  deck: number
  box: string[]
  seats: SeatSeen[]
  open: CardOfSeat[]
  lamp: CardOfSeat | null
}

/** One seat: counts for everybody, cards as far as the viewer knows them. */
export type SeatSeen = {
  hand: number
  known: string[]
  lit: string[]
  ashes: string[]
  wish: string | null
}

/** A card, and the seat that played it. */
export type CardOfSeat = {
  seat: number
  card: string
}

/** How a match ended: its cause, the seats by rank (best first), each seat's share of the win, the points. */
export type Ending = {
  cause: string
  ranking: number[][]
  shares: number[]
  scores: number[]
}

/** The events by name, each with its parameters. */
export type Events = {
  dealt: { seat: number; number: number }
  revealed: { seat: number; card: Card }
  lit: { seat: number; card: Card }
  sent_back: { seat: number; other: number; card: Card }
  burnt: { seat: number; card: Card }
  spent: { seat: number; card: Card }
  rolled: { seat: number; number: number }
  went_out: { seat: number; card: Card }
  rekindled: { seat: number; card: Card }
  drew: { seat: number; card: Card | null }
  round: { number: number; seat: number }
  wished: { seat: number; card: Card; number: number }
}

export type Event = { [E in keyof Events]: { key: string; event: E; params: Events[E] } }[keyof Events]

/** The actions by name, each with its parts. */
export type Actions = {
  play: { card: Card }
  let: Record<string, never>
  swat: Record<string, never>
  rekindle: { card: Card }
  decline: Record<string, never>
  puff: { seat: number }
}

export type Decision = 'choose' | 'react' | 'relight' | 'blow'

export type Refusal = 'wrong_decision' | 'not_in_hand' | 'no_moth' | 'not_in_ashes' | 'not_rekindled' | 'no_lamp_there' | 'own_lamp'

/** What is chosen when a table is set up. */
export type Options = {
  rounds: 3 | 4 | 5 | 6
}

/** What a seat may bring. */
export type SeatOptions = {
  wish?: Wish
}

/** All of them, for types that depend on the game: `Board<Game>`, `View<Game>`, `GameEvent<Game>`. */
export type Game = {
  table: Table
  outcome: Ending
  event: Event
  actions: Actions
  decision: Decision
  refusal: Refusal
  cause: Cause
  options: Options
  seatOptions: SeatOptions
}
