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
    reopen() {
      line.listener!.opened()
    }
  },
}))
const past = vi.hoisted(() => vi.fn<(id: string, number: number) => Promise<unknown>>())
vi.mock('../src/api', () => ({ api: { at: past } }))
vi.mock('../src/words/lines', () => ({ lines: () => [] }))
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

it('takes up what others do when the pieces of the last move have arrived, and what I did at once', async () => {
  vi.useFakeTimers()
  const { TableRoom } = await import('../src/live/room.svelte')
  let moving: Promise<unknown> | null = null
  const room = new TableRoom('here', () => moving)
  const hear = (message: ToPage) => line.listener!.received(message)
  line.listener!.changed('open')
  hear({ type: 'table', table: { game: 'gwynt', seats } } as unknown as ToPage)
  hear(told('sync', 1, 7))
  moving = new Promise<void>((resolve) => setTimeout(resolve, 400)).then(() => (moving = null))
  room.play(1)
  hear(told('update', 2, 8))
  expect(room.newest?.number).toBe(2)
  hear(told('update', 3, 9))
  hear(told('update', 4, 10))
  await vi.advanceTimersByTimeAsync(300)
  expect(room.newest?.number).toBe(2)
  await vi.advanceTimersByTimeAsync(110)
  expect(room.newest?.number).toBe(4) // nothing travels any more
  moving = new Promise(() => undefined)
  hear(told('update', 5, 11))
  await vi.advanceTimersByTimeAsync(1100)
  expect(room.newest?.number).toBe(5) // nobody waits for ever
  vi.useRealTimers()
})

it('comes in again by itself when the server could not let it in', async () => {
  vi.useFakeTimers()
  const { room, hear } = await seated()
  const hellos = () => line.sent.filter(({ type }) => type === 'hello')
  line.listener!.opened()
  hear({ type: 'refused', id: hellos()[0]!.id, code: 'storage', message: 'Not now.', rule: null, key: null } as ToPage)
  expect(room.notice).toMatchObject({ kind: 'error', text: 'Not now.' })
  vi.runAllTimers()
  expect(hellos()).toHaveLength(2)
  hear({ type: 'welcome', version: 1, seats: [0], now: 0, id: hellos()[1]!.id } as ToPage)
  expect(room.notice).toBeNull()
  vi.runAllTimers()
  expect(hellos()).toHaveLength(2)
  vi.useRealTimers()
})

it('waits on while the same question stands: somebody else has done something', async () => {
  const { room, hear, decided } = await seated()
  room.play(1)
  hear(told('update', 2, 7))
  expect(room.busy).toBe(true)
  hear({ type: 'accepted', id: decided()[0]!.id } as ToPage)
  expect(room.busy).toBe(false)
})

it('keeps a hint while its question stands, and drops it with the question', async () => {
  const { room, hear } = await seated()
  room.hint()
  const { id } = line.sent.at(-1) as { id: string }
  hear(told('update', 2, 7)) // somebody else chose while the bot was thinking
  const move = { id: 1, text: 'pass', key: 'k', params: {} }
  hear({ type: 'hinted', id, seat: 0, move, reason: null, best: [] } as unknown as ToPage)
  hear(told('update', 3, 7))
  expect(room.hinted?.id).toBe(1)
  expect(line.sent.at(-1)).toMatchObject({ type: 'preview', move: 1 })
  hear(told('update', 4, 8))
  expect(room.advice).toBeNull()
})

