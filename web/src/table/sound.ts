/** Short synthesized sounds; silent unless the settings enable them. */

import { settings } from '../settings.svelte'

/** Tones: hertz, start and length in seconds, loudness; `noise` is a knock on wood instead of a tone. */
interface Tone {
  pitch: number
  /** Where the pitch glides to. */
  to?: number
  at: number
  length: number
  volume: number
  shape?: OscillatorType
  noise?: boolean
}

const SOUNDS = {
  /** A piece is set down. */
  move: [
    { pitch: 900, at: 0, length: 0.05, volume: 0.5, noise: true },
    { pitch: 170, at: 0, length: 0.09, volume: 0.35 },
  ],
  /** It is my turn. */
  turn: [
    { pitch: 523, at: 0, length: 0.25, volume: 0.2 },
    { pitch: 784, at: 0.11, length: 0.4, volume: 0.2 },
  ],
  talk: [{ pitch: 1046, at: 0, length: 0.12, volume: 0.12 }],
  refused: [{ pitch: 147, at: 0, length: 0.18, volume: 0.22, shape: 'triangle' }],
  end: [
    { pitch: 392, at: 0, length: 0.4, volume: 0.18 },
    { pitch: 523, at: 0.14, length: 0.4, volume: 0.18 },
    { pitch: 659, at: 0.28, length: 0.5, volume: 0.18 },
    { pitch: 784, at: 0.42, length: 0.9, volume: 0.2 },
  ],
  /** A card is turned over. */
  flick: [{ pitch: 2400, at: 0, length: 0.04, volume: 0.4, noise: true }],
  /** Wings beat. */
  wings: [0, 0.16, 0.32].map((at) => ({ pitch: 220, at, length: 0.14, volume: 0.5, noise: true })),
  /** A dragon draws breath, and roars. */
  roar: [
    { pitch: 500, to: 1400, at: 0, length: 0.15, volume: 0.25, noise: true },
    { pitch: 160, to: 90, at: 0.14, length: 0.6, volume: 0.9, noise: true },
    { pitch: 96, to: 52, at: 0.14, length: 0.55, volume: 0.3, shape: 'sawtooth' },
  ],
  /** Fire that finds nothing. */
  hiss: [{ pitch: 3800, at: 0, length: 0.5, volume: 0.25, noise: true }],
  /** Boots on a road. */
  boots: [0, 0.13, 0.26, 0.39].map((at) => ({ pitch: 320, at, length: 0.05, volume: 0.5, noise: true })),
  /** A piece is turned in the hand. */
  tick: [{ pitch: 1800, at: 0, length: 0.03, volume: 0.35, noise: true }],
  /** Steps upwards. */
  climb: [0, 0.09, 0.18].map((at, n) => ({
    pitch: 660 * (1 + n / 4),
    at,
    length: 0.07,
    volume: 0.18,
    shape: 'triangle' as const,
  })),
  /** A large drum. */
  drum: [
    { pitch: 74, at: 0, length: 0.34, volume: 0.8 },
    { pitch: 190, at: 0, length: 0.06, volume: 0.5, noise: true },
  ],
  /** A banner unfurls. */
  cloth: [
    { pitch: 900, at: 0, length: 0.22, volume: 0.3, noise: true },
    { pitch: 2200, at: 0.1, length: 0.16, volume: 0.2, noise: true },
  ],
  /** Carpenters at work. */
  knocks: [0, 0.16, 0.32].map((at) => ({ pitch: 620, at, length: 0.06, volume: 0.65, noise: true })),
  /** The end is near. */
  gong: [
    { pitch: 98, at: 0, length: 2.2, volume: 0.45 },
    { pitch: 147, at: 0, length: 1.6, volume: 0.2 },
    { pitch: 233, at: 0.02, length: 1.1, volume: 0.1 },
  ],
  /** A tile is turned. */
  tile: [{ pitch: 520, at: 0, length: 0.08, volume: 0.6, noise: true }],
  /** Coins laid on wood. */
  coin: [
    { pitch: 2640, at: 0, length: 0.16, volume: 0.09 },
    { pitch: 3960, at: 0.05, length: 0.22, volume: 0.07 },
  ],
  /** Wooden clappers: something else begins. */
  clappers: [0, 0.14].map((at) => ({ pitch: 1500, at, length: 0.05, volume: 0.9, noise: true })),
  /** Blades meet. */
  clash: [
    { pitch: 5200, at: 0, length: 0.16, volume: 0.6, noise: true },
    { pitch: 1870, at: 0, length: 0.35, volume: 0.06, shape: 'square' },
    { pitch: 2790, at: 0.02, length: 0.3, volume: 0.05, shape: 'square' },
  ],
  /** Paper burns. */
  burn: [0, 0.09, 0.2, 0.27].map((at) => ({ pitch: 2900, at, length: 0.12, volume: 0.3, noise: true })),
  /** A war horn. */
  horn: [
    { pitch: 196, at: 0, length: 0.7, volume: 0.3, shape: 'sawtooth' },
    { pitch: 294, at: 0.12, length: 0.9, volume: 0.22, shape: 'sawtooth' },
  ],
  /** Wind rises, and falls. */
  wind: [
    { pitch: 400, to: 1300, at: 0, length: 0.6, volume: 0.3, noise: true },
    { pitch: 1300, to: 300, at: 0.4, length: 0.8, volume: 0.25, noise: true },
  ],
  /** A gem breaks. */
  glass: [
    { pitch: 6200, at: 0, length: 0.12, volume: 0.5, noise: true },
    { pitch: 3520, at: 0.02, length: 0.3, volume: 0.1 },
    { pitch: 4435, at: 0.08, length: 0.26, volume: 0.08 },
  ],
  /** Something is won. */
  chime: [1319, 1568, 2093].map((pitch, n) => ({ pitch, at: 0.09 * n, length: 0.5, volume: 0.12 })),
  /** Somebody has burnt: breath is caught. */
  gasp: [
    { pitch: 900, to: 2600, at: 0.3, length: 0.28, volume: 0.3, noise: true },
    { pitch: 420, to: 610, at: 0.32, length: 0.2, volume: 0.07, shape: 'triangle' },
  ],
  /** Sand begins to run. */
  sand: [0, 0.35, 0.7].map((at) => ({ pitch: 5200, at, length: 0.5, volume: 0.1, noise: true })),
  /** Nobody wins: a low bell. */
  lost: [
    { pitch: 98, at: 0, length: 2.2, volume: 0.4 },
    { pitch: 196, at: 0, length: 1.6, volume: 0.16 },
    { pitch: 233, at: 0.01, length: 1.2, volume: 0.12 },
    { pitch: 523, at: 0, length: 0.5, volume: 0.05 },
  ],
} satisfies Record<string, Tone[]>

