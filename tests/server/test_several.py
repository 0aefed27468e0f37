"""Several processes on PostgreSQL and Redis: any may append, all are notified, and others replace one that dies."""

from __future__ import annotations

import asyncio
import math
import os
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, func, insert, select

import ludotheque as lt
from ludotheque.play.past import Origin
from ludotheque.server.errors import Refused
from ludotheque.server.live import automation, lobby, open_tables
from ludotheque.server.live.protocol import VERSION
from ludotheque.server.matches import ledger
from ludotheque.server.matches.match import begin, decide
from ludotheque.server.people import services as people
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage import LINE, Storage
from ludotheque.server.storage.schema import house as kept
from ludotheque.server.storage.schema import leases, metadata
from ludotheque.server.tables import leasing, making, records, seating
from ludotheque.server.tables.schemas import NewSeat, NewTable, Sit
from tests.server import databases, killing
from tests.server.house import PATIENCE, Guest, House, Page, play_to_the_end, play_until, take_in, until
from tests.server.killing import serve
from tests.server.test_lobby import Shown, seek

NOWHERE = Origin(None, {}, ())
SOON = 10.0  # seconds; the machine may be busy, otherwise less than one


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL for the tests of this file."""
    with databases.postgres() as url:
        yield url


@pytest.fixture(scope="module")
def redis() -> Iterator[str]:
    """The URL of a Redis for them."""
    with databases.redis() as url:
        yield url


@pytest.fixture
def two_houses(postgres: str, redis: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[House, House]]:
    """Two servers that share both, and rely on notices."""
    monkeypatch.setattr(open_tables, "KEEP_UP_SECONDS", 3600.0)
    houses = House(postgres, channels=redis), House(postgres, channels=redis)
    yield houses
    for house in houses:
        house.close()


def at(house: House, guest: Guest) -> Guest:
    """Return the same person with a page at another process."""
    other = Guest(house)
    other.cookie, other.id = guest.cookie, guest.id
    return other


# The database ---------------------------------------------------------------------------------------------------------


def test_two_processes_may_migrate_at_once(postgres):
    opened: list[Storage] = []
    starting = [threading.Thread(target=lambda: opened.append(Storage(postgres))) for _ in range(3)]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    assert len(opened) == 3
    found = opened[0].read(lambda c: compare_metadata(MigrationContext.configure(c), metadata))
    for storage in opened:
        storage.close()
    assert found == []


def both(storages: list[Storage], job: Callable[[int], Callable[[Any], Any]]) -> list[Any]:
    """The results or errors of a job that two processes do at the same moment."""
    gate = threading.Barrier(len(storages))
    found: list[Any] = [None] * len(storages)

    def run(n: int) -> None:
        gate.wait()
        try:
            found[n] = storages[n].write(job(n)).result()
        except Exception as error:
            found[n] = error

    threads = [threading.Thread(target=run, args=(n,)) for n in range(len(storages))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


@pytest.fixture
def storages(postgres: str) -> Iterator[list[Storage]]:
    """Two stores, like those of two processes."""
    opened = [Storage(postgres), Storage(postgres)]
    yield opened
    for storage in opened:
        storage.close()


def new_table(storage: Storage, table_id: str, *seats: str) -> list[Person]:
    """A table of Lampions, and the people Ana and Bo."""
    ana, _ = storage.write(lambda c: people.welcome(c, "Ana", 0.0)).result()
    bo, _ = storage.write(lambda c: people.welcome(c, "Bo", 0.0)).result()
    wish = NewTable(game="lampions", seats=[NewSeat(kind=kind) for kind in seats])  # type: ignore[arg-type]
    storage.write(lambda c: making.create(c, ana, wish, table_id, bytes(32), 0.0)).result()
    return [ana, bo]


def sitting(table_id: str, guests: list[Person]) -> Callable[[int], Callable[[Any], Any]]:
    """Each of them sits down at the same seat."""
    return lambda k: lambda c: seating.sit(c, table_id, guests[k], 0, Sit())


def test_only_one_of_two_simultaneous_people_gets_the_seat(storages):
    for n in range(12):
        guests = new_table(storages[0], f"seat {n}", "open", "bot", "bot")
        table_id = f"seat {n}"
        found = both(storages, sitting(table_id, guests))
        refused = [error for error in found if isinstance(error, Refused)]
        assert [error.code for error in refused] == ["seat_taken"], found


def entering(code: str) -> Callable[[int], Callable[[Any], Any]]:
    """Use one code on two devices."""
    return lambda _: lambda c: people.enter(c, code, 1.0)


def test_many_processes_that_write_at_once_take_turns(postgres, monkeypatch):
    """In an empty database all read the same few pages, so one of two concurrent writers is aborted."""
    monkeypatch.setattr("ludotheque.server.storage.CROWDED_SECONDS", PATIENCE)  # however slow the machine is
    stores = [Storage(postgres) for _ in range(12)]
    tried: Counter[str] = Counter()

    def job(name: str) -> Callable[[Connection], None]:
        def carried_out(connection: Connection) -> None:
            tried[name] += 1
            connection.execute(select(func.count()).where(kept.c.value == name.encode())).scalar()
            connection.execute(insert(kept), {"name": name, "value": b""})

        return carried_out

    def write_on(number: int) -> None:
        for n in range(20):
            stores[number].write(job(f"line {number}.{n}")).result(PATIENCE)

    try:
        with ThreadPoolExecutor(len(stores)) as writers:
            for done in [writers.submit(write_on, number) for number in range(len(stores))]:
                done.result()
    finally:
        for store in stores:
            store.close()
    assert len(tried) == 240
    assert sum(tried.values()) < 2 * len(tried), "they meet again and again instead of waiting in line"


def written_once(storage: Storage, name: str) -> int:
    """How often a job runs that is submitted while processes are crowded."""
    carried_out = []

    def job(connection: Connection) -> None:
        carried_out.append(name)
        connection.execute(insert(kept), {"name": name, "value": b""})

    storage._crowded_until = math.inf
    storage.write(job).result(PATIENCE)
    storage._crowded_until = 0.0
    return len(carried_out)


def test_nobody_waits_in_line_without_end(storages, monkeypatch):
    """The process ahead may have been stopped during its turn."""
    monkeypatch.setattr("ludotheque.server.storage.LINE_SECONDS", 1)
    with storages[1]._appending.connect() as other:
        other.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LINE})")
        assert written_once(storages[0], "the line does not move") == 1


def test_a_failed_unlock_does_not_repeat_the_write(storages, monkeypatch):
    class Broken:
        def close(self) -> None:
            raise OSError("gone")

    monkeypatch.setattr(storages[0], "_acquire_line", Broken)
    assert written_once(storages[0], "the line breaks") == 1


def test_a_code_can_be_used_once(storages):
    for _ in range(12):
        (ana, _) = storages[0].write(lambda c: people.welcome(c, "Ana", 0.0)).result()
        code = storages[0].write(partial(people.link, person=ana, now=0.0)).result().code
        found = both(storages, entering(code))
        assert sum(isinstance(error, Refused) for error in found) == 1, found


def test_a_table_is_minded_by_one_until_it_is_silent(storages):
    new_table(storages[0], "minded", "me", "bot", "bot")
    held = both(storages, lambda k: lambda c: leasing.claim(c, "minded", f"p{k}", 100.0, 120.0))
    assert held.count(True) == 1, held
    winner = held.index(True)
    loser = 1 - winner

    def claim(k: int, now: float) -> bool:
        return storages[k].write(lambda c: leasing.claim(c, "minded", f"p{k}", now, now + 20)).result()

    assert claim(winner, 110.0)
    assert not claim(loser, 125.0)
    assert claim(loser, 131.0), "the other has not been heard of for too long"
    assert not claim(winner, 132.0)
    abandoned = both(storages, lambda _: lambda c: leasing.abandoned(c, 152.0))
    assert sorted(map(len, abandoned)) == [0, 1], "handed out once"


def test_the_key_decides_and_what_is_stored_can_be_played_on(storages):
    game, random = lt.game("lampions", "plain"), Random(3)
    new_table(storages[0], "race", "me", "bot", "bot")
    match, entry = begin(game.start(players=3, seed=1), 0.0)
    storages[0].write(ledger.appending("race", entry, match)).result()
    for _ in range(25):
        if match.over:
            break
        steps = []
        for _ in storages:
            seat = random.choice(match.actors)
            steps.append(decide(match, seat, [random.choice(match.pos.moves(seat)).id], 1.0))
        found = both(storages, lambda k: ledger.appending("race", steps[k][1], steps[k][0], match))  # noqa: B023
        assert sum(isinstance(error, ledger.Taken) for error in found) == 1, found
        loaded = storages[1].read(lambda c: ledger.load(c, game, "race", NOWHERE))
        first = next(k for k, one in enumerate(found) if not isinstance(one, ledger.Taken))
        assert loaded.pos == steps[first][0].pos
        followed, new = storages[0].read(lambda c: ledger.catch_up(c, game, "race", NOWHERE, match))  # noqa: B023
        assert (len(new), followed.pos == loaded.pos, followed.prompts) == (1, True, loaded.prompts)
        match = loaded
    assert match.number > 10


def test_values_that_no_database_stores_are_refused(two_houses):
    ana = two_houses[0].guest("Ana")
    table = ana.table("lampions", "me", "me", "me")
    page = ana.page(table)
    for message in (
        '{"type": "say", "text": "a\\u0000b", "id": "1"}',
        '{"type": "say", "text": "a\\ud800b", "id": "2"}',
        '{"type": "say", "text": "hello", "id": "\\u0000"}',
    ):
        page.send(message)
        assert page.until(lambda m: m["type"] in ("refused", "accepted"))["code"] == "bad_request"
    page.send({"type": "hello", "version": VERSION, "table": "\0"})
    assert page.until(lambda m: m["type"] == "refused")["code"] == "bad_request"
    for path in ("/api/tables/a%00b", f"/api/tables/{table}/mutes/%00", "/api/me/shelf?game=%00"):
        got, _, body = ana.send("PUT" if "mutes" in path else "GET", path)
        assert got < 500, (path, body)
    assert ana.ask("POST", "/api/people", {"name": "a\0b"}, status=400)["code"] == "bad_request"
    assert ana.ask("PUT", f"/api/tables/{table}/note", {"text": "\0"}, status=400)["code"] == "bad_request"


# Two processes --------------------------------------------------------------------------------------------------------


def two_at_gwynt(houses: tuple[House, House]) -> tuple[str, list[Guest], dict[int, Page]]:
    """Ana at one process, Bo at the other."""
    ana = houses[0].guest("Ana")
    bo = at(houses[1], houses[0].guest("Bo"))
    table = ana.table("gwynt", "me", "open")
    pages = {0: ana.page(table), 1: bo.page(table)}
    bo.sit(table, 1)
    pages[0].until(lambda m: m["type"] == "table" and m["table"]["seats"][1]["person"] == bo.id)
    ana.start(table)
    for seat, page in pages.items():
        while seat not in page.faces:
            page.next()
    return table, [ana, bo], pages


def test_a_whole_match_across_two_processes(two_houses):
    table, guests, pages = two_at_gwynt(two_houses)
    while not all(seat["connected"] for seat in pages[0].table["seats"]):
        pages[0].next()
    pages[0].ask("say", text="Bonsoir !")
    assert pages[1].until(lambda m: m["type"] == "said")["text"] == "Bonsoir !"
    pages[1].ask("point", seat=1, at="close 0")
    assert pages[0].until(lambda m: m["type"] == "pointed")["at"] == "close 0"
    play_to_the_end(pages, Random(8))
    for seat, page in pages.items():
        while page.table["phase"] != "over":
            page.next()
        log = guests[seat].ask("GET", f"/api/tables/{table}/log?seat={seat}")
        assert [entry for _, entry in sorted(page.logs[seat].items())] == log, "no entry is missing"
    assert guests[0].ask("GET", f"/api/tables/{table}/record") == guests[1].ask("GET", f"/api/tables/{table}/record")


def test_proposals_cross_from_process_to_process(two_houses):
    table, guests, pages = two_at_gwynt(two_houses)
    seat = play_until(pages, lambda face: face["view"]["decision"] == "turn", Random(4))
    other = 1 - seat
    before = pages[seat].faces[seat]["view"]
    pages[seat].decide(seat, "pass")
    pages[other].until(lambda m: m["type"] == "update" and bool(m["face"]["moves"]))
    pages[seat].ask("undo", seat=seat)
    asked = pages[other].until(lambda m: m["type"] == "undo_asked")
    assert asked["entries"] == [max(pages[other].logs[other])]
    again = at(two_houses[other], guests[other]).page(table)
    assert again.until(lambda m: m["type"] == "undo_asked") == asked, "who comes in later is asked too"
    assert pages[other].ask("answer_undo", seat=other, agree=True)["type"] == "accepted"
    assert pages[seat].until(lambda m: m["type"] == "undo_answered")["granted"] is True
    while pages[seat].faces[seat]["view"] != before:
        pages[seat].next()
    guests[0].ask("POST", f"/api/tables/{table}/seats/0/agreement")
    assert pages[1].until(lambda m: m["type"] == "end_proposed")["seats"] == [0]
    assert guests[1].ask("POST", f"/api/tables/{table}/seats/1/agreement")["phase"] == "over"
    pages[0].until(lambda m: m["type"] == "update" and m["face"]["outcome"])


def test_secret_decisions_are_not_announced_through_another_process(two_houses):
    _, _, pages = two_at_gwynt(two_houses)
    play_until(pages, lambda face: face["view"]["decision"] == "redraw", Random(4))
    while pages[0].faces[0]["view"]["decision"] != "redraw":
        pages[0].next()
    swap = next(m for m in pages[0].faces[0]["moves"] if m["text"].startswith("swap"))

    def told_until_said(text: str) -> list[str]:
        """The messages that Bo gets before Ana's chat line; they come in order, so none is still on its way."""
        pages[1].got.clear()
        pages[0].ask("say", text=text)
        pages[1].until(lambda m: m["type"] == "said" and m["text"] == text)
        return [m["type"] for m in pages[1].got if m["type"] != "said"]

    told_until_said("ready?")
    assert pages[0].decide(0, swap["id"])["type"] == "accepted"
    assert pages[0].faces[0]["moves"], "she may swap another one: nothing but the secret has changed"
    pages[0].ask("auto", seat=0, on=True)
    assert told_until_said("now") == [], "a card was redrawn in secret, and a proposal is nobody's business"


