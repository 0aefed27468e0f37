/** What is expected, and how the players stand: for the line over the board, and for those who listen. */

import { readerOf } from '../live/board'
import type { TableRoom } from '../live/room.svelte'
import { t } from '../words/page.svelte'
import { capital, signed } from '../words/say'
import { emptyStep } from './empty-step'

/** The sentence that says what is expected, and from whom. */
export function promptLine(room: TableRoom): string {
  const face = room.seen?.face
  if (!face) return ''
  const mine = face.moves.length > 0 && !face.paused
  // There is one move without a choice (and no key that goes beyond it), and my decision before it can still be undone.
  const only = mine && face.may_undo > 0 && !face.bundles.length ? emptyStep(room) : null
  if (only) return t('table.finish_or_undo', { move: room.words.say(only.key, only.params, room.names) })
  return (
    (mine ? room.expected : null) ?? room.words.tell(face.prompt.key, face.prompt.params, room.names, readerOf(room))
  )
}

/** The points of all players in a sentence; none where nobody has points. */
export function standingLine(room: TableRoom): string {
  const me = readerOf(room)
  const scores = room.seen?.face.scores ?? []
  if (scores.every((score) => score === 0)) return ''
  const of = (seat: number) => (seat === me ? capital(t('table.you')) : (room.names[seat] ?? ''))
  return `${scores.map((score, seat) => `${t('label', { name: of(seat) })} ${signed(score)}`).join(', ')}.`
}
