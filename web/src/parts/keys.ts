/** Keys of the page itself: not those of the browser, nor what is typed into a field, nor what a board has used. */
export function isForPage(event: KeyboardEvent): boolean {
  const field = event.target instanceof Element && event.target.closest('input, textarea, select')
  return !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !field
}
