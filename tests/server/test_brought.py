"""Finished matches that people bring along as records: replayed like others, and counted nowhere."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select

from ludotheque.server.storage.schema import results, tables
from tests.local.page import Visitor
from tests.server.house import Guest, House


def local_match(game: str = "lampions") -> Visitor:
    """A match that was played in a browser without a server."""
    visitor = Visitor()
    visitor.sit_down(game)
    visitor.play_to_the_end()
    return visitor


def bring(guest: Guest, record: object, status: int = 201) -> dict:
    """Bring a record along."""
    text = record if isinstance(record, str) else json.dumps(record)
    return guest.ask("POST", "/api/records", {"record": text}, status=status)


def test_match_of_a_browser_is_opened_on_a_server(house: House) -> None:
    """It can be replayed by its address; its record is the same, and opens in a browser again."""
    visitor = local_match()
    record = visitor.request("GET", f"/tables/{visitor.id}/record")
    table = bring(house.guest("Ana"), record)
    assert (table["phase"], table["rated"], table["listed"]) == ("over", False, False)
    assert [(seat["name"], seat["person"], seat["mine"]) for seat in table["seats"]] == [
        (name, None, False) for name in record["names"]
    ]
    stranger, address = house.guest("Di"), f"/api/tables/{table['id']}"
    kept = stranger.ask("GET", f"{address}/record")
    assert kept == {name: value for name, value in record.items() if name != "fairness"}
    entries = stranger.ask("GET", f"{address}/replay?since=0")
    here = visitor.request("GET", f"/tables/{visitor.id}/replay?since=0")
    assert [entry["steps"] for entry in entries] == [entry["steps"] for entry in here]
    last = stranger.ask("GET", f"{address}/replay/{entries[-1]['number']}")
    assert last["scores"] == visitor.face["scores"]
    assert len(stranger.ask("GET", f"{address}/points")) == len(entries)
    assert Visitor().request("POST", "/records", {"record": json.dumps(kept)})["outcome"] == table["outcome"]


def test_brought_match_counts_nowhere(house: House) -> None:
    """No result is kept of it, no list names it, and nobody gets a rematch of it."""
    visitor = local_match()
    ana = house.guest("Ana")
    table = bring(ana, visitor.request("GET", f"/tables/{visitor.id}/record"))["id"]
    read = house.open_tables.storage.read
    assert read(lambda c: c.execute(select(results)).all()) == []
    assert read(lambda c: c.execute(select(tables.c.dealt).where(tables.c.id == table)).scalar_one())
    lists = ana.ask("GET", "/api/tables")
    assert table not in json.dumps(lists)
    assert ana.ask("POST", f"/api/tables/{table}/rematch", status=403)["code"] == "not_your_seat"


def test_resigned_match_is_brought_without_what_others_wrote_into_its_end(house: House) -> None:
    """An end outside the rules is written anew; one that fits no match is refused."""
    visitor = Visitor()
    visitor.sit_down("gwynt")
    visitor.request("POST", f"/tables/{visitor.id}/seats/0/resignation")
    record = visitor.request("GET", f"/tables/{visitor.id}/record")
    ana = house.guest("Ana")
    ending = record["ending"]
    assert bring(ana, {**record, "ending": {**ending, "key": "error.title", "more": "x"}})["outcome"] == ending
    for wrong in ({"ranking": [[0]]}, {"ranking": [[0], [7]]}, {"shares": [9, 0]}, {"seat": 5}, {"cause": "magic"}):
        assert bring(ana, {**record, "ending": {**ending, **wrong}}, 409)["code"] == "bad_record", wrong


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda record: "not json", "bad_record"),
        (lambda record: {**record, "game": "chess"}, "bad_record"),
        (lambda record: {**record, "moves": [*record["moves"][:-1], [0, "nothing"]]}, "bad_record"),
        (lambda record: {**record, "moves": record["moves"][:3]}, "bad_record"),
        (lambda record: {k: v for k, v in {**record, "moves": []}.items() if k != "outcome"}, "unfinished_record"),
    ],
)
def test_bad_records_get_a_sentence(house: House, change, code: str) -> None:
    """What is damaged, foreign or unfinished is refused, and nothing is stored."""
    visitor = local_match()
    ana = house.guest("Ana")
    told = bring(ana, change(visitor.request("GET", f"/tables/{visitor.id}/record")), 409)
    assert told["code"] == code
    assert told["message"]
    assert house.open_tables.storage.read(lambda c: c.execute(select(tables)).all()) == []


def test_names_that_mislead_become_numbers(house: House) -> None:
    """A name that nobody could take here is not shown."""
    visitor = local_match()
    record = visitor.request("GET", f"/tables/{visitor.id}/record")
    names = ["A\u202eb", 7, "x" * 60]
    table = bring(house.guest("Ana"), {**record, "names": names})
    assert [seat["name"] for seat in table["seats"]] == ["1", "2", "x" * 40]


def test_too_long_a_record_is_refused(house: House) -> None:
    """A record has a size that a server takes."""
    assert house.guest("Ana").ask("POST", "/api/records", {"record": "x" * 60_001}, status=400)
