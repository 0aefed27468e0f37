/**
 * What many drawings refer to: gradients, patterns, and the figures of the cards, each drawn once in a hidden picture.
 * A card that lies on the table three times holds three references, not three drawings.
 */

import { figureOf } from './figures'
import { DEFS } from './metal'

const SVG = 'http://www.w3.org/2000/svg'
let sheet: SVGSVGElement | null = null
const drawn = new Set<string>()

function open(): SVGSVGElement {
  if (sheet) return sheet
  sheet = document.createElementNS(SVG, 'svg')
  sheet.setAttribute('aria-hidden', 'true')
  sheet.setAttribute('width', '0')
  sheet.setAttribute('height', '0')
  sheet.style.position = 'absolute'
  sheet.innerHTML = DEFS
  document.body.append(sheet)
  return sheet
}

/** Have gradients and patterns in the page. */
export const needDefs = (): void => void open()

/** The reference to a card's figure, which is drawn if nobody has needed it yet. */
export function figureRef(card: string, row: string): string {
  if (!drawn.has(card)) {
    drawn.add(card)
    const group = document.createElementNS(SVG, 'g')
    group.id = `gw-em-${card}`
    group.setAttribute('class', 'em')
    group.innerHTML = figureOf(card, row)
    open().append(group)
  }
  return `#gw-em-${card}`
}
