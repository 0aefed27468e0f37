import { describe, expect, it } from 'vitest'
import { dealSeed } from '../src/fair/check'
import { bytes, hex, sha256 } from '../src/fair/sha256'

const of = (text: string) => hex(sha256(new TextEncoder().encode(text)))

describe('SHA-256 as published', () => {
  it('of nothing', () => expect(of('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'))
  it('of a word', () => expect(of('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'))
  it('of two blocks', () =>
    expect(of('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')).toBe(
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ))
})

it('reads and writes bytes', () => expect(hex(bytes('00ff10'))).toBe('00ff10'))

// By ludotheque/server/matches/fairness.py: deal_seed(bytes(32), [b"\x01" * 32, None]).
it('makes the seed of the deal as the server does', () =>
  expect(dealSeed('00'.repeat(32), ['01'.repeat(32), null])).toBe(
    'b8b068a1b5a84f28667bd6706141e68b2bb3b03eb549cf92a88e09a2e25a676c',
  ))
