/** A line to a table in this browser, with what `PlaySocket` uses of a WebSocket. */

import type { Python } from './python'

export class LocalLine {
  readyState: number = WebSocket.CONNECTING
  onopen: (() => void) | null = null
  onmessage: ((event: MessageEvent<string>) => void) | null = null
  onclose: (() => void) | null = null
  #python: Python | null = null
  #line = 0

  constructor() {
    this.#open().catch(() => this.close())
  }

  async #open(): Promise<void> {
    const { python } = await import('./python') // most pages have a server, and never need it
    const line = await python.open((text) => this.onmessage?.(new MessageEvent('message', { data: text })))
    if (this.readyState !== WebSocket.CONNECTING) {
      python.close(line)
      return
    }
    this.#python = python
    this.#line = line
    this.readyState = WebSocket.OPEN
    this.onopen?.()
  }

  send(text: string): void {
    this.#python?.say(this.#line, text)
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    this.#python?.close(this.#line)
    this.onclose?.()
  }
}
