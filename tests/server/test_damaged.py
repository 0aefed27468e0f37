"""Damaged rows: everything else goes on."""

from __future__ import annotations

import json
import time
from random import Random

import pytest
from sqlalchemy import Update, select, update

from ludotheque.server.storage.schema import snapshots
from tests.server.house import House, play_to_the_end, until


def corrupted(house: House, change: Update) -> None:
    """Change stored rows without the server's knowledge."""
    house.open_tables.storage.write(lambda c: c.execute(change) and None).result()


def one_bit_changed(record: bytes) -> bytes:
    """Change one bit, so that the record is readable but wrong."""
    return bytes([*record[:-1], record[-1] ^ 1])


@pytest.mark.parametrize("damage", [lambda record: b"nonsense", one_bit_changed], ids=["nonsense", "a bit"])
def test_a_snapshot_that_was_damaged_is_passed_over(make, caplog, damage):
    house = make()
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "me", "me")
    ana.start(table)
    page = ana.page(table)
    play_to_the_end({0: page, 1: page, 2: page}, Random(3), most=20)
    page.ask("undo", seat=0)
    page.caught_up()
    seen = page.faces[0]["view"]
    page.close()
    house.close()
    house = make()
    ana.house, ana.port = house, house.port
    later = select(snapshots).where(snapshots.c.number > 0)
    for row in house.open_tables.storage.read(lambda c: c.execute(later).all()):
        here = (snapshots.c.match == row.match) & (snapshots.c.number == row.number)
        corrupted(house, update(snapshots).where(here).values(record=damage(row.record)))
    assert ana.page(table).faces[0]["view"] == seen, "its entries are the truth"
    assert f"table {table}: the snapshot of entry" in caplog.text


def test_a_match_that_can_not_be_read_keeps_no_other_from_going_on(make, caplog):
    late = [0.0]
    house = make(now=lambda: time.time() + late[0])
    ana, bo = house.guest("Ana"), house.guest("Bo")
    clock = {"bank": 60, "at_zero": "move"}
    broken, whole = (ana.table("lampions", "me", "me", "me", clock=clock) for _ in range(2))
    for table in (broken, whole):
        ana.start(table)
    house.close()
    house = make(now=lambda: time.time() + late[0])
    for guest in (ana, bo):
        guest.house, guest.port = house, house.port
    corrupted(house, update(snapshots).where(snapshots.c.match == broken).values(standing=b"nonsense"))
    late[0] = 120.0
    log = f"/api/tables/{whole}/log"
    until(lambda: len(bo.ask("GET", log)) > 1, "the clock of another table stands still")
    assert f"table {broken} can't be opened" in caplog.text
    mine = ana.ask("GET", "/api/tables")["mine"]
    assert {table["id"] for table in mine} == {broken, whole}
    page = ana.page()
    refused = page.ask("hello", version=2, table=broken)
    assert refused["code"] == "damaged"


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE decisions SET moves = '[\"nonsense\"]' WHERE number = 1",
        "UPDATE decisions SET moves = '{torn' WHERE number = 1",
        "UPDATE decisions SET steps = x'c1c1' WHERE number = 1",
        "UPDATE decisions SET seat = 9 WHERE number = 1",
        "UPDATE tables SET options = '{torn'",
        "UPDATE seats SET brought = '{torn'",
        "UPDATE snapshots SET standing = x'c1c1'",
    ],
)
def test_damaged_rows_are_answered_as_damaged(make, caplog, damage):
    house = make()
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "me", "me")
    ana.start(table)
    page = ana.page(table)
    for seat in range(3):
        page.decide(seat, page.faces[seat]["moves"][0]["id"])
    page.close()
    house.close()
    house = make()
    ana.house, ana.port = house, house.port
    with house.open_tables.storage._writing.begin() as connection:
        connection.exec_driver_sql(damage)
    refused = ana.page().ask("hello", version=2, table=table)
    assert refused["code"] == "damaged", refused
    for path in ("", "/at/2?seat=0", "/log?seat=0"):
        status, _, body = ana.send("GET", f"/api/tables/{table}{path}")
        assert status == 200 or json.loads(body)["code"] == "damaged", (path, body)
    assert "failed" in caplog.text, "the operator finds it in the log"


def test_a_table_that_can_not_be_read_is_left_out_of_lists(house, caplog):
    ana = house.guest("Ana")
    broken, whole = (ana.table("lampions", "me", "open", "open", listed=True) for _ in range(2))
    with house.open_tables.storage._writing.begin() as connection:
        connection.exec_driver_sql(f"UPDATE tables SET options = '{{torn' WHERE id = '{broken}'")
    assert [table["id"] for table in ana.ask("GET", "/api/tables")["mine"]] == [whole]
    assert [table["id"] for table in house.guest().ask("GET", "/api/tables")["open"]] == [whole]
    assert f"table {broken} is damaged" in caplog.text
