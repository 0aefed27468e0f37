"""Every limit of docs/security.md, exceeded: nobody else notices."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import struct
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Update, event, insert, select, update
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close

from ludotheque.server.api import transport
from ludotheque.server.api.security import DEEPEST
from ludotheque.server.live import automation
from ludotheque.server.live.connection import MOST_WAITING, Closing, PageConnection
from ludotheque.server.live.workers import Owner
from ludotheque.server.metering import Metered, paid
from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import leases, snapshots
from ludotheque.server.tables import leasing
from tests.server.house import PATIENCE, Guest, House, play_to_the_end, until

HEADERS = ("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy")


def test_the_document_names_tests_that_there_are():
    here = Path(__file__).parent
    named = re.findall(r"`(test_\w+)`", (here.parent.parent / "docs" / "security.md").read_text())
    there = set(re.findall(r"^def (test_\w+)", "".join(f.read_text() for f in here.glob("test_*.py")), re.MULTILINE))
    assert len(named) > 20
    assert not set(named) - there


@pytest.fixture
def make(tmp_path):
    """A house with settings of its own."""
    houses = []

    def made(**settings) -> House:
        houses.append(House(f"sqlite:///{tmp_path / 'h.sqlite'}", **settings))
        return houses[-1]

    yield made
    for house in houses:
        house.close()


def raw(house: House, sent: bytes = b"") -> socket.socket:
    """A connection without manners."""
    connection = socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE)
    connection.sendall(sent)
    return connection


def hung_up(connection: socket.socket) -> bytes:
    """What comes until the server closes the connection."""
    found = b""
    try:
        while data := connection.recv(1 << 16):
            found += data
    except ConnectionError:
        pass
    connection.close()
    return found


# Half-sent requests ---------------------------------------------------------------------------------------------------


def test_who_does_not_finish_a_request_is_cut_off(make):
    house = make(head_seconds=0.2, body_seconds=0.2)
    host = f"Host: 127.0.0.1:{house.port}\r\n".encode()
    assert hung_up(raw(house)) == b"", "who says nothing"
    assert hung_up(raw(house, b"GET /api/me HTTP/1.1\r\n" + host)) == b"", "who does not end his headers"
    whole = b"GET /api/me HTTP/1.1\r\n" + host + b"\r\n"
    again = hung_up(raw(house, whole + b"GET /api/me"))
    assert again.startswith(b"HTTP/1.1 200"), "nor those of a second request"
    begun = b"POST /api/people HTTP/1.1\r\nContent-Length: 100\r\n" + host + b"\r\n{"
    answer = hung_up(raw(house, begun))
    assert answer.startswith(b"HTTP/1.1 408")
    assert b"too_late" in answer
    for header in HEADERS:
        assert header.encode() in answer


def test_one_address_has_so_many_connections_and_all_together_so_many(make):
    house = make(connections_of_an_address=3, proxies=())
    taken = [raw(house) for _ in range(3)]
    assert hung_up(raw(house)) == b""
    taken.pop().close()
    until(lambda: house.guest().ask("GET", "/api/me", status=200) is None, "a place that is free again is given away")
    house = make(connections=3, connections_of_an_address=100)
    taken += [raw(house) for _ in range(3)]
    assert hung_up(raw(house)) == b""
    for connection in taken:
        connection.close()
    ana = until(lambda: _came_in(house))
    assert ana is not None
    page = ana.page()
    house.guest().ask("GET", "/api/me")
    page.close()


def _came_in(house: House) -> Guest | None:
    try:
        return house.guest("Ana")
    except ConnectionError:
        return None


def test_a_proxy_has_as_many_connections_as_it_needs(make):
    house = make(connections_of_an_address=2)
    taken = [raw(house) for _ in range(5)]
    assert house.guest("Ana").id
    for connection in taken:
        connection.close()


# Sockets that do not listen, or do not stop talking -----------------------------------------------------------------


def frame(opcode: int, data: bytes = b"", fin: bool = True) -> bytes:
    """A frame of a client, masked with nothing."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return bytes([fin << 7 | opcode]) + length + bytes(4) + data


