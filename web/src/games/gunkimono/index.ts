import './palette.css'
import { gamePage } from '../../table/game-page'
import { soundsOf } from './sounds'
import type { Game } from './generated'

export const page = gamePage<Game>({
  minutes: 45,
  table: () => import('./Table.svelte'),
  seat: () => import('./seat'),
  ending: () => import('./Ending.svelte'),
  soundsOf,
  hintedTogether: ['tile'],
  passing: ['formed', 'within_reach'],
  minor: ['dealt', 'turned_up', 'picked', 'formed', 'within_reach', 'supported', 'took', 'drew'],
})
