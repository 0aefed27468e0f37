/** What this device remembers of its owner's wishes. */

import { LANGUAGES, type Language } from './words/say'

export type Theme = 'system' | 'light' | 'dark'
export type Motion = 'system' | 'full' | 'fast' | 'none'

interface Kept {
  name: string
  language: Language
  theme: Theme
  motion: Motion
  /** Games whose moves are rather read than drawn. */
  inWords: boolean
  /** How strong bots play, by game; the game's usual level where none was chosen. */
  levels: Record<string, string>
  sound: boolean
  /** Tell me of my turn while this page is out of sight. */
  notify: boolean
}

const PLACE = 'ludotheque'

function usualLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2))
  return LANGUAGES.find((language) => language === wanted.find((w) => LANGUAGES.includes(w as Language))) ?? 'en'
}

function kept(): Kept {
  const usual: Kept = {
    name: '',
    language: usualLanguage(),
    theme: 'system',
    motion: 'system',
    inWords: false,
    levels: {},
    sound: false,
    notify: false,
  }
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Kept>) }
  } catch {
    return usual // storage is closed or holds something else: begin afresh
  }
}

export const settings: Kept = $state(kept())

/** Called once, within an effect root: every change is kept, and shown by the page. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings)
    try {
      localStorage.setItem(PLACE, text)
    } catch {
      // A browser that keeps nothing still plays.
    }
  })
  $effect(() => {
    const root = document.documentElement
    root.lang = settings.language
    root.dataset.theme = settings.theme
    root.dataset.motion = settings.motion
  })
}

/** How long pieces take to move, in milliseconds; 0: they are simply there. */
export function pace(usual: number): number {
  const wish = settings.motion
  if (wish === 'none') return 0
  if (wish === 'system' && matchMedia('(prefers-reduced-motion: reduce)').matches) return 0
  return wish === 'fast' ? usual / 2 : usual
}
