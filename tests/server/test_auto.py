"""Forced decisions are made for those who asked for it; the others can't tell who did."""

from __future__ import annotations

import asyncio
import json

import ludotheque as lt
from ludotheque.server.live.auto import Auto, forced
from ludotheque.server.matches.match import begin, decide
from tests.server.house import Guest, House, Page

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
    _, ana, bo, _ = two(house)
    assert ana.ask("auto", seat=1, on=True)["code"] == "not_your_seat"
    assert ana.ask("auto", seat=0, on=True)["type"] == "accepted"
    assert [seat["auto"] for seat in ana.table["seats"]] == [True, False]
    assert bo.caught_up() == [], "not even a message"
    assert ana.decide(0, "decoy")["type"] == "accepted"
    bo.until(lambda m: m["type"] == "update" and bool(m["face"]["moves"]))
    assert '"auto": true' not in json.dumps(bo.got)
    ana.caught_up()
    moves = [step["move"] for entry in ana.logs[0].values() for step in entry["steps"] if step["move"]]
    assert len(moves) == 2, f"one was Ana's, one was forced: {moves}"


def test_without_the_wish_nothing_is_done_for_anybody(house):
    _, ana, bo, _ = two(house)
    ana.decide(0, "decoy")
    assert len(ana.faces[0]["moves"]) == 1
    assert ana.ask("auto", seat=0, on=True)["type"] == "accepted"
    bo.until(lambda m: m["type"] == "update" and bool(m["face"]["moves"]))


def test_who_goes_back_is_not_pushed_on_again():
    """Were the forced decision made again at once, the move before it could never be taken back."""
    start, _ = begin(lt.game("gwynt", "plain").position(POSITION), 0.0)
    match, _ = decide(start, 0, ["decoy"], 1.0)
    made = []

    async def took(seat: int, question: int, move: int) -> None:
        made.append((seat, question, move))

    async def play() -> None:
        auto = Auto((0.0, 0.0), took)
        auto.hold(0)
        auto.wake(match, [0])
        assert not auto._waiting
        auto.go_on(0)
        auto.wake(match, [0])
        auto.wake(match, [0])
        assert len(auto._waiting) == 1, "of each question once"
        await asyncio.gather(*auto._waiting)
        await auto.close()

    asyncio.run(play())
    assert made == [(0, match.prompts[0], forced(match, 0))]
