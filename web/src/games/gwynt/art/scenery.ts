/** The ground that rows are fought on, and the weather over it: drawn once for each size and theme, as images. */

import type { Row } from '../catalogue.svelte'
import { f1, grain } from './drawing'

export type Sky = 'frost' | 'fog' | 'rain'
/** Banks of fog: where each stands, how long its waves are, how thick it is. */
const BANKS: readonly [number, number, number, number][] = [
  [0.5, 74, 0.3, 1],
  [0.68, 58, 0.42, 2],
  [0.88, 66, 0.7, 3],
]

export function lane(kind: Row, w: number, h: number, front: 'top' | 'bottom', seed: number): string {
  const s = (i: number, k: number) => grain(seed * 31 + i, k, kind.length)
  let d = ''
  const line = (p: string, o = 0.3, sw = 1.3) =>
    `<path d="${p}" fill="none" stroke="var(--lane-line)" stroke-opacity="${o}" stroke-width="${sw}" stroke-linecap="round"/>`
  if (kind === 'close') {
    // trampled field: furrows, tufts, hoofprints, what was dropped
    for (let i = 0; i < h / 13; i++)
      for (let x = -20 + s(i, 9) * 60; x < w; x += 70 + s(i, x | 0) * 90) {
        const y = 8 + i * 13 + s(i, x | 0) * 4
        d += line(`M${f1(x)} ${f1(y)}q${f1(14 + s(i, 2) * 10)}-4 ${f1(30 + s(i, 3) * 26)}-1`, 0.2, 1.2)
      }
    for (let i = 0; i < w / 26; i++) {
      const x = f1(s(i, 21) * w),
        y = f1(12 + s(i, 22) * (h - 18))
      d += `<path d="M${x} ${y}q-2-7-5-8M${x} ${y}q0-6 .5-10M${x} ${y}q2-6 6-7" fill="none" stroke="var(--lane-line)" stroke-opacity=".36" stroke-width="1.300" stroke-linecap="round"/>`
    }
    for (let i = 0; i < w / 110; i++) {
      const x = f1(s(i, 31) * w),
        y = f1(14 + s(i, 32) * (h - 26))
      d += `<path transform="translate(${x} ${y}) rotate(${f1(s(i, 33) * 360)})" d="M-4 5Q-6-5 0-5T4 5" fill="none" stroke="var(--lane-line)" stroke-opacity=".3" stroke-width="2.400"/>`
    }
    for (let i = 0; i < w / 240; i++) {
      const x = f1(60 + s(i, 41) * (w - 100)),
        y = f1(20 + s(i, 42) * (h - 40))
      d += `<g transform="translate(${x} ${y}) rotate(${f1(s(i, 43) * 60 - 30)})" stroke="var(--lane-line)" stroke-opacity=".42" fill="none" stroke-width="1.600"><path d="M-24 0H6l3-3M12 1l16-1"/><path d="M28 0l8-3.500 6 3.500-6 3.500z" fill="var(--lane-line)" fill-opacity=".3"/></g>`
    }
  } else if (kind === 'ranged') {
    // rising ground behind a palisade, arrows in the turf
    for (let i = 0; i < 4; i++) {
      let p = `M-10 ${f1(h * 0.3 + i * h * 0.2)}`
      for (let x = -10; x < w + 60; x += 120) p += `q${f1(30 + s(i, x) * 20)}-${f1(8 + s(i, x + 1) * 12)} 60 0t60 0`
      d += line(p, 0.2, 1.3)
    }
    for (let i = 0; i < w / 80; i++) {
      const x = s(i, 51) * w,
        y = 26 + s(i, 52) * (h - 34),
        a = 16 + s(i, 53) * 22
      d += `<g transform="translate(${f1(x)} ${f1(y)}) rotate(${f1(front === 'top' ? a : -a)})" stroke="var(--lane-line)" stroke-opacity=".46" stroke-width="1.500" fill="none"><path d="M0 0V-22M0-15l-3-4v-6l3 3 3-3v6z"/><path d="M-5 2q5-3 10 0" stroke-opacity=".3"/></g>`
    }
    const yy = front === 'top' ? 0 : h
    let p = ''
    for (let x = 3; x < w; x += 11) {
      const l = 9 + s(x, 61) * 4
      p +=
        front === 'top'
          ? `M${x} 0V${f1(l)}l3.500 4.500 3.500-4.500V0`
          : `M${x} ${h}V${f1(h - l)}l3.500-4.500 3.500 4.500V${h}`
    }
    d +=
      `<path d="${p}" fill="var(--lane-line)" fill-opacity=".17" stroke="var(--lane-line)" stroke-opacity=".34" stroke-width="1.100"/>` +
      line(`M0 ${yy ? h - 5 : 5}H${w}`, 0.3, 1.6)
  } else {
    // paved platform: stones, wheel ruts, gabions
    const rows = Math.ceil(h / 17)
    let p = ''
    for (let i = 0; i < rows; i++) {
      p += `M0 ${i * 17}H${w}`
      for (let x = (i % 2) * 20 - 30; x < w; x += 34 + s(i, (x | 0) + 7) * 16) p += `M${f1(x)} ${i * 17}v17`
    }
    d += `<path d="${p}" fill="none" stroke="var(--lane-line)" stroke-opacity=".2" stroke-width="1.200"/>`
    for (let i = 0; i < w / 40; i++) {
      const x = f1(s(i, 71) * w),
        y = f1(s(i, 72) * h)
      d += line(`M${x} ${y}l5 3M${f1(x + 8)} ${f1(y + 6)}l4 2`, 0.24, 1.1)
    }
    d += `<path d="M0 ${f1(h * 0.36)}H${w}M0 ${f1(h * 0.74)}H${w}" stroke="var(--lane-line)" stroke-opacity=".16" stroke-width="7" stroke-dasharray="60 9 26 6"/>`
    for (const x of h < 80 ? [w - 20] : [w - 30, w - 64])
      d += `<g transform="translate(${x} ${h - 3}) scale(${h < 80 ? 0.7 : 1})" stroke="var(--lane-line)" stroke-opacity=".5" fill="var(--lane-siege)" stroke-width="1.300"><path d="M-14-25q4-9 10-6q5-6 10-1q6-1 8 7z"/><path d="M-14-26L-12 0H12L14-26Z"/><path d="M-13.500-20q4 4 7 0t7 0t7 0t6 0M-13-13q4 4 7 0t7 0t7 0t5 0M-12.500-6q4 4 7 0t7 0t7 0t4 0" fill="none" stroke-opacity=".4"/></g>`
  }
  return d
}

