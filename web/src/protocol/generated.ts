// Written by `python -m ludotheque.server.typescript`: change the types of the server, not this file.

export const VERSION = 2

/** The viewer who watches and holds no seat. */
export const SPECTATOR = 7

/** The first message, also after a reconnect. `seen`: the last number of each viewer's log that the page has. */
export type Hello = {
  type: 'hello'
  version: number
  table: string
  seen?: Record<string, number>
  id?: string | null
}

/** Show me the lobby, from now on. `seen`: the people I have played with may see that I am here. */
export type EnterLobby = {
  type: 'enter_lobby'
  seen?: boolean
  id?: string | null
}

/** A move: one decision, or several that a player sees as one. `question` is the number of the question. */
export type Decide = {
  type: 'decide'
  seat: number
  question: number
  moves: (number | string)[]
  id: string
}

/** Take a secret choice back while others still choose. */
export type Withdraw = {
  type: 'withdraw'
  seat: number
  question: number
  id: string
}

/** Take back a move, or all that may be taken back freely (`turn`); where it is not free the others are asked. */
export type Undo = {
  type: 'undo'
  seat: number
  turn?: boolean
  id: string
}

/** Agree or disagree to another player's undo. */
export type AnswerUndo = {
  type: 'answer_undo'
  seat: number
  agree: boolean
  id: string
}

/** What would this move do? `then`: the decisions that would follow it, where a person sees them as one move. */
export type Preview = {
  type: 'preview'
  seat: number
  move: number | string
  then?: (number | string)[]
  id: string
}

/** Why can't I make this move? `then`: those that would follow it; the first that can't be made gives the reason. */
export type WhyNot = {
  type: 'why_not'
  seat: number
  move: number | string
  then?: (number | string)[]
  id: string
}

/** What would a bot play in my place? */
export type Hint = {
  type: 'hint'
  seat: number
  id: string
}

/** Make my forced decisions for me: those where I have exactly one legal move. */
export type SetAuto = {
  type: 'auto'
  seat: number
  on: boolean
  id: string
}

/** Play this for me, if that happens: conditional moves, each after the one before it; none takes them back. */
export type LeaveConditional = {
  type: 'conditional'
  seat: number
  line: ConditionalMove[]
  id: string
}

/** If the others decide this, in that order and openly, until I am asked, then I decide that; all in notation. */
export type ConditionalMove = {
  expected: string[]
  answer: string[]
}

/** Send a line of chat. */
export type Say = {
  type: 'say'
  text: string
  id: string
}

/** Point at something on the table. */
export type Point = {
  type: 'point'
  seat: number
  at: string
  id?: string | null
}

/** Show me from now on what the leader of the shared review looks at. */
export type Follow = {
  type: 'follow'
  id?: string | null
}

/** Lead the shared review: this is what I look at. Without a moment I give up the lead. */
export type Lead = {
  type: 'lead'
  moment: Moment | null
  id?: string | null
}

/** What the leader of a shared review looks at: an entry of the log, or a decision with one of its two moves. */
export type Moment = {
  entry: number
  verdict?: number | null
  shown?: 'better' | 'played'
  at?: string | null
  knower?: number | null
}

/** A check that the connection works: pages can't see WebSocket pings, and a connection may die silently. */
export type Ping = {
  type: 'ping'
  id: string
}

/** The answer to a hello. A `table`, a `sync` for each own seat (or one for a spectator) and the chat follow. */
export type Welcome = {
  type: 'welcome'
  version: number
  seats: number[]
  now: number
  id: string | null
}

/** The whole lobby as this viewer may see it: without people kept apart by a block, and without the viewer. */
export type Lobby = {
  type: 'lobby'
  seeks: LobbySeek[]
  open: LobbyTable[]
  live: LobbyMatch[]
  people: LobbyPerson[]
}

/** A search that others may join. */
export type LobbySeek = {
  person: string
  name: string
  colour: string
  game: string
  clock: Clock | null
  rated: boolean
  rating: SeatRating | null
  since: number
}

