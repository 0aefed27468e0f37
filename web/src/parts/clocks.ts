/** The clocks that a new table offers: three presets, and one with own values. */

import type { Clock } from '../protocol'

export const CLOCKS: Record<string, Clock | null> = {
  none: null,
  relaxed: { bank: 3 * 86400, increment: 86400, at_zero: 'bot' },
  live: { bank: 600, increment: 20, at_zero: 'move' },
}

const DAY = 86_400

/** A live clock of one's own: minutes for the match, and seconds that each decision adds. */
export const ownLive = (minutes: number, seconds: number): Clock => ({
  bank: 60 * minutes,
  increment: seconds,
  at_zero: 'move',
})

/** A slow clock of one's own: so many days a move. */
export const ownSlow = (days: number): Clock => ({ bank: 3 * DAY, increment: days * DAY, at_zero: 'bot' })
