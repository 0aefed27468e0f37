/** The names at the seats, made distinct. */

import type { SeatView } from '../protocol'

export type Sitter = Pick<SeatView, 'name'>

export class Seating {
  readonly names: string[]

  constructor(table: { seats: readonly Sitter[] }) {
    const names: string[] = []
    for (const seat of table.seats) {
      const wanted = seat.name || '…'
      // One person at several seats, or two people with one name: add a number.
      const same = names.filter((name) => name === wanted || name.startsWith(`${wanted} (`)).length
      names.push(same && wanted !== '…' ? `${wanted} (${same + 1})` : wanted)
    }
    this.names = names
  }
}
