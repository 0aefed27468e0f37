/** The heads of the dragon, one crest a seat, and the whole beast with as many necks as there are seats. */

import { round1 } from './geometry'
import { once } from './once'

const SHUT =
  'M-34-2C-38-28-20-42 2-40l28 1c18 2 34 12 48 25 5 6 2 12-5 14 3 5-1 10-8 10-22 0-40 5-56 16C-9 34-30 20-34-2z'
const OPEN =
  'M-34-2C-38-28-20-42 2-40l28 1c18 2 34 11 48 24 5 6-1 12-8 10L40-7 66 7c5 3 3 10-3 10-22 1-40 5-54 16C-9 40-30 24-34-2z'

/** The crest of each seat: what is filled, and the lines on it. */
const CRESTS: readonly (readonly [filled: string, lines?: string])[] = [
  ['M2-38C-8-50-12-64-4-80 0-66 10-56 18-43zM19-42C16-56 20-68 30-80c0 14 2 24 7 38z'],
  ['M-28 14L-62 8l15-12-22-15 22-4-11-24 23 6 2-24L-7-40 8-38z', 'M-20-4l-30-4M-18-18l-30-10M-10-30l-20-22'],
  ['M50-32l22-40-2 50zM-2-36l-22-26 34 20z'],
  ['M38-38l6-20-18 16-2-26-16 24-10-24-6 26-18-18 0 24-20-8 8 28z'],
  [
    'M12-36C-16-74-64-52-56-14c4 22 34 24 38 4 2-12-14-16-18-6-2-20 16-26 30-10z',
    'M-34-50l4 14M-50-34l12 6M-52-12l12-2',
  ],
  ['M-4-36C-16-68-46-76-74-62l18 10-20 9 20 7-14 14 20 0-8 18 36-10z', 'M-14-30l-40-22M-18-22l-34-8M-20-12l-24 4'],
  ['M4-38L-4-58l-18-4 4-8 12 2-6-18 9-2 7 24 6-14 8 4-8 18 6 18zM24-40l4-18 18-10 5 7-13 8 2 13z'],
]

export type Mouth = 'shut' | 'open' | 'asleep'

function crest(seat: number, colour: string): string {
  const [filled, lines] = CRESTS[seat % CRESTS.length] ?? ['']
  return `<path d="${filled}" fill="${colour}"/>` + (lines ? `<path d="${lines}" fill="none" stroke-width="3"/>` : '')
}

/** A head that looks to the right; its neck starts at −18, 22. */
export const head = once((seat: number, mouth: Mouth, eyes: 'open' | 'shut' = 'open') => {
  const closed = mouth === 'asleep' || eyes === 'shut'
  const eye = closed
    ? '<path d="M8-22q10 7 20-1" fill="none" stroke="var(--bone)" stroke-width="4.5" stroke-linecap="round"/>'
    : `<path d="M8-25q10-9 22 2-12 8-22-2z" fill="var(--bone)"/><circle cx="20" cy="-23.5" r="4" fill="${mouth === 'open' ? 'var(--fire)' : '#1a1108'}"/>`
  const teeth =
    mouth === 'open'
      ? '<path d="M42-5.5l7 8 6-7 7 8 5-7M40 8.5l7-6 6 7 8-6" fill="none" stroke="var(--bone)" stroke-width="3.4" stroke-linejoin="round"/>'
      : '<path d="M74-2C58 1 46 0 34-6" fill="none" stroke="var(--bone)" stroke-width="3.4" stroke-linecap="round"/><path d="M64-.5l-3.5 7-3.5-7zM52-1l-3 6-4-7z" fill="var(--bone)"/>'
  return `<g stroke="var(--woodcut)" stroke-width="4" stroke-linejoin="round">${crest(seat, `var(--crest-${seat})`)}</g>
<path d="${mouth === 'open' ? OPEN : SHUT}" fill="var(--drake)" stroke="var(--rim)" stroke-width="3"/>${eye}${teeth}<circle cx="68" cy="-13" r="2.8" fill="var(--bone)"/>
<path d="M-22-10l10 4M-24 4l12 2M-18 18l11-4M-6-31l2 9M-15-22l6 7M-6 26l7-8M30-32l6 6M42-27l5 5" stroke="var(--bone)" stroke-width="2.6" stroke-linecap="round" fill="none" opacity=".85"/>`
})

/** The neck of a head that stands alone. */
export const neck = once((seat: number) => {
  const path = 'M-14 14C-34 40-30 80-22 190'
  return `<g class="neck" fill="none"><path d="${path}" stroke="var(--rim)" stroke-width="40"/><path d="${path}" stroke="var(--drake)" stroke-width="33"/><path d="${path}" stroke="var(--crest-${seat})" stroke-width="13" stroke-dasharray="7 13" opacity=".85"/></g>`
})

