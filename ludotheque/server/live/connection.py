"""The connection to one open page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from ludotheque.server.live.protocol import ToPage, write_message
from ludotheque.server.people.schemas import Person

MOST_WAITING = 512  # messages: a page that lets more pile up is disconnected, and may reconnect


@dataclass(frozen=True)
class Closing:
    """Why the server closes a connection."""

    code: int
    reason: str


class PageConnection:
    """One page: its person, the viewers it sees through, and the messages on their way to it."""

    def __init__(self, person: Person | None, key: bytes = b"", address: str = "") -> None:
        self.person = person
        self.address = address  # the network address it is counted under
        self.key = key  # hash of the device key: when that is revoked, the page is disconnected
        self.viewers: tuple[int, ...] = ()
        self.waiting: asyncio.Queue[bytes | Closing] = asyncio.Queue(MOST_WAITING + 1)
        self.at_once: Callable[[bytes], bool] = lambda message: False  # sends a message if that needs no waiting
        self.sending = False  # a queued message is being sent: no other may overtake it
        self.gone = False
        self.shown = b""  # the last `table` message

    def send_message(self, message: ToPage) -> None:
        """Send a message."""
        self.post(write_message(message))

    def show(self, table: bytes) -> None:
        """Send a `table` message, unless the page has the same already: a repeat could betray a secret."""
        if table != self.shown:
            self.shown = table
            self.post(table)

    def post(self, message: bytes) -> None:
        """Send an encoded message."""
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
