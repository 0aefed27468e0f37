"""Clocks act by themselves: at tables where nobody looks, and at those that were overdue when the server started."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

import pytest

from tests.server.house import Guest, House, until

LATE = {"bank": 60, "increment": 5}


def log_of(guest: Guest, table: str) -> list[dict[str, Any]]:
    """The log of a spectator."""
    log: list[dict[str, Any]] = guest.ask("GET", f"/api/tables/{table}/log")
    return log


def lay(house: House, at_zero: str, **more: Any) -> tuple[Guest, Guest, str]:
    """Two people at a table of Gwynt with a clock; one has a decision, and no page is open."""
    ana, bo = house.guest("Ana"), house.guest("Bo")
    position = "game: gwynt 1\nround: 1\nturn: 0\n"
    leader = "scoiatael francesca_daisy_of_the_valley"
    position += f"seat 0: {leader}\nseat 1: {leader}\nhand 0: milva yaevinn\nhand 1: iorveth toruviel\n"
    table = ana.table("gwynt", "me", "open", clock=LATE | {"at_zero": at_zero}, position=position, **more)
    bo.sit(table, 1)
    ana.start(table)
    return ana, bo, table


@pytest.mark.parametrize("restarted", [False, True])
def test_time_runs_out_where_nobody_looks(tmp_path, restarted):
    late = SimpleNamespace(by=0.0)
    database = f"sqlite:///{tmp_path / 'h.sqlite'}"
    house = House(database, now=lambda: time.time() + late.by)
    try:
        _, bo, table = lay(house, "move")
        assert bo.ask("GET", f"/api/tables/{table}")["actors"] == [0]
        if restarted:
            house.close()
            late.by = 61.0
            house = House(database, now=lambda: time.time() + late.by)
            bo.house, bo.port = house, house.port
        late.by = 61.0
        until(lambda: bo.ask("GET", f"/api/tables/{table}")["actors"] != [0])
        entries = log_of(bo, table)
        assert [(entry["kind"], entry["seat"]) for entry in entries] == [("start", None), ("decide", 0)]
        assert bo.ask("GET", f"/api/tables/{table}")["seats"][0]["kind"] == "person", "only the move was made for her"
    finally:
        house.close()


@pytest.mark.parametrize("takeover", ["bot", "person"])
def test_a_bot_takes_the_seat_if_the_table_chose_so(tmp_path, takeover):
    late = SimpleNamespace(by=0.0)
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", now=lambda: time.time() + late.by)
    try:
        _, bo, table = lay(house, "bot", takeover=takeover)
        late.by = 61.0
        until(lambda: bo.ask("GET", f"/api/tables/{table}")["seats"][0]["kind"] == "bot")
        assert len(log_of(bo, table)) == 1, "a bot plays when somebody is there to see it"
        page = bo.page(table)
        page.until(lambda m: m["type"] == "update" and bool(m["face"]["moves"]))
    finally:
        house.close()


def test_clocks_reveal_no_secret_decision_after_a_reconnection(tmp_path):
    """In Gwynt each player redraws unseen: neither the clocks nor their times may reveal it."""
    now = [1000.0]
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", now=lambda: now[0])
    try:
        ana, bo = house.guest("Ana"), house.guest("Bo")
        table = ana.table("gwynt", "me", "open", clock=LATE)
        bo.sit(table, 1)
        ana.start(table)
        pages = {0: ana.page(table), 1: bo.page(table)}
        while pages[0].faces[0]["view"]["decision"] != "redraw":
            for seat, page in pages.items():
                if page.faces[seat]["moves"]:
                    page.decide(seat, page.faces[seat]["moves"][0]["id"])
            for page in pages.values():
                page.caught_up()
        now[0] += 7.0

        def sync() -> dict[str, Any]:
            page = bo.page(table)
            return next(message for message in page.got if message["type"] == "sync")

        before = sync()
        assert before["clocks"]["left"][0] == LATE["bank"] - 7.0
        swap = next(m for m in pages[0].faces[0]["moves"] if m["text"].startswith("swap"))
        assert pages[0].decide(0, swap["id"])["type"] == "accepted"
        assert pages[0].faces[0]["view"]["actors"] == [0, 1], "Ana may swap another one"
        assert sync() == before
    finally:
        house.close()


def test_a_pause_stops_the_clock_and_who_is_in_time_loses_nothing(tmp_path):
    late = SimpleNamespace(by=0.0)
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", now=lambda: 1000.0 + late.by)
    try:
        ana, bo, table = lay(house, "move")
        late.by = 50.0
        ana.ask("POST", f"/api/tables/{table}/pause")
        late.by = 500.0
        ana.ask("DELETE", f"/api/tables/{table}/pause")
        page = ana.page(table)
        assert page.got[-1]["clocks"]["left"] == [10, 60]
        late.by = 504.0
        page.decide(0, "pass")
        ticking = [m for m in page.got if m["type"] == "update"][-1]["clocks"]
        assert ticking["left"] == [10 - 4 + LATE["increment"], 60]
        assert ticking["running"] == [1], "it is the other's time that runs now"
        late.by = 504.0 + 60 - 1
        time.sleep(0.2)
        assert bo.ask("GET", f"/api/tables/{table}")["actors"] == [1], "and has not run out yet"
    finally:
        house.close()


@pytest.mark.parametrize("plays_on", [False, True])
def test_the_clock_runs_while_an_undo_is_asked_for_and_a_refusal_says_whose_it_is(tmp_path, plays_on):
    clock = SimpleNamespace(now=1000.0)
    database = f"sqlite:///{tmp_path / 'h.sqlite'}"
    house = House(database, now=lambda: clock.now)
    try:
        ana, bo, table = lay(house, "move")
        pages = [ana.page(table), bo.page(table)]
        clock.now += 10
        pages[0].decide(0, "milva")
        pages[1].caught_up()
        assert pages[0].faces[0]["moves"] == [], "it is Bo's turn"
        clock.now += 7
        pages[0].ask("undo", seat=0)
        asked = pages[1].until(lambda m: m["type"] == "undo_asked")
        assert asked["clocks"] == {"left": [55.0, 53.0], "running": [1], "at": clock.now}
        clock.now += 20  # Bo takes 20 seconds
        if plays_on:
            assert pages[1].decide(1, "nonsense")["code"] == "malformed_move"  # that is no answer
            assert pages[1].decide(1, "iorveth")["type"] == "accepted"
        else:
            pages[1].ask("answer_undo", seat=1, agree=False)
        answered = pages[0].until(lambda m: m["type"] == "undo_answered")
        assert (answered["granted"], answered["by"]) == (False, 1)
        kinds = [(e["kind"], e["seat"]) for e in log_of(bo, table)]
        assert ("refuse", 1) in kinds
        left = bo.page(table).got
        clocks = next(m["clocks"] for m in reversed(left) if m["type"] == "sync")
        assert clocks["left"] == ([55.0, 38.0] if plays_on else [55.0, 33.0])
    finally:
        house.close()