export function weather(kind: Sky, w: number, h: number): string {
  let d = ''
  if (kind === 'frost') {
    d += `<rect width="${w}" height="${h}" fill="var(--frost)" opacity=".24"/>`
    let p = 'M0 0'
    for (let x = 0; x < w;) {
      const a = 7 + grain(x | 0, 3) * 12,
        l = 8 + grain(x | 0, 4) * h * 0.32
      p += `L${f1(x + a * 0.16)} ${f1(l * 0.3)}L${f1(x + a / 2)} ${f1(l)}L${f1(x + a * 0.84)} ${f1(l * 0.3)}L${f1(x + a)} 3`
      x += a
    }
    p += `L${w} 0Z`
    d += `<path d="${p}" fill="#f4fbff" fill-opacity=".88" stroke="#6fa3c7" stroke-width="1"/>`
    const fern = (x: number, y: number, r: number, k: number) =>
      `<g transform="translate(${x} ${y}) rotate(${r}) scale(${k})" stroke="#fff" stroke-width="1.700" fill="none" stroke-linecap="round"><path d="M0 0V-46M0-10l-9-8M0-10l9-8M0-20l-11-9M0-20l11-9M0-30l-8-8M0-30l8-8M0-38l-5-5M0-38l5-5"/></g>`
    for (let x = 40; x < w; x += 150)
      d +=
        fern(f1(x + grain(x, 8) * 60), h, f1(-24 + grain(x, 9) * 48), f1(0.55 + grain(x, 10) * 0.35)) +
        fern(f1(x + 14 + grain(x, 8) * 60), h, f1(10 + grain(x, 19) * 40), 0.45)
    for (let i = 0; i < (w * h) / 1500; i++)
      d += `<circle cx="${f1(grain(i, 11) * w)}" cy="${f1(grain(i, 12) * h)}" r="${f1(0.8 + grain(i, 13) * 1.5)}" fill="#fff" opacity=".92"/>`
  } else if (kind === 'fog') {
    d += `<rect width="${w}" height="${h}" fill="var(--fog)" opacity=".16"/>`
    for (const [y, a, o, k] of BANKS) {
      let p = `M-20 ${h + 4}V${f1(h * y)}`
      for (let x = -20; x < w + 40;) {
        const b = a * (0.6 + grain(x | 0, k) * 0.7)
        p += `q${f1(b * 0.25)}-${f1(h * (0.12 + grain(x | 0, k + 3) * 0.1))} ${f1(b * 0.5)}-2t${f1(b * 0.5)} 2`
        x += b
      }
      p += `V${h + 4}Z`
      d += `<path d="${p}" fill="var(--fog)" opacity="${o}"/>`
      for (let x = 20 + k * 30; x < w; x += 120)
        d += `<path d="M${f1(x + grain(x, k) * 40)} ${f1(h * y + 7)}h26q9 0 9-5t-6-5q-5 0-5 4" stroke="var(--fog-line)" stroke-width="1.400" stroke-opacity=".6" fill="none" stroke-linecap="round"/>`
    }
  } else {
    d += `<rect width="${w}" height="${h}" fill="var(--rain)" opacity=".3"/>`
    let p = `M0 0H${w}V8`
    for (let x = w; x > 0;) {
      const b = 26 + grain(x | 0, 5) * 30
      p += `q-${f1(b / 2)} ${f1(9 + grain(x | 0, 6) * 7)} -${f1(b)} 0`
      x -= b
    }
    p += 'Z'
    d += `<path d="${p}" fill="var(--rain-cloud)" opacity=".85"/>`
    let q = ''
    for (let i = 0; i < (w * h) / 640; i++) {
      const x = grain(i, 14) * w,
        y = grain(i, 15) * h,
        l = 9 + grain(i, 16) * 10
      q += `M${f1(x)} ${f1(y)}l${f1(-l * 0.3)} ${f1(l)}`
    }
    d += `<path d="${q}" stroke="var(--rain-line)" stroke-width="1.500" stroke-opacity=".85" stroke-linecap="round"/>`
    for (let x = 30; x < w; x += 90)
      d += `<ellipse cx="${f1(x + grain(x, 17) * 50)}" cy="${f1(h - 4)}" rx="${f1(8 + grain(x, 18) * 9)}" ry="2.600" fill="none" stroke="var(--rain-line)" stroke-width="1.200" opacity=".8"/>`
  }
  return d
}
