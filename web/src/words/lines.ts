/** Events as lines of a log: one a sentence; one that begins with an arrow goes on with the line before. */

import { capital, type Params, type Words } from './say'

export interface Happened {
  key: string
  event: string
  params: Params
}

export function lines(events: readonly Happened[], words: Words, names: readonly string[]): string[] {
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
  for (let at = 0; at < sentences.length;) {
    let end = at
    while (end < sentences.length && sentences[end] === sentences[at]) end++
    told.push(end - at > 1 ? `${sentences[at]} ×${end - at}` : sentences[at]!)
    at = end
  }
  return told
}
