import './palette.css'
import { gamePage } from '../../table/game-page'
import type { Game } from './generated'

export const page = gamePage<Game>({
  minutes: 5,
  table: () => import('./Table.svelte'),
  minor: ['dealt', 'round', 'drew'],
})
