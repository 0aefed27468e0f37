/** Category and cost of a game's cards and pieces, where its catalogue has them. */

import { api } from '../../api'
import { isFields } from './shape'

export interface Printed {
  category: string
  cost: number
}

class Prints {
  #found = $state.raw<Record<string, Map<string, Printed>>>({})
  #asked = new Set<string>()

  /** Load them, once for each game; on failure, things have no colour. */
  need(game: string): void {
    if (this.#asked.has(game)) return
    this.#asked.add(game)
    api
      .pieces<Record<string, unknown>>(game)
      .then((catalogue) => (this.#found = { ...this.#found, [game]: collectPrinted(catalogue) }))
      .catch(() => this.#asked.delete(game))
  }

  of(game: string | undefined, id: string): Printed | undefined {
    return game === undefined ? undefined : this.#found[game]?.get(id)
  }
}

export const prints = new Prints()

export function collectPrinted(catalogue: Record<string, unknown>): Map<string, Printed> {
  const things = Object.values(catalogue).filter(isFields).flatMap(Object.entries)
  return new Map(
    things.filter((thing): thing is [string, Printed] => isFields(thing[1]) && typeof thing[1].category === 'string'),
  )
}

/** Group things by category, the cheapest first; a single group without a name if any has no category. */
export function groupByCategory<T>(
  things: readonly [string, T][],
  of: (id: string) => Printed | undefined,
): [string | null, [string, T][]][] {
  const known = things.flatMap((thing) => {
    const print = of(thing[0])
    return print ? [{ thing, ...print }] : []
  })
  if (known.length < things.length) return [[null, [...things]]]
  const sorted = known.sort((a, b) => a.cost - b.cost)
  const categories = [...new Set(sorted.map(({ category }) => category))]
  return categories.map((name) => [name, sorted.filter(({ category }) => category === name).map(({ thing }) => thing)])
}
