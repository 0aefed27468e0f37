/**
 * A card's face in two layers: the picture, and the plates that must stay readable above the weather.
 *
 * Forms: `hand` (5:7, the whole name), `field` (on a row, a short name), `slat` (in a crowded row: face, strength, sign),
 * `mini` (where there is no height for a strip: face, strength, sign).
 */

import type { CardFacts } from '../catalogue.svelte'
import { f1, times } from './drawing'
import { clothOf } from './heraldry'
import { disc, groundOf, pennon } from './metal'
import { figureRef } from './sheet'
import { SIGN } from './signs'

export type Form = 'hand' | 'field' | 'slat' | 'mini'

export interface Face {
  id: string
  facts: CardFacts
  form: Form
  w: number
  h: number
  /** Where a number or a name is written. */
  name: string
  /** Its current strength; null if unknown. */
  now: number | null
  /** The seat that played it. */
  seat: number | null
  /** It lies on the other side than that of the seat that played it. */
  spy: boolean
  /** The second of two equal factions: parted per bend. */
  counter: boolean
  /** How many of them lie here. */
  n: number
}

const SERIF =
  "'Iowan Old Style','Palatino Linotype',Palatino,'URW Palladio L',P052,'Book Antiqua',Georgia,'DejaVu Serif',serif"
const SANS = "ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif"

let pen: CanvasRenderingContext2D | null = null
const widths = new Map<string, number>()
/** How wide a name is in bold letters of one pixel. */
function width(text: string): number {
  const known = widths.get(text)
  if (known !== undefined) return known
  pen ??= document.createElement('canvas').getContext('2d')
  if (pen) pen.font = `700 20px ${SANS}`
  const found = (pen?.measureText(text).width ?? 12 * text.length) / 20
  widths.set(text, found)
  return found
}

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;')

const label = (text: string, x: number, y: number, size: number, max: number): string =>
  `<text x="${f1(x)}" y="${f1(y)}" text-anchor="middle" font-family="${SANS}" font-weight="700" font-size="${size}" fill="#2a1c0c"${width(text) * size > max ? ` textLength="${f1(max)}" lengthAdjust="spacingAndGlyphs"` : ''}>${escaped(text)}</text>`

/** A name in one line, or in the two that differ least. */
function lines(text: string, size: number, max: number): string[] {
  const words = text.replace(' :', '\u00a0:').split(' ')
  if (words.length < 2 || width(text) * size <= max) return [words.join(' ')]
  const cuts = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')])
  return cuts.reduce((best, cut) => (longest(cut) < longest(best) ? cut : best))
}
const longest = (texts: readonly string[]): number => Math.max(...texts.map(width))

const SQUEEZED = 1.35 // letters of a large card may be so much narrower

/** Whether a name can be written on a card of the hand, in the lines that there are. */
export function hasRoomFor(name: string, w: number, h: number): boolean {
  const size = handSize(w)
  return longest(h > 70 ? lines(name, size, w - 8) : [name]) * size <= (w - 7) * (w < 84 ? 1 : SQUEEZED)
}

/** The letters of a name on a card of the hand. */
const handSize = (w: number): number => Math.max(11, f1(0.115 * w))

const isSpecial = ({ facts: { kind } }: Face): boolean => kind === 'special' || kind === 'weather'

/** The sign of what a card can do besides being where it is. */
function abilityOf({ abilities, row }: CardFacts): string | null {
  const found = abilities.find((code) => code !== 'hero' && code !== 'agile' && !code.startsWith('weather_'))
  return found === 'scorch_row' ? 'scorch' : (found ?? (row === 'agile' ? 'agile' : null))
}

function measures(face: Face) {
  const { form, w, name } = face
  const hand = form === 'hand'
  const u = w / 100
  const size = hand ? handSize(w) : w < 70 ? 11 : 11.5
  // A card that is hardly taller than broad has room for one line.
  const named = hand && face.h > 70 ? lines(name, size, w - 8) : [name]
  const strip = form === 'mini' ? 3 : form === 'slat' ? 17 : hand ? named.length * (size + 2.5) + 6 : w < 70 ? 17 : 19
  return { hand, u, size, named, strip }
}

