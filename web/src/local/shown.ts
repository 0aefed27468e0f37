/**
 * What a table showed last, in IndexedDB. The next visit draws it before Python is ready: the question can be read and
 * answered, and the answer waits. What Python then says replaces it.
 */

import { house } from '../house'

const NAME = 'ludotheque-shown'
const STORE = 'shown'
const LATEST = 'latest' // the only entry: the table that was looked at last
/** Milliseconds without news before something is written. */
const REST = 600

interface Kept {
  /** The Python that said it: another version may say it differently. */
  by: string
  table: string
  texts: string[]
}

interface Shown {
  type: 'table' | 'sync' | 'update'
  seat: number
  log: { number: number }[]
}

async function withStore<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(NAME, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const settled = <U>(request: IDBRequest<U>) =>
    new Promise<U>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
    })
  const database = await settled(opening)
  try {
    return await settled(use(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

/** The messages that draw a table as it was; null if another one was looked at last. */
export async function lastShown(table: string): Promise<string[] | null> {
  const kept = await withStore('readonly', (store) => store.get(LATEST) as IDBRequest<Kept | undefined>)
  return kept?.table === table && kept.by === house.python.snapshot ? kept.texts : null
}

/** Notes what Python says of a table, and writes it when nothing has come for a moment. */
export class ShownKeeper {
  #texts: string[] = []
  #table: Shown | null = null
  #seats = new Map<number, Shown>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly id: string) {
    document.addEventListener('visibilitychange', this.#hidden)
  }

  note(text: string): void {
    if (!/^\{"type":"(table|sync|update)"/.test(text)) return
    this.#texts.push(text)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#write, REST)
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#hidden)
    this.#write()
  }

  #hidden = (): void => {
    if (document.hidden) this.#write()
  }

  #write = (): void => {
    clearTimeout(this.#timer)
    if (!this.#texts.length) return
    for (const text of this.#texts.splice(0)) this.#take(JSON.parse(text) as Shown)
    const texts = [this.#table, ...this.#seats.values()].map((one) => JSON.stringify(one))
    const kept: Kept = { by: house.python.snapshot, table: this.id, texts }
    withStore('readwrite', (store) => store.put(kept, LATEST)).catch(() => undefined) // the next visit waits for Python
  }

  #take(said: Shown): void {
    if (said.type === 'table') {
      this.#table = said
      return
    }
    const before = this.#seats.get(said.seat)?.log ?? []
    const last = before.at(-1)?.number ?? 0
    const log = [...before, ...said.log.filter(({ number }) => number > last)]
    this.#seats.set(said.seat, { ...said, type: 'sync', log })
  }
}
