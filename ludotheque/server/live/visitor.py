"""One open page at a table."""

from __future__ import annotations

import asyncio

from ludotheque.server.live.protocol import ToPage, write_message
from ludotheque.server.people.schemas import Person

MOST_WAITING = 512  # messages: who does not take them is let go, and comes back with what he has seen


class Visitor:
    """Somebody's page: who he is, through whose eyes he looks, and what is on its way to him."""

    def __init__(self, person: Person | None) -> None:
        self.person = person
        self.viewers: tuple[int | None, ...] = ()
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_WAITING)
        self.gone = False

    def tell(self, message: ToPage) -> None:
        """Send a message."""
        self.post(write_message(message))

    def post(self, message: bytes) -> None:
        """Send a message that is written already."""
        if self.gone:
            return
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.gone = True
            self.waiting.get_nowait()
            self.waiting.put_nowait(None)
