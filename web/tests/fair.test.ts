import { beforeEach, expect, it, vi } from 'vitest'
import { check, dealSeed, fair } from '../src/fair/check'
import { keepPledge, makePledge } from '../src/fair/pledge'
import type { MatchRecord } from '../src/protocol'

// Node keeps no storage of its own.
beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
})

// By ludotheque/server/matches/fairness.py: deal_seed(bytes(32), [b"\x01" * 32, None]).
it('makes the seed of the deal as the server does', () =>
  expect(dealSeed('00'.repeat(32), ['01'.repeat(32), null])).toBe(
    'b8b068a1b5a84f28667bd6706141e68b2bb3b03eb549cf92a88e09a2e25a676c',
  ))

const SERVER = '00'.repeat(32)
const SERVER_HASH = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925' // SHA-256 of 32 zeros

function dealt(secret: string, hash: string): MatchRecord {
  return {
    seed: dealSeed(SERVER, [secret, null]),
    fairness: { server_seed: SERVER, server_hash: SERVER_HASH, pledges: [hash, null], contributions: [secret, null] },
  }
}

it('finds a deal fair that was made of what was pledged', () => {
  const { secret, hash } = makePledge()
  keepPledge('table', 0, secret, SERVER_HASH)
  const found = check(dealt(secret, hash), 'table', SERVER_HASH)
  expect(found).toEqual({ server: true, pledges: true, deal: true, mine: true })
  expect(found && fair(found)).toBe(true)
})

it('finds out who broke a promise', () => {
  const { secret, hash } = makePledge()
  const other = makePledge()
  keepPledge('table', 0, secret, SERVER_HASH)
  expect(check(dealt(secret, other.hash), 'table', SERVER_HASH)?.pledges).toBe(false)
  expect(check(dealt(other.secret, other.hash), 'table', SERVER_HASH)?.mine).toBe(false)
  expect(check({ ...dealt(secret, hash), seed: SERVER }, 'table', SERVER_HASH)?.deal).toBe(false)
  keepPledge('another', 0, secret, other.hash)
  expect(check(dealt(secret, hash), 'another', SERVER_HASH)?.server).toBe(false)
})

it('finds nothing where the match was dealt elsewhere', () => {
  expect(check({ seed: SERVER }, 'table', SERVER_HASH)).toBe(null)
})