/** A clock: a bank of seconds to which each decision adds an increment. */
export type Clock = {
  bank: number
  increment?: number
  at_zero?: 'bot' | 'loss' | 'move'
}

/** A rating at a seat. */
export type SeatRating = {
  rating: number
  provisional: boolean
}

/** A listed table with a free seat. */
export type LobbyTable = {
  id: string
  game: string
  names: string[]
  taken: number
  seats: number
  clock: Clock | null
  rated: boolean
  options: Record<string, unknown>
  since: number
}

/** A listed match that is being played. */
export type LobbyMatch = {
  id: string
  game: string
  names: string[]
  rated: boolean
  rating: number | null
  round: number | null
  watching: number
  since: number
}

/** Somebody I have played with, who is in the lobby now. */
export type LobbyPerson = {
  id: string
  name: string
  colour: string
  game: string
}

/** The changes of the lobby: new and changed lines, and those that are `gone`, such as “seek <person>”. */
export type LobbyChanged = {
  type: 'lobby_changed'
  seeks: LobbySeek[]
  open: LobbyTable[]
  live: LobbyMatch[]
  people: LobbyPerson[]
  gone: string[]
}

/** Somebody has invited me to a table: my list of tables has it. */
export type LobbyInvited = {
  type: 'lobby_invited'
}

/** The table: its seats, who is present, its phase. */
export type TableNow = {
  type: 'table'
  table: TableView
}

/** A table as everyone sees it. What seats bring is not part of it. */
export type TableView = {
  id: string
  game: string
  rules: string
  options: Record<string, unknown>
  host: string
  listed: boolean
  hints: boolean
  takeover: string
  clock: Clock | null
  slow: boolean
  rated: boolean
  tournament: string | null
  daily: string | null
  phase: 'open' | 'opening' | 'over' | 'paused' | 'playing'
  seats: SeatView[]
  seed_hash: string
  from_position: boolean
  watching: string[]
  actors: number[]
  outcome: Record<string, unknown> | null
  rematch_of: string | null
  rematch: string | null
  fork_of: string | null
  created: number
  started: number | null
  ended: number | null
}

/** A seat as everyone sees it. `mine`, `auto` and `conditional` are set only at the reader's own seats. */
export type SeatView = {
  number: number
  kind: 'bot' | 'open' | 'person'
  name: string
  person: string | null
  bot: string | null
  mine: boolean
  connected: boolean
  accepted: boolean
  pledged: boolean
  opened: boolean
  away_until: number | null
  auto: boolean
  conditional: Conditional | null
  rating: SeatRating | null
}

/** The conditional moves of a seat, one after the other; they count from the entry `since` of that seat's log. */
export type Conditional = {
  line: ConditionalMove[]
  since: number
  dropped?: boolean
}

/** The whole state for one viewer (`seat` is SPECTATOR for spectators). `log`: the entries that the page lacks. */
export type Sync = {
  type: 'sync'
  seat: number
  number: number
  log: Told[]
  face: Face
  clocks: Clocks | null
}

/** An entry in one viewer's log. Numbers count only what the viewer noticed: a gap would betray a secret. */
export type Told = {
  number: number
  kind: 'decide' | 'end' | 'holiday' | 'pause' | 'refuse' | 'resume' | 'return' | 'start' | 'undo' | 'withdraw'
  seat: number | null
  at: number
  steps: Record<string, unknown>[]
  stood_in?: boolean
}

/** Everything that one viewer sees now. */
export type Face = {
  view: Record<string, unknown>
  prompt: Prompt
  question: number | null
  moves: MoveView[]
  bundles: BundleView[]
  scores: number[]
  may_withdraw: boolean
  may_undo: number
  paused: boolean
  silent: boolean
  talk_until: number | null
  outcome: Record<string, unknown> | null
}

