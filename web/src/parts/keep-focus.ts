/**
 * Keeps the keyboard focus in place. When a move removes the focused element, its neighbour gets the focus; when it
 * removes the whole group, the list of moves if the group was in it, or else the player's hand (`data-home`). If there is
 * nothing to focus for a while, the place is remembered.
 */

// Text fields are left out: keys meant for the board would be typed into them.
const CHOICES = 'button:not(:disabled), a[href], input:is([type=radio], [type=checkbox]):not(:disabled)'
const GROUPS = '[data-moves], [data-zone], [role=group], ul, section'

interface Place {
  group: Element
  at: number
  /** In the list of moves. */
  listed: boolean
}

/** An attachment for the element that contains board and lists. */
export function keepFocus(node: HTMLElement): () => void {
  let byKey = false
  let place: Place | null = null

  const pressed = () => (byKey = true)
  const pointed = () => (byKey = false)

  function came(event: FocusEvent) {
    if (event.target === node || !(event.target instanceof HTMLElement)) return
    const group = event.target.closest(GROUPS) ?? node
    const at = [...group.querySelectorAll(CHOICES)].indexOf(event.target)
    place = { group, at, listed: event.target.closest('[data-moves]') !== null }
  }

  const isLost = () => document.activeElement === document.body || document.activeElement === node

  function look() {
    if (!byKey || !place || !isLost()) return
    const home =
      (place.listed ? node.querySelector('[data-moves]') : null) ?? node.querySelector('[data-home], [data-moves]')
    const group = place.group.isConnected ? place.group : home
    const choices = [...(group?.querySelectorAll<HTMLElement>(CHOICES) ?? [])]
    const next = choices[Math.min(Math.max(0, place.at), choices.length - 1)]
    if (next) next.focus({ preventScroll: true })
    else if (document.activeElement !== node) node.focus({ preventScroll: true })
  }

  const observer = new MutationObserver(look)
  node.tabIndex = -1
  node.addEventListener('focusin', came)
  addEventListener('keydown', pressed, true)
  addEventListener('pointerdown', pointed, true)
  observer.observe(node, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  return () => {
    observer.disconnect()
    node.removeEventListener('focusin', came)
    removeEventListener('keydown', pressed, true)
    removeEventListener('pointerdown', pointed, true)
  }
}
