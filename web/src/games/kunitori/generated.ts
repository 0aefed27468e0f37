// Written by `python -m ludotheque.server.typescript`: change view.py or declaration.py of the game, not this file.

export type Card = string
export type Effect = 'none' | 'cards' | 'money' | 'actions' | 'buys' | 'renovate' | 'trash_return' | 'trap' | 'take_back' | 'joint_war' | 'ninjas'
export type Cause = 'villages_gone' | 'cities_gone' | 'regions_gone' | 'run_dry' | 'too_many_rounds'

/** The table as the viewer sees it. */
export type Table = {
  round: number
  first: number
  turn: number
  phase: 'action' | 'battle' | 'buy' | 'draw'
  actions: number
  money: number
  buys: number
  supply: Record<string, number>
  general: string | null
  generals: Record<string, number>
  trash: Record<string, number>
  seats: SeatSeen[]
  shown: Shown | null
  general_played: boolean
  joint: boolean
  asked: number[]
  proposal: Proposal | null
  war: War | null
  last_turns: number | null
}

/** One seat: counts for everybody, cards as far as the viewer knows them (KUN-23). */
export type SeatSeen = {
  hand: number
  known: Record<string, number>
  open: Record<string, number>
  kept: Record<string, number>
  deck: number
  deck_cards: Record<string, number> | null
  put_back: string[]
  put_back_left: number
  top: string[] | null
  pile: number
  pile_top: string | null
  pile_cards: Record<string, number>
  deployed: Record<string, number>
  played: Record<string, number>
  replayed: Record<string, number>
  attack: number
  owned: Record<string, number>
  points: Record<string, number>
  gained_region: boolean
  bought: Record<string, number>
}

/** Revealed cards of a seat. */
export type Shown = {
  seat: number
  cards: Record<string, number>
}

/** A joint war that a seat is asked to join: the ally, and the target. */
export type Proposal = {
  attackers: Record<string, number>
  allied: Record<string, number>
  attack: number
  against: number
  parts: Parts
  prize: Prize
  ally: number
  target: number
}

/** The parts of both totals of a battle: attackers, the ally's, the defender's fighters and moats, others. */
export type Parts = {
  active: number
  ally: number
  standing: number
  moats: number
  joined: number
  bonus: number
}

/** The seat that would win with the current totals, the margin and the card; null if they are equal (KUN-15). */
export type Prize = {
  seat: number | null
  card: string | null
  margin: number
}

/** The targets of each general, the troops attached to each, the seats attacked, the battle being fought. */
export type War = {
  aims: Record<string, number[]>
  attached: Record<string, Record<string, number>>
  foes: number[]
  battle: Battle | null
}

/** The current battle. */
export type Battle = {
  attackers: Record<string, number>
  allied: Record<string, number>
  attack: number
  against: number
  parts: Parts
  prize: Prize
  defender: number
  ally: number | null
  defence: 'ambush' | 'reinforcements' | null
  striker: number | null
  strikes: number
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
  starts: { seat: number }
  dealt: { seat: number; number: number }
  general_up: { card: Card }
  turn: { seat: number; number: number }
  played: { seat: number; card: Card }
  replayed: { seat: number; card: Card }
  drew: { seat: number; card: Card | null }
  shuffled: { seat: number; number: number }
  paid: { seat: number; card: Card }
  bought: { seat: number; card: Card }
  gained: { seat: number; card: Card }
  won_prize: { seat: number; card: Card }
  left_prize: { seat: number }
  handed: { seat: number; other: number; card: Card }
  trashed: { seat: number; card: Card }
  went_back: { seat: number; card: Card }
  trapped: { seat: number; owner: number; card: Card }
  found: { seat: number; card: Card; place: number }
  found_nothing: { seat: number }
  plotted: { seat: number }
  revealed: { seat: number; card: Card }
  protected: { seat: number; card: Card }
  stole: { seat: number; owner: number; card: Card }
  set_aside: { seat: number; card: Card }
  declared: { seat: number }
  aimed: { seat: number; card: Card; other: number }
  attached: { seat: number; card: Card; card2: Card }
  proposed: { seat: number; other: number; side: number }
  agreed: { seat: number; other: number; side: number }
  refused: { seat: number; other: number }
  battle_begins: { seat: number; other: number }
  laid: { seat: number; card: Card }
  reinforced: { seat: number; card: Card }
  struck: { seat: number; card: Card; joined: number }
  fought: { seat: number; other: number; attack: number; defence: number }
  battle_won: { seat: number; number: number }
  battle_tied: { seat: number; other: number }
  fell: { seat: number; card: Card; joined: number }
  took_back: { seat: number; card: Card }
  put_back: { seat: number; number: number; card: Card | null }
  recalled: { seat: number; card: Card }
  kept: { seat: number; card: Card }
  swept: { seat: number; number: number }
  laid_down: { seat: number; number: number; card: Card }
  last_turns: { seat: number; card: Card }
  ran_dry: { number: number }
  too_long: { number: number }
  match_won: { seat: number }
}

