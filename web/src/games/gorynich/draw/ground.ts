/** The ground of the map, drawn once for a table: floor, rivers, roads, wood, gates, castle. */

import { chance, COLUMNS, OPPOSITE, round1, SIZE, SQUARE, TURN, type Point, type Way } from './geometry'
import { BLAZE } from './heads'
import { once } from './once'
import { Roads, type Cell, type Curve } from './roads'

/** The width of the border around the map, and the box in which everything is drawn. */
export const BORDER = 39
export const BOX = { from: -BORDER - 2.5, size: 1000 + 2 * BORDER + 5 } as const
/** A coordinate or length of the map as a percentage of the drawing, for CSS. */
export const percent = (n: number): string => share(n - BOX.from)
export const share = (n: number): string => `${((n / BOX.size) * 100).toFixed(3)}%`
export const VIEW_BOX = `${BOX.from} ${BOX.from} ${BOX.size} ${BOX.size}`

const SIDES: readonly Point[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
]

const bezier = ([a, b, c, d]: Curve): string =>
  `M${round1(a[0])} ${round1(a[1])}C${round1(b[0])} ${round1(b[1])} ${round1(c[0])} ${round1(c[1])} ${round1(d[0])} ${round1(d[1])}`

export function ground(roads: Roads): string {
  return [floor(), rivers(roads), lanes(roads), wood(roads), corners(), roads.gates.map(gate).join('')].join('')
}

/** Old paper with faint squares. */
function floor(): string {
  let squares = ''
  for (let y = 0; y < SIZE; y++)
    for (let x = (y + 1) % 2; x < SIZE; x += 2)
      squares += `M${x * SQUARE} ${y * SQUARE}h${SQUARE}v${SQUARE}h-${SQUARE}z`
  let grain = ''
  for (let y = 6; y < 1000; y += 11) {
    let x = chance(y, 3) * 60
    while (x < 1000) {
      const length = 20 + chance(Math.trunc(x), y) * 70
      grain += `M${round1(x)} ${round1(y + chance(Math.trunc(x), y, 4) * 5)}h${round1(Math.min(length, 1000 - x))}`
      x += length + 14 + chance(y, Math.trunc(x), 2) * 60
    }
  }
  let lines = ''
  for (let i = 1; i < SIZE; i++) lines += `M${i * SQUARE} 0V1000M0 ${i * SQUARE}H1000`
  return `<rect width="1000" height="1000" fill="var(--floor)"/><path d="${squares}" fill="var(--floor-2)"/><path d="${grain}" stroke="var(--grain)" stroke-width="1.4" fill="none"/><path d="${lines}" stroke="var(--grid)" stroke-width="2.2" stroke-dasharray="3 7" fill="none"/>`
}

/** Water joins neighbouring water, and leaves the map where it can. */
function rivers(roads: Roads): string {
  const wet = roads.cells.filter((cell) => cell.river)
  if (!wet.length) return ''
  let bed = ''
  let waves = ''
  for (const cell of wet) {
    const [x, y] = [cell.x * SQUARE + 50, cell.y * SQUARE + 50]
    bed += `M${x} ${y}h.1`
    for (const [dx, dy] of SIDES) {
      const next = roads.cell(cell.x + dx, cell.y + dy)
      if (next?.river) bed += `M${x} ${y}l${dx * 50} ${dy * 50}`
      else if (!next && runsOut(roads, cell, [dx, dy])) bed += `M${x} ${y}l${dx * 55} ${dy * 55}`
    }
    for (let i = 0; i < 7; i++)
      waves += `M${round1(cell.x * SQUARE + 12 + chance(cell.x, cell.y, i) * 56)} ${round1(cell.y * SQUARE + 16 + i * 11.5)}q6-6 12 0t12 0`
  }
  return `<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="${bed}" stroke="var(--water-line)" stroke-width="94"/><path d="${bed}" stroke="var(--water)" stroke-width="86"/><path d="${waves}" stroke="var(--water-line)" stroke-width="2.2"/></g>`
}

