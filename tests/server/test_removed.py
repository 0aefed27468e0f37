"""Removed players see nothing of the seat: neither by a hello at the right moment nor on an open page."""

from __future__ import annotations

import asyncio
from typing import Any

from websockets.frames import Close

from ludotheque.server.live.connection import PageConnection
from ludotheque.server.people.schemas import Person
from ludotheque.server.tables import seating
from tests.server.house import House


def at_gwynt(house: House) -> tuple[str, list[Any]]:
    """Ana, the host, and Bo at a table of Gwynt where others may take over."""
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("gwynt", "me", "open", takeover="person")
    bo.sit(table, 1)
    ana.start(table)
    return table, [ana, bo]


def test_a_hello_that_waits_while_somebody_is_removed_shows_nothing_of_the_seat(house):
    """The table's turn is held: the hello comes first, the removal is carried out, then the hello goes on."""
    table, (_, bo) = at_gwynt(house)
    page = bo.page(table)
    live = house.tables[table]
    record = live.record
    again = PageConnection(Person(bo.id, "Bo"))

    async def meanwhile() -> None:
        await live._lock.acquire()
        coming = asyncio.create_task(live.come(again, {}, None))
        await asyncio.sleep(0)  # it has begun, and waits for its turn
        job = lambda c: seating.leave(c, table, Person(record.row.host, "Ana"), 1)  # noqa: E731
        await live._take_record(await live._storage.written(job))
        live._lock.release()
        await coming

    asyncio.run_coroutine_threadsafe(meanwhile(), house.loop).result(60)
    assert again.viewers == (7,), "Bo is a spectator"
    page.caught_up()
    assert not page.table["seats"][1]["mine"]


def test_a_hello_shows_nothing_of_a_seat_from_which_its_person_was_removed_a_moment_ago(house):
    """The removal is stored, and the table in memory does not know of it yet."""
    table, (_, bo) = at_gwynt(house)
    live = house.tables[table]
    host = Person(live.record.row.host, "Ana")
    house.open_tables.storage.write(lambda c: seating.leave(c, table, host, 1)).result()
    assert live.record.seats[1].person == bo.id
    assert bo.page(table).faces.keys() == {7}


def test_a_device_that_is_left_hears_nothing_more_on_its_open_pages(house):
    table, (ana, bo) = at_gwynt(house)
    page, other = bo.page(table), bo.page(table)
    elsewhere = house.guest()
    code = bo.ask("POST", "/api/me/link")["code"]
    elsewhere.ask("POST", "/api/enter", {"code": code})
    third = elsewhere.page(table)
    bo.ask("DELETE", "/api/me/key")
    for closed in (page, other):
        closed.until_closed()
        assert closed.socket.protocol.close_rcvd == Close(1008, "revoked")
    third.caught_up()
    assert third.faces[1], "another device of Bo's goes on"
    assert bo.page(table).faces.keys() == {7}, "without the key Bo is a spectator"
    ana.page(table)
