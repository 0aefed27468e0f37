/** Creates and starts a table against bots without asking anything. */

import { api } from '../api'
import { keepPledge, makePledge } from '../fair/pledge'
import { tableOf } from '../game-pages'
import { house } from '../house'
import { library } from '../library.svelte'
import type { GameView, NewSeat, NewTable } from '../protocol'
import { me } from '../person.svelte'
import { settings } from '../settings.svelte'

/** The bot level that the settings choose for a game; until the first win the one for newcomers. */
export const levelOf = (game: GameView): string => {
  const chosen = settings.levels[game.name]
  return chosen && game.levels.includes(chosen) ? chosen : game.level
}

/** Create a table with the fewest bots, at the chosen level, with what my seat brings. */
export async function playNow(
  game: GameView,
  brought: Record<string, unknown> = {},
  options: Record<string, unknown> = {},
): Promise<string> {
  const others = Array.from({ length: game.players[0] - 1 }, (): NewSeat => ({ kind: 'bot', bot: levelOf(game) }))
  return layAndStart({ game: game.name, seats: [{ kind: 'me', brought }, ...others], options })
}

/** Start loading room, board and words while the table is created. */
function fetchTable(game: string): void {
  const parts = [import('../rooms/Table.svelte'), tableOf(game)?.(), library.need(game)]
  for (const one of parts) one?.catch(() => undefined) // the room asks again, and reports the error
}

/**
 * Create a table, start it if every seat is taken, and return its id. My part of the deal is pledged and opened on the
 * way.
 */
export async function layAndStart(wish: NewTable): Promise<string> {
  if (!wish.seats.some(({ kind }) => kind === 'open')) fetchTable(wish.game)
  await me.come()
  // Without a server, nobody else could choose the deal.
  if (house.alone) return (await api.lay(wish)).id
  const pledge = makePledge()
  const seat = wish.seats.findIndex(({ kind }) => kind === 'me')
  const seats = wish.seats.map((one, at) => (at === seat ? { ...one, pledge: pledge.hash } : one))
  const table = await api.lay({ ...wish, seats })
  if (seat >= 0) keepPledge(table.id, seat, pledge.secret, table.seed_hash)
  if (!wish.seats.some(({ kind }) => kind === 'open')) {
    await api.start(table.id)
    if (seat >= 0) await api.contribute(table.id, seat, pledge.secret)
  }
  return table.id
}
