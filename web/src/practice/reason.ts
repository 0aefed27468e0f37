/** What the better move gains, in words. */

import { settings } from '../settings.svelte'
import type { Words } from '../words/say'

interface Reason {
  key: string
  params: Record<string, unknown>
}

export function reasonIn(words: Words, reason: Reason | null): string {
  if (!reason) return ''
  const number = new Intl.NumberFormat(settings.language, { maximumFractionDigits: 1 })
  const told: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(reason.params)) {
    told[name] = typeof value === 'number' ? number.format(value) : value
  }
  return words.say(reason.key, told)
}
