/** The settings of this device. */

import { isLanguage, type Language } from './words/say'

export type Theme = 'system' | 'light' | 'dark'
export type Motion = 'system' | 'full' | 'fast' | 'none'

interface Kept {
  name: string
  language: Language
  theme: Theme
  motion: Motion
  /** Games that are shown in words instead of a board. */
  inWords: boolean
  /** The chosen bot level by game; the one for newcomers until one was chosen or won. */
  levels: Record<string, string>
  /** Games whose tour of the table was shown; off: the player closed it, and sees no other. */
  tour: { off: boolean; seen: string[] }
  sound: boolean
  /** Make moves without a choice for me. */
  emptySteps: boolean
  /** Notify me of my turn while the page is hidden. */
  notify: boolean
  /** Let people I have played with see that I am in the lobby. */
  seen: boolean
}

const PLACE = 'ludotheque'

function usualLanguage(): Language {
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en'
}

function kept(): Kept {
  const usual: Kept = {
    name: '',
    language: usualLanguage(),
    theme: 'system',
    motion: 'system',
    inWords: false,
    levels: {},
    tour: { off: false, seen: [] },
    sound: false,
    emptySteps: true,
    notify: false,
    seen: true,
  }
  try {
    const all = { ...usual, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Kept>) }
    // A newer version of the page may have stored a language that this one lacks.
    return isLanguage(all.language) ? all : { ...all, language: usual.language }
  } catch {
    return usual // storage is disabled or holds something else: use the defaults
  }
}

export const settings: Kept = $state(kept())

/** Called once, within an effect root: store and apply every change. */
export function keepSettings(): void {
  $effect(() => {
    const text = JSON.stringify(settings)
    try {
      localStorage.setItem(PLACE, text)
    } catch {
      // Without storage, settings last as long as the page.
    }
  })
  $effect(() => {
    const root = document.documentElement
    root.lang = settings.language
    root.dataset.theme = settings.theme
    root.dataset.motion = settings.motion
  })
}

/** How long pieces take to move, in milliseconds; 0 without animation. */
export function pace(usual: number): number {
  const wish = settings.motion
  if (wish === 'none') return 0
  if (wish === 'system' && matchMedia('(prefers-reduced-motion: reduce)').matches) return 0
  return wish === 'fast' ? usual / 2 : usual
}
