/** What lies in a territory, as it is drawn: kinds in order, what stood there before what was played this turn. */

import { kinds, type SeatSeen } from './seen'

export type How = 'deployed' | 'replayed' | 'played'

export interface Group {
  card: string
  n: number
  how: How
}

const HOWS: readonly How[] = ['deployed', 'replayed', 'played']

export function groups(seat: SeatSeen, order: (card: string) => number): Group[] {
  return HOWS.flatMap((how) => kinds(seat[how], order).map(({ card, n }) => ({ card, n, how })))
}
