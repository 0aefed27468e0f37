/** A table against bots, at once: laid and started, with nothing asked. */

import { api } from '../api'
import { keepPledge, makePledge } from '../fair/pledge'
import { tableOf } from '../games'
import { library } from '../library.svelte'
import type { GameView, NewSeat, NewTable } from '../protocol'
import { me } from '../person.svelte'
import { settings } from '../settings.svelte'

/** The level of bots that is chosen here for a game. */
export const levelOf = (game: GameView): string => {
  const chosen = settings.levels[game.name]
  return chosen && game.levels.includes(chosen) ? chosen : game.level
}

/** With the fewest others, at the level that is chosen, and whatever I bring. */
export async function playNow(
  game: GameView,
  brought: Record<string, unknown> = {},
  options: Record<string, unknown> = {},
): Promise<string> {
  const others = Array.from({ length: game.players[0] - 1 }, (): NewSeat => ({ kind: 'bot', bot: levelOf(game) }))
  return layAndStart({ game: game.name, seats: [{ kind: 'me', brought }, ...others], options })
}

/** What a table needs is fetched while it is laid: its room, the board, the words. */
function fetchTable(game: string): void {
  const parts = [import('../rooms/Table.svelte'), tableOf(game)?.(), library.need(game)]
  for (const one of parts) one?.catch(() => undefined) // whoever needs it asks again, and says so
}

/** Lay a table, and start it if every seat is taken; its id. My part of the deal is pledged and opened on the way. */
export async function layAndStart(wish: NewTable): Promise<string> {
  if (!wish.seats.some(({ kind }) => kind === 'open')) fetchTable(wish.game)
  await me.come()
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
