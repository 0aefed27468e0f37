/**
 * SHA-256 (FIPS 180-4). Browsers have it built in, but hide it from pages that come over plain HTTP, as on a phone in
 * the same living room; and there a fair deal matters as much.
 */

const K = new Uint32Array(64)
const START = new Uint32Array(8)

// The constants are the first 32 bits of the fractions of square and cube roots of the first primes.
for (let n = 2, found = 0; found < 64; n++) {
  let prime = true
  for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false
  if (!prime) continue
  if (found < 8) START[found] = fraction(Math.sqrt(n))
  K[found++] = fraction(Math.cbrt(n))
}

function fraction(x: number): number {
  return Math.floor((x - Math.floor(x)) * 2 ** 32)
}

const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by))

export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((message.length + 8) >> 6) + 1) << 6)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29))
  view.setUint32(padded.length - 4, message.length << 3)
  const hash = START.slice()
  const w = new Uint32Array(64)
  for (let at = 0; at < padded.length; at += 64) mix(hash, w, view, at)
  const out = new DataView(new ArrayBuffer(32))
  hash.forEach((word, n) => out.setUint32(4 * n, word))
  return new Uint8Array(out.buffer)
}

function mix(hash: Uint32Array, w: Uint32Array, view: DataView, at: number): void {
  for (let n = 0; n < 16; n++) w[n] = view.getUint32(at + 4 * n)
  for (let n = 16; n < 64; n++) {
    const x = w[n - 15]!
    const y = w[n - 2]!
    w[n] = w[n - 16]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[n - 7]! + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
  for (let n = 0; n < 64; n++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[n]! + w[n]!) | 0
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, n) => (hash[n] = hash[n]! + word))
}

export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export const bytes = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
