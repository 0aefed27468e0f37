/** The server's refusal as a sentence in the reader's language. */

import { Refused } from '../api'
import { library } from '../library.svelte'
import { t } from '../words/page.svelte'

export function refusal(error: unknown): string {
  if (!(error instanceof Refused)) return t('page.went_wrong')
  if (error.code === 'unreachable') return t('page.no_server')
  const words = library.common
  const sentence = words.has(`error.${error.code}`) ? words.say(`error.${error.code}`) : error.message
  // Each fault comes as a sentence of the game.
  return [sentence, ...error.faults.map((fault) => fault.problem)].join(' ')
}
