import './palette.css'
import type { GamePage } from '..'
import { soundsOf } from './sounds'

export const page: GamePage = {
  minutes: 45,
  table: () => import('./Table.svelte'),
  seat: () => import('./seat'),
  ending: () => import('./Ending.svelte'),
  soundsOf,
  passing: ['formed', 'within_reach'],
}
