/** What is printed on Gunkimono's pieces and on its battlefield: asked once, for nothing of it changes. */

import { api } from '../../api'
import type { Unit } from './seen'

export interface TileFacts {
  units: Unit[]
  symbols: number[]
}

export interface Catalogue {
  /** The units in their order, each with its letter in notation. */
  units: Record<Unit, string>
  tiles: Record<string, TileFacts>
  rows: number
  columns: number
  squares: Record<string, { row: number; column: number; unit: Unit }>
}

const NOTHING: Catalogue = {
  units: {} as Record<Unit, string>,
  tiles: {},
  rows: 7,
  columns: 9,
  squares: {},
}

class Shelf {
  #found = $state.raw<Catalogue | null>(null)
  #asked: Promise<Catalogue> | null = null

  /** Asked once; again by the next one who needs it, should it not have come. */
  open(): Promise<Catalogue> {
    this.#asked ??= api
      .pieces<Catalogue>('gunkimono')
      .then((found) => (this.#found = found))
      .catch((error: unknown) => {
        this.#asked = null
        throw error
      })
    return this.#asked
  }

  get all(): Catalogue {
    return this.#found ?? NOTHING
  }

  get units(): Unit[] {
    return Object.keys(this.all.units) as Unit[]
  }

  tile(name: string): TileFacts {
    return this.all.tiles[name] ?? { units: [], symbols: [] }
  }
}

export const catalogue = new Shelf()
