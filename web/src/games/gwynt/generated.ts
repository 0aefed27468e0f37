// Written by `python -m ludotheque.server.typescript`: change view.py or declaration.py of the game, not this file.

export type Card = string
export type Leader = string
export type Faction = 'monsters' | 'nilfgaard' | 'northern_realms' | 'scoiatael' | 'skellige'
export type Row = 'close' | 'ranged' | 'siege'
export type Cause = 'gems_lost' | 'all_gems_lost'

/** The table as the viewer sees it. */
export type Table = {
  round: number
  turn: number
  weather: Weather[]
  seats: SeatSeen[]
  totals: number[][]
  playing: Playing | null
}

/** A weather card, and the seat that played it. */
export type Weather = {
  card: string
  by: number
}

/** One side of the table; null where the viewer may not know. */
export type SeatSeen = {
  faction: Faction
  leader: LeaderSeen
  gems: number
  passed: boolean
  total: number
  rows: RowSeen[]
  hand: number
  known: string[]
  deck: number
  deck_cards: string[] | null
  under_deck: string[] | null
  deck_name: string | null
  pile: string[]
  swaps: number | null
}

/** A leader: whether it has an active ability, whether that is used, whether it is switched off. */
export type LeaderSeen = {
  card: string
  active: boolean
  used: boolean
  off: boolean
}

/** One row: its cards, its total, the horn and the mardroeme beside it, whether weather lies on it. */
export type RowSeen = {
  row: Row
  total: number
  cards: Unit[]
  horn: 'card' | 'leader' | null
  mardroeme: boolean
  weather: boolean
}

/** A card on a row, its strength now, and the seat that played it. */
export type Unit = {
  card: string
  strength: number
  by: number
}

/** The card that waits for a row or a target, and its possible places. */
export type Playing = {
  seat: number
  card: string
  rows: Row[]
  targets: Target[]
}

/** A card on a row that a decoy may replace. */
export type Target = {
  row: Row
  card: string
}

/** How a finished match ended; `scores` are rounds won. */
export type Outcome = {
  cause: string
  ranking: number[][]
  shares: number[]
  scores: number[]
  rounds: number[][]
}

/** The events by name, each with its parameters. */
export type Events = {
  leaders_shown: { faction0: Faction; leader0: Leader; faction1: Faction; leader1: Leader }
  leader_switched_off: { seat: number; leader: Leader }
  starts: { seat: number }
  dealt: { seat: number; number: number }
  swapped: { seat: number; card: Card; card2: Card }
  redrew: { seat: number; number: number }
  round_begins: { number: number; seat: number }
  played: { seat: number; card: Card }
  placed: { seat: number; card: Card; side: number; row: Row; place: number }
  mustered: { seat: number; card: Card; row: Row; from_hand: number; place: number }
  drew: { seat: number; card: Card | null }
  revived: { seat: number; card: Card }
  fell: { side: number; card: Card; row: Row; pile: number; place: number }
  flipped: { side: number; card: Card; card2: Card; row: Row }
  created: { side: number; card: Card; card2: Card; row: Row }
  scorched: { seat: number; number: number }
  returned: { seat: number; card: Card; row: Row; place: number }
  horn_sounded: { seat: number; row: Row; by_leader: number }
  mardroeme_laid: { seat: number; row: Row }
  weather_came: { seat: number; card: Card }
  weather_wasted: { seat: number; card: Card }
  weather_cleared: { seat: number; number0: number; number1: number }
  leader_acted: { seat: number; leader: Leader }
  discarded: { seat: number; card: Card; how: number }
  fetched: { seat: number; card: Card | null }
  weather_fetched: { seat: number; card: Card }
  taken: { seat: number; owner: number; card: Card }
  peeked: { seat: number; card: Card | null }
  moved: { seat: number; card: Card; row: Row }
  piles_shuffled: { seat: number; number: number }
  passed: { seat: number; automatic: number }
  round_ends: { number: number; total0: number; total1: number; hand0: number; hand1: number }
  tie_broken: { seat: number }
  lost_gem: { seat: number; number: number }
  kept: { seat: number; card: Card; row: Row }
  swept: { seat: number; number: number; off_rows: number; off_weather: number }
  came_back: { seat: number; card: Card; row: Row }
  match_won: { seat: number }
  match_drawn: Record<string, never>
  power: { seat: number; faction: Faction }
}

export type Event = { [E in keyof Events]: { key: string; event: E; params: Events[E] } }[keyof Events]

/** The actions by name, each with its parts. */
export type Actions = {
  pass: Record<string, never>
  leader: Record<string, never>
  keep: Record<string, never>
  decline: Record<string, never>
  random: Record<string, never>
  first: { seat: number }
  row: { row: Row }
  play: { card: Card }
  swap: { card: Card }
  revive: { card: Card }
  discard: { card: Card }
  fetch: { card: Card }
  take: { card: Card }
  decoy: { row: Row; card: Card }
}

export type Decision = 'first' | 'redraw' | 'turn' | 'row' | 'target' | 'revive' | 'discard' | 'fetch' | 'take'

export type Refusal = 'wrong_decision' | 'not_in_hand' | 'decoy_without_target' | 'horns_everywhere' | 'mardroemes_everywhere' | 'leader_used' | 'leader_passive' | 'leader_off' | 'leader_no_weather_in_deck' | 'leader_no_weather' | 'leader_horn_taken' | 'leader_row_weak' | 'leader_hand_empty' | 'leader_pile_without_unit' | 'leader_few_cards' | 'leader_no_gain' | 'leader_piles_empty' | 'agile_row' | 'horn_taken' | 'mardroeme_taken' | 'not_on_row' | 'hero' | 'decoy_on_decoy' | 'not_in_pile' | 'not_a_unit' | 'revived_at_random' | 'revived_by_choice' | 'not_in_deck' | 'not_weather' | 'not_there_to_take' | 'medic_must_revive'

/** What is chosen when a table is set up. */
export type Options = {
  expansions: boolean
  skellige: boolean
  redraw: 'return' | 'discard'
  muster_from: 'deck' | 'deck_and_hand'
  discard_owner: boolean
  horn_unit_spares_itself: boolean
  medic_may_decline: boolean
  monsters_spare_heroes: boolean
  fetch_lowest: boolean
}

/** What a seat may bring. */
export type SeatOptions = {
  deck?: string
}

/** All of them, for types that depend on the game: `Board<Game>`, `View<Game>`, `GameEvent<Game>`. */
export type Game = {
  table: Table
  outcome: Outcome
  event: Event
  actions: Actions
  decision: Decision
  refusal: Refusal
  cause: Cause
  options: Options
  seatOptions: SeatOptions
}
