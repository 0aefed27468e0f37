/** What Gunkimono's events sound like. */

import type { Sound } from '../../table/sound'
import type { GunkimonoEvent } from './seen'

const SOUNDS: Readonly<Partial<Record<GunkimonoEvent['event'], Sound>>> = {
  placed: 'move',
  placed_small: 'move',
  supported: 'move',
  honoured: 'climb',
  banner_taken: 'cloth',
  built: 'knocks',
  took: 'tile',
  drew: 'tile',
  end_drawn: 'gong',
  end_turned_up: 'gong',
}

/** Points sound as drum beats, one for every five. */
export function soundsOf({ event, params }: GunkimonoEvent): Sound[] {
  if (event === 'scored' || event === 'fortress_scored')
    return Array<Sound>(Math.min(4, Math.floor(params.points / 5))).fill('drum')
  const own = SOUNDS[event]
  return own ? [own] : []
}
