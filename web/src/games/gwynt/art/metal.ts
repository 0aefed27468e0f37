/** Cloth, wood and metal: banners, the blade, gems, shields, leaders, backs of cards, pennons, and what all of them share. */

import { chargeOf, clothOf, FACTION } from './heraldry'
import { f1, times } from './drawing'
import { leaderOf } from './figures'
import { SIGN } from './signs'

const gradient = (id: string, stops: readonly [number, string][], more: string): string =>
  `<linearGradient id="gw-${id}" ${more}>${stops.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`).join('')}</linearGradient>`

const DOWN = 'x1="0" y1="0" x2="0" y2="1"'

/** What stands behind the figure tells the row: spears, a palisade on hills, a battlement. 100 wide, its foot at 0. */
const RANGED = `<path d="M0 0V-22Q18-34 34-22T66-26T100-18V0Z"/>${times(11, (i) => `<path d="M${i * 10 - 3} 0V-15l4-6 4 6V0Z"/>`)}`
const GROUND: Record<string, string> = {
  close: `<path d="M0 0V-12Q25-17 50-12T100-12V0Z"/>${[6, 16, 84, 94].map((x, i) => `<path d="M${x} 0V${-34 - (i % 2) * 8}l-3-4 3-8 3 8-3 4" stroke="currentColor" stroke-width="1.500"/>`).join('')}`,
  ranged: RANGED,
  agile: RANGED,
  siege: '<path d="M0 0V-26H10V-20H20V-26H32V-20H42V-26H58V-20H68V-26H80V-20H90V-26H100V0Z"/>',
}
const NO_GROUND = '<path d="M0 0V-8Q50-16 100-8V0Z"/>'
export const groundOf = (row: string): string => GROUND[row] ?? NO_GROUND

const ray = (degrees: number): string =>
  `${f1(120 * Math.cos((degrees * Math.PI) / 180))} ${f1(120 * Math.sin((degrees * Math.PI) / 180))}`

/** Gradients and patterns that everything refers to; once in the page. */
export const DEFS = `<pattern id="gw-hx" width="3.200" height="3.200" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V3.200" stroke="#17110c" stroke-width="1.500" opacity=".72"/></pattern>
${Object.entries(FACTION)
  .map(([name, { from, to, cloth, deep }]) => {
    const folds: [number, string][] = [
      [0, deep],
      [0.14, cloth],
      [0.3, from],
      [0.44, cloth],
      [0.62, deep],
      [0.78, cloth],
      [0.88, from],
      [1, deep],
    ]
    const ground: [number, string][] = [
      [0, from],
      [1, to],
    ]
    return gradient(`gr-${name}`, ground, 'x1="0" y1="0" x2=".6" y2="1"') + gradient(`cl-${name}`, folds, '')
  })
  .join('')}
${gradient(
  'gold',
  [
    [0, '#fae3a0'],
    [0.5, '#d9a23a'],
    [1, '#8f5f17'],
  ],
  DOWN,
)}
${gradient(
  'steel',
  [
    [0, '#f1f5f7'],
    [0.48, '#c3ced6'],
    [0.52, '#93a3ae'],
    [1, '#d6dee3'],
  ],
  DOWN,
)}
${gradient(
  'steel-n',
  [
    [0, '#61707b'],
    [0.48, '#43505a'],
    [0.52, '#2f3a43'],
    [1, '#4b5964'],
  ],
  DOWN,
)}
${gradient(
  'wood',
  [
    [0, '#7b5730'],
    [0.5, '#553818'],
    [1, '#35210d'],
  ],
  DOWN,
)}
${gradient(
  'ruby',
  [
    [0, '#ff6b7c'],
    [0.5, '#c3152f'],
    [1, '#6d0718'],
  ],
  'x1="0" y1="0" x2="1" y2="1"',
)}
<g id="gw-rays">${times(18, (i) => `<path d="M0 0L${ray(i * 20 - 3.4)}L${ray(i * 20 + 3.4)}Z"/>`)}</g>`

/** A banner that hangs from its pole. `counter`: the second of two equal factions has ground and charge exchanged. */
export function banner(
  faction: string,
  w: number,
  h: number,
  {
    counter = false,
    tail = 20,
    charge = 0.86,
    cy = 0.5,
  }: { counter?: boolean; tail?: number; charge?: number; cy?: number } = {},
): string {
  const cloth = clothOf(faction)
  const ground = counter ? 'url(#gw-gold)' : `url(#gw-cl-${faction})`
  const ink = counter ? cloth.cloth : cloth.ink
  const cut = counter ? '#d9a23a' : cloth.cloth
  const k = (w * charge) / 100
  const p = `M5 8H${w - 5}V${h}L${w / 2} ${h - tail}L5 ${h}Z`
  const small = times(Math.max(1, Math.floor((h - tail - 40) / 62)), (i) =>
    times(
      2,
      (j) =>
        `<g transform="translate(${f1((j * w) / 2.2 + 10 + ((i % 2) * w) / 8)} ${i * 62 + 14}) scale(.22)">${chargeOf(faction)}</g>`,
    ),
  )
  return `<path d="${p}" fill="${ground}" stroke="#1a1109" stroke-width="2" stroke-linejoin="round"/>
    <g opacity=".09" fill="${cloth.ink}" style="color:${cloth.ink};--cut:transparent">${small}</g>
    <g transform="translate(${f1(w / 2 - 50 * k)} ${f1(h * cy - 50 * k)}) scale(${f1(k * 1000) / 1000})" fill="${ink}" style="color:${ink};--cut:${cut}">${chargeOf(faction)}</g>
    <path d="M10 10V${h - 12}L${w / 2} ${h - tail - 7}L${w - 10} ${h - 12}V10" fill="none" stroke="${counter ? cloth.cloth : cloth.edge}" stroke-opacity=".8" stroke-width="1.300"/>
    <rect x="0" y="1" width="${w}" height="8" rx="4" fill="url(#gw-wood)" stroke="#1a1109" stroke-width="1.200"/><circle cx="4" cy="5" r="4.500" fill="url(#gw-gold)" stroke="#3a2608"/><circle cx="${w - 4}" cy="5" r="4.500" fill="url(#gw-gold)" stroke="#3a2608"/>`
}

