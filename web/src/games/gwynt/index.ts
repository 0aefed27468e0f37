import './palette.css'
import { gamePage } from '../../table/game-page'
import type { Sound } from '../../table/sound'
import type { Events, Game } from './generated'

const SOUNDS: Partial<Record<keyof Events, Sound[]>> = {
  played: ['flick'],
  placed: ['move'],
  drew: ['flick'],
  horn_sounded: ['horn'],
  weather_came: ['wind'],
  weather_cleared: ['wind'],
  scorched: ['burn'],
  passed: ['cloth'],
  round_ends: ['clash'],
  lost_gem: ['glass'],
}

export const page = gamePage<Game>({
  minutes: 20,
  narrates: true,
  column: true,
  conditional: [{ key: 'board.both_pass', line: [{ expected: ['pass'], answer: ['pass'] }] }],
  table: () => import('./Table.svelte'),
  ending: () => import('./Ending.svelte'),
  soundsOf: ({ event }) => SOUNDS[event] ?? [],
  workshop: () => import('./Workshop.svelte'),
  // With the ready-made decks: a form that shows it does not jump when they arrive.
  bring: async () => {
    const [form, { catalogue }] = await Promise.all([import('./Bring.svelte'), import('./catalogue.svelte')])
    await catalogue.open()
    return form
  },
})
