import { expect, it, vi } from 'vitest'
import { pledgesAt } from '../src/fair/pledge'
import { pledgeAll } from '../src/fair/pledging'
import type { TableView } from '../src/protocol'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
})

const found: (string | undefined)[] = []
vi.mock('../src/api', () => ({
  api: {
    // The table may be opened, and ask for what was pledged, before the pledge itself is answered.
    pledge: (table: string, seat: number) => {
      found.push(pledgesAt(table)?.secrets[seat])
      return Promise.resolve()
    },
  },
}))

it('keeps what it pledges before the pledge is sent', async () => {
  const seats = [
    { number: 0, mine: true, pledged: false },
    { number: 1, mine: false, pledged: false },
    { number: 2, mine: true, pledged: true },
  ]
  await pledgeAll({ id: 'a', phase: 'open', from_position: false, seed_hash: 'b', seats } as unknown as TableView)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(/^[0-9a-f]{64}$/)
})
