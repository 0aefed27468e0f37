/** Words of several games at once, for lists. A key stands in for its words until they have loaded. */

import { library } from '../library.svelte'
import { inWords } from './in-words'

export function fetchGameWords(games: readonly string[]): void {
  for (const game of new Set(games)) library.need(game).catch(() => undefined)
}

/** The name of a side such as `faction.monsters`, in the game's words. */
export function sideName(game: string, key: string): string {
  const [table = '', name = ''] = key.split('.')
  return inWords(library.words(game), table, name)
}
