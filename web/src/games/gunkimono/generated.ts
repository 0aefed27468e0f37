// Written by `python -m ludotheque.server.typescript`: change view.py or declaration.py of the game, not this file.

export type Tile = string
export type Square = string
export type Unit = 'infantry' | 'samurai' | 'cavalry' | 'spearman' | 'archer'
export type Banner = 'lotus' | 'crane' | 'dragon'
export type Cause = 'end_tile' | 'nobody_can_place'

/** The table as the viewer sees it. `field` is by square, `places` by tile. */
export type Table = {
  first: number
  turn: number
  field: Record<string, SquareSeen>
  formations: Formation[]
  laying: Laying | null
  places: Record<string, string[]>
  display: string[]
  pile: number
  end_pile: number
  end: 'announced' | 'not_yet' | 'triggered'
  last: number | null
  removed: number
  laid: Record<string, number>
  rows: Rows
  stacks: Record<Unit, Banner[]>
  seats: SeatSeen[]
}

/** A square: the top unit, its level, the seat of the fortress on it, the number of its formation. */
export type SquareSeen = {
  unit: Unit
  level: number
  fortress: number | null
  formation: number
}

/** Connected squares of one unit, and the seat that controls them. */
export type Formation = {
  unit: Unit
  size: number
  squares: string[]
  owner: number | null
}

/** The tile that is being placed this turn. */
export type Laying = {
  seat: number
  tile: string
  squares: string[]
  halves: Half[]
  chosen: ('honour' | 'victory')[]
}

/** A half of the tile just placed: its formation, and the points for victory and honour. */
export type Half = {
  square: string
  unit: Unit
  symbols: number
  size: number
  points: number
  honour: number
  row: number | null
  banner: Banner | null
  builds: boolean
}

/** The steps of fortresses and banners on the honour track. */
export type Rows = {
  first_fortress: number
  second_fortress: number
  banners: number
}

/** One seat: counts for everybody, tiles and banners as far as the viewer knows them. */
export type SeatSeen = {
  points: Points
  honour: Record<Unit, number | null>
  small: Unit[]
  hand: number
  known: string[]
  banners: TakenBanner[]
  fortresses: string[]
  due: number
  lacks: Record<string, number>
  income: number
  controlled: number
}

/** The points of a seat by source; banners as far as the viewer knows them. */
export type Points = {
  formations: number
  fortresses: number
  banners: number
}

/** A banner that a seat has taken; `worth` is null if the viewer does not know it. */
export type TakenBanner = {
  banner: Banner
  worth: number | null
}

/** How a finished match ended. `controlled`: the number of units that each seat controlled, which breaks ties. */
export type Outcome = {
  cause: string
  ranking: number[][]
  shares: number[]
  scores: number[]
  controlled: number[]
}

/** The events by name, each with its parameters. */
export type Events = {
  dealt: { seat: number; number: number }
  turned_up: { tile: Tile }
  starts: { seat: number }
  picked: { seat: number; tile: Tile }
  placed: { seat: number; tile: Tile; square: Square; square2: Square; level: number; supported: number }
  placed_small: { seat: number; unit: Unit; square: Square; level: number }
  supported: { seat: number; unit: Unit }
  formed: { seat: number; unit: Unit; size: number; points: number; honour: number }
  within_reach: { seat: number; number: number }
  scored: { seat: number; unit: Unit; points: number }
  honoured: { seat: number; unit: Unit; number: number; row: number }
  banner_taken: { seat: number; unit: Unit; banner: Banner; worth: number | null }
  no_banner: { seat: number; unit: Unit }
  built: { seat: number; square: Square; unit: Unit; size: number }
  waits: { seat: number }
  no_site: { seat: number }
  fortress_scored: { seat: number; square: Square; unit: Unit; points: number }
  passed: { seat: number }
  showed: { seat: number; tile: Tile }
  took: { seat: number; tile: Tile }
  drew: { seat: number; tile: Tile | null }
  drew_nothing: { seat: number }
  end_announced: { number: number }
  end_drawn: { seat: number; other: number }
  end_turned_up: { seat: number; other: number }
  stuck: Record<string, never>
  banner_shown: { seat: number; banner: Banner; worth: number }
  total: { seat: number; points: number }
  tie_broken: { seat: number; size: number }
  won: { seat: number }
  shared: { seat: number }
  last_turns: { other: number }
}

export type Event = { [E in keyof Events]: { key: string; event: E; params: Events[E] } }[keyof Events]

/** The actions by name, each with its parts. */
export type Actions = {
  pass: Record<string, never>
  large: { tile: string }
  small: { unit: Unit }
  lay: { square: Square; direction: 'n' | 'e' | 's' | 'w'; supported: boolean }
  set: { square: Square }
  support: { unit: Unit }
  victory: Record<string, never>
  honour: Record<string, never>
  build: { square: Square }
  take: { tile: string }
  blind: Record<string, never>
}

export type Decision = 'tile' | 'place' | 'support' | 'points' | 'site' | 'draw'

export type Refusal = 'wrong_decision' | 'must_place' | 'not_in_hand' | 'small_tile_gone' | 'fits_nowhere' | 'one_square' | 'two_squares' | 'off_the_field' | 'fortress_square' | 'two_levels' | 'two_levels_bridgeable' | 'support_for_nothing' | 'support_too_low' | 'no_support_left' | 'same_unit' | 'joins_two_players' | 'fortress_there' | 'controlled' | 'own_formation' | 'not_on_display' | 'piles_empty'

/** What is chosen when a table is set up. */
export type Options = {
  free_formation_only: boolean
}

/** What a seat may bring. */
export type SeatOptions = Record<string, never>

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
