/** A seat for somebody I have played with. */

import { api } from '../api'
import { library } from '../library.svelte'
import type { NewSeat } from '../protocol'
import { layAndStart } from './play-now'

/** The people whom I have invited since the page was loaded, by table. */
const invited = new Map<string, string[]>()

export const invitedTo = (table: string): readonly string[] => invited.get(table) ?? []

/** Invite a person to a table. */
export async function invite(table: string, person: string): Promise<void> {
  await api.invite(table, person)
  invited.set(table, [...invitedTo(table), person])
}

/** Create a table of a game with open seats for the others, invite a person to it, and return its id. */
export async function inviteTo(game: string, person: string): Promise<string> {
  const others = Math.max(1, (library.game(game)?.players[0] ?? 2) - 1)
  const open = Array.from({ length: others }, (): NewSeat => ({ kind: 'open' }))
  const table = await layAndStart({ game, seats: [{ kind: 'me' }, ...open] })
  await invite(table, person)
  return table
}
