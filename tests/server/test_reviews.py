"""Reviews on the server: asked for, stored, resumed, limited; and never of what others still play."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from sqlalchemy import func, select, update

import ludotheque as lt
from ludotheque.bots.review import Reviewing
from ludotheque.server.live import reviewing
from ludotheque.server.storage.schema import reviews, tables, tournaments
from tests.server.house import Clock, Guest, House, play_to_the_end, until

LITTLE = 0.5  # of the effort: a review of uncompiled rules takes a fiftieth of that again


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    opened = House(f"sqlite:///{tmp_path / 'house.sqlite'}", review_effort=LITTLE)
    yield opened
    opened.close()


def played(house: House, ana: Guest, game: str = "lampions", players: int = 3) -> str:
    """A match that Ana has played against herself."""
    table = ana.table(game, *["me"] * players)
    ana.start(table)
    play_to_the_end(dict.fromkeys(range(players), ana.page(table)), Random(5))
    return table


def reviewed(guest: Guest, table: str) -> dict[str, Any]:
    """The complete review of a match."""

    def find_done() -> dict[str, Any]:
        found: dict[str, Any] = guest.ask("GET", f"/api/tables/{table}/review")
        assert found["state"] != "failed"
        return found if found["state"] == "done" else {}

    return until(find_done, "the review never ends")


def test_a_match_is_reviewed_once_for_everybody(house: House) -> None:
    ana, di = house.guest("Ana"), house.guest("Di")
    table = played(house, ana)
    place = f"/api/tables/{table}/review"
    assert ana.ask("GET", place)["state"] == "none", "nothing is reviewed before somebody asks"
    assert house.guest().ask("POST", place, status=401)["code"] == "no_person"
    assert ana.ask("POST", place)["state"] in ("waiting", "making")
    found = reviewed(ana, table)["review"]
    assert found["complete"]
    assert len(found["verdicts"]) == found["decisions"] > 0
    for seat in found["seats"]:
        parts = (seat["start"], seat["luck"], seat["own"], *seat["others"])
        assert abs(sum(parts) - seat["result"]) < 1e-9
    entries = ana.ask("GET", f"/api/tables/{table}/replay")
    seats = {entry["number"]: entry["seat"] for entry in entries}
    assert all(seats[verdict["entry"]] == verdict["seat"] for verdict in found["verdicts"]), "each names its log entry"
    assert di.ask("POST", place)["state"] == "done", "asked for twice, made once"
    stranger = reviewed(house.guest(), table)
    assert stranger["review"] == found, "who may see the replay may see the review"
    assert house.guest().ask("GET", f"{place}?have={stranger['revision']}")["review"] is None


def test_a_decision_is_shown_as_its_seat_saw_it(house: House) -> None:
    ana = house.guest("Ana")
    table = played(house, ana, "gwynt", 2)
    record = ana.ask("GET", f"/api/tables/{table}/record")
    place = f"/api/tables/{table}/review/at"
    number = len(record["moves"]) // 2
    seat, move = record["moves"][number]
    face = ana.ask("GET", f"{place}/{number}/{seat}")
    assert move in {one["text"] for one in face["moves"]}
    begun = {name: value for name, value in record.items() if name != "outcome"}
    pos = lt.game("gwynt").replay({**begun, "moves": record["moves"][:number]})
    assert face["view"] == json.loads(json.dumps(pos.view(seat))), "as that seat saw it, the other hand hidden"
    assert face["view"] != json.loads(json.dumps(pos.view(lt.ALL)))
    assert ana.ask("GET", f"{place}/{number}/{1 - seat}", status=404)["code"] == "not_found"
    assert ana.ask("GET", f"{place}/{len(record['moves'])}/{seat}", status=404)["code"] == "not_found"


def test_another_move_is_measured_on_the_spot(house: House) -> None:
    ana = house.guest("Ana")
    table = played(house, ana, "gwynt", 2)
    ana.ask("POST", f"/api/tables/{table}/review")
    found = reviewed(ana, table)["review"]
    assert found["cause"]["key"].startswith("story.")
    assert found["rounds"][0] > 0
    assert found["rounds"] == sorted(set(found["rounds"]))
    verdict = next(one for one in reversed(found["verdicts"]) if one["others"])
    place = f"/api/tables/{table}/review/at/{verdict['number']}/{verdict['seat']}"
    best = ana.ask("POST", place, {"move": verdict["best"]["id"]}, status=200)
    assert (best["chance"], best["error"]) == (verdict["chance"], 0.0), "the scale of the verdict"
    assert len(best["line"]) <= 3
    other = ana.ask("POST", place, {"move": verdict["others"][0]["move"]["text"]}, status=200)
    assert 0 <= other["chance"] <= 1
    assert ana.ask("POST", place, {"move": verdict["others"][0]["move"]["id"]}, status=200) == other, "the same again"
    illegal = {"move": "first 0"}
    assert ana.ask("POST", place, illegal, status=400)["code"] == "bad_input"
    wrong = place.removesuffix(str(verdict["seat"])) + str(1 - verdict["seat"])
    assert ana.ask("POST", wrong, {"move": 0}, status=404)["code"] == "not_found"


def test_a_replay_shows_what_a_seat_knew(house: House) -> None:
    ana = house.guest("Ana")
    table = played(house, ana, "gwynt", 2)
    place = f"/api/tables/{table}/replay/1"
    opened, seen = ana.ask("GET", place), ana.ask("GET", f"{place}?seat=0")
    assert opened["view"] != seen["view"]
    assert json.dumps(seen["view"]).count("null") > json.dumps(opened["view"]).count("null"), "the other hand is hidden"
    assert ana.ask("GET", f"{place}?seat=2", status=404)["code"] == "not_found"


def test_a_match_that_was_resigned_is_reviewed(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("gwynt", "me", "open")
    bo.ask("POST", f"/api/tables/{table}/seats/1", {})
    ana.start(table)
    pages = [ana.page(table), bo.page(table)]
    for seat, page in enumerate(pages):
        page.decide(seat, page.faces[seat]["moves"][0]["id"])
    ana.ask("POST", f"/api/tables/{table}/seats/0/resignation")
    bo.ask("POST", f"/api/tables/{table}/review")
    seats = reviewed(bo, table)["review"]["seats"]
    assert [seat["result"] for seat in seats] == [0.0, 1.0]
    assert seats[0]["own"] < -0.2, "to resign is the player's own decision, no bad luck"
    assert seats[1]["others"][0] > 0.2
    for seat in seats:
        assert abs(seat["start"] + seat["luck"] + seat["own"] + sum(seat["others"]) - seat["result"]) < 1e-9


def ask_everything(guest: Guest, table: str, code: str) -> None:
    """Every request for a review is refused with this code."""
    place = f"/api/tables/{table}/review"
    assert guest.ask("GET", place, status=409)["code"] == code
    assert guest.ask("GET", f"{place}/at/0/0", status=409)["code"] == code
    assert guest.ask("GET", f"{place}/at/0/1", status=409)["code"] == code
    assert guest.ask("POST", f"{place}/at/0/1", {"move": 0}, status=409)["code"] == code
    if guest.id:
        assert guest.ask("POST", place, status=409)["code"] == code


def count(house: House) -> int:
    found: int = house.open_tables.storage.read(lambda c: c.execute(select(func.count()).select_from(reviews)).scalar())  # type: ignore[assignment]
    return found


def test_nobody_gets_a_review_of_a_running_match(house: House) -> None:
    """Not the host, no other seat, no spectator, no stranger; nor while it is paused."""
    ana, bo, di = (house.guest(name) for name in ("Ana", "Bo", "Di"))
    table = ana.table("gwynt", "me", "open")
    everybody = (ana, bo, di, house.guest())
    for guest in everybody:
        ask_everything(guest, table, "not_over")
    bo.ask("POST", f"/api/tables/{table}/seats/1", {})
    ana.start(table)
    di.page(table)
    for guest in everybody:
        ask_everything(guest, table, "not_over")
    ana.ask("POST", f"/api/tables/{table}/pause")
    for guest in everybody:
        ask_everything(guest, table, "not_over")
    assert count(house) == 0


def test_todays_deal_is_not_reviewed_before_midnight(make: Callable[..., House], clock: Clock) -> None:
    house = make(now=clock.now, review_effort=LITTLE)
    ana, di = house.guest("Ana"), house.guest("Di")
    table = ana.ask("POST", "/api/daily/gwynt")["id"]
    ana.ask("POST", f"/api/tables/{table}/seats/0/resignation")
    until(lambda: ana.ask("GET", f"/api/tables/{table}")["phase"] == "over")
    for guest in (ana, di, house.guest()):
        ask_everything(guest, table, "not_before_midnight")
    assert count(house) == 0
    clock.ahead += 13 * 3600
    ana.ask("POST", f"/api/tables/{table}/review")
    assert reviewed(di, table)["review"]["complete"]


def test_a_tournament_match_is_reviewed_when_the_tournament_is_over(house: House) -> None:
    """Decks stay the same for a whole tournament, and the opponents of later rounds read along."""
    ana, di = house.guest("Ana"), house.guest("Di")
    table, storage = played(house, ana), house.open_tables.storage
    made = ana.ask(
        "POST",
        "/api/tournaments",
        {"name": "Soir", "game": "gwynt", "kind": "swiss", "clock": {"bank": 300, "increment": 5}},
    )["line"]

    def belongs(connection: Any) -> None:
        connection.execute(update(tables).where(tables.c.id == table).values(tournament=made["id"]))
        connection.execute(update(tournaments).where(tournaments.c.id == made["id"]).values(phase="running"))

    storage.write(belongs).result()
    for guest in (ana, di, house.guest()):
        ask_everything(guest, table, "not_before_tournament_ends")
    over = update(tournaments).where(tournaments.c.id == made["id"]).values(phase="over")
    storage.write(lambda c: c.execute(over) and None).result()
    assert ana.ask("POST", f"/api/tables/{table}/review")["state"] in ("waiting", "making")
    reviewed(di, table)


def test_a_match_of_other_rules_says_why_it_has_no_review(house: House) -> None:
    ana = house.guest("Ana")
    table = played(house, ana)
    old = update(tables).where(tables.c.id == table).values(rules="0.1")
    house.open_tables.storage.write(lambda c: c.execute(old) and None).result()
    told = ana.ask("POST", f"/api/tables/{table}/review", status=409)
    assert told["code"] == "review_other_rules"
    assert "earlier version of the rules" in told["message"]


def test_a_person_has_so_many_reviews_a_day(make: Callable[..., House], clock: Clock) -> None:
    house = make(now=clock.now, review_effort=LITTLE, reviews_a_day=1)
    ana = house.guest("Ana")
    first, second = played(house, ana), played(house, ana)
    ana.ask("POST", f"/api/tables/{first}/review")
    assert ana.ask("POST", f"/api/tables/{second}/review", status=429)["code"] == "too_many_reviews"
    ana.ask("POST", f"/api/tables/{first}/review")  # it is there: that costs nothing
    reviewed(ana, first)
    clock.ahead += 24 * 3600
    ana.ask("POST", f"/api/tables/{second}/review")


def test_an_address_has_so_many_reviews_an_hour(tmp_path: Path) -> None:
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", review_effort=LITTLE, reviews_an_hour=2.0)
    try:
        ana, bo = house.guest("Ana"), house.guest("Bo")
        matches = [played(house, ana) for _ in range(2)]
        ana.ask("POST", f"/api/tables/{matches[0]}/review")
        assert bo.ask("POST", f"/api/tables/{matches[1]}/review", status=429)["code"] == "too_many_reviews"
    finally:
        house.close()


def test_a_review_goes_on_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server stops in the middle; the next one takes up what is stored, and finds what one run finds."""
    monkeypatch.setattr(reviewing, "KEEP_SECONDS", 0.0)
    monkeypatch.setattr(reviewing, "PIECE_SECONDS", 0.0)
    monkeypatch.setattr(reviewing, "STALE_SECONDS", 0.0)
    path = f"sqlite:///{tmp_path / 'h.sqlite'}"
    house = House(path, review_effort=LITTLE)
    ana = house.guest("Ana")
    table = played(house, ana)
    place = f"/api/tables/{table}/review"
    ana.ask("POST", place)
    until(lambda: ((ana.ask("GET", place)["review"] or {}).get("verdicts") or [])[2:], "it finds nothing")
    cookie = ana.cookie
    house.close()

    house = House(path, review_effort=LITTLE)
    try:
        ana = Guest(house)
        ana.cookie = cookie
        stopped = ana.ask("GET", place)
        assert stopped["state"] == "stopped"
        known = {verdict["number"] for verdict in stopped["review"]["verdicts"]}
        assert known
        assert ana.ask("POST", place)["state"] in ("waiting", "making")
        whole = reviewed(ana, table)["review"]
        record = ana.ask("GET", f"/api/tables/{table}/record")
        alone = Reviewing(record, table, _effort(house, table), first_seat=0)
        for _ in alone:
            pass
        assert [v["loss"] for v in whole["verdicts"]] == [round(v.loss, 4) for v in alone.review.verdicts]
        export = ana.ask("GET", "/api/me/export")
        assert [one["match"] for one in export["reviews"]] == [table]
        ana.ask("DELETE", "/api/me")
        read = select(reviews.c.person).where(reviews.c.match == table)
        assert house.open_tables.storage.read(lambda c: c.execute(read).scalar()) is None
        assert house.guest().ask("GET", place)["state"] == "done", "the match stays for the others, and so its review"
    finally:
        house.close()


