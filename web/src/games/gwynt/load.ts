/** The parts of the table that the first question does not need. */

export const load = {
  battle: () => import('./Battle.svelte'),
  choices: () => import('./Choices.svelte'),
  large: () => import('./Large.svelte'),
  roundEnd: () => import('./RoundEnd.svelte'),
}

let fetched = false

/** Fetch every part, once. A part that fails is fetched again when it is shown. */
export function loadAll(): void {
  if (fetched) return
  fetched = true
  for (const part of Object.values(load)) part().catch(() => undefined)
}
