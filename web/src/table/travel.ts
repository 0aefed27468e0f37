/**
 * Animates pieces from their earlier place to their new one.
 *
 * A board marks its pieces with `data-piece` (a key of their own) and `data-kind` (what they are), and the places that
 * pieces come from or go to unseen (a deck, another hand) with `data-zone`. Before the board changes it is looked at;
 * afterwards every piece that is new in its place starts from where one of its kind has left, or from a zone.
 */

import { pace } from '../settings.svelte'

interface Was {
  node: HTMLElement
  rect: DOMRect
  kind: string
}

export type Looked = Map<string, Was>

export interface Ways {
  /** The zone that a piece comes from, if no piece of its kind has left the board. */
  comesFrom(piece: string, kind: string): string | null
  /** The zone that a piece goes to when it has left the board; `burns` where it falls on the spot. */
  goesTo(piece: string, kind: string): string | null
}

/** The pieces that travel, or nothing. */
let underWay: Promise<unknown> | null = null

/** Resolves when the pieces that travel now have arrived: what lies over the board waits for that. */
export const arrival = (): Promise<unknown> => underWay ?? Promise.resolve()

/** The same, or null while nothing travels. */
export const moving = (): Promise<unknown> | null => underWay

const CURVE = 'cubic-bezier(.2, .8, .25, 1)'

export function look(board: HTMLElement): Looked {
  const seen: Looked = new Map()
  for (const node of board.querySelectorAll<HTMLElement>('[data-piece]')) {
    const { piece = '', kind = '' } = node.dataset
    seen.set(piece, { node, rect: node.getBoundingClientRect(), kind })
  }
  return seen
}

/**
 * To be called after the board has changed; pieces move as soon as it is drawn. Measuring and layout happen at once,
 * while everything still lies in its old place.
 */
export function travel(board: HTMLElement, before: Looked, ways: Ways): void {
  const time = pace(450)
  if (!time || !before.size || document.hidden) return
  // Measure everything first and change everything afterwards: the browser computes the layout once.
  const starts = plan(board, before, ways, time)
  const going = starts.map((start) => start())
  const arrived = Promise.allSettled(going.map((way) => way.finished)).then(() => {
    if (underWay === arrived) underWay = null
  })
  if (going.length) underWay = arrived
  setOff(going)
}

/**
 * Start the animations together, once the frame with their first step is painted: by then everything new is drawn, and
 * the compositor can move it without the page.
 */
export function setOff(ways: readonly Animation[]): void {
  for (const way of ways) way.pause()
  if (ways.length) requestAnimationFrame(() => requestAnimationFrame(() => ways.forEach((way) => way.play())))
}

/** The functions that start each piece's animation; changes nothing itself. */
function plan(board: HTMLElement, before: Looked, ways: Ways, time: number): (() => Animation)[] {
  const now = look(board)
  const left = new Map<string, Was[]>()
  for (const [key, was] of before) {
    if (!now.has(key)) left.set(was.kind, [...(left.get(was.kind) ?? []), was])
  }
  const starts: (() => Animation)[] = []
  for (const [key, { node, rect, kind }] of now) {
    const stayed = before.get(key)
    const from = stayed?.rect ?? left.get(kind)?.shift()?.rect ?? zoneRect(board, ways.comesFrom(key, kind))
    if (from && isApart(from, rect)) starts.push(() => slide(node, from, rect, stayed ? time * 0.7 : time, !stayed))
  }
  for (const [key, was] of before) {
    if (now.has(key) || !left.get(was.kind)?.includes(was)) continue
    const to = ways.goesTo(key, was.kind)
    const zone = to === 'burns' ? null : zoneRect(board, to)
    if (to !== null) starts.push(() => leave(board, was, zone, time))
  }
  return starts
}

/** The rectangle of a zone on the board or, as a player in the list, beside it; null if it is not drawn. */
export function zoneRect(board: HTMLElement, zone: string | null): DOMRect | null {
  if (zone === null) return null
  const place = `[data-zone="${zone}"]`
  return (
    [...board.querySelectorAll(place), ...document.querySelectorAll(place)]
      .map((node) => node.getBoundingClientRect())
      .find(({ width }) => width > 0) ?? null
  )
}

/** From the middle of one place to that of another. */
const across = (from: DOMRect, to: DOMRect) => from.left + from.width / 2 - to.left - to.width / 2
const down = (from: DOMRect, to: DOMRect) => from.top + from.height / 2 - to.top - to.height / 2
const isApart = (from: DOMRect, to: DOMRect) => Math.abs(across(from, to)) >= 1 || Math.abs(down(from, to)) >= 1

function slide(node: HTMLElement, from: DOMRect, to: DOMRect, duration: number, above: boolean): Animation {
  const [dx, dy] = [across(from, to), down(from, to)]
  const scale = Math.min(3, Math.max(0.2, from.height / (to.height || 1)))
  // Animate the transform only: the compositor does that even while the page is busy.
  const start = { transform: `translate(${dx}px, ${dy}px) scale(${scale})` }
  const way = node.animate([start, { transform: 'none' }], { duration, easing: CURVE })
  if (!above) return way
  node.style.zIndex = '5'
  way.onfinish = way.oncancel = () => (node.style.zIndex = '')
  return way
}

/** Draw a removed piece once more, moving to a zone; without a zone it burns. */
function leave(board: HTMLElement, was: Was, zone: DOMRect | null, duration: number): Animation {
  const ghost = was.node.cloneNode(true) as HTMLElement
  const { left, top, width, height } = was.rect
  ghost.removeAttribute('data-piece')
  ghost.setAttribute('aria-hidden', 'true')
  ghost.inert = true
  Object.assign(ghost.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    margin: '0',
    zIndex: '8',
    pointerEvents: 'none',
  })
  // A piece sized by its parent gets its size here: its copy has another parent.
  ghost.style.setProperty('--height', `${height}px`)
  board.append(ghost)
  const end = zone
    ? { transform: `translate(${zone.left - left}px, ${zone.top - top}px) scale(.4)`, opacity: 0.2 }
    : { transform: 'scale(1.15)', filter: 'brightness(2.4) sepia(1) saturate(6) hue-rotate(-25deg)', opacity: 0 }
  const way = ghost.animate([{ transform: 'none', opacity: 1 }, end], { duration: duration * 1.3, easing: CURVE })
  way.onfinish = way.oncancel = () => ghost.remove()
  return way
}

/** A node of a layer over the board that moves between two places. */
export interface Flight {
  node: HTMLElement
  from: DOMRect
  to: DOMRect
}

/** Move nodes between places, one shortly after the other; resolves when all have arrived. */
export async function flyAcross(layer: HTMLElement, flights: readonly Flight[]): Promise<void> {
  const origin = layer.getBoundingClientRect()
  const apart = pace(Math.min(60, 600 / flights.length))
  const shift = (node: HTMLElement, { left, top, width, height }: DOMRect) =>
    `translate(${left + width / 2 - origin.left - node.offsetWidth / 2}px, ${top + height / 2 - origin.top - node.offsetHeight / 2}px)`
  const ways = flights.map(({ node, from, to }, at) =>
    node.animate(
      [
        { transform: `${shift(node, from)} scale(.9)`, opacity: 1 },
        { transform: `${shift(node, to)} scale(.45)`, opacity: 0.7 },
      ],
      { duration: pace(450), delay: at * apart, easing: 'cubic-bezier(.3, .1, .25, 1)', fill: 'both' },
    ),
  )
  setOff(ways)
  await Promise.all(ways.map((way) => way.finished.catch(() => undefined)))
}