/** Whether a river may leave the map here: not at a gate, and only along its course. */
function runsOut(roads: Roads, cell: Cell, [dx, dy]: Point): boolean {
  if (cell.gate?.[0] === dx && cell.gate[1] === dy) return false
  return !SIDES.some(([nx, ny]) => roads.cell(cell.x + nx, cell.y + ny)?.river && (nx === 0 ? dx !== 0 : dy !== 0))
}

/** All banks first, then all earth; stepping stones over water; and small arrows for the direction. */
function lanes(roads: Roads): string {
  const dry = roads.stretches
    .filter(({ cell }) => !cell.river)
    .map(({ curve }) => bezier(curve))
    .join('')
  const wet = roads.stretches
    .filter(({ cell }) => cell.river)
    .map(({ curve }) => bezier(curve))
    .join('')
  const stones = wet
    ? `<path d="${wet}" stroke="var(--water-line)" stroke-width="34" stroke-dasharray="1 24"/><path d="${wet}" stroke="var(--road)" stroke-width="27" stroke-dasharray="1 24"/>`
    : ''
  return `<g fill="none" stroke-linecap="round"><path d="${dry}" stroke="var(--bank)" stroke-width="51"/><path d="${dry}" stroke="var(--road)" stroke-width="43"/>${stones}<path d="${dry}" stroke="var(--rut)" stroke-width="15" opacity=".35"/><path d="${dry}" stroke="var(--road)" stroke-width="11"/><path d="${chevrons(roads)}" stroke="var(--rut)" stroke-width="4" stroke-linejoin="round"/></g>`
}

function chevrons(roads: Roads): string {
  let signs = ''
  for (const cell of roads.cells) {
    const curve = roads.leaving(cell)
    if (!cell.way || !curve) continue
    const [dx, dy] = cell.way
    const [x, y] = [curve[3][0] - dx * 5, curve[3][1] - dy * 5]
    const wing = (side: 1 | -1) => `${round1(x - dx * 5 - dy * 8 * side)} ${round1(y - dy * 5 + dx * 8 * side)}`
    signs += `M${wing(1)}L${round1(x + dx * 4)} ${round1(y + dy * 4)}L${wing(-1)}`
  }
  return signs
}

/** A path from its first point, with relative steps, so that it can be reused at each size. */
interface Path {
  from: Point
  on: string
}
/** Trees: what is filled, and the cuts in it, both as points around the foot. */
interface Tree {
  shape: Path
  cuts: Path
}
const FIR: Tree = {
  shape: { from: [0, -32], on: 'l6 11h-2.6l8 12h-4.4l10 13h-34l10-13h-4.4l8-12h-2.6z' },
  cuts: { from: [1, -22], on: 'l2.2 4m-2.2 4l4 6m-6.5-4l-3 4.4m6.5 2.6l6 6.4m-11-5.4l-4.4 5' },
}
const PINE: Tree = {
  shape: { from: [0, -38], on: 'c4 8 9 20 9 30 0 7-4 10-9 10s-9-3-9-10c0-10 5-22 9-30z' },
  cuts: { from: [2, -27], on: 'l2.4 7m-1.4 3l2.6 8m-7.6-10l-2 8m4 1l1 8' },
}
const OAK: Tree = {
  shape: { from: [-13, -6], on: 'c-4-7 1-13 6-12 1-7 12-8 14-1 6-2 10 5 7 11 3 6-3 11-8 9h-12c-6 1-10-3-7-7z' },
  cuts: { from: [-7, -9], on: 'c2-4 5-5 8-5m3 2c3 0 5 2 6 5m-14 4c2-2 5-3 8-2' },
}
/** The number of different sizes of trees. */
const SIZES = 20
const APART = 18.5
const COARSE = 50 // squares of a coarse grid over the map, to find nearby roads quickly

