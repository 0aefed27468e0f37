/** Grounds and weather as images: drawn once for each size, in the colours of the theme. */

import { imageOf } from './art/drawing'
import { lane, weather, type Sky } from './art/scenery'
import type { Row } from './catalogue.svelte'

const INKS = [
  ...['lane-close', 'lane-ranged', 'lane-siege', 'lane-line', 'frost', 'fog', 'rain'],
  ...['rain-cloud', 'rain-line', 'fog-line'],
]

export const SKY: Record<Row, Sky> = { close: 'frost', ranged: 'fog', siege: 'rain' }

class Textures {
  #inks = $state.raw<Readonly<Record<string, string>>>({})
  #drawn = new Map<string, string>()
  night = $state(false)

  /** Take the colours that hold at a place of the page: an image does not know whether it is day or night there. */
  mix(at: Element): void {
    const probe = document.createElement('i')
    at.append(probe)
    const style = getComputedStyle(probe)
    const mixed = (name: string) => {
      probe.style.color = `var(--${name})`
      return style.color
    }
    this.#drawn.clear()
    this.#inks = Object.fromEntries(INKS.map((name) => [name, mixed(name)]))
    this.night = style.colorScheme === 'dark'
    probe.remove()
  }

  #image(key: string, w: number, h: number, draw: () => string): string {
    const inks = this.#inks
    const known = this.#drawn.get(key)
    if (known) return known
    const svg = draw().replace(/var\(--([\w-]+)\)/g, (_, name: string) => inks[name] ?? 'currentColor')
    const image = imageOf(svg, w, h)
    this.#drawn.set(key, image)
    return image
  }

  lane(row: Row, w: number, h: number, front: 'top' | 'bottom'): string {
    return this.#image(`${row} ${w} ${h} ${front}`, w, h, () => lane(row, w, h, front, front === 'top' ? 1 : 2))
  }

  weather(row: Row, w: number, h: number): string {
    return this.#image(`sky ${row} ${w} ${h}`, w, h, () => weather(SKY[row], w, h))
  }
}

export const textures = new Textures()
