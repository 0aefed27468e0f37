/** What all drawings are made with. */

/** A number between 0 and 1 that is always the same for the same place: textures do not change between visits. */
export function grain(a: number, b: number, c = 0): number {
  let h = (a * 374761393 + b * 668265263 + c * 974711) | 0
  h = (Math.imul(h ^ (h >>> 13), 1274126177) | 0) >>> 0
  h ^= h >>> 16
  return (h >>> 0) / 4294967296
}

/** One decimal is exact enough for what is drawn. */
export const f1 = (n: number): number => Number(n.toFixed(1))

export const times = (n: number, draw: (at: number) => string): string =>
  Array.from({ length: n }, (_, at) => draw(at)).join('')

/** The same thing several times around a point. */
export const spin = (n: number, draw: (at: number) => string, x = 50, y = 50): string =>
  times(n, (at) => `<g transform="rotate(${f1((360 / n) * at)} ${x} ${y})">${draw(at)}</g>`)

export const flip = (drawing: string): string => `<g transform="translate(100 0) scale(-1 1)">${drawing}</g>`

/** A drawing as an image's address. */
export const imageOf = (svg: string, w: number, h: number): string =>
  `url("data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${svg}</svg>`,
  )}")`
