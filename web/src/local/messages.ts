/** The messages between the page and the worker that runs Python. */

/** Where the site lies, and the files that Python is made of; `size` is that of the unpacked snapshot. */
export interface Start {
  type: 'start'
  site: string
  pyodide: string
  archive: string
  snapshot: string
  size: number
  module: string
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
