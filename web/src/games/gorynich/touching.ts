/** What a mouse, a finger and the focus do with a thing that stands for a move. */

import type { Desk } from './desk.svelte'

export const touching = (desk: Desk, text: string) => ({
  onclick: (event: MouseEvent & { currentTarget: HTMLElement }) => {
    desk.act(text, desk.touch, event.currentTarget.getBoundingClientRect())
  },
  // What was looked at stays so when the pointer goes on: the key that decides lies elsewhere.
  onpointerenter: (event: PointerEvent) => {
    if (event.pointerType !== 'touch' && desk.legal.has(text)) desk.look(text)
  },
  // Under a finger that would be the first of its two taps.
  onfocus: () => {
    if (!desk.touch && desk.legal.has(text)) desk.look(text)
  },
})

/** The move that a knight stands for now, if any. */
export const knightText = ({ decision }: Desk, number: number): string | null =>
  decision === 'point' ? `point ${number}` : decision === 'blow' ? `blow ${number}` : null

/** The pointer rests on a knight, or has left: its whole way is shown, and what it stands for is looked at. */
export function overKnight(desk: Desk, number: number | null): void {
  if (desk.touch) return
  desk.knight = number
  const text = number === null ? null : knightText(desk, number)
  if (text || desk.looked?.startsWith('point') || desk.looked?.startsWith('blow')) desk.look(text)
}
