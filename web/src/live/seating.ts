/** Who sits where, by names that can be told apart. */

import type { SeatView } from './protocol'

export type Sitter = Pick<SeatView, 'number' | 'kind' | 'name'>

/** Short, of everywhere, one for each letter: the names that bots have in the terminal room, too. */
const BOT_NAMES = ['Ada', 'Bao', 'Cleo', 'Dov', 'Eli', 'Fay', 'Gus']

export class Seating {
  readonly names: string[]

  constructor(table: { seats: readonly Sitter[] }) {
    const taken = new Set(table.seats.map((seat) => seat.name).filter(Boolean))
    const free = BOT_NAMES.filter((name) => !taken.has(name))
    const names: string[] = []
    for (const seat of table.seats) {
      const wanted = seat.name || (seat.kind === 'bot' ? (free.shift() ?? `Bot ${seat.number + 1}`) : '…')
      // One person at several seats, or two of one name: a number tells them apart.
      const same = names.filter((name) => name === wanted || name.startsWith(`${wanted} (`)).length
      names.push(same && wanted !== '…' ? `${wanted} (${same + 1})` : wanted)
    }
    this.names = names
  }
}
