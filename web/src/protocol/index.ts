/**
 * What page and server say to each other: the types that the server writes (`generated.ts`), and here, told more
 * closely, what is plain JSON to it: views, events and outcomes, as `ludotheque/play/position.py` makes them.
 */

import type * as Sent from './generated'

export { SPECTATOR, VERSION } from './generated'
export type {
  Accepted,
  ChangeSeat,
  Clock,
  Clocks,
  ConditionalMove,
  Count,
  FreshCode,
  FreshLink,
  Friend,
  HolidayView,
  FromPage,
  SavedDeck,
  LessonView,
  MoveView,
  Mutes,
  NewSeat,
  NewTable,
  Person,
  Points,
  Profile,
  ProfileChange,
  Prompt,
  Push,
  PushView,
  RatingList,
  RatingView,
  Reason,
  RuleView,
  Said,
  SeatRating,
  SeatView,
  SectionView,
  Seek,
  SeekView,
  DailyView,
  NewTournament,
  PairingView,
  TournamentLine,
  TournamentList,
  TournamentView,
  NewDeck,
  Verdict,
} from './generated'

export type TournamentKind = Sent.NewTournament['kind']

/** What a sentence, a move or an event is about, by name. */
export type Params = Readonly<Record<string, unknown>>

/** A move by its number among the legal ones, or as it is written. */
export type Written = number | string

/** All that a viewer may see; `table` is the game's own. */
export interface View {
  game: string
  rules: string
  players: number
  viewer: number | 'all'
  options: Params
  decision: string | null
  actors: number[]
  ready: number[]
  chosen: Record<string, string>
  over: boolean
  table: Params
}

/** How a match ended; a game may add what it likes. One that an upgrade of the rules closed has nobody win. */
export interface Outcome {
  cause: string
  ranking?: number[][]
  shares?: number[]
  scores?: number[]
  seat?: number
  [more: string]: unknown
}

export interface GameEvent {
  key: string
  event: string
  params: Params
}

export interface Step {
  seat: number
  move: string | null
  events: GameEvent[]
}

/** `players`: the fewest and the most. */
export type GameView = Omit<Sent.GameView, 'players'> & { players: [number, number] }

export type Told = Omit<Sent.Told, 'steps'> & { steps: Step[] }
export type Face = Omit<Sent.Face, 'view' | 'outcome'> & { view: View; outcome: Outcome | null }
export type TableView = Omit<Sent.TableView, 'outcome'> & { outcome: Outcome | null }
export interface TableList {
  mine: TableView[]
  invited: TableView[]
  open: TableView[]
  recent: TableView[]
}

/** A finished match in a history. */
export type HistoryLine = Omit<Sent.HistoryLine, 'table'> & { table: TableView }
export interface History {
  matches: HistoryLine[]
  next: string | null
}

/** A lesson after what was played in it. */
export interface LessonMoment {
  face: Face
  log: Told[]
}

/** What a move is certain to do, told to the board. */
export type Previewed = Omit<Sent.Previewed, 'events' | 'view'> & { events: GameEvent[]; view: View | null }

/** An entry of a finished match, nothing hidden; `target` of an undo is the entry it goes back to. */
export type ReplayEntry = Omit<Sent.OpenEntry, 'steps'> & { steps: Step[] }

/** The table after such an entry, all hands open. */
export type ReplayMoment = Omit<Sent.OpenFace, 'view'> & { view: View }

/** The record of a finished match, as far as the page reads it. */
export interface MatchRecord {
  seed: string | null
  fairness: {
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
  | { type: 'table'; table: TableView }
  | UndoAsked
  | Previewed
