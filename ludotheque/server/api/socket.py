"""The play socket: `/api/live`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import monotonic
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect, WebSocketException

from ludotheque.errors import trace
from ludotheque.server.addresses import normalise_address
from ludotheque.server.api.dependencies import COOKIE, OpenTablesDep, SettingsDep, StorageDep
from ludotheque.server.api.errors import explain
from ludotheque.server.api.transport import AT_ONCE
from ludotheque.server.errors import Refused
from ludotheque.server.live import presenter
from ludotheque.server.live.connection import Closing, PageConnection
from ludotheque.server.live.open_tables import OpenTables
from ludotheque.server.live.protocol import (
    VERSION,
    Accepted,
    AnswerUndo,
    Decide,
    EnterLobby,
    Follow,
    FromPage,
    Hello,
    Hint,
    Lead,
    LeaveConditional,
    Ping,
    Point,
    Preview,
    Refusal,
    Say,
    SetAuto,
    ToPage,
    Undo,
    WhyNot,
    Withdraw,
    read_message,
)
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.workers import Owner
from ludotheque.server.logs import CAUSE, PART
from ludotheque.server.metering import Metered
from ludotheque.server.people import services as people
from ludotheque.server.people.schemas import Person
from ludotheque.server.rate_limits import TokenBucket
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage

Socket = WebSocket[Any, Any, State]
LINES_AT_ONCE = 10.0  # of chat
LEADS_A_SECOND, LEADS_AT_ONCE = 5.0, 20.0  # of a shared review: each is sent to all who follow
LOBBIES_A_SECOND, LOBBIES_AT_ONCE = 0.5, 5.0  # each reads the database and is answered with all lines
GRACE = 5.0  # seconds to send the last messages before a socket is closed
UNSTORED = (Hello, EnterLobby, Point, Follow, Lead, Preview, WhyNot, Hint, Ping)  # messages that store nothing
PATIENCE = 30  # refusals for too many messages in a row, before the socket is closed
log = logging.getLogger(__name__)


@websocket("/api/live")
async def live(socket: Socket, storage: StorageDep, settings: SettingsDep, open_tables: OpenTablesDep) -> None:
    """Serve one page until it closes."""
    key = socket.cookies.get(COOKIE)
    address = normalise_address(socket.client.host) if socket.client else ""
    page = PageConnection(None, people.hash_of(key) if key else b"", address)
    open_tables.pages.add(page)  # before the key is looked up: if it is revoked meanwhile, the page is closed
    try:
        page.person = await _who_asks(storage, key) if key else None
        await socket.accept()
        page.at_once = _at_once(socket) or page.at_once
        await _serve(socket, page, Session(open_tables, page, settings))
    finally:
        open_tables.pages.discard(page)


async def _who_asks(storage: Storage, key: str) -> Person | None:
    """The person of a device key; if the database fails, the socket is refused with its status."""
    try:
        return await storage.found(lambda c: people.person_of_key(c, key))
    except Exception as error:
        status, body = explain(error)
        if body.code != "storage":  # the storage has logged that
            log.error("a socket failed: %s", trace(error))
        raise WebSocketException(detail=body.code, code=4000 + status) from None


def _at_once(socket: Socket) -> Callable[[bytes], bool] | None:
    """A function that sends a message without waiting, if the server supports that."""
    extensions: Any = socket.scope.get("extensions") or {}
    post: Callable[[bytes], bool] | None = extensions.get(AT_ONCE, {}).get("post")
    return post


async def _serve(socket: Socket, page: PageConnection, session: Session) -> None:
    """Receive and send messages until either side closes."""
    sending = asyncio.create_task(_send_on(socket, page))
    try:
        await session.listen(socket)
    except WebSocketDisconnect:
        sending.cancel()
    finally:
        session.leave()
        page.gone = True
        await asyncio.wait([sending], timeout=GRACE)
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


async def _send_on(socket: Socket, page: PageConnection) -> None:
    """Send queued messages in order; close the socket if the queue says so."""
    while isinstance(message := await page.waiting.get(), bytes):
        page.sending = True
        await socket.send_data(message, mode="text")
        page.sending = False
    await socket.close(message.code, message.reason)


class Session:
    """One socket: the table it has open, and what its messages do there."""

    def __init__(self, open_tables: OpenTables, page: PageConnection, settings: Settings) -> None:
        self.open_tables = open_tables
        self.page = page
        self.table: LiveTable | None = None
        self._largest = settings.largest_message
        self._rate = TokenBucket(settings.messages_a_second, 3 * settings.messages_a_second)
        self._lines = TokenBucket(settings.lines_a_second, LINES_AT_ONCE)
        self._leads = TokenBucket(LEADS_A_SECOND, LEADS_AT_ONCE)
        self._lobbies = TokenBucket(LOBBIES_A_SECOND, LOBBIES_AT_ONCE)
        self._work = open_tables.limits.work.bucket_of(page.address)
        self._storing = open_tables.limits.storing(page.address, page.person.id if page.person else None)
        self._answering: set[asyncio.Task[None]] = set()

    async def listen(self, socket: Socket) -> None:
        """Carry out messages one after the other; a bad one does not stop the next."""
        hasty, number, socket_id = 0, 0, CAUSE.get()
        while True:
            text = await socket.receive_data(mode="text")
            if self.page.gone:  # closing: later messages are ignored
                return
            if self._work.empty or not self._rate.take():
                hasty += 1
                if hasty > PATIENCE:
                    self.page.part(Closing(1008, "too_many"))
                    return
                self._refuse(None, Refused("too_many"))
                continue
            hasty, number = 0, number + 1
            CAUSE.set(f"{socket_id}.{number}")
            await Metered(self.take(text), self._work.spend, self._storing.spend)

    async def take(self, text: str | bytes) -> None:
        """Carry out one message."""
        message_id: str | None = None
        metrics, began = self.open_tables.metrics, monotonic()
        kind = "unread"
        try:
            if len(text) > self._largest:
                raise Refused("too_large")
            message = read_message(text)
            kind = type(message).__struct_config__.tag
            message_id = message.id
            if not isinstance(message, UNSTORED):
                if self._storing.empty:
                    raise Refused("too_much_stored")
                self._storing.spend(len(text))
            answer = await self._do(message)
            if answer is not None:
                self.page.send_message(answer)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            detail = str(error) if isinstance(error, msgspec.ValidationError) else None
            self._refuse(message_id, Refused("bad_request"), detail)
        except Exception as error:
            self._refuse(message_id, error)
        finally:
            seconds = monotonic() - began
            metrics.messages.labels(kind).inc()
            metrics.message_seconds.observe(seconds)
            if log.isEnabledFor(logging.INFO):
                log.info("carried out", extra={PART: {"type": kind, "seconds": round(seconds, 4)}})

    def _refuse(self, message_id: str | None, error: Exception, detail: str | None = None) -> None:
        status, body = explain(error)
        self.open_tables.metrics.refused.labels(body.code).inc()
        if (status >= 500 or body.code == "damaged") and body.code != "storage":  # the storage has logged that
            log.error("a message failed: %s", trace(error))
        message = f"{body.message} ({detail})" if detail else body.message
        self.page.send_message(Refusal(id=message_id, code=body.code, message=message, rule=body.rule, key=body.key))

    async def _do(self, message: FromPage) -> ToPage | None:
        if isinstance(message, Hello):
            await self._hello(message)
            return None
        if isinstance(message, EnterLobby):
            if not self._lobbies.take():
                raise Refused("too_many")
            await self.open_tables.lobby.come(self.page, message.seen)
            return Accepted(id=message.id) if message.id else None
        if isinstance(message, Ping):
            return Accepted(id=message.id)
        table, person = self._at(), self.page.person
        match message:
            case Decide():
                return await table.decide(person, message.seat, message.question, message.moves, message.id)
            case Withdraw():
                return await table.withdraw(person, message.seat, message.question, message.id)
            case Undo():
                return await table.undo(person, message.seat, message.turn, message.id)
            case AnswerUndo():
                return await table.answer_undo(person, message.seat, message.agree, message.id)
            case SetAuto():
                return await table.set_auto(person, message.seat, message.on, message.id)
            case LeaveConditional():
                return await table.leave_conditional(person, message.seat, message.line, message.id)
            case Say():
                if not self._lines.take():
                    raise Refused("too_many")
                return await table.send_chat(person, message.text, message.id)
            case Point():
                await table.point(person, message.seat, message.at)
                return Accepted(id=message.id) if message.id else None
            case Follow() | Lead():
                if not self._leads.take():
                    raise Refused("too_many")
                if isinstance(message, Follow):
                    await table.follow(self.page)
                else:
                    await table.lead(person, message.moment)
                return Accepted(id=message.id) if message.id else None
            case Preview() | WhyNot() | Hint():
                self._think(message)
        return None

    async def _hello(self, message: Hello) -> None:
        if message.version != VERSION:
            raise Refused("wrong_version")
        table = await self.open_tables.open(message.table)
        self.leave()
        self.table = table
        try:
            await table.come(self.page, message.seen, message.id)
        except Exception:
            self.leave()  # the page has no table, and may say hello again
            raise

    def _at(self) -> LiveTable:
        if self.table is None:
            raise Refused("hello_first")
        return self.table

    def _think(self, message: Preview | WhyNot | Hint) -> None:
        """Answer a question in the background; a page has at most four under way."""
        table = self._at()
        if message.seat not in table.record.seats_of(self.page.person):
            raise Refused("not_your_seat")
        if isinstance(message, Hint) and not table.record.row.hints:
            raise Refused("no_hints")
        if len(self._answering) >= 4:
            raise Refused("too_many")
        task = asyncio.create_task(self._work_out(table, message))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _work_out(self, table: LiveTable, message: Preview | WhyNot | Hint) -> None:
        workers, owner = self.open_tables.workers, Owner(self.page.address, table.id)
        try:
            await table.check_owner(self.page.person, message.seat)
            match = table.playing()
            if match.over:
                raise Refused("already_over")
            if isinstance(message, Preview | WhyNot):
                answer = presenter.preview if isinstance(message, Preview) else presenter.why_not
                seat, moves, message_id = message.seat, [message.move, *message.then], message.id
                self.page.send_message(await workers.run(lambda: answer(match, seat, moves, message_id), owner))
            else:
                if message.seat not in match.actors:
                    raise Refused("not_your_turn")
                seat, message_id = message.seat, message.id
                self.page.send_message(presenter.hint(await workers.advice(match, seat, owner), message_id))
        except Exception as error:
            self._refuse(message.id, error)

    def leave(self) -> None:
        """Leave table and lobby: the page has closed or opens another table."""
        self.open_tables.lobby.go(self.page)
        for task in self._answering:
            task.cancel()
        if self.table is not None:
            self.table.go(self.page)
            self.table = None
