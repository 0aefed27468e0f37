/** Keys of the page itself: not those of the browser, nor what is typed into a field. */
export function isForPage(event: KeyboardEvent): boolean {
  const field = event.target instanceof Element && event.target.closest('input, textarea, select')
  return !event.ctrlKey && !event.metaKey && !event.altKey && !field
}
