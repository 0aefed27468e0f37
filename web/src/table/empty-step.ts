/**
 * Moves without a choice: one legal move that names nothing ("finish", "pass"). The page makes them if the setting
 * allows it.
 */

import type { TableRoom } from '../live/room.svelte'
import type { MoveView } from '../protocol'

type Room = Pick<TableRoom, 'seen' | 'table' | 'log' | 'seats'>

/** The only legal move, if it names no card, square or player; null otherwise. */
export function emptyStep({ seen }: Pick<Room, 'seen'>): MoveView | null {
  const [only, ...others] = seen?.face.moves ?? []
  return only && !others.length && !Object.keys(only.params).length ? only : null
}

/**
 * The step that the page may take by itself; null if there is none. `taken` is how many it has taken since my last own
 * decision: undoing those would lose nothing. It waits where an undo would be lost or has just been made, and where
 * others could learn from the time it takes that I had no choice.
 */
export function stepToTake(room: Room, taken: number): MoveView | null {
  const { seen, table, log, seats } = room
  if (!seen || seen.face.paused || seats.length !== 1 || seen.face.may_undo > taken) return null
  const last = log.findLast(({ kind }) => kind === 'decide' || kind === 'undo')
  const alone = table?.seats.every(({ kind, mine }) => mine || kind === 'bot') ?? false
  const mine = last?.kind === 'decide' && last.seat === seats[0]
  return last?.kind !== 'undo' && (alone || mine) ? emptyStep(room) : null
}
