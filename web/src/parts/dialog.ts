/** A part of the page that takes the focus, keeps it while it is open, and gives it back. */

const CHOICES = 'button:not(:disabled), a[href], input:not(:disabled), select, textarea, [tabindex="0"]'

/** An attachment for an element with the role of a dialog; Escape calls `close`. */
export function dialog(close: () => void): (node: HTMLElement) => () => void {
  return (node) => {
    const before = document.activeElement
    const all = () => [...node.querySelectorAll<HTMLElement>(CHOICES)].filter((one) => one.offsetParent !== null)

    function keys(event: KeyboardEvent) {
      if (event.key === 'Escape') {
        event.stopPropagation()
        close()
      } else if (event.key === 'Tab') {
        const choices = all()
        const end = event.shiftKey ? choices[0] : choices.at(-1)
        if (document.activeElement !== end && document.activeElement !== node) return
        event.preventDefault()
        const next = event.shiftKey ? choices.at(-1) : choices[0]
        next?.focus()
      }
    }

    node.tabIndex = -1
    node.addEventListener('keydown', keys)
    node.focus({ preventScroll: true })
    return () => {
      node.removeEventListener('keydown', keys)
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }
}
