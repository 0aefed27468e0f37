import { describe, expect, it } from 'vitest'
import { emptyStep, stepToTake } from '../src/table/empty-step'

const step = { id: 7, text: 'done', key: 'move.done', params: {} }
const card = { id: 8, text: 'spark', key: 'move.play', params: { card: 'spark' } }

/** A room in which I sit at seat 0, with others of one kind. */
function room(moves: unknown[], may_undo = 0, other = 'bot', last: object = { kind: 'decide', seat: 1 }) {
  return {
    seen: { face: { moves, may_undo, paused: false } },
    table: {
      seats: [
        { kind: 'person', mine: true },
        { kind: other, mine: false },
      ],
    },
    log: [last],
    seats: [0],
  } as unknown as Parameters<typeof stepToTake>[0]
}

describe('a step without a choice', () => {
  it('is one move that names nothing', () => {
    expect(emptyStep(room([step]))).toBe(step)
    expect(emptyStep(room([card]))).toBeNull()
    expect(emptyStep(room([step, card]))).toBeNull()
  })
  it('is taken, unless an undo would be lost or was just made', () => {
    expect(stepToTake(room([step]), 0)).toBe(step)
    expect(stepToTake(room([step], 1), 0)).toBeNull()
    expect(stepToTake(room([step], 1), 1)).toBe(step)
    expect(stepToTake(room([step], 0, 'bot', { kind: 'undo', seat: 0 }), 0)).toBeNull()
  })
  it('waits where people could learn that there was no choice', () => {
    expect(stepToTake(room([step], 0, 'person'), 0)).toBeNull()
    expect(stepToTake(room([step], 0, 'person', { kind: 'decide', seat: 0 }), 0)).toBe(step)
  })
})
