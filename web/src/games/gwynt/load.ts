/** The parts of the table that the first question does not need. */

export const load = {
  battle: () => import('./Battle.svelte'),
  choices: () => import('./Choices.svelte'),
  large: () => import('./Large.svelte'),
  roundEnd: () => import('./RoundEnd.svelte'),
}

/** Fetch every part. A part that fails is fetched again when it is shown. */
export function loadAll(): void {
  for (const part of Object.values(load)) part().catch(() => undefined)
}
