/** Knights: ten helmets and ten arms, five shields; the number on the shield tells them apart for certain. */

import { once } from './once'

/** Helmets, around 0, −40. */
const HELMETS: readonly string[] = [
  '<path d="M-10-30v-17c0-6 20-6 20 0v17l-10 4z" fill="var(--steel)"/><path d="M-10-41h20M0-47v16" stroke-width="3.4"/><path d="M0-51c-2-8 6-12 12-8-2 2-2 6-6 9z" fill="var(--fire)"/>',
  '<path d="M-10-29c-2-8-2-14 0-18h20c2 4 2 10 0 18l-10 4z" fill="var(--steel)"/><path d="M-11-47l-2-11 7 5 6-8 6 8 7-5-2 11z" fill="var(--ember)"/><path d="M-7-39h5M2-39h5" stroke-width="3.2"/>',
  '<path d="M-10-29c-1-12 2-22 10-32 4 6 6 10 8 16l8 7-7 6c0 2 0 3-1 4l-8 3z" fill="var(--steel)"/><path d="M3-40l9 2M-10-33h11" stroke-width="2.6"/>',
  '<path d="M-10-29c-2-14 2-22 10-22s12 8 10 22l-10 4z" fill="var(--steel)"/><path d="M-10-44c-8 0-12-6-12-14 5 2 10 4 14 8zM10-44c8 0 12-6 12-14-5 2-10 4-14 8z" fill="var(--bone)"/><path d="M-7-38h5M2-38h5M0-50v20" stroke-width="2.8"/>',
  '<path d="M-9-28v-10h18v10l-9 3z" fill="var(--skin)"/><path d="M-19-38c4-4 8-5 9-6 0-12 20-12 20 0 1 1 5 2 9 6z" fill="var(--steel)"/><path d="M-5-33h2M3-33h2" stroke-width="3.4"/>',
  '<path d="M-10-29c-2-14 2-21 10-21s12 7 10 21l-10 4z" fill="var(--steel)"/><path d="M0-50c-8-14-24-10-24 2 5-4 8-3 12 0 3-3 7-3 12-2z" fill="var(--fire)"/><path d="M-8-38H9M-4-34h1M2-34h1" stroke-width="2.8"/>',
  '<path d="M-12-26c-3-14 2-28 14-32 8 6 12 18 9 32l-11 4z" fill="var(--cloth)"/><path d="M-7-30c-1-8 1-13 7-16 6 3 8 8 7 16l-7 4z" fill="#17130f"/><circle cx="-3" cy="-36" r="1.8" fill="var(--ember)" stroke="none"/><circle cx="4" cy="-36" r="1.8" fill="var(--ember)" stroke="none"/>',
  '<path d="M-11-27c-2-12 0-18 4-22 4-3 6-8 7-14 1 6 3 11 7 14 4 4 6 10 4 22l-11 4z" fill="var(--steel)"/><path d="M-11-38h22M0-38v8" stroke-width="2.8"/><path d="M-6-34h2M4-34h2" stroke-width="3"/><circle cx="0" cy="-63" r="2.6" fill="var(--fire)"/>',
  '<path d="M-10-29c-2-12 2-19 10-19s12 7 10 19l-10 4z" fill="var(--steel)"/><path d="M-16-44c2-12 10-17 16-17s14 5 16 17c-8-6-24-6-32 0z" fill="var(--fire)"/><path d="M-8-54l3 6M0-58v8M8-54l-3 6" stroke-width="1.8"/><path d="M-7-38h5M2-38h5" stroke-width="3.2"/>',
  '<path d="M-10-29c-2-14 2-22 10-22s12 8 10 22l-10 4z" fill="var(--steel)"/><path d="M-9-40c-8-2-13-9-13-20 8 2 13 7 14 14zM9-40c8-2 13-9 13-20-8 2-13 7-14 14z" fill="var(--bone)"/><path d="M-19-54l7 8M19-54l-7 8" stroke-width="1.8"/><path d="M-7-37H7" stroke-width="3.2"/>',
]
const SHIELDS: readonly string[] = [
  'M-11-27h22v9C11-8 5-3 0 0-5-3-11-8-11-18z',
  'M0-27a13 13 0 1 0 .01 0z',
  'M0-29c7 2 10 6 10 11C10-9 4-3 0 1c-4-4-10-10-10-19 0-5 3-9 10-11z',
  'M-11-26h22V-3H-11z',
  'M-12-27c4 2 8 2 12-1 4 3 8 3 12 1 2 10 0 20-12 27-12-7-14-17-12-27z',
]
/** Behind, on the figure's right. */
const ARMS: readonly string[] = [
  '<path d="M15-2V-44" /><path d="M15-50l-3 8h6z" fill="var(--steel)"/>',
  '<path d="M16-2V-56"/><path d="M16-56h-0l13 4-13 6z" fill="var(--ember)"/>',
  '<path d="M16 0L18-60"/><path d="M18-64l-3 9 6 0z" fill="var(--steel)"/>',
  '<path d="M16-2V-46"/><path d="M16-46c8-3 11 2 11 7s-4 8-11 6z" fill="var(--steel)"/>',
  '<path d="M15-2V-40"/><path d="M8-40q8-8 16 0" fill="none"/><path d="M15-48v12"/>',
  '<path d="M16 0V-60"/><path d="M16-58l12 3-12 5z" fill="var(--steel)"/>',
  '<path d="M15-8V-28"/><path d="M11-26h8M15-28l-2.6-10 2.6-4 2.6 4z" fill="var(--steel)"/>',
  '<path d="M15-4V-38"/><circle cx="15" cy="-43" r="6" fill="var(--steel)"/>',
  '<path d="M14-2Q28-24 14-48" fill="none"/><path d="M14-2V-48" stroke-width="1.4"/>',
  '<path d="M16-2V-40"/><path d="M8-48h17v9H8z" fill="var(--steel)"/>',
]
const CLOAK = 'M-17 0C-18-16-12-27 0-28 12-27 18-16 17 0z'

