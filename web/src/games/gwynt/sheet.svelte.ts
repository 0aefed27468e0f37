/**
 * The sheet of signs, read once: each is one path. A `<use>` that points into another file would be drawn some frames
 * after its card was laid, with a tree of its own to style; while cards travel there is no time for that.
 */

import sheet from './art.svg?url'

const SYMBOL = /<symbol id="([^"]+)"[^>]*><path d="([^"]+)"/g

class Sheet {
  #paths = $state.raw<ReadonlyMap<string, string> | null>(null)
  #asked = false

  /** How a sign is drawn; nothing until the sheet is here. */
  path(name: string): string | undefined {
    if (!this.#asked) {
      this.#asked = true
      void this.#open()
    }
    return this.#paths?.get(name)
  }

  async #open(): Promise<void> {
    try {
      const text = await (await fetch(sheet)).text()
      this.#paths = new Map([...text.matchAll(SYMBOL)].map(([, name = '', path = '']) => [name, path]))
    } catch {
      this.#asked = false // cards can be read without; the next one that is drawn asks again
    }
  }
}

export const signs = new Sheet()
