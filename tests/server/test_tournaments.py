"""Tournaments over real sockets: they start, pair and end automatically, even if players leave or servers die."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.server.databases import postgres
from tests.server.house import PATIENCE, Guest, House, play_to_the_end, until
from tests.server.killing import serve

CLOCK = {"bank": 600.0, "increment": 5.0}


def make(host: Guest, kind: str, **more: Any) -> str:
    """A tournament."""
    game = "gunkimono" if kind == "points" else "gwynt"
    wish = {"name": "Friday", "game": game, "kind": kind, "clock": CLOCK, "pause": 0.0, **more}
    return str(host.ask("POST", "/api/tournaments", wish)["line"]["id"])


def enter(guests: list[Guest], tournament_id: str) -> None:
    """Enter all guests."""
    for guest in guests:
        guest.ask("PUT", f"/api/tournaments/{tournament_id}/entry", {})


def tournament_of(guest: Guest, tournament_id: str) -> Any:
    """The tournament as a guest sees it."""
    return guest.ask("GET", f"/api/tournaments/{tournament_id}")


def reached_round(guest: Guest, tournament_id: str, round_number: int) -> Any:
    """Wait until a round has begun; return the tournament."""
    return until(lambda: (t := tournament_of(guest, tournament_id))["line"]["round"] == round_number and t)


def running(told: Any, round_number: int) -> list[Any]:
    """The running matches of a round."""
    return [p for p in told["pairings"] if p["round"] == round_number and p["points"] is None]


def resign(loser: Guest, table: str) -> None:
    """Resign the guest's seat."""
    (seat,) = (s["number"] for s in loser.ask("GET", f"/api/tables/{table}")["seats"] if s["mine"])
    loser.ask("POST", f"/api/tables/{table}/seats/{seat}/resignation")


def settle(guests: list[Guest], tournament_id: str, strength: dict[str, int]) -> Any:
    """Let the weaker player of each pair resign, until the tournament is over."""
    by_id = {guest.id: guest for guest in guests}
    end, done = time.monotonic() + PATIENCE, set()
    while (told := tournament_of(guests[0], tournament_id))["line"]["phase"] != "over":
        for pair in told["pairings"]:
            if pair["points"] is None and pair["table"] not in done and set(pair["players"]) <= set(by_id):
                done.add(pair["table"])
                resign(by_id[min(pair["players"], key=strength.__getitem__)], pair["table"])
                end = time.monotonic() + PATIENCE
        assert time.monotonic() < end, "the tournament does not go on"
        time.sleep(0.02)
    return told


def test_a_swiss_of_eight_one_killed_and_one_leaving(tmp_path: Path) -> None:
    clock = SimpleNamespace(ahead=0.0)
    house = House(f"sqlite:///{tmp_path / 'house.sqlite'}", now=lambda: time.time() + clock.ahead)
    try:
        check_swiss(house, clock)
    finally:
        house.close()


