import { beforeEach, expect, it, vi } from 'vitest'
import { Refused } from '../src/api'
import { keepPledge, pledgesAt } from '../src/fair/pledge'
import { pledgeAll, pledgeAt } from '../src/fair/pledging'
import type { TableView } from '../src/protocol'

const SECRET = /^[0-9a-f]{64}$/
const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
})
beforeEach(() => kept.clear())

const found: (string | undefined)[] = []
vi.mock('../src/api', async (actual) => ({
  ...(await actual<typeof import('../src/api')>()),
  api: {
    // The table may be opened, and ask for what was pledged, before the pledge itself is answered.
    pledge: (table: string, seat: number) => {
      found.push(pledgesAt(table)?.secrets[seat])
      return Promise.resolve()
    },
  },
}))

const seats = [
  { number: 0, mine: true, accepted: true, pledged: false },
  { number: 1, mine: false, accepted: true, pledged: false },
  { number: 3, mine: true, accepted: false, pledged: false }, // a rematch that I have not agreed to
  { number: 2, mine: true, pledged: true },
]
const table = { id: 'a', phase: 'open', from_position: false, seed_hash: 'b', seats } as unknown as TableView
const at = (seat: number) => pledgesAt(table.id)?.secrets[seat]
const refuse = (code: string) => () => Promise.reject(new Refused(code, ''))

it('keeps what it pledges before the pledge is sent', async () => {
  await pledgeAll(table)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(SECRET)
  expect(at(0)).toBe(found[0])
})

it('keeps what was pledged before at a seat that is refused', async () => {
  keepPledge(table.id, 1, 'mine', 'b')
  keepPledge(table.id, 2, 'other', 'b')
  await expect(pledgeAt(table, 1, refuse('already_started'))).rejects.toThrow(Refused)
  expect([at(1), at(2)]).toEqual(['mine', 'other'])
  await expect(pledgeAt(table, 0, refuse('seat_taken'))).rejects.toThrow(Refused)
  expect(pledgesAt(table.id)?.secrets).toEqual({ 1: 'mine', 2: 'other' })
})

it('keeps the later of two pledges when the earlier is refused', async () => {
  let later = ''
  await expect(
    pledgeAt(table, 1, async () => {
      await pledgeAt(table, 1, () => Promise.resolve())
      later = at(1) ?? ''
      throw new Refused('bad_deck', '')
    }),
  ).rejects.toThrow(Refused)
  expect(later).toMatch(SECRET)
  expect(at(1)).toBe(later)
})

it('keeps a pledge that nobody answered', async () => {
  await expect(pledgeAt(table, 1, refuse('unreachable'))).rejects.toThrow(Refused)
  expect(at(1)).toMatch(SECRET)
})
