"""Holidays: correspondence clocks stop while a player is away, for a number of days a year; other clocks don't."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.server.live import holidays
from tests.server.house import Guest, House, until
from tests.server.killing import serve

DAY = 86400.0
DAYS = {"bank": 3 * DAY, "increment": DAY, "at_zero": "bot"}
LIVE = {"bank": 600, "increment": 20, "at_zero": "bot"}
LEADER = "scoiatael francesca_daisy_of_the_valley"
POSITION = (
    f"game: gwynt 1\nround: 1\nturn: 0\nseat 0: {LEADER}\nseat 1: {LEADER}\n"
    "hand 0: milva yaevinn\nhand 1: iorveth toruviel\n"
)


@pytest.fixture
def turned(tmp_path: Path) -> Iterator[tuple[SimpleNamespace, Callable[..., House]]]:
    """A clock that can be turned, and houses that go by it, of one database."""
    clock = SimpleNamespace(by=0.0, database=f"sqlite:///{tmp_path / 'h.sqlite'}")
    houses: list[House] = []

    def house(**settings: Any) -> House:
        houses.append(House(clock.database, now=lambda: time.time() + clock.by, **settings))
        return houses[-1]

    yield clock, house
    for one in houses:
        one.close()


def lay(ana: Guest, bo: Guest, clock: dict[str, Any] | None = None) -> str:
    """A match at which Ana is to move."""
    table = ana.table("gwynt", "me", "open", clock=clock or DAYS, position=POSITION)
    bo.sit(table, 1)
    ana.start(table)
    return table


def left_of(guest: Guest, table: str) -> list[int]:
    """The hours that each seat has left."""
    page = guest.page(table)
    clocks = next(m["clocks"] for m in reversed(page.got) if m["type"] == "sync")
    page.close()
    return [round(seconds / 3600) for seconds in clocks["left"]]


def seats_of(guest: Guest, table: str) -> list[dict[str, Any]]:
    """The seats of a table."""
    seats: list[dict[str, Any]] = guest.ask("GET", f"/api/tables/{table}")["seats"]
    return seats


def test_the_clock_of_who_is_away_stands_still_and_runs_on_afterwards(turned):
    clock, make = turned
    house = make()
    ana, bo = house.guest("Ana"), house.guest("Bo")
    slow, live = lay(ana, bo), lay(ana, bo, LIVE)
    page = bo.page(slow)
    clock.by += DAY
    assert ana.ask("GET", "/api/me/holiday") == {"until": None, "days_left": 30, "days_a_year": 30}
    assert ana.ask("POST", "/api/me/holiday", {"days": 10})["days_left"] == 20
    told = page.until(lambda m: m["type"] == "update")["log"]
    assert [(entry["kind"], entry["seat"]) for entry in told] == [("holiday", 0)]
    page.caught_up()
    assert page.table["seats"][0]["away_until"] > page.table["started"] + 11 * DAY - 60
    assert page.table["seats"][1]["away_until"] is None
    mine = {t["id"]: t["seats"][0]["away_until"] for t in bo.ask("GET", "/api/tables")["mine"]}
    assert mine[slow] == page.table["seats"][0]["away_until"], "in the list of matches as well"
    until(lambda: seats_of(bo, live)[0]["kind"] == "bot", "a live clock runs on")
    assert seats_of(bo, live)[0]["away_until"] is None

    clock.by += 9.5 * DAY
    assert left_of(bo, slow) == [48, 72]
    started = lay(ana, bo)  # playing while away costs no holiday
    assert seats_of(bo, started)[0]["away_until"] == mine[slow]
    clock.by += DAY
    assert left_of(bo, slow) == [36, 72]
    assert left_of(bo, started) == [60, 72]
    clock.by += 1.6 * DAY
    until(lambda: seats_of(bo, slow)[0]["kind"] == "bot", "it was over after all")


def test_unused_days_of_a_holiday_are_returned_and_limited_per_year(turned):
    clock, make = turned
    house = make(holidays_a_year=5)
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = lay(ana, bo)
    refused = ana.ask("POST", "/api/me/holiday", {"days": 6}, status=409)
    assert refused["code"] == "too_many_holidays"
    for days in (0, -3, 400, 1.5, "many"):
        ana.ask("POST", "/api/me/holiday", {"days": days}, status=400)
    house.guest().ask("POST", "/api/me/holiday", {"days": 1}, status=401)
    assert ana.ask("DELETE", "/api/me/holiday", status=409)["code"] == "not_on_holiday"
    ana.ask("POST", "/api/me/holiday", {"days": 5})
    assert ana.ask("POST", "/api/me/holiday", {"days": 1}, status=409)["code"] == "on_holiday"
    clock.by += 1.2 * DAY
    assert ana.ask("DELETE", "/api/me/holiday") == {"until": None, "days_left": 3, "days_a_year": 5}
    clock.by += DAY
    assert left_of(bo, table) == [48, 72]
    ana.ask("POST", "/api/me/holiday", {"days": 3})
    clock.by += 4 * DAY
    assert ana.ask("POST", "/api/me/holiday", {"days": 1}, status=409)["code"] == "too_many_holidays"
    kinds = [entry["kind"] for entry in bo.ask("GET", f"/api/tables/{table}/log")]
    assert kinds == ["start", "holiday", "return", "holiday"]
    clock.by += 365 * DAY
    assert ana.ask("GET", "/api/me/holiday")["days_left"] == 5, "another year"
    assert len(ana.ask("GET", "/api/me/export")["holidays"]) == 2


@pytest.mark.long
def test_a_server_that_was_killed_knows_of_it(turned):
    clock, make = turned
    process, port = serve(clock.database)
    ana, bo = (Guest(SimpleNamespace(port=port, pages=[])) for _ in range(2))  # type: ignore[arg-type]
    try:
        for guest, name in ((ana, "Ana"), (bo, "Bo")):
            guest.ask("POST", "/api/people", {"name": name})
        table = lay(ana, bo)
        ana.ask("POST", "/api/me/holiday", {"days": 20})
    finally:
        process.kill()
        process.wait()
    clock.by += 19 * DAY
    house = make()
    for guest in (ana, bo):
        guest.house, guest.port = house, house.port
    assert left_of(bo, table) == [72, 72]
    page = ana.page(table)
    assert page.decide(0, "milva")["type"] == "accepted", "who is away may play"
    assert left_of(bo, table) == [96, 72]
    page.ask("undo", seat=0)
    bo.page(table).ask("answer_undo", seat=1, agree=True)
    until(lambda: bo.ask("GET", f"/api/tables/{table}")["actors"] == [0], "it was not taken back")
    house.close()
    clock.by += 2 * DAY
    ana.house = bo.house = house = make()  # from the snapshot that going back has left
    ana.port = bo.port = house.port
    assert left_of(bo, table) == [72, 72], "a day of holiday, and one of her own, of the 96 hours"


def test_a_move_in_the_same_moment_is_not_lost(turned, monkeypatch):
    _, make = turned
    house = make()
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = lay(ana, bo)
    page, entries = ana.page(table), holidays._entries
    moved: list[str] = []

    def overtaken(*given: Any) -> Any:
        found = entries(*given)
        if not moved:
            moved.append(page.decide(0, "milva")["type"])
        return found

    monkeypatch.setattr(holidays, "_entries", overtaken)
    ana.ask("POST", "/api/me/holiday", {"days": 1})
    kinds = [entry["kind"] for entry in bo.ask("GET", f"/api/tables/{table}/log")]
    assert (moved, kinds) == (["accepted"], ["start", "decide", "holiday"])
    assert ana.ask("GET", "/api/me/holiday")["days_left"] == 29, "taken once"
