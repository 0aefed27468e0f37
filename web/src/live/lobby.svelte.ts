/** The lobby as the server sends it: lines that come, change and go. A line that has gone stays, grey, for a moment. */

import type { LobbyMatch, LobbyPerson, LobbySeek, LobbyTable, ToPage } from '../protocol'
import { PlaySocket, type Connection } from './socket'

export type LobbyLine = { key: string; gone: boolean } & (
  | { kind: 'seek'; seek: LobbySeek }
  | { kind: 'table'; table: LobbyTable }
  | { kind: 'match'; match: LobbyMatch }
  | { kind: 'person'; person: LobbyPerson }
)

export const GREY = 3000 // milliseconds for which a line that is no longer true is shown
type Lines = Pick<Extract<ToPage, { type: 'lobby' }>, 'seeks' | 'open' | 'live' | 'people'>

const told = ({ seeks, open, live, people }: Lines): LobbyLine[] => [
  ...seeks.map((seek) => ({ key: `seek ${seek.person}`, gone: false, kind: 'seek' as const, seek })),
  ...open.map((table) => ({ key: `table ${table.id}`, gone: false, kind: 'table' as const, table })),
  ...live.map((match) => ({ key: `match ${match.id}`, gone: false, kind: 'match' as const, match })),
  ...people.map((person) => ({ key: `person ${person.id}`, gone: false, kind: 'person' as const, person })),
]

/** The matches among lines that are still being played, the best first: the strongest players, then the most spectators. */
export const liveMatches = (lines: readonly LobbyLine[]): LobbyMatch[] =>
  lines.flatMap((line) => (line.kind === 'match' && !line.gone ? [line.match] : [])).sort((a, b) => interest(b, a))

/** Which of two matches a spectator would rather see: above 0, if the first. */
export const interest = (a: LobbyMatch, b: LobbyMatch): number =>
  (a.rating ?? 0) - (b.rating ?? 0) || a.watching - b.watching || a.since - b.since

export class LobbyRoom {
  /** The lines on the page. While a finger touches them, none is added or moved. */
  lines = $state.raw<LobbyLine[]>([])
  /** New lines that wait because the list is held. */
  waiting = $state(0)
  connection = $state<Connection>('connecting')
  /** Whether the server has told the lobby once. */
  known = $state(false)
  #truth = new Map<string, LobbyLine>()
  #grey = new Map<string, ReturnType<typeof setTimeout>>()
  #held = false
  readonly #socket: PlaySocket

  constructor(
    seen: boolean,
    private readonly invited: () => void = () => undefined,
  ) {
    this.#socket = new PlaySocket(
      {
        opened: () => this.#socket.send({ type: 'enter_lobby', seen }),
        changed: (connection) => (this.connection = connection),
        received: (message) => this.#receive(message),
      },
      '',
    )
  }

  #receive(message: ToPage): void {
    if (message.type === 'lobby') {
      this.known = true
      const fresh = told(message)
      const there = new Set(fresh.map(({ key }) => key))
      for (const key of this.#truth.keys()) if (!there.has(key)) this.#go(key)
      for (const line of fresh) this.#come(line)
    } else if (message.type === 'lobby_changed') {
      for (const key of message.gone) this.#go(key)
      for (const line of told(message)) this.#come(line)
    } else {
      if (message.type === 'lobby_invited') this.invited()
      return
    }
    this.#show()
  }

  #come(line: LobbyLine): void {
    clearTimeout(this.#grey.get(line.key))
    this.#grey.delete(line.key)
    this.#truth.set(line.key, line)
  }

  #go(key: string): void {
    const line = this.#truth.get(key)
    if (!line || line.gone) return
    this.#truth.set(key, { ...line, gone: true })
    this.#grey.set(
      key,
      setTimeout(() => this.#forget(key), GREY),
    )
  }

  #forget(key: string): void {
    this.#grey.delete(key)
    this.#truth.delete(key)
    this.#show()
  }

  #show(): void {
    if (!this.#held) {
      this.lines = [...this.#truth.values()]
      this.waiting = 0
      return
    }
    // Each line stays where it is; one that has gone stays grey until the finger is lifted.
    const shown = new Set(this.lines.map(({ key }) => key))
    this.lines = this.lines.map((line) => this.#truth.get(line.key) ?? { ...line, gone: true })
    this.waiting = [...this.#truth.values()].filter(({ key, gone }) => !gone && !shown.has(key)).length
  }

  /** The list is touched, or no longer. */
  hold(held: boolean): void {
    this.#held = held
    if (!held) this.#show()
  }

  close(): void {
    for (const timer of this.#grey.values()) clearTimeout(timer)
    this.#socket.close()
  }
}
