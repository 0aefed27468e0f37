/** A table against bots, at once: laid and started, with nothing asked. */

import { api } from '../api'
import { pageOf } from '../games'
import type { GameView, NewSeat } from '../live/protocol'
import { me } from '../person.svelte'

export async function playNow(game: GameView): Promise<string> {
  await me.come()
  const others = Array.from({ length: game.players[0] - 1 }, (): NewSeat => ({ kind: 'bot' }))
  const wish = { game: game.name, seats: [{ kind: 'me' } as NewSeat, ...others], ...pageOf(game.name)?.playNow }
  const table = await api.lay(wish)
  await api.start(table.id)
  return table.id
}
