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

self.addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith('ludotheque ') && name !== CACHE).map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  ),
)

self.addEventListener('message', (event) => {
  if (event.data === 'take over') void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || !url.href.startsWith(self.registration.scope)) return
  const file =
    request.mode === 'navigate'
      ? 'index.html'
      : decodeURI(url.href.slice(self.registration.scope.length).replace(/[?#].*/, ''))
  if (!Object.hasOwn(FILES, file)) return
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(address(file)))
      .then((found) => found ?? fetch(request)),
  )
})
