/** An entry of the log in sentences. */

import { pageOf } from '../games'
import type { Board } from '../live/board'
import type { Told } from '../protocol'
import { lines } from '../words/lines'
import { pageWords, t } from '../words/page.svelte'

type Telling = Pick<Board, 'table' | 'words' | 'names' | 'log'>

/** What was said of an entry, and how: with every move all entries are asked for again, and few have changed. */
const said = new WeakMap<Told, { as: readonly unknown[]; sentences: string[] }>()

export function told(entry: Told, room: Telling): string[] {
  const { table, words, names, log } = room
  const later = entry.number < (log.at(-1)?.number ?? 0)
  const as = [words, pageWords(), names, later, entry.kind === 'end' ? table?.outcome : null]
  const before = said.get(entry)
  if (before?.as.every((part, n) => part === as[n])) return before.sentences
  const sentences = sentencesOf(entry, room, later)
  said.set(entry, { as, sentences })
  return sentences
}

function sentencesOf(entry: Told, { table, words, names }: Telling, later: boolean): string[] {
  switch (entry.kind) {
    case 'undo':
      return [t('log.undo', { seat: entry.seat }, names)]
    case 'refuse':
      return [t('table.undo_refused', { seat: entry.seat }, names)]
    case 'pause':
      return [t('log.pause')]
    case 'resume':
      return [t('log.resume')]
    case 'holiday':
      return [t('log.holiday', { seat: entry.seat }, names)]
    case 'return':
      return [t('log.return', { seat: entry.seat }, names)]
    case 'end': {
      const outcome = table?.outcome
      const key = typeof outcome?.key === 'string' ? outcome.key : 'prompt.over'
      return [words.tell(key, { seat: outcome?.seat }, names)]
    }
    default: {
      const passing = (later ? pageOf(table?.game ?? '')?.passing : undefined) ?? []
      const events = entry.steps.flatMap((step) => step.events).filter(({ event }) => !passing.includes(event))
      const sentences = lines(events, words, names)
      return entry.stood_in ? [...sentences, t('log.stood_in', { seat: entry.seat }, names)] : sentences
    }
  }
}
