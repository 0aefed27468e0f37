/** What the list of players shows of a seat. */
export { default } from './Daimyo.svelte'
export { default as Mark } from './Crest.svelte'
export { default as Score } from './Score.svelte'
