/** The memory of the interpreter after its start, kept for the next visit: one, of the archive that was started. */

// Not of the service worker, which throws away caches of earlier versions by their names (public/offline.js).
const NAME = 'ludotheque-snapshot'

export async function keptSnapshot(archive: string): Promise<ArrayBuffer | null> {
  try {
    const found = await (await caches.open(NAME)).match(`${archive}.snapshot`)
    return found ? await found.arrayBuffer() : null
  } catch {
    return null // there is no storage: every visit is a first one
  }
}

/** Store a snapshot and delete all earlier ones; with null, only delete them. */
export async function keepSnapshot(archive: string, snapshot: Uint8Array<ArrayBuffer> | null): Promise<void> {
  try {
    await caches.delete(NAME)
    if (snapshot) await (await caches.open(NAME)).put(`${archive}.snapshot`, new Response(snapshot))
  } catch (error) {
    console.info('The start of Python is not kept:', error)
  }
}
