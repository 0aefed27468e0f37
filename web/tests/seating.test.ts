import { expect, it } from 'vitest'
import { Seating, type Sitter } from '../src/live/seating'

const seat = (number: number, kind: Sitter['kind'], name = ''): Sitter => ({ number, kind, name })

it('names bots that have no name, never as somebody at the table', () => {
  const seats = [seat(0, 'person', 'Ada'), seat(1, 'bot'), seat(2, 'open')]
  expect(new Seating({ seats }).names).toEqual(['Ada', 'Bao', '…'])
})

it('tells two of one name apart', () => {
  const seats = [seat(0, 'person', 'Ana'), seat(1, 'person', 'Ana'), seat(2, 'person', 'Ana')]
  expect(new Seating({ seats }).names).toEqual(['Ana', 'Ana (2)', 'Ana (3)'])
})
