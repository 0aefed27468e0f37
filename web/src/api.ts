/**
 * The requests that the page makes. Paths, parameters, bodies and answers have the types of the server's OpenAPI document
 * (`protocol/http.ts`). Every refusal comes with a code, which the page says in the reader's language.
 */

import createClient from 'openapi-fetch'
import { ask, house } from './house'
import type {
  ChangeSeat,
  Exercise,
  Face,
  GameView,
  MatchRecord,
  NewDeck,
  NewSeat,
  NewTable,
  NewTournament,
  paths,
  ProblemView,
  ProfileChange,
  Push,
  Seek,
  Written,
} from './protocol'
import type { Language } from './words/say'

/** The filters of the list of finished matches. */
export type HistoryFilter = NonNullable<paths['/me/matches']['get']['parameters']['query']>

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly faults: readonly { problem: string }[] = [],
  ) {
    super(message)
  }
}

const { GET, POST, PUT, PATCH, DELETE } = createClient<paths>({ baseUrl: '/api', fetch: house.alone ? ask : undefined })

/** What the server answers; raises `Refused` if it refuses, or can't be reached. */
async function answer<T>(request: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  let found
  try {
    found = await request
  } catch {
    throw new Refused('unreachable', 'The server does not answer.')
  }
  const { data, error, response } = found
  if (response.ok) return data as T
  const refusal = error as { code?: string; message?: string; faults?: { problem: string }[] } | undefined
  throw new Refused(refusal?.code ?? 'internal', refusal?.message ?? response.statusText, refusal?.faults ?? [])
}

const game = (name: string) => ({ params: { path: { name } } })
const lesson = (name: string, id: string) => ({ params: { path: { name, id } } })
const one = (id: string) => ({ params: { path: { id } } })
const seatAt = (id: string, seat: number) => ({ params: { path: { id, seat } } })
const problem = (name: string, id: string) => ({ params: { path: { game: name, id } } })
const mistake = (id: string, number: number) => ({ params: { path: { id, number } } })
const person = (id: string) => ({ params: { path: { person: id } } })

