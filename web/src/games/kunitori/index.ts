import './palette.css'
import type { GamePage } from '..'
import type { Sound } from '../../table/sound'

const SOUNDS: Partial<Record<string, Sound[]>> = {
  turn: ['clappers'],
  played: ['flick'],
  replayed: ['flick'],
  paid: ['coin'],
  bought: ['coin'],
  trashed: ['burn'],
  struck: ['burn'],
  proposed: ['drum'],
  declared: ['drum'],
  battle_begins: ['drum', 'drum'],
  fought: ['clash'],
  won_prize: ['chime'],
  stole: ['chime'],
  last_turns: ['gong'],
}

export const page: GamePage = {
  minutes: 60,
  table: () => {
    // What is printed on the cards is asked for meanwhile.
    void import('./catalogue.svelte').then(({ catalogue }) => catalogue.open()).catch(() => undefined)
    return import('./Table.svelte')
  },
  ending: () => import('./Ending.svelte'),
  soundsOf: ({ event }) => SOUNDS[event] ?? [],
}
