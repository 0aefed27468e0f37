// The service worker: shows that it is somebody's turn while no page of his is open, and opens the table. It caches nothing.
self.addEventListener('push', (event) => {
  const told = event.data.json()
  event.waitUntil(
    self.registration.showNotification(told.title, {
      body: told.text,
      tag: told.table,
      icon: '/icon.svg',
      data: told.table,
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(`/table/${event.notification.data}`))
})
