/** The pictures of the ending: one for each way in which a match can end. */

import { chance, round1 } from './geometry'
import { KEEP } from './ground'
import { BLAZE, dragon } from './heads'
import { helmet, knight } from './knights'

/** The facts of the picture: how it ended, the number of heads, burnt knights, who reached the castle. */
export interface Tale {
  cause: string
  heads: number
  burnt: readonly number[]
  intruder: number | null
}

const DAY = { sky: '#efe3c6', ray: '#17130f', land: '#17130f', cut: '#efe3c6' }
const NIGHT = { sky: '#1a2429', ray: '#5b6a72', land: '#0c0b09', cut: '#d8c892' }
const BLAZING = { sky: '#3a0f08', ray: '#a32a10', land: '#120805', cut: '#d8a06a' }
type Light = typeof DAY

function rays({ sky, ray }: Light, x: number, y: number, from: number): string {
  let lines = ''
  for (let n = 0; n < 44; n++) {
    const turn = (n / 44) * 2 * Math.PI
    const [c, s] = [Math.cos(turn), Math.sin(turn)]
    lines += `M${round1(x + c * from)} ${round1(y + s * from)}L${round1(x + c * 1300)} ${round1(y + s * 1300)}`
  }
  return `<rect width="1000" height="1000" fill="${sky}"/><path d="${lines}" stroke="${ray}" stroke-width="4" opacity=".5"/>`
}

function stars(): string {
  let marks = ''
  for (let n = 0; n < 46; n++)
    marks += `M${round1(chance(n, 1) * 1000)} ${round1(chance(n, 2) * 560)}h${round1(4 + chance(n, 3) * 14)}`
  return `<path d="${marks}" stroke="#e9dcbd" stroke-width="4"/>`
}

const HILLS = 'M0 800C160 740 300 770 430 790S760 750 1000 800V1000H0z'
function land({ land, cut }: Light, y = 0): string {
  const firs: { foot: number; drawn: string }[] = []
  for (const [n, x] of [102, 150, 206, 268, 732, 794, 850, 898].entries()) {
    const size = 1.2 + chance(n, 9) * 0.6
    const foot = 826 + chance(n, 4) * 44 + y
    const at = (dx: number, dy: number) => `${round1(x + dx * size)} ${round1(foot + dy * size)}`
    const tree = `M${at(0, -92)}L${at(20, -58)}H${round1(x + 11 * size)}L${at(30, -24)}H${round1(x + 14 * size)}L${at(40, 12)}H${round1(x - 40 * size)}L${at(-14, -24)}H${round1(x - 30 * size)}L${at(-11, -58)}H${round1(x - 20 * size)}z`
    const lines = `M${at(4, -64)}L${at(9, -54)}M${at(5, -34)}L${at(13, -20)}M${at(-6, -30)}L${at(-12, -18)}M${at(7, -8)}L${at(17, 4)}M${at(-8, -6)}L${at(-16, 4)}`
    firs.push({
      foot,
      drawn: `<path d="${tree}" fill="${land}" stroke="${cut}" stroke-width="4" stroke-linejoin="round"/><path d="${lines}" stroke="${cut}" stroke-width="4" stroke-linecap="round"/>`,
    })
  }
  // One before the other: the nearer covers what stands behind it.
  const wood = firs.sort((one, other) => one.foot - other.foot).map(({ drawn }) => drawn)
  return `<path transform="translate(0 ${y})" d="${HILLS}" fill="${land}"/>${wood.join('')}`
}

const keep = (x: number, y: number, size: number, fires = '') =>
  `<g transform="translate(${x} ${y}) scale(${size}) translate(-500 -576)">${KEEP}${fires}</g>`

/** The keep before something as dark as its roofs. */
function keepBefore(x: number, y: number, size: number, light: string): string {
  const halo = KEEP.replaceAll(/var\(--[\w-]+\)/g, light)
    .replaceAll(/stroke-width="[^"]*"/g, 'stroke-width="15"')
    .replaceAll('opacity=".75"', 'opacity="0"')
  return `<g transform="translate(${x} ${y}) scale(${size}) translate(-500 -576)">${halo}</g>${keep(x, y, size)}`
}

