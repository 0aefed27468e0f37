/** The play socket: it comes back by itself, however often it is lost. */

import type { FromPage, ToPage } from '../protocol'

export type Connection = 'connecting' | 'open' | 'lost'

const FIRST_WAIT = 400
const LONGEST_WAIT = 8000

export interface Listener {
  /** Called whenever a connection stands, the first time and after each break: say hello here. */
  opened(): void
  received(message: ToPage): void
  changed(connection: Connection): void
}

export class PlaySocket {
  #socket: WebSocket | null = null
  #wait = FIRST_WAIT
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  constructor(
    private readonly listener: Listener,
    /** The table that is talked of. The server does not read it: a proxy does, to keep a table at one of several. */
    private readonly table: string,
  ) {
    // A phone that wakes up, a network that is back: no reason to wait on.
    addEventListener('online', this.#now)
    document.addEventListener('visibilitychange', this.#now)
    this.#open()
  }

  #open(): void {
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/live`
    const socket = new WebSocket(`${address}?table=${encodeURIComponent(this.table)}`)
    this.#socket = socket
    socket.onopen = () => {
      this.#wait = FIRST_WAIT
      this.listener.changed('open')
      this.listener.opened()
    }
    socket.onmessage = (event: MessageEvent<string>) => this.listener.received(JSON.parse(event.data) as ToPage)
    socket.onclose = () => {
      if (this.#closed || this.#socket !== socket) return
      this.listener.changed('lost')
      this.#timer = setTimeout(() => this.#open(), this.#wait)
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 1.8)
    }
  }

  #now = (): void => {
    if (this.#closed || document.hidden || this.#socket?.readyState !== WebSocket.CLOSED) return
    clearTimeout(this.#timer)
    this.#open()
  }

  /** Whether it was handed over; what is said while the line is down is the caller's to say again. */
  send(message: FromPage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  /** Hang up and call again: the server reads who is calling when the line is opened. */
  reopen(): void {
    const old = this.#socket
    this.#socket = null
    old?.close()
    clearTimeout(this.#timer)
    this.#open()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    removeEventListener('online', this.#now)
    document.removeEventListener('visibilitychange', this.#now)
    this.#socket?.close()
  }
}
