/** Which lessons were done on this device. */

const PLACE = 'ludotheque.lessons'

type Done = Record<string, string[]>

function kept(): Done {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Done
  } catch {
    return {}
  }
}

class Progress {
  #done = $state.raw<Done>(kept())

  has(game: string, lesson: string): boolean {
    return this.#done[game]?.includes(lesson) ?? false
  }

  /** How many of these were done. */
  count(game: string, lessons: readonly string[]): number {
    return lessons.filter((lesson) => this.has(game, lesson)).length
  }

  /** The first that was not done yet; once all were, the first again. */
  next(game: string, lessons: readonly string[]): string | undefined {
    return lessons.find((lesson) => !this.has(game, lesson)) ?? lessons[0]
  }

  add(game: string, lesson: string): void {
    if (this.has(game, lesson)) return
    this.#done = { ...this.#done, [game]: [...(this.#done[game] ?? []), lesson] }
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#done))
    } catch {
      // A browser that keeps nothing still teaches.
    }
  }
}

export const progress = new Progress()
