// Written by `python -m ludotheque.server.typescript`: change the server's types, not this file.

export const VERSION = 2

/** The viewer who watches and holds no seat. */
export const SPECTATOR = 7

/** The first message, also after a break. `seen`: the last number of each viewer's log that it has. */
export interface Hello {
  type: 'hello'
  version: number
  table: string
  seen?: Record<string, number>
  id?: string | null
}

/** A move: one decision, or several that a person sees as one. `question` is the number of what it answers. */
export interface Decide {
  type: 'decide'
  seat: number
  question: number
  moves: (number | string)[]
  id: string
}

/** Take a secret choice back while others still choose. */
export interface Withdraw {
  type: 'withdraw'
  seat: number
  question: number
  id: string
}

/** Take back a move, or all that may be taken back freely (`turn`); where it is not free the others are asked. */
export interface Undo {
  type: 'undo'
  seat: number
  turn?: boolean
  id: string
}

/** Yes or no to somebody who wants to take a move back. */
export interface AnswerUndo {
  type: 'answer_undo'
  seat: number
  agree: boolean
  id: string
}

/** What would this move do? `then`: the decisions that would follow it, where a person sees them as one move. */
export interface Preview {
  type: 'preview'
  seat: number
  move: number | string
  then?: (number | string)[]
  id: string
}

/** Why can't I make this move? `then`: those that would follow it; the first that can't be made gives the reason. */
export interface WhyNot {
  type: 'why_not'
  seat: number
  move: number | string
  then?: (number | string)[]
  id: string
}

/** What would a bot play in my place? */
export interface Hint {
  type: 'hint'
  seat: number
  id: string
}

/** Make my forced decisions for me: those where I have exactly one legal move. */
export interface SetAuto {
  type: 'auto'
  seat: number
  on: boolean
  id: string
}

/** Play this for me, if that happens: conditional moves, each after the one before it; none takes them back. */
export interface LeaveConditional {
  type: 'conditional'
  seat: number
  line: ConditionalMove[]
  id: string
}

/** If the others decide this, in that order and openly, until I am asked, then I decide that; all in notation. */
export interface ConditionalMove {
  expected: string[]
  answer: string[]
}

/** Talk to the table. */
export interface Say {
  type: 'say'
  text: string
  id: string
}

/** Point at something on the table. */
export interface Point {
  type: 'point'
  seat: number
  at: string
  id?: string | null
}

/** Is anybody there? A page can't see those of the socket itself, and a line may die without a word. */
export interface Ping {
  type: 'ping'
  id: string
}

/** The answer to a hello; a `table`, a `sync` for each of my seats (or one to watch), and talk follow. */
export interface Welcome {
  type: 'welcome'
  version: number
  seats: number[]
  now: number
  id: string | null
}

/** The table: who sits where, who is there, how far it has come. */
export interface TableNow {
  type: 'table'
  table: TableView
}

/** A table as everyone sees it. What seats bring is not part of it. */
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

/** How long one may think: a bank of seconds that a decision adds to. */
export interface Clock {
  bank: number
  increment?: number
  at_zero?: 'bot' | 'loss' | 'move'
}

/** A seat as everyone sees it. What is told of the reader's own alone: that it is `mine`, `auto`, `conditional`. */
export interface SeatView {
  number: number
  kind: 'bot' | 'open' | 'person'
  name: string
  person: string | null
  bot: string | null
  mine: boolean
  connected: boolean
  pledged: boolean
  opened: boolean
  away_until: number | null
  auto: boolean
  conditional: Conditional | null
  rating: SeatRating | null
}

/** The conditional moves of a seat, one after the other; they count from the entry `since` of that seat's log. */
export interface Conditional {
  line: ConditionalMove[]
  since: number
  dropped?: boolean
}

/** How strong somebody is known to be. */
export interface SeatRating {
  rating: number
  provisional: boolean
}

