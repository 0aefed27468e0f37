"""Matches given away for research: only where all agreed before, and without anything that says who they are."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.cli import main
from ludotheque.games.gwynt.decks import format_deck, random_deck
from ludotheque.server.storage import Storage
from ludotheque.server.tables import research
from tests.server.house import Clock, Guest, House, play_to_the_end

PLACE = "/api/me/research"


@pytest.fixture
def house(house_at_noon: House) -> House:
    return house_at_noon


@pytest.fixture
def chosen(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], research.Chosen]]:
    """What would be given away now; two people are enough."""
    monkeypatch.setattr(research, "LEAST", 2)
    storage = Storage(house.settings.database)
    yield lambda: storage.read(lambda c: research.choose(c, house.settings.now()))
    storage.close()


def agree(*guests: Guest, agrees: bool = True) -> None:
    for guest in guests:
        guest.ask("PUT", PLACE, {"agrees": agrees})


def played(host: Guest, other: Guest, game: str = "gwynt", mine: str = "monsters_swarm", **more: Any) -> str:
    """A match of two that ends when the host resigns."""
    brought = {"brought": {"deck": mine}} if game == "gwynt" else {}
    rest = ["bot"] if game == "lampions" else []
    table = host.table(game, {"kind": "me", **brought}, "open", *rest, **more)
    other.sit(table, 1, **({"brought": {"deck": "nilfgaard_spies"}} if game == "gwynt" else {}))
    host.start(table)
    resign(host, table)
    return table


def resign(guest: Guest, table: str, seat: int = 0) -> None:
    guest.ask("POST", f"/api/tables/{table}/seats/{seat}/resignation")


def test_nobody_has_agreed_until_they_say_so(house: House, chosen: Callable[[], research.Chosen]) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    assert ana.ask("GET", PLACE) == {"agrees": False, "since": None}
    played(ana, bo)
    agree(ana)
    played(ana, bo)
    found = chosen()
    assert (dict(found.ids), dict(found.left_out)) == ({}, {"not_agreed": 2}), "one of two is not enough"
    assert ana.ask("GET", PLACE)["agrees"] is True
    assert house.guest().ask("GET", PLACE, status=401)


def test_consent_counts_from_the_moment_it_is_given(house: House, chosen: Callable[[], research.Chosen]) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    agree(ana)
    table = ana.table("gwynt", {"kind": "me"}, "open")
    bo.sit(table, 1)
    ana.start(table)
    agree(bo)  # too late for this one
    resign(ana, table)
    later = played(ana, bo)
    first = ana.ask("GET", PLACE)["since"]
    agree(ana)
    assert ana.ask("GET", PLACE)["since"] == first, "to agree again changes nothing"
    assert (chosen().ids, chosen().left_out["not_agreed"]) == ({"gwynt": [later]}, 1)


def test_consent_that_is_taken_back_holds_for_all_matches(house: House, chosen: Callable[[], research.Chosen]) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    agree(ana, bo)
    table = played(ana, bo)
    assert chosen().ids == {"gwynt": [table]}
    agree(bo, agrees=False)
    assert chosen().ids == {}
    agree(bo)
    assert chosen().ids == {}, "a new consent is for new matches"


def test_a_match_whose_player_is_erased_is_left_out(house: House, chosen: Callable[[], research.Chosen]) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    agree(ana, bo)
    played(ana, bo)
    assert ana.ask("GET", "/api/me/export")["person"]["research"] is not None
    bo.ask("DELETE", "/api/me")
    assert chosen().ids == {}


def test_everybody_who_ever_sat_there_must_have_agreed(house: House, chosen: Callable[[], research.Chosen]) -> None:
    """A player left, and another one took the seat over."""
    ana, bo, cleo = (house.guest(name) for name in ("Ana", "Bo", "Cleo"))
    agree(ana, cleo)
    table = ana.table("gwynt", "me", "open", takeover="person")
    bo.sit(table, 1)
    ana.start(table)
    bo.ask("DELETE", f"/api/tables/{table}/seats/1")
    cleo.sit(table, 1)
    resign(ana, table)
    assert (chosen().ids, chosen().left_out["not_agreed"]) == ({}, 1)


def test_an_own_deck_a_given_position_and_a_fork_are_left_out(
    house: House, chosen: Callable[[], research.Chosen]
) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    agree(ana, bo)
    table = played(ana, bo)
    own = format_deck(random_deck("monsters", 7, False, False))
    played(ana, bo, mine=own)
    fork = ana.ask("POST", f"/api/tables/{table}/fork", {"number": 0})["id"]
    ana.start(fork)
    resign(ana, fork, next(seat["number"] for seat in ana.ask("GET", f"/api/tables/{fork}")["seats"] if seat["mine"]))
    given = ana.table("gwynt", "me", "bot", position=lt.game("gwynt", "plain").start(seed=1).text())
    ana.start(given)
    resign(ana, given)
    found = chosen()
    assert found.ids == {"gwynt": [table]}
    assert dict(found.left_out) == {"own_deck": 1, "given_position": 2}


def test_todays_deal_is_left_out_until_midnight(
    house: House, clock: Clock, chosen: Callable[[], research.Chosen]
) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    agree(ana, bo)
    for guest in (ana, bo):
        resign(guest, guest.ask("POST", "/api/daily/gwynt")["id"])
    assert (chosen().ids, chosen().left_out["today"]) == ({}, 2)
    clock.ahead += 13 * 3600
    assert [len(ids) for ids in chosen().ids.values()] == [2]


def test_matches_of_few_people_are_left_out(house: House) -> None:
    guests = [house.guest(f"Guest {n}") for n in range(research.LEAST)]
    agree(*guests)
    storage = Storage(house.settings.database)
    try:
        for n in range(research.LEAST - 2):
            played(guests[n], guests[n + 1])
        few = storage.read(lambda c: research.choose(c, house.settings.now()))
        assert (few.ids, dict(few.left_out)) == ({}, {"few_people": research.LEAST - 2})
        played(guests[-2], guests[-1])
        enough = storage.read(lambda c: research.choose(c, house.settings.now()))
        assert [len(ids) for ids in enough.ids.values()] == [research.LEAST - 1]
    finally:
        storage.close()


def test_the_file_replays_and_says_nothing_about_people(
    house: House,
    clock: Clock,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(research, "LEAST", 2)
    clock.ahead = time.time()  # that of the command
    ana, bo = house.guest("Ana Secret"), house.guest("Bo Hidden")
    agree(ana, bo)
    table = ana.table("lampions", "me", "open", "bot", options={"rounds": 3})
    bo.sit(table, 1)
    ana.start(table)
    pages = {seat: guest.page(table) for seat, guest in enumerate((ana, bo))}
    pages[0].ask("say", text="a confession")
    play_to_the_end(pages, Random(1))
    resigned = played(ana, bo)
    out = tmp_path / "given"
    command = ["admin", "--database", house.settings.database, "export", str(out), "--lang", "en"]
    assert main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"matches": {"gwynt": 1, "lampions": 1}, "left_out": {}}
    text = (out / research.FILE).read_text("utf-8")
    matches = {one["game"]: one for one in map(json.loads, text.splitlines())}
    ended = lt.game("lampions", "plain").replay(matches["lampions"])
    assert ended.over
    assert matches["lampions"]["by"] == ["person", "person", "random"]
    assert lt.game("gwynt", "plain").replay(matches["gwynt"]).over is False
    assert matches["gwynt"]["ending"]["seat"] == 0
    allowed = {*research.KEPT, "ending", "by", "hints"}
    assert all(set(one) <= allowed for one in matches.values()), "a new part of a record is not given away by itself"
    given = text + (out / research.CARD).read_text("utf-8")
    seed = house.guest().ask("GET", f"/api/tables/{table}/record")["fairness"]["server_seed"]
    for secret in ("Ana Secret", "Bo Hidden", "a confession", table, resigned, ana.id, bo.id, seed, "started", '"at"'):
        assert secret not in given, secret
    assert main(command) == 1, "what is there is not written over"
    assert "holds exported matches already" in capsys.readouterr().err
    assert (out / research.FILE).read_text("utf-8") == text


def test_consent_is_looked_at_again_when_a_match_is_written(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(research, "LEAST", 2)
    ana, bo = house.guest("Ana"), house.guest("Bo")
    agree(ana, bo)
    played(ana, bo)
    choose, storage = research.choose, Storage(house.settings.database)

    def choose_slowly(*given: Any) -> research.Chosen:
        found = choose(*given)
        agree(bo, agrees=False)
        return found

    monkeypatch.setattr(research, "choose", choose_slowly)
    try:
        found = research.export(storage, tmp_path / "given", house.settings.now)
    finally:
        storage.close()
    assert (found.ids, found.left_out["not_agreed"]) == ({"gwynt": []}, 1)
    assert (tmp_path / "given" / research.FILE).read_text("utf-8") == ""


def test_nobody_else_learns_who_agreed(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    ana.ask("PUT", "/api/me/profile", {"colour": "red", "shown": True})
    table = ana.table("gwynt", "me", "open")
    places = (f"/api/people/{ana.id}", f"/api/tables/{table}")
    before = [bo.ask("GET", place) for place in places]
    agree(ana)
    assert [bo.ask("GET", place) for place in places] == before


def test_nothing_is_written_where_nobody_agreed(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(house.guest("Ana"), house.guest("Bo"))
    out = tmp_path / "given"
    command = ["admin", "--database", house.settings.database, "export", str(out), "--lang", "en"]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "nothing was written" in told
    assert "1 match in which somebody has not agreed" in " ".join(told.split())
    assert not out.exists()
    assert main([*command, "--game", "chess"]) == 1
    assert "chess" in capsys.readouterr().err