def check_swiss(house: House, clock: SimpleNamespace) -> None:
    """The same, on a clock that can be put forward."""
    names = ["Ana", "Bo", "Cleo", "Dov", "Eli", "Fay", "Gus", "Hal"]
    guests = [house.guest(name) for name in names]
    ana, *_, killed, leaver = guests
    by_id = {guest.id: guest for guest in guests}
    strength = {guest.id: -n for n, guest in enumerate(guests)}
    tournament_id = make(ana, "swiss", rounds=3, patience=200.0, rated=True)
    enter(guests, tournament_id)
    assert ana.ask("GET", "/api/tournaments")["now"][0]["entered"] == 8
    assert killed.ask("POST", f"/api/tournaments/{tournament_id}/start", status=403)["code"] == "not_organiser"
    ana.ask("POST", f"/api/tournaments/{tournament_id}/start")
    told = until(lambda: (t := tournament_of(ana, tournament_id))["pairings"] and t, "it never began")
    assert (told["line"]["round"], told["line"]["rounds"], len(told["pairings"])) == (1, 3, 4)
    assert [p["players"] for p in told["pairings"]] == [[guests[n].id, guests[n + 4].id] for n in range(4)]
    # The first match is played; at its table nobody pauses, leaves or is sent away.
    first = told["pairings"][0]
    sitting = [by_id[player] for player in first["players"]]
    table = sitting[0].ask("GET", f"/api/tables/{first['table']}")
    assert (table["tournament"], table["rated"], table["clock"]["at_zero"]) == (tournament_id, True, "loss")
    for method, path in (("POST", "pause"), ("DELETE", "seats/0"), ("DELETE", "seats/1")):
        refused = sitting[0].ask(method, f"/api/tables/{first['table']}/{path}", status=409)
        assert refused["code"] == "tournament_table"
    pages = {seat: guest.page(first["table"]) for seat, guest in enumerate(sitting)}
    play_to_the_end(pages, Random(3))
    # The leaver resigns the current match; the killed one never moves and counts as absent.
    leaver.ask("DELETE", f"/api/tournaments/{tournament_id}/entry")
    for pair in told["pairings"][1:]:
        others = [player for player in pair["players"] if player not in (killed.id, leaver.id)]
        if len(others) == 2:
            resign(by_id[others[1]], pair["table"])
        elif killed.id in pair["players"]:
            seat = pair["players"].index(others[0])
            page = by_id[others[0]].page(pair["table"])
            if page.faces[seat]["moves"]:  # the leaver's opponent has moved
                page.decide(seat, page.faces[seat]["moves"][0]["id"])
    late = house.guest("Ida")
    until(lambda: len(running(tournament_of(ana, tournament_id), 1)) == 1, "only the killed player's match is left")
    clock.ahead = 300.0
    told = until(
        lambda: (t := tournament_of(ana, tournament_id))["line"]["round"] == 2 and t, "the second round never began"
    )
    first_round = {tuple(p["players"]): p for p in told["pairings"] if p["round"] == 1}
    absent = next(p for players, p in first_round.items() if killed.id in players)
    assert (absent["kind"], absent["points"][absent["players"].index(killed.id)]) == ("forfeit", 0.0)
    assert {p for pair in running(told, 2) for p in pair["players"]}.isdisjoint({killed.id, leaver.id})
    late.ask("PUT", f"/api/tournaments/{tournament_id}/entry", {})
    told = settle([*guests[:6], late], tournament_id, strength | {late.id: 1})
    places = {one["name"]: one for one in told["standings"]}
    assert (places["Gus"]["active"], places["Hal"]["points"], places["Ida"]["points"]) == (False, 0.0, 1.0)
    assert (told["breaks"], told["line"]["round"]) == (["buchholz", "sonneborn_berger"], 3)
    met = [frozenset(p["players"]) for p in told["pairings"] if len(p["players"]) == 2]
    assert len(met) == len(set(met)), "nobody meets anybody twice"
    assert sum(p["kind"] == "bye" for p in told["pairings"]) == 1, "seven play the last round"
    assert ana.ask("PUT", f"/api/tournaments/{tournament_id}/entry", {}, status=409)["code"] == "entry_closed"
    assert ana.ask("GET", "/api/tournaments")["over"][0]["id"] == tournament_id


