/**
 * Pictures of cards, made of our sheet of emblems: it is fetched once, after the board, and every card is drawn from it as
 * one picture of its own. A card on the table is then a single image, however much is drawn on it: nothing to style
 * or lay out while it travels.
 */

import sheet from './emblems.svg?url'
import type { Category } from './catalogue.svelte'

/** Frame, panel from above to below, sun behind the emblem, shade of the emblem. */
interface Look {
  frame: string
  from: string
  to: string
  sun: string
  shade: string
}

const LOOKS: Record<Exclude<Category, 'general'>, Look> = {
  troop: { frame: '#7d1419', from: '#bf2f32', to: '#6a1017', sun: '#ee7358', shade: '#e3a08c' },
  strategy: { frame: '#35195f', from: '#6a41a8', to: '#2b1450', sun: '#b697e4', shade: '#c9b3ea' },
  politics: { frame: '#11376d', from: '#2b6cb6', to: '#123a72', sun: '#79b4ec', shade: '#a9cdf0' },
  victory: { frame: '#0f4a28', from: '#3d9156', to: '#14522c', sun: '#c2e28f', shade: '#9ccf8c' },
  treasure: { frame: '#8a5b0a', from: '#dcab3b', to: '#a8730f', sun: '#ffeaa6', shade: '#b8842a' },
}

/** Cloth of a general's banner, its folds, the crest, and the band above. */
const BANNERS: Record<string, { cloth: string; fold: string; ink: string }> = {
  maeda_toshimasu: { cloth: '#16131c', fold: '#3a3145', ink: '#ffd76a' },
  honda_tadakatsu: { cloth: '#1d3b2a', fold: '#3f6b4c', ink: '#fff3d6' },
  sanada_yukimura: { cloth: '#a3121f', fold: '#d8343c', ink: '#ffe9b8' },
  ishida_mitsunari: { cloth: '#efe5d0', fold: '#fffaf0', ink: '#1b1420' },
  naoe_kanetsugu: { cloth: '#16305c', fold: '#2f5fa8', ink: '#f4f7ff' },
  akechi_mitsuhide: { cloth: '#5aa6c9', fold: '#a7d8ea', ink: '#fdfefe' },
  kuroda_yoshitaka: { cloth: '#0f1018', fold: '#2d2f3f', ink: '#f4f1ea' },
  katakura_kojuro: { cloth: '#f3ead8', fold: '#fffdf6', ink: '#15121a' },
}
/** A general of another card file has no crest of ours: an empty banner. */
const PLAIN = { cloth: '#3a1420', fold: '#6a2a38', ink: '#ffe9b8' }

const bars = (rows: readonly (readonly number[])[], opacity: number) =>
  `<g fill="#fff" opacity="${opacity}">${rows
    .map(([x, y, width]) => `<rect x="${x}" y="${y}" width="${width}" height="4.5" rx="2.2"/>`)
    .join('')}</g>`
const waves = Array.from({ length: 18 }, (_, n) => {
  const x = (n % 6) * 20 - (n % 12 < 6 ? 0 : 10)
  const y = 96 + 9 * Math.floor(n / 6)
  return `M${x - 10} ${y}a10 10 0 0 1 20 0M${x - 6} ${y}a6 6 0 0 1 12 0`
}).join('')
const rings = Array.from({ length: 48 }, (_, n) => {
  const row = Math.floor(n / 6)
  return `<circle cx="${(n % 6) * 19 + (row % 2) * 9.5}" cy="${row * 17}" r="12.5"/>`
}).join('')

