import './palette.css'
import { gamePage } from '../../table/game-page'
import type { Game } from './generated'

export const page = gamePage<Game>({
  minutes: 20,
  table: () => import('./Table.svelte'),
  ending: () => import('./Ending.svelte'),
  minor: ['boards_laid', 'tile_laid', 'knight_came', 'took_token', 'tile_back', 'refilled', 'reshuffled'],
})