/** The picture: cloth, what stands behind, the figure, the frame. */
export function picture(face: Face): string {
  const { id, facts, form, w, h, counter } = face
  const { hand, strip } = measures(face)
  const special = isSpecial(face)
  const hero = facts.kind === 'hero'
  const cloth = special ? facts.kind : facts.faction
  const { edge } = clothOf(cloth)
  const round = hand ? 8 : 6
  const room = h - strip
  const e = form === 'slat' ? 50 : hand ? Math.min(w * 0.86, room * 0.92) : Math.min(room * 0.97, w * 0.86)
  const ex = form === 'slat' ? (w - e) / 2 : hand ? w - e - 1 : w - e - Math.max(1, (w - e) / 2 - 7)
  // On a slat the face is below the number; what is lower than the strip is behind it.
  const ey = form === 'slat' ? Math.max(12, room - e) : room - e
  const [mx, my] = [f1(ex + e / 2), f1(ey + e * 0.46)]
  const frame = hero
    ? `<rect x="1.500" y="1.500" width="${w - 3}" height="${h - 3}" rx="${round - 1}" fill="none" stroke="url(#gw-gold)" stroke-width="3"/><rect x="4.500" y="4.500" width="${w - 9}" height="${h - 9}" rx="${round - 3}" fill="none" stroke="#f3d27a" stroke-width=".8" stroke-opacity=".7"/>`
    : special
      ? `<rect x="1" y="1" width="${w - 2}" height="${h - 2}" rx="${round - 1}" fill="none" stroke="#c3ced6" stroke-width="2"/>${times(2, (n) => `<circle cx="${n ? w - 5 : 5}" cy="5" r="1.600" fill="#eef3f6"/>`)}`
      : `<rect x=".75" y=".75" width="${w - 1.5}" height="${h - 1.5}" rx="${round}" fill="none" stroke="#120c07" stroke-width="1.500"/><rect x="2.500" y="2.500" width="${w - 5}" height="${h - 5}" rx="${round - 2}" fill="none" stroke="${edge}" stroke-opacity=".75" stroke-width="1"/>`
  return `<rect width="${w}" height="${h}" rx="${round}" fill="url(#gw-gr-${cloth})"/>${counter && !special && facts.faction !== 'neutral' ? `<path d="M3 ${h - 3}L${w - 3} 3V${h - 3}Z" fill="${edge}" opacity=".62"/>` : ''}<use href="#gw-rays" transform="translate(${mx} ${my}) scale(${f1((Math.min(w, room) / 240) * 100) / 100})" fill="#fff" opacity="${hero ? 0.13 : 0.07}"/><circle cx="${mx}" cy="${my}" r="${f1(e * 0.43)}" ${hero ? `fill="${edge}" opacity=".34"` : 'fill="#fff" opacity=".08"'}/><g transform="translate(2 ${f1(room)}) scale(${f1((w - 4) * 10) / 1000})" fill="#0d0906" color="#0d0906" opacity=".42">${groundOf(facts.row)}</g><use href="${figureRef(id, facts.row)}" transform="translate(${f1(ex)} ${f1(ey)}) scale(${f1(e * 10) / 1000})"/>${frame}`
}

const PARCHMENT = { hero: '#f1d891', special: '#dde4e8', weather: '#dde4e8', unit: '#f2e4c2' }

/** The plates: the strip with its name, the strength, signs, how many there are. */
export function plates(face: Face): string {
  const { facts, form, w, h, now, seat, spy, n } = face
  const { hand, u, size, named, strip } = measures(face)
  const special = isSpecial(face)
  const hero = facts.kind === 'hero'
  const paper = PARCHMENT[facts.kind]
  const small = w < 70
  const way = now === null || facts.strength === null || hero ? 0 : Math.sign(now - facts.strength)
  const ability = abilityOf(facts)
  const foot =
    seat === null
      ? ''
      : `<path d="M4 ${f1(h - 2)}H${w - 4}" stroke="var(--seat-${seat}-solid)" stroke-width="3"${seat ? ' stroke-dasharray="5 2"' : ''}/>`
  const top = h - strip
  if (form === 'mini') return miniPlates(face, foot, way)
  if (form === 'slat') {
    const r = w < 34 ? 10.5 : 11.5
    const ground = `<path d="M2 ${top}H${w - 2}V${h - 6}Q${w - 2} ${h - 2} ${w - 6} ${h - 2}H6Q2 ${h - 2} 2 ${h - 6}Z" fill="${n > 1 ? '#17110c' : paper}"/>`
    const sign = spy ? 'spy' : ability
    const said =
      n > 1
        ? `<text x="${w / 2}" y="${top + 11.5}" text-anchor="middle" font-family="${SANS}" font-weight="800" font-size="12" fill="#fff3d2">×${n}</text>`
        : sign
          ? `<g transform="translate(${w / 2 - 6} ${top + 1}) scale(.5)" fill="#2a1c0c" color="#2a1c0c">${SIGN[sign] ?? ''}</g>`
          : ''
    return ground + foot + said + (now === null ? '' : strength(now, w / 2, r + 4, r, hero, way, null))
  }
  const round = hand ? 8 : 6
  let drawn = `<path d="M2 ${f1(top)}H${w - 2}V${h - round}Q${w - 2} ${h - 2} ${w - round} ${h - 2}H${round}Q2 ${h - 2} 2 ${h - round}Z" fill="${paper}"/><path d="M2 ${f1(top)}H${w - 2}" stroke="#120c07" stroke-width="1.300"/>${foot}`
  drawn += named
    .map((text, at) => label(text, w / 2, top + (hand ? size + 1.5 + at * (size + 2) : small ? 11.6 : 13), size, w - 7))
    .join('')
  const r = hand ? 13.5 * Math.max(u, 0.86) : small ? 11 : 13.5
  if (now !== null) drawn += strength(now, r + 3, r + 3 + (way > 0 ? 2 : 0), r, hero, way, facts.strength)
  if (hand) {
    const first = special ? (facts.abilities[0] ?? null) : facts.row
    const marks = [first, special || ability === 'agile' ? null : ability].filter((mark) => mark !== null)
    const q = Math.max(u, 0.8)
    const squat = h <= 70
    marks.forEach((mark, at) => {
      drawn += squat
        ? roundel(mark, w - 10, 10 + at * 16, 7.5)
        : w < 72 && at
          ? roundel(mark, w - 11, 11, 8.5)
          : roundel(mark, r + 3, 2 * r + 15 * q + at * 21 * q, 9.5 * q)
    })
  } else if (ability && !special && !spy) {
    drawn += small ? roundel(ability, w - 9.5, 9.5, 7.5) : roundel(ability, w - 12.5, 12.5, 9.5)
  }
  if (spy && seat !== null) {
    const k = small ? 0.72 : 0.92
    drawn += `<g transform="translate(${f1(w - 29 * k)} ${small ? 4 : 5}) scale(${k})"><g class="pennon">${pennon(seat)}</g></g>`
  }
  if (n > 1) {
    const [tw, th] = small ? [25, 16] : [31, 19]
    drawn += `<rect x="${w - tw}" y="${f1(top - th - 1)}" width="${tw}" height="${th}" rx="5" fill="#17110c" stroke="#f3d27a" stroke-width="1.200"/><text x="${w - tw / 2}" y="${f1(top - (small ? 5 : 6))}" text-anchor="middle" font-family="${SANS}" font-weight="800" font-size="12" fill="#fff3d2">×${n}</text>`
  }
  return drawn
}