const WING = 'M-10 30C-30 6-52-4-84-24c3 14 2 24-5 34 11-2 19 1 24 8 7-4 14-3 19 3 7-3 13-2 18 4 6-1 12 1 18 7z'
const TAIL = 'M18 40c22 16 52 12 55-8 4 4 10 6 17 4-5 4-5 9-2 14-7-3-12-2-16 2-15 13-44 12-60 0z'
const BODY = 'M0 6c18 0 29 14 29 28S16 56 0 56-29 48-29 34-18 6 0 6z'
const FEET = 'M-24 48l-9 8M-16 53l-5 7M24 48l9 8M16 53l5 7'

/** For 3 to 7 heads: the angle over which necks spread, the size of a head, the width of a neck. */
const SPREAD = [108, 136, 152, 166, 178] as const
const SIZE = [0.47, 0.42, 0.37, 0.34, 0.31] as const
const THICK = [17, 15, 13, 12, 11] as const

interface Neck {
  seat: number
  x: number
  y: number
  path: string
  right: boolean
}

function necksOf(count: number, spread: number, size: number): Neck[] {
  const middle = (count - 1) / 2
  const necks = Array.from({ length: count }, (_, seat): Neck => {
    const turn = ((seat / (count - 1) - 0.5) * spread * Math.PI) / 180
    const far = count <= 4 ? (Math.abs(seat - middle) < 1 ? 66 : 62) : seat % 2 === count % 2 ? 56 : 73
    const x = Math.sin(turn) * far * 1.04
    const y = -Math.cos(turn) * far - 12
    const foot = (seat - middle) * (count > 5 ? 5 : 7)
    const bend = [foot + Math.sin(turn) * (far * 0.12 + 26), -Math.cos(turn) * far * 0.55 + 22] as const
    const end = [x - Math.sign(x || 1) * size * 18, y + size * 16] as const
    const path = `M${round1(foot)} 24Q${round1(bend[0])} ${round1(bend[1])} ${round1(end[0])} ${round1(end[1])}`
    return { seat, x, y, path, right: seat > middle - 0.01 }
  })
  // The middle necks lie over the outer ones.
  return necks.sort((a, b) => Math.abs(b.seat - middle) - Math.abs(a.seat - middle))
}

/** The dragon on the map, about 170 wide and 155 high around its feet. `open`: heads whose mouth is. */
export function dragon(count: number, open: readonly number[] = [], detailed = false): string {
  const n = Math.max(0, Math.min(4, count - 3))
  const size = SIZE[n] ?? 0.4
  const thick = THICK[n] ?? 14
  const necks = necksOf(Math.max(3, count), SPREAD[n] ?? 140, size)
  const mouth = (seat: number): Mouth => (open.includes(seat) ? 'open' : 'shut')
  const at = ({ x, y, right }: Neck) => `translate(${round1(x)} ${round1(y)}) scale(${right ? size : -size} ${size})`
  const rim = necks
    .map(
      (neck) =>
        `<path d="${neck.path}" fill="none" stroke="var(--rim)" stroke-width="${thick + 7}" stroke-linecap="round"/><g transform="${at(neck)}">${outline(neck.seat, mouth(neck.seat), 13)}</g>`,
    )
    .join('')
  const fronts = necks
    .map(
      ({ path }) =>
        `<path d="${path}" fill="none" stroke="var(--rim)" stroke-width="${thick + 2.6}"/><path d="${path}" fill="none" stroke="var(--drake)" stroke-width="${thick}" stroke-linecap="round"/><path d="${path}" fill="none" stroke="var(--bone)" stroke-width="${round1(thick * 0.45)}" stroke-dasharray="1.8 5.4"/>`,
    )
    .join('')
  const heads = necks
    .map(
      (neck) =>
        `<g transform="${at(neck)}">${outline(neck.seat, mouth(neck.seat), 8)}${detailed ? head(neck.seat, mouth(neck.seat), open.includes(neck.seat) ? 'open' : 'shut') : plainHead(neck.seat, mouth(neck.seat))}</g>`,
    )
    .join('')
  const twice = (path: string) => `<path d="${path}"/><path d="${path}" transform="scale(-1 1)"/>`
  return `<ellipse cy="52" rx="52" ry="12" fill="var(--woodcut)" opacity=".3"/>
<g fill="var(--rim)" stroke="var(--rim)" stroke-width="7" stroke-linejoin="round" stroke-linecap="round">${twice(WING)}<path d="${TAIL}"/><path d="${BODY}"/><path d="${FEET}" stroke-width="11"/></g>${rim}
<g fill="var(--drake)">${twice(WING)}<path d="${TAIL}"/></g><path d="M-77-14C-56-4-38 6-22 22M-74 5c15 4 28 9 39 17M77-14C56-4 38 6 22 22M74 5C59 9 46 14 35 22M36 48c14 4 26 2 33-7" stroke="var(--bone)" stroke-width="2.2" fill="none" stroke-linecap="round"/>${fronts}
<path d="${FEET}" stroke="var(--drake)" stroke-width="5" stroke-linecap="round"/><path d="${BODY}" fill="var(--drake)"/><path d="M-12 24q12 7 24 0M-15 33q15 9 30 0M-15 42q15 9 30 0M-11 50q11 5 22 0" stroke="var(--bone)" stroke-width="2.6" fill="none" stroke-linecap="round"/>${heads}`
}