export type Event = { [E in keyof Events]: { key: string; event: E; params: Events[E] } }[keyof Events]

/** The actions by name, each with its parts. */
export type Actions = {
  end_actions: Record<string, never>
  peace: Record<string, never>
  war: Record<string, never>
  enough: Record<string, never>
  ambush: Record<string, never>
  reinforcements: Record<string, never>
  ready: Record<string, never>
  take_prize: Record<string, never>
  leave_prize: Record<string, never>
  accept: Record<string, never>
  refuse: Record<string, never>
  show_nothing: Record<string, never>
  steal_nothing: Record<string, never>
  keep_it: Record<string, never>
  end_buys: Record<string, never>
  end_turn: Record<string, never>
  choose: { effect: Effect }
  aim: { seat: number }
  ally: { seat: number }
  against: { seat: number }
  rob: { seat: number }
  hand: { seat: number }
  replay: { card: Card }
  play: { card: Card }
  pay: { card: Card }
  buy: { card: Card }
  recall: { card: Card }
  keep: { card: Card }
  trash: { card: Card }
  gain: { card: Card }
  fetch: { card: Card }
  show: { card: Card }
  steal: { card: Card }
  lay: { card: Card }
  top: { card: Card }
  attach: { card: Card }
  strike: { card: Card }
  strike_joined: { card: Card }
  trap: { seat: number; card: Card }
}

export type Decision = 'replay' | 'act' | 'war' | 'buy' | 'tidy' | 'choose' | 'trash' | 'gain' | 'trap' | 'fetch' | 'victim' | 'protect' | 'steal' | 'give' | 'aim' | 'attach' | 'against' | 'consent' | 'defend' | 'lay' | 'strike' | 'prize' | 'order'

export type Refusal = 'wrong_decision' | 'not_action_phase' | 'not_battle_phase' | 'not_buy_phase' | 'not_draw_phase' | 'no_action_left' | 'deployed_first' | 'not_deployed' | 'stays_unplayed' | 'not_in_hand' | 'never_played' | 'treasure_later' | 'no_treasure' | 'pile_empty' | 'general_covered' | 'too_expensive' | 'no_buy_left' | 'not_strategy' | 'not_left_there' | 'not_an_option' | 'option_impossible' | 'gain_too_expensive' | 'gain_general' | 'not_trapped' | 'no_general_card' | 'no_general_there' | 'no_protection' | 'not_shown' | 'victory_not_stolen' | 'not_oneself' | 'never_gained_region' | 'no_general' | 'no_such_seat' | 'target_self' | 'target_counter_clockwise' | 'target_needed' | 'not_a_general' | 'no_monk' | 'asked_already' | 'nobody_fights' | 'target_ally' | 'not_in_battle' | 'not_struck' | 'not_a_reinforcement'

/** What is chosen when a table is set up. */
export type Options = {
  one_target_per_general: boolean
}

/** What a seat may bring. */
export type SeatOptions = Record<string, never>

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
