"""ChaCha8 inside the state: one stream for each purpose and seat, drawn word by word.

The current block is kept in the state, so that a word costs a few nanoseconds; the key is never shown.
All intermediate values fit in 63 bits, so plain Python ints and compiled 64-bit ints agree.
"""

from ludotheque.kernel import kernel

M = 0xFFFFFFFF


@kernel
def quarter(a, b, c, d):
    """ChaCha's quarter round on four words."""
    a = (a + b) & M
    d = d ^ a
    d = ((d << 16) | (d >> 16)) & M
    c = (c + d) & M
    b = b ^ c
    b = ((b << 12) | (b >> 20)) & M
    a = (a + b) & M
    d = d ^ a
    d = ((d << 8) | (d >> 24)) & M
    c = (c + d) & M
    b = b ^ c
    b = ((b << 7) | (b >> 25)) & M
    return a, b, c, d


@kernel
def refill(s, stream, number):
    """Compute block `number` of `stream` into the state."""
    k0, k1, k2, k3 = s.key[0], s.key[1], s.key[2], s.key[3]
    k4, k5, k6, k7 = s.key[4], s.key[5], s.key[6], s.key[7]
    x0, x1, x2, x3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    x4, x5, x6, x7 = k0, k1, k2, k3
    x8, x9, x10, x11 = k4, k5, k6, k7
    x12, x13, x14, x15 = number, 0, stream, 0
    for _ in range(4):
        x0, x4, x8, x12 = quarter(x0, x4, x8, x12)
        x1, x5, x9, x13 = quarter(x1, x5, x9, x13)
        x2, x6, x10, x14 = quarter(x2, x6, x10, x14)
        x3, x7, x11, x15 = quarter(x3, x7, x11, x15)
        x0, x5, x10, x15 = quarter(x0, x5, x10, x15)
        x1, x6, x11, x12 = quarter(x1, x6, x11, x12)
        x2, x7, x8, x13 = quarter(x2, x7, x8, x13)
        x3, x4, x9, x14 = quarter(x3, x4, x9, x14)
    s.block[0] = (x0 + 0x61707865) & M
    s.block[1] = (x1 + 0x3320646E) & M
    s.block[2] = (x2 + 0x79622D32) & M
    s.block[3] = (x3 + 0x6B206574) & M
    s.block[4] = (x4 + k0) & M
    s.block[5] = (x5 + k1) & M
    s.block[6] = (x6 + k2) & M
    s.block[7] = (x7 + k3) & M
    s.block[8] = (x8 + k4) & M
    s.block[9] = (x9 + k5) & M
    s.block[10] = (x10 + k6) & M
    s.block[11] = (x11 + k7) & M
    s.block[12] = (x12 + number) & M
    s.block[13] = x13
    s.block[14] = (x14 + stream) & M
    s.block[15] = x15


@kernel
def word(s, stream):
    """The next 32 random bits of `stream`."""
    used = s.used[stream]
    number = used >> 4
    at = ((stream + 1) << 32) | number
    if s.block_at != at:
        refill(s, stream, number)
        s.block_at = at
    s.used[stream] = used + 1
    return s.block[used & 15]


@kernel
def below(s, stream, n):
    """A number from 0 to n - 1, all equally likely (Lemire's multiplication with rejection)."""
    product = word(s, stream) * n
    low = product & M
    if low < n:
        threshold = ((M + 1) - n) % n
        while low < threshold:
            product = word(s, stream) * n
            low = product & M
    return product >> 32


@kernel
def forget(s):
    """Drop the cached block and restart every stream. Call this after a change of the key."""
    s.block_at = 0
    for i in range(16):
        s.block[i] = 0
    for i in range(len(s.used)):
        s.used[i] = 0
