import { expect, it } from 'vitest'
import { Seating } from '../src/live/seating'
import type { SeatView } from '../src/live/protocol'

const seat = (number: number, kind: SeatView['kind'], name = ''): SeatView =>
  ({ number, kind, name, person: null, bot: null, mine: false, connected: false, pledged: false, opened: false })

it('names bots that have no name, never as somebody at the table', () => {
  const seats = [seat(0, 'person', 'Ada'), seat(1, 'bot'), seat(2, 'open')]
  expect(new Seating({ seats }).names).toEqual(['Ada', 'Bao', '…'])
})

it('tells two of one name apart', () => {
  const seats = [seat(0, 'person', 'Ana'), seat(1, 'person', 'Ana'), seat(2, 'person', 'Ana')]
  expect(new Seating({ seats }).names).toEqual(['Ana', 'Ana (2)', 'Ana (3)'])
})
