/** Options, clocks and levels of bots as people read them. */

import type { Clock, GameView, SeatRating, SeatView } from '../protocol'
import { settings } from '../settings.svelte'
import { t } from '../words/page.svelte'
import { type Words } from '../words/say'

const DAY = 86_400

/** A word of a game's table of messages; as it stands where it has none. */
export const inWords = (words: Words, table: string, value: string): string =>
  words.has(`${table}.${value}`) ? words.say(`${table}.${value}`) : value

/** A choice by its name; one of several things together, by theirs. */
export function choice(words: Words, value: unknown): string {
  if (typeof value === 'boolean') return value ? t('generic.yes') : t('generic.no')
  const parts = String(value).split('+')
  return parts.length > 1
    ? parts.map((part) => inWords(words, 'tile', part)).join(' + ')
    : inWords(words, 'option_value', String(value))
}

/** What a table has chosen otherwise than usual; a tick by its name alone. */
export function chosen(game: GameView, words: Words, options: Readonly<Record<string, unknown>>): string[] {
  return game.options
    .filter(({ name, default: usual }) => name in options && options[name] !== usual)
    .map(({ name }) => {
      const label = inWords(words, 'option', name)
      return options[name] === true ? label : `${t('label', { name: label })} ${choice(words, options[name])}`
    })
}

/** How long one may think. */
export function pace(clock: Clock | null): string {
  if (!clock) return t('new.clock_none')
  const { bank, increment = 0 } = clock
  if (increment >= DAY) return t('clock.days', { n: Math.round(increment / DAY) })
  return t('clock.live', { minutes: Math.round(bank / 60), n: Math.round(increment) })
}

/** Until which day somebody is on holiday; null if he is not, by the server's time. */
export function holiday({ away_until }: Pick<SeatView, 'away_until'>, now: number): string | null {
  return away_until !== null && away_until > now ? t('holiday.until', { day: day(away_until) }) : null
}

/** A moment by its day. */
export const day = (seconds: number): string =>
  new Intl.DateTimeFormat(settings.language, { day: 'numeric', month: 'long' }).format(new Date(1000 * seconds))

/** A rating as it is written: one that is provisional with a mark. */
export const strength = ({ rating, provisional }: SeatRating): string => `${rating}${provisional ? '?' : ''}`

/** A bot by its level, such as “strong bot”. */
export const botKind = (words: Words, bot: string): string => t('new.bot', { kind: inWords(words, 'bot', bot) })
