/** The play socket. It reconnects by itself, and detects a connection that is dead without having been closed. */

import { house } from '../house'
import { LocalLine } from '../local/line'
import type { FromPage, ToPage } from '../protocol'

export type Connection = 'connecting' | 'open' | 'lost'

const FIRST_WAIT = 400
const LONGEST_WAIT = 8000
/** Milliseconds of silence after which the server is asked for a sign of life … */
const SILENCE = 15000
/** … fewer after a message of ours without an answer. */
const UNANSWERED = 5000
const LOOK = 1000
/**
 * Milliseconds that the server has to answer; fewer after events that often break connections, such as a phone that
 * wakes up.
 */
const PATIENCE = 10000
const LITTLE_PATIENCE = 4000
const PING = 'ping'

export interface Listener {
  /** Called after every connect, including reconnects: say hello here. */
  opened(): void
  received(message: ToPage): void
  changed(connection: Connection): void
}

export class PlaySocket {
  #socket: WebSocket | LocalLine | null = null
  #wait = FIRST_WAIT
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false
  #heard = 0
  /** When the oldest message without an answer was sent. */
  #said: number | null = null
  #patience: ReturnType<typeof setTimeout> | undefined
  #asking = false
  /** Whether the server answers pings: older servers do not. */
  #answers = true
  readonly #looking: ReturnType<typeof setInterval>

  constructor(
    private readonly listener: Listener,
    /** The table's id. The server ignores it; a proxy uses it to send all players of a table to one process. */
    private readonly table: string,
  ) {
    // Reconnect at once when a phone wakes up or the network returns.
    addEventListener('online', this.#now)
    addEventListener('offline', this.#now)
    document.addEventListener('visibilitychange', this.#now)
    this.#looking = setInterval(() => this.#checkLine(), LOOK)
    this.#open()
  }

  #open(): void {
    const socket = house.alone ? new LocalLine(this.table) : this.#connect()
    this.#stopWaiting()
    this.#answers = true
    this.#heard = performance.now()
    this.#socket = socket
    socket.onopen = () => {
      if (this.#socket !== socket) return
      this.#wait = FIRST_WAIT
      this.#heard = performance.now()
      this.listener.changed('open')
      this.listener.opened()
    }
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket === socket) this.#receive(JSON.parse(event.data) as ToPage)
    }
    socket.onclose = () => {
      if (this.#closed || this.#socket !== socket) return
      this.#stopWaiting()
      this.listener.changed('lost')
      this.#timer = setTimeout(() => this.#open(), this.#wait)
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 1.8)
    }
  }

  #connect(): WebSocket {
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/live`
    return new WebSocket(`${address}?table=${encodeURIComponent(this.table)}`)
  }

  #receive(message: ToPage): void {
    const asked = this.#asking
    this.#heard = performance.now()
    this.#stopWaiting()
    if (message.type === 'accepted' && message.id === PING) return
    if (asked && message.type === 'refused' && message.id === null && message.code === 'bad_request') {
      this.#answers = false
      return
    }
    this.listener.received(message)
  }

  /** Cancel the timers. */
  #stopWaiting(): void {
    clearTimeout(this.#patience)
    this.#asking = false
    this.#said = null
  }

  /** Ping the server if nothing was heard for a while. */
  #checkLine(): void {
    if (document.hidden || this.#asking) return
    const now = performance.now()
    if (this.#socket?.readyState === WebSocket.CONNECTING) {
      if (now - this.#heard >= PATIENCE) this.reopen()
      return
    }
    const unanswered = this.#said !== null && now - this.#said >= UNANSWERED
    if (unanswered || now - this.#heard >= SILENCE) this.#sendPing(PATIENCE)
  }

  #sendPing(patience: number): void {
    if (!this.#answers || !this.send({ type: 'ping', id: PING })) return
    clearTimeout(this.#patience)
    this.#asking = true
    this.#patience = setTimeout(() => {
      this.listener.changed('lost')
      this.reopen()
    }, patience)
  }

  #now = (): void => {
    if (this.#closed || document.hidden) return
    if (this.#socket?.readyState === WebSocket.OPEN) this.#sendPing(LITTLE_PATIENCE)
    if (this.#socket?.readyState !== WebSocket.CLOSED) return
    clearTimeout(this.#timer)
    this.#open()
  }

  /** Send a message; return whether the socket was open. Otherwise the caller has to send it again. */
  send(message: FromPage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    this.#said ??= performance.now()
    return true
  }

  /** Reconnect: the server reads the cookie when the connection is opened. */
  reopen(): void {
    const old = this.#socket
    this.#socket = null
    old?.close()
    clearTimeout(this.#timer)
    this.#open()
  }

  close(): void {
    this.#closed = true
    this.#stopWaiting()
    clearTimeout(this.#timer)
    clearInterval(this.#looking)
    removeEventListener('online', this.#now)
    removeEventListener('offline', this.#now)
    document.removeEventListener('visibilitychange', this.#now)
    const socket = this.#socket
    // Browsers report a connection that is closed before it is open as an error.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
    else socket?.close()
  }
}