def test_a_private_setting_sends_nothing_by_way_of_another_process(two_houses):
    """The seats to move have changed since the last `table` message: it must not be sent when Ana sets something."""
    table, _, pages = two_at_gwynt(two_houses)
    seat = play_until(pages, lambda face: face["view"]["decision"] == "turn", Random(4))
    other = 1 - seat
    assert pages[seat].decide(seat, "pass")["type"] == "accepted"
    pages[other].until(lambda m: m["type"] == "update" and bool(m["face"]["moves"]))

    def sent_until_said(text: str) -> list[str]:
        pages[other].got.clear()
        pages[seat].ask("say", text=text)
        pages[other].until(lambda m: m["type"] == "said" and m["text"] == text)
        return [m["type"] for m in pages[other].got if m["type"] != "said"]

    sent_until_said("ready?")
    assert pages[seat].ask("auto", seat=seat, on=True)["type"] == "accepted"
    line = [{"expected": ["pass"], "answer": ["pass"]}]
    assert pages[seat].ask("conditional", seat=seat, line=line)["type"] == "accepted"
    assert sent_until_said("now") == []
    settled = [house.tables[table] for house in two_houses]
    until(lambda: all(live.record.seats[seat].foresees for live in settled), "a process does not know the setting")


@pytest.fixture
def deaf_houses(postgres: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[House, House]]:
    """Two servers on one database that get no notices of each other."""
    monkeypatch.setattr(open_tables, "KEEP_UP_SECONDS", 3600.0)
    nowhere = "unix:///nowhere/redis"
    houses = House(postgres, channels=nowhere), House(postgres, channels=nowhere)
    yield houses
    for house in houses:
        house.close()


