/**
 * The types of what page and server send each other: over HTTP (`http.ts`) and over the socket (`generated.ts`), which the
 * server writes; views, events and outcomes, which depend on the game (`game.ts`); and those that are made of both.
 */

import type { AnyGame, GameEvent, GameTypes, Outcome, Step, View } from './game'
import type * as Sent from './generated'
import type * as Http from './http'

export type * from './game'
export { SPECTATOR, VERSION } from './generated'
export type {
  Accepted,
  Clocks,
  FromPage,
  LobbyMatch,
  LobbyPerson,
  LobbySeek,
  LobbyTable,
  Led,
  Moment,
  Said,
} from './generated'
export type * from './http'

export type TournamentKind = Http.NewTournament['kind']

/** A move by its number among the legal ones, or as it is written. */
export type Written = number | string

export type Told<G extends GameTypes = AnyGame> = Omit<Sent.Told, 'steps'> & { steps: Step<G>[] }
export type Face<G extends GameTypes = AnyGame> = Omit<Sent.Face, 'view' | 'outcome'> & {
  view: View<G>
  outcome: Outcome<G> | null
}
/** An entry of a finished match, nothing hidden; `target` of an undo is the entry it goes back to. */
export type ReplayEntry<G extends GameTypes = AnyGame> = Omit<Http.OpenEntry, 'steps'> & { steps: Step<G>[] }

export type ProblemView = Omit<Http.ProblemView, 'face'> & { face: Face }
export type Exercise = Omit<Http.Exercise, 'face'> & { face: Face }

/** The record of a finished match, as far as the page reads it. */
export interface MatchRecord {
  seed: string | null
  /** Only a match that was dealt here has it. */
  fairness?: {
    server_seed: string
    server_hash: string
    pledges: (string | null)[]
    contributions: (string | null)[]
  }
}

export type UndoAsked = Omit<Sent.UndoAsked, 'revealed'> & { revealed: GameEvent[] }

type Closer = 'sync' | 'update' | 'table' | 'previewed' | 'undo_asked'
export type ToPage =
  | Exclude<Sent.ToPage, { type: Closer }>
  | (Omit<Sent.Sync | Sent.Update, 'log' | 'face' | 'type'> & { type: 'sync' | 'update'; log: Told[]; face: Face })
  | { type: 'table'; table: Http.TableView }
  | UndoAsked
  | Http.Previewed
