/** A seat for somebody I have played with. */

import { api } from '../api'
import { library } from '../library.svelte'
import type { NewSeat } from '../protocol'
import { layAndStart } from './play-now'

/** Create a table of a game with open seats for the others, invite a person to it, and return its id. */
export async function inviteTo(game: string, person: string): Promise<string> {
  const others = Math.max(1, (library.game(game)?.players[0] ?? 2) - 1)
  const open = Array.from({ length: others }, (): NewSeat => ({ kind: 'open' }))
  const table = await layAndStart({ game, seats: [{ kind: 'me' }, ...open] })
  await api.invite(table, person)
  return table
}
