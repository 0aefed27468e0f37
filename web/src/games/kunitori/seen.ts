/** What the server shows of a table of Kunitori!: `ludotheque/games/kunitori/view.py`. */

import type { GameEvent } from '../../protocol'
import type { Battle, Game, Proposal, Table as KunitoriTable } from './generated'

export type { Uncertain } from '../../protocol'
export type { Battle, Decision, Game, Parts, Prize, Proposal, SeatSeen, Table as KunitoriTable, War } from './generated'
/** The forces of both sides, and the expected result. */
export type Forces = Battle | Proposal
export type KunitoriEvent = GameEvent<Game>

/** Numbers of cards by kind. */
export type Counts = Readonly<Record<string, number>>

export type Phase = KunitoriTable['phase']
export const PHASES: readonly Phase[] = ['action', 'battle', 'buy', 'draw']

/** Every single card with a key of its own: the third copper is "copper:2". */
export function spread(counts: Counts, order: (card: string) => number): { key: string; card: string }[] {
  return Object.entries(counts)
    .sort(([a], [b]) => order(a) - order(b))
    .flatMap(([card, n]) => Array.from({ length: n }, (_, at) => ({ key: `${card}:${at}`, card })))
}

/** The kinds with their numbers, in order. */
export function kinds(counts: Counts, order: (card: string) => number): { card: string; n: number }[] {
  return Object.entries(counts)
    .map(([card, n]) => ({ card, n }))
    .sort((a, b) => order(a.card) - order(b.card))
}

export const total = (counts: Counts): number => Object.values(counts).reduce((sum, n) => sum + n, 0)
