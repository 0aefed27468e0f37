"""Automation and conditional moves are private: storing one changes nothing that anybody else can read."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import insert, update

from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import people, ratings
from ludotheque.server.tables import records, sharing
from tests.server.house import Guest, House, Page
from tests.server.test_conditional_moves import BOTH_PASS, two


def seen_by_strangers(house: House, table: str) -> dict[str, Any]:
    """Everything a person without a seat can read of a table."""
    storage = Storage(house.settings.database)
    try:
        preview = storage.read(lambda c: sharing.preview(c, table, "en", "http://here"))
        version = storage.read(lambda c: sharing.version(records.read_table(c, table), "en", 0.0))
    finally:
        storage.close()
    stranger = Guest(house)
    page = stranger.page(table)
    page.close()
    return {
        "preview": preview,
        "picture": version,
        "table": stranger.ask("GET", f"/api/tables/{table}"),
        "log": stranger.ask("GET", f"/api/tables/{table}/log"),
        "shown": page.table,
    }


def leave_conditional(page: Page) -> dict[str, Any]:
    """Ana, who waits for Bo, leaves a move."""
    return page.ask("conditional", seat=0, line=[BOTH_PASS])


def set_auto(page: Page) -> dict[str, Any]:
    """Ana has her forced decisions made for her."""
    return page.ask("auto", seat=0, on=True)


@pytest.mark.parametrize("store", [leave_conditional, set_auto])
def test_storing_a_private_setting_sends_nothing_to_others_though_the_table_has_changed_since(house, store):
    """The seats to move and a rating have changed since the last `table` message: neither may be sent now."""
    table, ana, bo, guests = two(house)
    assert ana.decide(0, "eithne")["type"] == "accepted"
    storage = Storage(house.settings.database)
    rated = {"person": guests[0].id, "game": "gwynt", "rating": 1700.0, "deviation": 50.0, "volatility": 0.06}
    storage.write(lambda c: c.execute(insert(ratings), rated | {"matches": 9, "at": 0.0}) and None).result()
    storage.write(lambda c: c.execute(update(people).values(shown=True)) and None).result()
    storage.close()
    before = seen_by_strangers(house, table)
    bo.caught_up()
    assert store(ana)["type"] == "accepted"
    assert [m["type"] for m in bo.caught_up()] == [], "Bo is sent nothing"
    after = seen_by_strangers(house, table)
    assert after == before
    assert bo.caught_up() != [], "that strangers came and went is public, and a new `table` message may say so"
    seat = ana.table["seats"][0]
    assert seat["auto"] or seat["conditional"], "Ana's own page shows what she has set"


def test_the_picture_of_a_table_gets_another_address_when_it_shows_something_else(house):
    table, _, _, guests = two(house)
    before = seen_by_strangers(house, table)
    guests[0].ask("POST", f"/api/tables/{table}/seats/0/resignation")
    after = seen_by_strangers(house, table)
    assert after["preview"] != before["preview"]
    assert after["picture"] != before["picture"]


def test_a_seat_option_before_the_start_is_stored_without_a_message(house):
    """A deck is no public fact; the record must have it all the same when the match is dealt."""
    ana = house.guest("Ana")
    table = ana.table("gwynt", "me", "bot")
    page = ana.page(table)
    ana.sit(table, 0, brought={"deck": "scoiatael_muster"})
    page.caught_up()
    assert house.tables[table].record.seats[0].brought == {"deck": "scoiatael_muster"}
