/** Attracts attention to a table: sounds, the page's title, and a system notification while the page is hidden. */

import { untrack } from 'svelte'
import type { TableRoom } from '../live/room.svelte'
import { pageOf } from '../game-pages'
import { settings } from '../settings.svelte'
import { t } from '../words/page.svelte'
import { sound } from './sound'

/** Called once, within a component; `title` returns the game's title. */
export function announceTurns(room: TableRoom, title: () => string): void {
  // While the summary is shown, use the newest position: attention is due at once.
  const now = $derived(room.since.telling ? room.newest : room.seen)
  const mine = $derived((now?.face.moves.length ?? 0) > 0)
  const over = $derived(now?.face.outcome != null)
  const ending = $derived(now?.face.outcome?.shares?.every((share) => share === 0) ? 'lost' : 'end')
  const number = $derived(now?.number ?? -1)
  let told = -1

  $effect(() => {
    const unread = room.unheard ? `(${room.unheard}) ` : ''
    document.title = `${mine ? '● ' : ''}${unread}${title() || 'Ludothèque'}`
  })
  $effect(() => {
    const latest = number
    if (told >= 0 && latest > told) untrack(() => hear(told))
    told = latest
  })
  /** Play the sounds of all entries after `since`: those of the game, or that of a piece set down. */
  function hear(since: number) {
    const soundsOf = pageOf(room.table?.game ?? '')?.soundsOf
    const fresh = now?.log.filter((entry) => entry.number > since) ?? []
    const own = soundsOf && fresh.flatMap(({ steps }) => steps.flatMap(({ events }) => events.flatMap(soundsOf)))
    const heard = (own ?? (mine || over ? [] : ['move' as const])).slice(0, MOST)
    for (const [n, name] of heard.entries()) sound(name, n * APART)
    if (mine || over) sound(over ? ending : 'turn', heard.length * APART)
  }

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

/** The delay between the sounds of two events. */
const APART = 0.22 // seconds
const MOST = 6

function announce(room: TableRoom, title: string): void {
  if (!settings.notify || !('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const note = new Notification(title, { body: t('notify.turn'), tag: room.id, icon: '/icon.svg' })
    note.onclick = () => {
      window.focus()
      note.close()
    }
  } catch {
    // Some phones show notifications of service workers only.
  }
}
