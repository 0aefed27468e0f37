/** What the server shows of a table of Gunkimono: `ludotheque/games/gunkimono/view.py`. */

import type { GameEvent, Uncertain } from '../../protocol'
import type { Formation, Game, Laying, SeatSeen, Table as GunkimonoTable } from './generated'

export type {
  Banner,
  Decision,
  Formation,
  Game,
  Half,
  Laying,
  SeatSeen,
  SquareSeen as Square,
  Table as GunkimonoTable,
  Unit,
} from './generated'
export type ForeseenTable = Uncertain<GunkimonoTable>
export type Choice = Laying['chosen'][number]
export type GunkimonoEvent = GameEvent<Game>

/** The formation that a square belongs to, if all of it is certain. */
export function formationOf({ field, formations }: ForeseenTable, square: string): Formation | undefined {
  const found = formations?.[field?.[square]?.formation ?? -1]
  return found && isCertain(found) ? found : undefined
}

const isCertain = (formation: Uncertain<Formation>): formation is Formation =>
  formation.unit !== null && formation.size !== null && formation.squares?.every((square) => square !== null) === true

/** Whether everything that a seat has is known to the viewer; otherwise its score is incomplete. */
export const scoreIsWhole = (seat: SeatSeen): boolean => seat.banners.every(({ worth }) => worth !== null)
