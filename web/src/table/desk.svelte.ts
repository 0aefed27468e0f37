/** The state that the desks of all games share: what is seen, which moves are legal, what is asked. */

import type { Board } from '../live/board'
import type { ForeseenView, GameEvent, GameTypes, MoveView } from '../protocol'

/**
 * The base of a game's desk. A desk belongs to one board; its components read the table from it and report to it what
 * the player touches.
 */
export abstract class TableDesk<G extends GameTypes> {
  readonly #table: G['table'] = $derived.by(() => {
    const { face } = this.room
    if (!face) throw new Error('a desk needs a table that is shown')
    return face.view.table
  })
  // Every piece asks whether it is legal: the map is made once per question.
  readonly #legal: ReadonlyMap<string, MoveView> = $derived.by(
    () => new Map(this.moves.map((move) => [move.text, move])),
  )

  constructor(
    readonly room: Board<G>,
    /** The first part of the keys of the game's own words: `board` or `table`. */
    private readonly section = 'board',
  ) {}

  get table(): G['table'] {
    return this.#table
  }

  /** The moves that the player can make now. */
  get moves(): MoveView[] {
    return this.room.moves
  }

  /** The legal moves by their notation. */
  get legal(): ReadonlyMap<string, MoveView> {
    return this.#legal
  }

  /** The name of the decision that is asked of me; null while nothing is. */
  get decision(): G['decision'] | null {
    return this.moves.length ? (this.room.face?.view.decision ?? null) : null
  }

  /** The view as it would be after the move that is previewed. */
  get foreseenView(): ForeseenView<G> | null {
    return this.room.past ? null : (this.room.foreseen?.view ?? null)
  }

  /** The events of the moment that is shown. */
  get events(): GameEvent<G>[] {
    const { log, past } = this.room
    const entry = past ? log.findLast(({ number }) => number <= past.number) : log.at(-1)
    return entry?.steps.flatMap((step) => step.events) ?? []
  }

  say(key: string, params: Record<string, unknown> = {}): string {
    return this.room.words.say(`${this.section}.${key}`, params, this.room.names)
  }

  /** Drop what was lifted or laid out: another question is asked. */
  abstract putDown(): void
}

/** Whether a click came from a finger, which can't hover. */
export const isTouch = (event: MouseEvent): boolean => 'pointerType' in event && event.pointerType === 'touch'
