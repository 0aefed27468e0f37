/**
 * One Tab stop for a whole zone; arrow keys move inside it to the nearest button in that direction. Disabled buttons
 * are skipped.
 */

import type { Attachment } from 'svelte/attachments'

const ITEMS = 'button:not(:disabled)'
const WAYS: Partial<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export const roving: Attachment<HTMLElement> = (zone) => {
  const items = () => [...zone.querySelectorAll<HTMLElement>(ITEMS)]

  function settle(wanted?: HTMLElement): void {
    const all = items()
    const stop = wanted ?? all.find((item) => item.tabIndex === 0 && item.dataset.legal !== 'false') ?? all[0]
    for (const item of all) item.tabIndex = item === stop ? 0 : -1
  }

  function go(event: KeyboardEvent): void {
    const way = WAYS[event.key]
    const from = event.target instanceof Element ? event.target.closest<HTMLElement>(ITEMS) : null
    if (!way || !from) return
    event.preventDefault()
    nearest(from, items(), way)?.focus()
  }

  const entered = (event: FocusEvent) => {
    const item = event.target instanceof Element ? event.target.closest<HTMLElement>(ITEMS) : null
    if (item) settle(item)
  }
  const watch = new MutationObserver(() => settle())
  watch.observe(zone, { childList: true, subtree: true })
  zone.addEventListener('keydown', go)
  zone.addEventListener('focusin', entered)
  settle()
  return () => {
    watch.disconnect()
    zone.removeEventListener('keydown', go)
    zone.removeEventListener('focusin', entered)
  }
}

/** The nearest button in a direction; distance across the direction counts more. */
function nearest(
  from: HTMLElement,
  all: readonly HTMLElement[],
  [dx, dy]: readonly [number, number],
): HTMLElement | null {
  const here = middle(from)
  let best: HTMLElement | null = null
  let least = Infinity
  for (const item of all) {
    if (item === from) continue
    const there = middle(item)
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy
    const off = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx)
    if (along < 4) continue
    const far = along + 3 * off
    if (far < least) [best, least] = [item, far]
  }
  return best
}

function middle(item: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = item.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
