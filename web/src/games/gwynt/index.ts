import './palette.css'
import type { GamePage } from '..'

/** What is printed on the cards is asked for while the script that draws them is on its way. */
function askForCards(): void {
  void import('./catalogue.svelte').then(({ catalogue }) => catalogue.open()).catch(() => undefined)
}

export const page: GamePage = {
  minutes: 20,
  table: () => (askForCards(), import('./Table.svelte')),
  workshop: () => (askForCards(), import('./Workshop.svelte')),
  bring: () => import('./Bring.svelte'),
}
