"""The arena: fair pairings, results that depend on nothing but the contest, an honest end, ratings that are right."""

from __future__ import annotations

import _thread
import dataclasses
import json
import logging
import math
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.bots import arena, levels, simulation, value_network
from ludotheque.bots.arena import PARTS, SOURCES, Arena, Job, Note, OtherContest, Threads, fit, is_sure, without_luck
from ludotheque.bots.contest import BotFailed, Contest, Pairing, Played, Stopped, Table, check, equal_seatings
from ludotheque.errors import BadInput

DUEL = Contest("lampions", ("greedy", "random"), 3, "t", mode="plain")


def played(games: int, threads: int = 1, file: Path | None = None, early: bool = True) -> Arena:
    """A small contest played out."""
    found = Arena(DUEL, games, early, file)
    found.run(Threads(threads))
    return found


def test_cross_play_has_every_bot_among_every_other_one() -> None:
    team = Contest("gorynich", ("random", "greedy"), 3, "t", mode="plain", cross=True)
    assert [(one.guest, one.hosts) for one in team.pairings] == [
        ("random", "random"),
        ("random", "greedy"),
        ("greedy", "random"),
        ("greedy", "greedy"),
    ]
    duel = Contest("gwynt", ("random", "greedy"), 2, "t", mode="plain", cross=True)
    assert len(duel.pairings) == 2, "each as a guest of the other"
    found = Arena(team, 3)
    found.run(Threads(1))
    summary = found.summary()
    assert {guest: list(shares) for guest, shares in summary["matrix"].items()} == {
        "random": ["random", "greedy"],
        "greedy": ["random", "greedy"],
    }
    assert "ratings" not in summary


def test_a_stranger_has_every_seat_of_a_deal_and_a_team_of_one_kind_every_deal() -> None:
    seen: list[tuple[str, list[str]]] = []

    class Watched(Table):
        def _to_the_end(self, names: list[str], seed: str) -> list[tuple[int, int]]:
            seen.append((seed, names))
            return super()._to_the_end(names, seed)

    team = Contest("gorynich", ("random", "greedy"), 3, "t", mode="plain", cross=True)
    table = Watched(team)
    for pairing in (Pairing("greedy", "random"), Pairing("random", "random")):
        for match in range(3):
            table.play(pairing, match)
    assert [seed for seed, _ in seen] == ["t/0", "t/0", "t/0", "t/0", "t/1", "t/2"]
    assert [names.index("greedy") for _, names in seen[:3]] == [0, 1, 2]


def test_pairings() -> None:
    assert DUEL.pairings == (Pairing("greedy", "random"), Pairing("random", "greedy"))
    gwynt = Contest("gwynt", ("random", "greedy", "novice"), 2, mode="plain")
    assert [(p.guest, p.hosts) for p in gwynt.pairings] == [
        ("random", "greedy"),
        ("random", "novice"),
        ("greedy", "novice"),
    ]


def test_the_guest_has_every_seat_with_the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def note_deal(self: Table, names: list[str], seed: str) -> None:
        seen.append((names.index("greedy"), seed, list(self.states[0].key), self.states[0].wish[0]))

    monkeypatch.setattr(Table, "_to_the_end", note_deal)
    seatings = tuple(({"wish": wish},) * 3 for wish in ("spark", "lantern"))
    table = Table(Contest("lampions", ("greedy", "random"), 3, "t", seatings=seatings, mode="plain"))
    for match in range(9):
        table.play(Pairing("greedy", "random"), match)
    assert [seat for seat, *_ in seen] == [0, 1, 2] * 3
    assert len({str(key) for _, _, key, _ in seen[:3]}) == 1
    assert seen[0][2] != seen[3][2]
    assert [wish for *_, wish in seen] == [1, 1, 1, 3, 3, 3, 1, 1, 1]


def test_decks_change_and_are_equal() -> None:
    gwynt = lt.game("gwynt", "plain")
    seatings = equal_seatings(gwynt, {}, 2)
    assert len(seatings) >= 4
    assert all(one == other for one, other in seatings)
    assert len({seating[0]["deck"] for seating in seatings}) == len(seatings)


def test_threads_do_not_change_the_figures() -> None:
    assert played(15, threads=3).summary() == played(15).summary()