def bo_at_both(houses: tuple[House, House]) -> tuple[str, Guest, Guest, Page, Page]:
    """Ana and Bo at the first process, with a match that the second has open as well: Bo looks there."""
    ana, bo = houses[0].guest("Ana"), houses[0].guest("Bo")
    table = ana.table("gwynt", "me", "open", takeover="person")
    bo.sit(table, 1)
    ana.start(table)
    page = at(houses[1], bo).page(table)
    assert page.faces.keys() == {1}
    return table, ana, bo, ana.page(table), page


def test_a_removed_person_reads_nothing_of_the_seat_at_a_process_that_has_not_heard_of_it(deaf_houses):
    table, ana, bo, _, page = bo_at_both(deaf_houses)
    there = at(deaf_houses[1], bo)
    move = page.faces[1]["moves"][0]["id"]
    ana.ask("DELETE", f"/api/tables/{table}/seats/1")
    for path in (f"/api/tables/{table}/log?seat=1", f"/api/tables/{table}/at/1?seat=1"):
        assert there.ask("GET", path, status=403)["code"] == "not_your_seat"
    for question in ("preview", "why_not"):
        assert page.ask(question, seat=1, move=move)["code"] == "not_your_seat"
    assert page.ask("hint", seat=1)["code"] == "not_your_seat"
    assert there.page(table).faces.keys() == {7}, "a new page watches"
    assert page.until(lambda m: m["type"] == "sync")["seat"] == 7, "and so does the page that was open"
    page.hello(table)
    assert page.table["seats"][1]["mine"] is False


