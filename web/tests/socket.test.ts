import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PlaySocket, type Connection } from '../src/live/socket'
import type { ToPage } from '../src/protocol'

/** A line that says nothing unless a test does. */
class Line {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 3
  static opened: Line[] = []
  readyState = Line.CONNECTING
  sent: string[] = []
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: () => void
  constructor() {
    Line.opened.push(this)
  }
  answer() {
    this.readyState = Line.OPEN
    this.onopen!()
  }
  say(message: object) {
    this.onmessage!({ data: JSON.stringify(message) })
  }
  send(text: string) {
    this.sent.push((JSON.parse(text) as { type: string }).type)
  }
  close() {
    this.readyState = Line.CLOSED
    this.onclose?.()
  }
}

const events = new EventTarget()
let heard: ToPage[]
let states: Connection[]
let socket: PlaySocket

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Line)
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  Line.opened = []
  heard = []
  states = []
  const listener = {
    opened: () => undefined,
    received: (message: ToPage) => heard.push(message),
    changed: (state: Connection) => states.push(state),
  }
  socket = new PlaySocket(listener, 'table')
  Line.opened[0]!.answer()
})

afterEach(() => {
  socket.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('asks when it has heard nothing for a while, and goes on with the answer', () => {
  const [line] = Line.opened
  vi.advanceTimersByTime(14000)
  expect(line!.sent).toEqual([])
  vi.advanceTimersByTime(2000)
  expect(line!.sent).toEqual(['ping'])
  line!.say({ type: 'accepted', id: 'ping' })
  vi.advanceTimersByTime(14000)
  expect(Line.opened).toHaveLength(1)
  expect(heard).toEqual([])
})

it('gives a line up that died without a word, and opens another', () => {
  const [line] = Line.opened
  socket.send({ type: 'hello', version: 2, table: 'table' })
  vi.advanceTimersByTime(7000)
  expect(line!.sent).toEqual(['hello', 'ping'])
  expect(states).toEqual(['open'])
  vi.advanceTimersByTime(10000)
  expect(states).toEqual(['open', 'lost'])
  expect(Line.opened).toHaveLength(2)
  Line.opened[1]!.answer()
  expect(states).toEqual(['open', 'lost', 'open'])
  line!.say({ type: 'accepted', id: 'late' })
  expect(heard).toEqual([])
})

it('calls again where nobody picks up', () => {
  Line.opened[0]!.close()
  vi.advanceTimersByTime(500)
  expect(Line.opened).toHaveLength(2)
  vi.advanceTimersByTime(12000)
  expect(Line.opened).toHaveLength(3)
})

it('asks at once when the network has changed', () => {
  events.dispatchEvent(new Event('online'))
  expect(Line.opened[0]!.sent).toEqual(['ping'])
  vi.advanceTimersByTime(4000)
  expect(Line.opened).toHaveLength(2)
})

it('asks a server no more that does not know the question', () => {
  const [line] = Line.opened
  vi.advanceTimersByTime(16000)
  line!.say({ type: 'refused', id: null, code: 'bad_request', message: '', rule: null, key: null })
  vi.advanceTimersByTime(60000)
  expect(line!.sent).toEqual(['ping'])
  expect(Line.opened).toHaveLength(1)
  expect(heard).toEqual([])
})
