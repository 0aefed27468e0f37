/** The review of a match. The replay loads it when it is opened. */

export { default as Curve } from './Curve.svelte'
export { default as Ghosts } from './Ghosts.svelte'
export { default as Knows } from './Knows.svelte'
export { default as Panel } from './Panel.svelte'
export { default as Share } from './Share.svelte'
export { default as Study } from './Study.svelte'
export { default as Summary } from './Summary.svelte'
export { default as Verdict } from './Verdict.svelte'
export { default as Leading } from './Leading.svelte'
export { Together } from './together.svelte'
export { default as Pointing } from '../table/Pointing.svelte'
export { Analysis } from './analysis.svelte'
