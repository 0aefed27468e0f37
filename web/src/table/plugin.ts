/**
 * Tables that games of other packages draw. Their module is plain JavaScript that knows nothing of this page and its
 * tools: it is given an element and the types below say all that it may use. `docs/page.md` tells it to authors.
 */

import type { Component } from 'svelte'
import type { Board } from '../live/board'
import type { Params, View } from '../protocol'
import { capital, type Language } from '../words/say'

/** What the module exports. */
export interface TableModule {
  /** Called once, when the table is opened. `target` is empty, and the module's own. */
  mount: (target: HTMLElement, table: Table) => MountedTable
}

export interface MountedTable {
  /** Draw this: called at once after `mount`, and whenever anything of it has changed. */
  update: (state: TableState) => void
  /** The table is left: stop what still runs. The element goes by itself. */
  destroy?: () => void
}

/** What a table can do for a module. */
export interface Table {
  /** Make a legal move. */
  play: (id: number) => void
  /** Have the page say why something can't be done: for a move by its notation that is not among the legal ones. */
  explain: (notation: string) => void
  /** Ask what a legal move would do; `state.preview` tells it, a moment later. `null` ends it. */
  preview: (id: number | null) => void
  /** A sentence of the game's messages, in the reader's language. */
  say: (key: string, params?: Params) => string
}

/** A moment of the table, as whoever looks may see it. To be read, not to be written. */
export interface TableState {
  language: Language
  /** The seat whose eyes are used; null for those who watch. */
  seat: number | null
  /** The players' names, by seat. */
  names: readonly string[]
  /** The whole view; `view.table` is what the game's own `view.py` tells. */
  view: View
  scores: readonly number[]
  /** The line that says what is expected, and of whom. */
  prompt: string
  /** The legal moves; none while it is another's turn, or a move is on its way. */
  moves: readonly TableMove[]
  /** What the move that was asked about would do. */
  preview: TablePreview | null
  /** All hands lie open: a finished match is looked at again. */
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
  /** The view and the scores that would be seen then; null, as a whole or within, is what is uncertain. */
  view: View | null
  scores: readonly (number | null)[] | null
}

export interface TableProps {
  room: Board
  /** What draws the table of a game of another package; ours draw theirs themselves. */
  module?: TableModule
}

export type TableLoader = () => Promise<{ default: Component<TableProps>; module?: TableModule }>

/** Load the module under an address, and what shows it. */
export async function load(address: string): Promise<Awaited<ReturnType<TableLoader>>> {
  const [module, { default: PluginTable }] = await Promise.all([
    import(/* @vite-ignore */ address) as Promise<unknown>,
    import('./PluginTable.svelte'),
  ])
  return { default: PluginTable, module: checked(module, address) }
}

export function checked(module: unknown, address: string): TableModule {
  if (typeof (module as Partial<TableModule>).mount !== 'function')
    throw new Error(`${address} exports no function mount`)
  return module as TableModule
}

/** A board as a module sees it; null as long as nothing is to be seen. */
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
