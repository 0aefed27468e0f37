/**
 * The server sends whole positions. Parts that have not changed are replaced by the old objects, so that Svelte does
 * not draw them again.
 */

/** Return `after` with every part that equals its part of `before` replaced by that. Changes `after`. */
export function shareUnchanged<T>(before: unknown, after: T): T {
  if (before === after) return after
  if (Array.isArray(before) && Array.isArray(after)) return sharedItems(before, after) as T
  if (isParts(before) && isParts(after)) return sharedParts(before, after) as T
  return after
}

type Parts = Record<string, unknown>

const isParts = (value: unknown): value is Parts => typeof value === 'object' && value !== null && !Array.isArray(value)

function sharedItems(before: unknown[], after: unknown[]): unknown[] {
  let same = before.length === after.length
  let n = 0
  for (const item of after) {
    const now = (after[n] = shareUnchanged(before[n], item))
    if (now !== before[n]) same = false
    n++
  }
  return same ? before : after
}

function sharedParts(before: Parts, after: Parts): Parts {
  const known = Object.keys(before)
  let n = 0
  let same = true
  for (const key of Object.keys(after)) {
    const now = (after[key] = shareUnchanged(before[key], after[key]))
    if (key !== known[n++] || now !== before[key]) same = false // the order of some is shown
  }
  return same && n === known.length ? before : after
}
