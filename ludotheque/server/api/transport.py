"""Limits below requests and sockets: number of connections, timeouts, pings, unread data.

uvicorn has no such limits. Here a request has to be complete within some seconds, and a socket may leave only so much
unread. When a page disconnects, only the first few of its waiting messages are still handled.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from ludotheque.server.addresses import is_among, normalise_address
from ludotheque.server.api.compression import WORTH_IT_ON_A_SOCKET, CompressedSocket
from ludotheque.server.api.security import HEADERS
from ludotheque.server.errors import ErrorBody, sentence
from ludotheque.server.rate_limits import RateLimits, TokenBucket
from ludotheque.server.settings import Settings

PINGS_A_SECOND, PINGS_AT_ONCE = 2.0, 60.0  # of one socket, including unsolicited pongs
MOST_READS = 256  # pieces in which a request may arrive: 64 KiB in the smallest usual packets are 122
CHUNK = 2048  # bytes of a socket that are parsed at once: they hold some 300 pings, a whole read 40,000
MOST_FRAMES = 256  # of one message
MOST_UNSENT = 1 << 20  # bytes that a socket may leave unread
MOST_UNHEARD = 1024  # messages of one socket waiting to be handled
LAST_WORDS = 16  # of them are still handled after it has disconnected
FEW_UNHEARD = 8  # messages that may wait before reading pauses: pausing for each message costs more
AT_ONCE = "ludotheque.at_once"  # extension of a socket's scope; its "post" is `GuardedSocket.post`


def text_frame(message: bytes) -> bytes:
    """Return a short uncompressed message as a WebSocket frame: making a `Frame` object would cost more."""
    size = len(message)
    if size < 126:
        return b"\x81" + size.to_bytes(1, "big") + message
    return b"\x81\x7e" + size.to_bytes(2, "big") + message


class Connections:
    """Counts open connections, in all and by address; proxies are limited only by the total."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.connections
        self._most_of_one = settings.connections_of_an_address
        self._proxies = settings.proxies
        self._of: Counter[str] = Counter()
        self._new = RateLimits("connections", self._most_of_one / 8, 2 * self._most_of_one)
        self.total = 0

    def take(self, address: str) -> bool:
        """Count a new connection; return False if there are too many."""
        visitor = normalise_address(address)
        if not is_among(address, self._proxies) and (
            self._of[visitor] >= self._most_of_one or not self._new.take(visitor)
        ):
            return False
        if self.total >= self._most:
            return False
        self._of[visitor] += 1
        self.total += 1
        return True

    def release(self, address: str) -> None:
        """Count a closed connection."""
        visitor = normalise_address(address)
        self.total -= 1
        self._of[visitor] -= 1
        if not self._of[visitor]:
            del self._of[visitor]


def protocols(settings: Settings) -> tuple[type[H11Protocol], type[CompressedSocket]]:
    """Return uvicorn's protocol classes for requests and sockets, which share the connection count."""
    shared = {"open_connections": Connections(settings), "settings": settings}
    return type("Requests", (GuardedRequests,), shared), type("Sockets", (GuardedSocket,), shared)