def test_a_removed_person_does_nothing_at_the_seat_at_a_process_that_has_not_heard_of_it(deaf_houses):
    table, ana, bo, _, page = bo_at_both(deaf_houses)
    there = at(deaf_houses[1], bo)
    asked = page.faces[1]
    ana.ask("DELETE", f"/api/tables/{table}/seats/1")
    cleo = deaf_houses[0].guest("Cleo")
    cleo.sit(table, 1)
    assert page.ask("auto", seat=1, on=True)["code"] == "not_your_seat"
    assert page.ask("conditional", seat=1, line=[])["code"] == "not_your_seat"
    for act in ("agreement", "resignation"):
        assert there.ask("POST", f"/api/tables/{table}/seats/1/{act}", status=403)["code"] == "not_your_seat"
    told = page.ask("decide", seat=1, question=asked["question"], moves=[asked["moves"][0]["id"]])
    assert told["code"] == "not_your_seat"
    assert page.ask("undo", seat=1)["code"] == "not_your_seat"
    stored = deaf_houses[0].open_tables.storage.read(lambda c: ledger.heads(c, [table]))
    assert stored[table][0] == 0, "nothing was decided"
    assert cleo.page(table).table["seats"][1]["auto"] is False


def test_a_match_that_has_ended_at_another_process_is_not_forfeited_again(deaf_houses):
    table, ana, _, _, _ = bo_at_both(deaf_houses)
    ana.ask("POST", f"/api/tables/{table}/seats/0/resignation")
    live = deaf_houses[1].tables[table]
    assert not live.playing().over, "the second process has not heard of the end"
    asyncio.run_coroutine_threadsafe(live.forfeit(1, "absent"), deaf_houses[1].loop).result(timeout=20)
    assert live.playing().over
    stored = deaf_houses[0].open_tables.storage.read(lambda c: ledger.heads(c, [table]))
    assert stored[table][0] == 1, "one end is stored"


