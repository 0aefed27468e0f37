/** Cards, tiles and the small signs beside them. */

import { TURN } from './geometry'
import { BLAZE } from './heads'
import { once } from './once'

const ARROW = 'M-22-8h20v-14L24 0-2 22V8h-20z'

/** A star with eight points: a manoeuvre. */
const STAR =
  '<g stroke="var(--woodcut)" stroke-width="1.5"><path d="M0-21L4-5 0 0-4-5zM0 21L4 5 0 0-4 5zM21 0L5 4 0 0 5-4zM-21 0L-5 4 0 0-5-4z" fill="var(--fire)"/><path d="M-11-11L-2-5 0 0-5-2zM11-11L2-5 0 0 5-2zM-11 11L-2 5 0 0-5 2zM11 11L2 5 0 0 5 2z" fill="var(--ember)"/></g>'

/** The face of a card around 0, 0, in a frame of this size. `way`: where its arrow flies. */
export const face = once((card: string, way: string | null, width: number, height: number, letter = '') => {
  const [x, y] = [-width / 2, -height / 2]
  const edge = Math.max(2, Math.min(width, height) * 0.05)
  const round = Math.min(width, height) * 0.13
  const inner = `x="${x + edge}" y="${y + edge}" width="${width - 2 * edge}" height="${height - 2 * edge}" rx="${round * 0.7}"`
  const size = Math.min(width, height) / 62
  const frame = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}" fill="#fffaf0" stroke="var(--woodcut)" stroke-width="${edge * 0.7}"/>`
  if (way !== null) {
    const corner = letter
      ? `<circle cx="${x + 13}" cy="${y + 13}" r="9.5" fill="#fffaf0" stroke="var(--woodcut)" stroke-width="2"/><text x="${x + 13}" y="${y + 18}" text-anchor="middle" font-size="14" font-weight="800" font-family="var(--title)" fill="#17130f">${letter}</text>`
      : ''
    return `${frame}<rect ${inner} fill="url(#hatch-${card})"/><path transform="rotate(${TURN[way] ?? 0}) scale(${size})" d="${ARROW}" fill="#fffaf0" stroke="var(--woodcut)" stroke-width="4" stroke-linejoin="round" paint-order="stroke"/>${corner}`
  }
  if (card === 'fire')
    return `${frame}<rect ${inner} fill="#2a0d06"/><g transform="translate(0 ${20 * size}) scale(${size * 0.52})">${BLAZE}</g>`
  return `${frame}<rect ${inner} fill="#2a2135"/><g transform="scale(${size * 0.95})">${STAR}</g>`
})

/** A missing card in a row: its outline and its symbol. */
export const gap = once((card: string, way: string | null, width: number, height: number) => {
  const size = Math.min(width, height) / 62
  const round = Math.min(width, height) * 0.13
  const frame = `<rect x="${1 - width / 2}" y="${1 - height / 2}" width="${width - 2}" height="${height - 2}" rx="${round}" fill="var(--spent)" stroke="currentColor" stroke-width="1.2" stroke-dasharray="3 2"/>`
  const sign =
    way !== null
      ? `<path transform="rotate(${TURN[way] ?? 0}) scale(${size})" d="${ARROW}" fill="none" stroke="currentColor" stroke-width="4"/>`
      : card === 'fire'
        ? `<g transform="translate(0 ${20 * size}) scale(${size * 0.5})" opacity=".35">${BLAZE}</g>`
        : `<g transform="scale(${size * 0.85})" opacity=".4">${STAR}</g>`
  return `${frame}${sign}`
})

/** The back of a card, in the colour of its seat. */
export const backOf = (seat: number, width: number, height: number): string =>
  `<rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="${width * 0.12}" fill="#fffaf0" stroke="var(--woodcut)" stroke-width="${width * 0.05}"/><rect x="${-width * 0.39}" y="${-height / 2 + width * 0.11}" width="${width * 0.78}" height="${height - width * 0.22}" rx="${width * 0.06}" fill="var(--crest-${seat})"/><path transform="scale(${width / 60})" d="M-14-10q14-14 28 0M-14 4q14-14 28 0M-14 18q14-14 28 0" fill="none" stroke="var(--woodcut)" stroke-width="3.4" stroke-linecap="round"/>`

