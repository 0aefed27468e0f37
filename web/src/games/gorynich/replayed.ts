/** The sentences of a replay's entry, including choices that were secret then. */

import type { Board } from '../../live/board'
import { lines } from '../../words/lines'

export function toldAt({ log, words, names, face }: Board, number: number): string[] {
  const entry = log.find((one) => one.number === number)
  const told = lines(entry?.steps.flatMap((step) => step.events) ?? [], words, names)
  if (told.length || entry?.seat == null) return told
  const { seat } = entry
  const chosen = face?.view.chosen[String(seat)]
  if (!chosen) return []
  if (chosen === 'pass') return [words.say('event.passed', { seat }, names)]
  return [words.say('event.had_chosen', { seat, card: chosen.replace('discard ', '') }, names)]
}
