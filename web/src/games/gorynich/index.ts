import './palette.css'
import type { GamePage } from '..'

export const page: GamePage = {
  minutes: 20,
  table: () => import('./Table.svelte'),
  ending: () => import('./Ending.svelte'),
}