function miniPlates({ w, h, now, facts, spy, seat, n }: Face, foot: string, way: number): string {
  const tiny = w < 38
  const r = tiny ? 7.5 : Math.min(11, h * 0.27)
  const ability = abilityOf(facts)
  let drawn = foot
  if (now !== null) drawn += strength(now, r + 2.5, r + 3, r, facts.kind === 'hero', way, null)
  if (n > 1)
    drawn += `<rect x="${w - 22}" y="${f1(h - 18)}" width="21" height="14" rx="4" fill="#17110c" stroke="#f3d27a"/><text x="${w - 11.5}" y="${f1(h - 7)}" text-anchor="middle" font-family="${SANS}" font-weight="800" font-size="11" fill="#fff3d2">×${n}</text>`
  else if (spy && seat !== null)
    drawn += `<g transform="translate(${w - 18} 4) scale(.55)"><g class="pennon">${pennon(seat)}</g></g>`
  else if (ability && !tiny) drawn += roundel(ability, w - 9, h - 11, 7)
  return drawn
}

function strength(
  now: number,
  x: number,
  y: number,
  r: number,
  hero: boolean,
  way: number,
  base: number | null,
): string {
  const size = String(now).length > 1 ? r * 1.16 : r * 1.34
  const ground = hero ? 'url(#gw-gold)' : way > 0 ? '#1b6b3c' : way < 0 ? '#a3261b' : '#fbf3de'
  const wide = base !== null && base > 9 ? r * 0.44 : 0
  const printed =
    base !== null && way
      ? `<rect x="${f1(x + r * 0.5)}" y="${f1(y - r * 0.6)}" width="${f1(r * 1.5 + wide)}" height="${f1(r * 1.2)}" rx="${f1(r * 0.34)}" fill="#fbf3de" stroke="#1d140a" stroke-width="1.300"/><text x="${f1(x + r * 1.48 + wide / 2)}" y="${f1(y + r * 0.32)}" text-anchor="middle" font-family="${SANS}" font-weight="700" font-size="${f1(Math.max(11, r * 0.86))}" fill="#4a3f30" text-decoration="line-through">${base}</text>`
      : ''
  return `${printed}<g transform="translate(${f1(x)} ${f1(y)})"><path d="${disc(f1(r), hero, way)}" fill="${ground}" stroke="#1d140a" stroke-width="1.800"/>${hero ? `<circle r="${f1(r * 0.8)}" fill="none" stroke="#7a5212" stroke-width="1"/>` : ''}<text y="${f1(size * 0.36)}" text-anchor="middle" font-family="${SERIF}" font-weight="800" font-size="${f1(size)}" fill="${hero ? '#241504' : way ? '#fffaf0' : '#1d140a'}">${now}</text></g>`
}

const roundel = (sign: string, x: number, y: number, r: number): string =>
  `<circle cx="${f1(x)}" cy="${f1(y)}" r="${f1(r)}" fill="#201a14" stroke="#f6e8c8" stroke-opacity=".55" stroke-width="1"/><g transform="translate(${f1(x - r * 0.68)} ${f1(y - r * 0.68)}) scale(${f1(((r * 1.36) / 24) * 100) / 100})" fill="#f6e8c8" color="#f6e8c8">${SIGN[sign] ?? ''}</g>`
