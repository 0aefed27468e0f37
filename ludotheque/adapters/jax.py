"""A batch inside programs that JAX compiles: `pip install 'ludotheque[jax]'`.

    import jax
    import ludotheque as lt
    from ludotheque.adapters.jax import Matches

    matches = Matches(lt.batch("lampions", 256, players=3))

    @jax.jit
    def play(key):
        def step(look, key):
            action = jax.random.categorical(key, jax.numpy.where(look.mask, 0.0, -jax.numpy.inf))
            return matches.step(action), look.reward
        return jax.lax.scan(step, matches.reset(7), jax.random.split(key, 32))

The matches stay in the batch, on this side: `reset` and `step` are calls of the host, in order
(`jax.experimental.io_callback`), also within `jit`, `lax.scan` and `lax.fori_loop`. They can't be mapped with `vmap`,
which a batch has no need of, nor differentiated. A program that is run twice goes on where it left off, unless it
begins with `reset`. For a batch on a GPU use its arrays without a copy: `jax.dlpack.from_dlpack(batch.rewards)`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ludotheque.batches import Batch
from ludotheque.errors import BadInput, NotInstalled

try:
    import jax
    from jax.experimental import io_callback
except ImportError as error:
    raise NotInstalled("jax") from error

__all__ = ["Look", "Matches"]


class Look(NamedTuple):
    """The matches as they stand, as arrays of JAX with a row for each match."""

    observation: Any  # float32: scaled, of the seat that decides
    mask: Any  # bool: its legal actions
    seat: Any  # int32: who decides; -1 where a match is over
    reward: Any  # float32, a column for each seat: for the last step
    done: Any  # bool: the last step ended the match; with `restart` a new one stands here


class Matches:
    """A batch on the CPU as functions for `jax.jit`."""

    def __init__(self, batch: Batch) -> None:
        if batch.device != "cpu":
            raise BadInput.at("batch", 0, "device", "is a GPU: take its arrays with jax.dlpack.from_dlpack instead")
        self.batch = batch
        self._shapes = jax.tree.map(lambda array: jax.ShapeDtypeStruct(array.shape, array.dtype), self._look())

    def _look(self) -> Look:
        batch = self.batch
        rows = np.empty((batch.n, batch.observation.size), np.float32)
        copies = (array.copy() for array in (batch.legal(), batch.seats, batch.rewards, batch.done))
        return Look(batch.observe(out=rows, scaled=True), *copies)

    def reset(self, seed: Any = 0) -> Look:
        """Begin every match again from a seed of the batch, which may be traced; the matches as they stand then."""

        def begin(number: Any) -> Look:
            self.batch.reset(int(number))
            return self._look()

        found: Look = io_callback(begin, self._shapes, seed, ordered=True)
        return found

    def step(self, actions: Any) -> Look:
        """Play an action in each match; the matches as they stand then. An illegal action is an error."""

        def play(numbers: Any) -> Look:
            self.batch.step(np.asarray(numbers))
            return self._look()

        found: Look = io_callback(play, self._shapes, actions, ordered=True)
        return found
