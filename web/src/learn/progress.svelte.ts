/** The lessons done on this device. */

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

  /** How many of these lessons are done. */
  count(game: string, lessons: readonly string[]): number {
    return lessons.filter((lesson) => this.has(game, lesson)).length
  }

  /** The first lesson that is not done; the very first if all are. */
  next(game: string, lessons: readonly string[]): string | undefined {
    return lessons.find((lesson) => !this.has(game, lesson)) ?? lessons[0]
  }

  add(game: string, lesson: string): void {
    if (this.has(game, lesson)) return
    this.#done = { ...this.#done, [game]: [...(this.#done[game] ?? []), lesson] }
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#done))
    } catch {
      // Without storage, lessons still work.
    }
  }
}

export const progress = new Progress()
