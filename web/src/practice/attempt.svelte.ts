/** One exercise as it is tried: answers until one is right, or the solution. */

import type { ExerciseRoom } from '../live/exercise.svelte'
import { refusal } from '../parts/refusal'
import type { MoveView } from '../protocol'

interface Judge<Verdict> {
  answer: (move: string) => Promise<Verdict>
  solve: () => Promise<Verdict>
  /** The text of the best move, if the verdict tells it. */
  best: (verdict: Verdict) => string | undefined
}

export class Attempt<Verdict extends { counted: boolean }> {
  room = $state.raw<ExerciseRoom | null>(null)
  verdict = $state.raw<Verdict | null>(null)
  /** The verdict that counted. */
  counted = $state.raw<Verdict | null>(null)
  /** The last answer, in words. */
  answered = $state('')

  constructor(private readonly judge: Judge<Verdict>) {}

  tell = (move: { key: string; params: Record<string, unknown> }): string =>
    this.room?.words.tell(move.key, move.params, this.room.names) ?? ''

  answer = async (move: MoveView): Promise<void> => {
    this.answered = this.tell(move)
    if (!(await this.#take(this.judge.answer(move.text)))) this.room?.again()
  }

  solve = async (): Promise<void> => {
    this.answered = ''
    await this.#take(this.judge.solve())
  }

  again = (): void => {
    this.room?.again()
    this.verdict = null
  }

  /** Take a verdict; return whether there was one. */
  async #take(coming: Promise<Verdict>): Promise<boolean> {
    try {
      const verdict = await coming
      this.verdict = verdict
      if (verdict.counted) this.counted = verdict
      const best = this.judge.best(verdict)
      const ghost = this.room?.moves.find(({ text }) => text === best)
      if (ghost) this.room?.show(ghost.id)
      return true
    } catch (error) {
      if (this.room) this.room.notice = { kind: 'error', text: refusal(error), rule: null }
      return false
    }
  }
}
