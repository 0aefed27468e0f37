/** A line to a table in this browser, with what `PlaySocket` uses of a WebSocket. */

import type { Python } from './python'

export class LocalLine {
  readyState: number = WebSocket.CONNECTING
  onopen: (() => void) | null = null
  onmessage: ((event: MessageEvent<string>) => void) | null = null
  onclose: (() => void) | null = null
  #python: Python | null = null
  #line = 0
  #stop: (() => void) | null = null

  constructor(table: string) {
    this.#open(table).catch(() => this.close())
  }

  /** A table that was shown before is drawn at once; what is said to it waits in the worker until Python has started. */
  async #open(table: string): Promise<void> {
    const { python, lastShown, ShownKeeper } = await import('./python') // most pages have a server, and never need it
    const started = python.start()
    started.catch(() => undefined) // said below
    const shown = table && !python.ready ? await lastShown(table).catch(() => null) : null
    if (!shown) await started
    if (this.readyState !== WebSocket.CONNECTING) return
    const keeper = table ? new ShownKeeper(table) : null
    this.#python = python
    this.#line = python.open((text) => {
      this.#receive(text)
      keeper?.note(text)
    })
    this.#stop = () => keeper?.close()
    this.readyState = WebSocket.OPEN
    this.onopen?.()
    shown?.forEach((text) => this.#receive(text))
    await started
  }

  #receive(text: string): void {
    this.onmessage?.(new MessageEvent('message', { data: text }))
  }

  send(text: string): void {
    this.#python?.say(this.#line, text)
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    this.#python?.close(this.#line)
    this.#stop?.()
    this.onclose?.()
  }
}
