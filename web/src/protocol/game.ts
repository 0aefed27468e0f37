/**
 * The types of what is plain JSON to the server: views, events and outcomes. They depend on the game: `View<Game>` is the
 * view of the game whose `generated.ts` exports `Game`; a plain `View` is that of any game.
 */

/** The parameters of a sentence, a move or an event, by name. */
export type Params = Readonly<Record<string, unknown>>

/** The types of one game that the types below depend on; `generated.ts` of a game exports its own as `Game`. */
export interface GameTypes {
  table: object
  outcome: object
  event: { key: string; event: string; params: object }
  actions: object
  decision: string
  options: object
}

/** Any game: only what all games have in common is known. */
export interface AnyGame {
  table: Params
  outcome: Params
  event: { key: string; event: string; params: Params }
  actions: Record<string, Params>
  decision: string
  options: Params
}

/** All that a viewer may see; `table` is the game's own. */
export interface View<G extends GameTypes = AnyGame> {
  game: string
  rules: string
  players: number
  viewer: number | 'all'
  options: G['options']
  decision: G['decision'] | null
  actors: number[]
  ready: number[]
  chosen: Record<string, string>
  over: boolean
  table: G['table']
}

/** A view that a move would lead to: null is what is uncertain. */
export type ForeseenView<G extends GameTypes = AnyGame> = Omit<View<G>, 'table'> & { table: Uncertain<G['table']> }
export type Uncertain<T> = T extends object ? { [K in keyof T]: Uncertain<T[K]> | null } : T

/**
 * How a match ended; a game may add its own fields. They are missing where the rules did not end it: a resignation, a
 * table that was closed.
 */
export type Outcome<G extends GameTypes = AnyGame> = Partial<Omit<G['outcome'], keyof Ending>> & Ending
interface Ending {
  cause: string
  ranking?: number[][]
  shares?: number[]
  scores?: number[]
  seat?: number
  key?: string
}

/** An event: its name decides which parameters it has. */
export type GameEvent<G extends GameTypes = AnyGame> = G['event']

/** The key of an action's sentence. */
export type MoveKey<G extends GameTypes> = `move.${keyof G['actions'] & string}`

export interface Step<G extends GameTypes = AnyGame> {
  seat: number
  move: string | null
  events: GameEvent<G>[]
}