/** What lies behind the emblem. */
const BEHIND: Record<Exclude<Category, 'general'>, string> = {
  troop:
    bars(
      [
        [0, 26, 40],
        [8, 33, 48],
        [62, 50, 40],
        [54, 57, 40],
      ],
      0.14,
    ) + '<path d="M0 92L14 80L26 90L40 78L54 91L66 82L80 92L92 81L104 90V120H0Z" opacity=".17"/>',
  strategy:
    bars(
      [
        [0, 26, 40],
        [8, 33, 48],
        [62, 50, 40],
        [54, 57, 40],
      ],
      0.16,
    ) + '<path d="M0 98Q20 86 40 96T80 94T110 92V120H0Z" opacity=".18"/>',
  politics:
    bars(
      [
        [0, 26, 40],
        [8, 33, 48],
        [62, 50, 40],
      ],
      0.14,
    ) + `<path d="${waves}" fill="none" stroke="#fff" stroke-opacity=".2"/>`,
  victory:
    bars(
      [
        [0, 26, 40],
        [62, 38, 40],
      ],
      0.18,
    ) + '<path d="M0 84Q18 72 36 82T74 78T110 76V120H0Z" fill="#0b3a1c" opacity=".24"/>',
  treasure: `<g fill="none" stroke="#fff" stroke-opacity=".26">${rings}</g>`,
}

/** Heights of a card that is 100 wide. */
const TALL = 140
const SQUAT = 109

const SYMBOL = /<symbol id="([^"]+)"[^>]*>([\s\S]*?)<\/symbol>/g

interface Sheet {
  symbols: ReadonlyMap<string, string>
  style: string
  defs: string
}

class Art {
  #sheet = $state.raw<Sheet | null>(null)
  #asked = false
  #made = new Map<string, string>()