/** Everything, for one viewer (`seat` is SPECTATOR for those who watch): after a hello. `log` is what was missed. */
export interface Sync {
  type: 'sync'
  seat: number
  number: number
  log: Told[]
  face: Face
  clocks: Clocks | null
}

/** An entry as it stands in one viewer's log. Numbered by what he noticed: gaps would tell of what he did not. */
export interface Told {
  number: number
  kind: 'decide' | 'end' | 'holiday' | 'pause' | 'refuse' | 'resume' | 'return' | 'start' | 'undo' | 'withdraw'
  seat: number | null
  at: number
  steps: Record<string, unknown>[]
  stood_in?: boolean
}

/** All that one viewer sees now. */
export interface Face {
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

/** The one line that says what is expected: the key of its sentence, parameters, the seats that owe something. */
export interface Prompt {
  key: string
  params: Record<string, unknown>
  seats: number[]
}

/** A legal move: its number, its notation, and the key and parameters of its name. */
export interface MoveView {
  id: number
  text: string
  key: string
  params: Record<string, unknown>
}

/** Moves that a person may make as one: to be decided together, in this order; key and parameters of its name. */
export interface BundleView {
  key: string
  params: Record<string, unknown>
  moves: number[]
}

/** Seconds that each seat has left at a moment, and those whose time is running. */
export interface Clocks {
  left: number[]
  running: number[]
  at: number
}

/** What is new, for one viewer. */
export interface Update {
  type: 'update'
  seat: number
  number: number
  log: Told[]
  face: Face
  clocks: Clocks | null
}

/** It is done, and stored. */
export interface Accepted {
  type: 'accepted'
  id: string
}

/** It is not done, and why. The match and the connection are as before. */
export interface Refusal {
  type: 'refused'
  id: string | null
  code: string
  message: string
  rule: string | null
  key: string | null
}

/** What a move is certain to do, as far as this seat can know; in `view` and `scores`, null is what is uncertain. */
export interface Previewed {
  type: 'previewed'
  id: string
  events: Record<string, unknown>[]
  view: Record<string, unknown> | null
  scores: (number | null)[] | null
}

/** The rule that forbids a move; nothing if it is legal. */
export interface Reason {
  type: 'reason'
  id: string
  rule: string | null
  key: string | null
  sentence: string | null
}

/** What a bot would play; the best few moves, if it has searched; and what it is about, if it can say so. */
export interface Hinted {
  type: 'hinted'
  id: string
  move: MoveView
  bot: string
  best: AdviceView[]
  reason: Sentence | null
}

/** One of the best moves: the share of the win to expect (unless forced), its part of the search, what follows. */
export interface AdviceView {
  move: MoveView
  result: number | null
  share: number
  line: Expected[]
}

/** A move that is expected of a seat; of what others hold in secret it is a guess. */
export interface Expected {
  seat: number
  move: MoveView
}

/** A sentence of the message files: its key and parameters. */
export interface Sentence {
  key: string
  params: Record<string, unknown>
}

/** Somebody wants to go back: the entries of this viewer's log that would fall, and what came to light in them. */
export interface UndoAsked {
  type: 'undo_asked'
  seat: number
  waiting: number[]
  entries: number[]
  revealed: Record<string, unknown>[]
  clocks: Clocks | null
}

/** The proposal to go back was granted or refused (`by` whom), or the match went on. */
export interface UndoAnswered {
  type: 'undo_answered'
  seat: number
  granted: boolean
  by: number | null
}

/** These seats propose to end the match here, as a draw. */
export interface EndProposed {
  type: 'end_proposed'
  seats: number[]
}

/** Talk. */
export interface Said {
  type: 'said'
  person: string
  name: string
  text: string
  at: number
}

/** Somebody points at something. */
export interface Pointed {
  type: 'pointed'
  seat: number
  at: string
}

/** An error as it is sent: the page translates the code, the message is its English sentence. */
export interface ErrorBody {
  code: string
  message: string
  rule?: string | null
  key?: string | null
  faults?: Record<string, unknown>[] | null
}

/** Somebody who comes in for the first time. */
export interface NewPerson {
  name: string
}

/** Somebody, as everyone may know him. The id is no secret; the key in his cookie is. */
export interface Person {
  id: string
  name: string
}

/** A code that lets the same person in from another device, once. */
export interface Code {
  code: string
}

/** A new code, and when it ends to work; a recovery code has no end. */
export interface FreshCode {
  code: string
  expires: number | null
}

/** A new code for another device, when it ends to work, the address to open there, and that as a QR code (SVG). */
export interface FreshLink {
  code: string
  expires: number | null
  address: string
  qr: string
}

/** The address that is called when it is my turn and I am not at the table; none, if null. */
export interface Webhook {
  url: string | null
}

/** The same, and the hosts that this server calls: none where its operator has not allowed it. */
export interface WebhookView {
  url: string | null
  hosts: string[]
}

/** A browser's subscription: where its maker takes messages for it, and the keys to encrypt them with. */
export interface Push {
  endpoint: string
  key: string
  auth: string
  language?: 'en' | 'fr'
}

/** The key to subscribe with, none where the operator has not allowed push; and my subscriptions, by id. */
export interface PushView {
  key: string | null
  devices: string[]
}

/** A deck for my shelf: what a seat of a game may bring, by a name of mine. The same name replaces it. */
export interface NewDeck {
  game: string
  option: string
  name: string
  value: string
}

/** A deck on my shelf, or whatever else a seat may bring. */
export interface SavedDeck {
  id: string
  game: string
  option: string
  name: string
  value: string
  saved: number
}

/** Somebody as others may know him; where he does not show more, only name and colour. */
export interface Profile {
  id: string
  name: string
  colour: string
  shown: boolean
  since: number | null
  games: GameStatistics[]
}

/** Somebody's matches of one game. */
export interface GameStatistics {
  game: string
  all: Count
  by_players: Record<string, Count>
  by_side: Record<string, Count>
  against: Opponent[]
  streak: number
  best_streak: number
  shortest: Length | null
  longest: Length | null
  rating: RatingView | null
}

/** How some matches ended. */
export interface Count {
  played: number
  won: number
  drawn: number
  lost: number
}

/** Against (or with) whom: a person, or a bot of a level. */
export interface Opponent {
  person: string | null
  bot: string | null
  name: string
  count: Count
}

/** How long a match took, in seconds. */
export interface Length {
  match: string
  seconds: number
}

/** How strong somebody is at a game, and how sure that is; provisional while too little is known. */
export interface RatingView {
  rating: number
  deviation: number
  provisional: boolean
  matches: number
}

/** What somebody may choose about his profile. */
export interface ProfileChange {
  colour?: 'blue' | 'gold' | 'green' | 'orange' | 'pink' | 'red' | 'slate' | 'teal' | 'violet'
  shown?: boolean
}

/** Somebody whom I have played with. */
export interface Friend {
  id: string
  name: string
  colour: string
  matches: number
  last: number
  game: string
}

/** For how many days I shall be away, from now on. */
export interface Holiday {
  days: number
}

/** Until when I am on holiday, if I am; how many days of it I have left, of those that there are a year. */
export interface HolidayView {
  until: number | null
  days_left: number
  days_a_year: number
}

/** The best at a game, a page at a time; the fixed ratings of its bots. */
export interface RatingList {
  people: RatedPerson[]
  bots: Record<string, number>
  next: string | null
}

/** A line of a list of ratings. */
export interface RatedPerson {
  id: string
  name: string
  colour: string
  rating: RatingView
}

/** A page of a history, the newest first; `next` is the key of the page after it, none if there is none. */
export interface History {
  matches: HistoryLine[]
  next: string | null
}

/** A finished match in a history: the table, and how it ended for who asks (or for the one it is the history of). */
export interface HistoryLine {
  table: TableView
  seat: number | null
  result: string | null
  points: number | null
  rated: boolean
  before: number | null
  after: number | null
}

/** Somebody to be asked to a table by name: one whom I have played with. */
export interface Invitation {
  person: string
}

/** A match that somebody looks for, and what he brings to it. */
export interface Seek {
  game: string
  clock?: Clock | null
  rated?: boolean
  brought?: Record<string, unknown>
  pledge?: string | null
}

/** Where a match was found, none yet if null; and since when it is looked for. */
export interface SeekView {
  table: string | null
  since: number
}

/** A table to be made. */
export interface NewTable {
  game: string
  seats: NewSeat[]
  options?: Record<string, unknown>
  listed?: boolean
  hints?: boolean
  takeover?: 'bot' | 'person'
  clock?: Clock | null
  rated?: boolean
  position?: string | null
}

/** Who is to sit there: whoever lays the table, anybody, or a bot of some sort; and what I bring to it. */
export interface NewSeat {
  kind?: 'bot' | 'me' | 'open'
  bot?: string | null
  brought?: Record<string, unknown>
  pledge?: string | null
}

/** Playing on from a moment of a finished match. Without seats: I sit where the turn is, bots elsewhere. */
export interface Fork {
  number: number
  seats?: NewSeat[]
  listed?: boolean
  hints?: boolean
  takeover?: 'bot' | 'person'
  clock?: Clock | null
}

/** Taking a seat: what I bring, and the hash of what I shall add to the deal. */
export interface Sit {
  brought?: Record<string, unknown>
  pledge?: string | null
}

/** What the host makes of a seat before the start, or of one that was left for good. */
export interface ChangeSeat {
  kind: 'bot' | 'open'
  bot?: string | null
}

/** The hash of what I shall add to the deal from a seat that I hold already: at a rematch. */
export interface Pledge {
  pledge: string
}

/** What somebody adds to the deal, whose hash he gave before. */
export interface Contribution {
  contribution: string
}

/** What somebody writes for himself. */
export interface Note {
  text: string
}

/** The people whom the reader does not hear: muted by himself, and by the host for all. */
export interface Mutes {
  mine: string[]
  all: string[]
}

/** An entry of a finished match, numbered as it is stored; `target` is the number that an undo went back to. */
export interface OpenEntry {
  number: number
  kind: 'decide' | 'end' | 'holiday' | 'pause' | 'refuse' | 'resume' | 'return' | 'start' | 'undo' | 'withdraw'
  seat: number | null
  at: number
  target: number | null
  steps: OpenStep[]
}

/** One decision of a finished match, nothing hidden. */
export interface OpenStep {
  seat: number
  move: string
  events: Record<string, unknown>[]
}

/** A finished match after one of its entries, all hands open. */
export interface OpenFace {
  number: number
  view: Record<string, unknown>
  scores: number[]
  actors: number[]
  text: string
}

/** The scores after an entry of a finished match. */
export interface Points {
  number: number
  scores: number[]
  seat: number | null
  sources: Record<string, number>[]
}

/** The tables that somebody may want to go to: all of mine that are not over, and the last ones that are. */
export interface TableList {
  mine: TableView[]
  invited: TableView[]
  open: TableView[]
  recent: TableView[]
}

/** A tournament to be made. Without `starts` it begins when the organiser says so, or when nobody more may enter. */
export interface NewTournament {
  name: string
  game: string
  kind: 'arena' | 'knockout' | 'points' | 'round_robin' | 'swiss'
  clock: Clock
  options?: Record<string, unknown>
  seats?: number
  rounds?: number | null
  minutes?: number
  most?: number
  starts?: number | null
  pause?: number
  patience?: number
  rated?: boolean
  listed?: boolean
}

/** Taking part, and what one brings to every match. */
export interface Entry {
  brought?: Record<string, unknown>
}

/** A tournament as everyone sees it; `version` grows when anything in it changes. */
export interface TournamentView {
  line: TournamentLine
  version: number
  host: string
  host_name: string
  options: Record<string, unknown>
  seats: number
  breaks: string[]
  standings: StandingView[]
  pairings: PairingView[]
  late: boolean
  active: boolean
  table: string | null
}

/** A tournament in a list. */
export interface TournamentLine {
  id: string
  name: string
  game: string
  kind: 'arena' | 'knockout' | 'points' | 'round_robin' | 'swiss'
  phase: 'open' | 'over' | 'running'
  clock: Clock
  rated: boolean
  listed: boolean
  entered: number
  most: number
  round: number
  rounds: number | null
  starts: number | null
  started: number | null
  ends: number | null
  ended: number | null
  created: number
  mine: boolean
}

/** Somebody's place. The tie-breaks are those that the tournament names, in order. */
export interface StandingView {
  person: string
  name: string
  place: number
  points: number
  breaks: number[]
  played: number
  active: boolean
  rating: number | null
}

/** Who meets whom, by seat. */
export interface PairingView {
  round: number
  kind: 'bye' | 'forfeit' | 'match'
  table: string | null
  players: string[]
  points: number[] | null
}

/** Tournaments: those that one may enter or watch, and a page of those that are over, the newest first. */
export interface TournamentList {
  now: TournamentLine[]
  over: TournamentLine[]
  next: string | null
}

/** The deal of a day: until midnight (UTC) my own try and how many there are; then all of them, and the seed. */
export interface DailyView {
  day: string
  game: string
  seed_hash: string
  seed: string | null
  until: number
  tries: number
  mine: DailyTry | null
  all: DailyTry[]
}

/** How somebody fared. */
export interface DailyTry {
  person: string
  name: string
  table: string
  result: string | null
  points: number | null
  against: number | null
}

/** What can be known of a game before sitting down. */
export interface GameView {
  name: string
  title: Record<string, string>
  about: Record<string, string>
  rules: string
  players: number[]
  options: OptionView[]
  brings: string[]
  bots: string[]
  levels: string[]
  level: string
  together: boolean
  silent: boolean
  template: boolean
  presets: Record<string, Record<string, unknown>>
  lessons: string[]
  page: PageFiles
}

/** A choice that a table makes. */
export interface OptionView {
  name: string
  default: unknown
  values: unknown[]
}

/** What a game of another package brings for the page, each by its address; null is what it does not bring. */
export interface PageFiles {
  cover: string | null
  palette: string | null
  table: string | null
}

/** A part of a rulebook. */
export interface SectionView {
  title: string
  rules: RuleView[]
}

/** One rule. */
export interface RuleView {
  id: string
  title: string
  text: string
}

/** Something that a seat might bring, to be looked at: a deck as text. `options` are those of the table. */
export interface Brought {
  option: string
  value: string
  options?: Record<string, unknown>
  language?: 'en' | 'fr'
}

/** What the game says of it: all that is wrong, nothing if it may be played; and what it adds up to, if it tells. */
export interface Verdict {
  faults: FaultView[]
  numbers: Record<string, unknown>
}

/** One thing that is wrong: the line (0 for none in particular), the field, and a sentence. */
export interface FaultView {
  line: number
  field: string
  problem: string
}

/** A lesson; all that is said in it stands in the game's messages under `lesson.<id>`. */
export interface LessonView {
  id: string
  seat: number
  players: number
  rules: string[]
  goals: string[][]
  slips: Record<string, string>
}

/** What has been played in a lesson so far. */
export interface Played {
  steps?: string[]
}

/** A question about a move, and those that would follow it, after what has been played in a lesson so far. */
export interface Asking {
  move: number | string
  then?: string[]
  steps?: string[]
}

/** A lesson after some steps: all that its seat sees, and what happened. */
export interface LessonMoment {
  face: Face
  log: Told[]
}

export type FromPage =
  | Hello
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
  | Ping

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
  | EndProposed
  | Said
  | Pointed
