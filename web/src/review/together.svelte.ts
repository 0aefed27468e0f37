/** A shared review: one person leads, and the pages that follow show what that person looks at. */

import { untrack } from 'svelte'
import { library } from '../library.svelte'
import { PlaySocket, type Connection } from '../live/socket'
import { me } from '../person.svelte'
import { VERSION, type FromPage, type Led, type Moment, type Said, type ToPage } from '../protocol'
import type { Analysis } from './analysis.svelte'

const PAUSE = 250 // milliseconds between two messages of the leader
const POINTING = 3000 // milliseconds that a ring is shown
const AWAY = 20_000 // milliseconds after which the place of a leader who has left is free
const EVERYTHING = 2 ** 31 - 1 // of a log: the replay has its own

type Draft = FromPage extends infer M ? (M extends { type: string } ? M : never) : never

export class Together {
  led = $state.raw<Led | null>(null)
  following = $state(true)
  /** The leader has been away for so long that somebody else may lead. */
  deserted = $state(false)
  connection = $state<Connection>('connecting')
  problem = $state('')
  talk = $state.raw<Said[]>([])
  unheard = $state(0)
  pointed = $state.raw<{ seat: number; at: string } | null>(null)

  readonly seen = null
  readonly now = 0
  #socket: PlaySocket
  #count = 0
  #applying = 0
  #stand = ''
  #wanted: boolean
  #known = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #ring: ReturnType<typeof setTimeout> | undefined
  #away: ReturnType<typeof setTimeout> | undefined

  /** `lead`: begin as the leader if nobody leads yet. */
  constructor(
    readonly analysis: Analysis,
    lead: boolean,
  ) {
    this.#wanted = lead
    this.#socket = new PlaySocket(
      {
        opened: () => this.#sayHello(),
        received: (message) => this.#receive(message),
        changed: (connection) => (this.connection = connection),
      },
      analysis.room.id,
    )
  }

  get leads(): boolean {
    return this.led?.mine ?? false
  }

  get names(): string[] {
    return [this.led?.leader ?? '']
  }

  /** Whether I may take the lead. */
  get free(): boolean {
    return this.led !== null && (this.led.leader === null || this.deserted)
  }

  #sayHello(): void {
    this.#known = me.person !== null
    const seats = this.analysis.room.table?.seats ?? []
    const seen = Object.fromEntries([-1, ...seats.map(({ number }) => number)].map((one) => [one, EVERYTHING]))
    this.#send({ type: 'hello', version: VERSION, table: this.analysis.room.id, seen, id: this.#nextId() })
  }

  #nextId(): string {
    return `with-${++this.#count}`
  }

  #send(message: Draft): void {
    this.#socket.send(message)
  }

  #receive(message: ToPage): void {
    switch (message.type) {
      case 'welcome':
        this.talk = [] // the server sends it again
        this.#send({ type: 'follow', id: this.#nextId() })
        break
      case 'said':
        this.talk = [...this.talk, message]
        this.unheard++
        break
      case 'led':
        this.#take(message)
        break
      case 'refused':
        this.problem = library.common.has(`error.${message.code}`)
          ? library.common.say(`error.${message.code}`)
          : message.message
        break
      default: // of the table, which the replay shows as it ended
    }
  }

  #take(led: Led): void {
    const before = this.led
    this.led = led
    clearTimeout(this.#away)
    this.deserted = false
    if (led.leader !== null && !led.here) this.#away = setTimeout(() => (this.deserted = true), AWAY)
    if (led.leader === null && this.#wanted) this.lead()
    if (led.mine && !before?.mine) this.following = true
    if (led.mine || !led.moment) return
    if (led.moment.at) this.#ringAt(led.moment.at)
    if (this.following) void this.#apply(led.moment)
  }

  #ringAt(at: string): void {
    this.pointed = { seat: 0, at }
    clearTimeout(this.#ring)
    this.#ring = setTimeout(() => (this.pointed = null), POINTING)
  }

  /** Show what the leader looks at. */
  async #apply(moment: Moment): Promise<void> {
    const { analysis } = this
    this.#applying++
    try {
      const turn = analysis.turns.find(({ worst }) => worst.number === moment.verdict)
      if (turn) {
        if (analysis.fault !== turn) await analysis.study(turn)
        if (analysis.fault === turn) analysis.show(moment.shown ?? 'played')
      } else {
        analysis.leave()
        analysis.room.stop()
        const seat = moment.knower ?? null
        if (seat !== analysis.room.knower && (seat ?? 0) < analysis.room.names.length) await analysis.room.knowAs(seat)
        const at = analysis.places.get(moment.entry)
        if (at !== undefined && at !== analysis.room.at) await analysis.room.go(at)
      }
    } finally {
      this.#applying--
      this.#stand = JSON.stringify(this.#look())
    }
  }

  #look(): Moment {
    const { analysis } = this
    return {
      entry: analysis.room.log[analysis.room.at]?.number ?? 0,
      verdict: analysis.fault?.worst.number ?? null,
      shown: analysis.shown,
      at: null,
      knower: analysis.room.knower,
    }
  }

  /** What I look at may have changed: the leader tells it, and a follower who moves goes on alone. */
  looked(): void {
    const look = this.#look()
    untrack(() => {
      if (this.leads) this.#tellSoon()
      else if (this.following && this.led?.moment && !this.#applying && JSON.stringify(look) !== this.#stand)
        this.following = false
    })
  }

  #tellSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      if (this.leads) this.#tell()
    }, PAUSE)
  }

  #tell(at: string | null = null): void {
    this.#send({ type: 'lead', moment: { ...this.#look(), at }, id: this.#nextId() })
  }

  /** Take the lead, if it is free. */
  lead(): void {
    // The server knows who I am from when the socket opened: an account that is newer needs another one.
    this.#wanted = !this.#known && me.person !== null
    if (this.#wanted) {
      this.#socket.reopen()
      return
    }
    this.problem = ''
    this.#tell()
  }

  giveUp(): void {
    this.#send({ type: 'lead', moment: null, id: this.#nextId() })
  }

  /** Follow the leader again. */
  follow(): void {
    this.problem = ''
    this.following = true
    const moment = this.led?.moment
    if (moment) void this.#apply(moment)
  }

  leave(): void {
    this.following = false
  }

  point(at: string): void {
    if (!this.leads) return
    this.#ringAt(at)
    this.#tell(at)
  }

  say(text: string): void {
    if (me.person) this.#send({ type: 'say', text, id: this.#nextId() })
  }

  close(): void {
    for (const timer of [this.#timer, this.#ring, this.#away]) clearTimeout(timer)
    this.#socket.close()
  }
}
