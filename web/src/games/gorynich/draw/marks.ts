/** Marks over the ground: the knights' ways, the dragon's reach, the squares that a move names. */

import type { KnightSeen, Reach } from '../seen'
import { middleOf, placeOf, polyline, round1, SQUARE, STEP, TURN, type Point } from './geometry'
import type { Roads } from './roads'

const HALO = 'stroke="var(--halo)"'

/** More knights than this on one square are shown as a number. */
const MANY = 4

interface End {
  point: Point
  numbers: number[]
  fate: KnightSeen['next'][number]['fate']
  sure: boolean
}

/** The next march: dashes where it certainly leads, dots where it may, a shield at each end, a burst where it loses. */
export function trails(knights: readonly KnightSeen[], roads: Roads): string {
  const ends = new Map<string, End>()
  let lines = ''
  for (const knight of knights) {
    const loses = knight.next.some(({ fate }) => fate === 'castle')
    for (const [n, { steps, fate, square }] of [...knight.next.entries()].reverse()) {
      const points =
        fate === 'burns'
          ? roads.between(knight.start, knight.square, square)
          : roads.trail(knight.start, knight.square, steps)
      const end = points.at(-1)
      if (!end) continue
      const sure = n === 0
      const colour = fate === 'burns' ? 'var(--fire)' : loses ? 'var(--alarm)' : 'var(--trail)'
      const path = polyline(points)
      lines += `<path d="${path}" ${HALO} stroke-width="12.5" opacity=".75"/><path d="${path}" stroke="${colour}" stroke-width="6.5" stroke-dasharray="${sure ? '11 9' : '1 13'}"/>`
      if (fate === 'burns') continue
      const key = `${Math.round(end[0] / 30)} ${Math.round(end[1] / 30)} ${steps}`
      const there = ends.get(key) ?? { point: end, numbers: [], fate, sure }
      there.numbers.push(knight.number)
      ends.set(key, there)
    }
  }
  const shields = [...ends.values()].map(shield).join('')
  return `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${lines}</g>${shields}`
}

function shield({ point: [x, y], numbers, fate, sure }: End): string {
  const at = `transform="translate(${round1(x)} ${round1(y)})"`
  if (fate === 'castle')
    return `<g ${at}><path d="M0-24l6 12 13-5-5 13 12 6-12 6 5 13-13-5-6 12-6-12-13 5 5-13-12-6 12-6-5-13 13 5z" fill="var(--alarm)" stroke="var(--woodcut)" stroke-width="2.6" stroke-linejoin="round"/><path d="M0-11V4" stroke="#fff6e4" stroke-width="5.5" stroke-linecap="round"/><circle cy="11" r="3.2" fill="#fff6e4"/></g>`
  const told = numbers.length > MANY ? `×${numbers.length}` : numbers.join('·')
  const w = numbers.length > 1 ? 14 + Math.max(2, told.length / 2) * 9 : 16
  return `<g ${at}><path d="M${-w}-16h${2 * w}v12C${w} 8 ${w * 0.5} 15 0 19 ${-w * 0.5} 15 ${-w} 8 ${-w}-4z" fill="${sure ? 'var(--ghost)' : 'var(--road)'}" stroke="var(--trail)" stroke-width="3.2" stroke-linejoin="round"${sure ? '' : ' stroke-dasharray="6 4.5"'}/><text y="8" text-anchor="middle" font-size="20" font-weight="800" font-family="var(--title)" fill="var(--trail)">${told}</text></g>`
}

/** A knight's whole way, its squares numbered to the castle. */
export function wholeWay({ start, square, steps }: KnightSeen, roads: Roads): string {
  const way = polyline(roads.trail(start, square, steps))
  let numbers = ''
  for (let n = 1; n < steps; n++) {
    const point = roads.trail(start, square, n).at(-1)
    if (point)
      numbers += `<g transform="translate(${round1(point[0])} ${round1(point[1])})"><circle r="15" fill="var(--ghost)" stroke="var(--trail)" stroke-width="3"/><text y="7" text-anchor="middle" font-size="19" font-weight="800" font-family="var(--text)" fill="var(--trail)">${n}</text></g>`
  }
  return `<path d="${way}" fill="none" stroke="var(--trail)" stroke-width="37" opacity=".25" stroke-linecap="round" stroke-linejoin="round"/>${numbers}`
}