def test_the_version_of_a_tournament_does_not_count_what_players_bring(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    tournament_id = make(ana, "swiss")
    enter([ana, bo], tournament_id)
    before = tournament_of(house.guest(), tournament_id)
    enter([ana], tournament_id)  # Ana brings something else
    assert tournament_of(house.guest(), tournament_id) == before
    bo.ask("DELETE", f"/api/tournaments/{tournament_id}/entry")
    assert tournament_of(house.guest(), tournament_id)["version"] > before["version"]


@pytest.mark.parametrize("kind", ["round_robin", "knockout", "arena", "points"])
def test_every_kind_comes_to_its_end(tmp_path: Path, kind: str) -> None:
    clock = SimpleNamespace(ahead=0.0)
    house = House(f"sqlite:///{tmp_path / 'house.sqlite'}", now=lambda: time.time() + clock.ahead)
    try:
        guests = [house.guest(f"P{n}") for n in range(5)]
        strength = {guest.id: -n for n, guest in enumerate(guests)}
        seats = {"seats": 3, "rounds": 2} if kind == "points" else {}
        tournament_id = make(guests[0], kind, most=5, minutes=5, patience=100.0, **seats)
        enter(guests, tournament_id)  # the last who may enter begins it
        if kind == "points":
            for round_number in (1, 2):
                told = reached_round(guests[0], tournament_id, round_number)
                tables = running(told, round_number)
                assert sorted(len(p["players"]) for p in tables) == [2, 3]
                for pair in tables:  # all but the strongest give up: who is left alone with bots has won
                    for weaker in sorted(pair["players"], key=strength.__getitem__)[:-1]:
                        resign(next(guest for guest in guests if guest.id == weaker), pair["table"])
            told = until(lambda: (t := tournament_of(guests[0], tournament_id))["line"]["phase"] == "over" and t)
            assert (told["standings"][0]["name"], told["standings"][0]["points"]) == ("P0", 4.0)
        elif kind == "arena":
            told = until(lambda: (t := tournament_of(guests[0], tournament_id))["pairings"] and t)
            for pair in told["pairings"]:
                weakest = min(pair["players"], key=strength.__getitem__)
                resign(next(guest for guest in guests if guest.id == weakest), pair["table"])
            until(lambda: any(one["points"] == 2.0 for one in tournament_of(guests[0], tournament_id)["standings"]))
            clock.ahead = 400.0  # its time is over
        told = settle(guests, tournament_id, strength) if kind in ("round_robin", "knockout") else None
        told = told or until(lambda: (t := tournament_of(guests[0], tournament_id))["line"]["phase"] == "over" and t)
        if kind in ("round_robin", "knockout"):
            assert [one["name"] for one in told["standings"][:1]] == ["P0"]
            rounds, matches = (5, 10) if kind == "round_robin" else (3, 4)
            assert told["line"]["rounds"] == rounds
            assert sum(p["kind"] == "match" for p in told["pairings"]) == matches
    finally:
        house.close()


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def test_a_tournament_survives_kills(tmp_path: Path, kind: str) -> None:
    if kind == "sqlite":
        check_kills(f"sqlite:///{tmp_path / 'killed.sqlite'}")
    else:
        with postgres() as url:
            check_kills(url)


def check_kills(database: str) -> None:
    """A Swiss tournament whose server is killed again and again, at any moment; played by who comes back."""
    random = Random(5)
    process, port = serve(database)
    try:
        guests = [Guest(SimpleNamespace(port=port, pages=[])) for _ in range(4)]  # type: ignore[arg-type]
        for n, guest in enumerate(guests):
            guest.id = guest.ask("POST", "/api/people", {"name": f"P{n}"})["id"]
        strength = {guest.id: -n for n, guest in enumerate(guests)}
        by_id = {guest.id: guest for guest in guests}
        tournament_id = make(guests[0], "swiss", rounds=3)
        enter(guests, tournament_id)
        guests[0].ask("POST", f"/api/tournaments/{tournament_id}/start")
        for round_number in (1, 2, 3):
            if round_number < 3:
                time.sleep(random.uniform(0.0, 0.4))
                process.send_signal(signal.SIGKILL)
                process.wait()
                process, port = serve(database)
                for guest in guests:
                    guest.port = port
            told = reached_round(guests[0], tournament_id, round_number)
            assert len([p for p in told["pairings"] if p["round"] == round_number]) == 2
            for pair in running(told, round_number):
                resign(by_id[min(pair["players"], key=strength.__getitem__)], pair["table"])
        told = until(lambda: (t := tournament_of(guests[0], tournament_id))["line"]["phase"] == "over" and t)
        assert [one["name"] for one in told["standings"]] == ["P0", "P1", "P2", "P3"]
        assert [one["points"] for one in told["standings"]] == [3.0, 2.0, 1.0, 0.0]
        assert len(told["pairings"]) == 6
    finally:
        process.kill()
        process.wait()
