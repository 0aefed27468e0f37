import './palette.css'
import { gamePage } from '../../table/game-page'
import type { Sound } from '../../table/sound'
import type { Game } from './generated'

const SOUNDS: Partial<Record<Game['event']['event'], Sound[]>> = {
  turn: ['clappers'],
  played: ['flick'],
  replayed: ['flick'],
  paid: ['coin'],
  bought: ['coin'],
  gained: ['coin'],
  handed: ['flick'],
  revealed: ['flick'],
  trapped: ['flick'],
  laid: ['flick'],
  reinforced: ['flick'],
  battle_tied: ['clappers'],
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

export const page = gamePage<Game>({
  minutes: 60,
  table: () => {
    // Meanwhile load the printed facts of the cards.
    void import('./catalogue.svelte').then(({ catalogue }) => catalogue.open()).catch(() => undefined)
    return import('./Table.svelte')
  },
  ending: () => import('./Ending.svelte'),
  soundsOf: ({ event }) => SOUNDS[event] ?? [],
  minor: ['dealt', 'turn', 'drew', 'shuffled', 'paid', 'swept', 'laid_down', 'kept'],
})
