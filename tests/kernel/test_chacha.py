"""The generator against the published keystream, against a second implementation, and against chance itself."""

import struct
from collections import Counter
from itertools import pairwise
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.games.lampions.state import STATE
from ludotheque.kernel import load

PLAIN = load("ludotheque.games.lampions", "plain").module("ludotheque.kernel.chacha")
WORD = st.integers(0, 2**32 - 1)


def fresh(key=(0,) * 8):
    state = STATE.plain()
    state.key[:] = key
    return state


def keystream(state, stream, words):
    return struct.pack(f"<{words}I", *(PLAIN.word(state, stream) for _ in range(words)))


def reference(key, counter, nonce, rounds=8):
    """A block of ChaCha, written independently from its description."""
    start = [*struct.unpack("<4I", b"expand 32-byte k"), *key, *counter, *nonce]
    x = list(start)

    def turn(value, by):
        return ((value << by) | (value >> (32 - by))) % 2**32

    for number in range(rounds):
        for column in range(4):
            shift = number % 2
            a, b, c, d = (row * 4 + (column + row * shift) % 4 for row in range(4))
            for target, other, mixed, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                x[target] = (x[target] + x[other]) % 2**32
                x[mixed] = turn(x[mixed] ^ x[target], by)
    return [(mine + first) % 2**32 for mine, first in zip(x, start, strict=True)]


def test_published_vector():
    # ChaCha8, 256-bit key of zeros, nonce of zeros (draft-strombergson-chacha-test-vectors, TC1).
    published = "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    assert keystream(fresh(), 0, 8).hex() == published


def test_reference_gives_the_published_vector_of_twenty_rounds():
    # RFC 8439, A.1, test vector 1: so the reference below is ChaCha and not a copy of our mistakes.
    block = struct.pack("<16I", *reference([0] * 8, [0, 0], [0, 0], rounds=20))
    assert block.hex().startswith("76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7")


@given(st.lists(WORD, min_size=8, max_size=8), st.integers(0, 3), st.integers(0, 2**27 - 1))
def test_every_block_of_every_stream_agrees_with_the_reference(key, stream, number):
    state = fresh(key)
    state.used[stream] = 16 * number
    words = [PLAIN.word(state, stream) for _ in range(16)]
    assert words == reference(key, [number, 0], [stream, 0])


def test_words_of_a_stream_go_on_across_blocks():
    words = [*reference([0] * 8, [0, 0], [1, 0]), *reference([0] * 8, [1, 0], [1, 0])]
    state = fresh()
    assert [PLAIN.word(state, 1) for _ in range(32)] == words


def test_streams_do_not_disturb_each_other():
    alone, together = fresh(), fresh()
    expected = [PLAIN.word(alone, 0) for _ in range(40)]
    drawn = []
    for n in range(40):
        for _ in range(n % 5):
            PLAIN.word(together, 1 + n % 3)
        drawn.append(PLAIN.word(together, 0))
    assert drawn == expected
    assert len({PLAIN.word(fresh(), stream) for stream in range(4)}) == 4


def test_forget_starts_all_streams_anew():
    state = fresh()
    first = [PLAIN.word(state, stream) for stream in range(4)]
    state.key[0] = 1
    PLAIN.forget(state)
    assert state.used == [0] * 4
    assert [PLAIN.word(state, stream) for stream in range(4)] != first
    state.key[0] = 0
    PLAIN.forget(state)
    assert [PLAIN.word(state, stream) for stream in range(4)] == first


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 42, 1000, 2**31 - 1, 2**31 + 1, 2**32 - 1])
def test_each_number_has_equally_many_words(monkeypatch, n):
    """Each number has the same count of words: those whose product with n is in its range of 2^32 above `threshold`."""
    threshold = 2**32 % n

    def number_of(word):
        """The number that `below` derives from a word, or None if it draws another word."""
        words = iter([word, 0xFFFFFFFF])
        monkeypatch.setattr(PLAIN, "word", lambda s, stream: next(words))
        number = PLAIN.below(SimpleNamespace(), 0, n)
        return number if next(words, None) is not None else None

    per_number = (2**32 - threshold) // n
    for k in sorted({0, min(1, n - 1), n // 2, n - 1}):
        first = -(-((k << 32) + threshold) // n)  # the first word whose product lies in k's share and is not too low
        last = first + per_number - 1
        assert number_of(first) == number_of(last) == k
        if first * n > k << 32:
            assert number_of(first - 1) != k
        if last < 2**32 - 1:
            assert number_of(last + 1) != k


@pytest.mark.parametrize("n", [2, 6, 7, 42])
def test_numbers_come_equally_often(n):
    state = fresh((1, 2, 3, 4, 5, 6, 7, 8))
    draws = 1000 * n
    seen = Counter(PLAIN.below(state, 2, n) for _ in range(draws))
    assert set(seen) == set(range(n))
    chi_square = sum((seen[k] - 1000) ** 2 / 1000 for k in range(n))
    assert chi_square < (n - 1) + 4 * (2 * (n - 1)) ** 0.5  # four standard deviations


def test_neighbouring_words_share_nothing():
    state = fresh((9,) * 8)
    words = [PLAIN.word(state, 0) for _ in range(4000)]
    bits = [(a ^ b).bit_count() for a, b in pairwise(words)]
    assert abs(sum(bits) / len(bits) - 16) < 0.2
    assert len(set(words)) == len(words)
