/** The clocks that tables offer. */

import type { Clock } from '../protocol'

export const CLOCKS: Record<string, Clock | null> = {
  none: null,
  relaxed: { bank: 3 * 86400, increment: 86400, at_zero: 'bot' },
  live: { bank: 600, increment: 20, at_zero: 'move' },
}
