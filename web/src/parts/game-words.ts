/** Words of several games at once, for lists: fetched when needed, as they stand until they are there. */

import { library } from '../library.svelte'
import { inWords } from './in-words'

export function fetchGameWords(games: readonly string[]): void {
  for (const game of new Set(games)) library.need(game).catch(() => undefined)
}

/** What somebody played as, such as `faction.monsters`, in the game's words. */
export function sideName(game: string, key: string): string {
  const [table = '', name = ''] = key.split('.')
  return inWords(library.words(game), table, name)
}
