"""The connections below requests and sockets: how many there may be, and how long one may keep the server waiting.

uvicorn counts none and waits for ever. Here a request has to be complete within some seconds; a socket's pings, and
what it leaves unread, have an end; of what a page sent before it hung up, only its last words are still heard.
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

from ludotheque.server.addresses import is_among
from ludotheque.server.api.compression import WORTH_IT_ON_A_SOCKET, CompressedSocket
from ludotheque.server.api.security import HEADERS
from ludotheque.server.errors import ErrorBody, sentence
from ludotheque.server.rate_limits import TokenBucket
from ludotheque.server.settings import Settings

PINGS_A_SECOND, PINGS_AT_ONCE = 2.0, 60.0  # of one socket, pongs that nobody asked for included
MOST_FRAMES = 256  # of one message
MOST_UNSENT = 1 << 20  # bytes that a socket may leave unread
MOST_UNHEARD = 1024  # messages of one socket that wait to be looked at
LAST_WORDS = 16  # of them are still heard when it has hung up
FEW_UNHEARD = 8  # messages that may wait before nothing more is read: to stop reading for each of them costs more
AT_ONCE = "ludotheque.at_once"  # an extension of a socket's scope; its "post" is `GuardedSocket.post`


def text_frame(message: bytes) -> bytes:
    """A whole message as a socket carries it, of those that are not compressed: to make a `Frame` first takes longer
    than all else that is done for it."""
    size = len(message)
    if size < 126:
        return b"\x81" + size.to_bytes(1, "big") + message
    return b"\x81\x7e" + size.to_bytes(2, "big") + message


class Connections:
    """The open connections, in all and of each address. A proxy has as many as it needs: it brings everybody."""

    def __init__(self, settings: Settings) -> None:
        self._most = settings.connections
        self._most_of_one = settings.connections_of_an_address
        self._proxies = settings.proxies
        self._of: Counter[str] = Counter()
        self.total = 0

    def take(self, address: str) -> bool:
        """Whether another one may be opened."""
        full = self._of[address] >= self._most_of_one and not is_among(address, self._proxies)
        if full or self.total >= self._most:
            return False
        self._of[address] += 1
        self.total += 1
        return True

    def release(self, address: str) -> None:
        """One is closed."""
        self.total -= 1
        self._of[address] -= 1
        if not self._of[address]:
            del self._of[address]


def protocols(settings: Settings) -> tuple[type[H11Protocol], type[CompressedSocket]]:
    """What uvicorn is to speak, for requests and for sockets: they share the count of connections."""
    shared = {"open_connections": Connections(settings), "settings": settings}
    return type("Requests", (GuardedRequests,), shared), type("Sockets", (GuardedSocket,), shared)


class GuardedRequests(H11Protocol):
    """uvicorn's HTTP, for somebody who may not have read how it is spoken."""

    open_connections: Connections
    settings: Settings

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._counted: str | None = None
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it; one too many is closed without a word."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not self.open_connections.take(address):
            transport.abort()
            return
        self._counted = address
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is closed."""
        super().connection_lost(exc)
        self._uncount()

    def data_received(self, data: bytes) -> None:
        """Take what came; a request that has begun has to be complete soon."""
        super().data_received(data)
        if self._counted is None:  # by now it is a socket, or gone
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self._wait_no_more()
        elif self._late is None:
            self._wait()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """It becomes a socket, which counts for itself."""
        self._uncount()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP is answered as everything else is: by a sentence, and with all headers."""
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
    """The play socket, for a page that may not listen, or not stop talking."""

    open_connections: Connections
    settings: Settings

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._counted: str | None = None
        self._slow: asyncio.TimerHandle | None = None
        self._pings = TokenBucket(PINGS_A_SECOND, PINGS_AT_ONCE)
        self._posted = False  # something is to be sent at the end of this turn of the loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count it."""
        super().connection_made(transport)
        client = get_remote_addr(self.transport)
        address = client[0] if client else ""
        if self.open_connections.take(address):
            self._counted = address
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is closed: what has not been heard by now is not heard any more, but for the last words."""
        self._forget_unheard()
        super().connection_lost(exc)
        self._go_on()
        if self._counted is not None:
            self.open_connections.release(self._counted)
            self._counted = None

    def data_received(self, data: bytes) -> None:
        """Take what came, unless the other side leaves too much unread."""
        super().data_received(data)
        if self.transport.get_write_buffer_size() > MOST_UNSENT:
            self.transport.abort()

    # What is sent at once -------------------------------------------------------------------------------------------

    def handle_connect(self, event: Request) -> None:
        """Somebody asks for a socket."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"] = {**(self.scope["extensions"] or {}), AT_ONCE: {"post": self.post}}

    def post(self, message: bytes) -> bool:
        """Send a message without a task and its queue between; what is posted in one turn of the loop goes together.

        False, if it can't be sent: then it has to wait for `send`.
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
        """Send a message. An answer instead of a socket ends the matter: uvicorn would log an error for each."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    # Who does not listen --------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """The other side does not read: for so long, and no longer."""
        super().pause_writing()
        if self._slow is None:
            self._slow = self.loop.call_later(self.settings.slow_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads."""
        self._go_on()
        super().resume_writing()

    def _go_on(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None

    # Who does not stop talking --------------------------------------------------------------------------------------

    def handle_ping(self) -> None:
        """Answer it, if there are not too many."""
        if self._pings.take():
            super().handle_ping()
        else:
            self._too_many()

    def handle_pong(self, event: Frame) -> None:
        """The answer to ours; others are counted as pings are."""
        if self.pending_ping_payload is not None or self._pings.take():
            super().handle_pong(event)
        else:
            self._too_many()

    def handle_cont(self, event: Frame) -> None:
        """Another piece of a message."""
        if len(self.frames) < MOST_FRAMES:
            super().handle_cont(event)
        else:
            self._too_many()

    def send_receive_event_to_app(self) -> None:
        """A message is complete: it waits until it is looked at."""
        waiting, paused = self.queue.qsize(), self.read_paused
        if waiting >= MOST_UNHEARD:
            self._too_many()
            return
        self.read_paused = paused or waiting < FEW_UNHEARD  # as if it were, so that it is not done
        super().send_receive_event_to_app()
        if waiting < FEW_UNHEARD:
            self.read_paused = paused

    def handle_close(self, event: Frame) -> None:
        """The page says goodbye."""
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
