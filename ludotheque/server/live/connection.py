"""One open page at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from ludotheque.server.live.protocol import ToPage, write_message
from ludotheque.server.people.schemas import Person

MOST_WAITING = 512  # messages: who does not take them is let go, and comes back with what he has seen


@dataclass(frozen=True)
class Closing:
    """Why the server closes a connection."""

    code: int
    reason: str


class PageConnection:
    """Somebody's page: who he is, through whose eyes he looks, and what is on its way to him."""

    def __init__(self, person: Person | None, key: bytes = b"", address: str = "") -> None:
        self.person = person
        self.address = address  # where it comes from
        self.key = key  # the hash of the key that it came with: when that is revoked, the page is let go
        self.viewers: tuple[int, ...] = ()
        self.waiting: asyncio.Queue[bytes | Closing] = asyncio.Queue(MOST_WAITING + 1)
        self.at_once: Callable[[bytes], bool] = lambda message: False  # sends a message, where that needs no waiting
        self.sending = False  # a message that waited is on its way: no other may overtake it
        self.gone = False
        self.shown = b""  # the table as he was shown it last

    def tell(self, message: ToPage) -> None:
        """Send a message."""
        self.post(write_message(message))

    def show(self, table: bytes) -> None:
        """Show the table, unless he would see what he sees already: even that something was done may be a secret."""
        if table != self.shown:
            self.shown = table
            self.post(table)

    def post(self, message: bytes) -> None:
        """Send a message that is written already."""
        if self.gone or (not self.sending and self.waiting.empty() and self.at_once(message)):
            return
        if self.waiting.qsize() >= MOST_WAITING:
            self.part(Closing(1013, "too_slow"))
        if not self.gone:
            self.waiting.put_nowait(message)

    def part(self, closing: Closing) -> None:
        """Close the connection once everything before has been sent."""
        if not self.gone:
            self.gone = True
            self.waiting.put_nowait(closing)
