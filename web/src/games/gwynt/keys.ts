/** The keys of Gwynt's table. */

import { tick } from 'svelte'
import type { Desk } from './desk.svelte'
import { keyed } from './seen'

/** Carry out a key; false if it means nothing now. */
export function keyOf(event: KeyboardEvent, desk: Desk): boolean {
  const { key } = event
  if (key === 'Escape') return putBack(desk)
  if (desk.room.seat === null) return false
  if (/^\d$/.test(key)) return liftNth(desk, key === '0' ? 9 : Number(key) - 1)
  switch (key.toLowerCase()) {
    case 'i':
      if (!desk.lifted?.card) return false
      desk.read(desk.lifted.card)
      return true
    case 'p':
      return pass(desk)
    case 'l':
      if (desk.decision !== 'turn') return false
      desk.lift({
        key: `leader-${desk.below}`,
        card: null,
        leader: desk.side(desk.below).leader.card,
        written: 'leader',
      })
      focusOn('[data-test=use-leader]')
      return true
    case 'enter':
      // A focused button keeps its own keys.
      return !(event.target instanceof Element && event.target.closest('button, a')) && commit(desk)
    case 'arrowup':
    case 'arrowdown':
      return nextPlace(desk, key === 'ArrowUp' ? -1 : 1)
    default:
      return false
  }
}

/** Replace what is marked, or play the card that is lifted or pointed at. */
function commit(desk: Desk): boolean {
  if (desk.decision === 'redraw') {
    if (!desk.marked.length) return false
    desk.replace()
    return true
  }
  const lifted = desk.taken ?? desk.hovered
  if (!lifted?.written || !desk.legal.has(lifted.written)) return false
  desk.commit(lifted)
  return true
}

function putBack(desk: Desk): boolean {
  if (!desk.taken && !desk.heap && !desk.sure) return false
  desk.lift(null)
  desk.heap = null
  desk.sure = false
  return true
}

function liftNth(desk: Desk, at: number): boolean {
  const card = keyed(desk.hand(desk.below), (one) => one)[at]
  if (!card || desk.decision === null) return false
  const written = desk.written(card.item)
  if (desk.decision === 'redraw') desk.mark(card.key)
  else if (written !== null && !desk.legal.has(written)) void desk.room.explain(written)
  else {
    desk.lift({ key: card.key, card: card.item, written })
    focusOn(`[data-piece="hand:${desk.below}:${card.key}"]`)
  }
  return true
}

/** Enter plays what has the focus, so the focus follows what a key lifted. */
function focusOn(what: string): void {
  void tick().then(() => document.querySelector<HTMLElement>(what)?.focus())
}

function pass(desk: Desk): boolean {
  const move = desk.legal.get('pass')
  if (!move) return false
  if (desk.sure) desk.play(move.id)
  else desk.sure = true
  return true
}

/** Go through the possible places of the lifted card. */
function nextPlace(desk: Desk, by: number): boolean {
  const { options } = desk
  if (!options.length) return false
  const at = desk.spot === null ? (by > 0 ? -1 : 0) : options.indexOf(desk.spot)
  desk.spot = options[(at + by + options.length) % options.length] ?? null
  return true
}
