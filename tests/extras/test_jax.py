"""A batch inside programs of JAX plays as it does outside."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import ludotheque as lt
from ludotheque.adapters.jax import Look, Matches

N, STEPS = 64, 40


def first_legal(look: Look) -> jax.Array:
    return look.mask.argmax(1)


def test_a_scan_inside_jit_plays_as_the_batch_does() -> None:
    matches = Matches(lt.batch("lampions", N, players=3, seed=1))

    @jax.jit
    def play() -> tuple[Look, Look]:
        def step(look: Look, _: None) -> tuple[Look, Look]:
            after = matches.step(first_legal(look))
            return after, after

        return jax.lax.scan(step, matches.reset(7), None, STEPS)

    _, looks = play()
    batch = lt.batch("lampions", N, players=3, seed=7)
    for t in range(STEPS):
        batch.step(batch.legal().argmax(1))
        assert np.array_equal(looks.observation[t], batch.observe(scaled=True))
        assert np.array_equal(looks.mask[t], batch.legal())
        assert np.array_equal(looks.seat[t], batch.seats)
        assert np.array_equal(looks.reward[t], batch.rewards)
        assert np.array_equal(looks.done[t], batch.done)
    assert bool(looks.done.any()), "matches ended"
    again = play()[1]
    assert all(np.array_equal(one, other) for one, other in zip(looks, again, strict=True)), "it begins with a reset"


def test_an_illegal_action_is_an_error() -> None:
    matches = Matches(lt.batch("lampions", 4, players=3))
    step = jax.jit(lambda: matches.step(jnp.full(4, 19)))
    matches.reset(1)
    with pytest.raises(Exception, match="match 0"):
        jax.block_until_ready(step())


@pytest.mark.parametrize("name", ["seats", "done", "rewards", "scores", "episodes"])
def test_dlpack_takes_the_arrays_without_a_copy(name: str) -> None:
    batch = lt.batch("lampions", N, players=3)
    for one in (batch, batch.copy()):
        array = getattr(one, name)
        taken = jax.dlpack.from_dlpack(array)
        assert taken.unsafe_buffer_pointer() == array.ctypes.data
