"""Tables that are kept no longer: gone with all that belongs to them, and no others."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import func, select

from ludotheque.server.live import open_tables
from ludotheque.server.storage.schema import metadata
from ludotheque.server.tables.retention import PARTS
from tests.server.house import House, play_to_the_end, until

DAY = 86400.0


def test_tables_nobody_began_and_matches_long_over_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_tables, "FORGET_SECONDS", 0.05)
    late = [0.0]
    house = House(
        f"sqlite:///{tmp_path / 'h.sqlite'}",
        now=lambda: time.time() + late[0],
        keep_unbegun_days=10.0,
        keep_finished_days=20.0,
    )
    try:
        ana = house.guest("Ana")
        unbegun, over, played = (ana.table("lampions", "me", "me", "me") for _ in range(3))
        for table in (over, played):
            ana.start(table)
        page = ana.page(over)
        page.ask("say", text="Bonsoir !")
        ana.ask("PUT", f"/api/tables/{over}/note", {"text": "red lantern?"})
        play_to_the_end(dict.fromkeys(range(3), page), Random(1))
        again = ana.ask("POST", f"/api/tables/{over}/rematch")["id"]
        ana.start(again)
        ana.ask("POST", "/api/me/link")
        late[0] = 9 * DAY
        time.sleep(0.2)
        assert ana.ask("GET", f"/api/tables/{unbegun}")["id"] == unbegun
        late[0] = 11 * DAY
        until(lambda: ana.send("GET", f"/api/tables/{unbegun}")[0] == 404, "a table that nobody began is kept for ever")
        assert ana.ask("GET", f"/api/tables/{over}/replay"), "a match is kept for longer"
        late[0] = 21 * DAY
        until(lambda: ana.send("GET", f"/api/tables/{over}")[0] == 404, "a finished match is kept for ever")
        for part, column in PARTS:
            left = house.open_tables.storage.read(
                lambda c, part=part, column=column: c.execute(  # type: ignore[misc]
                    select(func.count()).select_from(part).where(part.c[column].in_([over, unbegun]))
                ).scalar()
            )
            assert left == 0, part.name
        keys = metadata.tables["keys"]
        kinds = house.open_tables.storage.read(lambda c: c.execute(select(keys.c.kind)).scalars().all())
        assert kinds == ["device"], "nor links that were not used in time"
        for table in (played, again):
            assert ana.ask("GET", f"/api/tables/{table}")["phase"] == "playing", "what is played is never forgotten"
        assert ana.ask("GET", f"/api/tables/{again}")["rematch_of"] is None
        assert ana.page(played).decide(0, 0, question=0)["type"] == "refused"
    finally:
        house.close()


def test_whatever_belongs_to_a_table_is_known_to_be_forgotten() -> None:
    named = {part.name for part, _ in PARTS} | {"pairings", "seeks"}
    refer = {
        table.name
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.column.table.name == "tables"
    }
    assert refer == named, "a table of the database that refers to tables is not in `retention.PARTS`"
