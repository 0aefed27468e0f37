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
from ludotheque.server.addresses import network_of
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
    FromPage,
    Hello,
    Hint,
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
LINES_AT_ONCE = 10.0  # of talk
GRACE = 5.0  # seconds for the last messages to a page that is sent away
UNSTORED = (Hello, Point, Preview, WhyNot, Hint, Ping)  # all else that a page says is kept
PATIENCE = 30  # refusals for too many messages in a row, before the socket is closed
log = logging.getLogger(__name__)


@websocket("/api/live")
async def live(socket: Socket, storage: StorageDep, settings: SettingsDep, open_tables: OpenTablesDep) -> None:
    """Talk with one page until it closes."""
    key = socket.cookies.get(COOKIE)
    address = network_of(socket.client.host) if socket.client else ""
    page = PageConnection(None, people.hash_of(key) if key else b"", address)
    open_tables.pages.add(page)  # before the key is looked up: should it be revoked meanwhile, the page is let go
    try:
        page.person = await _who_asks(storage, key) if key else None
        await socket.accept()
        page.at_once = _at_once(socket) or page.at_once
        await _serve(socket, page, Session(open_tables, page, settings))
    finally:
        open_tables.pages.discard(page)


async def _who_asks(storage: Storage, key: str) -> Person | None:
    """Whose key it is. If that can't be found out, he gets no socket, and is told why."""
    try:
        return await storage.found(lambda c: people.who(c, key))
    except Exception as error:
        status, body = explain(error)
        if body.code != "storage":  # of that the storage has told
            log.error("a socket failed: %s", trace(error))
        raise WebSocketException(detail=body.code, code=4000 + status) from None


def _at_once(socket: Socket) -> Callable[[bytes], bool] | None:
    """How to send a message without waiting, where the server below can do that."""
    extensions: Any = socket.scope.get("extensions") or {}
    post: Callable[[bytes], bool] | None = extensions.get(AT_ONCE, {}).get("post")
    return post


async def _serve(socket: Socket, page: PageConnection, session: Session) -> None:
    """Take and send messages until one of both hangs up."""
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
    """Send what waits, in order; close the socket of a page that does not keep up."""
    while isinstance(message := await page.waiting.get(), bytes):
        page.sending = True
        await socket.send_data(message, mode="text")
        page.sending = False
    await socket.close(message.code, message.reason)


class Session:
    """One socket: which table it is at, and what its messages do there."""

    def __init__(self, open_tables: OpenTables, page: PageConnection, settings: Settings) -> None:
        self.open_tables = open_tables
        self.page = page
        self.table: LiveTable | None = None
        self._largest = settings.largest_message
        self._rate = TokenBucket(settings.messages_a_second, 3 * settings.messages_a_second)
        self._lines = TokenBucket(settings.lines_a_second, LINES_AT_ONCE)
        self._work = open_tables.limits.work.of(page.address)
        self._storing = open_tables.limits.storing(page.address, page.person.id if page.person else None)
        self._answering: set[asyncio.Task[None]] = set()

    async def listen(self, socket: Socket) -> None:
        """Take messages one after the other. Whatever is wrong with one, the next one is read."""
        hasty, number, socket_id = 0, 0, CAUSE.get()
        while True:
            text = await socket.receive_data(mode="text")
            if self.page.gone:  # sent away: what he still has to say is not heard
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
        id: str | None = None
        metrics, began = self.open_tables.metrics, monotonic()
        kind = "unread"
        try:
            if len(text) > self._largest:
                raise Refused("too_large")
            message = read_message(text)
            kind = type(message).__struct_config__.tag
            id = message.id
            if not isinstance(message, UNSTORED):
                if self._storing.empty:
                    raise Refused("too_much_stored")
                self._storing.spend(len(text))
            answer = await self._do(message)
            if answer is not None:
                self.page.tell(answer)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            detail = str(error) if isinstance(error, msgspec.ValidationError) else None
            self._refuse(id, Refused("bad_request"), detail)
        except Exception as error:
            self._refuse(id, error)
        finally:
            seconds = monotonic() - began
            metrics.messages[kind] += 1
            metrics.message_seconds.note(seconds)
            if log.isEnabledFor(logging.INFO):
                log.info("carried out", extra={PART: {"type": kind, "seconds": round(seconds, 4)}})

    def _refuse(self, id: str | None, error: Exception, detail: str | None = None) -> None:
        status, body = explain(error)
        self.open_tables.metrics.refused[body.code] += 1
        if status >= 500 and body.code != "storage":  # of that the storage has told
            log.error("a message failed: %s", trace(error))
        message = f"{body.message} ({detail})" if detail else body.message
        self.page.tell(Refusal(id=id, code=body.code, message=message, rule=body.rule, key=body.key))

    async def _do(self, message: FromPage) -> ToPage | None:
        if isinstance(message, Hello):
            await self._hello(message)
            return None
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
                return await table.say(person, message.text, message.id)
            case Point():
                table.point(person, message.seat, message.at)
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
            self.leave()  # nobody is at half a table; the page may come again
            raise

    def _at(self) -> LiveTable:
        if self.table is None:
            raise Refused("hello_first")
        return self.table

    def _think(self, message: Preview | WhyNot | Hint) -> None:
        """Questions are worked out beside the other messages; a page has a few under way at most."""
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
            match = table.playing()
            if match.over:
                raise Refused("already_over")
            if isinstance(message, Preview | WhyNot):
                answer = presenter.preview if isinstance(message, Preview) else presenter.why_not
                seat, moves, id = message.seat, [message.move, *message.then], message.id
                self.page.tell(await workers.run(lambda: answer(match, seat, moves, id), owner))
            else:
                if message.seat not in match.actors:
                    raise Refused("not_your_turn")
                seat, id = message.seat, message.id
                self.page.tell(presenter.hint(await workers.advice(match, seat, owner), id))
        except Exception as error:
            self._refuse(message.id, error)

    def leave(self) -> None:
        """The page goes, or goes to another table."""
        for task in self._answering:
            task.cancel()
        if self.table is not None:
            self.table.go(self.page)
            self.table = None
