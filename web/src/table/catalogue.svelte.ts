/** The printed facts of a game's pieces, loaded once: they never change. */

import { api } from '../api'

export class Catalogue<Printed> {
  #printed = $state.raw<Printed | null>(null)
  #request: Promise<Printed> | null = null

  constructor(private readonly game: string) {}

  /** Load the facts. After a failure the next call tries again. */
  open(): Promise<Printed> {
    this.#request ??= api
      .pieces<Printed>(this.game)
      .then((printed) => (this.#printed = printed))
      .catch((error: unknown) => {
        this.#request = null
        throw error
      })
    return this.#request
  }

  /** The facts; null until they have loaded. */
  protected get printed(): Printed | null {
    return this.#printed
  }
}
