"""Backups: made while people play, restored elsewhere, and played on."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, func, insert, select

from ludotheque.cli import main
from ludotheque.server.storage import Storage
from ludotheque.server.storage.backups import LEFT_OUT, back_up, restore
from ludotheque.server.storage.schema import decisions, leases, metadata, people, tables
from tests.server.databases import postgres
from tests.server.house import House, play_to_the_end, until


def rows(url: str) -> dict[str, list[str]]:
    """All rows of all tables."""
    storage = Storage(url)
    kept = [table for table in metadata.sorted_tables if table not in LEFT_OUT]
    try:
        return storage.read(lambda c: {table.name: sorted(map(repr, c.execute(select(table)).all())) for table in kept})
    finally:
        storage.close()


@pytest.mark.parametrize("to_postgres", [False, True])
def test_a_backup_made_while_people_play_is_taken_up_and_played_on(tmp_path: Path, capsys, to_postgres: bool) -> None:
    database, file = f"sqlite:///{tmp_path / 'h.sqlite'}", tmp_path / "backup.sqlite"
    house = House(database)
    try:
        ana = house.guest("Ana")
        table = ana.table("lampions", "me", "me", "me")
        ana.start(table)
        page = ana.page(table)
        page.ask("say", text="hello")
        pages = dict.fromkeys(range(3), page)
        made = play_to_the_end(pages, Random(1), most=10)
        assert main(["backup", str(file), "--database", database, "--lang", "en"]) == 0
        assert f"1 person, 1 table, {1 + made} entries" in " ".join(capsys.readouterr().out.split())
        seen = dict(page.faces)
        made += play_to_the_end(pages, Random(2), most=5)  # later moves are not in the backup
    finally:
        house.close()
    with postgres() if to_postgres else Somewhere(tmp_path) as url:
        assert main(["restore", str(file), "--database", url, "--lang", "en"]) == 0
        assert main(["restore", str(file), "--database", url, "--lang", "en"]) == 1, "it is not empty any more"
        if not to_postgres:
            assert rows(url) == rows(f"sqlite:///{file}")
        house = House(url)
        try:
            ana.house, ana.port = house, house.port
            page = ana.page(table)
            assert {seat: page.faces[seat]["view"] for seat in range(3)} == {n: seen[n]["view"] for n in range(3)}
            assert page.ask("say", text="again")["type"] == "accepted", "and counts on"
            play_to_the_end(dict.fromkeys(range(3), page), Random(3))
        finally:
            house.close()


class Somewhere:
    """An empty SQLite."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __enter__(self) -> str:
        return f"sqlite:///{self.folder / 'elsewhere.sqlite'}"

    def __exit__(self, *_: object) -> None:
        pass


def test_a_backup_that_fails_leaves_the_last_one_alone(tmp_path: Path, monkeypatch) -> None:
    database, file = f"sqlite:///{tmp_path / 'h.sqlite'}", tmp_path / "backup.sqlite"
    Storage(database).close()
    back_up(database, file)
    before = file.read_bytes()
    monkeypatch.setattr("ludotheque.server.storage.backups.copy", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        back_up(database, file)
    assert file.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == ["backup.sqlite"]
    monkeypatch.undo()


def stored_person(url: str, name: str = "Ana") -> None:
    """Store a person, a table and a lease on it."""
    storage = Storage(url)

    def job(connection: Connection) -> None:
        connection.execute(insert(people), {"id": "ana", "name": name, "created": 0.0})
        row = {
            "id": "t0",
            "game": "lampions",
            "rules": "1",
            "options": {},
            "host": "ana",
            "listed": False,
            "hints": True,
        }
        row |= {"takeover": "bot", "phase": "playing", "seed": b"0" * 32, "created": 0.0, "actors": []}
        connection.execute(insert(tables), row)
        connection.execute(insert(leases), {"match": "t0", "holder": "me", "until": 1e12})

    storage.write(job).result()
    storage.close()


def lease_count(url: str) -> int:
    """Return how many leases are stored."""
    storage = Storage(url)
    try:
        return storage.read(lambda c: c.execute(select(func.count()).select_from(leases)).scalar_one())
    finally:
        storage.close()


def test_leases_are_never_copied(tmp_path: Path) -> None:
    """The process that holds one does not run where the backup is restored: nobody would move there until it ends."""
    database, file, other = (f"{tmp_path / name}.sqlite" for name in ("h", "backup", "other"))
    stored_person(f"sqlite:///{database}")
    assert lease_count(f"sqlite:///{database}") == 1
    counts = back_up(f"sqlite:///{database}", Path(file))
    assert (counts["people"], "leases" in counts, lease_count(f"sqlite:///{file}")) == (1, False, 0)
    with sqlite3.connect(file) as planted:  # as a backup of another program may have one
        planted.execute("INSERT INTO leases VALUES ('t0', 'them', 1e12)")
    restore(Path(file), f"sqlite:///{other}")
    assert lease_count(f"sqlite:///{other}") == 0


def torn(file: Path) -> None:
    """Overwrite the middle of a file."""
    data = file.read_bytes()
    file.write_bytes(data[:8192] + b"torn" * 4096 + data[8192 + 4 * 4096 :])


def with_torn_json(file: Path) -> None:
    """Break the JSON of a row."""
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE tables SET options = '{torn'")


def without_people(file: Path) -> None:
    """Make a backup of a server that nobody has used."""
    file.unlink()
    Storage(f"sqlite:///{file}").close()


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (torn, "can't be restored"),
        (lambda file: file.write_bytes(b""), "no backup"),
        (lambda file: file.write_text("Dear Ana, " * 200), "not a database"),
        (lambda file: file.write_bytes(file.read_bytes()[:5000]), "can't be restored"),
        (with_torn_json, "a row of tables can't be read"),
        (without_people, "it is empty"),
    ],
)
def test_a_backup_that_can_not_be_restored_is_named(tmp_path: Path, capsys, damage, problem: str) -> None:
    database, file = f"sqlite:///{tmp_path / 'h.sqlite'}", tmp_path / "monday.sqlite"
    stored_person(database)
    back_up(database, file)
    damage(file)
    left = file.read_bytes()
    assert main(["restore", str(file), "--database", f"sqlite:///{tmp_path / 'target.sqlite'}", "--lang", "en"]) == 1
    said = " ".join(capsys.readouterr().err.split())
    assert "monday.sqlite can't be restored" in said
    assert problem in said
    assert "target.sqlite" not in said
    if damage is not with_torn_json:
        assert file.read_bytes() == left, "the file is left as it was"


