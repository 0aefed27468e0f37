/**
 * What the server tells is told whole. Whatever has stayed as it was shall also be the same object, so that nobody draws
 * it again.
 */

/** What came after, in which all that equals what was before is what was before. It is changed for that. */
export function shared<T>(before: unknown, after: T): T {
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
    const now = (after[n] = shared(before[n], item))
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
    const now = (after[key] = shared(before[key], after[key]))
    if (key !== known[n++] || now !== before[key]) same = false // some are drawn in their order
  }
  return same && n === known.length ? before : after
}