/**
 * Trees wherever there is no road, river or castle. A row of trees is two paths, drawn from north to south, so that
 * each tree covers those behind it, and the wood has a hundred elements instead of thousands.
 */
function wood(roads: Roads): string {
  const near = nearness(roads.sampled())
  const rows: string[] = []
  for (let j = 0; j <= 1000 / APART; j++) {
    for (const odd of [0, 1]) {
      let shapes = ''
      let cuts = ''
      for (let i = odd; i <= 1000 / APART; i += 2) {
        const tree = treeAt(roads, near, i, j)
        if (!tree) continue
        shapes += placed(tree.kind.shape, tree.x, tree.y, tree.size)
        cuts += placed(tree.kind.cuts, tree.x, tree.y, tree.size)
      }
      if (shapes) rows.push(`<path d="${shapes}"/><path d="${cuts}" class="cut"/>`)
    }
  }
  return `<g class="wood">${rows.join('')}</g>`
}

function treeAt(
  roads: Roads,
  near: (x: number, y: number) => number,
  i: number,
  j: number,
): { kind: Tree; x: number; y: number; size: number } | null {
  const x = i * APART + (chance(i, j, 5) - 0.5) * 12
  const y = j * APART + (chance(i, j, 6) - 0.5) * 12 + 4
  if (x < 7 || x > 993 || y < 24 || y > 996) return null
  if (x > 388 && x < 612 && y > 386 && y < 622) return null // the castle
  const cell = roads.cell(Math.floor(x / SQUARE), Math.floor(y / SQUARE))
  // A tree is higher than its foot is wide, so none stands just below water.
  if (!cell || cell.river || roads.cell(cell.x, Math.floor((y - 18) / SQUARE))?.river) return null
  const far = near(x, y)
  if (far < 31 || near(x, y - 22) < 27) return null
  const deep = !cell.way
  const size = (deep ? 0.9 : 0.62) + Math.min(0.36, Math.min(far - 26, 26) / 55) + chance(i, j, 7) * 0.2
  const kind = chance(i, j, 8)
  return { kind: kind < 0.6 ? FIR : kind < 0.8 ? PINE : OAK, x, y, size: Math.round(size * SIZES) / SIZES }
}

/** The distance from a point to the nearest road, up to one square. */
function nearness(points: readonly Point[]): (x: number, y: number) => number {
  const net = new Map<number, Point[]>()
  const key = (x: number, y: number) => Math.floor(x / COARSE) * 1000 + Math.floor(y / COARSE)
  for (const point of points) {
    const here = net.get(key(...point))
    if (here) here.push(point)
    else net.set(key(...point), [point])
  }
  return (x, y) => {
    let least = SQUARE * SQUARE
    for (let dx = -COARSE; dx <= COARSE; dx += COARSE)
      for (let dy = -COARSE; dy <= COARSE; dy += COARSE)
        for (const [px, py] of net.get(key(x + dx, y + dy)) ?? [])
          least = Math.min(least, (px - x) * (px - x) + (py - y) * (py - y))
    return Math.sqrt(least)
  }
}

/** A path moved and scaled, with new numbers, because it becomes part of a longer path. */
const placed = ({ from, on }: Path, x: number, y: number, size: number): string =>
  `M${round1(x + from[0] * size)} ${round1(y + from[1] * size)}${scaled(on, size)}`

const scaled = once((path: string, size: number) =>
  path.replaceAll(/ ?(-?[\d.]+)/g, (found, number: string) => {
    const value = round1(Number(number) * size)
    return (found.startsWith(' ') && value >= 0 ? ' ' : '') + String(value)
  }),
)

