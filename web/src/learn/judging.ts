/** Whether what was played reaches a lesson's goal: compared with the lines that the lesson names. No rule is known. */

import type { LessonView } from '../protocol'

type Named = Pick<LessonView, 'id' | 'seat' | 'goals' | 'slips'>

export type Judged =
  /** It is on the way; `then` is what others answer to it by themselves. */
  | { kind: 'on'; then: string[] }
  | { kind: 'done'; then: string[] }
  /** It is legal, but leads elsewhere; the key of what is said to it. */
  | { kind: 'wrong'; key: string }

/** `1: ready` is what somebody else answers. */
const OTHERS = /^\d+: /

/** What a move is, after the steps before it. */
export function judge(lesson: Named, before: readonly string[], move: string): Judged {
  const steps = [...before, move]
  const line = leading(lesson, steps)
  if (!line) return { kind: 'wrong', key: wordsFor(lesson, move) }
  const rest = line.slice(steps.length)
  const mine = rest.findIndex((step) => !OTHERS.test(step))
  return mine < 0 ? { kind: 'done', then: rest } : { kind: 'on', then: rest.slice(0, mine) }
}

/** The move that a lesson would like to see next. */
export function wanted(lesson: Named, before: readonly string[]): string | null {
  return leading(lesson, before)?.[before.length] ?? null
}

function leading({ goals }: Named, steps: readonly string[]): string[] | undefined {
  return goals.find((goal) => steps.every((step, at) => goal[at] === step))
}

function wordsFor({ id, slips }: Named, move: string): string {
  return slips[move] ? `lesson.${id}.slip_${slips[move]}` : `lesson.${id}.wrong`
}
