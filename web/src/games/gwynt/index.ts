import './palette.css'
import type { GamePage } from '..'
import { catalogue } from './catalogue.svelte'

export const page: GamePage = {
  minutes: 20,
  table: () => (void catalogue.open(), import('./Table.svelte')),
  workshop: () => (void catalogue.open(), import('./Workshop.svelte')),
  bring: () => import('./Bring.svelte'),
}
