/** What this browser would need to run our Python and lacks, by its name in the standards; null if nothing. */

/** The smallest module with a vector in it. */
const WITH_VECTORS = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]

export function lacking(): string | null {
  if (typeof Worker === 'undefined') return 'Worker'
  if (typeof WebAssembly === 'undefined') return 'WebAssembly'
  if (!WebAssembly.validate(new Uint8Array(WITH_VECTORS))) return 'WebAssembly SIMD'
  if (typeof DecompressionStream === 'undefined') return 'DecompressionStream'
  return null
}
