/** Caches drawings: each is made once for its arguments, however often a story needs it. */

type Shown = string | number | boolean | null | undefined

export function once<Of extends readonly Shown[]>(draw: (...of: Of) => string): (...of: Of) => string {
  const drawn = new Map<string, string>()
  return (...of) => {
    const key = of.join('|')
    let text = drawn.get(key)
    if (text === undefined) drawn.set(key, (text = draw(...of)))
    return text
  }
}
