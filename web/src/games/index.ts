/**
 * The games that the page knows by sight: a folder each. `Cover.svelte` is shown at home; `index.ts` tells what the
 * table frame needs and loads the game's own `Table.svelte` when somebody sits down. A registered game without a
 * folder here has a plain cover, and is played on the generic table.
 */

import type { Component } from 'svelte'
import type { Board } from '../live/board'
import type { NewTable } from '../live/protocol'

export interface TableProps {
  room: Board
}

export interface BringProps {
  /** What the seat brings, by option name; the component writes into it. */
  brought: Record<string, unknown>
  options: Record<string, unknown>
}

export interface GamePage {
  table?: () => Promise<{ default: Component<TableProps> }>
  /** What a seat may bring, chosen when a table is laid or joined. */
  bring?: () => Promise<{ default: Component<BringProps> }>
  /** Where one makes what a seat may bring: a room of its own, under /decks/<game>. */
  workshop?: () => Promise<{ default: Component }>
  /** Minutes that a match takes, about. */
  minutes: number
  /** How a table for one against bots is laid, where it is not simply the fewest seats. */
  playNow?: Partial<NewTable>
}

const covers = import.meta.glob<{ default: Component }>('./*/Cover.svelte', { eager: true })
const pages = import.meta.glob<{ page: GamePage }>('./*/index.ts', { eager: true })

export const coverOf = (name: string): Component | undefined => covers[`./${name}/Cover.svelte`]?.default
export const pageOf = (name: string): GamePage | undefined => pages[`./${name}/index.ts`]?.page