/** The four arms of the dragon: how far each arrow would carry it. */
export function arms(
  from: string,
  reach: Readonly<Record<string, Reach>>,
  picked: string | null,
  sure: boolean,
  letter: (colour: string) => string,
): string {
  const quiet = picked !== null && reach[picked] !== undefined
  return Object.entries(reach)
    .map(([colour, { way, squares }]) => {
      if (!squares.length) return leaves(from, way, picked === colour)
      return picked === colour
        ? chosenArm(from, colour, way, squares, sure)
        : arm(from, colour, way, squares.length, quiet, letter(colour))
    })
    .join('')
}

/** The mark of an edge beyond which the match is lost. */
function leaves(from: string, way: string, picked: boolean): string {
  const [x, y] = middleOf(from)
  const [dx, dy] = STEP[way] ?? [0, 0]
  return `<g transform="translate(${x + dx * 62} ${y + dy * 62}) scale(${picked ? 1.3 : 1})"><circle r="20" fill="var(--alarm)" stroke="var(--woodcut)" stroke-width="3"/><path d="M-8-8L8 8M8-8L-8 8" stroke="#fff6e4" stroke-width="5" stroke-linecap="round"/></g>`
}

function arm(from: string, colour: string, way: string, count: number, quiet: boolean, letter: string): string {
  const [x, y] = middleOf(from)
  const [dx, dy] = STEP[way] ?? [0, 0]
  const length = count * SQUARE + 8
  const [half, wing] = quiet ? [9, 22] : [13, 28]
  const path = `M52-${half}H${length - 28}V-${wing}L${length} 0 ${length - 28} ${wing}V${half}H52z`
  return `<g transform="translate(${x} ${y}) rotate(${TURN[way] ?? 0})"><path d="${path}" fill="url(#hatch-${colour})" fill-opacity="${quiet ? 0.72 : 0.88}" ${HALO} stroke-width="7" paint-order="stroke" stroke-linejoin="round"/><path d="${path}" fill="none" stroke="var(--woodcut)" stroke-width="2.8" stroke-linejoin="round"/></g>${plate(x + dx * (length - 30), y + dy * (length - 30), letter, 15)}`
}

function chosenArm(from: string, colour: string, way: string, squares: readonly string[], sure: boolean): string {
  const [x, y] = middleOf(from)
  const [dx, dy] = STEP[way] ?? [0, 0]
  const length = squares.length * SQUARE + 8
  const boxes = squares.map((name) => box(name, `url(#hatch-${colour})`, `var(--arrow-${colour})`, sure)).join('')
  const shaft = `<path transform="translate(${x} ${y}) rotate(${TURN[way] ?? 0})" d="M44-9H${length - 26}v-17L${length + 8} 0 ${length - 26} 26V9H44z" fill="var(--arrow-${colour})" stroke="var(--woodcut)" stroke-width="3.4" stroke-linejoin="round"/>`
  const numbers = squares.map((name, n) => {
    const [px, py] = middleOf(name)
    const off = n < squares.length - 1 ? 16 : 4
    return plate(px + dx * off, py + dy * off, String(n + 1), 21)
  })
  return boxes + shaft + numbers.join('')
}

/** The mark of a square that a move names. */
export function box(name: string, fill: string, edge: string, sure = true): string {
  const [x, y] = placeOf(name)
  const shape = `x="${x * SQUARE + 5}" y="${y * SQUARE + 5}" width="90" height="90" rx="16"`
  return `<rect ${shape} fill="${fill}" fill-opacity=".55" ${HALO} stroke-width="9"/><rect ${shape} fill="none" stroke="${edge}" stroke-width="6.5"${sure ? '' : ' stroke-dasharray="16 10"'}/>`
}

export const plate = (x: number, y: number, text: string, r: number): string =>
  `<circle cx="${round1(x)}" cy="${round1(y)}" r="${r}" fill="var(--plate)" stroke="var(--woodcut)" stroke-width="3"/><text x="${round1(x)}" y="${round1(y + r * 0.48)}" text-anchor="middle" font-size="${round1(r * 1.4)}" font-weight="800" font-family="var(--title)" fill="var(--plate-ink)">${text}</text>`

/** The square under the dragon, which its fire burns. */
export const under = (name: string, strong: boolean): string => {
  const [x, y] = placeOf(name)
  return `<rect x="${x * SQUARE + 4}" y="${y * SQUARE + 4}" width="92" height="92" rx="16" fill="var(--fire)" fill-opacity="${strong ? 0.5 : 0.22}" stroke="var(--fire)" stroke-width="${strong ? 9 : 5}" stroke-dasharray="14 8"/>`
}
