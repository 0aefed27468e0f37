/** The tables that this browser keeps, as text by id, in IndexedDB. */

const NAME = 'ludotheque'
const TABLES = 'tables'

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'))
  })
}

let opened: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(TABLES)
    settled(request).then(resolve, (error: unknown) => {
      opened = null
      reject(error instanceof Error ? error : new Error(String(error)))
    })
  })
  return opened
}

export async function keptTables(): Promise<Record<string, string>> {
  const store = (await open()).transaction(TABLES).objectStore(TABLES)
  const [ids, texts] = await Promise.all([settled(store.getAllKeys()), settled(store.getAll())])
  return Object.fromEntries(ids.map((id, at) => [id as string, texts[at] as string]))
}

/** Keep a table, or forget it. Resolved once it is on disk. */
export async function keepTable(id: string, text: string | null): Promise<void> {
  const change = (await open()).transaction(TABLES, 'readwrite')
  if (text === null) change.objectStore(TABLES).delete(id)
  else change.objectStore(TABLES).put(text, id)
  await new Promise<void>((resolve, reject) => {
    change.oncomplete = () => resolve()
    change.onabort = change.onerror = () => reject(change.error ?? new Error('The table was not kept.'))
  })
}
