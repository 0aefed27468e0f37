"""Messages below the play socket: in order, together, and without a pause for each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from ludotheque.server.api import socket as play_socket
from ludotheque.server.api import transport
from ludotheque.server.live.connection import Closing, PageConnection
from tests.server.house import House, Page, until


def test_no_message_overtakes_one_that_waits():
    """A message waits while an earlier one waits or is being sent, even if it could be sent at once."""
    page, sent, free, reads = PageConnection(None), list[bytes](), asyncio.Event(), asyncio.Event()

    def at_once(message: bytes) -> bool:
        if free.is_set():
            sent.append(message)
        return free.is_set()

    class Slow:
        async def send_data(self, message: bytes, mode: str) -> None:
            await reads.wait()
            sent.append(message)

        async def close(self, code: int, reason: str) -> None:
            sent.append(reason.encode())

    def on_its_way() -> bool:
        return page.sending

    async def run() -> None:
        page.at_once = at_once
        page.post(b"waits")
        free.set()
        page.post(b"behind one that waits")
        sending = asyncio.create_task(play_socket._send_on(Slow(), page))  # type: ignore[arg-type]
        while not on_its_way():
            await asyncio.sleep(0)
        assert page.waiting.get_nowait() == b"behind one that waits"
        page.post(b"behind one on its way")
        reads.set()
        while not page.waiting.empty() or on_its_way():
            await asyncio.sleep(0)
        page.post(b"at once")
        page.part(Closing(1000, "the end"))
        page.post(b"too late")
        await sending

    asyncio.run(run())
    assert sent == [b"waits", b"behind one on its way", b"at once", b"the end"]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 4095, 65535])
def test_a_short_message_goes_out_as_the_library_would_write_it(size: int) -> None:
    message = b"x" * size
    assert transport.text_frame(message) == Frame(Opcode.TEXT, message).serialize(mask=False)


def noting(monkeypatch: pytest.MonkeyPatch, of: Any, name: str, note: Callable[..., None]) -> None:
    """Note the calls of a method before they are made."""
    call = getattr(of, name)

    def noted(*given: Any) -> None:
        note(*given)
        call(*given)

    monkeypatch.setattr(of, name, noted)


def at_lampions(house: House) -> tuple[Page, transport.GuardedSocket]:
    """A page of three seats, and the server's end of it."""
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "me", "me")
    ana.start(table)
    page = ana.page(table)
    page.caught_up()
    (server_side,) = [one for one in house.connections if isinstance(one, transport.GuardedSocket)]
    return page, server_side


def test_messages_about_one_decision_are_written_together(house, monkeypatch):
    page, server_side = at_lampions(house)
    written: list[bytes] = []
    noting(monkeypatch, server_side.transport, "write", lambda data: written.append(bytes(data)))
    seat = next(seat for seat, face in page.faces.items() if face["moves"])
    assert page.decide(seat, page.faces[seat]["moves"][0]["id"])["type"] == "accepted"
    page.caught_up()
    told = [data for data in written if b'"type":"update"' in data or b'"type":"accepted"' in data]
    assert [(data.count(b'"type":"update"'), data.count(b'"type":"accepted"')) for data in told] == [(3, 1)]


def test_reading_stops_for_many_messages_at_once_until_they_are_heard_and_not_for_one(house, monkeypatch):
    page, server_side = at_lampions(house)
    stopped: list[bool] = []
    noting(monkeypatch, server_side.transport, "pause_reading", lambda: stopped.append(True))
    noting(monkeypatch, server_side.transport, "resume_reading", lambda: stopped.append(False))
    page.caught_up()
    for_one = list(stopped)
    many = 4 * transport.FEW_UNHEARD
    before = house.counted("refused", code="bad_request")
    burst = Frame(Opcode.TEXT, b"{}").serialize(mask=True) * many
    house.loop.call_soon_threadsafe(server_side.data_received, burst)  # in one piece
    until(lambda: house.counted("refused", code="bad_request") - before == many)
    page.caught_up()
    assert (for_one, stopped) == ([], [True, False])