it('offers the moves again when the server can read nothing of what was sent', async () => {
  const { room, hear, decided } = await seated()
  room.play()
  expect(decided()).toEqual([]) // no move is no message
  room.play(1)
  hear({ type: 'refused', id: null, code: 'bad_request', message: 'No.', rule: null, key: null })
  expect(room.busy).toBe(false)
  expect(room.moves).toHaveLength(1)
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

const hello = { type: 'welcome', version: 1, seats: [0], now: 0, id: null } as unknown as ToPage

it('sends a decision again after a reconnect until the server has acknowledged it', async () => {
  const { room, hear, decided } = await seated()
  room.play(1)
  const [first] = decided()
  line.listener!.changed('lost')
  line.listener!.changed('open')
  hear(hello)
  expect(decided()).toEqual([first, first]) // under the same id: the server applies it once
  hear({ type: 'accepted', id: first!.id } as ToPage)
  hear(hello)
  expect(decided()).toHaveLength(2)
})

it('sends nothing again that the server has refused', async () => {
  const { room, hear, decided } = await seated()
  room.play(1)
  const refused = { type: 'refused', id: decided()[0]!.id, code: 'stale', message: 'Late.', rule: null, key: null }
  hear(refused as ToPage)
  hear(hello)
  expect(decided()).toHaveLength(1)
})

it('forgets what it has seen when it comes in again under another name', async () => {
  const { room } = await seated()
  room.reopen()
  expect(room.newest).toBeNull()
  expect(line.sent.at(-1)).toMatchObject({ type: 'hello', seen: {} })
})

it('points from its seat; a spectator does not point', async () => {
  const { room, hear } = await seated()
  room.point('e5')
  expect(line.sent.at(-1)).toMatchObject({ type: 'point', seat: 0, at: 'e5' })
  hear({ type: 'table', table: { game: 'gwynt', seats: [{ ...seats[0], mine: false }] } } as unknown as ToPage)
  const before = line.sent.length
  room.point('e5')
  expect(line.sent).toHaveLength(before)
})

/** Take seats 0 and 2 of a table; `owing` are the seats that have moves. */
async function seatTwice(owing: number[]) {
  const both = await seated()
  const table = { game: 'gwynt', seats: [0, 1, 2].map((number) => ({ number, mine: number !== 1, name: '' })) }
  both.hear({ type: 'table', table } as unknown as ToPage)
  const update = (seats: number[]) => {
    for (const seat of [0, 2]) {
      const asked = seats.includes(seat)
      const shown = { ...face(asked ? 10 + seat : null), ...(asked ? {} : { moves: [] }) }
      both.hear({ ...told('update', 2, null), seat, face: shown } as ToPage)
    }
  }
  update(owing)
  return { ...both, update }
}

it('uses the seat of mine that owes a decision, and decides for that seat', async () => {
  const { room, decided, update } = await seatTwice([2])
  expect([room.seats, room.seat]).toEqual([[0, 2], 2])
  room.play(1)
  expect(decided().at(-1)).toMatchObject({ seat: 2, question: 12 })
  update([0])
  expect(room.seat).toBe(0)
})

it('uses the seat that I chose while it owes a decision', async () => {
  const { room, update } = await seatTwice([0, 2])
  expect(room.seat).toBe(0)
  room.look(2)
  expect(room.seat).toBe(2)
  update([0]) // the chosen one has nothing to decide
  expect(room.seat).toBe(0)
  update([]) // neither has
  expect(room.seat).toBe(2)
})

it('offers to take a secret choice back while others choose, never after the end', async () => {
  const { room, hear } = await seated()
  const chosen = { ...face(7), moves: [], may_withdraw: true, outcome: null }
  const withdrawn = () => line.sent.filter(({ type }) => type === 'withdraw')
  hear({ ...told('update', 2, 7), face: chosen } as unknown as ToPage)
  expect(room.mayWithdraw).toBe(true)
  room.withdraw()
  expect(withdrawn()).toHaveLength(1)
  hear({ ...told('update', 3, 7), face: { ...chosen, outcome: { cause: 'resigned' } } } as unknown as ToPage)
  expect(room.mayWithdraw).toBe(false)
  room.withdraw()
  expect(withdrawn()).toHaveLength(1)
})

// What happened since -------------------------------------------------------------------------------------------------

const entries = (...numbers: number[]): Told[] =>
  numbers.map((number) => ({
    number,
    kind: 'decide',
    seat: number % 3,
    at: 0,
    steps: [{ seat: number % 3, move: null, events: [{ event: 'placed', key: 'k', params: {} }] }],
  })) as unknown as Told[]

/** Come back to a table where entries 3 to 6 were not seen. */
async function back(motion: 'full' | 'none') {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => '{"here":{"0":2}}', setItem: vi.fn() })
  past.mockImplementation((_, number) => Promise.resolve({ ...face(null), moves: [], number }))
  const { settings } = await import('../src/settings.svelte')
  settings.motion = motion
  const { TableRoom } = await import('../src/live/room.svelte')
  const room = new TableRoom('here')
  const hear = (message: ToPage) => line.listener!.received(message)
  line.listener!.changed('open')
  hear({ type: 'table', table: { game: 'gwynt', seats } } as unknown as ToPage)
  hear(told('sync', 6, 9, entries(1, 2, 3, 4, 5, 6)))
  await vi.advanceTimersByTimeAsync(0)
  return { room, hear, shown: () => room.arrived?.log.at(-1)?.number }
}

it('tells whoever comes back what happened since, one entry after the other', async () => {
  const { room, shown } = await back('full')
  const numbers = [shown()]
  expect(room.moves).toEqual([]) // the present is yet to come
  for (let n = 0; n < 100; n++) {
    await vi.advanceTimersByTimeAsync(100)
    if (shown() !== numbers.at(-1)) numbers.push(shown())
  }
  expect(numbers).toEqual([2, 3, 4, 5, 6])
  expect(room.moves).toHaveLength(1)
  expect(room.since.entries.map(({ number }) => number)).toEqual([3, 4, 5, 6])
  room.play(1)
  expect(room.since.entries).toEqual([]) // it is read
  vi.useRealTimers()
})

it('goes to the present when it is skipped, and what comes meanwhile has its turn', async () => {
  const { room, hear, shown } = await back('full')
  hear(told('update', 7, 10, entries(7)))
  expect(shown()).toBe(2)
  expect(room.since.entries).toHaveLength(5)
  room.since.skip()
  expect(shown()).toBe(7)
  expect(room.moves).toHaveLength(1)
  vi.useRealTimers()
})

it('shows the list at once where nothing moves, and nothing where nothing happened', async () => {
  const { room, hear, shown } = await back('none')
  expect(shown()).toBe(6)
  expect(room.since.open).toBe(true)
  expect(room.since.entries).toHaveLength(4)
  room.since.close()
  hear(told('update', 7, 10, entries(7))) // seen as it happens
  expect(room.since.entries).toEqual([])
  hear(told('sync', 7, 10)) // the line was down for a moment
  expect(room.since.entries).toEqual([])
  hear(told('sync', 8, 11, entries(8))) // and now for longer
  expect(room.since.entries.map(({ number }) => number)).toEqual([8])
  vi.useRealTimers()
})

it('waits with what comes while nobody looks', async () => {
  const { room, hear, shown } = await back('none')
  room.since.close()
  const page = { hidden: true }
  vi.stubGlobal('document', page)
  hear(told('update', 7, 10, entries(7)))
  hear(told('update', 8, 11, entries(8)))
  expect([shown(), room.newest?.number, room.moves]).toEqual([6, 8, []])
  page.hidden = false
  room.wake()
  expect(shown()).toBe(8)
  expect(room.since.entries.map(({ number }) => number)).toEqual([7, 8])
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
