import './palette.css'
import type { GamePage } from '..'

export const page: GamePage = {
  minutes: 20,
  conditional: [{ key: 'board.both_pass', line: [{ expected: ['pass'], answer: ['pass'] }] }],
  table: () => import('./Table.svelte'),
  workshop: () => import('./Workshop.svelte'),
  bring: () => import('./Bring.svelte'),
}
