"""Opening a table, and coming to it: nobody waits for others' tables, nor for one reading after the other."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from weakref import WeakValueDictionary

import pytest

from ludotheque.server.live import open_tables
from ludotheque.server.live.open_tables import OpenTables
from tests.server.house import PATIENCE, House


def test_a_table_that_takes_long_to_load_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables used to be loaded one after the other: with many at the same time the last waited for seconds."""
    monkeypatch.setattr(open_tables, "LiveTable", lambda *parts: SimpleNamespace(record=parts[-2]))
    loaded: list[str] = []

    async def open_all() -> None:
        ready = asyncio.Event()

        async def found(job: Any) -> tuple[Any, None, bool]:
            loaded.append(job.keywords["table_id"])
            if loaded[-1] == "slow":
                await ready.wait()
            return SimpleNamespace(id=loaded[-1]), None, True

        storage, others = SimpleNamespace(found=found), SimpleNamespace(open_table=lambda table_id: None, alone=True)
        house: Any = SimpleNamespace(tables={}, _opening=WeakValueDictionary(), storage=storage, peers=others)
        house._loading = asyncio.Semaphore(2)
        house.settings = house.workers = house.notifier = house.metrics = house.lobby = None
        twice = [asyncio.create_task(OpenTables.open(house, "slow")) for _ in range(2)]
        await asyncio.sleep(0)
        await asyncio.wait_for(OpenTables.open(house, "quick"), PATIENCE)
        ready.set()
        one, other = await asyncio.gather(*twice)
        assert one is other, "and each is loaded once"
        assert not house._opening

    asyncio.run(open_all())
    assert loaded == ["slow", "quick"]


def test_a_hello_is_answered_by_one_database_read(tmp_path: Any) -> None:
    """Other decisions at the table wait for these reads: it was one for each seat's log and one for the chat."""
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}")
    try:
        ana = house.guest("Ana")
        table = ana.table("lampions", "me", "me", "me")
        ana.start(table)
        first = ana.page(table)
        first.send({"type": "say", "text": "Hello", "id": "1"})
        first.until(lambda m: m.get("id") == "1")
        reads: list[Any] = []
        found = house.open_tables.storage.found

        async def counted(job: Any) -> Any:
            reads.append(job)
            return await found(job)

        page = ana.page()
        house.open_tables.storage.found = counted  # type: ignore[method-assign]
        page.hello(table, {})
        page.until(lambda m: m["type"] == "said")
        assert set(page.faces) == {0, 1, 2}
        # The house looks at clocks and at what others have stored meanwhile: those readings are its own.
        mine = [name for job in reads if (name := getattr(job, "__qualname__", "")).startswith("LiveTable.")]
        assert [name.split(".")[1] for name in mine] == ["come"]
    finally:
        house.close()
