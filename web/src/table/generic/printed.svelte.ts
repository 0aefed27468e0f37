/** What is printed on the things of a game, where its catalogue tells: of which category they are, what they cost. */

import { api } from '../../api'
import { isFields } from './shape'

export interface Printed {
  category: string
  cost: number
}

class Prints {
  #found = $state.raw<Record<string, Map<string, Printed>>>({})
  #asked = new Set<string>()

  /** Asked once a game; where nothing comes back, things simply have no colour. */
  need(game: string): void {
    if (this.#asked.has(game)) return
    this.#asked.add(game)
    api
      .pieces<Record<string, unknown>>(game)
      .then((catalogue) => (this.#found = { ...this.#found, [game]: printed(catalogue) }))
      .catch(() => this.#asked.delete(game))
  }

  of(game: string | undefined, id: string): Printed | undefined {
    return game === undefined ? undefined : this.#found[game]?.get(id)
  }
}

export const prints = new Prints()

export function printed(catalogue: Record<string, unknown>): Map<string, Printed> {
  const things = Object.values(catalogue).filter(isFields).flatMap(Object.entries)
  return new Map(
    things.filter((thing): thing is [string, Printed] => isFields(thing[1]) && typeof thing[1].category === 'string'),
  )
}

/** Things in frames, a category each, the cheapest first; one frame without a name if any has none. */
export function framed<T>(
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
