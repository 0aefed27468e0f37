"""Limits of work: what things cost the server, and who pays for it."""

from __future__ import annotations

import contextvars
import json
import time
from random import Random

import pytest
from sqlalchemy import event
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close

from ludotheque.server.metering import Metered, charge_caller
from tests.server.house import PATIENCE, play_to_the_end


def test_expensive_messages_are_refused_even_if_they_are_few(make):
    house = make(work_a_second=0.0001, work_at_once=0.02)
    eve, bo = house.guest("Eve", "203.0.113.5"), house.guest("Bo", "198.51.100.7")
    table = bo.table("lampions", "me", "me", "me")
    page = eve.page()
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        page.send({"type": "hello", "version": 2, "table": table, "id": "h"})
        answer = page.until(lambda m: m["type"] in ("welcome", "refused"))
        if answer["type"] == "refused":
            break
    assert answer["code"] == "too_many"
    assert eve.ask("GET", "/api/me", status=429)["code"] == "too_many", "nor over HTTP"
    assert bo.ask("GET", f"/api/tables/{table}")["id"] == table, "others go on"
    with pytest.raises(ConnectionClosed):
        page.flood(json.dumps({"type": "hello", "version": 2, "table": table}))
    assert page.socket.protocol.close_rcvd == Close(1008, "too_many")


def test_cpu_time_is_charged_to_the_caller_only():
    spent: list[float] = []

    class Step:
        def __await__(self):
            answer = yield "waits"
            return answer

    async def work() -> str:
        found = await Step()
        with pytest.raises(KeyError):
            await Step()
        return f"{found}{charge_caller(lambda: 7)()}"

    steps = Metered(work(), spent.append).__await__()
    assert steps.send(None) == "waits"
    assert steps.send("a") == "waits"
    with pytest.raises(StopIteration) as done:
        steps.throw(KeyError("b"))
    assert done.value.value == "a7"
    assert len(spent) == 4, "three steps, and the job that was given away"
    assert charge_caller(lambda: 8)() == 8


def test_an_abandoned_awaitable_may_be_collected_anywhere():
    """A task that is never ended is closed by the collector, which knows nothing of who pays."""
    spent: list[float] = []

    class Step:
        def __await__(self):
            yield "waits"

    steps = Metered(Step(), spent.append).__await__()
    assert contextvars.copy_context().run(steps.send, None) == "waits"
    steps.close()
    assert len(spent) == 2
    assert charge_caller(lambda: 8)() == 8


def test_a_list_of_tables_asks_the_database_as_often_for_many_as_for_few(house):
    ana = house.guest("Ana")
    asked: list[str] = []
    engine = house.open_tables.storage._reading
    event.listen(
        engine, "before_cursor_execute", lambda *given: asked.append(given[2]) if "SELECT" in given[2] else None
    )
    counts = []
    for tables in (2, 8):
        while len(ana.ask("GET", "/api/tables")["mine"]) < tables:
            ana.table("lampions", "me", "open", "open", listed=True)
        before = [text for text in asked if "seats" in text]
        ana.ask("GET", "/api/tables")
        counts.append(sum("seats" in text for text in asked) - len(before))
    assert counts[0] == counts[1], "one question for the seats of all"


def test_points_of_a_match_with_many_undos_are_found_without_asking_for_each(house):
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "bot", "bot", options={"rounds": 3})
    ana.start(table)
    page = ana.page(table)
    for _ in range(10):
        page.caught_up()
        answer = page.decide(0, page.faces[0]["moves"][0]["id"])
        assert answer["type"] == "accepted", answer
        while 0 in page.faces[0]["view"]["ready"]:  # a choice that waits for the bots is withdrawn, not taken back
            page.next()
        answer = page.ask("undo", seat=0)
        assert answer["type"] == "accepted", answer
    play_to_the_end({0: page}, Random(3))
    entries = ana.ask("GET", f"/api/tables/{table}/replay")
    undos = {entry["number"]: entry["target"] for entry in entries if entry["kind"] == "undo"}
    assert len(undos) == 10
    asked: list[str] = []
    engine = house.open_tables.storage._reading
    event.listen(engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    points = {found["number"]: found["scores"] for found in ana.ask("GET", f"/api/tables/{table}/points")}
    assert len(asked) <= 10, asked
    assert sorted(points) == [entry["number"] for entry in entries]
    for number, target in undos.items():
        assert points[number] == points[target]
    for number in (1, len(entries) // 2, len(entries) - 1):
        assert points[number] == ana.ask("GET", f"/api/tables/{table}/replay/{number}")["scores"]


def test_talk_has_a_pace(make):
    house = make(lines_a_second=0.001)
    ana = house.guest("Ana")
    page = ana.page(ana.table("lampions", "me", "open", "open"))
    said = [page.ask("say", text="hello")["type"] for _ in range(12)]
    assert said == ["accepted"] * 10 + ["refused"] * 2