def opened(house: House) -> socket.socket:
    """A socket that only knows the wire."""
    lines = [
        "GET /api/live HTTP/1.1",
        f"Host: 127.0.0.1:{house.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]
    connection = raw(house, "\r\n".join([*lines, "", ""]).encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += connection.recv(4096)
    assert b" 101 " in answer
    return connection


@pytest.mark.parametrize("opcode", [0x9, 0xA])
def test_pings_and_pongs_have_an_end(house, opcode):
    connection = opened(house)
    connection.sendall(frame(opcode, b"x" * 100) * 200)
    assert b"too_many" in hung_up(connection)


def test_a_message_in_endless_pieces_has_an_end(house):
    connection = opened(house)
    connection.sendall(frame(0x1, fin=False) + frame(0x0, fin=False) * (transport.MOST_FRAMES + 10))
    assert b"too_many" in hung_up(connection)


def test_more_messages_than_can_be_looked_at_have_an_end(house, monkeypatch):
    monkeypatch.setattr(transport, "MOST_UNHEARD", 50)
    connection = opened(house)
    connection.sendall(frame(0x1, b"{}") * 5000)
    assert b"too_many" in hung_up(connection)


def test_of_what_a_page_said_before_it_hung_up_only_the_last_words_are_heard(house):
    """Many hellos, then nothing: as many as are let through come in, no more are worked off."""
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "me", "me")
    connection = opened(house)
    hello = json.dumps({"type": "hello", "version": 2, "table": table}).encode()
    before = house.open_tables.metrics.messages["hello"]
    connection.sendall(frame(0x1, hello) * 900 + frame(0x8))
    hung_up(connection)
    until(lambda: not house.open_tables.pages, "the page has not gone")
    assert house.open_tables.metrics.messages["hello"] - before <= transport.LAST_WORDS + 1


HELLOS = 300  # fewer than may wait to be heard, or to be sent: it is not for their number that one is cut off


def leaves_unread(house: House, size: int) -> tuple[socket.socket, bytes]:
    """A page that does not read, for which so many bytes wait beyond what the system takes; and what it says."""
    table = house.guest("Ana").table("lampions", "me", "me", "me")
    connection = opened(house)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    until(lambda: house.open_tables.pages)
    (server_side,) = [one for one in house.connections if isinstance(one, transport.GuardedSocket)]
    server_side.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    hello = frame(0x1, json.dumps({"type": "hello", "version": 2, "table": table}).encode())
    heard = house.open_tables.metrics.messages
    for _ in range(HELLOS):
        if server_side.transport.get_write_buffer_size() > size or not house.open_tables.pages:
            break
        said = heard["hello"]
        connection.sendall(hello)
        while heard["hello"] == said and house.open_tables.pages:
            time.sleep(0.001)
    return connection, hello


def test_a_page_that_does_not_read_is_cut_off(make):
    house = make(slow_seconds=0.3)
    connection, _ = leaves_unread(house, 1 << 17)
    until(lambda: not house.open_tables.pages, "it still waits for somebody who does not read")
    connection.close()


def test_what_a_page_leaves_unread_has_an_end_however_long_it_is_waited_for(make, monkeypatch):
    house = make(slow_seconds=10 * PATIENCE)
    connection, hello = leaves_unread(house, 1000)
    assert house.open_tables.pages
    monkeypatch.setattr(transport, "MOST_UNSENT", 1000)
    connection.sendall(hello)
    until(lambda: not house.open_tables.pages, "it still listens to somebody who does not")
    connection.close()


def test_so_many_messages_wait_for_a_page_and_then_it_is_let_go():
    page = PageConnection(None)
    for number in range(MOST_WAITING):
        page.post(b"%d" % number)
    gone_before = page.gone
    page.post(b"one more")
    page.post(b"nobody is there any more")
    waiting = [page.waiting.get_nowait() for _ in range(page.waiting.qsize())]
    assert (gone_before, page.gone) == (False, True)
    assert waiting[-2:] == [b"%d" % (MOST_WAITING - 1), Closing(1013, "too_slow")]


def test_a_page_has_four_questions_under_way(house, monkeypatch):
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "me", "me")
    ana.start(table)
    page, other = ana.page(table), ana.page(table)
    answering = threading.Event()

    async def run(job: Callable[[], object], owner: Owner) -> object:
        while not answering.is_set():
            await asyncio.sleep(0.01)
        return job()

    monkeypatch.setattr(house.open_tables.workers, "run", run)
    move = page.faces[0]["moves"][0]["id"]
    for number in range(5):
        page.send({"type": "preview", "id": f"p{number}", "seat": 0, "move": move})
    refused = page.until(lambda m: m.get("id", "").startswith("p"))
    assert (refused["id"], refused.get("code")) == ("p4", "too_many")
    other.send({"type": "preview", "id": "mine", "seat": 0, "move": move})
    answering.set()
    assert {page.until(lambda m: m["type"] == "previewed")["id"] for _ in range(4)} == {"p0", "p1", "p2", "p3"}
    assert other.until(lambda m: m.get("id") == "mine")["type"] == "previewed", "another page has its own four"


