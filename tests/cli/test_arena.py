"""`ludotheque arena`: what can't be played is refused before anything is compiled; an interruption loses nothing."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from ludotheque.bots.contest import Contest, Pairing, Played
from ludotheque.commands import arena, perft, simulate

from .conftest import Run

DUEL = ("arena", "lampions", "--bots", "random,greedy", "--threads", "1")


class Quick:
    """A table at which a match takes no time: the guest always wins a half."""

    def __init__(self, contest: Contest, stopped: threading.Event) -> None:
        pass

    def play(self, pairing: Pairing, match: int) -> Played:
        """A half."""
        return Played(0.5, {})


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play at quick tables; nothing has to be compiled."""
    monkeypatch.setattr("ludotheque.bots.arena.Table", Quick)
    monkeypatch.setattr(arena, "prepare", lambda *given, **named: None)


@pytest.fixture
def never_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a command fail that comes to compiling."""

    def prepare(*given: Any, **named: Any) -> None:
        raise AssertionError("compiled before all was checked")

    for command in (arena, simulate, perft):
        monkeypatch.setattr(command, "prepare", prepare)


@pytest.mark.usefixtures("never_compiled")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((*DUEL, "--fraction", "nan"), "--fraction: nan is not greater than 0 and at most 100"),
        ((*DUEL, "--fraction", "inf"), "--fraction: inf is not greater than 0 and at most 100"),
        ((*DUEL, "--fraction", "1e400"), "--fraction: inf is not greater than 0 and at most 100"),
        ((*DUEL, "--fraction", "-1"), "--fraction: −1 is not greater than 0 and at most 100"),
        ((*DUEL, "--tolerate", "-1"), "--tolerate: −1 is below 0"),
        ((*DUEL, "--games", "0"), "--games: 0 is not greater than 0"),
        ((*DUEL, "--players", "0"), "lampions is for 3 to 5 players, not 0"),
        ((*DUEL, "--chart", "/nowhere/chart.svg"), "/nowhere/chart.svg can't be written: No such file"),
        ((*DUEL, "--chart", "/"), "/ can't be written: Is a directory"),
        ((*DUEL, "--results", "/"), "/: can't be used for results: Is a directory"),
        ((*DUEL, "--results", "/nowhere/results.jsonl"), "can't be used for results: No such file or directory"),
        (("simulate", "lampions", "--players", "0"), "lampions is for 3 to 5 players, not 0"),
        (("simulate", "lampions", "--worlds", "0"), "0 worlds can't be tried"),
        (("simulate", "lampions", "--worlds", "-2"), "-2 worlds can't be tried"),
        (("simulate", "lampions", "--worlds", "9" * 8), "worlds can't be tried; from 1 to 1000000 can"),
        (("simulate", "lampions", "--games", "0"), "0 matches can't be played"),
        (("simulate", "lampions", "--threads", "0"), "0 threads can't play"),
        (("simulate", "gwynt", "--report", "/dev/null/x"), "/dev/null/x can't be written: Not a directory"),
        (("perft", "lampions", "--players", "0"), "lampions is for 3 to 5 players, not 0"),
        (("play", "lampions", "--players", "0"), "lampions is for 3 to 5 players, not 0"),
        (("play", "--players", "0"), "is for 3 to 5 players, not 0"),
    ],
)
def test_an_impossible_contest_is_refused_before_compiling(run: Run, arguments: tuple[str, ...], sentence: str) -> None:
    ran = run(*arguments, typed="lampions\n")
    assert ran.code == 1
    assert sentence in " ".join(ran.err.split())


def test_matches_are_rounded_up_until_the_guest_has_had_every_seat(run: Run) -> None:
    ran = run(*DUEL, "--games", "4", "--all", "--json")
    assert [row["games"] for row in json.loads(ran.out)["pairings"]] == [6, 6]
    assert "Playing at most 6 matches per pairing instead of 4" in ran.err
    assert "At most" not in run(*DUEL, "--games", "6").err
    together = run("arena", "gorynich", "--bots", "random", "--games", "4", "--json")
    assert [row["games"] for row in json.loads(together.out)["pairings"]] == [4]  # nobody is the guest
    assert together.err == ""


def test_the_chart_is_drawn_and_its_check_leaves_nothing_behind(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chart = tmp_path / "chart.svg"
    assert run(*DUEL, "--games", "3", "--chart", str(chart)).code == 0
    ElementTree.parse(chart)
    drawn = chart.read_bytes()
    monkeypatch.setattr(Quick, "play", interrupt)
    assert run(*DUEL, "--games", "3", "--chart", str(chart)).code == 130
    assert chart.read_bytes() == drawn
    assert run(*DUEL, "--games", "3", "--chart", str(tmp_path / "other.svg")).code == 130
    assert [file.name for file in tmp_path.iterdir()] == ["chart.svg"]


def interrupt(self: Quick, pairing: Pairing, match: int) -> Played:
    """Press Ctrl-C in the fourth match."""
    if match == 1 and pairing.guest == "greedy":
        raise KeyboardInterrupt
    return Played(0.5, {})


def test_failures_are_refused_or_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = Played(0.5, {"greedy": {"count": 2, "message": "ValueError: no such card"}})
    monkeypatch.setattr(Quick, "play", lambda *given: failed)
    ran = run(*DUEL, "--games", "3")
    assert ran.code == 1
    assert ran.out == ""
    assert "the greedy bot failed in 2 decisions, and 0 are tolerated" in ran.err
    assert "ValueError: no such card" in ran.err
    ran = run(*DUEL, "--games", "3", "--all", "--tolerate", "12")
    assert ran.code == 0
    assert "failures" in ran.out
    assert "The greedy bot failed in 12 decisions" in " ".join(ran.out.split())
    shown = json.loads(run(*DUEL, "--games", "3", "--all", "--tolerate", "12", "--json").out)
    assert shown["failures"] == {"greedy": {"count": 12, "message": "ValueError: no such card"}}
    assert [row["failures"]["greedy"]["count"] for row in shown["pairings"]] == [6, 6]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "the same command continues from there."), ("fr", "la même commande reprend de là.")],
)
def test_an_interruption_says_how_to_go_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, sentence: str
) -> None:
    file = tmp_path / "results.jsonl"
    command = (*DUEL, "--games", "6", "--all", "--json", "--results", str(file), "--lang", language)
    with monkeypatch.context() as patch:
        patch.setattr(Quick, "play", interrupt)
        ran = run(*command)
        assert ran.code == 130
        assert ran.out == ""
        assert f"{file}" in ran.err
        assert ran.err.strip().endswith(sentence)
        assert run(*DUEL, "--games", "6").err == "Interrupted.\n"
    assert len(file.read_text(encoding="utf-8").splitlines()) == 1 + 3
    found = json.loads(run(*command).out)
    assert [row["games"] for row in found["pairings"]] == [6, 6]


@pytest.mark.parametrize("address", ["localhost:1", "ray://localhost:1", "[::1]:1", "localhost:99999999999999999999"])
def test_where_no_cluster_answers_that_is_said_soon(run: Run, address: str) -> None:
    ran = run(*DUEL, "--ray", address)
    assert ran.code == 1
    assert f"no Ray cluster answers at '{address}'" in ran.err
