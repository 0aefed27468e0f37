/** The server over HTTP. Everything it refuses comes with a code, which the page says in the reader's language. */

import type {
  ChangeSeat,
  Face,
  FreshCode,
  FreshLink,
  Friend,
  GameView,
  History,
  HolidayView,
  SavedDeck,
  LessonMoment,
  LessonView,
  MatchRecord,
  Mutes,
  NewSeat,
  NewTable,
  Person,
  Points,
  Previewed,
  Profile,
  ProfileChange,
  Push,
  PushView,
  RatingList,
  Reason,
  ReplayEntry,
  ReplayMoment,
  SectionView,
  Seek,
  SeekView,
  TableList,
  TableView,
  DailyView,
  NewTournament,
  TournamentList,
  TournamentView,
  NewDeck,
  Verdict,
  Written,
} from './protocol'
import type { Language } from './words/say'

/** Which finished matches are asked for. */
export interface HistoryFilter {
  game?: string | undefined
  against?: string | undefined
  result?: string | undefined
  since?: number | undefined
  until?: number | undefined
  rated?: boolean | undefined
  before?: string | undefined
}

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly faults: readonly { problem: string }[] = [],
  ) {
    super(message)
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    throw new Refused('unreachable', 'The server does not answer.')
  }
  const text = await answer.text()
  const read = text ? (JSON.parse(text) as unknown) : undefined
  if (answer.ok) return read as T
  const refusal = read as { code?: string; message?: string; faults?: { problem: string }[] } | undefined
  throw new Refused(refusal?.code ?? 'internal', refusal?.message ?? answer.statusText, refusal?.faults ?? [])
}

const lesson = (game: string, id: string, rest = '') => `/games/${game}/lessons/${encodeURIComponent(id)}${rest}`
const tournament = (id: string, rest = '') => `/tournaments/${encodeURIComponent(id)}${rest}`
const table = (id: string, rest = '') => `/tables/${encodeURIComponent(id)}${rest}`