def test_a_page_is_synchronised_with_what_its_person_may_read_by_then(deaf_houses):
    """Bo leaves, sits down again and is removed; then the second process takes in that Bo sat down."""
    table, ana, bo, _, page = bo_at_both(deaf_houses)
    live = deaf_houses[1].tables[table]

    def at_second(step: Callable[[], Awaitable[None]]) -> list[int]:
        """The seats of all `sync` messages that a step of the second process sends to Bo's page."""

        async def in_turn() -> None:
            async with live._turn():
                await step()

        page.got.clear()
        asyncio.run_coroutine_threadsafe(in_turn(), deaf_houses[1].loop).result(PATIENCE)
        page.caught_up()
        return [m["seat"] for m in page.got if m["type"] == "sync"]

    bo.ask("DELETE", f"/api/tables/{table}/seats/1")
    assert at_second(live._catch_up) == [7]
    bo.sit(table, 1)
    seated = deaf_houses[1].open_tables.storage.read(lambda c: records.read_table(c, table))
    ana.ask("DELETE", f"/api/tables/{table}/seats/1")
    assert at_second(lambda: live._take_record(seated)) == [7]


def test_a_page_that_comes_back_at_another_process_never_sees_an_older_state(deaf_houses):
    table, ana, _, page, _ = bo_at_both(deaf_houses)
    for n in range(3):
        assert page.faces[0]["moves"], "Ana is asked nothing"
        page.decide(0, page.faces[0]["moves"][0]["id"])
        page.caught_up()
        again = at(deaf_houses[1], ana).page(table)
        assert max(again.logs[0]) == max(page.logs[0]), n
        assert again.faces[0] == page.faces[0]
        if not page.faces[0]["moves"]:
            break


