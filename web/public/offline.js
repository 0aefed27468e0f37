// The service worker of a site without a server: keeps all of its files, so that it starts without a network. VERSION and
// FILES (hashes by name) stand above when `ludotheque site` has written it. A new version waits until the person agrees.
const CACHE = `ludotheque ${VERSION}`
const HASHES = 'hashes' // an entry of the cache: the files that it holds, with their hashes
const address = (name) => new URL(name, self.registration.scope).href

/** The files that an earlier version fetched, and where each lies. */
async function earlier() {
  const found = new Map()
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    const told = await cache.match(address(HASHES))
    if (told) for (const [file, hash] of Object.entries(await told.json())) found.set(`${file} ${hash}`, cache)
  }
  return found
}

async function fetchAll() {
  const kept = await earlier()
  const cache = await caches.open(CACHE)
  const waiting = Object.entries(FILES)
  const fetchNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [file, hash] = next
      const known = await kept.get(`${file} ${hash}`)?.match(address(file))
      const response =
        known ?? (await fetch(address(file), { cache: file.startsWith('assets/') ? 'default' : 'no-cache' }))
      if (!response.ok) throw new Error(`${file}: ${response.status}`)
      await cache.put(address(file), response)
    }
  }
  await Promise.all([fetchNext(), fetchNext(), fetchNext(), fetchNext()])
  await cache.put(address(HASHES), new Response(JSON.stringify(FILES)))
}

self.addEventListener('install', (event) => event.waitUntil(fetchAll()))

/** Files of earlier versions are deleted, unless another tab may still need them: it may be in mid-match. */
async function takeOver() {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const earlier = (await caches.keys()).filter((name) => name.startsWith('ludotheque ') && name !== CACHE)
  if (open.length <= 1) await Promise.all(earlier.map((name) => caches.delete(name)))
  await self.clients.claim()
}

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || !url.href.startsWith(self.registration.scope)) return
  const inside = decodeURI(url.href.slice(self.registration.scope.length).replace(/[?#].*/, ''))
  if (inside.startsWith('docs/')) {
    // Not kept: the page says so where there is no network.
    if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => Response.redirect(address('?/docs'))))
    return
  }
  const file = inside || 'index.html' // rooms are named in the query
  const ours = Object.hasOwn(FILES, file)
  if (!ours && !file.startsWith('assets/')) return
  event.respondWith(
    (ours ? caches.open(CACHE) : Promise.resolve(caches))
      .then((kept) => kept.match(address(file)))
      .then((found) => found ?? fetch(request)),
  )
})
