import './palette.css'
import type { GamePage } from '..'

export const page: GamePage = {
  minutes: 60,
  table: () => import('./Table.svelte'),
  ending: () => import('./Ending.svelte'),
  sounds: {
    turn: 'clappers',
    played: 'flick',
    replayed: 'flick',
    paid: 'coin',
    bought: 'coin',
    trashed: 'burn',
    struck: 'burn',
    proposed: 'drum',
    declared: 'drum',
    battle_begins: 'drum',
    fought: 'clash',
    won_prize: 'chime',
    stole: 'chime',
    last_turns: 'bell',
  },
}
