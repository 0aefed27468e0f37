/** Notation of tiles as moves: where each half lies, and which placements are legal according to the server's list. */

import { WAYS, type Way } from './geometry'

/** A place as it is written: `c3` for a small tile, `c3e` for a large one, `c3e+` on a support. */
export interface Lying {
  square: string
  way: Way | null
  supported: boolean
}

const WRITTEN = /^([a-z]\d+)([nesw])?(\+)?$/

export function readPlace(text: string): Lying | null {
  const [, square, way, plus] = WRITTEN.exec(text) ?? []
  return square ? { square, way: (way as Way | undefined) ?? null, supported: plus === '+' } : null
}

/** The places of one tile, by their first square. */
export class Places {
  readonly #texts: ReadonlySet<string>
  readonly #ways = new Map<string, Set<Way>>()
  readonly squares = new Set<string>()

  constructor(texts: readonly string[]) {
    this.#texts = new Set(texts)
    for (const text of texts) {
      const lying = readPlace(text)
      if (!lying) continue
      this.squares.add(lying.square)
      const ways = this.#ways.get(lying.square) ?? new Set()
      if (lying.way) ways.add(lying.way)
      this.#ways.set(lying.square, ways)
    }
  }

  /** The notation of a tile that lies so, if legal; without a support where it needs none. */
  written(square: string, way: Way | null): string | null {
    const plain = `${square}${way ?? ''}`
    return this.#texts.has(plain) ? plain : this.#texts.has(`${plain}+`) ? `${plain}+` : null
  }

  /** The legal directions of the second half. */
  ways(square: string): ReadonlySet<Way> {
    return this.#ways.get(square) ?? new Set()
  }

  /** The next direction, clockwise or back: the next legal one if there is another. */
  turned(square: string | null, way: Way, back = false): Way {
    const legal = square === null ? null : this.ways(square)
    const at = WAYS.indexOf(way)
    const order = [1, 2, 3].map((n) => WAYS[(at + (back ? 4 - n : n)) % 4] ?? way)
    return order.find((next) => legal?.has(next)) ?? order[0] ?? way
  }
}
