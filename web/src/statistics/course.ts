/** Matches in order as marks and lines, in a box of 100 by 40. */

import type { PlayedMatch } from '../protocol'

export const WIDTH = 100
export const HEIGHT = 40
/** Matches of which a share is the mean. */
export const WINDOW = 10

export interface Scale {
  least: number
  most: number
  /** Labelled values, with their heights. */
  marks: { value: number; y: number }[]
}

const round = (n: number) => Math.round(100 * n) / 100
export const across = (at: number, count: number): number => round(count > 1 ? (WIDTH * at) / (count - 1) : WIDTH / 2)
export const height = (value: number, { least, most }: Pick<Scale, 'least' | 'most'>): number =>
  round(HEIGHT - (HEIGHT * (value - least)) / (most - least))

/** A scale from a round number below the least value to one above the largest, with three labelled values. */
export function scaleOf(values: readonly number[], whole = true): Scale {
  const low = Math.min(...values)
  const high = Math.max(...values)
  const raw = (high - low) / 2 || 1
  const unit = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((n) => n * unit).find((n) => n >= raw) ?? raw
  const size = whole ? Math.max(1, step) : step
  const least = Math.floor(low / size) * size
  const most = Math.max(least + size, Math.ceil(high / size) * size)
  const marks = []
  for (let value = least; value <= most; value += size) marks.push({ value, y: height(value, { least, most }) })
  return { least, most, marks }
}

/** A line through known values; where there is none, it goes straight to the next. */
export function line(values: readonly (number | null)[], scale: Scale): string {
  const known = values.flatMap((value, at) =>
    value === null ? [] : [`${across(at, values.length)} ${height(value, scale)}`],
  )
  return known.length > 1 ? `M${known.join('L')}` : ''
}

/** What lies between such a line and the foot of the box. */
export function area(values: readonly (number | null)[], scale: Scale): string {
  const way = line(values, scale)
  const first = values.findIndex((value) => value !== null)
  const last = values.findLastIndex((value) => value !== null)
  return way && `${way}L${across(last, values.length)} ${HEIGHT}L${across(first, values.length)} ${HEIGHT}Z`
}

/** The mean of the latest values at each moment; null until there are a few. */
export function rolling(values: readonly (number | null)[], window = WINDOW): (number | null)[] {
  return values.map((_, at) => {
    const some = values.slice(Math.max(0, at + 1 - window), at + 1).filter((value) => value !== null)
    return some.length < Math.min(window, 3) ? null : some.reduce((sum, value) => sum + value, 0) / some.length
  })
}

/** What a match counts in a share of wins; null for one without a result. */
export const worth = ({ result }: PlayedMatch): number | null =>
  result === 'won' ? 1 : result === 'drawn' ? 0.5 : result === 'lost' ? 0 : null
