/** What is printed on Gunkimono's pieces and on its battlefield. */

import { Catalogue } from '../../table/catalogue.svelte'
import type { Unit } from './seen'

export interface TileFacts {
  units: Unit[]
  symbols: number[]
}

export interface Printed {
  /** The units in their order, each with its letter in notation. */
  units: Record<Unit, string>
  tiles: Record<string, TileFacts>
  rows: number
  columns: number
  squares: Record<string, { row: number; column: number; unit: Unit }>
}

const NOTHING: Printed = {
  units: {} as Record<Unit, string>,
  tiles: {},
  rows: 7,
  columns: 9,
  squares: {},
}

class GunkimonoCatalogue extends Catalogue<Printed> {
  get all(): Printed {
    return this.printed ?? NOTHING
  }

  get units(): Unit[] {
    return Object.keys(this.all.units) as Unit[]
  }

  tile(name: string): TileFacts {
    return this.all.tiles[name] ?? { units: [], symbols: [] }
  }
}

export const catalogue = new GunkimonoCatalogue('gunkimono')