/** The rim around a head, which separates it from its background. */
function outline(seat: number, mouth: Mouth, width: number): string {
  const [filled] = CRESTS[seat % CRESTS.length] ?? ['']
  return `<g stroke="var(--rim)" fill="var(--rim)" stroke-width="${width}" stroke-linejoin="round"><path d="${filled}"/><path d="${mouth === 'open' ? OPEN : SHUT}"/></g>`
}

/** A head without details that would be too small to see. */
function plainHead(seat: number, mouth: Mouth): string {
  const open = mouth === 'open'
  return `<g stroke="var(--woodcut)" stroke-width="5" stroke-linejoin="round">${crest(seat, `var(--crest-${seat})`)}</g><path d="${open ? OPEN : SHUT}" fill="var(--drake)"/><path d="M6-25q12-11 26 2-14 10-26-2z" fill="${open ? 'var(--fire)' : 'var(--bone)'}"/><circle cx="20" cy="-23" r="5" fill="#17130f"/>${open ? '' : '<path d="M74-2C58 1 46 0 34-6" fill="none" stroke="var(--bone)" stroke-width="5" stroke-linecap="round"/>'}`
}

/** A flame that blows to the right from 0, 0, about 130 long. */
export const BREATH =
  '<g stroke="var(--woodcut)" stroke-width="4" stroke-linejoin="round"><path d="M0 0c46-4 74-28 132-16-30 8-36 20-22 30-26-2-34 6-24 22-22-14-42-4-42 12C34 30 14 28-8 18z" fill="var(--fire)"/><path d="M4 4c26 2 42-6 70-4-16 6-18 12-10 20-20-4-38 0-56-6z" fill="var(--ember)" stroke="none"/></g>'

/** An upright blaze, its foot at 0, 0, about 60 wide and 85 high. */
export const BLAZE =
  '<g stroke="var(--woodcut)" stroke-width="3.2" stroke-linejoin="round"><path d="M-4 2C-30 2-38-20-28-40c2 8 6 12 11 13C-22-48-10-62-2-84c4 18 22 24 20 46 6-3 8-8 8-15C40-36 34 2 4 2z" fill="var(--fire)"/><path d="M-2 0C-16 0-20-14-13-26c2 6 5 8 8 8-2-14 4-20 6-30 6 12 13 16 11 30 3-1 4-4 5-8C24-12 16 0 4 0z" fill="var(--ember)" stroke="none"/></g>'

/** The claw that points at a knight, its tip at 0, 22. */
export function claw(seat: number): string {
  const hand =
    'M-8-50c-14 2-19 15-16 27 2 9 9 12 14 11l4 14c1 6 8 6 9 0l4-15c7 2 14-2 14-10 1-14-7-28-21-27-3 0-5-1-8 0z'
  return `<g stroke-linejoin="round"><path d="${hand}" fill="var(--halo)" stroke="var(--halo)" stroke-width="14"/><path d="M-5 0l4 22L5 0z" fill="var(--halo)" stroke="var(--halo)" stroke-width="12"/><path d="${hand}" fill="var(--crest-${seat})" stroke="var(--woodcut)" stroke-width="4"/><path d="M-5 2l4 20L5 2z" fill="var(--bone)" stroke="var(--woodcut)" stroke-width="3.6"/><path d="M-20-22c-8 2-10 10-9 17l10-8zM18-26c7 2 10 9 8 16l-9-6z" fill="var(--bone)" stroke="var(--woodcut)" stroke-width="3"/><path d="M-13-38l8 3M-1-42l7 4M-12-27l7 2M3-30l8 2" stroke="var(--woodcut)" stroke-width="3" stroke-linecap="round"/></g>`
}

/** A square on fire, and one on which fire found nothing. */
export const FLAMES = `<circle r="86" fill="var(--ember)" opacity=".35"/>${[
  [-52, 34, 0.75],
  [54, 36, 0.7],
  [0, 10, 1.05],
  [-26, 52, 0.8],
  [28, 54, 0.8],
]
  .map(([x, y, size]) => `<g transform="translate(${x} ${y}) scale(${size})">${BLAZE}</g>`)
  .join('')}`
export const SMOKE =
  '<path d="M-24 30q-14-18 0-34t0-34M6 34q-16-20 0-40t2-36M32 28q-12-16 0-30t0-30" fill="none" stroke="var(--bone)" stroke-width="7" stroke-linecap="round" opacity=".8"/>'

/** The flame that waits on a square. */
export const FLAME_TOKEN = `<circle r="38" fill="var(--woodcut)" opacity=".9"/><circle r="32" fill="none" stroke="var(--ember)" stroke-width="3" stroke-dasharray="6 5"/><g transform="translate(0 27) scale(.72)">${BLAZE}</g>`