def test_greedy_beats_random_and_the_contest_ends_early() -> None:
    found = played(150)
    first, second = found.rows()
    assert first["sure"]
    assert second["sure"]
    assert first["games"] < 150
    assert first["share"] > 0.45 > 0.3 > second["share"]
    assert [row["bot"] for row in found.ratings()] == ["greedy", "random"]
    assert played(9, early=False).rows()[0]["games"] == 9


class Broken(Threads):
    """Stops after some matches, as if the power had failed."""

    def play(self, contest: Contest, jobs: Iterator[Job], note: Note) -> None:
        """Play half of the matches, then stop."""
        noted = count()

        def until(job: Job, played: Played) -> None:
            if next(noted) >= 9:
                raise KeyboardInterrupt
            note(job, played)

        super().play(contest, jobs, until)


def test_a_contest_goes_on_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with pytest.raises(KeyboardInterrupt):
        Arena(DUEL, 15, True, file).run(Broken(2))
    with file.open("a", encoding="utf-8") as out:
        out.write('{"guest": "greedy", "ho')  # cut off
    again = Arena(DUEL, 15, True, file)
    known = {pairing: set(shares) for pairing, shares in again.shares.items()}
    assert sum(map(len, known.values())) == 9
    asked: list[Job] = []

    class Counted(Threads):
        """Counts the matches that are played."""

        def play(self, contest: Contest, jobs: Iterator[Job], note: Note) -> None:
            """Play all matches and count them."""
            super().play(contest, (asked.append(job) or job for job in jobs), note)  # type: ignore[func-returns-value]

    again.run(Counted(1))
    assert not any(match in known.get(pairing, ()) for pairing, match in asked)
    assert again.summary() == played(15).summary()
    assert Arena(DUEL, 15, True, file).summary() == again.summary()


def test_the_file_of_another_contest_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    played(3, file=file)
    assert json.loads(file.read_text(encoding="utf-8").splitlines()[0])["bots"] == ["greedy", "random"]
    with pytest.raises(OtherContest, match="another contest"):
        Arena(Contest("lampions", ("greedy", "random"), 4, "t", mode="plain"), 3, True, file)


def test_a_file_is_refused_once_the_levels_were_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "results.jsonl"
    played(3, file=file)
    changed = dataclasses.replace(levels.search_settings_of(lt.game("lampions", "plain")), adept=801)
    monkeypatch.setattr(levels, "read_search_settings", lambda path: changed)
    with pytest.raises(OtherContest, match="another contest"):
        Arena(DUEL, 3, True, file)


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [(("greedy",), "2 or more"), (("greedy", "greedy"), "different"), (("deep", "greedy"), "no bot")],
)
def test_impossible_contests_are_refused(bots: tuple[str, ...], sentence: str) -> None:
    with pytest.raises((BadInput, lt.LudothequeError), match=sentence):
        check(Contest("lampions", bots, 3, mode="plain"))


@pytest.mark.parametrize("fraction", [0.0, -1.0, math.nan, math.inf, 101.0])
def test_an_impossible_part_of_the_simulations_is_refused(fraction: float) -> None:
    with pytest.raises(BadInput, match="is not above 0 and at most 100"):
        check(dataclasses.replace(DUEL, fraction=fraction))


def test_where_all_win_together_a_bot_is_its_own_team() -> None:
    together = Contest("gorynich", ("random", "greedy"), 3, mode="plain")
    assert together.pairings == (Pairing("random", "random"), Pairing("greedy", "greedy"))
    found = Arena(together, 2)
    found.run(Threads(1))
    assert found.ratings() == []
    assert all(row["share"] in (0.0, 0.5, 1.0) and "fair" not in row for row in found.rows())


# Failing and stopping -----------------------------------------------------------------------------------------------


class Odd:
    """A bot that does one odd thing at each decision."""

    def __init__(self, does: Callable[[], Any]) -> None:
        self.does = does

    def act(self, states: Any, i: int, seat: int, key: Any) -> Any:
        """Do the odd thing."""
        return self.does()


HAND = "spark, candle"


def fail() -> int:
    """Fail like a bot with a bug."""
    raise ZeroDivisionError(HAND)


