/** Names of things on the map for screen readers. */

import type { Words } from '../../words/say'
import { COLUMNS, SIZE } from './draw/geometry'
import type { KnightSeen } from './seen'

/** All squares, row by row. */
export const PLACES: readonly string[] = Array.from(
  { length: SIZE * SIZE },
  (_, n) => `${COLUMNS[n % SIZE]}${Math.floor(n / SIZE) + 1}`,
)

export const knightName = (words: Words, { number, square, steps, pointed, wet }: KnightSeen): string =>
  words.say('board.knight_name', { knight: number, square, n: steps }) +
  (pointed ? `, ${words.say('board.pointed')}` : '') +
  (wet ? `, ${words.say('board.wet')}` : '')
