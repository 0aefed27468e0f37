/** The rooms of the page by their addresses. The code of a room is loaded when it is opened. */

import type { Component } from 'svelte'

type Parts = readonly string[]
type Given = Record<string, unknown>

interface Traits {
  /** What a person opens at another address is another room: it begins anew. */
  anew?: boolean
  /** It belongs to one game, and waits for the list of games: requests for an unknown game would fail. */
  ofGame?: boolean
  /** A site without a server does not have it. */
  served?: boolean
  /** The board has the whole screen, without the bar. */
  seated?: boolean
}

export interface Room extends Traits {
  load: () => Promise<{ default: Component<Given> }>
  /** The properties of the room, from the parts of the address. */
  given: (parts: Parts) => Given
  pattern: Parts
}

/** A room at the addresses that begin with a pattern, in which `*` is any part. */
function room<P extends Given>(
  pattern: string,
  load: () => Promise<{ default: Component<P> }>,
  given: (parts: Parts) => P,
  traits: Traits = {},
): Room {
  // Only `given` makes the properties, so they are those of the component.
  return { pattern: pattern.split('/'), load: load as unknown as Room['load'], given, ...traits }
}

const nothing = () => ({})
const name = (parts: Parts) => ({ name: parts[1] ?? '' })
const id = (parts: Parts) => ({ id: parts[1] ?? '' })

/** The first that fits is opened. */
const ROOMS: readonly Room[] = [
  room('home', () => import('./rooms/Home.svelte'), nothing),
  room('game/*', () => import('./rooms/Game.svelte'), name, { anew: true, ofGame: true }),
  room('table/*', () => import('./rooms/Table.svelte'), id, { anew: true, seated: true }),
  room('replay/*', () => import('./rooms/Replay.svelte'), id, { anew: true, seated: true }),
  room(
    'learn/*',
    () => import('./rooms/Learn.svelte'),
    (parts) => ({ game: parts[1] ?? '', id: parts[2] }),
    {
      anew: true,
      ofGame: true,
      seated: true,
    },
  ),
  room(
    'learn',
    () => import('./rooms/Choose.svelte'),
    () => ({ way: 'learn' as const }),
  ),
  room('decks/*', () => import('./rooms/Decks.svelte'), name, { ofGame: true }),
  room('new/*', () => import('./rooms/NewTable.svelte'), name, { anew: true, ofGame: true }),
  room(
    'new',
    () => import('./rooms/Choose.svelte'),
    () => ({ way: 'new' as const }),
  ),
  room('seek/*', () => import('./rooms/Seek.svelte'), name, { anew: true, ofGame: true, served: true }),
  room(
    'seek',
    () => import('./rooms/Choose.svelte'),
    () => ({ way: 'seek' as const }),
    { served: true },
  ),
  room('rules/*', () => import('./rooms/Rules.svelte'), name, { ofGame: true }),
  room('daily', () => import('./rooms/Daily.svelte'), nothing, { served: true }),
  room(
    'problems/*/*',
    () => import('./rooms/Problem.svelte'),
    (parts) => ({ game: parts[1] ?? '', id: parts[2] ?? '' }),
    { anew: true, seated: true },
  ),
  room(
    'problems',
    () => import('./rooms/Problems.svelte'),
    (parts) => ({ game: parts[1] }),
  ),
  room(
    'mistakes/*/*',
    () => import('./rooms/Mistake.svelte'),
    (parts) => ({ match: parts[1] ?? '', number: Number(parts[2]) }),
    { anew: true, served: true, seated: true },
  ),
  room('mistakes', () => import('./rooms/Mistakes.svelte'), nothing, { served: true }),
  room('enter', () => import('./rooms/Enter.svelte'), nothing, { served: true }),
  room(
    'tv',
    () => import('./rooms/Television.svelte'),
    (parts) => ({ game: parts[1] }),
    {
      served: true,
      seated: true,
    },
  ),
  room('lobby', () => import('./rooms/Lobby.svelte'), nothing),
  room(
    'ratings',
    () => import('./rooms/Ratings.svelte'),
    (parts) => ({ name: parts[1] }),
    {
      anew: true,
      served: true,
    },
  ),
  room('tournaments/new', () => import('./rooms/NewTournament.svelte'), nothing, { served: true }),
  room('tournaments', () => import('./rooms/Tournaments.svelte'), nothing, { served: true }),
  room('tournament/*', () => import('./rooms/Tournament.svelte'), id, { anew: true, served: true }),
  room(
    'matches',
    () => import('./rooms/Matches.svelte'),
    (parts) => ({ whose: parts[1] === 'all' ? ('all' as const) : ('mine' as const) }),
    { anew: true, served: true },
  ),
  room(
    'people',
    () => import('./rooms/Profile.svelte'),
    (parts) => ({ id: parts[1] }),
    { served: true },
  ),
  room(
    'me',
    () => import('./rooms/Profile.svelte'),
    () => ({ id: undefined }),
    { served: true },
  ),
  room(
    'statistics/*',
    () => import('./rooms/Statistics.svelte'),
    (parts) => ({ game: parts[1] ?? '', id: parts[2] }),
    {
      anew: true,
      ofGame: true,
      served: true,
    },
  ),
  room('settings', () => import('./rooms/Settings.svelte'), nothing),
  room('record', () => import('./local/OpenRecord.svelte'), nothing),
  room('docs', () => import('./local/NoDocs.svelte'), nothing),
  room('credits', () => import('./rooms/Credits.svelte'), nothing),
]

/** The room at an address, given in parts; undefined if there is none. */
export const roomAt = (parts: Parts): Room | undefined =>
  ROOMS.find(({ pattern }) =>
    pattern.every((part, n) => (part === '*' ? parts[n] : part === (parts[n] ?? (n ? '' : 'home')))),
  )
