/** The keys of Gunkimono's table. */

import { catalogue } from './catalogue.svelte'
import type { Desk } from './desk.svelte'
import type { Way } from './geometry'

const ARROWS: Record<string, Way> = { ArrowUp: 'n', ArrowRight: 'e', ArrowDown: 's', ArrowLeft: 'w' }

/** Carry out a key; false if it means nothing now. `focus` puts the focus on a square. */
export function keyOf(event: KeyboardEvent, desk: Desk, focus: (square: string) => void): boolean {
  const { key } = event
  const way = ARROWS[key]
  if (way && (desk.held !== null || desk.decision === 'site' || onField(event.target))) {
    focus(desk.step(way))
    return true
  }
  if (key === 'Escape' && desk.held?.move) {
    desk.putBack()
    return true
  }
  if (key.toLowerCase() === 'f') {
    desk.all = !desk.all
    return true
  }
  if (desk.supporting || desk.decision === 'support') return supportKey(key, desk)
  if (desk.held !== null && heldKey(event, desk)) return true
  switch (desk.decision) {
    case 'tile':
      return tileKey(key, desk)
    case 'points':
      return pointsKey(key, desk)
    case 'draw':
      return drawKey(key, desk)
    default:
      return false
  }
}

const onField = (target: EventTarget | null) => target instanceof Element && target.closest('[data-square]') !== null

function heldKey({ key, shiftKey, target }: KeyboardEvent, desk: Desk): boolean {
  if (key.toLowerCase() === 'r') {
    desk.turn(shiftKey)
    return true
  }
  if (key.toLowerCase() === 's' && desk.supported) {
    desk.nextSupport()
    return true
  }
  if (key === 'Enter' && (onField(target) || target === document.body)) {
    desk.lay(target instanceof Element && onField(target) ? target : null)
    return true
  }
  return false
}

function supportKey(key: string, desk: Desk): boolean {
  if (key.toLowerCase() === 's') desk.nextSupport()
  else if (key === 'Enter' && desk.support) desk.supportWith(desk.support)
  else return false
  return true
}

/** Keys 1 to 3 take a tile of the hand, 4 to 8 a small one. */
function tileKey(key: string, desk: Desk): boolean {
  if (key === '0' && desk.legal.has('pass')) {
    desk.play('pass')
    return true
  }
  if (!/^[1-8]$/.test(key)) return false
  const n = Number(key)
  const unit = catalogue.units[n - 4]
  const tile = n < 4 ? desk.mine?.known[n - 1] : unit && desk.mine?.small.includes(unit) ? desk.letter(unit) : undefined
  if (tile) desk.take(tile, n < 4 ? `hand:${n - 1}` : `small:${unit ?? ''}`, document.body)
  return tile !== undefined
}

function pointsKey(key: string, desk: Desk): boolean {
  const choice = ({ v: 'victory', h: 'honour' } as const)[key.toLowerCase()]
  const next = desk.asked.find((n) => !desk.choices[n])
  if (choice && next !== undefined) desk.choose(next, choice)
  else if (key === 'Enter' && desk.decided) desk.score()
  else return false
  return true
}

function drawKey(key: string, desk: Desk): boolean {
  const tile = /^[1-3]$/.test(key) ? desk.table.display[Number(key) - 1] : undefined
  if (key !== '0' && !tile) return false
  desk.play(tile ? `take ${tile}` : 'blind')
  return true
}
