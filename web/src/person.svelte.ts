/** Who I am: a name, and a cookie that only the server reads. Nobody is asked before he wants to sit down. */

import { api } from './api'
import type { Person } from './protocol'
import { settings } from './settings.svelte'
import { GUESTS, t } from './words/page.svelte'

class Me {
  person = $state.raw<Person | null>(null)
  #coming: Promise<Person> | null = null

  /** Look whether this device is known already. */
  async recall(): Promise<void> {
    try {
      this.person = await api.me()
    } catch {
      return // the server does not answer: whoever needs it says so
    }
    if (this.person) settings.name = this.person.name
  }

  /** Whether others would not know what to call me: bots do not mind. */
  get nameless(): boolean {
    const name = (this.person?.name ?? settings.name).trim()
    return !name || GUESTS.includes(name)
  }

  /** Somebody who may sit down: known already, or come in now under the name of the settings. */
  come(): Promise<Person> {
    if (this.person) return Promise.resolve(this.person)
    this.#coming ??= this.#comeIn().finally(() => (this.#coming = null))
    return this.#coming
  }

  /** The same, under a name that others can call him by. */
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
    const name = wanted || t('settings.guest')
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
