"""A name of another library raises an error that names ours; submodules need no import of their own."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.play import other_names
from ludotheque.play.other_names import BATCH, FRONT, GAME, POSITION
from ludotheque.play.position import Position


def things() -> dict[str, tuple[Any, dict[str, str]]]:
    game = lt.game("lampions", "plain")
    return {"a game": (game, GAME), "a position": (game.start(), POSITION)}


@pytest.mark.parametrize(
    ("what", "name", "ours"),
    [(what, name, ours) for what, (_, table) in things().items() for name, ours in table.items()],
)
def test_an_attribute_of_another_library_gets_our_name_which_exists(what: str, name: str, ours: str) -> None:
    thing, _ = things()[what]
    with pytest.raises(AttributeError) as raised:
        getattr(thing, name)
    assert str(raised.value) == f"{what} has no {name!r}; here it is {ours}"
    if not ours.startswith("ludotheque."):
        assert hasattr(thing, re.match(r"\w+", ours)[0])  # type: ignore[index]


@pytest.mark.parametrize(("name", "ours"), BATCH.items())
def test_a_batch_tells_our_name_too(name: str, ours: str, arrays: lt.Batch) -> None:
    with pytest.raises(AttributeError, match="^" + re.escape(f"a batch has no {name!r}; here it is {ours}") + "$"):
        getattr(arrays, name)
    assert hasattr(arrays, re.match(r"\w+", ours)[0])  # type: ignore[index]


@pytest.fixture(scope="module")
def arrays() -> lt.Batch:
    return lt.batch("lampions", 2)


@pytest.mark.parametrize(("name", "ours"), FRONT.items())
def test_the_front_tells_what_to_write_instead(name: str, ours: str) -> None:
    with pytest.raises(AttributeError, match=re.escape(f"ludotheque has no {name!r}; here it is {ours}")):
        getattr(lt, name)
    first = re.match(r"lt\.(\w+)", ours)
    assert first is not None
    assert hasattr(lt, first[1])


def test_no_name_of_ours_is_among_theirs(arrays: lt.Batch) -> None:
    for thing, table in (*things().values(), (arrays, BATCH)):
        assert not {*dir(thing)} & {*table}
    assert not {*lt.__all__} & {*FRONT}


def test_an_unknown_attribute_raises_the_usual_error() -> None:
    pos = lt.game("lampions", "plain").start()
    for thing in (pos, pos.game, lt):
        assert not hasattr(thing, "no_such_name")
        assert getattr(thing, "no_such_name", 7) == 7
    with pytest.raises(AttributeError, match="'Position' object has no attribute 'no_such_name'"):
        pos.no_such_name  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match="module 'ludotheque' has no attribute 'no_such_name'"):
        lt.no_such_name  # type: ignore[attr-defined]  # noqa: B018


def test_a_property_that_fails_tells_why_itself() -> None:
    class Broken:
        @property
        def size(self) -> int:
            return int(None.bit_length())  # type: ignore[attr-defined]

        def __getattr__(self, name: str) -> Any:
            return other_names.miss(self, name, {})

    with pytest.raises(AttributeError, match="'NoneType' object has no attribute 'bit_length'"):
        Broken().size  # noqa: B018


def test_copies_and_pickles_do_not_notice(arrays: lt.Batch) -> None:
    pos = lt.game("lampions", "plain").start(seed=3)
    for other in (copy.copy(pos), copy.deepcopy(pos), pickle.loads(pickle.dumps(pos))):
        assert isinstance(other, Position)
        assert other == pos
    assert len(pickle.loads(pickle.dumps(arrays))) == len(copy.deepcopy(arrays)) == 2


def test_parts_of_the_package_come_when_they_are_asked_for() -> None:
    program = (
        "import sys, ludotheque as lt\n"
        "early = [name for name in ('bots', 'adapters') if f'ludotheque.{name}' in sys.modules]\n"
        "assert not early, early\n"
        "assert {'adapters', 'bots', 'compliance', 'games'} <= {*dir(lt)}\n"
        "assert lt.bots.make('greedy', game='lampions')\n"
        "assert lt.adapters.pettingzoo.env and 'openspiel' in dir(lt.adapters)\n"
        "for name in lt._WHEN_ASKED_FOR: getattr(lt, name)\n"
        "try: lt.adapters.rlcard\n"
        "except AttributeError as error: print(error)\n"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert told.stdout == "there is no adapter 'rlcard'; there are gymnasium, jax, minari, openspiel, pettingzoo\n"


def test_bots_are_asked_for_by_the_name_of_a_game() -> None:
    lampions = lt.game("lampions")
    assert lt.bots.names("lampions") == lt.bots.names(lampions)  # type: ignore[attr-defined]
    with pytest.raises(lt.UnknownGame, match="did you mean 'lampions'"):
        lt.bots.names("lampion")  # type: ignore[attr-defined]