/** Where four squares meet. */
function corners(): string {
  let crosses = ''
  for (let i = 1; i < SIZE; i++)
    for (let j = 1; j < SIZE; j++)
      if (i !== 5 || j !== 5) crosses += `M${i * SQUARE - 7} ${j * SQUARE}h14M${i * SQUARE} ${j * SQUARE - 7}v14`
  return `<path d="${crosses}" stroke="var(--cross)" stroke-width="3" stroke-linecap="round"/>`
}

const quarter = ([dx, dy]: Point): number => (dx === 0 ? (dy < 0 ? 0 : 180) : dx > 0 ? 90 : -90)

function gate({ point: [x, y], side }: { point: Point; side: Point }): string {
  return `<g transform="translate(${x} ${y}) rotate(${quarter(side)})"><path d="M-34 26V-6h13v5c4-12 38-12 42 0v-5h13v32h-13V12c0-16-42-16-42 0v14z" fill="var(--stone)" stroke="var(--woodcut)" stroke-width="3.4" stroke-linejoin="round"/><path d="M-34 4h13M-34 14h13M21 4h13M21 14h13M-14-3l-2 7M0-7v7M14-3l2 7" stroke="var(--woodcut)" stroke-width="2"/></g>`
}

const slit = (x: number, y: number) => `<path d="M${x} ${y + 12}v-9q3.5-6 7 0v9z" fill="var(--window)"/>`

/** The castle in the middle, a portcullis where each road comes in; `burning`, once it does. */
export function castle(roads: Roads, burning = false): string {
  let stones = ''
  for (let i = 0; i < 26; i++)
    stones += `M${round1(412 + chance(i, 1) * 172)} ${round1(414 + chance(i, 2) * 172)}q4-4 8 0`
  let merlons = ''
  for (let i = 0; i < 10; i++) {
    const p = round1(405 + i * 20.4)
    merlons += `M${p} 393h10v9h-10zM${p} 598h10v9h-10zM393 ${p}h9v10h-9zM598 ${p}h9v10h-9z`
  }
  const doors = roads.doors
    .map(
      ({ point: [x, y], way }) =>
        `<g transform="translate(${round1(x)} ${round1(y)}) rotate(${quarter(way) + 180})"><path d="M-24-12h48v26h-48z" fill="var(--stone)" stroke="var(--woodcut)" stroke-width="3"/><path d="M-15 14V2c0-12 30-12 30 0v12z" fill="var(--woodcut)"/><path d="M-7 14V0M0 14v-18M7 14V0M-14 6h28" stroke="var(--stone)" stroke-width="1.8"/></g>`,
    )
    .join('')
  const fires = burning
    ? [
        [445, 500, 0.9],
        [556, 508, 0.8],
        [500, 470, 1.2],
      ]
        .map(([x, y, size]) => `<g transform="translate(${x} ${y}) scale(${size})">${BLAZE}</g>`)
        .join('')
    : ''
  return `<rect x="401" y="401" width="198" height="198" rx="10" fill="var(--court)" stroke="var(--woodcut)" stroke-width="4"/><path d="M500 404V596M404 500H596" stroke="var(--woodcut)" stroke-width="2" stroke-dasharray="4 7" opacity=".55"/><path d="${stones}" stroke="var(--woodcut)" stroke-width="1.6" fill="none" opacity=".5"/><path d="${merlons}" fill="var(--stone)" stroke="var(--woodcut)" stroke-width="2.4"/>${doors}${KEEP}${fires}`
}

