/** Was the deal fair? Checked on this device; `ludotheque verify` checks the same, and plays every move again. */

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { MatchRecord } from '../protocol'
import { pledgesAt } from './pledge'

const SALT = new TextEncoder().encode('ludotheque fair deal 1')

export interface Findings {
  /** The server's seed is the one whose hash was shown before the start. */
  server: boolean
  /** Every contribution is the one that was pledged. */
  pledges: boolean
  /** The deal was made of exactly these. */
  deal: boolean
  /** Whether this device's contribution is part of it; null if it made none. */
  mine: boolean | null
}

export const fair = (found: Findings): boolean => found.server && found.pledges && found.deal && found.mine !== false

export function dealSeed(seed: string, contributions: readonly (string | null)[]): string {
  const parts = contributions.map((one) => hexToBytes(one ?? ''))
  const told = parts.flatMap((part) => [Uint8Array.of(part.length >> 8, part.length & 255), part])
  return bytesToHex(sha256(concatBytes(SALT, hexToBytes(seed), ...told)))
}

const hashOf = (hex: string): string => bytesToHex(sha256(hexToBytes(hex)))

/** What a check of the deal finds; null if the match was dealt elsewhere. */
export function check(record: MatchRecord, table: string, shown: string): Findings | null {
  if (!record.fairness) return null
  const { server_seed, server_hash, pledges, contributions } = record.fairness
  const kept = pledgesAt(table)
  const promised = kept?.server ?? shown
  const given = Object.entries(kept?.secrets ?? {})
  return {
    server: hashOf(server_seed) === server_hash && server_hash === promised,
    pledges: pledges.every((pledge, seat) => {
      const opened = contributions[seat]
      return !opened || hashOf(opened) === pledge
    }),
    deal: dealSeed(server_seed, contributions) === record.seed,
    mine: given.length ? given.every(([seat, secret]) => contributions[Number(seat)] === secret) : null,
  }
}
