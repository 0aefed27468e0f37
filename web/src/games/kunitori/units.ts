/** The cards of a territory as they are drawn: kinds in order, earlier cards before those played this turn. */

import { kinds, type SeatSeen } from './seen'

export type How = 'deployed' | 'replayed' | 'played'

export interface Group {
  card: string
  n: number
  how: How
}

const HOWS: readonly How[] = ['deployed', 'replayed', 'played']

export function groupUnits(seat: SeatSeen, order: (card: string) => number): Group[] {
  return HOWS.flatMap((how) => kinds(seat[how], order).map(({ card, n }) => ({ card, n, how })))
}
