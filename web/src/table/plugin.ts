/**
 * Tables that games of other packages draw. Their module is plain JavaScript. It gets an element, and may use what the
 * types below describe. `docs/page.md` explains it to authors.
 */

import type { Component } from 'svelte'
import type { Board } from '../live/board'
import type { AnyGame, ForeseenView, GameTypes, Params, View } from '../protocol'
import { capital, type Language } from '../words/say'

/** The exports of the module. */
export interface TableModule {
  /** Called once, when the table opens. `target` is empty and belongs to the module. */
  mount: (target: HTMLElement, table: Table) => MountedTable
}

export interface MountedTable {
  /** Draw this state: called right after `mount`, and after every change. */
  update: (state: TableState) => void
  /** The table closes: stop timers and animations. The page removes the element. */
  destroy?: () => void
}

/** The functions of a table that a module may call. */
export interface Table {
  /** Make a legal move. */
  play: (id: number) => void
  /** Show why something is not allowed, given a notation that is not among the legal moves. */
  explain: (notation: string) => void
  /** Ask what a legal move would do; `state.preview` contains the answer a moment later. Null ends the preview. */
  preview: (id: number | null) => void
  /** A sentence of the game's messages, in the reader's language. */
  say: (key: string, params?: Params) => string
}

/** A moment of the table as the viewer may see it. Do not change it. */
export interface TableState {
  language: Language
  /** The viewer's seat; null for spectators. */
  seat: number | null
  /** The players' names, by seat. */
  names: readonly string[]
  /** The whole view; `view.table` comes from the game's `view.py`. */
  view: View
  scores: readonly number[]
  /** The sentence that says what is expected and from whom. */
  prompt: string
  /** The legal moves; empty during another's turn, and while a move is being sent. */
  moves: readonly TableMove[]
  /** The effects of the previewed move. */
  preview: TablePreview | null
  /** All hands are open: this is a replay. */
  open: boolean
}

export interface TableMove {
  id: number
  notation: string
  label: string
  params: Params
}

export interface TablePreview {
  id: number
  lines: readonly string[]
  /** The view and the scores that would follow; null where they are uncertain. */
  view: ForeseenView | null
  scores: readonly (number | null)[] | null
}

export interface TableProps<G extends GameTypes = AnyGame> {
  room: Board<G>
  /** The module that draws the table of another package's game; our own games have none. */
  module?: TableModule
}

export type TableLoader<G extends GameTypes = AnyGame> = () => Promise<{
  default: Component<TableProps<G>>
  module?: TableModule
}>

/** The state for a module; null while there is nothing to see. */
export function stateOf(room: Board): TableState | null {
  const { face, names, words, foreseen } = room
  if (!face) return null
  return {
    language: words.language,
    seat: room.seat,
    names,
    view: face.view,
    scores: face.scores,
    prompt: words.tell(face.prompt.key, face.prompt.params, names),
    moves: room.moves.map(({ id, text, key, params }) => ({
      id,
      notation: text,
      label: capital(words.say(key, params, names)),
      params,
    })),
    preview: foreseen && {
      id: Number(foreseen.move),
      lines: foreseen.lines,
      view: foreseen.view,
      scores: foreseen.scores,
    },
    open: room.open,
  }
}

export function tableFor(room: Board): Table {
  return {
    play: (id) => room.play(id),
    explain: (notation) => void room.explain(notation),
    preview: (id) => room.foresee(id),
    say: (key, params) => room.words.say(key, params, room.names),
  }
}
