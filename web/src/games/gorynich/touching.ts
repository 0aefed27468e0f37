/** Handlers for mouse, finger and focus on a thing that stands for a move. */

import type { Desk } from './desk.svelte'

export const touching = (desk: Desk, text: string) => ({
  onclick: (event: MouseEvent & { currentTarget: HTMLElement }) => {
    desk.act(text, desk.touch, event.currentTarget.getBoundingClientRect())
  },
  // The preview stays when the pointer leaves: the button that decides is elsewhere.
  onpointerenter: (event: PointerEvent) => {
    if (event.pointerType !== 'touch' && desk.legal.has(text)) desk.look(text)
  },
  // For a finger, focus would count as the first of its two taps.
  onfocus: () => {
    if (!desk.touch && desk.legal.has(text)) desk.look(text)
  },
})

/** The same for a labelled button: it says what it does, so one tap is enough. */
export const pressing = (desk: Desk, text: string) => ({
  ...touching(desk, text),
  onclick: () => desk.act(text),
})

/** The move that a knight stands for now; null if none. */
export const knightText = ({ decision }: Desk, number: number): string | null =>
  decision === 'point' ? `point ${number}` : decision === 'blow' ? `blow ${number}` : null

/** The pointer is over a knight (null: has left it): show its whole way and preview its move. */
export function overKnight(desk: Desk, number: number | null): void {
  if (desk.touch) return
  desk.knight = number
  const text = number === null ? null : knightText(desk, number)
  if (text || desk.looked?.startsWith('point') || desk.looked?.startsWith('blow')) desk.look(text)
}