export const api = {
  games: () => answer(GET('/games')) as Promise<GameView[]>, // the client takes a pair for a list
  words: (name: string | null, language: Language) =>
    name
      ? answer(GET('/games/{name}/messages/{language}', { params: { path: { name, language } } }))
      : answer(GET('/messages/{language}', { params: { path: { language } } })),
  rules: (name: string, language: Language) =>
    answer(GET('/games/{name}/rules/{language}', { params: { path: { name, language } } })),
  lessons: (name: string) => answer(GET('/games/{name}/lessons', game(name))),
  /** The lesson's position after some steps. The server stores nothing. */
  lessonAt: (name: string, id: string, steps: string[]) =>
    answer(POST('/games/{name}/lessons/{id}', { ...lesson(name, id), body: { steps } })),
  lessonPreview: (name: string, id: string, steps: string[], move: Written, then: readonly Written[]) =>
    answer(POST('/games/{name}/lessons/{id}/preview', { ...lesson(name, id), body: { steps, move, then: [...then] } })),
  lessonWhyNot: (name: string, id: string, steps: string[], move: Written, then: readonly Written[]) =>
    answer(POST('/games/{name}/lessons/{id}/why-not', { ...lesson(name, id), body: { steps, move, then: [...then] } })),
  /** The printed facts of a game's pieces. Each game has its own type, so the caller names it. */
  pieces: <T>(name: string) => answer(GET('/games/{name}/pieces', game(name))) as Promise<T>,

  me: () => answer(GET('/me')),
  welcome: (name: string) => answer(POST('/people', { body: { name } })),
  rename: (name: string) => answer(PATCH('/me', { body: { name } })),
  enter: (code: string) => answer(POST('/enter', { body: { code } })),
  link: () => answer(POST('/me/link')),
  recovery: () => answer(POST('/me/recovery')),

  push: () => answer(GET('/me/push')),
  addPush: (wish: Push) => answer(PUT('/me/push', { body: wish })),
  shelf: (name: string) => answer(GET('/me/shelf', { params: { query: { game: name } } })),
  keep: (wish: NewDeck) => answer(POST('/me/shelf', { body: wish })),
  putAway: (id: string) => answer(DELETE('/me/shelf/{id}', one(id))),
  /** Check a value that a seat might bring, such as a deck. */
  judge: (name: string, option: string, value: string, options: Record<string, unknown>, language: Language) =>
    answer(POST('/games/{name}/check', { ...game(name), body: { option, value, options, language } })),

  profile: (id: string) => answer(GET('/people/{id}', one(id))),
  statistics: (id: string, name: string) =>
    answer(GET('/people/{id}/statistics/{game}', { params: { path: { id, game: name } } })),
  changeProfile: (wish: ProfileChange) => answer(PUT('/me/profile', { body: wish })),
  research: () => answer(GET('/me/research')),
  agreeToResearch: (agrees: boolean) => answer(PUT('/me/research', { body: { agrees } })),
  holiday: () => answer(GET('/me/holiday')),
  goOnHoliday: (days: number) => answer(POST('/me/holiday', { body: { days } })),
  comeBack: () => answer(DELETE('/me/holiday')),
  friends: () => answer(GET('/me/friends')),
  blocks: () => answer(GET('/me/blocks')),
  block: (id: string, wanted: boolean) =>
    answer(wanted ? PUT('/me/blocks/{person}', person(id)) : DELETE('/me/blocks/{person}', person(id))),
  erase: () => answer(DELETE('/me')),
  history: (whose: 'mine' | 'all', { result, ...filter }: HistoryFilter) =>
    whose === 'mine'
      ? answer(GET('/me/matches', { params: { query: { result, ...filter } } }))
      : answer(GET('/matches', { params: { query: filter } })),
  removeMatch: (id: string) => answer(DELETE('/me/matches/{id}', one(id))),
  ratings: (name: string, before?: string) =>
    answer(GET('/ratings/{game}', { params: { path: { game: name }, query: { before } } })),

  seek: (wish: Seek) => answer(POST('/me/seek', { body: wish })),
  stopSeeking: () => answer(DELETE('/me/seek')),

  tournaments: (before?: string) => answer(GET('/tournaments', { params: { query: { before } } })),
  makeTournament: (wish: NewTournament) => answer(POST('/tournaments', { body: wish })),
  /** Null if nothing has changed since that version. */
  tournament: (id: string, since?: number) =>
    answer(GET('/tournaments/{id}', { params: { path: { id }, query: { since } } })),
  enterTournament: (id: string, brought: Record<string, unknown>) =>
    answer(PUT('/tournaments/{id}/entry', { ...one(id), body: { brought } })),
  leaveTournament: (id: string) => answer(DELETE('/tournaments/{id}/entry', one(id))),
  beginTournament: (id: string) => answer(POST('/tournaments/{id}/start', one(id))),
  cancelTournament: (id: string) => answer(DELETE('/tournaments/{id}', one(id))),

  daily: () => answer(GET('/daily')),
  today: () => answer(GET('/daily/glance')),
  dailyOf: (day: string) => answer(GET('/daily', { params: { query: { day } } })),
  /** My try at today's deal. */
  playDaily: (name: string) => answer(POST('/daily/{game}', { params: { path: { game: name } } })),

  problems: () => answer(GET('/problems')),
  problem: async (name: string, id: string) =>
    (await answer(GET('/problems/{game}/{id}', problem(name, id)))) as object as ProblemView,
  answerProblem: (name: string, id: string, move: Written) =>
    answer(POST('/problems/{game}/{id}/answer', { ...problem(name, id), body: { move } })),
  solveProblem: (name: string, id: string) => answer(POST('/problems/{game}/{id}/solution', problem(name, id))),
  problemPreview: (name: string, id: string, move: Written, then: readonly Written[]) =>
    answer(POST('/problems/{game}/{id}/preview', { ...problem(name, id), body: { move, then: [...then] } })),
  problemWhyNot: (name: string, id: string, move: Written, then: readonly Written[]) =>
    answer(POST('/problems/{game}/{id}/why-not', { ...problem(name, id), body: { move, then: [...then] } })),

  practice: () => answer(GET('/me/mistakes')),
  mistake: async (id: string, number: number) =>
    (await answer(GET('/me/mistakes/{id}/{number}', mistake(id, number)))) as object as Exercise,
  answerMistake: (id: string, number: number, move: Written) =>
    answer(POST('/me/mistakes/{id}/{number}/answer', { ...mistake(id, number), body: { move } })),
  solveMistake: (id: string, number: number) =>
    answer(POST('/me/mistakes/{id}/{number}/solution', mistake(id, number))),

  tables: () => answer(GET('/tables')),
  lay: (wish: NewTable) => answer(POST('/tables', { body: wish })),
  table: (id: string) => answer(GET('/tables/{id}', one(id))),
  sit: (id: string, seat: number, brought: Record<string, unknown> = {}, pledge: string | null = null) =>
    answer(POST('/tables/{id}/seats/{seat}', { ...seatAt(id, seat), body: { brought, pledge } })),
  pledge: (id: string, seat: number, pledge: string) =>
    answer(PUT('/tables/{id}/seats/{seat}/pledge', { ...seatAt(id, seat), body: { pledge } })),
  leave: (id: string, seat: number) => answer(DELETE('/tables/{id}/seats/{seat}', seatAt(id, seat))),
  change: (id: string, seat: number, wish: ChangeSeat) =>
    answer(PUT('/tables/{id}/seats/{seat}', { ...seatAt(id, seat), body: wish })),
  start: (id: string) => answer(POST('/tables/{id}/start', one(id))),
  resign: (id: string, seat: number) => answer(POST('/tables/{id}/seats/{seat}/resignation', seatAt(id, seat))),
  contribute: (id: string, seat: number, contribution: string) =>
    answer(POST('/tables/{id}/seats/{seat}/contribution', { ...seatAt(id, seat), body: { contribution } })),
  agreeToEnd: (id: string, seat: number) => answer(POST('/tables/{id}/seats/{seat}/agreement', seatAt(id, seat))),
  pause: (id: string, wanted: boolean) =>
    answer(wanted ? POST('/tables/{id}/pause', one(id)) : DELETE('/tables/{id}/pause', one(id))),
  note: (id: string) => answer(GET('/tables/{id}/note', one(id))),
  writeNote: (id: string, text: string) => answer(PUT('/tables/{id}/note', { ...one(id), body: { text } })),
  mutes: (id: string) => answer(GET('/tables/{id}/mutes', one(id))),
  mute: (id: string, whom: string, wanted: boolean) => {
    const path = { params: { path: { id, person: whom } } }
    return answer(wanted ? PUT('/tables/{id}/mutes/{person}', path) : DELETE('/tables/{id}/mutes/{person}', path))
  },
  replay: (id: string, since: number) =>
    answer(GET('/tables/{id}/replay', { params: { path: { id }, query: { since } } })),
  /** A finished match after an entry: all hands open, or what a seat saw then. */
  replayAt: (id: string, number: number, seat: number | null = null) =>
    answer(
      GET('/tables/{id}/replay/{number}', { params: { path: { id, number }, query: { seat: seat ?? undefined } } }),
    ),
  review: (id: string, have: number) =>
    answer(GET('/tables/{id}/review', { params: { path: { id }, query: { have } } })),
  askReview: (id: string) => answer(POST('/tables/{id}/review', one(id))),
  /** What a seat saw when it made a decision, with its legal moves. */
  reviewedAt: async (id: string, number: number, seat: number) =>
    (await answer(GET('/tables/{id}/review/at/{number}/{seat}', { params: { path: { id, number, seat } } }))) as Face,
  /** What another move was worth there. */
  tryMove: (id: string, number: number, seat: number, move: number) =>
    answer(POST('/tables/{id}/review/at/{number}/{seat}', { params: { path: { id, number, seat } }, body: { move } })),
  points: (id: string) => answer(GET('/tables/{id}/points', one(id))),
  fork: (id: string, number: number, seats: NewSeat[]) =>
    answer(POST('/tables/{id}/fork', { ...one(id), body: { number, seats } })),
  record: async (id: string) => (await answer(GET('/tables/{id}/record', one(id)))) as object as MatchRecord,
  openRecord: (record: string) => answer(POST('/records', { body: { record } })),
  invite: (id: string, whom: string) =>
    answer(POST('/tables/{id}/invitations', { ...one(id), body: { person: whom } })),
  rematch: (id: string, rated: boolean) =>
    answer(POST('/tables/{id}/rematch', { params: { path: { id }, query: { rated } } })),
  at: (id: string, number: number, seat: number | null) =>
    answer(GET('/tables/{id}/at/{number}', { params: { path: { id, number }, query: { seat: seat ?? undefined } } })),
}
