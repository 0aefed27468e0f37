"""Loops that only benchmarks need, in kernel land."""

from ludotheque.kernel import chacha, clone, entry_point


@entry_point
def clones(S, n):
    """Copy state after state, `n` times, over a storage that is read in turn."""
    size = len(S)
    for k in range(n):
        clone(S, (k + 1) % size, k % size)


@entry_point
def words(S, i, n):
    """Draw `n` random words from the first stream; something that depends on all of them."""
    s = S[i]
    mixed = 0
    for _ in range(n):
        mixed ^= chacha.word(s, 0)
    return mixed
