"""Errors are logged with their place in the code, and without anybody's hidden cards."""

from __future__ import annotations

import asyncio
import inspect
import io
import logging
from types import SimpleNamespace
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.bots import deciding
from ludotheque.errors import BadInput, trace
from ludotheque.server import logs
from ludotheque.server.live.automation import Automation
from ludotheque.server.live.workers import Workers
from ludotheque.server.matches.match import begin
from ludotheque.server.settings import Settings
from tests.server.house import House

HAND = "Geralt, Ciri and a decoy"


class Telltale:
    """A bot that fails with its hand in the error text."""

    name = "telltale"
    seed = 0

    def choose(self, pos: lt.Position, seat: int) -> lt.Move:
        hand = HAND
        raise ValueError(f"seat {seat} holds {hand}")


def line_of(function: object) -> str:
    """File and last line of a function, as a traceback writes them."""
    lines, first = inspect.getsourcelines(function)  # type: ignore[arg-type]
    return f'{__file__}", line {first + len(lines) - 1}'


def test_a_bot_that_fails_is_found_in_the_log_and_its_hand_is_not(caplog: pytest.LogCaptureFixture) -> None:
    pos = lt.game("gwynt", "plain").start(seed=3)
    assert deciding.decide(Telltale(), pos, pos.actors[0]) in pos.moves(pos.actors[0])
    assert "the telltale bot failed at gwynt" in caplog.text
    assert "ValueError" in caplog.text
    assert line_of(Telltale.choose) in caplog.text
    assert HAND not in caplog.text


def test_the_same_at_a_table(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    match = begin(lt.game("gwynt", "plain").start(seed=3), 0.0)[0]

    def chosen(*_: object) -> None:
        raise KeyError(HAND)

    monkeypatch.setattr("ludotheque.server.games.levels.choose_move", chosen)

    async def play() -> int:
        workers = Workers()
        try:
            return (await workers.bot_move("random", "seed", match, match.actors[0])).move
        finally:
            workers.close()

    asyncio.run(play())
    assert "the random bot failed at gwynt: KeyError" in caplog.text
    assert line_of(chosen) in caplog.text
    assert HAND not in caplog.text


def test_a_message_that_fails_is_found_in_the_log(house: House, monkeypatch: pytest.MonkeyPatch, caplog) -> None:
    def broken(*_: object) -> None:
        raise LookupError(HAND)

    monkeypatch.setattr("ludotheque.server.matches.match.decide", broken)
    ana = house.guest("Ana")
    table = ana.table("gwynt", "me", "me")
    ana.start(table)
    page = ana.page(table)
    seat = next(seat for seat, face in page.faces.items() if face["moves"])
    with caplog.at_level(logging.ERROR):
        answer = page.decide(seat, page.faces[seat]["moves"][0]["id"])
    assert answer["code"] == "internal"
    assert HAND not in str(answer)
    assert "a message failed: LookupError" in caplog.text
    assert line_of(broken) in caplog.text
    assert HAND not in caplog.text


def test_a_clock_that_fails_is_found_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    match = begin(lt.game("gwynt", "plain").start(seed=3), 0.0, bank=0.0)[0]
    seats = [SimpleNamespace(number=n, kind="person", auto=False, foresees=False) for n in range(2)]

    async def carry_out(_: object) -> None:
        raise RuntimeError(HAND)

    async def run() -> None:
        async def held() -> bool:
            return True

        audience: Any = SimpleNamespace(watched=True, address=lambda _: "")
        nothing: Any = None
        automation = Automation(nothing, Settings(now=lambda: 1.0), nothing, "p", carry_out, audience)
        automation.hold = held  # type: ignore[method-assign]
        automation.wake(SimpleNamespace(seats=seats, id="t"), match)  # type: ignore[arg-type]
        assert automation._clock is not None
        await automation._clock

    asyncio.run(run())
    assert "the clock stopped at a table: RuntimeError" in caplog.text
    assert line_of(carry_out) in caplog.text
    assert HAND not in caplog.text


def test_only_errors_without_a_position_are_logged_with_their_text() -> None:
    def caught(error: Exception, cause: Exception | None = None) -> str:
        try:
            raise error from cause
        except Exception as found:
            return trace(found)

    assert "FileNotFoundError: [Errno 2] no such file: 'x'" in caught(FileNotFoundError(2, "no such file", "x"))
    assert HAND not in caught(BadInput.at("position", 3, "hand", HAND))

    class Ours(OSError):
        pass

    assert HAND not in caught(Ours(HAND)), "a type of somebody's own may say anything"
    told = caught(RuntimeError(HAND), KeyError(HAND))
    assert told.startswith("RuntimeError\n")
    assert "\nafter\nKeyError" in told
    assert HAND not in told
    group = caught(ExceptionGroup(HAND, [ValueError(HAND), TimeoutError("too long")]))
    assert "| ValueError" in group
    assert "| TimeoutError: too long" in group
    assert HAND not in group


@pytest.mark.parametrize("as_json", [False, True])
def test_the_most_talkative_log_holds_no_secrets(tmp_path, monkeypatch: pytest.MonkeyPatch, as_json: bool) -> None:
    """Libraries write whole requests and messages at this level: cookies, chat, moves."""
    root, own, written = logging.getLogger(), logging.getLogger("ludotheque"), io.StringIO()
    before = root.handlers[:], root.level, own.level
    monkeypatch.setattr("sys.stderr", written)
    logs.set_up("debug", as_json)
    try:
        house = House(f"sqlite:///{tmp_path / 'h.sqlite'}")
        ana = house.guest("Ana Secret")
        table = ana.table("lampions", "me", "me", "me")
        ana.start(table)
        page = ana.page(table)
        moved = page.faces[0]["moves"][0]["id"]
        page.decide(0, moved)
        page.ask("say", text="meet me at noon")
        code = ana.ask("POST", "/api/me/link")["code"]
        page.close()
        house.close()
    finally:
        root.handlers[:], root.level = before[:2]
        own.setLevel(before[2])
    text = written.getvalue()
    assert "answered" in text, "our own lines are there"
    for secret in (ana.cookie.partition("=")[2], "Ana Secret", "meet me at noon", code, f"live?table={table}"):
        assert secret not in text