/** Cloth without a pole: the ground of a bar, with the charge woven in. */
export function ribbon(faction: string, w: number, h: number, counter: boolean): string {
  const { ink, cloth } = clothOf(faction)
  const woven = times(
    Math.floor((w + 20) / 62),
    (i) => `<g transform="translate(${i * 62 + 8} ${f1(h / 2 - 16)}) scale(.32)">${chargeOf(faction)}</g>`,
  )
  return `<rect width="${w}" height="${h}" fill="${counter ? 'url(#gw-gold)' : `url(#gw-cl-${faction})`}"/><g opacity="${counter ? 0.16 : 0.14}" fill="${counter ? cloth : ink}" style="color:${counter ? cloth : ink};--cut:transparent">${woven}</g>`
}

/** The sword that lies between the two camps; what just happened is engraved on it. */
export function blade(w: number, h: number, night: boolean, hilt: number): string {
  const m = h / 2
  const k = h / 44
  return `<path d="M${hilt} ${f1(m - 17 * k)}H${w - 34 * k}L${w - 2} ${m}L${w - 34 * k} ${f1(m + 17 * k)}H${hilt}Z" fill="url(#gw-${night ? 'steel-n' : 'steel'})" stroke="${night ? '#0e1317' : '#33414b'}" stroke-width="1.600"/>
    <path d="M${hilt + 8} ${f1(m - 13 * k)}H${w - 40 * k}M${hilt + 8} ${f1(m + 13 * k)}H${w - 40 * k}" stroke="${night ? '#8b9ba7' : '#fff'}" stroke-opacity=".6" stroke-width="1"/>
    <path d="M30 ${f1(m - 11 * k)}H${hilt}V${f1(m + 11 * k)}H30Z" fill="#3a2416" stroke="#160d06" stroke-width="1.500"/>${times(Math.max(0, Math.floor((hilt - 40) / 11)), (i) => `<path d="M${36 + i * 11} ${f1(m + 11 * k)}l8-${f1(22 * k)}" stroke="#a77b3a" stroke-width="1.800" opacity=".8"/>`)}
    <path d="M${hilt - 6} ${f1(m - 21 * k)}Q${hilt + 8} ${m} ${hilt - 6} ${f1(m + 21 * k)}L${hilt + 5} ${f1(m + 21 * k)}Q${hilt + 17} ${m} ${hilt + 5} ${f1(m - 21 * k)}Z" fill="url(#gw-gold)" stroke="#4c300a" stroke-width="1.500"/>
    <circle cx="20" cy="${m}" r="${f1(17 * k)}" fill="url(#gw-gold)" stroke="#4c300a" stroke-width="1.600"/><circle cx="20" cy="${m}" r="${f1(12.5 * k)}" fill="#3a2416" stroke="#f3d27a" stroke-width="1"/>`
}

const SWORD =
  '<path d="M-5 40V-70L0-86L5-70V40Z" fill="url(#gw-steel)" stroke="#33414b" stroke-width="1.600"/><path d="M0-72V36" stroke="#fff" stroke-opacity=".7"/><rect x="-20" y="38" width="40" height="9" rx="4.500" fill="url(#gw-gold)" stroke="#4c300a" stroke-width="1.500"/><path d="M-4 47H4V68H-4Z" fill="#3a2416" stroke="#160d06"/><circle cy="73" r="7.500" fill="url(#gw-gold)" stroke="#4c300a" stroke-width="1.500"/>'
/** Two swords that cross, in a box from -76 -80, 152 × 150. */
export const swords = `<g transform="rotate(38)">${SWORD}</g><g transform="rotate(-38)">${SWORD}</g>`

const GEM = 'M-18-7L-10-17H10L18-7L0 18Z'
/** A gem in a box from -21 -20, 42 × 42; a lost one is a cracked outline. */
export const gem = (lost: boolean): string =>
  lost
    ? `<path d="${GEM}" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="4 3" opacity=".75"/><path d="M-6-16L-1-6L-7 1L2 6L-1 16" fill="none" stroke="currentColor" stroke-width="2" opacity=".75"/>`
    : `<path d="${GEM}" fill="url(#gw-ruby)" stroke="#3a0610" stroke-width="2" stroke-linejoin="round"/><path d="M-18-7H18M-10-17L-6-7L0-17L6-7L10-17M-6-7L0 18L6-7" fill="none" stroke="#ffc0c8" stroke-width="1.200" stroke-linejoin="round" opacity=".85"/><path d="M-15-8L-9-15H-3L-8-8Z" fill="#fff" opacity=".5"/>`

const SHARDS: readonly [string, number, number, number][] = [
  ['M-18-7L-10-17L-6-7Z', -16, -12, -24],
  ['M-10-17H0L-6-7Z', -6, -22, 10],
  ['M0-17H10L6-7L0-12Z', 8, -20, 20],
  ['M10-17L18-7H6Z', 18, -10, 30],
  ['M-18-7H-4L0 18Z', -14, 10, -18],
  ['M18-7H4L0 18Z', 15, 12, 16],
  ['M-4-7H4L0 6Z', 0, 2, 0],
]
/** A gem as it breaks, in a box from -48 -48, 96 × 96. */
export const shattered = `${times(10, (i) => `<path d="M0-${24 + (i % 3) * 5}V-${36 + (i % 2) * 8}" transform="rotate(${i * 36})" stroke="#ffd98a" stroke-width="2.400" stroke-linecap="round"/>`)}${SHARDS.map(([d, x, y, r]) => `<path d="${d}" transform="translate(${x} ${y}) rotate(${r})" fill="url(#gw-ruby)" stroke="#fff" stroke-width="1" stroke-linejoin="round"/>`).join('')}`

const CROWN =
  '<path d="M4 62L0 16L26 36L50 4L74 36L100 16L96 62Q50 50 4 62Z" fill="url(#gw-gold)" stroke="#1a1109" stroke-width="6" stroke-linejoin="round"/><circle cx="50" cy="42" r="8" fill="#c3152f"/>'

/** The shield of a side's total, without its number; the one ahead has gold and a crown, a broken one is cracked. */
export function shield(w: number, h: number, { lead = false, night = false, cracked = false } = {}): string {
  const p = (i: number) =>
    `M${i} ${i + 2}Q${w / 2} ${i - 4} ${w - i} ${i + 2}V${f1(h * 0.52)}Q${w - i} ${f1(h * 0.84)} ${w / 2} ${h - i}Q${i} ${f1(h * 0.84)} ${i} ${f1(h * 0.52)}Z`
  const metal = lead ? 'gold' : night ? 'steel-n' : 'steel'
  const rim = Math.max(3, Math.min(6, w * 0.09))
  const crown = `<g transform="translate(${f1(w * 0.29)} ${f1(-w * 0.2)}) scale(${f1(w * 4.2) / 1000})">${CROWN}</g>`
  // Lighter than the number and darker than the shield, or the other way round at night: not a line through the number.
  const [x, y] = [(n: number) => f1(w * n), (n: number) => f1(h * n)]
  const crack = `<path d="M${x(0.6)} ${y(0.03)}L${x(0.52)} ${y(0.2)}L${x(0.63)} ${y(0.33)}L${x(0.45)} ${y(0.52)}L${x(0.58)} ${y(0.68)}L${x(0.49)} ${y(0.97)}M${x(0.63)} ${y(0.33)}L${x(0.78)} ${y(0.28)}L${x(0.95)} ${y(0.36)}M${x(0.45)} ${y(0.52)}L${x(0.26)} ${y(0.5)}L${x(0.08)} ${y(0.6)}" fill="none" stroke="${night ? '#b9a27a' : '#8a5a2a'}" stroke-width="${f1(Math.max(1.5, w / 40))}" stroke-linejoin="bevel"/>`
  return `<path d="${p(1)}" fill="url(#gw-${metal})" stroke="#1a1109" stroke-width="1.800"/><path d="${p(rim)}" fill="var(--shield)" stroke="#1a1109" stroke-opacity=".5" stroke-width="1"/>${cracked ? crack : ''}${lead ? crown : ''}`
}

/** The back of a card. */
export function back(faction: string, w: number, h: number): string {
  const { edge, ink, cloth } = clothOf(faction)
  return `<rect x=".8" y=".8" width="${w - 1.6}" height="${h - 1.6}" rx="4" fill="url(#gw-cl-${faction})" stroke="#120c07" stroke-width="1.500"/><rect x="3.500" y="3.500" width="${w - 7}" height="${h - 7}" rx="2.500" fill="none" stroke="${edge}" stroke-width="1"/><g transform="translate(${w / 2 - w * 0.3} ${h / 2 - w * 0.3}) scale(${w * 0.006})" fill="${ink}" style="color:${ink};--cut:${cloth}">${chargeOf(faction)}</g>`
}

const chain = (w: number, h: number): string =>
  times(7, (i) => {
    const x = f1((i * w) / 5.4 - 4)
    const y = f1(h * 0.86 - i * h * 0.125)
    return `<ellipse cx="${x}" cy="${y}" rx="${f1(i % 2 ? w * 0.06 : w * 0.13)}" ry="${f1(w * 0.06)}" transform="rotate(-40 ${x} ${y})"/>`
  })

export type LeaderState = 'ready' | 'used' | 'off' | 'passive'

/** A leader's card; one that has acted is grey, one without effect lies in a chain. */
export function leader(faction: string, w: number, h: number, state: LeaderState): string {
  const gone = state === 'used' || state === 'off'
  return `<rect width="${w}" height="${h}" rx="6" fill="url(#gw-gr-${faction})"/><use href="#gw-rays" transform="translate(${w / 2} ${f1(h * 0.45)}) scale(${f1(w * 8) / 1000})" fill="${clothOf(faction).edge}" opacity=".3"/><g class="em" transform="translate(${f1(w / 2 - h * 0.44)} ${f1(h * 0.13)}) scale(${h * 0.0088})">${leaderOf(faction)}</g>${gone ? `<rect width="${w}" height="${h}" rx="6" fill="#17110c" opacity=".45"/>` : ''}${state === 'off' ? `<g fill="none" stroke="#17110c" stroke-width="5.500">${chain(w, h)}</g><g fill="none" stroke="#dbe3e8" stroke-width="3">${chain(w, h)}</g>` : ''}<rect x="1.500" y="1.500" width="${w - 3}" height="${h - 3}" rx="5" fill="none" stroke="${gone ? '#8d8273' : 'url(#gw-gold)'}" stroke-width="3"/>`
}

/** The pennon on a spy: in the colour and pattern of whoever played it. 32 × 46, from 0 -4. */
export const pennon = (seat: number): string =>
  `<path d="M2-4V42" stroke="#2a1a0b" stroke-width="3.200" stroke-linecap="round"/><path d="M2-4V42" stroke="#a47a3c" stroke-width="1.400" stroke-linecap="round"/><path d="M3.500-2H30L24 9.500L30 21H3.500Z" fill="var(--seat-${seat}-solid)" stroke="#fff6e0" stroke-width="1.400" stroke-linejoin="round"/><path d="M6 18.400H26" stroke="#fff6e0" stroke-width="1.800" ${seat ? 'stroke-dasharray="2 2.500"' : ''}/><g transform="translate(5.500 -1) scale(.8)" fill="#fff6e0">${SIGN.spy ?? ''}</g>`

/** The shape of a strength disc: round as printed, a star for heroes, a point upwards or downwards where it changed. */
export function disc(r: number, hero: boolean, way: number): string {
  if (hero)
    return `${times(16, (i) => {
      const q = i % 2 ? r * 0.93 : r * 1.2
      const t = ((i * 22.5 - 90) * Math.PI) / 180
      return `${i ? 'L' : 'M'}${f1(q * Math.cos(t))} ${f1(q * Math.sin(t))}`
    })}Z`
  if (way > 0)
    return `M0 ${f1(-r * 1.42)}L${f1(r * 0.72)} ${f1(-r * 0.7)}A${r} ${r} 0 1 1 ${f1(-r * 0.72)} ${f1(-r * 0.7)}Z`
  if (way < 0)
    return `M0 ${f1(r * 1.42)}L${f1(r * 0.72)} ${f1(r * 0.7)}A${r} ${r} 0 1 0 ${f1(-r * 0.72)} ${f1(r * 0.7)}Z`
  return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`
}