export const api = {
  games: () => ask<GameView[]>('GET', '/games'),
  words: (game: string | null, language: Language) =>
    ask<Record<string, string>>('GET', game ? `/games/${game}/messages/${language}` : `/messages/${language}`),
  rules: (game: string, language: Language) => ask<SectionView[]>('GET', `/games/${game}/rules/${language}`),
  lessons: (game: string) => ask<LessonView[]>('GET', `/games/${game}/lessons`),
  /** A lesson after what was played in it; nothing of it is kept. */
  lessonAt: (game: string, id: string, steps: string[]) => ask<LessonMoment>('POST', lesson(game, id), { steps }),
  lessonPreview: (game: string, id: string, steps: string[], move: Written, then: readonly Written[]) =>
    ask<Previewed>('POST', lesson(game, id, '/preview'), { steps, move, then }),
  lessonWhyNot: (game: string, id: string, steps: string[], move: Written, then: readonly Written[]) =>
    ask<Reason>('POST', lesson(game, id, '/why-not'), { steps, move, then }),
  pieces: <T>(game: string) => ask<T>('GET', `/games/${game}/pieces`),

  me: () => ask<Person | null>('GET', '/me'),
  welcome: (name: string) => ask<Person>('POST', '/people', { name }),
  rename: (name: string) => ask<Person>('PATCH', '/me', { name }),
  enter: (code: string) => ask<Person>('POST', '/enter', { code }),
  link: () => ask<FreshLink>('POST', '/me/link'),
  recovery: () => ask<FreshCode>('POST', '/me/recovery'),

  push: () => ask<PushView>('GET', '/me/push'),
  addPush: (wish: Push) => ask<PushView>('PUT', '/me/push', wish),
  shelf: (game: string) => ask<SavedDeck[]>('GET', `/me/shelf?game=${encodeURIComponent(game)}`),
  keep: (wish: NewDeck) => ask<SavedDeck>('POST', '/me/shelf', wish),
  putAway: (id: string) => ask<undefined>('DELETE', `/me/shelf/${encodeURIComponent(id)}`),
  /** What the game says of something that a seat might bring. */
  judge: (game: string, option: string, value: string, options: object, language: Language) =>
    ask<Verdict>('POST', `/games/${game}/check`, { option, value, options, language }),

  profile: (id: string) => ask<Profile>('GET', `/people/${encodeURIComponent(id)}`),
  changeProfile: (wish: ProfileChange) => ask<Profile>('PUT', '/me/profile', wish),
  holiday: () => ask<HolidayView>('GET', '/me/holiday'),
  goOnHoliday: (days: number) => ask<HolidayView>('POST', '/me/holiday', { days }),
  comeBack: () => ask<HolidayView>('DELETE', '/me/holiday'),
  friends: () => ask<Friend[]>('GET', '/me/friends'),
  blocks: () => ask<Person[]>('GET', '/me/blocks'),
  block: (person: string, wanted: boolean) =>
    ask<undefined>(wanted ? 'PUT' : 'DELETE', `/me/blocks/${encodeURIComponent(person)}`),
  erase: () => ask<undefined>('DELETE', '/me'),
  history: (whose: 'mine' | 'all', filter: HistoryFilter) => {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined)
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    return ask<History>('GET', `${whose === 'mine' ? '/me/matches' : '/matches'}?${query}`)
  },
  removeMatch: (id: string) => ask<undefined>('DELETE', `/me/matches/${encodeURIComponent(id)}`),
  ratings: (game: string, before?: string) =>
    ask<RatingList>('GET', `/ratings/${game}${before ? `?before=${encodeURIComponent(before)}` : ''}`),

  seek: (wish: Seek) => ask<SeekView>('POST', '/me/seek', wish),
  stopSeeking: () => ask<undefined>('DELETE', '/me/seek'),

  tournaments: (before?: string) =>
    ask<TournamentList>('GET', `/tournaments${before ? `?before=${encodeURIComponent(before)}` : ''}`),
  makeTournament: (wish: NewTournament) => ask<TournamentView>('POST', '/tournaments', wish),
  /** Null, if nothing has changed since that version. */
  tournament: (id: string, since?: number) =>
    ask<TournamentView | null>('GET', tournament(id, since === undefined ? '' : `?since=${since}`)),
  enterTournament: (id: string, brought: object) => ask<TournamentView>('PUT', tournament(id, '/entry'), { brought }),
  leaveTournament: (id: string) => ask<TournamentView>('DELETE', tournament(id, '/entry')),
  beginTournament: (id: string) => ask<TournamentView>('POST', tournament(id, '/start')),
  cancelTournament: (id: string) => ask<TournamentView>('DELETE', tournament(id)),

  daily: () => ask<DailyView[]>('GET', '/daily'),
  dailyOf: (day: string) => ask<DailyView[]>('GET', `/daily?day=${day}`),
  /** My try at today's deal. */
  playDaily: (game: string) => ask<TableView>('POST', `/daily/${game}`),

  tables: () => ask<TableList>('GET', '/tables'),
  lay: (wish: NewTable) => ask<TableView>('POST', '/tables', wish),
  table: (id: string) => ask<TableView>('GET', table(id)),
  sit: (id: string, seat: number, brought: object = {}, pledge: string | null = null) =>
    ask<TableView>('POST', table(id, `/seats/${seat}`), { brought, pledge }),
  pledge: (id: string, seat: number, pledge: string) =>
    ask<TableView>('PUT', table(id, `/seats/${seat}/pledge`), { pledge }),
  leave: (id: string, seat: number) => ask<TableView>('DELETE', table(id, `/seats/${seat}`)),
  change: (id: string, seat: number, wish: ChangeSeat) => ask<TableView>('PUT', table(id, `/seats/${seat}`), wish),
  start: (id: string) => ask<TableView>('POST', table(id, '/start')),
  resign: (id: string, seat: number) => ask<TableView>('POST', table(id, `/seats/${seat}/resignation`)),
  contribute: (id: string, seat: number, contribution: string) =>
    ask<TableView>('POST', table(id, `/seats/${seat}/contribution`), { contribution }),
  agreeToEnd: (id: string, seat: number) => ask<TableView>('POST', table(id, `/seats/${seat}/agreement`)),
  pause: (id: string, wanted: boolean) => ask<TableView>(wanted ? 'POST' : 'DELETE', table(id, '/pause')),
  note: (id: string) => ask<{ text: string }>('GET', table(id, '/note')),
  writeNote: (id: string, text: string) => ask<{ text: string }>('PUT', table(id, '/note'), { text }),
  mutes: (id: string) => ask<Mutes>('GET', table(id, '/mutes')),
  mute: (id: string, person: string, wanted: boolean) =>
    ask<undefined>(wanted ? 'PUT' : 'DELETE', table(id, `/mutes/${encodeURIComponent(person)}`)),
  replay: (id: string, since: number) => ask<ReplayEntry[]>('GET', table(id, `/replay?since=${since}`)),
  replayAt: (id: string, number: number) => ask<ReplayMoment>('GET', table(id, `/replay/${number}`)),
  points: (id: string) => ask<Points[]>('GET', table(id, '/points')),
  fork: (id: string, number: number, seats: NewSeat[]) => ask<TableView>('POST', table(id, '/fork'), { number, seats }),
  record: (id: string) => ask<MatchRecord>('GET', table(id, '/record')),
  invite: (id: string, person: string) => ask<undefined>('POST', table(id, '/invitations'), { person }),
  rematch: (id: string) => ask<TableView>('POST', table(id, '/rematch')),
  at: (id: string, number: number, seat: number | null) =>
    ask<Face>('GET', table(id, `/at/${number}${seat === null ? '' : `?seat=${seat}`}`)),
}
