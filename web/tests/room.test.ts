import { expect, it, vi } from 'vitest'
import type { Face, FromPage, Told, ToPage } from '../src/protocol'
import type { Listener } from '../src/live/socket'

const line = vi.hoisted(() => ({ sent: [] as FromPage[], listener: null as Listener | null }))
vi.mock('../src/live/socket', () => ({
  PlaySocket: class {
    constructor(listener: Listener) {
      line.listener = listener
    }
    send(message: FromPage) {
      line.sent.push(message)
      return true
    }
    close() {}
  },
}))
vi.mock('../src/api', () => ({ api: {} }))
vi.mock('../src/words/page.svelte', () => ({ t: (key: string) => key }))
vi.mock('../src/library.svelte', () => ({
  library: {
    words: () => ({ say: (key: string) => key, has: () => false }),
    need: () => Promise.resolve(),
    common: { has: () => false },
  },
}))

const face = (question: number | null): Face => ({ question, moves: [{ id: 1, text: 'pass' }] }) as unknown as Face
const told = (type: 'sync' | 'update', number: number, question: number | null, log: Told[] = []): ToPage => ({
  type,
  seat: 0,
  number,
  log,
  face: face(question),
  clocks: null,
})
const seats = [{ number: 0, mine: true, name: 'Ada', kind: 'person' }]

async function seated() {
  const { TableRoom } = await import('../src/live/room.svelte')
  line.sent.length = 0
  const room = new TableRoom('here')
  const hear = (message: ToPage) => line.listener!.received(message)
  line.listener!.changed('open')
  hear({ type: 'table', table: { game: 'gwynt', seats } } as unknown as ToPage)
  hear(told('sync', 1, 7))
  return { room, hear, decided: () => line.sent.filter(({ type }) => type === 'decide') }
}

it('offers nothing while a move is on its way', async () => {
  const { room, decided } = await seated()
  expect(room.moves).toHaveLength(1)
  room.play(1)
  expect(decided()).toMatchObject([{ seat: 0, question: 7, moves: [1] }])
  expect(room.busy).toBe(true)
  expect(room.moves).toEqual([])
})

it('goes on with the next question, whenever the acknowledgement comes', async () => {
  const { room, hear, decided } = await seated()
  room.play(1)
  hear(told('update', 2, 8))
  expect(room.busy).toBe(false)
  room.play(1)
  expect(decided().at(-1)).toMatchObject({ question: 8 })
  hear({ type: 'accepted', id: decided()[0]!.id } as ToPage)
  expect(room.busy).toBe(true) // the second one is still on its way
  hear({ type: 'accepted', id: decided()[1]!.id } as ToPage)
  expect(room.busy).toBe(false)
})

it('waits on while the same question stands: somebody else has done something', async () => {
  const { room, hear, decided } = await seated()
  room.play(1)
  hear(told('update', 2, 7))
  expect(room.busy).toBe(true)
  hear({ type: 'accepted', id: decided()[0]!.id } as ToPage)
  expect(room.busy).toBe(false)
})

it('says why a move was refused, and offers the moves again', async () => {
  const { room, hear, decided } = await seated()
  room.play(1)
  const refused = {
    type: 'refused',
    id: decided()[0]!.id,
    code: 'illegal_move',
    message: 'No.',
    rule: 'GWE-07',
    key: null,
  }
  hear(refused as ToPage)
  expect(room.moves).toHaveLength(1)
  expect(room.notice).toEqual({ kind: 'reason', text: 'No.', rule: 'GWE-07' })
})
