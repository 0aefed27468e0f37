/** A long press replaces hovering on touch screens. The click that follows it is swallowed. */

import type { Attachment } from 'svelte/attachments'

const LONG = 450 // milliseconds
const STILL = 12 // pixels that the finger may move meanwhile

export function longPress(act: () => void): Attachment<HTMLElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let start = { x: 0, y: 0 }
    let done = false

    const down = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') return
      done = false
      start = { x: event.clientX, y: event.clientY }
      clearTimeout(timer)
      timer = setTimeout(() => {
        done = true
        act()
      }, LONG)
    }
    const stop = () => clearTimeout(timer)
    const move = (event: PointerEvent) => {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > STILL) stop()
    }
    const click = (event: Event) => {
      if (!done) return
      done = false
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    // Suppress the system's context menu: it would cover the preview.
    const menu = (event: Event) => done && event.preventDefault()

    node.addEventListener('pointerdown', down)
    node.addEventListener('pointermove', move)
    node.addEventListener('pointerup', stop)
    node.addEventListener('pointercancel', stop)
    node.addEventListener('click', click, true)
    node.addEventListener('contextmenu', menu)
    return () => {
      stop()
      node.removeEventListener('pointerdown', down)
      node.removeEventListener('pointermove', move)
      node.removeEventListener('pointerup', stop)
      node.removeEventListener('pointercancel', stop)
      node.removeEventListener('click', click, true)
      node.removeEventListener('contextmenu', menu)
    }
  }
}
