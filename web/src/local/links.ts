/**
 * Links on a site without a server. The page names rooms as if it lay at the root of its host, such as `/rules`;
 * here every link gets the address that leads there from a new tab, too, and keeps the room as `data-room`.
 */

import { house } from '../house'
import { answer } from './answers'

function makeReal(link: Element): void {
  const given = link.getAttribute('href')
  if (!given?.startsWith('/') || given.startsWith('//') || given.startsWith('/api/')) return
  const known = link.getAttribute('data-room')
  if (known !== null && given === house.address(known)) return
  link.setAttribute('data-room', given)
  link.setAttribute('href', house.address(given))
}

/** A download that a server would answer: its file comes from Python. */
async function download(link: HTMLAnchorElement): Promise<void> {
  const response = await answer(new Request(link.href))
  if (!response.ok) return
  const file = document.createElement('a')
  const body = (await response.json()) as unknown
  file.href = URL.createObjectURL(new Blob([typeof body === 'string' ? body : JSON.stringify(body)]))
  file.download = link.download
  file.click()
  setTimeout(() => URL.revokeObjectURL(file.href), 60_000)
}

export function makeLinksReal(): void {
  const look = (root: ParentNode) => root.querySelectorAll('a[href]').forEach(makeReal)
  look(document)
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Element && target.matches('a')) makeReal(target)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        if (node.matches('a[href]')) makeReal(node)
        look(node)
      }
    }
  }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['href'] })
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a[download][href^="/api/"]')
    if (!link) return
    event.preventDefault()
    void download(link)
  })
}
