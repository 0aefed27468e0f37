// Packs a file as a site sends it: by Zstandard, in parts of which one is unpacked while the next arrives.
//
//   node pack.mjs FILE OUT

import { Buffer } from 'node:buffer'
import { readFileSync, writeFileSync } from 'node:fs'
import { compress } from './zstandard.mjs'
import { pack } from '../src/local/snapshot.ts'

const [file, out] = process.argv.slice(2)
writeFileSync(out, Buffer.concat(pack(new Uint8Array(readFileSync(file)), compress)))
