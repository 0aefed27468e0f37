"""A match of every released rules version is shown, now and by any later rules; one still played goes on if it can."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import update

import ludotheque as lt
from ludotheque.play.game import Game
from ludotheque.server.live.protocol import VERSION
from ludotheque.server.matches import ledger
from ludotheque.server.people import services as people
from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import decisions, snapshots
from ludotheque.server.tables import records
from tests.server import stored_matches
from tests.server.house import Guest, House, play_to_the_end

LATER = "a later version"
MOST = 150  # moves made at a match that goes on: a random one of Kunitori takes thousands
each = pytest.mark.parametrize("file", stored_matches.files(), ids=lambda file: file.stem)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., tuple[House, list[Guest], dict[str, Any]]]]:
    """A house with a kept match in it, and the people who played it."""
    houses: list[House] = []

    def open_match(
        file: Path, upto: int | None = None, change: Callable[[Any], Any] | None = None
    ) -> tuple[House, list[Guest], dict[str, Any]]:
        database = f"sqlite:///{tmp_path / f'{len(houses)}.sqlite'}"
        storage = Storage(database)
        table = stored_matches.put(storage, file, upto)
        if change is not None:
            storage.write(change).result()
        sat = len(storage.read(lambda c: records.read_table(c, stored_matches.ID)).seats)
        for n in range(sat):
            storage.write(partial(people._new_key, person=f"person{n}", kind="device", secret=f"key {n}")).result()
        storage.close()
        house = House(database)
        houses.append(house)
        guests = [house.guest() for _ in range(sat)]
        for n, guest in enumerate(guests):
            guest.cookie = f"ludotheque=key {n}"
        return house, guests, table

    yield open_match
    for house in houses:
        house.close()


def shown(house: House, guests: list[Guest]) -> list[Any]:
    """The log of every viewer, and the viewer's views after some of its entries."""
    found = []
    for seat, guest in [*enumerate(guests), (lt.SPECTATOR, house.guest())]:
        whose = f"seat={seat}"
        log = guest.ask("GET", f"/api/tables/{stored_matches.ID}/log?{whose}")
        assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
        found.append(log)
        for number in {1, len(log) // 3, len(log) // 2, len(log) - 1, len(log)}:
            face = guest.ask("GET", f"/api/tables/{stored_matches.ID}/at/{number}?{whose}")
            face["view"].pop("rules", None)
            found.append(face)
    return found


def test_every_released_version_is_kept():
    there = {file.stem for file in stored_matches.files()}
    assert {f"{name}-{lt.game(name, 'plain').rules_version}" for name in lt.names()} <= there, (
        "python -m tests.server.stored_matches writes what is missing"
    )


@each
def test_a_kept_match_is_shown_now_and_by_later_rules(file, opened, monkeypatch):
    house, guests, table = opened(file)
    now = shown(house, guests)
    record = guests[0].ask("GET", f"/api/tables/{stored_matches.ID}/record")
    monkeypatch.setattr(Game, "rules_version", property(lambda self: LATER))
    house, guests, table = opened(file)
    assert shown(house, guests) == now, "the same for every viewer"
    page = guests[0].page(stored_matches.ID)
    assert page.faces[0]["outcome"] == table["outcome"]
    later = guests[0].ask("GET", f"/api/tables/{stored_matches.ID}/record")
    for part in ("game", "rules", "players", "moves", "seed", "fairness"):
        assert later[part] == record[part], part
    assert later["rules"] == table["rules"], "those that it was played by"


@each
def test_a_kept_match_that_was_being_played_goes_on_by_later_rules(file, opened, monkeypatch):
    monkeypatch.setattr(Game, "rules_version", property(lambda self: LATER))
    _, guests, _ = opened(file, upto=27)
    pages = {seat: guest.page(stored_matches.ID) for seat, guest in enumerate(guests)}
    assert pages[0].table["phase"] == "playing"
    before = guests[0].ask("GET", f"/api/tables/{stored_matches.ID}/log?seat=0")
    moves = play_to_the_end(pages, Random(1), most=MOST)
    log = guests[0].ask("GET", f"/api/tables/{stored_matches.ID}/log?seat=0")
    assert log[: len(before)] == before
    assert len(log) > len(before)
    assert moves >= MOST or pages[0].faces[0]["outcome"]
    for number in (1, len(log) // 2, len(log)):
        guests[0].ask("GET", f"/api/tables/{stored_matches.ID}/at/{number}?seat=0")


@each
def test_the_record_of_a_kept_match_can_be_replayed(file, opened):
    """A match of an earlier version is dealt by its own key and played as it was."""
    _, guests, table = opened(file)
    record = guests[0].ask("GET", f"/api/tables/{stored_matches.ID}/record")
    assert record["rules"] == table["rules"]
    pos = lt.game(table["game"]).replay(record)
    assert pos.over == ("ending" not in record)


def other_fields(connection: Any) -> None:
    """Change the fields of the stored state."""
    connection.execute(update(snapshots).values(layout="other fields"))


def other_words(connection: Any) -> None:
    """Change the meaning of the stored bytes."""
    connection.execute(update(snapshots).values(text=snapshots.c.text + "round: 9\n"))


def other_effects(connection: Any) -> None:
    """Change the effects of the last moves."""
    connection.execute(update(decisions).where(decisions.c.number > 24).values(steps=b"\x90"))


@each
@pytest.mark.parametrize("change", [other_fields, other_words, other_effects])
def test_a_kept_match_that_can_not_go_on_is_closed_with_a_sentence_and_its_log_is_shown(
    file, change, opened, monkeypatch
):
    monkeypatch.setattr(Game, "rules_version", property(lambda self: LATER))
    house, guests, _ = opened(file, upto=24 if change is not other_effects else 29, change=change)
    page = guests[0].page()
    page.send({"type": "hello", "version": VERSION, "table": stored_matches.ID, "id": "h"})
    state = page.until(lambda m: m["type"] == "table")["table"]
    assert (state["phase"], state["outcome"]["key"]) == ("over", "ending.upgrade")
    assert lt.game("lampions", "plain").messages("fr").say(state["outcome"]["key"])
    for seat, guest in [*enumerate(guests), (lt.SPECTATOR, house.guest())]:
        whose = f"seat={seat}"
        log = guest.ask("GET", f"/api/tables/{stored_matches.ID}/log?{whose}")
        assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
        refused = guest.ask("GET", f"/api/tables/{stored_matches.ID}/at/{len(log)}?{whose}", status=409)
        assert refused["code"] == "other_rules"
    assert len(guests[0].ask("GET", f"/api/tables/{stored_matches.ID}/replay")) > 20
    assert guests[0].ask("GET", f"/api/tables/{stored_matches.ID}/record")["moves"]
    assert page.decide(0, 0, question=1)["code"] == "other_rules"


def test_a_snapshot_of_other_rules_is_never_taken_for_one_of_ours(storage):
    """The same bytes under the same rules version need no second look; under another one, the words decide."""
    file = stored_matches.FOLDER / "lampions-1.json"  # of the rules of today
    stored_matches.put(storage, file)
    table = storage.read(lambda c: records.read_table(c, stored_matches.ID))
    assert storage.read(table.load).over
    storage.write(other_words).result()
    assert storage.read(table.load).over, "written by these rules"
    storage.write(other_fields).result()
    with pytest.raises(ledger.OtherRules):
        storage.read(table.load)