export type Sound = keyof typeof SOUNDS

let stage: AudioContext | null = null

/** Play a sound, now or after some seconds. */
export function sound(name: Sound, later = 0): void {
  if (!settings.sound) return
  // Browsers allow sound after the first touch or click; until then nothing is heard.
  stage ??= new AudioContext()
  if (stage.state === 'suspended') void stage.resume()
  for (const tone of SOUNDS[name]) strike(stage, { ...tone, at: tone.at + later })
}

function strike(on: AudioContext, tone: Tone): void {
  const start = on.currentTime + tone.at
  const level = on.createGain()
  level.gain.setValueAtTime(tone.volume, start)
  level.gain.exponentialRampToValueAtTime(0.0001, start + tone.length)
  const source = tone.noise ? knock(on, tone, level) : note(on, tone, level)
  level.connect(on.destination)
  source.start(start)
  source.stop(start + tone.length)
}

function note(on: AudioContext, tone: Tone, to: GainNode): OscillatorNode {
  const source = on.createOscillator()
  source.type = tone.shape ?? 'sine'
  glide(source.frequency, tone, on.currentTime + tone.at)
  source.connect(to)
  return source
}

function glide(pitch: AudioParam, tone: Tone, start: number): void {
  pitch.setValueAtTime(tone.pitch, start)
  if (tone.to !== undefined) pitch.exponentialRampToValueAtTime(tone.to, start + tone.length)
}

function knock(on: AudioContext, tone: Tone, to: GainNode): AudioBufferSourceNode {
  const source = on.createBufferSource()
  const grains = on.createBuffer(1, Math.ceil(on.sampleRate * tone.length), on.sampleRate)
  const wave = grains.getChannelData(0)
  for (let n = 0; n < wave.length; n++) wave[n] = 2 * Math.random() - 1
  const band = on.createBiquadFilter()
  band.type = 'bandpass'
  glide(band.frequency, tone, on.currentTime + tone.at)
  source.buffer = grains
  source.connect(band).connect(to)
  return source
}
