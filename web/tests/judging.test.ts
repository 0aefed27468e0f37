import { expect, it } from 'vitest'
import { judge, wanted } from '../src/learn/judging'

const lesson = {
  id: 'war',
  seat: 0,
  goals: [
    ['general', 'war', '1: ambush', '1: ready', 'prize'],
    ['general', 'march', '1: yield'],
  ],
  slips: { peace: 'peace' },
}

it('goes on with any of the goals, and lets the others answer', () => {
  expect(judge(lesson, [], 'general')).toEqual({ kind: 'on', then: [] })
  expect(judge(lesson, ['general'], 'war')).toEqual({ kind: 'on', then: ['1: ambush', '1: ready'] })
})

it('is done when nothing of mine is left', () => {
  expect(judge(lesson, ['general', 'war', '1: ambush', '1: ready'], 'prize')).toEqual({ kind: 'done', then: [] })
  expect(judge(lesson, ['general'], 'march')).toEqual({ kind: 'done', then: ['1: yield'] })
})

it('says what belongs to a slip, and something to any other move', () => {
  expect(judge(lesson, ['general'], 'peace')).toEqual({ kind: 'wrong', key: 'lesson.war.slip_peace' })
  expect(judge(lesson, [], 'war')).toEqual({ kind: 'wrong', key: 'lesson.war.wrong' })
  expect(judge(lesson, ['general', 'war', '1: ambush', '1: ready'], 'war')).toMatchObject({ kind: 'wrong' })
})

it('points at the next move of the first goal that still fits', () => {
  expect(wanted(lesson, [])).toBe('general')
  expect(wanted(lesson, ['general', 'march'])).toBe('1: yield')
  expect(wanted(lesson, ['peace'])).toBeNull()
})
