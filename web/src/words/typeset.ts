/** French sets a space before double signs, at which a line must not break. Authors type a plain one. */

import type { Language } from './say'

export function typeset(text: string, language: Language): string {
  if (language !== 'fr') return text
  return text
    .replace(/ ([:»])/g, '\u00a0$1')
    .replace(/ ([;!?])/g, '\u202f$1')
    .replace(/« /g, '«\u00a0')
}
