/** The interface of a game's page: its components, and facts that the page needs before it loads them. */

import type { Component, Snippet } from 'svelte'
import type { Board } from '../live/board'
import type { AnyGame, ConditionalMove, GameEvent, GameTypes, GameView, Outcome, Points } from '../protocol'
import type { Section } from './chart'
import type { TableLoader } from './plugin'
import type { Sound } from './sound'

export interface BringProps {
  /** The options of the seat, by name; the component sets them. */
  brought: Record<string, unknown>
  options: Record<string, unknown>
}

export interface WorkshopProps {
  game: GameView
}

/** Props of the component that shows a game's facts in the list of players. */
export interface SeatProps<G extends GameTypes = AnyGame> {
  room: Board<G>
  seat: number
}

/** A turning point: a sentence, the entry after which the replay shows it, and the seat that caused it. */
export interface TurnTold {
  number: number
  seat: number | null
  text: string
}

/** Props of a game's own ending. Parts that every ending has are handed over as snippets. */
export interface EndingProps<G extends GameTypes = AnyGame> {
  room: Board<G>
  outcome: Outcome<G>
  /** Two sentences: who has won, and why the match ended. */
  verdict: string
  cause: string
  /** The seats, best first, with the rank of each. */
  ranks: { rank: number; seat: number }[]
  scores: readonly number[]
  /** The points after each entry of the match; empty until they have loaded. */
  points: readonly Points[]
  /**
   * The points over the match as a chart (with its parts marked, if the game names them), and by source where the game tells; the turns that decided it, each a way into
   * the replay (told by points, unless the game tells them itself); all buttons; those that go on from here (rematch,
   * replay, see the board), and those that are wanted now and then (share, check the deal, downloads).
   */
  chart: Snippet<[(readonly Section[])?]>
  turning: Snippet<[TurnTold[]?]>
  ways: Snippet
  next: Snippet
  more: Snippet
  close: () => void
}

/** The `page` that a game's `index.ts` exports. The first page load includes it: import nothing heavy there. */
export interface GamePage<G extends GameTypes = AnyGame> {
  table?: TableLoader<G>
  /** Shown under each name in the list of players; `Mark` replaces the seat's number, `Score` its points. */
  seat?: () => Promise<{
    default: Component<SeatProps<G>>
    Mark?: Component<SeatProps<G>>
    Score?: Component<SeatProps<G>>
  }>
  /** The end as a scene, over the board. */
  ending?: () => Promise<{ default: Component<EndingProps<G>> }>
  /** The options of a seat, chosen when a table is created or joined. */
  bring?: () => Promise<{ default: Component<BringProps> }>
  /** The room under /decks/<game> where players make what a seat may bring. */
  workshop?: () => Promise<{ default: Component<WorkshopProps> }>
  /** The sounds of an event, if sound is on. */
  soundsOf?: (event: GameEvent<G>) => Sound[]
  /** Events that announce a possible effect. They are shown only until the next move, which shows the real effect. */
  passing?: readonly GameEvent<G>['event'][]
  /** Events that the one-line summary of a turn leaves out; the log has them. */
  minor?: readonly GameEvent<G>['event'][]
  /** Decisions whose advised move is shown and played with the one that follows it (a tile with its place). */
  hintedTogether?: readonly G['decision'][]
  /** Conditional moves that the line offers during others' turns, each with the key of its sentence. */
  conditional?: readonly { key: string; line: ConditionalMove[] }[]
  /** The board tells the last move itself: on a phone no line above it does. */
  narrates?: boolean
  /**
   * On a phone on its side the board has the whole screen and a column at its right; head and line stand over that
   * column, whose top stays free as far as the CSS variable `--head` says.
   */
  column?: boolean
  /** The usual length of a match in minutes. */
  minutes: number
}

/**
 * Check a game's page against that game's types. The rest of the page finds a game by its name and hands it views and
 * events without checking their types again.
 */
export const gamePage = <G extends GameTypes>(page: GamePage<G>): GamePage => page as GamePage
