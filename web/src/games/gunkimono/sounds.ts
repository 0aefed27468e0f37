/** What Gunkimono's events sound like. */

import type { GameEvent } from '../../protocol'
import type { Sound } from '../../table/sound'

const SOUNDS: Readonly<Record<string, Sound>> = {
  placed: 'move',
  placed_small: 'move',
  supported: 'move',
  honoured: 'climb',
  banner_taken: 'cloth',
  built: 'knocks',
  end_drawn: 'gong',
  end_turned_up: 'gong',
}

/** Points are drummed: a stroke for every five. */
export function soundsOf({ event, params }: GameEvent): Sound[] {
  if (event === 'scored' || event === 'fortress_scored')
    return Array<Sound>(Math.min(4, Math.floor(Number(params.points) / 5))).fill('drum')
  const own = SOUNDS[event]
  return own ? [own] : []
}
