/** Numbers of matches by result. */

import type { Count } from '../protocol'

/** Matches won, in percent. */
export const share = (count: Count): number => (count.played ? Math.round((100 * count.won) / count.played) : 0)
