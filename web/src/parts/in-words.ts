/** Options, clocks and bot levels in words. */

import type { Clock, GameView, SeatRating, SeatView } from '../protocol'
import { settings } from '../settings.svelte'
import { t } from '../words/page.svelte'
import { capital, type Words } from '../words/say'

const DAY = 86_400

/** The name of a value from one of the game's tables of messages; the value itself if it has no name there. */
export const inWords = (words: Words, table: string, value: string): string =>
  words.has(`${table}.${value}`) ? words.say(`${table}.${value}`) : value

/** The value of an option in words; a list of values as a list of their names. */
export function choice(words: Words, value: unknown): string {
  if (typeof value === 'boolean') return value ? t('generic.yes') : t('generic.no')
  const parts = String(value).split('+')
  return parts.length > 1
    ? parts.map((part) => inWords(words, 'tile', part)).join(' + ')
    : inWords(words, 'option_value', String(value))
}

/** The options of a table that differ from the defaults; a Boolean option by its name alone. */
export function chosen(game: GameView, words: Words, options: Readonly<Record<string, unknown>>): string[] {
  return game.options
    .filter(({ name, default: usual }) => name in options && options[name] !== usual)
    .map(({ name }) => {
      const label = inWords(words, 'option', name)
      return options[name] === true ? label : `${t('label', { name: label })} ${choice(words, options[name])}`
    })
}

/** A clock in words. */
export function pace(clock: Clock | null): string {
  if (!clock) return t('open_lobby.no_clock')
  const { bank, increment = 0 } = clock
  if (increment >= DAY) return t('clock.days', { n: Math.round(increment / DAY) })
  return t('clock.live', { minutes: Math.round(bank / 60), n: Math.round(increment) })
}

/** How many play a game. */
export function playersOf({ players: [least, most] }: GameView): string {
  return least === most ? t('home.players', { n: least }) : t('home.players_between', { least, most })
}

/** A stretch of time in its largest fitting unit: days, hours and minutes, or minutes. */
export function span(seconds: number): string {
  const minutes = Math.max(0, Math.floor(seconds / 60))
  if (minutes >= 48 * 60) return t('span.days', { n: Math.floor(minutes / 1440) })
  if (minutes < 60) return t('span.minutes', { n: minutes })
  return t('span.hours', { hours: Math.floor(minutes / 60), minutes: String(minutes % 60).padStart(2, '0') })
}

/** The last day of a player's holiday in words; null if the player is not on holiday by the server's time. */
export function holiday({ away_until }: Pick<SeatView, 'away_until'>, now: number): string | null {
  return away_until !== null && away_until > now ? t('holiday.until', { day: day(away_until) }) : null
}

/** A timestamp as a date. */
export const day = (seconds: number): string =>
  new Intl.DateTimeFormat(settings.language, { day: 'numeric', month: 'long' }).format(new Date(1000 * seconds))

/** A rating as a number; a provisional rating gets a mark. */
export const strength = ({ rating, provisional }: SeatRating): string => `${rating}${provisional ? '?' : ''}`

const STEPS = ['novice', 'greedy', 'amateur', 'adept', 'master'] // whose names the five levels of every game have

/** The bot whose name and sentence a level has: each game says which of its bots is its easy one. */
export function stepOf(game: GameView | undefined, bot: string): string {
  const at = game?.levels.length === STEPS.length ? game.levels.indexOf(bot) : -1
  return STEPS[at] ?? bot
}

/** A level by its name alone, such as “strong”. */
export const levelName = (game: GameView | undefined, words: Words, bot: string): string =>
  inWords(words, 'bot', stepOf(game, bot))

/** A bot by its level, such as “strong bot”. */
export const botKind = (game: GameView | undefined, words: Words, bot: string): string =>
  t('new.bot', { kind: levelName(game, words, bot) })

/** How often a level wins, as it was measured; empty where it was not. A half: it could not be told from its neighbour. */
export function measured(game: GameView, words: Words, bot: string): string {
  const at = game.levels.indexOf(bot)
  const share = game.strength[at] ?? null
  if (share === null) return ''
  const n = share > 0.05 && share < 0.95 ? 5 * Math.round(20 * share) : Math.round(100 * share)
  if (game.together) return n ? t('level.team', { n }) : t('level.team_never')
  const level = capital(levelName(game, words, game.levels[at ? at - 1 : 1] ?? ''))
  if (share === 0.5) return t('level.even', { level })
  return share < 0.01
    ? t('level.never', { level })
    : share > 0.99
      ? t('level.always', { level })
      : t('level.share', { n, level })
}
