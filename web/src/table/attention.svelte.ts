/** What asks for attention at a table: sounds, the title of the page, and a word of the system when it is out of sight. */

import { untrack } from 'svelte'
import { pageOf } from '../games'
import type { TableRoom } from '../live/room.svelte'
import type { Told } from '../protocol'
import { settings } from '../settings.svelte'
import { t } from '../words/page.svelte'
import { sound, type Sound } from './sound'

/** Called once, within a component; `title` is the game's. */
export function attend(room: TableRoom, title: () => string): void {
  // What is new while nobody looks is told later, and asks for attention now.
  const now = $derived(room.since.telling ? room.newest : room.seen)
  const mine = $derived((now?.face.moves.length ?? 0) > 0)
  const over = $derived(now?.face.outcome != null)
  const number = $derived(now?.number ?? -1)
  let told = -1

  $effect(() => {
    const unread = room.unheard ? `(${room.unheard}) ` : ''
    document.title = `${mine ? '● ' : ''}${unread}${title() || 'Ludothèque'}`
  })
  $effect(() => {
    const latest = number
    const last = told
    if (last >= 0 && latest > last)
      untrack(() => sounds(room, now?.log ?? [], last, over ? 'end' : mine ? 'turn' : null))
    told = latest
  })
  $effect(() => {
    if (room.notice?.kind === 'reason') sound('refused')
  })
  $effect(() => {
    if (room.unheard) sound('talk')
  })
  $effect(() => {
    if (mine && document.hidden) untrack(() => announce(room, title()))
  })
}

const MOST = 3 // sounds for one piece of news
const APART = 0.16 // seconds between them

/** What has happened since an entry, as far as the game has sounds for it; then what is asked, or that it is over. */
function sounds(room: TableRoom, log: readonly Told[], since: number, then: Sound | null): void {
  const own = pageOf(room.table?.game ?? '')?.sounds ?? {}
  const events = log.filter(({ number }) => number > since).flatMap(({ steps }) => steps.flatMap((one) => one.events))
  const heard = [...new Set(events.flatMap(({ event }) => own[event] ?? []))].slice(-MOST)
  const all = [...heard, ...(then ? [then] : heard.length ? [] : ['move' as const])]
  all.forEach((name, at) => sound(name, at * APART))
}

function announce(room: TableRoom, title: string): void {
  if (!settings.notify || !('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const note = new Notification(title, { body: t('notify.turn'), tag: room.id, icon: '/icon.svg' })
    note.onclick = () => {
      window.focus()
      note.close()
    }
  } catch {
    // Some phones show notes of service workers only.
  }
}
