/** The messages between the page and the worker that runs Python. */

export type ToWorker =
  | { type: 'start'; site: string; pyodide: string; python: string }
  | { type: 'request'; number: number; method: string; address: string; body: string }
  | { type: 'said'; line: number; text: string }
  | { type: 'closed'; line: number }

export type FromWorker =
  | { type: 'ready' }
  | { type: 'failed'; problem: string }
  | { type: 'not_kept'; problem: string }
  | { type: 'not_loaded'; problem: string }
  | { type: 'answer'; number: number; text: string }
  | { type: 'said'; line: number; text: string }