/** The keep, with the princess at her window. */
export const KEEP = `<g stroke="var(--woodcut)" stroke-width="3.2" stroke-linejoin="round"><path d="M424 576V500h7v8h9v-8h9v8h9v-8h84v8h9v-8h9v8h9v-8h7v76z" fill="var(--stone)"/><path d="M428 576v-92h34v92z" fill="var(--stone)"/><path d="M422 486l23-46 23 46z" fill="var(--roof)"/><path d="M538 576v-86h34v86z" fill="var(--stone)"/><path d="M532 492l23-44 23 44z" fill="var(--roof)"/><path d="M474 576V464h-6v-12h8v6h9v-6h10v6h10v-6h9v6h8v-6h6v12h-4v112z" fill="var(--stone)"/><path d="M480 452l20-46 20 46z" fill="var(--roof)"/><path d="M500 406v-16"/><path d="M500 390l18 5-18 6z" fill="var(--fire)"/><path d="M445 440v-10M555 448v-10"/><path d="M445 430l11 3-11 4zM555 438l11 3-11 4z" fill="var(--fire)" stroke-width="2.2"/><path d="M487 576v-18c0-16 26-16 26 0v18z" fill="var(--woodcut)"/></g><path d="M432 520h12M446 530h12M432 545h12M548 520h14M542 534h12M556 550h12M478 540h7M515 530h8M480 500h6M514 506h8M431 478l8-18M440 480l5-20M541 484l7-18M550 486l4-16M488 446l8-22M497 448l3-24" stroke="var(--woodcut)" stroke-width="1.8" fill="none" opacity=".75"/>${slit(441, 500)}${slit(551, 504)}<path d="M490 500v-18q10-12 20 0v18z" fill="var(--window)" stroke="var(--woodcut)" stroke-width="2.6"/><path d="M494 500c0-6 2-8 6-8s6 2 6 8z" fill="var(--fire)"/><circle cx="500" cy="488" r="4.2" fill="var(--skin)"/><path d="M495 489c-1-8 11-8 10 0 0-3-8-4-10 0z" fill="var(--ember)" stroke="var(--woodcut)" stroke-width=".8"/>`

/** The castle as a small sign. */
export const CASTLE_SIGN =
  '<g stroke="var(--woodcut)" stroke-width="2.2" stroke-linejoin="round"><path d="M-34 30V2h8v5h6V2h40v5h6V2h8v28z" fill="var(--stone)"/><path d="M-32 30V-4h16v34zM16 30V-2h16v32z" fill="var(--stone)"/><path d="M-36-2l12-22 12 22zM12 0l12-22 12 22z" fill="var(--roof)"/><path d="M-11 30V-12h22v42z" fill="var(--stone)"/><path d="M-15-10L0-36l15 26z" fill="var(--roof)"/><path d="M-6 30V20c0-8 12-8 12 0v10z" fill="var(--woodcut)"/></g><path d="M-3.500 3v-7q3.500-5 7 0v7z" fill="var(--window)"/>'

// The border -------------------------------------------------------------------------------------------------------

const ARROW = 'M-13-5.5h11V-14L14 0-2 14V5.5h-11z'

/**
 * The border: each side in the colour of the arrow that points there, its letter in the middle. While Gorynich flies
 * backwards the arrows turn inward, red.
 */
