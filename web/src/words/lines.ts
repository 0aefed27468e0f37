/** Events as lines of a log: one a sentence; one that begins with an arrow goes on with the line before. */

import type { GameEvent } from '../protocol'
import { capital, type Words } from './say'

export function lines(events: readonly GameEvent[], words: Words, names: readonly string[]): string[] {
  const sentences: string[] = []
  for (const event of events) {
    const sentence = capital(words.say(event.key, event.params, names))
    const last = sentences.at(-1)
    if (sentence.startsWith('→') && last !== undefined) {
      sentences[sentences.length - 1] = `${last.replace(/\.$/, '')} ${sentence}`
    } else {
      sentences.push(sentence)
    }
  }
  return counted(sentences)
}

/** Equal sentences that follow each other are told once, with how many times. */
function counted(sentences: readonly string[]): string[] {
  const told: string[] = []
  let times = 0
  for (const [at, sentence] of sentences.entries()) {
    times++
    if (sentences[at + 1] === sentence) continue
    told.push(times > 1 ? `${sentence} ×${times}` : sentence)
    times = 0
  }
  return told
}
