/** What the server shows of a table of Kunitori!: `ludotheque/games/kunitori/view.py`. Of what is foreseen, parts are null. */

import type { View } from '../../protocol'

/** Cards by kind. */
export type Counts = Readonly<Record<string, number>>

export type Phase = 'action' | 'battle' | 'buy' | 'draw'
export const PHASES: readonly Phase[] = ['action', 'battle', 'buy', 'draw']

export interface SeatSeen {
  hand: number
  known: Counts
  open: Counts
  kept: Counts
  deck: number
  deck_cards: Counts | null
  put_back: string[]
  put_back_left: number
  top: string[] | null
  pile: number
  pile_top: string | null
  pile_cards: Counts
  deployed: Counts
  played: Counts
  replayed: Counts
  attack: number
  owned: Counts
  points: Counts
  gained_region: boolean
  bought: Counts
}

export interface Prize {
  seat: number | null
  card: string | null
  margin: number
}

export interface Parts {
  active: number
  ally: number
  standing: number
  moats: number
  joined: number
  bonus: number
}

/** What fights on either side, and how it would end. */
export interface Forces {
  attackers: Counts
  allied: Counts
  attack: number
  against: number
  parts: Parts
  prize: Prize
}

export interface Battle extends Forces {
  defender: number
  ally: number | null
  defence: 'ambush' | 'reinforcements' | null
  striker: number | null
  strikes: number
}

export interface Proposal extends Forces {
  ally: number
  target: number
}

export interface War {
  aims: Readonly<Record<string, number[]>>
  attached: Readonly<Record<string, Counts>>
  foes: number[]
  battle: Battle | null
}

export interface KunitoriTable {
  round: number
  first: number
  turn: number
  phase: Phase
  actions: number
  money: number
  buys: number
  supply: Counts
  general: string | null
  generals: Counts
  trash: Counts
  seats: SeatSeen[]
  shown: { seat: number; cards: Counts } | null
  general_played: boolean
  joint: boolean
  asked: number[]
  proposal: Proposal | null
  war: War | null
  last_turns: number | null
}

export const tableOf = (view: View): KunitoriTable => view.table as unknown as KunitoriTable

/** What is foreseen: null wherever it is uncertain. */
export type Uncertain<T> = T extends object ? { [K in keyof T]: Uncertain<T[K]> | null } : T

export const foreseenOf = (view: View): Uncertain<KunitoriTable> => view.table as unknown as Uncertain<KunitoriTable>

/** Every card of some counts by itself, the third copper as the third: each has a key of its own. */
export function spread(counts: Counts, order: (card: string) => number): { key: string; card: string }[] {
  return Object.entries(counts)
    .sort(([a], [b]) => order(a) - order(b))
    .flatMap(([card, n]) => Array.from({ length: n }, (_, at) => ({ key: `${card}:${at}`, card })))
}

/** Some counts as kinds, in order. */
export function kinds(counts: Counts, order: (card: string) => number): { card: string; n: number }[] {
  return Object.entries(counts)
    .map(([card, n]) => ({ card, n }))
    .sort((a, b) => order(a.card) - order(b.card))
}

export const total = (counts: Counts): number => Object.values(counts).reduce((sum, n) => sum + n, 0)
