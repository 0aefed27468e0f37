/** The messages between the page and the worker that runs Python, and between that one and the worker of the bots. */

import type { Prepared } from './snapshot'

/**
 * Where the site lies, and the files that Python is made of; `size` is that of the unpacked snapshot. Where they are `kept`
 * in this browser, they need not be fetched one after the other.
 */
export interface Start {
  type: 'start'
  site: string
  pyodide: string
  archive: string
  snapshot: string
  size: number
  module: string
  kept: boolean
}

export type ToWorker =
  | Start
  | { type: 'request'; number: number; method: string; address: string; body: string }
  | { type: 'said'; line: number; text: string }
  | { type: 'closed'; line: number }

export type FromWorker =
  | { type: 'ready' }
  | { type: 'failed'; problem: string }
  | { type: 'not_kept'; problem: string; answer: boolean }
  | { type: 'not_loaded'; problem: string }
  | { type: 'answer'; number: number; text: string }
  | { type: 'said'; line: number; text: string }

/** What the worker of the bots starts from: what the first one has fetched and unpacked. */
export interface StartBots {
  type: 'start'
  pyodide: string
  prepared: Prepared
}

export type ToBots =
  StartBots | { type: 'take'; address: string; data: Uint8Array<ArrayBuffer> } | { type: 'decide'; asked: string }

export type FromBots = { type: 'ready' } | { type: 'decided'; text: string } | { type: 'failed'; problem: string }