@pytest.mark.parametrize(
    ("does", "failure"),
    [
        (fail, "ZeroDivisionError"),
        (lambda: -1, "it chose an illegal move"),
        (lambda: 10**6, "it chose an illegal move"),
        (lambda: lt.game("lampions").action("decline"), "it chose an illegal move"),
        (lambda: None, "TypeError"),
    ],
)
def test_the_greedy_bot_plays_for_one_that_fails(
    does: Callable[[], Any], failure: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(DUEL)
    table.agents["random"] = Odd(does)
    asked = []
    greedy = table.stand_ins[0][1]
    monitored = Odd(lambda: None)
    monitored.act = lambda *given: asked.append(1) or greedy.act(*given)  # type: ignore[method-assign, func-returns-value]
    table.stand_ins[0] = ("greedy", monitored)
    with caplog.at_level(logging.ERROR):
        played = table.play(Pairing("greedy", "random"), 0)
    assert 0 <= played.share <= 1
    (message,) = caplog.messages  # the first failure alone
    assert message.splitlines()[0] == f"the random bot failed at lampions, the greedy one plays: {failure}"
    assert len(asked) == played.failures["random"]["count"] > 3
    assert HAND not in caplog.text


class Failing(Threads):
    """Two threads at whose tables the random bot always fails."""

    def __init__(self) -> None:
        super().__init__(2)

    def play(self, contest: Contest, jobs: Iterator[Job], note: Note) -> None:
        """Play in threads, with that bot."""
        with pytest.MonkeyPatch.context() as patch:
            ordinary = Table.bot
            patch.setattr(Table, "bot", lambda table, name: Odd(fail) if name == "random" else ordinary(table, name))
            super().play(contest, jobs, note)


def test_a_bot_that_fails_gets_no_result(tmp_path: Path) -> None:
    """The greedy bot decided for it: that would be the greedy bot's share."""
    file = tmp_path / "results.jsonl"
    with pytest.raises(BotFailed, match=r"random bot failed in \d+ decisions, and 0 are tolerated.*ZeroDivisionError"):
        Arena(DUEL, 6, False, file).run(Failing())
    assert len(file.read_text(encoding="utf-8").splitlines()) == 1, "a match was kept in which the bot failed"


def test_tolerated_failures_are_counted_by_bot(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    found = Arena(DUEL, 6, False, file, tolerate=10_000)
    found.run(Failing())
    failures = found.failures()
    assert list(failures) == ["random"]
    assert failures["random"]["message"] == f"ZeroDivisionError: {HAND}"
    of_pairings = [row["failures"]["random"]["count"] for row in found.rows()]
    assert min(of_pairings) >= 6  # at least one in each match
    assert sum(of_pairings) == failures["random"]["count"] == found.summary()["failures"]["random"]["count"]
    assert Arena(DUEL, 6, False, file, tolerate=10_000).summary() == found.summary()
    with pytest.raises(BotFailed):
        Arena(DUEL, 6, False, file, tolerate=of_pairings[0])
    assert "failures" in file.read_text(encoding="utf-8").splitlines()[1]


def test_the_kernel_is_never_asked_about_what_is_no_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled, it would read beyond its arrays."""
    table = Table(DUEL)
    ordinary, asked = table.program.entry_points.forbidden, []

    def forbidden(S: Any, i: int, W: Any, j: int, seat: int, action: int) -> int:
        asked.append(action)
        return int(ordinary(S, i, W, j, seat, action))

    monkeypatch.setattr(table.program.entry_points, "forbidden", forbidden)
    for action in (-1, table.game.declaration.action_count):
        table.agents["random"] = Odd(lambda action=action: action)  # type: ignore[misc]
        table.play(Pairing("greedy", "random"), 0)
    assert asked
    assert all(0 <= action < table.game.declaration.action_count for action in asked)


def test_where_even_the_greedy_bot_fails_any_move_is_played(caplog: pytest.LogCaptureFixture) -> None:
    table = Table(DUEL)
    table.agents["greedy"] = Odd(fail)
    table.stand_ins[0] = ("greedy", Odd(fail))
    with caplog.at_level(logging.ERROR):
        assert 0 <= table.play(Pairing("greedy", "random"), 0).share <= 1
    said = {message.splitlines()[0] for message in caplog.messages}
    assert "the greedy bot failed at lampions: ZeroDivisionError" in said


def test_an_error_of_ours_comes_out_at_once_and_stops_all(monkeypatch: pytest.MonkeyPatch) -> None:
    first = threading.Lock()

    def play(self: Table, pairing: Pairing, match: int) -> Played:
        if first.acquire(blocking=False):
            raise RuntimeError("a mistake of ours")
        self.stopped.wait(60)  # as a match that goes on for long
        raise Stopped("broken off")

    monkeypatch.setattr(Table, "play", play)
    begun = time.monotonic()
    with pytest.raises(RuntimeError, match="of ours"):
        Arena(DUEL, 15).run(Threads(2))
    assert time.monotonic() - begun < 30


def test_a_match_is_broken_off_between_two_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    decisions: list[int] = []
    table = Table(DUEL)
    table.agents["random"] = Odd(lambda: decisions.append(1) or table.stopped.set())  # type: ignore[func-returns-value]
    with pytest.raises(Stopped):
        table.play(Pairing("greedy", "random"), 0)
    assert len(decisions) == 1


def test_what_was_played_before_an_interruption_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "results.jsonl"
    played_out = count()
    ordinary = Table.play

    def play(self: Table, pairing: Pairing, match: int) -> Played:
        played = ordinary(self, pairing, match)
        if next(played_out) == 4:
            _thread.interrupt_main()
        return played

    monkeypatch.setattr(Table, "play", play)
    found = Arena(DUEL, 3000, False, file)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs behind a shell's `&` ignores it
    try:
        with pytest.raises(KeyboardInterrupt):
            found.run(Threads(2))
    finally:
        signal.signal(signal.SIGINT, before)
    kept = Arena(DUEL, 3000, False, file).shares
    assert kept == found.shares
    assert 5 <= sum(map(len, kept.values())) < 2 * 3000, "it went on to the end"


def test_a_team_plays_every_deal_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bots in all seats: the same deal again would be the same match again, and count for nothing."""
    played: list[str] = []
    monkeypatch.setattr(Table, "_to_the_end", lambda table, names, seed: played.append(seed))
    for game in ("gorynich", "lampions"):
        table = Table(Contest(game, ("random",), 3, "s", mode="plain"))
        for match in range(4):
            table.play(Pairing("random", "random"), match)
    assert played == ["s/0", "s/1", "s/2", "s/3", "s/0", "s/0", "s/0", "s/1"]


# The file -----------------------------------------------------------------------------------------------------------


def header(file: Path) -> str:
    """Begin a results file; its first line."""
    Arena(DUEL, 3, True, file)
    return file.read_text(encoding="utf-8")


def row(**change: Any) -> str:
    """A row of a results file, with something changed."""
    return json.dumps({"guest": "greedy", "hosts": "random", "match": 0, "share": 0.5, **change})


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("5", "not a JSON object"),
        ("[1, 2]", "not a JSON object"),
        ("null", "not a JSON object"),
        ("{", "not a JSON object"),
        ("[" * 100_000, "not a JSON object"),
        ("\xff", "not a JSON object"),
        (row(share="x"), "share: 'x' is not a number from 0 to 1"),
        (row(share=None), "share: None is not a number from 0 to 1"),
        (row(share=7), "share: 7 is not a number from 0 to 1"),
        (row(share=True), "share: True is not a number from 0 to 1"),
        (row(share=math.nan), "share: nan is not a number from 0 to 1"),
        (row(match=[1]), "match: [1] is not the number of a match"),
        (row(match=-1), "match: -1 is not the number of a match"),
        (row(match=1.5), "match: 1.5 is not the number of a match"),
        (row(guest=["greedy"]), "guest: ['greedy'] among 'random' is no pairing of this contest"),
        (row(guest="master"), "guest: 'master' among 'random' is no pairing of this contest"),
        (
            row(failures={"greedy": 3}),
            """failures: {'greedy': 3} does not have a "count" and a "message" for each bot""",
        ),
        ('{"match": 1}', "guest: None among None is no pairing of this contest"),
    ],
)
def test_a_bad_row_is_named_by_its_line_and_nothing_is_lost(tmp_path: Path, line: str, problem: str) -> None:
    file = tmp_path / "results.jsonl"
    held = f"{header(file)}{row()}\n\n{line}\n{row(match=1)}\n".encode("latin-1")
    file.write_bytes(held)
    with pytest.raises(BadInput) as refused:
        Arena(DUEL, 3, True, file)
    assert str(refused.value) == f"{file}: line 4{', ' if ':' in problem else ': '}{problem}"
    assert file.read_bytes() == held


