/**
 * Finds the pages of all games: one folder of `games/` each. `cover.svg` is its picture; `index.ts` exports what the
 * page needs before the game is opened, and loads the rest then. No other file names a game, and only this one looks
 * into `games/` (the linter checks it).
 *
 * A game of another package brings its own cover and table (`table/plugin.ts`). Without them it gets a plain cover and
 * the generic table.
 */

import { library } from './library.svelte'
import type { GamePage } from './table/game-page'
import { load } from './table/load-plugin'
import type { TableLoader } from './table/plugin'

const covers = import.meta.glob<string>('./games/*/cover.svg', { eager: true, query: '?url', import: 'default' })
const hows = import.meta.glob<string>('./games/*/how.svg', { query: '?url', import: 'default' })
const pages = import.meta.glob<GamePage>('./games/*/index.ts', { eager: true, import: 'page' })

export const pageOf = (name: string): GamePage | undefined => pages[`./games/${name}/index.ts`]

/** The address of a game's cover. */
export const coverOf = (name: string): string | null =>
  covers[`./games/${name}/cover.svg`] ?? library.game(name)?.page.cover ?? null

/** Loads the address of a picture of three scenes, side by side: how a game is played; undefined if it has none. */
export const howOf = (name: string): (() => Promise<string>) | undefined => hows[`./games/${name}/how.svg`]

/** The loader of a game's own table; undefined if it has none. */
export function tableOf(name: string): TableLoader | undefined {
  const own = pageOf(name)?.table
  const brought = library.game(name)?.page.table
  return own ?? (brought ? () => load(brought) : undefined)
}