def test_without_a_word_from_redis_tables_are_looked_at_all_the_same(postgres, monkeypatch):
    monkeypatch.setattr(open_tables, "KEEP_UP_SECONDS", 0.1)
    nowhere = "unix:///nowhere/redis"
    houses = House(postgres, channels=nowhere), House(postgres, channels=nowhere)
    try:
        _, _, pages = two_at_gwynt(houses)
        play_to_the_end(pages, Random(2))
    finally:
        for house in houses:
            house.close()


def test_bots_are_played_by_one_process_and_by_the_next_when_it_is_gone(postgres, redis, monkeypatch):
    monkeypatch.setattr(automation, "LEASE_SECONDS", 1.5)
    houses = House(postgres, channels=redis), House(postgres, channels=redis)
    ana = houses[1].guest("Ana")
    table = ana.table("lampions", "me", "bot", "bot")
    ana.start(table)
    storage = Storage(postgres)
    # As if a process that minded the table had been killed: it will not be heard of again.
    silent = time.time() + 1.5
    storage.write(lambda c: leasing.claim(c, table, "gone", time.time(), silent)).result()
    try:
        page = ana.page(table)
        page.until(lambda m: m["type"] == "update" and bool(m["face"]["view"]["ready"]))
        assert time.time() > silent, "nobody else moves while it may still be there"
        holder = storage.read(lambda c: c.execute(select(leases.c.holder).where(leases.c.match == table)).scalar())
        assert holder != "gone"
        play_to_the_end({0: page}, Random(1))
    finally:
        storage.close()
        for house in houses:
            house.close()


def test_a_process_is_killed_in_the_middle_and_the_match_goes_on_at_the_other(postgres, redis):
    """Real processes, as an operator would start them; the pages of the dead one come back to the one that is left."""
    servers: list[subprocess.Popen[str]] = []
    ports: list[int] = []
    random = Random(21)
    for _ in range(2):
        server, port = serve(postgres, channels=redis)
        servers.append(server)
        ports.append(port)
    doors = [SimpleNamespace(port=port, pages=[]) for port in ports]
    try:
        ana, bo = Guest(doors[0]), Guest(doors[1])  # type: ignore[arg-type]
        for guest, name in ((ana, "Ana"), (bo, "Bo")):
            guest.ask("POST", "/api/people", {"name": name})
        table = ana.table("lampions", "me", "open", "bot", options={"rounds": 6})
        bo.sit(table, 1)
        ana.start(table)
        pages = {0: ana.page(table), 1: bo.page(table)}
        seen = 0
        accepted: dict[int, int] = {}
        end = time.monotonic() + PATIENCE
        made = 0
        while made < 15:
            assert time.monotonic() < end, "nothing more was asked"
            for seat, page in pages.items():
                take_in(page)
                if page.faces[seat]["moves"]:
                    question = page.faces[seat]["question"]
                    answer = page.decide(seat, random.choice(page.faces[seat]["moves"])["id"])
                    assert answer["type"] == "accepted" or answer["code"] == "stale"
                    if answer["type"] == "accepted":
                        accepted[seat] = question
                        made += 1
                        end = time.monotonic() + PATIENCE
            seen = len(pages[0].logs[0])
            time.sleep(0.01)
        os.kill(servers[0].pid, signal.SIGKILL)
        servers[0].wait()
        pages[0].until_closed()
        pages[0].close()
        ana.house, ana.port = doors[1], ports[1]  # type: ignore[assignment]
        pages[0] = ana.page(table)
        assert len(pages[0].logs[0]) >= seen, "something that was told is gone"
        for seat, question in accepted.items():
            assert pages[seat].faces[seat]["question"] > question, "an accepted answer is asked for again"
        play_to_the_end(pages, random)
        record = bo.ask("GET", f"/api/tables/{table}/record")
        assert lt.game("lampions", "plain").replay(record).over
    finally:
        for server in servers:
            server.kill()
            server.wait()


