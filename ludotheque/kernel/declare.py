"""Field groups that the shared kernel modules work on, for a game's `state.py` to put into its records.

`state_fields` and `work_fields` give every game the generator, the decision stack and the event list;
`Piles` lays out hands, decks and other ordered zones one after the other in a single row of slots.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ludotheque.kernel.record import Field

SEATS = 7  # the most players any game may have
ALL_SEATS = (1 << SEATS) - 1  # the mask of all seats
SPECTATOR = SEATS  # a viewer who watches: the number behind the last possible seat, with a bit in masks like every seat
EVERYONE = (1 << (SPECTATOR + 1)) - 1  # the mask of all seats and those who watch
SHARE = 420  # a whole win; divisible by 1..7, so that a shared win is exact in integers
EVENT_WIDTH = 8  # kind, six arguments, mask of who may see the secret ones
EVENT_BYTES = 4 * EVENT_WIDTH  # where compiled rules keep it


@dataclass(frozen=True)
class Piles:
    """Zones of slots: where each begins and how many cards it may hold."""

    capacity: tuple[int, ...]

    @cached_property
    def base(self) -> tuple[int, ...]:
        """The first slot of each zone."""
        return tuple(sum(self.capacity[:z]) for z in range(len(self.capacity)))

    @cached_property
    def slots(self) -> int:
        """How many slots there are in all."""
        return sum(self.capacity)

    def fields(self, card_type: str = "i2") -> tuple[Field, ...]:
        """`card` and `known` for every slot, `count` for every zone."""
        return (
            Field("card", card_type, (self.slots,)),
            Field("known", "i2", (self.slots,)),
            Field("count", "i2", (len(self.capacity),)),
        )


def state_fields(streams: int, depth: int) -> tuple[Field, ...]:
    """What every state holds: players, the generator with its streams, the stack of pending decisions."""
    return (
        Field("players", "i1"),
        Field("key", "i8", (8,)),
        Field("block", "i8", (16,)),
        Field("block_at", "i8"),
        Field("used", "i4", (streams,)),
        Field("ask_kind", "i1", (depth,)),
        Field("ask_seat", "i2", (depth,)),
        Field("ask_a", "i2", (depth,)),
        Field("ask_b", "i2", (depth,)),
        Field("depth", "i1"),
    )


def work_fields(events: int, pool: int) -> tuple[Field, ...]:
    """What every workspace holds: the events of the last move, who may see the move itself, a pool for redealing."""
    return (
        Field("event", "i4", (events * EVENT_WIDTH,)),
        Field("events", "i2"),
        Field("events_lost", "i2"),
        Field("seen", "i2"),
        Field("pool", "i2", (pool,)),
        Field("pool_size", "i2"),
    )


STREAM_FIELDS = ("key", "block", "block_at", "used")  # the generator: never shown, never written into a text