def test_names_with_nul_can_be_restored_into_postgresql(tmp_path: Path) -> None:
    """SQLite stores them, PostgreSQL does not: earlier versions let them in."""
    database, file = f"sqlite:///{tmp_path / 'h.sqlite'}", tmp_path / "backup.sqlite"
    stored_person(database, "A\0na")
    back_up(database, file)
    with postgres() as url:
        assert restore(file, url)["people"] == 1


def test_admin_commands_work_while_the_server_runs(tmp_path: Path, capsys) -> None:
    database = f"sqlite:///{tmp_path / 'h.sqlite'}"

    def admin(*arguments: str) -> str:
        assert main(["admin", "--database", database, *arguments, "--lang", "en"]) == 0
        return capsys.readouterr().out

    house = House(database)
    try:
        ana, eve = house.guest("Ana"), house.guest("Eve", "203.0.113.5")
        table, waiting = ana.table("lampions", "me", "me", "me"), ana.table("lampions", "me", "open", "open")
        ana.start(table)
        page, other = ana.page(table), eve.page(table)
        assert json.loads(admin("load", "--json"))[0] == {"people": 2, "tables": 2, "playing": 1, "entries": 1}
        assert {row["id"] for row in json.loads(admin("tables", "--json"))} == {table, waiting}
        assert "Eve" in admin("people")
        for table_id in (table, waiting):
            admin("close", table_id)
        ended = page.until(lambda m: m["type"] == "update" and m["face"]["outcome"] is not None)
        assert ended["face"]["outcome"]["key"] == "ending.closed"
        page.until(lambda m: m["type"] == "table" and m["table"]["phase"] == "over")
        until(lambda: ana.ask("GET", f"/api/tables/{waiting}")["phase"] == "over")
        page.send({"type": "hello", "version": 2, "table": waiting})
        closed = page.until(lambda m: m["type"] == "table" and m["table"]["id"] == waiting)
        assert closed["table"]["outcome"]["key"] == "ending.closed"
        admin("ban", "203.0.113.0/24", "--hours", "1")
        other.until_closed()
        assert eve.ask("GET", "/api/me", status=403)["code"] == "banned"
        assert "203.0.113.0/24" in admin("bans")
        admin("unban", "203.0.113.0/24")
        until(lambda: eve.send("GET", "/api/me")[0] == 200)
        assert main(["admin", "--database", database, "erase", ana.id, "--lang", "en"]) == 0, "her tables are over"
        page.until_closed()
        admin("erase", eve.id)
        assert eve.ask("GET", "/api/me") is None
        assert "Eve" not in admin("people")
        for wrong in (["close", "nothing"], ["ban", "nonsense"], ["erase", "nobody"], ["unban", "192.0.2.1"]):
            assert main(["admin", "--database", database, *wrong, "--lang", "en"]) == 1
        assert "Traceback" not in capsys.readouterr().err
    finally:
        house.close()
    storage = Storage(database)
    assert storage.read(lambda c: c.execute(select(func.count()).select_from(decisions)).scalar_one()) == 2
    storage.close()