def test_processes_are_replaced_one_after_another_while_people_play(postgres, redis):
    """A rolling update: players at the stopping process get a message, reconnect to the other, and miss nothing."""
    houses = [House(postgres, channels=redis), House(postgres, channels=redis)]
    tables = [killing.Table(houses[n % 2].guest(f"Guest {n}"), Random(n)) for n in range(4)]
    for table in tables:
        table.lay()
    with ThreadPoolExecutor(len(tables)) as people_playing:
        try:
            for going in (0, 1):
                stop = threading.Event()
                pages = [table.come_back() for table in tables]
                before = [table.accepted for table in tables]
                at_work = [
                    people_playing.submit(table.play, page, stop) for table, page in zip(tables, pages, strict=True)
                ]
                until(lambda before=before: all(t.accepted > n for t, n in zip(tables, before, strict=True)))  # type: ignore[misc]
                houses[going].close()
                moved = [table for table in tables if table.guest.house is houses[going]]
                for table in moved:  # as the proxy sends them
                    at_work[tables.index(table)].result(PATIENCE)
                    table.guest.house, table.guest.port = houses[1 - going], houses[1 - going].port
                    table.come_back().close()
                houses[going] = House(postgres, channels=redis)
                stop.set()
                for playing in at_work:
                    playing.result(PATIENCE)
                for table in moved:
                    table.guest.house, table.guest.port = houses[going], houses[going].port
            for table in tables:
                table.come_back().close()
        finally:
            for house in houses:
                house.close()
    assert all(table.accepted > 1 for table in tables)


def test_one_process_on_postgresql_is_killed_again_and_again(postgres):
    """In the middle of many matches: nothing accepted is lost, and all go on."""
    tables = killing.play_and_kill(postgres, killing.KILLS)
    print(f"{killing.KILLS} kills, {sum(table.accepted for table in tables)} decisions accepted")


# The lobby ------------------------------------------------------------------------------------------------------------


def test_the_lobby_is_one_for_all_processes(two_houses, monkeypatch):
    """What happens at one process is seen in the lobby of another by its notice, long before that reads by itself."""
    monkeypatch.setattr(lobby, "READ_SECONDS", 3600.0)
    first, second = two_houses
    ana, bo, cem = (first.guest(name) for name in ("Ana", "Bo", "Cem"))
    bo, cem = at(second, bo), at(second, cem)
    table = ana.table("gwynt", "me", "open")
    bo.sit(table, 1)
    ana.start(table)
    bo.ask("POST", f"/api/tables/{table}/seats/1/resignation")
    bos, anas = Shown(bo), Shown(ana)
    bos.until(f"person {ana.id}")
    anas.until(f"person {bo.id}")
    began = time.monotonic()
    assert seek(ana)["table"] is None
    bos.until(f"person {ana.id}", f"seek {ana.id}")
    assert time.monotonic() - began < SOON, "a search is seen at the other process within a second"
    match = seek(cem, join=ana.id)["table"]
    bos.until(f"person {ana.id}", f"match {match}")
    ana.page(match)
    watching = bo.page(match)
    anas.until(f"person {bo.id}")  # her own match is not shown to her
    others = Shown(first.guest())
    others.until(f"match {match}")
    while others.lines[f"match {match}"]["watching"] != 1:
        others.take_next()
    watching.close()
    # An invitation, and a block, made at one process.
    invited = ana.table("gwynt", "me", "open")
    ana.ask("POST", f"/api/tables/{invited}/invitations", {"person": bo.id})
    bos.page.until(lambda m: m["type"] == "lobby_invited")
    ana.ask("PUT", f"/api/me/blocks/{bo.id}")
    bos.until()
    anas.until()