/** A knight, feet at 0, 0, about 48 wide and 60 high; as a `bust` without arm and cloak. */
export const knight = once((number: number, bust = false) => {
  const n = (number - 1) % 10
  const body = bust ? '' : `<g stroke-width="3.4">${ARMS[n]}</g><path d="${CLOAK}" fill="var(--cloth)"/>`
  const shapes = `${body}${HELMETS[n]}<path d="${SHIELDS[n % SHIELDS.length]}" fill="var(--shield)"/>`
  const halo = shapes.replaceAll(/fill="[^"]*"/g, 'fill="var(--halo)"').replaceAll(/ ?stroke(-width)?="[^"]*"/g, '')
  return `<g stroke="var(--halo)" fill="var(--halo)" stroke-width="8" stroke-linejoin="round" stroke-linecap="round">${halo}</g><g stroke="var(--woodcut)" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round">${shapes}<text y="-8.5" text-anchor="middle" font-size="${number > 9 ? 15 : 18}" font-weight="800" font-family="var(--title)" fill="var(--number)" stroke="none">${number}</text></g>`
})

/** A knight where there is little room, about 40 wide and 60 high: a helmet over a shield that is mostly number. */
export const token = once((number: number) => {
  const n = (number - 1) % 10
  return `<g stroke="var(--woodcut)" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"><g transform="translate(0 -3) scale(.95)">${HELMETS[n]}</g><path transform="scale(1.5 1.22)" d="${SHIELDS[n % SHIELDS.length]}" fill="var(--shield)" stroke-width="2"/><text y="-7" text-anchor="middle" font-size="${number > 9 ? 23 : 28}" font-weight="800" font-family="var(--title)" fill="var(--number)" stroke="none">${number}</text></g>`
})

/** The helmet alone, as it is left on the field. */
export const helmet = (number: number): string =>
  `<g stroke="var(--woodcut)" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round">${HELMETS[(number - 1) % 10]}</g>`

/** How near the castle is: the next march can lose, two can, or neither. */
export type Danger = 'far' | 'near' | 'next'
const KEEP: Record<Danger, [ground: string, ink: string]> = {
  far: ['var(--keep)', 'var(--on-keep)'],
  near: ['var(--amber)', '#1d1204'],
  next: ['var(--alarm)', '#fff6e4'],
}

/** The number of knights on one square, drawn over the steps. */
export const count = once(
  (many: number) =>
    `<g transform="translate(2 -40)"><rect x="-21" y="-16" width="42" height="27" rx="9" fill="var(--plate)" stroke="var(--woodcut)" stroke-width="3"/><text y="6" text-anchor="middle" font-size="21" font-weight="800" font-family="var(--title)" fill="var(--plate-ink)">×${many}</text></g>`,
)

/** The steps that are left, on a little keep. */
export const keep = once((steps: number, danger: Danger) => {
  const [ground, ink] = KEEP[danger]
  return `<path d="M-14 13V-15h6v5h5v-5h6v5h5v-5h6V13z" fill="${ground}" stroke="var(--halo)" stroke-width="3" paint-order="stroke" stroke-linejoin="round"/><text y="10" text-anchor="middle" font-size="21" font-weight="800" font-family="var(--text)" fill="${ink}">${steps}</text>`
})
