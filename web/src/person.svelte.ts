/**
 * My name, and whether the server knows this device (by a cookie that only the server reads). The name is asked when I
 * first sit down.
 */

import { api } from './api'
import type { Person } from './protocol'
import { settings } from './settings.svelte'
import { guestIn, LANGUAGES } from './words/say'

class Me {
  person = $state.raw<Person | null>(null)
  #coming: Promise<Person> | null = null

  /** Ask the server whether it knows this device. */
  async recall(): Promise<void> {
    try {
      this.person = await api.me()
    } catch {
      return // the server does not answer: whatever needs it reports that
    }
    if (this.person) settings.name = this.person.name
  }

  /** Whether I have no name yet; bots don't need one. */
  get nameless(): boolean {
    const name = (this.person?.name ?? settings.name).trim()
    return !name || LANGUAGES.some((language) => name === guestIn(language))
  }

  /** Return my account; create one under the name in the settings if there is none. */
  come(): Promise<Person> {
    if (this.person) return Promise.resolve(this.person)
    this.#coming ??= this.#comeIn().finally(() => (this.#coming = null))
    return this.#coming
  }

  /** Return my account, under this name, which other players will see. */
  async comeAs(name: string): Promise<Person> {
    settings.name = name.trim()
    const person = await this.come()
    if (person.name !== settings.name) await this.rename(name.trim())
    return this.person ?? person
  }

  async #comeIn(): Promise<Person> {
    const wanted = settings.name.trim()
    await this.recall()
    if (this.person) return this.person
    const name = wanted || guestIn(settings.language)
    this.person = await api.welcome(name)
    settings.name = name
    return this.person
  }

  async rename(name: string): Promise<void> {
    settings.name = name
    if (this.person) this.person = await api.rename(name)
  }
}

export const me = new Me()
