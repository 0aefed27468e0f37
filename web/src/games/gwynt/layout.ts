/** How a table is laid out in the room there is: pixels, from the width and height of the board alone. */

export type Mode = 'desk' | 'phone' | 'land'

export interface Layout {
  mode: Mode
  w: number
  h: number
  /** The banners' column (desk, land), or the height of a bar (phone). */
  rail: number
  bar: number
  /** Height of a row, width of its plate and of the horn's slot. */
  row: number
  plate: number
  horn: number
  /** A card on a row. */
  card: { w: number; h: number }
  /** How wide a lane is: where cards lie. */
  lane: number
  blade: number
  /** The place of the hand; on a phone the sheet takes exactly it. */
  hand: { w: number; h: number }
  /** The column that is beside the fields in landscape. */
  column: number
  /** The height of what is read there, below the hand. */
  words: number
  /** The reading corner beside the hand. */
  corner: number
}

export interface HandLayout {
  /** Cards a line. */
  line: number
  w: number
  h: number
  /** Too narrow for names. */
  slats: boolean
}

const clamp = (least: number, value: number, most: number): number => Math.max(least, Math.min(most, value))

/** Heights below this are lying phones, or windows that were zoomed. */
const LOW = 470
/** Cards that are lower have no strip with a name. */
export const LOWEST = 50
const CORNER = 252 // the reading corner, wide enough for the longest text of a card
const TEN = 168 // in landscape: a hand of ten with names, in three lines
const WORDS = 40_500 // square pixels in landscape: what is read of a card, and the keys
const FRAME = 12 // the edges of a field, with the gaps between its rows

/** `head`: how much of the right column's top belongs to the page, on a lying phone. */
export function layoutOf(w: number, h: number, hand: boolean, head = 0): Layout {
  if (h < LOW && w > h) return land(w, h, head)
  if (w >= 720 && w > 0.82 * h) return desk(w, h, hand)
  return phone(w, h, hand)
}

function desk(w: number, h: number, held: boolean): Layout {
  const hand = held ? clamp(110, Math.round(0.163 * h) + 14, 190) : 0
  const blade = clamp(34, Math.round(0.054 * h), 46)
  const rail = 168
  const row = clamp(44, Math.floor((h - hand - blade - 2 * FRAME - 16) / 6), 128)
  return rest('desk', {
    w,
    h,
    rail,
    bar: 0,
    row,
    blade,
    hand: { w: w - rail, h: hand },
    column: 0,
    words: 0,
    field: w - rail - 28,
  })
}

function phone(w: number, h: number, held: boolean): Layout {
  const bar = w >= 700 ? 52 : 43
  const blade = 30
  const fixed = 2 * bar + blade + 2 * (FRAME + 6)
  const free = h - fixed
  const most = w >= 700 ? 84 : 64
  // The hand has 226 where it can; rows shrink to 56 first, then the hand, then both.
  const wanted = !held ? 60 : w >= 700 ? 190 : 226
  let row = Math.floor((free - wanted) / 6)
  if (row < 56) row = Math.floor(clamp(32, (free - 120) / 6, 56))
  row = Math.min(row, most)
  const hand = Math.max(96, free - 6 * row)
  return rest('phone', { w, h, rail: 0, bar, row, blade, hand: { w, h: hand }, column: 0, words: 0, field: w - 16 })
}

function land(w: number, h: number, head: number): Layout {
  const rail = 78
  const column = clamp(220, Math.round(0.32 * w), 300)
  const words = Math.round(clamp(110, h - head - TEN, WORDS / column))
  const blade = 27
  const row = Math.max(30, Math.floor((h - blade - 2 * FRAME - 8) / 6))
  return rest('land', {
    w,
    h,
    rail,
    bar: 0,
    row,
    blade,
    hand: { w: column, h: h - head - words },
    column,
    words,
    field: w - rail - column - 12,
  })
}

function rest(
  mode: Mode,
  given: Omit<Layout, 'mode' | 'plate' | 'horn' | 'card' | 'lane' | 'corner'> & { field: number },
): Layout {
  const { field, ...some } = given
  const wide = mode === 'desk'
  const plate = wide ? 58 : 40
  const horn = wide ? 60 : 32
  const tall = some.row - 4
  // Without the height for a name a card is broader than tall.
  const low = tall < LOWEST
  const card = { w: low ? Math.max(44, Math.round(tall * 1.15)) : Math.round(tall * 0.945), h: tall }
  return { mode, ...some, plate, horn, card, lane: field - plate - horn - 12, corner: wide ? CORNER : 0 }
}

const GAP = 6
const NAMED = 58 // narrower cards of 5:7 have no room for a name
const NARROW = 48 // nor have narrower ones of any height

/** How large the cards of a hand are, so that none overlaps and none is cut off. */
export function handLayout(layout: Layout, n: number, tallest = layout.hand.h): HandLayout {
  const { mode, w } = layout
  const hand = { w: layout.hand.w, h: tallest }
  const count = Math.max(1, n)
  if (mode === 'desk') {
    const room = hand.w - layout.corner - 40
    const h = hand.h - 16
    const width = Math.min((h * 5) / 7, room / count - 2)
    return { line: count, w: Math.floor(width), h: Math.floor(Math.min(h, (width * 7) / 5)), slats: width < 58 }
  }
  const size = (lines: number) => {
    const line = Math.max(mode === 'land' ? 3 : 1, Math.ceil(count / lines))
    const tall = (hand.h - 10 - GAP * (lines - 1)) / lines
    const most = (hand.w - 16 - GAP * (line - 1)) / line
    const usual = Math.min(most, (tall * 5) / 7, 110)
    // Where that leaves no room for a name, a card is as broad as tall.
    return { line, tall, width: usual < NAMED ? Math.min(most, tall, 74) : usual }
  }
  // In landscape the fewest lines that give wide cards; on a phone two from five cards on.
  const tries = mode === 'land' ? [1, 2, 3, 4] : [w < 700 && count > 4 ? 2 : 1]
  const { line, tall, width } = tries.map(size).reduce((best, one) => (one.width > best.width + 2 ? one : best))
  const h = Math.min(tall, (width * 7) / 5)
  return { line, w: Math.floor(width), h: Math.floor(h), slats: width < NARROW }
}