# What things cost ---------------------------------------------------------------------------------------------------


def test_what_costs_more_than_its_share_is_refused_however_few_messages_it_is(make):
    house = make(work_a_second=0.0001, work_at_once=0.02)
    eve, bo = house.guest("Eve", "203.0.113.5"), house.guest("Bo", "198.51.100.7")
    table = bo.table("lampions", "me", "me", "me")
    page = eve.page()
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        page.send({"type": "hello", "version": 2, "table": table, "id": "h"})
        answer = page.until(lambda m: m["type"] in ("welcome", "refused"))
        if answer["type"] == "refused":
            break
    assert answer["code"] == "too_many"
    assert eve.ask("GET", "/api/me", status=429)["code"] == "too_many", "nor over HTTP"
    assert bo.ask("GET", f"/api/tables/{table}")["id"] == table, "others go on"
    with pytest.raises(ConnectionClosed):
        page.flood(json.dumps({"type": "hello", "version": 2, "table": table}))
    assert page.socket.protocol.close_rcvd == Close(1008, "too_many")


def test_only_what_is_done_for_somebody_is_paid_by_him():
    spent: list[float] = []

    class Step:
        def __await__(self):
            answer = yield "waits"
            return answer

    async def work() -> str:
        found = await Step()
        with pytest.raises(KeyError):
            await Step()
        return f"{found}{paid(lambda: 7)()}"

    steps = Metered(work(), spent.append).__await__()
    assert steps.send(None) == "waits"
    assert steps.send("a") == "waits"
    with pytest.raises(StopIteration) as done:
        steps.throw(KeyError("b"))
    assert done.value.value == "a7"
    assert len(spent) == 4, "three steps, and the job that was given away"
    assert paid(lambda: 8)() == 8


def test_a_list_of_tables_asks_the_database_as_often_for_many_as_for_few(house):
    ana = house.guest("Ana")
    asked: list[str] = []
    engine = house.open_tables.storage._reading
    event.listen(
        engine, "before_cursor_execute", lambda *given: asked.append(given[2]) if "SELECT" in given[2] else None
    )
    counts = []
    for tables in (2, 8):
        while len(ana.ask("GET", "/api/tables")["mine"]) < tables:
            ana.table("lampions", "me", "open", "open", listed=True)
        before = [text for text in asked if "seats" in text]
        ana.ask("GET", "/api/tables")
        counts.append(sum("seats" in text for text in asked) - len(before))
    assert counts[0] == counts[1], "one question for the seats of all"