const FIRES = [
  [445, 500, 0.9],
  [556, 508, 0.8],
  [500, 470, 1.2],
  [470, 560, 0.6],
  [530, 562, 0.6],
]
  .map(([x, y, size]) => `<g transform="translate(${x} ${y}) scale(${size})">${BLAZE}</g>`)
  .join('')

const beast = (heads: number, x: number, y: number, size: number, open: readonly number[] = []) =>
  `<g transform="translate(${x} ${y}) scale(${size})">${dragon(heads, open, true)}</g>`

/** Helmets that are left on the field. */
function helmets(burnt: readonly number[]): string {
  const step = Math.min(90, 760 / Math.max(1, burnt.length))
  return burnt
    .map((number, n) => {
      const x = 500 + (n - (burnt.length - 1) / 2) * step
      const y = 846 + (n % 2) * 26
      return `<g transform="translate(${round1(x)} ${y}) rotate(${round1((chance(number, 6) - 0.5) * 80)}) scale(1.25) translate(0 42)">${helmet(number)}</g>`
    })
    .join('')
}

/** What stands on the land, a little above the caption; and the land below it. */
const onLand = (light: Light, scene: string) =>
  `<rect y="720" width="1000" height="280" fill="${light.land}"/><g transform="translate(0 -95)">${land(light)}${scene}</g>`

/** Within the frame. */
const framed = (scene: string) =>
  `<clipPath id="framed"><rect width="1000" height="1000"/></clipPath><g clip-path="url(#framed)">${scene}</g>`

const SUN = 'fill="#e8a53a" stroke="#17130f" stroke-width="6"'
const MOON = 'fill="#efe3c6" stroke="#0c0b09" stroke-width="7"'

export function plateOf({ cause, heads, burnt, intruder }: Tale): string {
  switch (cause) {
    case 'all_burnt':
      return framed(
        `${rays(DAY, 500, 380, 300)}<circle cx="500" cy="380" r="280" ${SUN}/>${beast(heads, 500, 370, 3.3)}${onLand(DAY, keepBefore(500, 815, 1.9, DAY.sky) + helmets(burnt))}`,
      )
    case 'castle_reached':
      return framed(
        `${rays(NIGHT, 720, 240, 190)}${stars()}<circle cx="720" cy="240" r="170" ${MOON}/>${beast(heads, 720, 250, 1.45)}${onLand(NIGHT, `${keep(390, 840, 2.5)}<g transform="translate(480 905) scale(3)">${knight(intruder ?? 1)}</g>`)}`,
      )
    case 'castle_burnt':
      return framed(`${rays(BLAZING, 500, 480, 200)}${onLand(BLAZING, keep(500, 830, 2.8, FIRES))}`)
    case 'left_table':
      return `${framed(`${rays(DAY, 760, 330, 180)}<circle cx="760" cy="330" r="160" ${SUN}/>${onLand(DAY, keep(260, 830, 1.5))}`)}${beast(heads, 730, 330, 2.9)}`
    case 'forty_rounds':
      return framed(
        `${rays(NIGHT, 790, 190, 130)}${stars()}<path d="M800 90a110 110 0 1 0 80 180A140 140 0 0 1 800 90z" fill="#efe3c6"/>${onLand(NIGHT, '')}${beast(heads, 450, 600, 3)}<g fill="#efe3c6" font-family="var(--title)" font-weight="800"><text x="720" y="440" font-size="90">z</text><text x="790" y="360" font-size="64">z</text><text x="842" y="302" font-size="44">z</text></g>`,
      )
    default:
      return framed(
        `${rays(NIGHT, 500, 300, 210)}${stars()}<circle cx="500" cy="300" r="190" ${MOON}/>${beast(heads, 500, 310, 1.7)}${onLand(NIGHT, keep(500, 830, 2.1))}`,
      )
  }
}