/** The prompt line: the key of its sentence, its parameters, and the seats that owe a decision. */
export type Prompt = {
  key: string
  params: Record<string, unknown>
  seats: number[]
}

/** A legal move: its number, its notation, and the key and parameters of its name. */
export type MoveView = {
  id: number
  text: string
  key: string
  params: Record<string, unknown>
}

/** Moves that a person may make as one: to be decided together, in this order; key and parameters of its name. */
export type BundleView = {
  key: string
  params: Record<string, unknown>
  moves: number[]
}

/** Seconds that each seat has left at a moment, and those whose time is running. */
export type Clocks = {
  left: number[]
  running: number[]
  at: number
}

/** A change, for one viewer. */
export type Update = {
  type: 'update'
  seat: number
  number: number
  log: Told[]
  face: Face
  clocks: Clocks | null
}

/** The request was carried out and stored. */
export type Accepted = {
  type: 'accepted'
  id: string
}

/** The request was not carried out, and why. The match and the connection are unchanged. */
export type Refusal = {
  type: 'refused'
  id: string | null
  code: string
  message: string
  rule: string | null
  key: string | null
}

/** The certain effects of a move, as far as the seat can know; in `view` and `scores`, null means uncertain. */
export type Previewed = {
  type: 'previewed'
  id: string
  events: Record<string, unknown>[]
  view: Record<string, unknown> | null
  scores: (number | null)[] | null
}

/** The rule that forbids a move; nothing if it is legal. */
export type Reason = {
  type: 'reason'
  id: string
  rule: string | null
  key: string | null
  sentence: string | null
}

/** A hint: the bot's move, the best few moves if it searched, and its reason if it gives one. */
export type Hinted = {
  type: 'hinted'
  id: string
  move: MoveView
  bot: string
  best: AdviceView[]
  reason: Sentence | null
}

/** One of the best moves: the expected share of the win (unless forced), its part of the search, what follows. */
export type AdviceView = {
  move: MoveView
  result: number | null
  share: number
  line: Expected[]
}

/** A move that is expected of a seat; for hidden hands it is a guess. */
export type Expected = {
  seat: number
  move: MoveView
}

/** A sentence of the message files: its key and parameters. */
export type Sentence = {
  key: string
  params: Record<string, unknown>
}

/** A player asks for an undo: the entries of this viewer's log that it would take back, and what they revealed. */
export type UndoAsked = {
  type: 'undo_asked'
  seat: number
  waiting: number[]
  entries: number[]
  revealed: Record<string, unknown>[]
  clocks: Clocks | null
}

/** The undo was granted, or refused (`by` a seat), or the match went on. */
export type UndoAnswered = {
  type: 'undo_answered'
  seat: number
  granted: boolean
  by: number | null
}

/** These seats propose to end the match here, as a draw. */
export type EndProposed = {
  type: 'end_proposed'
  seats: number[]
}

/** These seats want to pause the match, or to go on with it if it is paused; nobody does any more if empty. */
export type PauseProposed = {
  type: 'pause_proposed'
  seats: number[]
}

/** A line of chat. */
export type Said = {
  type: 'said'
  person: string
  name: string
  text: string
  at: number
}

/** Somebody points at something. */
export type Pointed = {
  type: 'pointed'
  seat: number
  at: string
}

/** The leader of the shared review, and what they look at. `here`: whether they have a page open at the table. */
export type Led = {
  type: 'led'
  leader: string | null
  mine: boolean
  here: boolean
  followers: number
  moment: Moment | null
}

export type FromPage =
  | Hello
  | EnterLobby
  | Decide
  | Withdraw
  | Undo
  | AnswerUndo
  | Preview
  | WhyNot
  | Hint
  | SetAuto
  | LeaveConditional
  | Say
  | Point
  | Follow
  | Lead
  | Ping

export type ToPage =
  | Welcome
  | Lobby
  | LobbyChanged
  | LobbyInvited
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
  | EndProposed
  | PauseProposed
  | Said
  | Pointed
  | Led