def test_points_of_a_match_with_many_undos_are_found_without_asking_for_each(house):
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "bot", "bot", options={"rounds": 3})
    ana.start(table)
    page = ana.page(table)
    for _ in range(10):
        page.caught_up()
        answer = page.decide(0, page.faces[0]["moves"][0]["id"])
        assert answer["type"] == "accepted", answer
        while 0 in page.faces[0]["view"]["ready"]:  # a choice that waits for the bots is withdrawn, not taken back
            page.next()
        answer = page.ask("undo", seat=0)
        assert answer["type"] == "accepted", answer
    play_to_the_end({0: page}, Random(3))
    entries = ana.ask("GET", f"/api/tables/{table}/replay")
    undos = {entry["number"]: entry["target"] for entry in entries if entry["kind"] == "undo"}
    assert len(undos) == 10
    asked: list[str] = []
    engine = house.open_tables.storage._reading
    event.listen(engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    points = {found["number"]: found["scores"] for found in ana.ask("GET", f"/api/tables/{table}/points")}
    assert len(asked) <= 10, asked
    assert sorted(points) == [entry["number"] for entry in entries]
    for number, target in undos.items():
        assert points[number] == points[target]
    for number in (1, len(entries) // 2, len(entries) - 1):
        assert points[number] == ana.ask("GET", f"/api/tables/{table}/replay/{number}")["scores"]


def test_talk_has_a_pace(make):
    house = make(lines_a_second=0.001)
    ana = house.guest("Ana")
    page = ana.page(ana.table("lampions", "me", "open", "open"))
    said = [page.ask("say", text="hello")["type"] for _ in range(12)]
    assert said == ["accepted"] * 10 + ["refused"] * 2


# Quotas -------------------------------------------------------------------------------------------------------------


def test_one_person_and_one_address_lay_so_many_tables(make):
    house = make(tables_of_a_person=3, tables_an_hour=8.0, people_an_hour=6.0)
    ana = house.guest("Ana", "203.0.113.5")
    wanted = {"game": "lampions", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}
    for _ in range(3):
        ana.ask("POST", "/api/tables", wanted)
    assert ana.ask("POST", "/api/tables", wanted, status=429)["code"] == "too_many_tables", "of a person"
    bo = house.guest("Bo", "203.0.113.5")
    assert bo.ask("POST", "/api/tables", wanted, status=429)["code"] == "too_many_tables", "of an address"
    cy = house.guest("Cy", "198.51.100.7")
    assert cy.ask("POST", "/api/tables", wanted)["id"], "somebody elsewhere"
    house.guest("Di", "203.0.113.5")
    refused = house.guest(None, "203.0.113.5").ask("POST", "/api/people", {"name": "Ed"}, status=429)
    assert refused["code"] == "too_many"


def test_one_person_and_one_address_have_so_many_bots(make):
    house = make(bots_of_a_person=5, bots_an_hour=20.0)
    ana = house.guest("Ana", "203.0.113.5")
    wanted = {"game": "lampions", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}
    first = ana.ask("POST", "/api/tables", wanted)["id"]
    ana.ask("POST", "/api/tables", wanted)
    assert ana.ask("POST", "/api/tables", wanted, status=429)["code"] == "too_many_bots", "of a person"
    assert len(ana.ask("GET", "/api/tables")["mine"]) == 2, "and nothing was laid"
    third = ana.table("lampions", "me", "open", "bot")
    change = f"/api/tables/{third}/seats/1"
    assert ana.ask("PUT", change, {"kind": "bot"}, status=429)["code"] == "too_many_bots", "nor seated later"
    ana.start(first)
    bo = house.guest("Bo", "203.0.113.5")
    bo.ask("POST", "/api/tables", wanted)
    assert bo.ask("POST", "/api/tables", wanted, status=429)["code"] == "too_many_bots", "of an address"
    cy = house.guest("Cy", "198.51.100.7")
    assert cy.ask("POST", "/api/tables", wanted)["id"], "somebody elsewhere"


def test_one_person_and_one_address_have_so_much_stored(make):
    """What is chosen and taken back again and again takes up room for ever."""
    house = make(megabytes_of_a_person_an_hour=0.01, megabytes_an_hour=0.04)
    ana, bo = house.guest("Ana", "203.0.113.5"), house.guest("Bo", "203.0.113.5")

    def fill(guest: Guest) -> str:
        table = guest.table("lampions", "me", "me", "me")
        guest.start(table)
        page = guest.page(table)
        answer = {"type": "accepted"}
        while answer["type"] == "accepted":
            page.caught_up()
            answer = page.decide(0, page.faces[0]["moves"][0]["id"])
            page.caught_up()
            if answer["type"] == "accepted":
                answer = page.ask("withdraw", seat=0, question=page.faces[0]["question"])
        return str(answer["code"])

    assert fill(ana) == "too_much_stored", "by a person"
    assert fill(bo) == "too_much_stored"
    while (answer := bo.send("POST", "/api/me/shelf", _deck(bo)))[0] != 429:
        assert answer[0] == 201, answer
    assert json.loads(answer[2])["code"] == "too_much_stored", "by an address"
    assert ana.ask("GET", "/api/tables")["mine"], "it may still be looked at"
    cy = house.guest("Cy", "198.51.100.7")
    cy.ask("POST", "/api/me/shelf", _deck(cy))


def _deck(guest: Guest) -> dict[str, str]:
    """Something for a shelf."""
    return {"game": "gwynt", "option": "deck", "name": guest.cookie[-8:], "value": "x" * 9000}


# What can't be read -------------------------------------------------------------------------------------------------


def corrupted(house: House, change: Update) -> None:
    """Change what is stored behind the back of the server."""
    house.open_tables.storage.write(lambda c: c.execute(change) and None).result()


def test_a_snapshot_that_was_damaged_is_passed_over(make, caplog):
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
    corrupted(house, update(snapshots).where(snapshots.c.number > 0).values(record=b"nonsense"))
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


def test_a_table_that_can_not_be_read_is_left_out_of_lists(house, caplog):
    ana = house.guest("Ana")
    broken, whole = (ana.table("lampions", "me", "open", "open", listed=True) for _ in range(2))
    with house.open_tables.storage._writing.begin() as connection:
        connection.exec_driver_sql(f"UPDATE tables SET options = '{{torn' WHERE id = '{broken}'")
    assert [table["id"] for table in ana.ask("GET", "/api/tables")["mine"]] == [whole]
    assert [table["id"] for table in house.guest().ask("GET", "/api/tables")["open"]] == [whole]
    assert f"table {broken} is damaged" in caplog.text


# Bots come back -----------------------------------------------------------------------------------------------------


def a_bot_moves(house: House, guest: Guest, table: str) -> None:
    """Wait until a bot of the table has made a move."""
    guest.house, guest.port = house, house.port
    guest.page(table).until(lambda m: m["type"] in ("sync", "update") and 1 in m["face"]["view"]["ready"])


def with_a_bot(house: House) -> tuple[Guest, str]:
    """Somebody who plays with a bot."""
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "bot", "me")
    ana.start(table)
    return ana, table


def test_bots_come_back_where_a_clock_was_set_back(make):
    """A lease that ends in an hour is nobody's: no process asks for one so long."""
    house = make()
    ana, table = with_a_bot(house)
    row = {"match": table, "holder": "somebody", "until": time.time() + 3600}
    house.open_tables.storage.write(lambda c: c.execute(insert(leases), row) and None).result()
    a_bot_moves(house, ana, table)


def test_bots_come_back_at_once_when_the_only_server_was_killed(make):
    house = make()
    ana, table = with_a_bot(house)
    house.close()
    storage = Storage(house.settings.database)
    row = {"match": table, "holder": "the one that was killed", "until": time.time() + 11}
    storage.write(lambda c: c.execute(insert(leases), row) and None).result()
    storage.close()
    house = make()
    until(lambda: house.open_tables.storage.read(lambda c: c.execute(select(leases)).all()) == [], "it stays away")
    a_bot_moves(house, ana, table)


def test_bots_come_back_when_the_database_was_locked(make, monkeypatch, caplog):
    monkeypatch.setattr(automation, "RETRY_SECONDS", 0.05)
    house = make()
    ana, table = with_a_bot(house)
    claim, failed = leasing.claim, threading.Event()

    def locked(*given) -> bool:
        if not failed.is_set():
            failed.set()
            raise OperationalError("UPDATE", {}, Exception("database is locked"))
        return claim(*given)

    monkeypatch.setattr(leasing, "claim", locked)
    a_bot_moves(house, ana, table)
    assert failed.is_set()
    assert "bots stopped at a table" in caplog.text
    assert "Another program holds the file: close that one." in caplog.text


# At the door --------------------------------------------------------------------------------------------------------

NESTED = b"[" * 5000
HUGE = 2**63


HOSTILE = [
    ("POST", "/api/tables", NESTED, {}),
    ("POST", "/api/people", b'{"name":' + NESTED, {}),
    ("POST", "/api/tables", b'{"game":"gwynt","options":{"a":' + b'{"a":' * 2000, {}),
    ("GET", f"/api/tables/{{table}}/at/{HUGE}", None, {}),
    ("GET", f"/api/tables/{{table}}/at/{'9' * 5000}", None, {}),
    ("GET", f"/api/tables/{{table}}/replay/{HUGE}", None, {}),
    ("GET", f"/api/tables/{{table}}/replay?since={HUGE}", None, {}),
    ("GET", f"/api/tables/{{table}}/replay?since=-{HUGE}", None, {}),
    ("GET", f"/api/tables/{{table}}/log?since={HUGE}", None, {}),
    ("GET", f"/api/tables/{{table}}/log?seat={HUGE}", None, {}),
    ("POST", f"/api/tables/{{table}}/seats/{HUGE}", b"{}", {}),
    ("POST", "/api/tables/{table}/fork", b'{"number":%d}' % HUGE, {}),
    ("POST", "/api/tables/{table}/fork", b'{"number":%d}' % 2**31, {}),
    ("POST", "/api/people", b'{"name":"Ana"}', {"Origin": "http://["}),
    ("POST", "/api/people", b'{"name":"Ana"}', {"Origin": "\xff"}),
    ("POST", "/api/people", b'{"name":"Ana"}', {"Content-Length": "9" * 5000}),
    ("GET", "/api/tables/%00", None, {}),
    ("GET", "/api/tables/" + "a" * 5000, None, {}),
    ("GET", "/api/me", None, {"Cookie": "ludotheque=" + "a" * 20000}),
    ("GET", "/api/me", None, {"Host": "http://["}),
    ("BREW", "/api/me", None, {}),
]


def test_a_body_is_so_deep_and_no_deeper(house):
    ana = house.guest("Ana")

    def named(deep: int) -> int:
        """What is answered where a part that nobody reads goes so deep, the object around it counted in."""
        inner = b"[" * (deep - 1) + b"]" * (deep - 1)
        return ana.send("POST", "/api/people", b'{"name": "A[[[", "more": ' + inner + b"}")[0]

    assert named(DEEPEST) == 201, "brackets in a text do not count"
    assert named(DEEPEST + 1) == 400


def test_whatever_is_sent_is_answered_by_a_sentence_and_all_headers(house):
    ana = house.guest("Ana")
    table = ana.table("lampions", "bot", "bot", "bot", options={"rounds": 3})
    for method, path, body, headers in HOSTILE:
        status, got, read = ana.send(method, path.format(table=table), body, headers)
        assert 400 <= status < 500, (method, path[:80], read)
        assert json.loads(read)["message"], (method, path[:80])
        for header in HEADERS:
            assert header in got, (method, path[:80], got)


def test_numbers_that_no_list_has_are_refused_on_the_socket(house):
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "me", "me")
    ana.start(table)
    page = ana.page(table)
    for seen in ({"0": HUGE}, {"x" * 9: 1}, {str(n): 1 for n in range(20)}):
        page.send({"type": "hello", "version": 2, "table": table, "seen": seen})
    for question, move in ((HUGE, 1), (-HUGE, 1), (1, HUGE)):
        page.send({"type": "decide", "id": "d", "seat": 0, "question": question, "moves": [move]})
    page.send("[" * 9000)
    for _ in range(7):
        assert page.until(lambda m: m["type"] == "refused")["code"] == "bad_request"