/** Signs of the tiles, about 60 wide around 0, 0. */
export const TILES: Readonly<Record<string, string>> = {
  fireball:
    '<path d="M-26 20C-14 6-2-2 8-6M-18 24C-8 12 2 6 10 4M-26 8C-16-2-6-8 4-10" fill="none" stroke="var(--ember)" stroke-width="4" stroke-linecap="round"/><circle cx="12" cy="-4" r="13" fill="var(--fire)" stroke="var(--ember)" stroke-width="3"/><circle cx="15" cy="-7" r="5" fill="var(--ember)"/>',
  multicolour:
    '<g stroke="#fffaf0" stroke-width="2"><path d="M0-26L13-13 0 0-13-13z" fill="var(--arrow-yellow)"/><path d="M26 0L13 13 0 0 13-13z" fill="var(--arrow-red)"/><path d="M0 26L-13 13 0 0 13 13z" fill="var(--arrow-green)"/><path d="M-26 0L-13-13 0 0-13 13z" fill="var(--arrow-blue)"/></g>',
  princess:
    '<path d="M-24 16L-28-12-13 0 0-20 13 0 28-12 24 16z" fill="var(--ember)" stroke="#7a4a05" stroke-width="2.5" stroke-linejoin="round"/><path d="M-22 10h44" stroke="#7a4a05" stroke-width="2.5"/><circle cy="-20" r="3.5" fill="var(--fire)"/>',
  long_flame:
    '<path d="M-28 6C-8 2 4-14 30-10 16-4 14 2 20 8 8 6 4 10 8 18-4 12-14 14-18 20-20 12-24 10-28 6z" fill="var(--fire)"/><path d="M-22 6C-8 5 0-2 12-3 6 1 6 4 8 7-2 6-12 8-22 6z" fill="var(--ember)"/>',
  roar: '<path d="M-24-8c10-12 22-8 26 0L-6 0 6 12c-10 10-26 6-30-6z" fill="#fffaf0"/><path d="M10-14q8 14 0 28M18-20q13 20 0 40" fill="none" stroke="var(--ember)" stroke-width="4" stroke-linecap="round"/>',
  gust: '<path d="M-28-8H8c10 0 10-13 1-13-5 0-7 4-6 7M-28 2H18c11 0 11 15 0 15-6 0-8-4-6-8M-28 12H0c8 0 8 12-1 11" fill="none" stroke="#dfe5ec" stroke-width="4" stroke-linecap="round"/>',
  burning_ground: `<g transform="translate(0 14) scale(.42)">${BLAZE}</g><path d="M-26 18H26M-18 24H18" stroke="var(--ember)" stroke-width="4" stroke-linecap="round"/>`,
  second_wind:
    '<path d="M16-12A20 20 0 1 0 20 6M18-22v12H6" fill="none" stroke="#dfe5ec" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>',
  swoop:
    '<path d="M-20-20L14 14M16-6v22H-6" fill="none" stroke="#fffaf0" stroke-width="7" stroke-linejoin="round"/><path d="M-26 2q8-4 12 4M2-26q-4 8 4 12" fill="none" stroke="var(--ember)" stroke-width="4" stroke-linecap="round"/>',
}

/** Signs of the knights' answers, about 24 wide around 0, 0, in the ink of the text. */
export const COUNTERS: Readonly<Record<string, string>> = {
  march: '<path d="M-7-11h9V2l8 4v5H-7zM-9 11H11" fill="currentColor" stroke="currentColor" stroke-width="1.5"/>',
  discard: '<path d="M-6-11H6V7H-6zM0-3V12M-4 8l4 5 4-5" fill="none" stroke="currentColor" stroke-width="2.4"/>',
  protection:
    '<path d="M0-12L10-8v8C10 7 5 10 0 13-5 10-10 7-10 0v-8z" fill="none" stroke="currentColor" stroke-width="2.4"/><path d="M0-6c4 5 5 7 5 9a5 5 0 0 1-10 0c0-2 1-4 5-9z" fill="currentColor"/>',
  charge: '<path d="M-12 0H6M0-7l8 7-8 7M6-7l8 7-8 7" fill="none" stroke="currentColor" stroke-width="2.6"/>',
  anger:
    '<path d="M-10-8l7 4M10-8l-7 4M-8 10q8-8 16 0" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/><circle cx="-5" r="2.4" fill="currentColor"/><circle cx="5" r="2.4" fill="currentColor"/>',
  head_wind:
    '<path d="M12-5H-8M-2-11l-7 6 7 6M-12 7H8M2 1l7 6-7 6" fill="none" stroke="currentColor" stroke-width="2.4"/>',
  reinforcement:
    '<path d="M-9 12V-4a9 9 0 0 1 18 0v16zM-9 0H9M0-5V5M-5 0" fill="none" stroke="currentColor" stroke-width="2.4"/>',
  weariness: '<path d="M-4-10H6L-4 0H6M2 4h8L2 12h8" fill="none" stroke="currentColor" stroke-width="2.4"/>',
  nets: '<path d="M-11-11L11 11M-11 0L0 11M0-11L11 0M11-11L-11 11M0-11L-11 0M11 0L0 11" stroke="currentColor" stroke-width="1.8"/>',
}