def test_a_last_row_without_an_end_of_line_is_kept_if_it_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    file.write_text(header(file) + row(), encoding="utf-8")
    assert Arena(DUEL, 3, True, file).shares[Pairing("greedy", "random")] == {0: 0.5}
    assert file.read_text(encoding="utf-8").endswith(row() + "\n")
    with file.open("a", encoding="utf-8") as out:
        out.write(row(match=1)[:-1])
    assert Arena(DUEL, 3, True, file).shares[Pairing("greedy", "random")] == {0: 0.5}
    assert file.read_text(encoding="utf-8").endswith(row() + "\n")


def test_an_empty_file_is_new_and_has_its_header_at_once(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    first = header(file)
    assert json.loads(first)["bots"] == ["greedy", "random"]
    for nothing in ("", "\n \n"):
        file.write_text(nothing, encoding="utf-8")
        assert header(file) == first


@pytest.mark.parametrize("held", [b"\xff\xfe\x00", b"5\n", b"{}\n", b"[[[\n", b"PK\n\n\n"])
def test_what_is_no_results_file_is_refused_and_left_alone(tmp_path: Path, held: bytes) -> None:
    file = tmp_path / "results.jsonl"
    file.write_bytes(held)
    with pytest.raises(OtherContest, match="another contest, or none"):
        Arena(DUEL, 3, True, file)
    assert file.read_bytes() == held


def test_a_file_that_cant_be_opened_is_refused(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "nowhere" / "results.jsonl"):
        with pytest.raises(BadInput, match="can't be used for results"):
            Arena(DUEL, 3, True, file)


def test_a_file_is_refused_once_the_judgement_was_learnt_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "results.jsonl"
    gwynt = Contest("gwynt", ("greedy", "random"), 2, mode="plain")
    Arena(gwynt, 2, True, file)
    assert json.loads(file.read_text(encoding="utf-8"))["value_network"]
    assert "value_network" not in json.loads(header(tmp_path / "lampions.jsonl"))  # which has learnt nothing
    known = value_network.value_network_of(lt.game("gwynt").package)
    learnt = known._replace(second=(known.second[0] + 1, *known.second[1:]))
    monkeypatch.setattr(value_network, "value_network_of", lambda package: learnt)
    with pytest.raises(OtherContest, match="another contest"):
        Arena(gwynt, 2, True, file)


def test_matches_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each match is counted once; the work does not grow with the square of their number."""
    monkeypatch.setattr(Table, "play", lambda self, pairing, match: Played(1 / 3, {}))
    looks: list[float] = []

    def count_test(total: float, n: int, fair: float) -> bool:
        looks.append(total)
        return False

    monkeypatch.setattr(arena, "is_sure", count_test)
    found = Arena(DUEL, 300)
    found.run(Threads(2))
    assert len(looks) == 2 * (300 // 3 - 1)  # after each round but the last, for each of the two pairings
    assert [found.end_of(pairing) for pairing in DUEL.pairings] == [300, 300]


# Figures ------------------------------------------------------------------------------------------------------------


def test_the_sequential_test_is_rarely_sure_of_what_is_not_so() -> None:
    draw = random.Random(5)
    wrong = 0
    for _ in range(400):
        total, n = 0.0, 0
        while n < 400 and not is_sure(total, n, 0.5):
            total += draw.random() < 0.5
            n += 1
        wrong += n < 400
    assert wrong <= 20  # 5 %


def test_the_sequential_test_is_soon_sure_of_what_is_so() -> None:
    draw = random.Random(6)
    lengths = []
    for _ in range(50):
        total, n = 0.0, 0
        while n < 1000 and not is_sure(total, n, 0.5):
            total += draw.random() < 0.75
            n += 1
        lengths.append(n)
    assert sum(lengths) / 50 < 120


def test_ratings_recover_known_strengths() -> None:
    names = ("a", "b", "c")
    true = {"a": 1.0, "b": 0.0, "c": -1.0}
    results = []
    for guest in names:
        for hosts in names:
            if guest != hosts:
                chance = 1 / (1 + 3 * math.exp(true[hosts] - true[guest]))
                won = round(2000 * chance)
                results.append((Pairing(guest, hosts), [1.0] * won + [0.0] * (2000 - won)))
    strength, spread = fit(names, results, 4)
    assert strength == pytest.approx([1.0, 0.0, -1.0], abs=0.03)
    assert all(0.005 < deviation < 0.05 for deviation in spread)


def test_the_shared_match_of_the_prior_is_fair_at_every_table() -> None:
    """The prior favours nobody: a guest as strong as its hosts wins a share of one over the number of players."""
    for players in (2, 3, 4, 7):
        strength, _ = fit(("a", "b"), [(Pairing("a", "b"), [])], players)
        assert strength == pytest.approx([0, 0], abs=1e-9)


def test_a_bot_that_never_lost_has_a_finite_rating() -> None:
    strength, spread = fit(("a", "b"), [(Pairing("a", "b"), [1.0] * 50)], 2)
    assert 1 < strength[0] < 4
    assert 0 < spread[0] < 3


def test_a_match_without_end_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    game = lt.game("lampions", "plain")
    monkeypatch.setattr(game, "declaration", replace(game.declaration, longest=5))
    with pytest.raises(simulation.Unbounded, match="'t/0' does not end"):
        Table(DUEL).play(Pairing("greedy", "random"), 0)


# A cluster ----------------------------------------------------------------------------------------------------------


class Idle:
    """A fake Ray on a cluster with some processors: a match is played when its result is awaited."""

    def __init__(self, processors: float) -> None:
        self.processors = processors
        self.waits = 0
        self.reserved: list[float] = []
        self.killed = 0

    def is_initialized(self) -> bool:
        """Return True: nothing has to be started."""
        return True

    def cluster_resources(self) -> dict[str, float]:
        """The resources as Ray reports them: without "CPU" if there are no processors."""
        return {"CPU": self.processors} if self.processors else {}

    def remote(self, num_cpus: float) -> Callable[[type[Table]], Any]:
        """A decorator that makes a remote table."""

        def far(made: type[Table]) -> Any:
            def begin(contest: Contest) -> Any:
                self.reserved.append(num_cpus)
                table = made(contest)
                return SimpleNamespace(play=SimpleNamespace(remote=lambda *job: (id(table), job, table)))

            return SimpleNamespace(remote=begin)

        return far

    def wait(self, futures: list[Any], num_returns: int, timeout: float | None = None) -> tuple[list[Any], list[Any]]:
        """Return the first future; interrupt at the fourth call, when all futures are done."""
        self.waits += 1
        if self.waits == 4:
            raise KeyboardInterrupt
        return futures[:num_returns], futures[num_returns:]

    def get(self, future: Any) -> Played:
        """The result of a match."""
        _, job, table = future
        played: Played = table.play(*job)
        return played

    def kill(self, table: Any) -> None:
        """Remove a table."""
        self.killed += 1


@pytest.mark.parametrize(("processors", "tables", "share"), [(0, 1, 0), (0.5, 1, 0.5), (2.0, 2, 1)])
def test_a_cluster_has_at_least_one_table_and_an_interruption_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, processors: float, tables: int, share: float
) -> None:
    from ludotheque.bots.cluster import AT_ONCE, Cluster

    ray = Idle(processors)
    monkeypatch.setitem(sys.modules, "ray", ray)
    found = Arena(DUEL, 15)
    with pytest.raises(KeyboardInterrupt):
        found.run(Cluster("auto"))
    assert ray.reserved == [share] * tables
    assert ray.killed == tables
    assert sum(map(len, found.shares.values())) == 3 + AT_ONCE * tables


@pytest.mark.long
def test_a_real_ray_cluster_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludotheque.bots.cluster import Cluster  # needs Ray, which only this test and `--ray` do

    folders = [str(Path(lt.__file__).parent.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(folders))
    monkeypatch.setenv("RAY_raylet_start_wait_time_s", "600")  # a busy machine takes longer than Ray waits
    cluster = Cluster("local")
    try:
        found = Arena(DUEL, 12)
        found.run(cluster)
    finally:
        cluster.close()
    assert found.summary() == played(12).summary()


def test_luck_is_measured_beside_the_share_and_kept(tmp_path: Path) -> None:
    contest = dataclasses.replace(DUEL, luck=True)
    file = tmp_path / "results"
    arena = Arena(contest, 6, early=False, file=file)
    arena.run(Threads(1))
    row = arena.rows()[0]
    low, high = row["corrected_interval"]
    assert low < row["corrected"] < high
    again = Arena(contest, 6, early=False, file=file)
    assert again.rows() == arena.rows()
    with pytest.raises(OtherContest):
        Arena(DUEL, 6, early=False, file=file)


def test_luck_that_explains_the_shares_is_subtracted_and_other_luck_is_not() -> None:
    """Contests drawn from known numbers: the mean stays, and the variance is what is left to explain."""
    drawn = np.random.default_rng(1)
    told, raw = [], []
    for _ in range(200):
        luck = drawn.normal(size=(100, len(SOURCES))) * [0.4, 0.2, 0.3, 0.0]
        shares = 0.6 + luck @ [1.0, 0.5, 0.0, 1.0] + 0.2 * drawn.normal(size=100)
        found = without_luck(shares, luck, np.arange(100))
        told.append((found.mean(), found.var(ddof=1)))
        raw.append(shares.var(ddof=1))
    means, variances = np.array(told).T
    assert abs(means.mean() - 0.6) < 3 * means.std() / math.sqrt(200)
    assert np.mean(raw) == pytest.approx(0.21, rel=0.03)
    assert variances.mean() == pytest.approx(0.04, rel=0.15)
    assert means.var(ddof=1) == pytest.approx(variances.mean() / 100, rel=0.3), "the interval is as wide as it says"


def test_luck_that_explains_nothing_leaves_the_variance_as_it_is() -> None:
    drawn = np.random.default_rng(2)
    shares, luck = drawn.random((200, 100)), drawn.normal(size=(200, 100, len(SOURCES)))
    found = [without_luck(one, own, np.arange(100)).var() for one, own in zip(shares, luck, strict=True)]
    assert np.mean(found) < 1.06 * shares.var()


def test_what_luck_is_worth_in_a_deal_does_not_depend_on_that_deal() -> None:
    """Otherwise the estimate would not be unbiased."""
    drawn = np.random.default_rng(3)
    shares, luck = drawn.random(40), drawn.normal(size=(40, len(SOURCES)))
    before = without_luck(shares, luck, np.arange(40))
    shares[7] += 100
    after = without_luck(shares, luck, np.arange(40))
    same = np.arange(40) % PARTS == 7
    assert np.allclose((after - before)[same], [100 * (deal == 7) for deal in np.flatnonzero(same)])
    assert not np.allclose(after[~same], before[~same])


@pytest.mark.parametrize(
    "luck",
    [
        None,
        0.1,
        {"deal": [0.1]},
        dict.fromkeys(SOURCES, 0.1),
        *(dict.fromkeys(SOURCES, part) for part in (["0"], [math.inf], [True], [])),
        {source: [0.1, 0.2] if source == "own" else [0.1] for source in SOURCES},
    ],
)
def test_luck_that_no_contest_measures_is_refused(tmp_path: Path, luck: Any) -> None:
    contest, file = dataclasses.replace(DUEL, luck=True), tmp_path / "results"
    Arena(contest, 2, early=False, file=file)
    guest, hosts = DUEL.bots[:2]
    row = {"guest": guest, "hosts": hosts, "match": 0, "share": 1.0} | ({} if luck is None else {"luck": luck})
    with file.open("a") as out:
        out.write(json.dumps(row) + "\n")
    with pytest.raises(BadInput, match="line 2, luck"):
        Arena(contest, 2, early=False, file=file)


def test_a_contest_without_luck_says_nothing_of_it(tmp_path: Path) -> None:
    arena = Arena(DUEL, 3, early=False, file=tmp_path / "results")
    assert "luck" not in json.loads((tmp_path / "results").read_text().splitlines()[0])
    assert "corrected" not in arena.rows()[0]
