"""Groups of fields that the shared kernel modules use. A game's `state.py` puts them into its records.

`state_fields` and `work_fields` give every game the generator, the decision stack and the event list;
`Piles` lays out hands, decks and other ordered zones one after the other in a single row of slots.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ludotheque.kernel.record import Field

SEATS = 7  # the maximum number of players of any game
ALL_SEATS = (1 << SEATS) - 1  # the mask of all seats
SPECTATOR = SEATS  # the viewer number of a spectator: the one after the last possible seat; it has a bit in masks, too
EVERYONE = (1 << (SPECTATOR + 1)) - 1  # the mask of all seats and spectators
SHARE = 420  # a whole win; divisible by 1 to 7, so that a shared win is a whole number
EVENT_WIDTH = 8  # kind, six arguments, mask of the viewers who may see the secret ones
EVENT_BYTES = 4 * EVENT_WIDTH  # the size of an event in compiled rules


@dataclass(frozen=True)
class Piles:
    """The zones of a game: the first slot of each, and how many cards it may hold."""

    capacity: tuple[int, ...]

    @cached_property
    def base(self) -> tuple[int, ...]:
        """The first slot of each zone."""
        return tuple(sum(self.capacity[:z]) for z in range(len(self.capacity)))

    @cached_property
    def slots(self) -> int:
        """The number of slots in all zones."""
        return sum(self.capacity)

    def fields(self, card_type: str = "i2") -> tuple[Field, ...]:
        """`card` and `known` for every slot, `count` for every zone."""
        return (
            Field("card", card_type, (self.slots,)),
            Field("known", "i2", (self.slots,)),
            Field("count", "i2", (len(self.capacity),)),
        )


def state_fields(streams: int, depth: int) -> tuple[Field, ...]:
    """The fields of every state: players, the generator with its streams, the stack of pending decisions."""
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
    """The fields of every workspace: the events of the last move, who may see the move itself, a pool for redealing."""
    return (
        Field("event", "i4", (events * EVENT_WIDTH,)),
        Field("events", "i2"),
        Field("events_lost", "i2"),
        Field("seen", "i2"),
        Field("pool", "i2", (pool,)),
        Field("pool_size", "i2"),
    )


STREAM_FIELDS = ("key", "block", "block_at", "used")  # the generator: never shown, never part of a position's text
