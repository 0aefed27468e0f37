/** Was the deal fair? Checked on this device; `ludotheque verify` checks the same, and plays every move again. */

import type { MatchRecord } from '../live/protocol'
import { pledgesAt } from './pledge'
import { bytes, hex, sha256 } from './sha256'

const SALT = new TextEncoder().encode('ludotheque fair deal 1')

export interface Findings {
  /** The server's seed is the one whose hash was shown before the start. */
  server: boolean
  /** Every contribution is the one that was pledged. */
  pledges: boolean
  /** The deal was made of exactly these. */
  deal: boolean
  /** What this device gave is part of it; null if it gave nothing. */
  mine: boolean | null
}

export const fair = (found: Findings): boolean => found.server && found.pledges && found.deal && found.mine !== false

export function dealSeed(seed: string, contributions: readonly (string | null)[]): string {
  const parts = contributions.map((one) => bytes(one ?? ''))
  const all = [...SALT, ...bytes(seed)]
  for (const part of parts) all.push(part.length >> 8, part.length & 255, ...part)
  return hex(sha256(Uint8Array.from(all)))
}

export function check(record: MatchRecord, table: string, shown: string): Findings {
  const { server_seed, server_hash, pledges, contributions } = record.fairness
  const kept = pledgesAt(table)
  const promised = kept?.server ?? shown
  const given = Object.entries(kept?.secrets ?? {})
  return {
    server: hex(sha256(bytes(server_seed))) === server_hash && server_hash === promised,
    pledges: pledges.every((pledge, seat) => {
      const opened = contributions[seat]
      return !opened || hex(sha256(bytes(opened))) === pledge
    }),
    deal: dealSeed(server_seed, contributions) === record.seed,
    mine: given.length ? given.every(([seat, secret]) => contributions[Number(seat)] === secret) : null,
  }
}
