/**
 * Events as lines of a log, one sentence each. A sentence that begins with an arrow continues the line before. Where
 * many of one kind follow each other with arrows (every knight takes its step), the line they continue stands for all.
 * Equal sentences are counted, in the words of `several` where the game has them: "Ada draws 4 cards."
 */

import type { GameEvent } from '../protocol'
import { capital, type Words } from './say'

type Said = Pick<GameEvent, 'key' | 'params'>

/** `reader` is the seat of the player who reads, and is addressed as "you". */
export function lines(
  events: readonly GameEvent[],
  words: Words,
  names: readonly string[],
  reader: number | null = null,
): string[] {
  const sentences: string[] = []
  const said = merged(events, words).map(({ key, params }) => ({
    key,
    sentence: capital(words.say(key, params, names, reader)),
  }))
  for (const [at, { key, sentence }] of said.entries()) {
    if (sentence.startsWith('→') && runOf(said, at, key) > MOST_ARROWS) continue
    const last = sentences.at(-1)
    if (sentence.startsWith('→') && last !== undefined) {
      sentences[sentences.length - 1] = `${last.replace(/\.$/, '')} ${sentence}`
    } else {
      sentences.push(sentence)
    }
  }
  return counted(sentences)
}

/** Equal events in a row as one of `several`, with their number. */
function merged(events: readonly Said[], words: Words): Said[] {
  const all: Said[] = []
  let number = 1
  for (const [at, event] of events.entries()) {
    const several = event.key.replace(/^event\./, 'several.')
    const next = events[at + 1]
    if (words.has(several) && next?.key === event.key && JSON.stringify(next.params) === JSON.stringify(event.params)) {
      number++
      continue
    }
    all.push(number > 1 ? { key: several, params: { ...event.params, number } } : event)
    number = 1
  }
  return all
}

const MOST_ARROWS = 2

/** The length of a run of events of one kind. */
function runOf(said: readonly { key: string }[], at: number, key: string): number {
  let from = at
  let to = at
  while (said[from - 1]?.key === key) from--
  while (said[to + 1]?.key === key) to++
  return to - from + 1
}

/** Merge equal consecutive sentences into one with a count. */
function counted(sentences: readonly string[]): string[] {
  const told: string[] = []
  let times = 0
  for (const [at, sentence] of sentences.entries()) {
    times++
    if (sentences[at + 1] === sentence) continue
    told.push(times > 1 ? `${sentence.replace(/\.$/, '')} ×${times}.` : sentence)
    times = 0
  }
  return told
}
