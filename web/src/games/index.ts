/**
 * How a game looks: a folder each, found by itself. `cover.svg` is its picture; `index.ts` tells what the page has to
 * know before the game is opened, and loads the rest when it is. No other place names a game. A game of another package
 * brings its cover and its table itself (`table/plugin.ts`); one that brings nothing has a plain cover, and is played
 * on the generic table.
 */

import type { Component, Snippet } from 'svelte'
import { library } from '../library.svelte'
import type { Board } from '../live/board'
import type { ConditionalMove, GameEvent, GameView, Outcome, Points } from '../protocol'
import { load, type TableLoader } from '../table/plugin'
import type { Sound } from '../table/sound'

export type { TableLoader, TableProps } from '../table/plugin'

export interface BringProps {
  /** What the seat brings, by option name; the component writes into it. */
  brought: Record<string, unknown>
  options: Record<string, unknown>
}

export interface WorkshopProps {
  game: GameView
}

/** What a game tells of a seat in the list of players. */
export interface SeatProps {
  room: Board
  seat: number
}

/** Something that turned a match: a sentence, the entry after which the replay shows it, and whose doing it was. */
export interface TurnTold {
  number: number
  seat: number | null
  text: string
}

/** The end as a game shows it. What every end has is handed over ready to be put where it belongs. */
export interface EndingProps {
  room: Board
  outcome: Outcome
  /** Who has won, and why it ended: a sentence each. */
  verdict: string
  cause: string
  /** The seats, best first, with the rank of each. */
  ranks: { rank: number; seat: number }[]
  scores: readonly number[]
  /** Everybody's points after each entry of the match; none as long as they have not come. */
  points: readonly Points[]
  /**
   * The points over the match as a chart, and by source where the game tells; the turns that decided it, each a way into
   * the replay (told by points, unless the game tells them itself); the buttons: rematch, replay, share, check the deal,
   * see the board.
   */
  chart: Snippet
  turning: Snippet<[TurnTold[]?]>
  ways: Snippet
  close: () => void
}

/** What the `index.ts` of a game exports as `page`. It travels with the first load: nothing heavy is imported there. */
export interface GamePage {
  table?: TableLoader
  /** Under each name in the list of players; `Mark` stands in place of the seat's number, `Score` of its points. */
  seat?: () => Promise<{ default: Component<SeatProps>; Mark?: Component<SeatProps>; Score?: Component<SeatProps> }>
  /** The end as a scene, over the board. */
  ending?: () => Promise<{ default: Component<EndingProps> }>
  /** What a seat may bring, chosen when a table is laid or joined. */
  bring?: () => Promise<{ default: Component<BringProps> }>
  /** Where one makes what a seat may bring: a room of its own, under /decks/<game>. */
  workshop?: () => Promise<{ default: Component<WorkshopProps> }>
  /** What an event sounds like, for those who have turned sound on; nothing is heard of those that it knows nothing of. */
  soundsOf?: (event: GameEvent) => Sound[]
  /** Events that tell what may come of a move: they are told until the next move, which tells what came of it. */
  passing?: readonly string[]
  /** Conditional moves that the menu offers while others decide, each with the key of its sentence. */
  conditional?: readonly { key: string; line: ConditionalMove[] }[]
  /** Minutes that a match takes, about. */
  minutes: number
}

const covers = import.meta.glob<string>('./*/cover.svg', { eager: true, query: '?url', import: 'default' })
const pages = import.meta.glob<GamePage>('./*/index.ts', { eager: true, import: 'page' })

export const pageOf = (name: string): GamePage | undefined => pages[`./${name}/index.ts`]

/** The address of a game's cover. */
export const coverOf = (name: string): string | null =>
  covers[`./${name}/cover.svg`] ?? library.game(name)?.page.cover ?? null

/** What loads the table that a game draws itself, if it does. */
export function tableOf(name: string): TableLoader | undefined {
  const own = pageOf(name)?.table
  const brought = library.game(name)?.page.table
  return own ?? (brought ? () => load(brought) : undefined)
}
