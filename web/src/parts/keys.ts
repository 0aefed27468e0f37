/** Whether a key is meant for the page: no browser shortcut, not typed into a field, not handled by the board. */
export function isForPage(event: KeyboardEvent): boolean {
  const field = event.target instanceof Element && event.target.closest('input, textarea, select')
  return !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !field
}
