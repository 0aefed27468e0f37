/**
 * What page and server say to each other, as `ludotheque/server/live/protocol.py`, `…/tables/schemas.py`,
 * `…/matches/entries.py` and `…/library/schemas.py` have it. To be generated from them; until then it is kept by hand,
 * here and nowhere else.
 */

export const VERSION = 1

export type Params = Record<string, unknown>

// The library -------------------------------------------------------------------------------------------------------

export interface OptionView {
  name: string
  default: unknown
  values: unknown[]
}

export interface GameView {
  name: string
  title: Record<string, string>
  rules: string
  players: [number, number]
  options: OptionView[]
  brings: string[]
  bots: string[]
  together: boolean
  template: boolean
}

export interface RuleView {
  id: string
  title: string
  text: string
}

export interface SectionView {
  title: string
  rules: RuleView[]
}

// People and tables -------------------------------------------------------------------------------------------------

export interface Person {
  id: string
  name: string
}

export interface Clock {
  bank: number
  increment: number
  at_zero: 'bot' | 'move'
}

export interface SeatWish {
  kind: 'me' | 'open' | 'bot'
  bot?: string | null
  brought?: Record<string, unknown>
}

export interface NewTable {
  game: string
  seats: SeatWish[]
  options?: Record<string, unknown>
  listed?: boolean
  hints?: boolean
  clock?: Clock | null
  position?: string | null
}

export interface SeatView {
  number: number
  kind: 'open' | 'person' | 'bot'
  name: string
  person: string | null
  bot: string | null
  mine: boolean
  connected: boolean
  pledged: boolean
  opened: boolean
}

export type Phase = 'open' | 'opening' | 'playing' | 'paused' | 'over'

export interface TableView {
  id: string
  game: string
  rules: string
  options: Record<string, unknown>
  host: string
  listed: boolean
  hints: boolean
  takeover: string
  clock: Clock | null
  phase: Phase
  seats: SeatView[]
  seed_hash: string
  from_position: boolean
  outcome: Outcome | null
  rematch_of: string | null
  rematch: string | null
  created: number
  started: number | null
  ended: number | null
}

export interface TableList {
  mine: TableView[]
  open: TableView[]
  recent: TableView[]
}

export interface Outcome {
  cause: string
  ranking: number[][]
  shares: number[]
  scores?: number[]
  seat?: number
  [more: string]: unknown
}

// What is told of a match -------------------------------------------------------------------------------------------

export interface MoveView {
  id: number
  text: string
  key: string
  params: Params
}

export interface Prompt {
  key: string
  params: Params
  seats: number[]
}

export interface Clocks {
  left: number[]
  running: number[]
  at: number
}

export interface View {
  game: string
  rules: string
  players: number
  viewer: number | null
  options: Record<string, unknown>
  decision: string | null
  actors: number[]
  ready: number[]
  chosen: Record<string, string>
  over: boolean
  table: Record<string, unknown>
}

export interface Face {
  view: View
  prompt: Prompt
  question: number | null
  moves: MoveView[]
  scores: number[]
  may_withdraw: boolean
  may_undo: number
  paused: boolean
  outcome: Outcome | null
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

export interface Told {
  number: number
  kind: 'start' | 'decide' | 'withdraw' | 'undo' | 'pause' | 'resume' | 'end'
  seat: number | null
  at: number
  steps: Step[]
}

// The play socket ---------------------------------------------------------------------------------------------------

export type FromPage =
  | { type: 'hello'; version: number; table: string; seen: Record<string, number>; id?: string }
  | { type: 'decide'; seat: number; question: number; moves: (number | string)[]; id: string }
  | { type: 'withdraw'; seat: number; question: number; id: string }
  | { type: 'undo'; seat: number; turn: boolean; id: string }
  | { type: 'answer_undo'; seat: number; agree: boolean; id: string }
  | { type: 'preview'; seat: number; move: number | string; id: string }
  | { type: 'why_not'; seat: number; move: number | string; id: string }
  | { type: 'hint'; seat: number; id: string }
  | { type: 'say'; text: string; id: string }
  | { type: 'point'; seat: number; at: string; id?: string }

export interface Welcome {
  type: 'welcome'
  version: number
  seats: number[]
  now: number
  id: string | null
}
export interface TableNow {
  type: 'table'
  table: TableView
}
export interface Sync {
  type: 'sync'
  seat: number | null
  number: number
  log: Told[]
  face: Face
  clocks: Clocks | null
}
export interface Update extends Omit<Sync, 'type'> {
  type: 'update'
}
export interface Accepted {
  type: 'accepted'
  id: string
}
export interface Refusal {
  type: 'refused'
  id: string | null
  code: string
  message: string
  rule?: string | null
  key?: string | null
}
export interface Previewed {
  type: 'previewed'
  id: string
  events: GameEvent[]
}
export interface Reason {
  type: 'reason'
  id: string
  rule: string | null
  key: string | null
  sentence: string | null
}
export interface Hinted {
  type: 'hinted'
  id: string
  move: MoveView
  bot: string
}
export interface UndoAsked {
  type: 'undo_asked'
  seat: number
  waiting: number[]
  entries: number[]
}
export interface UndoAnswered {
  type: 'undo_answered'
  seat: number
  granted: boolean
}
export interface Said {
  type: 'said'
  person: string
  name: string
  text: string
  at: number
}
export interface Pointed {
  type: 'pointed'
  seat: number
  at: string
}

export type ToPage =
  | Welcome
  | TableNow
  | Sync
  | Update
  | Accepted
  | Refusal
  | Previewed
  | Reason
  | Hinted
  | UndoAsked
  | UndoAnswered
  | Said
  | Pointed
