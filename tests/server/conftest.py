"""Fixtures of the server's tests: an empty database, tables without a network, real servers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.server.storage import Storage
from tests.server.house import Clock, House, laid


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    """An empty database."""
    opened = Storage(laid(f"sqlite:///{tmp_path / 'tables.sqlite'}"))
    yield opened
    opened.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A real server on a free local port."""
    opened = House(f"sqlite:///{tmp_path / 'house.sqlite'}")
    yield opened
    opened.close()


@pytest.fixture
def clock() -> Clock:
    """The clock of `house_at_noon`."""
    return Clock()


@pytest.fixture
def house_at_noon(make: Callable[..., House], clock: Clock) -> House:
    """A real server whose clock can be put forward."""
    return make(now=clock.now)


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., House]]:
    """Real servers on one database, with settings of their own."""
    houses = []

    def made(**settings: Any) -> House:
        houses.append(House(f"sqlite:///{tmp_path / 'h.sqlite'}", **settings))
        return houses[-1]

    yield made
    for house in houses:
        house.close()