export function border(
  colours: Readonly<Record<string, Way>>,
  backwards: boolean,
  letter: (colour: string) => string,
): string {
  const sides: Record<Way, readonly [number, number, number, number]> = {
    up: [0, -BORDER, 1000, BORDER],
    down: [0, 1000, 1000, BORDER],
    left: [-BORDER, 0, BORDER, 1000],
    right: [1000, 0, BORDER, 1000],
  }
  let bands = ''
  let arrows = ''
  for (const [colour, way] of Object.entries(colours)) {
    const [x, y, width, height] = sides[way]
    bands += `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="url(#band-${colour})"/>`
    const level = way === 'up' || way === 'down'
    const turn = TURN[backwards ? OPPOSITE[way] : way] ?? 0
    for (const p of [100, 300, 700, 900]) {
      const [px, py] = level ? [p, y + BORDER / 2] : [x + BORDER / 2, p]
      arrows += `<path transform="translate(${px} ${py}) rotate(${turn})" d="${ARROW}" fill="var(--arrow-${colour})" stroke="var(--woodcut)" stroke-width="2.6" stroke-linejoin="round"/>`
    }
    const [mx, my] = level ? [500, y + BORDER / 2] : [x + BORDER / 2, 500]
    arrows += `<g transform="translate(${mx} ${my})"><rect x="${level ? -33 : -16}" y="${level ? -16 : -33}" width="${level ? 66 : 32}" height="${level ? 32 : 66}" rx="16" fill="var(--plate)" stroke="var(--woodcut)" stroke-width="3"/><text x="${level ? -13 : 0}" y="${level ? 9 : -5}" text-anchor="middle" font-size="26" font-weight="800" font-family="var(--title)" fill="var(--plate-ink)">${letter(colour)}</text><path transform="${level ? 'translate(14 0)' : 'translate(0 15)'} rotate(${turn})" d="M-12-4h10v-8L13 0-2 12V4h-10z" fill="${backwards ? 'var(--alarm)' : 'var(--plate-ink)'}"/></g>`
  }
  let stars = ''
  for (const x of [-BORDER, 1000])
    for (const y of [-BORDER, 1000])
      stars += `<rect x="${x}" y="${y}" width="${BORDER}" height="${BORDER}" fill="var(--woodcut)"/><path transform="translate(${x + BORDER / 2} ${y + BORDER / 2}) scale(.9)" d="M0-13L4-4 13 0 4 4 0 13-4 4-13 0-4-4z" fill="var(--ember)"/>`
  let names = ''
  for (let i = 0; i < SIZE; i++)
    names += label(i * SQUARE + 50, -BORDER / 2, COLUMNS[i] ?? '') + label(-BORDER / 2, i * SQUARE + 50, String(i + 1))
  const outer = 1000 + 2 * BORDER
  return `${bands}${stars}<rect x="${-BORDER}" y="${-BORDER}" width="${outer}" height="${outer}" fill="none" stroke="var(--woodcut)" stroke-width="5"/><rect x="-1.5" y="-1.5" width="1003" height="1003" fill="none" stroke="var(--woodcut)" stroke-width="5"/>${names}${arrows}`
}

const label = (x: number, y: number, text: string) =>
  `<circle cx="${x}" cy="${y}" r="13.5" fill="var(--plate)" stroke="var(--woodcut)" stroke-width="2"/><text x="${x}" y="${y + 6.6}" text-anchor="middle" font-size="19" font-weight="700" font-family="var(--text)" fill="var(--plate-ink)">${text}</text>`

/** Heraldic hatching, so that no arrow is told by its colour alone: dots, upright, slanting and level lines. */
export const PATTERNS = ['hatch', 'band']
  .map((kind) => {
    const band = kind === 'band'
    const back = (colour: string, size: number) =>
      `<rect width="${size}" height="${size}" fill="var(--${band ? 'tint' : 'arrow'}-${colour})"/>`
    const ink = (colour: string) => (band ? `var(--arrow-${colour})` : 'var(--hatch)')
    const lines = (colour: string, path: string, turn = '') =>
      `<pattern id="${kind}-${colour}" width="${band ? 7 : 6}" height="${band ? 7 : 6}" patternUnits="userSpaceOnUse"${turn}>${back(colour, 7)}<path d="${path}" stroke="${ink(colour)}" stroke-width="${band ? 3 : 1.3}"/></pattern>`
    const dots = `<pattern id="${kind}-yellow" width="10" height="10" patternUnits="userSpaceOnUse">${back('yellow', 10)}<circle cx="2.5" cy="2.5" r="${band ? 1.9 : 1.25}" fill="${ink('yellow')}"/><circle cx="7.5" cy="7.5" r="${band ? 1.9 : 1.25}" fill="${ink('yellow')}"/></pattern>`
    return (
      dots +
      lines('red', 'M2.5 0V7') +
      lines('blue', 'M0 2.5H7') +
      lines('green', 'M2.5 0V7', ' patternTransform="rotate(45)"')
    )
  })
  .join('')
