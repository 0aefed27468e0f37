import './palette.css'
import type { GamePage } from '..'

export const page: GamePage = {
  minutes: 60,
  table: () => import('./Table.svelte'),
  ending: () => import('./Ending.svelte'),
}
