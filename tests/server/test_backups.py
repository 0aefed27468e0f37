"""Everything copied while people play, taken up elsewhere, and played on."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import func, select

from ludotheque.cli import main
from ludotheque.server.storage import Storage
from ludotheque.server.storage.backups import LEFT_OUT, back_up, restore
from ludotheque.server.storage.schema import decisions, metadata
from tests.server.databases import postgres
from tests.server.house import House, play_to_the_end, until


def rows(url: str) -> dict[str, list[str]]:
    """All that is stored."""
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
        made += play_to_the_end(pages, Random(2), most=5)  # what comes later is not in it
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
    assert restore(file, f"sqlite:///{tmp_path / 'empty.sqlite'}")["people"] == 0


def test_what_an_operator_orders_is_done_while_the_server_runs(tmp_path: Path, capsys) -> None:
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
        for id in (table, waiting):
            admin("close", id)
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