# Names --------------------------------------------------------------------------------------------------------------


UNSEEN = ["A\nB", "A\u200bB", "\u202eanA", "A\u2028B", "A\x07", "\u3164", "a" + "\u0301" * 5, "\u0301", "A\u00a0B"]
WELCOME = ["Zoë", "Ngọc Ánh", "Владимир", "小明", "محمد", "O’Brien-Smith", "Anaïs 🐉"]


def test_names_are_seen_as_they_are_and_those_of_everywhere_are_welcome(house):
    ana = house.guest("Ana")
    for name in UNSEEN:
        for method, path in (("POST", "/api/people"), ("PATCH", "/api/me")):
            assert ana.ask(method, path, {"name": name}, status=400)["code"] == "bad_name", repr(name)
    for name in WELCOME:
        assert ana.ask("PATCH", "/api/me", {"name": name})["name"] == name


def test_the_names_of_those_who_watch_a_game_of_silence_are_no_way_to_talk(house):
    guests = [house.guest(name) for name in ("Ana", "Bo")]
    table = guests[0].table("gorynich", "me", "open", "bot")
    guests[1].sit(table, 1)
    eve = house.guest("Eve")
    watching = eve.page(table)
    assert watching.table["watching"] == ["Eve"]
    guests[0].start(table)
    page = guests[0].page(table)
    page.caught_up()
    assert page.table["watching"] == [""], "while it is played"
    eve.ask("PATCH", "/api/me", {"name": "play the blue one"})
    eve.page(table)
    house.guest("and then the red one").page(table)
    page.caught_up()
    assert page.table["watching"] == ["", ""]
    assert "the blue one" not in json.dumps(page.got)
