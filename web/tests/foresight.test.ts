import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Foresight, REST } from '../src/live/foresight.svelte'
import type { GameEvent } from '../src/protocol'

type Answered = { events: GameEvent[]; view: null; scores: number[] } | null

/** A server that answers when it is told to. */
function asked() {
  const open: { move: unknown; answer: (scores: number[] | null) => Promise<void> }[] = []
  const foresight = new Foresight(
    (move, then) =>
      new Promise<Answered>((resolve) => {
        open.push({
          move: [move, ...then],
          answer: async (scores) => {
            resolve(scores && { events: [], view: null, scores })
            await Promise.resolve()
            await Promise.resolve()
          },
        })
      }),
    () => [],
  )
  return { foresight, open }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('asks once the pointer rests, or at once', () => {
  const { foresight, open } = asked()
  foresight.look(1)
  expect(open).toEqual([])
  vi.advanceTimersByTime(REST)
  expect(open).toMatchObject([{ move: [1] }])
  const other = asked()
  other.foresight.look('I1L2', ['c3e'], 0)
  expect(other.open).toMatchObject([{ move: ['I1L2', 'c3e'] }])
})

it('has one question on its way, and the newest waits', async () => {
  const { foresight, open } = asked()
  for (const move of ['c3', 'c4', 'c5']) foresight.look(move, [], 0)
  expect(open).toHaveLength(1)
  await open[0]!.answer([1])
  expect(foresight.shown).toBeNull() // the pointer has long gone on
  expect(open).toMatchObject([{ move: ['c3'] }, { move: ['c5'] }])
  await open[1]!.answer([2])
  expect(foresight.shown).toMatchObject({ move: 'c5', scores: [2] })
})

it('keeps answers until something was played', async () => {
  const { foresight, open } = asked()
  foresight.look('c3', [], 0)
  await open[0]!.answer([1])
  foresight.look(null)
  expect(foresight.shown).toBeNull()
  foresight.look('c3', [], 0)
  expect(foresight.shown).toMatchObject({ scores: [1] })
  expect(open).toHaveLength(1)
  foresight.forget()
  foresight.look('c3', [], 0)
  expect(foresight.shown).toBeNull()
  expect(open).toHaveLength(2)
})

it('goes on after a break, and hears nothing of what was asked before', async () => {
  const { foresight, open } = asked()
  foresight.look('c3', [], 0)
  foresight.forget()
  foresight.look('c3', [], 0)
  expect(open).toHaveLength(2)
  await open[0]!.answer([1])
  expect(foresight.shown).toBeNull()
  await open[1]!.answer(null)
  expect(foresight.shown).toBeNull()
  foresight.look('c4', [], 0)
  expect(open).toHaveLength(3)
})
