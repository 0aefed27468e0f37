/**
 * French puts a space before double punctuation, and a hyphen before the pronoun of a question. Both become
 * non-breaking here; authors type plain ones.
 */

import type { Language } from './say'

export function typeset(text: string, language: Language): string {
  if (language !== 'fr') return text
  return text
    .replace(/ ([:»])/g, '\u00a0$1')
    .replace(/ ([;!?])/g, '\u202f$1')
    .replace(/« /g, '«\u00a0')
    .replace(/-(t-)?(?=(?:ils?|elles?|on|vous|je|ce)\b)/g, (hyphens) => hyphens.replaceAll('-', '\u2011'))
}
