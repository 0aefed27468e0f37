"""The play socket: `/api/live`."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from ludotheque.server.errors import Refused, explain
from ludotheque.server.given import GivenRoom, GivenSettings, GivenStorage
from ludotheque.server.limits import Bucket
from ludotheque.server.live import presenter
from ludotheque.server.live.protocol import (
    VERSION,
    Accepted,
    AnswerUndo,
    Decide,
    FromPage,
    Hello,
    Hint,
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
from ludotheque.server.live.room import Room
from ludotheque.server.live.table import LiveTable
from ludotheque.server.live.visitor import Farewell, Visitor
from ludotheque.server.people import services as people
from ludotheque.server.people.controllers import COOKIE
from ludotheque.server.settings import Settings

Socket = WebSocket[Any, Any, State]
GRACE = 5.0  # seconds for the last messages to a page that is sent away
PATIENCE = 30  # refusals for too many messages in a row, before the socket is closed
log = logging.getLogger(__name__)


@websocket("/api/live")
async def live(socket: Socket, storage: GivenStorage, settings: GivenSettings, room: GivenRoom) -> None:
    """Talk with one page until it closes."""
    key = socket.cookies.get(COOKIE)
    person = await storage.found(lambda c: people.who(c, key)) if key else None
    visitor = Visitor(person)
    await socket.accept()
    sending = asyncio.create_task(_send_on(socket, visitor))
    page = Page(room, visitor, settings)
    try:
        await page.listen(socket)
    except WebSocketDisconnect:
        sending.cancel()
    finally:
        page.leave()
        visitor.gone = True
        await asyncio.wait([sending], timeout=GRACE)
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)


async def _send_on(socket: Socket, visitor: Visitor) -> None:
    """Send what waits, in order; close the socket of a page that does not keep up."""
    while isinstance(message := await visitor.waiting.get(), bytes):
        await socket.send_data(message, mode="text")
    await socket.close(message.code, message.reason)


class Page:
    """One socket: which table it is at, and what its messages do there."""

    def __init__(self, room: Room, visitor: Visitor, settings: Settings) -> None:
        self.room = room
        self.visitor = visitor
        self.table: LiveTable | None = None
        self._largest = settings.largest_message
        self._rate = Bucket(settings.messages_a_second, 3 * settings.messages_a_second)
        self._thinking: set[asyncio.Task[None]] = set()

    async def listen(self, socket: Socket) -> None:
        """Take messages one after the other. Whatever is wrong with one, the next one is read."""
        hasty = 0
        while True:
            text = await socket.receive_data(mode="text")
            if not self._rate.take():
                hasty += 1
                if hasty > PATIENCE:
                    self.visitor.part(Farewell(1008, "too_many"))
                    return
                self._refuse(None, Refused("too_many"))
                continue
            hasty = 0
            await self.take(text)

    async def take(self, text: str | bytes) -> None:
        """Carry out one message."""
        id: str | None = None
        try:
            if len(text) > self._largest:
                raise Refused("too_large")
            message = read_message(text)
            id = message.id
            answer = await self._do(message)
            if answer is not None:
                self.visitor.tell(answer)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            detail = str(error) if isinstance(error, msgspec.ValidationError) else None
            self._refuse(id, Refused("bad_request"), detail)
        except Exception as error:
            self._refuse(id, error)

    def _refuse(self, id: str | None, error: Exception, detail: str | None = None) -> None:
        status, body = explain(error)
        if status >= 500:
            log.error("a message failed: %s", type(error).__name__)
        message = f"{body.message} ({detail})" if detail else body.message
        self.visitor.tell(Refusal(id=id, code=body.code, message=message, rule=body.rule, key=body.key))

    async def _do(self, message: FromPage) -> ToPage | None:
        if isinstance(message, Hello):
            await self._hello(message)
            return None
        table, person = self._at(), self.visitor.person
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
            case Say():
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
        table = await self.room.open(message.table)
        self.leave()
        self.table = table
        await table.come(self.visitor, message.seen, message.id)

    def _at(self) -> LiveTable:
        if self.table is None:
            raise Refused("hello_first")
        return self.table

    def _think(self, message: Preview | WhyNot | Hint) -> None:
        """Questions are worked out beside the other messages; a page has a few under way at most."""
        table = self._at()
        if message.seat not in table.record.seats_of(self.visitor.person):
            raise Refused("not_your_seat")
        if isinstance(message, Hint) and not table.record.row.hints:
            raise Refused("no_hints")
        if len(self._thinking) >= 4:
            raise Refused("too_many")
        task = asyncio.create_task(self._work_out(table, message))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def _work_out(self, table: LiveTable, message: Preview | WhyNot | Hint) -> None:
        try:
            match = table.playing()
            if match.over:
                raise Refused("already_over")
            if isinstance(message, WhyNot):
                self.visitor.tell(presenter.why_not(match, message.seat, message.move, message.id))
            elif isinstance(message, Preview):
                seat, moves, id = message.seat, [message.move, *message.then], message.id
                self.visitor.tell(await table.thinking.about(lambda: presenter.preview(match, seat, moves, id)))
            else:
                if message.seat not in match.actors:
                    raise Refused("not_your_turn")
                seat, id = message.seat, message.id
                self.visitor.tell(presenter.hint(await table.thinking.advice(match, seat), id))
        except Exception as error:
            self._refuse(message.id, error)

    def leave(self) -> None:
        """The page goes, or goes to another table."""
        for task in self._thinking:
            task.cancel()
        if self.table is not None:
            self.table.go(self.visitor)
            self.table = None