def _effort(house: House, table: str) -> float:
    from ludotheque.server.reviews import services

    stored = house.open_tables.storage.read(lambda c: services.read_review(c, table))
    assert stored is not None
    assert stored.review is not None
    return stored.review.effort


def test_a_review_is_shared_as_a_picture_of_curve_and_result(house: House) -> None:
    ana, di = house.guest("Ana"), house.guest("Di")
    table = ana.table("lampions", "me", "open", "bot")
    di.sit(table, 1)
    ana.start(table)
    pages = {0: ana.page(table), 1: di.page(table)}
    play_to_the_end(pages, Random(5))
    place = f"/api/tables/{table}/review"
    assert ana.ask("GET", f"{place}/card", status=409)["code"] == "review_not_complete"
    ana.ask("POST", place)
    seats = reviewed(ana, table)["review"]["seats"]

    def drawn(guest: Guest, form: str) -> bytes:
        status, headers, body = guest.send("GET", f"{place}/card?form={form}&language=en")
        assert status == 200
        assert "private" in headers["cache-control"]
        assert table not in headers["content-disposition"], "the name of a file is shared with it"
        return body

    whole = ElementTree.fromstring(drawn(ana, "svg"))
    assert (whole.get("width"), whole.get("height")) == ("1200", "630")
    said = [element.text or "" for element in whole.iter() if element.tag.endswith("text")]
    bot = next(seat["name"] for seat in ana.ask("GET", f"/api/tables/{table}")["seats"] if seat["kind"] == "bot")
    assert {"Lampions", "Ana", "Player 2", bot} <= set(said), "Di hides her profile, and did not ask for this picture"
    assert "Di" not in said
    assert f"accuracy {round(seats[0]['accuracy'])} %" in said
    assert any("won." in words or "shared" in words for words in said)
    lines = [element for element in whole.iter() if element.tag.endswith("polyline")]
    assert len(lines) == 3 + 3, "a grid of three lines, and one line for each seat"
    painted = drawn(ana, "png")
    assert painted[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(painted[16:20]), int.from_bytes(painted[20:24])) == (1200, 630)
    assert b">Ana<" not in drawn(house.guest(), "svg"), "a stranger's picture names nobody who hides"
    ana.ask("PUT", "/api/me/profile", {"shown": True})
    assert b">Ana<" in drawn(house.guest(), "svg")


def test_a_picture_shows_no_review_that_is_refused(house: House) -> None:
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "me", "me")
    ana.start(table)
    assert ana.ask("GET", f"/api/tables/{table}/review/card", status=409)["code"] == "not_over"
    assert ana.ask("GET", "/api/tables/nowhere/review/card", status=404)["code"] == "not_found"
