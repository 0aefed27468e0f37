// Written by `python -m ludotheque.server.typescript`: change view.py or declaration.py of the game, not this file.

export type Card = 'yellow' | 'red' | 'green' | 'blue' | 'fire' | 'manoeuvre'
export type Cause = 'all_burnt' | 'castle_reached' | 'left_table' | 'castle_burnt' | 'forty_rounds'
export type Counter = 'march' | 'discard' | 'protection' | 'charge' | 'anger' | 'head_wind' | 'reinforcement' | 'weariness' | 'nets'
export type Deck = 'knights' | 'gorynich'
export type Panel = 'A' | "A'" | 'B' | "B'" | 'C' | "C'" | 'D' | "D'"
export type Square = string
export type Tile = 'fireball' | 'multicolour' | 'princess' | 'long_flame' | 'roar' | 'gust' | 'burning_ground' | 'second_wind' | 'swoop'
export type Way = 'up' | 'right' | 'down' | 'left' | 'up_right' | 'down_right' | 'down_left' | 'up_left'
export type Why = 'wet' | 'protected'

/** The table as the viewer sees it. `targets`: the squares that each answer affects, by its notation. */
export type Table = {
  round: number
  first: number
  turn: number | null
  boards: string[]
  map: string[][]
  colours: Record<string, 'down' | 'left' | 'right' | 'up'>
  gorynich: string | null
  flame: string | null
  knights: KnightSeen[]
  burnt: number
  march: number | null
  flight: number | null
  reach: Record<string, Reach> | null
  targets: Record<string, string[]>
  playing: Playing | null
  decks: Record<Deck, DeckSeen>
  tiles: TileSeen[]
  tokens: number
  tokens_total: number
  talk: boolean
  nets: boolean
  cause: string | null
  seats: SeatSeen[]
}

/** A knight, with the effect of the next march: the shortest and, if different, the longest. */
export type KnightSeen = {
  number: number
  square: string
  start: string
  steps: number
  wet: boolean
  pointed: boolean
  next: Fate[]
}

/** The effect of a march of some squares on a knight. If it burns, its square is that of the flame token. */
export type Fate = {
  steps: number
  square: string
  fate: 'burns' | 'castle' | 'walks'
}

/** The squares that an arrow card could reach now. */
export type Reach = {
  way: Way
  limit: number
  squares: string[]
}

/** The card that is being carried out while its player is asked something, and the tile in use. */
export type Playing = {
  seat: number
  card: Card
  tile: Tile | null
}

/** A movement deck: the cards left in it, sorted, and those turned over, in order. */
export type DeckSeen = {
  left: number[]
  turned: number[]
}

/** A tile, the counter on its other side, and whether that side is up. */
export type TileSeen = {
  tile: Tile
  counter: Counter
  turned: boolean
}

/** One seat. A card chosen face down is still shown in the hand. */
export type SeatSeen = {
  hand: Card[]
  row: Card[]
  passed: boolean
  waiting: boolean
  chosen: Card | null
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
  boards_laid: { panel0: Panel; panel1: Panel; panel2: Panel; panel3: Panel }
  knight_came: { knight: number; square: Square }
  tile_laid: { tile: Tile }
  took_token: { seat: number }
  perched: { seat: number; square0: Square | null; square: Square }
  round_begins: { number: number; seat: number }
  cards_turned: { march: number; flight: number }
  angered: { number: number }
  marched: { knight: number; square0: Square; square: Square }
  stepped_back: { knight: number; square0: Square; square: Square }
  burnt: { knight: number; square: Square }
  unharmed: { knight: number; why: Why }
  spoke: { seat: number; number: number }
  pointed: { seat: number; knight: number }
  passed: { seat: number; number: number }
  revealed: { seat: number; card: Card }
  flew: { seat: number; way: Way; number: number; square0: Square; square: Square }
  flew_off: { seat: number; way: Way }
  breathed: { seat: number; square: Square }
  manoeuvred: { seat: number; tile: Tile }
  no_tile: { seat: number }
  no_target: { seat: number }
  countered: { counter: Counter }
  discarded: { seat: number; card: Card }
  flame_lit: { seat: number; square0: Square | null; square: Square }
  flame_out: { square: Square }
  took_back: { seat: number; number: number }
  reinforced: { knight: number; square: Square }
  netted: { seat: number }
  tile_back: { tile: Tile }
  refilled: { seat: number; number: number }
  reshuffled: { deck: Deck }
  had_chosen: { seat: number; card: Card }
  won: { number: number }
  lost: { cause: Cause }
}

export type Event = { [E in keyof Events]: { key: string; event: E; params: Events[E] } }[keyof Events]

/** The actions by name, each with its parts. */
export type Actions = {
  perch: { square: 'e5' | 'f5' | 'e6' | 'f6' }
  speak: Record<string, never>
  silent: Record<string, never>
  point: { knight: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 }
  enough: Record<string, never>
  play: { card: Card }
  pass: Record<string, never>
  fly: { number: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 }
  use: { tile: Tile }
  burn: { way: 'up' | 'right' | 'down' | 'left' }
  flame: { way: 'up' | 'right' | 'down' | 'left' }
  steer: { way: 'up' | 'right' | 'down' | 'left' }
  swoop: { way: 'up_right' | 'down_right' | 'down_left' | 'up_left' }
  light_here: Record<string, never>
  light: { way: 'up' | 'right' | 'down' | 'left' }
  blow: { knight: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 }
  discard: { card: Card }
}

export type Decision = 'perch' | 'speak' | 'point' | 'choose' | 'fly' | 'tile' | 'aim' | 'breathe' | 'steer' | 'dive' | 'light' | 'blow' | 'drop'

export type Refusal = 'wrong_decision' | 'no_such_knight' | 'pointed_already' | 'card_played' | 'too_far' | 'leaves_table' | 'tile_not_here' | 'tile_turned' | 'no_square_there' | 'no_way_there' | 'not_in_hand' | 'card_chosen' | 'flame_off_table' | 'swoop_off_table' | 'flame_on_castle' | 'knight_too_far' | 'talk_is_open'

/** What is chosen when a table is set up. */
export type Options = {
  level: 'gentle' | 'standard' | 'fierce'
  order: string
  rivers: number | string
  fixed_colours: boolean
  tiles: string
  speech: boolean
  speech_after_reveal: boolean
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
