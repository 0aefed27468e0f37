"""Statistics of a person's matches: counted from results, private as the profile is, exportable."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from ludotheque.server.people import statistics
from ludotheque.server.storage.schema import decisions, results, tables
from tests.server.house import Guest, House


@pytest.fixture
def house(tmp_path: Path):
    opened = House(f"sqlite:///{tmp_path / 'house.sqlite'}")
    yield opened
    opened.close()


def played(ana: Guest, bo: Guest, **more: Any) -> str:
    """Let two people begin a match, and Bo resign."""
    table = ana.table("gwynt", "me", "open", **more)
    bo.sit(table, 1)
    ana.start(table)
    bo.ask("POST", f"/api/tables/{table}/seats/1/resignation")
    return table


def of(reader: Guest, person: Guest, game: str = "gwynt") -> Any:
    """The statistics of a person as a reader gets them."""
    return reader.ask("GET", f"/api/people/{person.id}/statistics/{game}")


def test_results_are_counted_by_seat_side_option_and_level(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    monsters = {"kind": "me", "brought": {"deck": "monsters_swarm"}}
    for seat in ("me", monsters):
        table = ana.table("gwynt", seat, "open")
        bo.sit(table, 1)
        ana.start(table)
        bo.ask("POST", f"/api/tables/{table}/seats/1/resignation")
    table = ana.table("gwynt", {"kind": "bot", "bot": "random"}, monsters, options={"expansions": True})
    ana.start(table)
    ana.ask("POST", f"/api/tables/{table}/seats/1/resignation")
    found = of(ana, ana)
    assert found["all"] == {"played": 3, "won": 2, "drawn": 0, "lost": 1}
    assert found["by_seat"]["1"]["won"] == 2
    assert found["by_seat"]["2"]["lost"] == 1
    assert found["by_side"]["faction.monsters"]["played"] >= 2
    assert [(one["bot"], one["count"]["lost"]) for one in found["by_level"]] == [("random", 1)]
    values = {one["value"]: one["count"]["played"] for one in found["by_option"] if one["option"] == "expansions"}
    assert values == {"false": 2, "true": 1}
    assert [one["result"] for one in found["matches"]] == ["won", "won", "lost"], "the oldest first"
    assert of(bo, bo)["all"]["lost"] == 2
    assert of(ana, ana, "lampions")["all"]["played"] == 0


def test_statistics_are_as_private_as_the_profile(house: House) -> None:
    ana, bo, stranger = house.guest("Ana"), house.guest("Bo"), house.guest()
    secret, listed = played(ana, bo), played(ana, bo, listed=True)
    assert [one["match"] for one in of(ana, ana)["matches"]] == [secret, listed]
    for path in ("", "/matches.csv"):
        refused = stranger.ask("GET", f"/api/people/{ana.id}/statistics/gwynt{path}", status=403)
        assert refused["code"] == "not_allowed"
    ana.ask("PUT", "/api/me/profile", {"colour": "red", "shown": True})
    # The id of a table opens it: those that are not listed stay with their players.
    assert [one["match"] for one in of(stranger, ana)["matches"]] == [None, listed]
    assert secret not in csv_of(stranger, ana)
    assert "Bo" not in csv_of(stranger, ana).splitlines()[2]
    profile = stranger.ask("GET", f"/api/people/{ana.id}")["games"][0]
    assert secret not in str(profile)
    assert stranger.ask("GET", "/api/people/nobody/statistics/gwynt", status=404)["code"] == "not_found"
    assert stranger.ask("GET", f"/api/people/{ana.id}/statistics/chess", status=404)["code"] == "unknown_game"


def csv_of(reader: Guest, person: Guest) -> str:
    """The table of a person's matches."""
    status, headers, body = reader.send("GET", f"/api/people/{person.id}/statistics/gwynt/matches.csv")
    assert status == 200
    assert headers["content-type"].startswith("text/csv")
    return body.decode()


def test_matches_are_exported_and_names_are_no_formulas(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("=1+1")
    table = played(ana, bo)
    (row,) = csv.DictReader(io.StringIO(csv_of(ana, ana)))
    assert (row["match"], row["result"], row["seat"], row["against"]) == (table, "won", "1", "'=1+1")
    assert set(row) == set(statistics.COLUMNS)


def test_favourite_openings_are_first_cards_that_were_not_taken_back(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    tables_ = [played(ana, bo) for _ in range(3)]

    def entries(connection: Any) -> None:
        """The beginning of each match, as it would be stored."""
        for match in tables_:
            connection.execute(decisions.delete().where(decisions.c.match == match, decisions.c.number > 0))
        told: list[list[tuple[str, int, list[str], int | None]]] = [
            [("decide", 0, ["swap catapult"], None), ("decide", 0, ["keep"], None), ("decide", 0, ["botchling"], None)],
            [("decide", 1, ["keep"], None), ("decide", 0, ["botchling", "close"], None)],
            [("decide", 0, ["catapult"], None), ("undo", 0, [], 0), ("decide", 0, ["foglet"], None)],
        ]
        for match, rows in zip(tables_, told, strict=True):
            for number, (kind, seat, moves, target) in enumerate(rows, 1):
                connection.execute(
                    insert(decisions),
                    {
                        "match": match,
                        "number": number,
                        "kind": kind,
                        "seat": seat,
                        "moves": moves,
                        "target": target,
                        "client": None,
                        "noticed": 0,
                        "steps": b"",
                        "at": 0.0,
                    },
                )

    storage = house.open_tables.storage
    storage.write(entries).result()
    found = of(ana, ana)
    assert [(one["move"], one["count"]["played"]) for one in found["openings"]] == [("botchling", 2)]
    assert found["opened"] == 3
    openings = {row["opening"] for row in csv.DictReader(io.StringIO(csv_of(ana, ana)))}
    assert openings == {"botchling", "foglet"}
    # A deal that others may still play says nothing.
    today = "2999-01-01"
    storage.write(lambda c: c.execute(update(tables).values(daily=today))).result()
    assert of(ana, ana)["opened"] == 0


def test_only_the_latest_matches_are_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    first, *_, last = (played(ana, bo) for _ in range(3))
    monkeypatch.setattr(statistics, "MOST", 2)
    monkeypatch.setattr(statistics, "DRAWN", 1)
    found = of(ana, ana)
    assert found["all"]["played"] == found["most"] == 2
    assert [one["match"] for one in found["matches"]] == [last]
    assert first not in csv_of(ana, ana)
    assert house.open_tables.storage.read(lambda c: len(c.execute(select(results)).all())) == 6
