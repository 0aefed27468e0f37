/** My turns, announced while no page is open: where the server sends push messages and the browser takes them. */

import { api } from './api'
import { settings } from './settings.svelte'

const WORKER = '/turns.js'

/** Ask the system's leave to show notes, then the server to send them; whether notes will be shown at all. */
export async function announceTurns(): Promise<boolean> {
  if (!('Notification' in window) || (await Notification.requestPermission()) !== 'granted') return false
  // While a page is open it tells by itself; the rest is as good as it gets, and no reason to refuse.
  await subscribe().catch(() => undefined)
  return true
}

async function subscribe(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return
  const { key } = await api.push()
  if (!key) return // this server sends none
  const worker = await navigator.serviceWorker.register(WORKER)
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = made.toJSON()
  if (endpoint && keys?.p256dh && keys.auth) {
    await api.addPush({ endpoint, key: keys.p256dh, auth: keys.auth, language: settings.language })
  }
}

/** No more notes on this device. */
export async function keepQuiet(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const worker = await navigator.serviceWorker.getRegistration(WORKER)
  await (await worker?.pushManager.getSubscription())?.unsubscribe()
}
