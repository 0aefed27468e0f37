/** Which room is shown: the address says it. */

import { house } from './house'

class Route {
  path = $state(house.path)
  hash = $state(location.hash)

  constructor() {
    addEventListener('popstate', () => this.#look())
    addEventListener('hashchange', () => this.#look())
  }

  #look(): void {
    this.path = house.path
    this.hash = location.hash
  }

  /** The parts of the address: `/rules/chess` is ['rules', 'chess']. */
  get parts(): string[] {
    return this.path.split('/').filter(Boolean).map(decodeURIComponent)
  }

  /** Name the room more closely; the way back does not lead to the address of before. */
  replace(address: string): void {
    history.replaceState(null, '', house.address(address))
    this.#look()
  }

  go(address: string): void {
    history.pushState(null, '', house.address(address))
    this.#look()
    if (!this.hash) scrollTo(0, 0)
  }
}

export const route = new Route()

/** Links within the house change the room without loading the page again. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
  const link = (event.target as Element | null)?.closest('a')
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.pathname.startsWith('/api/')) return
  event.preventDefault()
  if (link.dataset.room) {
    route.go(link.dataset.room)
    return
  }
  route.go(link.pathname + link.search + link.hash)
}
