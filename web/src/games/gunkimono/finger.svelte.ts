/** A finger on the field: it drags the held tile; a long press opens a magnifier. */

import type { Desk } from './desk.svelte'

const LONG = 350 // milliseconds of a long press
const STILL = 10 // pixels that it may move meanwhile
const TOUCH = 44 // pixels: smaller squares are magnified while a tile is dragged over them

export class Finger {
  /** The place of the magnifier, and the square in it. */
  lens = $state.raw<{ x: number; y: number; square: string } | null>(null)
  #down: { id: number; x: number; y: number; dragging: boolean } | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #took = false

  constructor(
    private readonly desk: Desk,
    private readonly columns: number,
  ) {}

  /** Whether it drags or magnifies. */
  get busy(): boolean {
    return this.#took
  }

  /** Whether the following click is to be ignored: it ended a drag or a long press. */
  took(): boolean {
    const took = this.#took
    this.#took = false
    return took
  }

  down(event: PointerEvent): void {
    this.#took = false
    if (event.pointerType === 'mouse') return
    const { pointerId: id, clientX: x, clientY: y } = event
    this.#down = { id, x, y, dragging: false }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#look(x, y), LONG)
  }

  move({ pointerId, clientX: x, clientY: y, currentTarget }: PointerEvent): void {
    const { desk } = this
    const down = this.#down
    if (down?.id !== pointerId || !(currentTarget instanceof HTMLElement)) return
    if (!down.dragging && Math.hypot(x - down.x, y - down.y) < STILL) return
    clearTimeout(this.#timer)
    down.dragging = true
    if (desk.held) {
      // Hold the tile one square above the finger, so that it stays visible.
      this.#took = desk.touch = true
      const edge = currentTarget.clientWidth / this.columns
      const square = under(x, y - edge)
      if (square) desk.pointAt(square)
      this.lens = desk.at !== null && (edge < TOUCH || this.lens) ? { x, y: y - edge, square: desk.at } : null
    } else if (this.lens) this.#look(x, y)
  }

  up(): void {
    clearTimeout(this.#timer)
    this.#down = this.lens = null
  }

  #look(x: number, y: number): void {
    const { desk } = this
    const square = under(x, y)
    if (square === null) return
    this.#took = true
    if (!desk.held && desk.decision !== 'site') desk.looked = square
    this.lens = { x, y, square }
  }
}

/** The square drawn at a point of the page. */
function under(x: number, y: number): string | null {
  const found = document.elementsFromPoint(x, y).find((node) => node instanceof HTMLElement && node.dataset.square)
  return found instanceof HTMLElement ? (found.dataset.square ?? null) : null
}