  /** A card's whole face, without its numbers and words; `squat`: for a pile where there is little room. */
  card(id: string, category: Category, squat = false): string | undefined {
    return this.#picture(`card ${id} ${squat}`, (found) =>
      category === 'general' ? banner(id, found) : face(id, category, found, squat ? SQUAT : TALL),
    )
  }

  /** The emblem alone: lands, treasures. */
  emblem(id: string): string | undefined {
    return this.#picture(`emblem ${id}`, (found) => drawn(found, '0 0 100 100', found.symbols.get(id) ?? ''))
  }

  /** A general's crest on a round of cloth. */
  crest(id: string): string | undefined {
    return this.#picture(`crest ${id}`, (found) => {
      const { cloth, ink } = BANNERS[id] ?? PLAIN
      const round = `<circle cx="50" cy="50" r="48" fill="#e0b64a"/><circle cx="50" cy="50" r="43" fill="${cloth}"/>`
      return drawn(found, '0 0 100 100', round + crest(id, found, 22, 22, 56, ink), mon(cloth, ink))
    })
  }

  /** The back of every card. */
  get back(): string | undefined {
    return this.#picture('back', (found) =>
      drawn(
        found,
        '0 0 100 140',
        `<rect width="100" height="140" rx="8" fill="#150d10"/><rect x="5" y="5" width="90" height="130" rx="5" fill="#21141a" stroke="#c9973f" stroke-width="1.6"/>
        <rect x="10" y="10" width="80" height="120" rx="3" fill="none" stroke="#c9973f" stroke-opacity=".35"/>
        <circle cx="50" cy="70" r="31" fill="none" stroke="#c9973f" stroke-width="1.4"/>
        <svg x="23" y="43" width="54" height="54" viewBox="0 0 100 100" fill="#c9973f">${found.symbols.get('seat-3') ?? ''}</svg>`,
      ),
    )
  }

  /** Signs that style sheets draw, as variables: `--b-cost`, `--c-cards`, `--seat-crest-0`. */
  get variables(): string {
    const found = this.#sheet
    if (!found) {
      this.#open()
      return ''
    }
    return [...found.symbols.keys()]
      .filter((id) => /^(b|c|seat)-/.test(id))
      .map((id) => {
        const name = id.startsWith('seat-') ? id.replace('seat-', 'crest-') : id
        const address = this.#picture(`sign ${id}`, () =>
          drawn(found, '-4 -10 108 120', found.symbols.get(id) ?? '', '.sign{fill:#fff6e3}', 'class="sign"'),
        )
        return `--${name}:url("${address}")`
      })
      .join(';')
  }

  #picture(key: string, draw: (found: Sheet) => string): string | undefined {
    const found = this.#sheet
    if (!found) {
      this.#open()
      return undefined
    }
    let address = this.#made.get(key)
    if (!address) {
      address = URL.createObjectURL(new Blob([draw(found)], { type: 'image/svg+xml' }))
      this.#made.set(key, address)
    }
    return address
  }

  #open(): void {
    if (this.#asked) return
    this.#asked = true
    fetch(sheet)
      .then((answer) => answer.text())
      .then((text) => (this.#sheet = readSheet(text)))
      .catch(() => (this.#asked = false)) // cards can be read without; the next one that is drawn asks again
  }
}

export const art = new Art()

export function readSheet(text: string): Sheet {
  return {
    symbols: new Map([...text.matchAll(SYMBOL)].map(([, id = '', body = '']) => [id, body])),
    style: /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '',
    defs: /<defs>([\s\S]*?)<\/defs>/.exec(text)?.[1] ?? '',
  }
}

function drawn({ style, defs }: Sheet, box: string, body: string, more = '', root = ''): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" ${root}><style>${style}${more}</style><defs>${defs}</defs>${body}</svg>`
}

const mon = (cloth: string, ink: string) => `svg{--cloth1:${cloth};color:${ink}}`

const crest = (id: string, { symbols }: Sheet, x: number, y: number, size: number, ink: string) =>
  `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 100 100" fill="${ink}">${symbols.get(id) ?? ''}</svg>`

function face(id: string, category: Exclude<Category, 'general'>, found: Sheet, height: number): string {
  const look = LOOKS[category]
  const panel = height - (height === TALL ? 25 : 22)
  const size = height === TALL ? 66 : 58
  const top = height === TALL ? 21 : 13
  return drawn(
    found,
    `0 0 100 ${height}`,
    `<defs><linearGradient id="panel" x2="0" y2="1"><stop stop-color="${look.from}"/><stop offset="1" stop-color="${look.to}"/></linearGradient>
    <clipPath id="inside"><rect x="5" y="5" width="90" height="${panel - 5}" rx="4"/></clipPath></defs>
    <rect width="100" height="${height}" rx="8" fill="${look.frame}"/><rect x="1" y="1" width="98" height="${height - 2}" rx="7" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="2"/>
    <g clip-path="url(#inside)"><rect x="5" y="5" width="90" height="${panel - 5}" fill="url(#panel)"/><g transform="translate(0 ${height - TALL})">${BEHIND[category]}</g>
    <circle cx="50" cy="${top + size / 2 + 2}" r="${category === 'treasure' ? 38 : 33}" fill="${look.sun}" opacity=".9"/></g>
    <svg x="${50 - size / 2}" y="${top}" width="${size}" height="${size}" viewBox="0 0 100 100" overflow="visible">${found.symbols.get(id) ?? ''}</svg>
    <rect x="5" y="5" width="90" height="${panel - 5}" rx="4" fill="none" stroke="#f0c45a" stroke-opacity=".75" stroke-width="1.3"/>`,
    `.s{fill:${look.shade}}`,
  )
}

function banner(id: string, found: Sheet): string {
  const { cloth, fold, ink } = BANNERS[id] ?? PLAIN
  const folds = [0, 0.3, 0.5, 0.75, 1].map(
    (at, n) => `<stop offset="${at}" stop-color="${n % 2 ? fold : cloth}" stop-opacity="${n % 2 ? 0.8 : 1}"/>`,
  )
  return drawn(
    found,
    '0 0 100 140',
    `<defs><linearGradient id="cloth" x2="1" y2="0">${folds.join('')}</linearGradient>
    <linearGradient id="foot" x2="0" y2="1"><stop stop-opacity="0"/><stop offset=".35" stop-color="#120a0c" stop-opacity=".9"/><stop offset="1" stop-color="#0c0608"/></linearGradient></defs>
    <rect width="100" height="140" rx="8" fill="#0c0608"/><rect x="3" y="3" width="94" height="134" rx="6" fill="${cloth}"/><rect x="3" y="3" width="94" height="134" rx="6" fill="url(#cloth)"/>
    ${crest(id, found, 21, 24, 58, ink)}
    <path d="M3 92H97V131a6 6 0 0 1-6 6H9a6 6 0 0 1-6-6Z" fill="url(#foot)"/>
    <rect x="2" y="2" width="96" height="136" rx="7" fill="none" stroke="#e3b54a" stroke-width="2.4"/><rect x="6" y="6" width="88" height="128" rx="4" fill="none" stroke="#e3b54a" stroke-opacity=".5"/>`,
    mon(cloth, ink),
  )
}
