"""Bots that other people bring: by `bots.register`, or declared by their package."""

from __future__ import annotations

import logging
from importlib.metadata import EntryPoint

import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots import catalogue, registered
from ludotheque.bots.arena import Arena, Threads
from ludotheque.bots.contest import Contest
from ludotheque.server.games import levels
from ludotheque.terminal.seats import take_seats

LAMPIONS = lt.game("lampions", "plain")
GORYNICH = lt.game("gorynich", "plain")


class Hasty:
    """Takes the first move."""

    name = "hasty"
    games = ("lampions",)

    def __init__(self, seed: object) -> None:
        self.seed = seed

    def choose(self, pos: lt.Position, seat: int) -> lt.Move:
        """The first move."""
        return pos.moves(seat)[0]


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clear the registered bots."""
    monkeypatch.setattr(catalogue, "REGISTERED", registered.RegisteredBots(taken=catalogue.BOTS))


def declare(monkeypatch: pytest.MonkeyPatch, *entries: tuple[str, str]) -> None:
    """Let packages declare bots: names, and where they are."""
    made = [EntryPoint(name, value, registered.GROUP) for name, value in entries]
    monkeypatch.setattr(registered, "entry_points", lambda group: made if group == "ludotheque.bots" else [])


def test_a_registered_bot_plays_the_games_it_names() -> None:
    bots.register("hasty", Hasty)
    assert "hasty" in bots.names()
    assert "hasty" in bots.names(LAMPIONS)
    assert "hasty" not in bots.names(GORYNICH)
    assert bots.names(LAMPIONS)[-1] == "master", "which the page offers first stays as it was"
    pos = LAMPIONS.start(players=3, seed=7)
    assert bots.decide(bots.make("hasty", 5, LAMPIONS), pos, 0) == pos.moves(0)[0]
    with pytest.raises(bots.NoSuchBot, match="can't play gorynich: it says that it plays lampions"):
        bots.make("hasty", 0, GORYNICH)
    bots.register("hasty", Hasty, games=("lampions", "gorynich"))
    assert bots.fits("hasty", GORYNICH)
    bots.unregister("hasty")
    assert "hasty" not in bots.names()


def test_arena_server_and_terminal_seat_it() -> None:
    bots.register("hasty", Hasty)
    arena = Arena(Contest("lampions", ("hasty", "random"), 3, mode="plain"), games=3, early=False)
    arena.run(Threads(1))
    assert [row["games"] for row in arena.rows()] == [3, 3]
    assert levels.check_level(LAMPIONS, "hasty") == "hasty"
    pos = LAMPIONS.start(players=3, seed=7)
    assert levels.choose_move(levels.make_bot("hasty", 1, LAMPIONS), pos, 0) == pos.moves(0)[0]
    seats = take_seats(LAMPIONS, 3, ["bot:hasty"], [], 0, LAMPIONS.messages("en"))
    assert isinstance(seats[0].bot, Hasty)


def test_a_package_declares_one(monkeypatch: pytest.MonkeyPatch) -> None:
    declare(monkeypatch, ("hasty", f"{__name__}:Hasty"))
    assert isinstance(bots.make("hasty", 1, LAMPIONS), Hasty)
    assert "hasty" not in bots.names(GORYNICH)


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        ([("hasty", "no_such_package:Hasty")], "No module named 'no_such_package'"),
        ([("hasty", f"{__name__}:LAMPIONS")], "can't be called with a seed"),
        ([("sims:5", f"{__name__}:Hasty")], "small letters, digits"),
        ([("hasty", f"{__name__}:Hasty"), ("hasty", f"{__name__}:Hasty2")], "has a bot of that name, too"),
    ],
)
def test_one_that_cant_be_used_is_left_out_with_a_sentence(
    entries: list[tuple[str, str]], problem: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    declare(monkeypatch, *entries)
    name = entries[0][0]
    with caplog.at_level(logging.WARNING):
        assert name not in bots.names()
    (line,) = caplog.messages
    assert line.startswith(f"the bot {name!r} of package ")
    assert problem in line
    if name == "hasty":
        with pytest.raises(bots.NoSuchBot) as refused:
            bots.make(name)
        assert str(refused.value) == line


def test_nobody_takes_a_name_that_is_ours(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(bots.BadBot, match="taken by a bot of Ludothèque"):
        bots.register("greedy", Hasty)
    monkeypatch.setattr(catalogue, "REGISTERED", registered.RegisteredBots(taken=catalogue.BOTS))
    declare(monkeypatch, ("greedy", f"{__name__}:Hasty"))
    assert isinstance(bots.make("greedy", 0, LAMPIONS), bots.Greedy)
    assert "taken by a bot of Ludothèque" in caplog.text
