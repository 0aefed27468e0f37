"""Forced decisions are made for those who asked for it; the others can't see who did."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest
from sqlalchemy import insert, select

import ludotheque as lt
from ludotheque.server.live.forced_moves import ForcedMoves
from ludotheque.server.matches.match import begin, decide, forced, undo
from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import leases
from tests.server.house import Guest, House, Page, until

# One unit alone lies on Ana's side: once she has played the decoy, she may only take that one back.
POSITION = """
game: gwynt 1
players: 2
round: 1
turn: 0
seat 0: scoiatael francesca_daisy_of_the_valley
hand 0: decoy eithne
close 0: mahakaman_defender
seat 1: scoiatael francesca_daisy_of_the_valley
hand 1: dennis_cranmer iorveth
"""


def two(house: House) -> tuple[str, Page, Page, list[Guest]]:
    """Ana and Bo at that position."""
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("gwynt", "me", "open", position=POSITION)
    bo.sit(table, 1)
    ana.start(table)
    return table, ana.page(table), bo.page(table), [ana, bo]


def test_only_a_seat_with_one_move_is_forced():
    match, _ = begin(lt.game("gwynt", "plain").position(POSITION), 0.0)
    assert forced(match, 0) is None, "several moves"
    assert forced(match, 1) is None, "owes nothing"


def test_a_forced_decision_is_made_and_nobody_else_hears_of_the_wish(house):
    table, ana, bo, guests = two(house)
    assert ana.ask("auto", seat=1, on=True)["code"] == "not_your_seat"
    assert ana.ask("auto", seat=0, on=True)["type"] == "accepted"
    assert [seat["auto"] for seat in ana.table["seats"]] == [True, False]
    assert bo.caught_up() == [], "not even a message"
    bo.hello(table)
    for seen in (bo.table, guests[1].ask("GET", f"/api/tables/{table}")):
        assert not any(seat["auto"] for seat in seen["seats"]), "nor after a reconnection"
    assert ana.decide(0, "decoy")["type"] == "accepted"
    bo.until(lambda m: m["type"] == "update" and bool(m["face"]["moves"]))
    assert '"auto": true' not in json.dumps(bo.got)
    ana.caught_up()
    moves = [step["move"] for entry in ana.logs[0].values() for step in entry["steps"] if step["move"]]
    assert len(moves) == 2, f"one was Ana's, one was forced: {moves}"


def test_without_the_wish_nothing_is_done_for_anybody(house):
    _, ana, bo, _ = two(house)
    ana.decide(0, "decoy")
    time.sleep(10 * house.settings.auto_pause[1])  # it would have been made by now
    assert ana.caught_up() == []
    assert len(ana.faces[0]["moves"]) == 1
    assert ana.ask("auto", seat=0, on=True)["type"] == "accepted"
    bo.until(lambda m: m["type"] == "update" and bool(m["face"]["moves"]))


def test_an_undo_before_a_forced_move_is_not_repeated_at_once():
    """If the forced decision were made again at once, the move before it could never be undone."""
    start, _ = begin(lt.game("gwynt", "plain").position(POSITION), 0.0)
    match, _ = decide(start, 0, ["decoy"], 1.0)
    back, _ = undo(match, start, 0, 0, 2.0)
    held, _ = decide(back, 0, ["decoy"], 3.0)
    assert back.held == (0,)
    assert forced(replace(match, held=(0,)), 0) is None
    assert (held.held, forced(held, 0)) == ((), forced(match, 0)), "the player has decided again"


@pytest.mark.parametrize("mine", [True, False])
def test_a_forced_move_is_made_once_by_the_process_with_the_lease(mine):
    start, _ = begin(lt.game("gwynt", "plain").position(POSITION), 0.0)
    match, _ = decide(start, 0, ["decoy"], 1.0)
    made = []

    async def took(seat: int, question: int, move: int) -> None:
        made.append((seat, question, move))

    async def hold() -> bool:
        return mine

    async def play() -> None:
        auto = ForcedMoves((0.0, 0.0), took, hold)
        auto.wake(match, [0])
        auto.wake(match, [0])
        assert len(auto._waiting) == 1, "of each question once"
        await asyncio.gather(*auto._waiting)
        await auto.close()

    asyncio.run(play())
    assert made == ([(0, match.prompts[0], forced(match, 0))] if mine else [])


def test_a_forced_decision_is_made_where_nobody_looks_and_the_server_was_killed(tmp_path):
    """The process that was to make it is gone: the next one finds its work."""
    late = SimpleNamespace(by=0.0)
    database = f"sqlite:///{tmp_path / 'h.sqlite'}"
    house = House(database, auto_pause=(600.0, 600.0))
    table, ana, _, guests = two(house)
    ana.ask("auto", seat=0, on=True)
    ana.decide(0, "decoy")
    storage = Storage(database)
    rows = until(lambda: storage.read(lambda c: c.execute(select(leases)).all()))
    house.close()
    assert storage.read(lambda c: c.execute(select(leases)).all()) == [], "who closes in good order lets go"
    storage.write(lambda c: c.execute(insert(leases), dict(rows[0]._mapping)) and None).result()  # as if killed
    storage.close()
    late.by = 60.0
    house = House(database, now=lambda: time.time() + late.by)
    try:
        guests[1].house, guests[1].port = house, house.port
        until(lambda: guests[1].ask("GET", f"/api/tables/{table}")["actors"] == [1], "nobody made it")
    finally:
        house.close()