class GuardedRequests(H11Protocol):
    """uvicorn's HTTP protocol with timeouts and a connection limit."""

    open_connections: Connections
    settings: Settings

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._counted: str | None = None
        self._late: asyncio.TimerHandle | None = None
        self._reads = 0  # since the last request was answered

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and abort it if there are too many."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not self.open_connections.take(address):
            transport.abort()
            return
        self._counted = address
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the closed connection."""
        super().connection_lost(exc)
        self._uncount()

    def data_received(self, data: bytes) -> None:
        """Handle data; a request that has begun has to be complete in time, and in not too many pieces."""
        self._reads += 1
        if self._reads > MOST_READS:
            self.transport.abort()
            return
        super().data_received(data)
        if self._counted is None:  # it has become a socket, or is closed
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self._wait_no_more()
        elif self._late is None:
            self._wait()

    def on_response_complete(self) -> None:
        """Count the reads of the next request anew."""
        self._reads = 0
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Upgrade to a socket, which is counted separately."""
        self._uncount()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer invalid HTTP with our error body and headers."""
        body = msgspec.json.encode(ErrorBody(code="bad_request", message=sentence("bad_request")))
        headers = [*HEADERS, (b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        for event in (
            h11.Response(status_code=400, headers=[*headers, (b"connection", b"close")], reason=b"Bad Request"),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _uncount(self) -> None:
        self._wait_no_more()
        if self._counted is not None:
            self.open_connections.release(self._counted)
            self._counted = None

    def _wait(self) -> None:
        self._late = self.loop.call_later(self.settings.head_seconds, self._give_up)

    def _wait_no_more(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _give_up(self) -> None:
        self._late = None
        self.transport.abort()


class GuardedSocket(CompressedSocket):
    """The play socket with limits on what a page sends and leaves unread."""

    open_connections: Connections
    settings: Settings

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._counted: str | None = None
        self._slow: asyncio.TimerHandle | None = None
        self._pings = TokenBucket(PINGS_A_SECOND, PINGS_AT_ONCE)
        self._posted = False  # data is queued for the end of this loop iteration

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, and abort it if there are too many."""
        super().connection_made(transport)
        client = get_remote_addr(self.transport)
        address = client[0] if client else ""
        if self.open_connections.take(address):
            self._counted = address
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the closed connection, and drop waiting messages except the first few."""
        self._forget_unheard()
        super().connection_lost(exc)
        self._go_on()
        if self._counted is not None:
            self.open_connections.release(self._counted)
            self._counted = None

    def data_received(self, data: bytes) -> None:
        """Handle data, and abort if the page leaves too much unread."""
        for start in range(0, len(data), CHUNK):
            super().data_received(data[start : start + CHUNK])
            if self.transport.is_closing():
                return
        if self.transport.get_write_buffer_size() > MOST_UNSENT:
            self.transport.abort()

    # Sending without a queue ----------------------------------------------------------------------------------------

    def handle_connect(self, event: Request) -> None:
        """Offer `post` to the application."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), AT_ONCE: {"post": self.post}}

    def post(self, message: bytes) -> bool:
        """Send a message at the end of this loop iteration, together with others; no task or queue is needed.

        Returns False if it can't be sent now: then use `send`.
        """
        if self.conn.state is not State.OPEN or not self.writable.is_set() or self.transport.is_closing():
            return False
        if len(message) < WORTH_IT_ON_A_SOCKET:
            self.conn.writes.append(text_frame(message))
        else:
            self.conn.send_text(message)
        if not self._posted:
            self._posted = True
            self.loop.call_soon(self._send_posted)
        return True

    def _send_posted(self) -> None:
        self._posted = False
        if (output := b"".join(self.conn.data_to_send())) and not self.transport.is_closing():
            self.transport.write(output)

    async def send(self, message: Any) -> None:
        """Send a message. After an HTTP answer the handshake counts as complete: uvicorn would log an error."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    # Slow readers ---------------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Start a timeout: the page does not read."""
        super().pause_writing()
        if self._slow is None:
            self._slow = self.loop.call_later(self.settings.slow_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the timeout: the page reads again."""
        self._go_on()
        super().resume_writing()

    def _go_on(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None

    # Too many messages -----------------------------------------------------------------------------------------------

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many."""
        if self._pings.take():
            super().handle_ping()
        else:
            self._too_many()

    def handle_pong(self, event: Frame) -> None:
        """Handle a pong; unsolicited ones are counted as pings."""
        if self.pending_ping_payload is not None or self._pings.take():
            super().handle_pong(event)
        else:
            self._too_many()

    def handle_cont(self, event: Frame) -> None:
        """Handle a fragment of a message, unless there are too many."""
        if len(self.frames) < MOST_FRAMES:
            super().handle_cont(event)
        else:
            self._too_many()

    def send_receive_event_to_app(self) -> None:
        """Queue a complete message, unless too many are waiting."""
        waiting, paused = self.queue.qsize(), self.read_paused
        if waiting >= MOST_UNHEARD:
            self._too_many()
            return
        self.read_paused = (
            paused or waiting < FEW_UNHEARD
        )  # pretend that reading is paused, so that uvicorn does not pause it
        super().send_receive_event_to_app()
        if waiting < FEW_UNHEARD:
            self.read_paused = paused

    def handle_close(self, event: Frame) -> None:
        """Handle a close frame: drop waiting messages except the first few."""
        self._forget_unheard()
        super().handle_close(event)

    def _too_many(self) -> None:
        if not self.close_sent:
            self.frames = []
            self._forget_unheard()
            self.conn.fail(1008, "too_many")
            self.handle_parser_exception()

    def _forget_unheard(self) -> None:
        waiting = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        for place, event in enumerate(waiting):
            if place < LAST_WORDS or event["type"] != "websocket.receive":
                self.queue.put_nowait(event)
