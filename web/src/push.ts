/** Web push: announces my turns while no page is open, if the server sends push messages and the browser takes them. */

import { api } from './api'
import { settings } from './settings.svelte'

const WORKER = '/turns.js'

/** Ask for permission to show notifications, then subscribe. Return whether notifications will be shown at all. */
export async function announceTurns(): Promise<boolean> {
  if (!('Notification' in window) || (await Notification.requestPermission()) !== 'granted') return false
  // An open page notifies by itself; if push fails, keep that much.
  await subscribe().catch(() => undefined)
  return true
}

async function subscribe(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return
  const { key } = await api.push()
  if (!key) return // this server sends no push messages
  const worker = await navigator.serviceWorker.register(WORKER)
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = made.toJSON()
  if (endpoint && keys?.p256dh && keys.auth) {
    await api.addPush({ endpoint, key: keys.p256dh, auth: keys.auth, language: settings.language })
  }
}

/** Unsubscribe this device. */
export async function keepQuiet(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const worker = await navigator.serviceWorker.getRegistration(WORKER)
  await (await worker?.pushManager.getSubscription())?.unsubscribe()
}
