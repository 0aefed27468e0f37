/**
 * My part of the deal: 32 random bytes, pledged by their hash when I sit down, opened at the start. What I pledged, and
 * what the server had pledged then, is kept on this device, so that both can be held to it at the end.
 */

// Browsers have SHA-256 built in, but hide it from pages that come over plain HTTP, as on a phone in the same living
// room; and there a fair deal matters as much.
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

interface Kept {
  /** My contributions, by seat. */
  secrets: Record<string, string>
  /** The hash of the server's seed, as it stood when I sat down. */
  server: string
}

const PLACE = 'ludotheque.pledges'
const MANY = 60 // tables that are remembered

function all(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Record<string, Kept>
  } catch {
    return {}
  }
}

export interface Pledge {
  secret: string
  hash: string
}

export function makePledge(): Pledge {
  const secret = crypto.getRandomValues(new Uint8Array(32))
  return { secret: bytesToHex(secret), hash: bytesToHex(sha256(secret)) }
}

/** Keep what I add at a seat; null: what was kept there is none of the deal. */
export function keepPledge(table: string, seat: number, secret: string | null, server: string): void {
  const kept = all()
  const here = kept[table] ?? { secrets: {}, server }
  const rest = Object.entries(kept)
    .filter(([id]) => id !== table)
    .slice(1 - MANY)
  const others = Object.entries(here.secrets).filter(([number]) => number !== String(seat))
  const secrets = Object.fromEntries(secret === null ? others : [...others, [seat, secret]])
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...Object.fromEntries(rest), [table]: { ...here, secrets } }))
  } catch {
    // The browser stores nothing: the host may start without this contribution.
  }
}

export const pledgesAt = (table: string): Kept | null => all()[table] ?? null
