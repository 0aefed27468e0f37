/**
 * Decides whether the played moves reach a lesson's goal, by comparing them with the lines that the lesson names. Knows
 * no rules.
 */

import type { LessonView } from '../protocol'

type Named = Pick<LessonView, 'id' | 'seat' | 'goals' | 'slips'>

export type Judged =
  /** Part of a right line; `then` lists the replies of the other seats. */
  | { kind: 'on'; then: string[] }
  | { kind: 'done'; then: string[] }
  /** Legal, but part of no right line; `key` is the sentence that answers it. */
  | { kind: 'wrong'; key: string }

/** `1: ready` is a reply of seat 1. */
const OTHERS = /^\d+: /

/** Judge a move, given the steps before it. */
export function judge(lesson: Named, before: readonly string[], move: string): Judged {
  const steps = [...before, move]
  const line = leading(lesson, steps)
  if (!line) return { kind: 'wrong', key: wordsFor(lesson, move) }
  const rest = line.slice(steps.length)
  const mine = rest.findIndex((step) => !OTHERS.test(step))
  return mine < 0 ? { kind: 'done', then: rest } : { kind: 'on', then: rest.slice(0, mine) }
}

/** The next move of the lesson's line. */
export function wanted(lesson: Named, before: readonly string[]): string | null {
  return leading(lesson, before)?.[before.length] ?? null
}

function leading({ goals }: Named, steps: readonly string[]): string[] | undefined {
  return goals.find((goal) => steps.every((step, at) => goal[at] === step))
}

function wordsFor({ id, slips }: Named, move: string): string {
  return slips[move] ? `lesson.${id}.slip_${slips[move]}` : `lesson.${id}.wrong`
}
