/** The play socket: it comes back by itself, however often it is lost, also when nobody says so. */

import type { FromPage, ToPage } from '../protocol'

export type Connection = 'connecting' | 'open' | 'lost'

const FIRST_WAIT = 400
const LONGEST_WAIT = 8000
/** A line may die without a word: after so long without one the server is asked whether it is there … */
const SILENCE = 15000
/** … and earlier where something was said to it. */
const UNANSWERED = 5000
const LOOK = 1000
/** So long it has for an answer; less where the line has probably changed: a phone that wakes up. */
const PATIENCE = 10000
const LITTLE_PATIENCE = 4000
const PING = 'ping'

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
  #heard = 0
  /** Since when something that was said has had no answer. */
  #said: number | null = null
  #patience: ReturnType<typeof setTimeout> | undefined
  #asking = false
  /** Whether the server knows the question: one of before does not. */
  #answers = true
  readonly #looking: ReturnType<typeof setInterval>

  constructor(
    private readonly listener: Listener,
    /** The table that is talked of. The server does not read it: a proxy does, to keep a table at one of several. */
    private readonly table: string,
  ) {
    // A phone that wakes up, a network that is back: no reason to wait on.
    addEventListener('online', this.#now)
    addEventListener('offline', this.#now)
    document.addEventListener('visibilitychange', this.#now)
    this.#looking = setInterval(() => this.#look(), LOOK)
    this.#open()
  }

  #open(): void {
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/live`
    const socket = new WebSocket(`${address}?table=${encodeURIComponent(this.table)}`)
    this.#hush()
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
      this.#hush()
      this.listener.changed('lost')
      this.#timer = setTimeout(() => this.#open(), this.#wait)
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 1.8)
    }
  }

  #receive(message: ToPage): void {
    const asked = this.#asking
    this.#heard = performance.now()
    this.#hush()
    if (message.type === 'accepted' && message.id === PING) return
    if (asked && message.type === 'refused' && message.id === null && message.code === 'bad_request') {
      this.#answers = false
      return
    }
    this.listener.received(message)
  }

  /** Nothing is waited for. */
  #hush(): void {
    clearTimeout(this.#patience)
    this.#asking = false
    this.#said = null
  }

  /** Whether the line still lives: who hears nothing asks. */
  #look(): void {
    if (document.hidden || this.#asking) return
    const now = performance.now()
    if (this.#socket?.readyState === WebSocket.CONNECTING) {
      if (now - this.#heard >= PATIENCE) this.reopen()
      return
    }
    const unanswered = this.#said !== null && now - this.#said >= UNANSWERED
    if (unanswered || now - this.#heard >= SILENCE) this.#ask(PATIENCE)
  }

  #ask(patience: number): void {
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
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ask(LITTLE_PATIENCE)
    if (this.#socket?.readyState !== WebSocket.CLOSED) return
    clearTimeout(this.#timer)
    this.#open()
  }

  /** Whether it was handed over; what is said while the line is down is the caller's to say again. */
  send(message: FromPage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false
    this.#socket.send(JSON.stringify(message))
    this.#said ??= performance.now()
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
    this.#hush()
    clearTimeout(this.#timer)
    clearInterval(this.#looking)
    removeEventListener('online', this.#now)
    removeEventListener('offline', this.#now)
    document.removeEventListener('visibilitychange', this.#now)
    this.#socket?.close()
  }
}
