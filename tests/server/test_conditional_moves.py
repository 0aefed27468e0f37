"""Conditional moves: played if the expected move comes, dropped otherwise, hidden from the others."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ludotheque.server.live.conditional_moves import answer
from ludotheque.server.matches.entries import Kind, Told
from ludotheque.server.tables.schemas import Conditional, ConditionalMove
from tests.server.house import Guest, House, Page, until

POSITION = """
game: gwynt 1
players: 2
round: 1
turn: 0
seat 0: scoiatael francesca_daisy_of_the_valley
hand 0: dennis_cranmer eithne
seat 1: scoiatael francesca_daisy_of_the_valley
hand 1: mahakaman_defender iorveth
"""
DAYS = {"bank": 3 * 86400, "increment": 86400, "at_zero": "bot"}
BOTH_PASS = {"expected": ["pass"], "answer": ["pass"]}


def two(house: House, **more: object) -> tuple[str, Page, Page, list[Guest]]:
    """Ana, who is to move, and Bo."""
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("gwynt", "me", "open", position=POSITION, **{"clock": DAYS, **more})
    bo.sit(table, 1)
    ana.start(table)
    return table, ana.page(table), bo.page(table), [ana, bo]


def moves_of(page: Page, seat: int) -> list[tuple[int, str]]:
    """The decisions in a seat's log."""
    page.caught_up()
    return [(s["seat"], s["move"]) for _, e in sorted(page.logs[seat].items()) for s in e["steps"] if s["move"]]


def test_a_chain_is_played_at_once_also_by_a_server_that_was_started_again_and_nobody_hears_of_it(tmp_path):
    database = f"sqlite:///{tmp_path / 'h.sqlite'}"
    house = House(database)
    table, ana, bo, guests = two(house)
    line = [{"expected": ["dennis_cranmer"], "answer": ["mahakaman_defender"]}, BOTH_PASS]
    assert ana.ask("conditional", seat=1, line=line)["code"] == "not_your_seat"
    assert ana.ask("conditional", seat=0, line=line)["code"] == "no_conditional", "it is her turn"
    assert bo.ask("conditional", seat=1, line=[{"expected": ["pass"], "answer": ["nonsense"]}])["type"] == "refused"
    assert bo.ask("conditional", seat=1, line=line)["type"] == "accepted"
    assert bo.table["seats"][1]["conditional"]["line"] == line
    assert ana.caught_up() == [], "not even a message"
    house.close()
    house = House(database)
    try:
        for guest in guests:
            guest.house, guest.port = house, house.port
        ana = guests[0].page(table)
        assert ana.decide(0, "dennis_cranmer")["type"] == "accepted"
        ana.until(lambda m: m["type"] == "update" and bool(m["face"]["moves"]))
        assert moves_of(ana, 0) == [(0, "dennis_cranmer"), (1, "mahakaman_defender")], "Bo has no page open"
        assert ana.decide(0, "pass")["type"] == "accepted"
        until(lambda: len(moves_of(ana, 0)) == 4, "the second was not played")
        assert moves_of(ana, 0)[2:] == [(0, "pass"), (1, "pass")]
        told = json.dumps(ana.got)
        assert '"conditional": {' not in told
        assert guests[0].ask("GET", f"/api/tables/{table}")["seats"][1]["conditional"] is None
    finally:
        house.close()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ([BOTH_PASS], "something else has happened"),
        ([{"expected": ["eithne"], "answer": ["dennis_cranmer"]}], "a card that Bo does not hold"),
    ],
)
def test_a_line_that_does_not_match_is_dropped_and_only_its_author_notified(house, line, why):
    _, ana, bo, _ = two(house)
    bo.ask("conditional", seat=1, line=line)
    ana.decide(0, "eithne")
    bo.until(lambda m: m["type"] == "table" and (m["table"]["seats"][1]["conditional"] or {}).get("dropped", False))
    assert moves_of(bo, 1) == [(0, "eithne")], why
    assert bo.faces[1]["moves"], "Bo makes the decision"
    ana.caught_up()
    assert "dropped" not in json.dumps(ana.got)
    assert bo.ask("conditional", seat=1, line=[])["type"] == "accepted"
    assert bo.table["seats"][1]["conditional"] is None, "the note is put away"
    assert bo.decide(1, "iorveth")["type"] == "accepted"


def test_no_conditional_moves_with_a_live_clock_or_after_a_change_of_player(house):
    _, _, bo, _ = two(house, clock={"bank": 600, "increment": 20})
    assert bo.ask("conditional", seat=1, line=[BOTH_PASS])["code"] == "no_conditional"
    table, ana, bo, guests = two(house, takeover="person")
    bo.ask("conditional", seat=1, line=[BOTH_PASS])
    guests[1].ask("DELETE", f"/api/tables/{table}/seats/1")
    cleo = house.guest("Cleo")
    cleo.sit(table, 1)
    page = cleo.page(table)
    assert page.table["seats"][1]["conditional"] is None
    ana.decide(0, "pass")
    page.until(lambda m: m["type"] == "update" and bool(m["face"]["moves"]))
    assert moves_of(page, 1) == [(0, "pass")]


def test_how_far_a_line_was_followed_is_read_from_the_log():
    line = [ConditionalMove(["a", "b"], ["c"]), ConditionalMove(["d"], ["e", "f"])]
    left = Conditional(line, 0)

    def after(*moves: tuple[int, str | None], kind: Kind = "decide") -> list[str] | None:
        steps: list[dict[str, Any]] = [{"seat": seat, "move": move, "events": []} for seat, move in moves]
        return answer(left, 1, [Told(number=1, kind=kind, seat=0, at=0.0, steps=steps)])

    followed = [(0, "a"), (2, "b"), (1, "c"), (0, "d"), (1, "e"), (1, "f")]
    found = [after(*followed[:n]) for n in range(7)]
    assert found == [None, None, ["c"], None, ["e", "f"], ["f"], []]
    assert after(*followed, (0, "z")) == []
    assert after((0, "a"), (2, None)) is None, "a hidden move matches nothing"
    assert after((0, "a"), (1, "b")) is None
    assert after(*followed[:2], kind="undo") is None
