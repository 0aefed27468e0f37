"""The arena: fair pairings, results that depend on nothing but the contest, an honest end, ratings that are right."""

from __future__ import annotations

import dataclasses
import json
import math
import os
import random
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.bots import arena, levels
from ludotheque.bots.contest import Contest, Pairing, Table, check, equal_seatings
from ludotheque.bots.tournament import Job, OtherContest, Threads, Tournament, fit, is_sure
from ludotheque.errors import BadInput

DUEL = Contest("lampions", ("greedy", "random"), 3, "t", mode="plain")


def played(games: int, threads: int = 1, file: Path | None = None, early: bool = True) -> Tournament:
    """A small contest played out."""
    found = Tournament(DUEL, games, early, file)
    found.run(Threads(threads))
    return found


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

    def look(self: Table, names: list[str], seed: str) -> None:
        seen.append((names.index("greedy"), seed, list(self.states[0].key), self.states[0].wish[0]))

    monkeypatch.setattr(Table, "_to_the_end", look)
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
    """Stops after some matches, as if somebody had pulled the plug."""

    def play(self, contest: Contest, jobs: object) -> object:  # type: ignore[override]
        """Half of them."""
        for number, done in enumerate(super().play(contest, jobs)):  # type: ignore[arg-type]
            if number == 9:
                raise KeyboardInterrupt
            yield done


def test_a_contest_goes_on_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with pytest.raises(KeyboardInterrupt):
        Tournament(DUEL, 15, True, file).run(Broken(2))  # type: ignore[arg-type]
    with file.open("a", encoding="utf-8") as out:
        out.write('{"guest": "greedy", "ho')  # cut off
    again = Tournament(DUEL, 15, True, file)
    known = {pairing: set(shares) for pairing, shares in again.shares.items()}
    assert sum(map(len, known.values())) == 9
    asked: list[Job] = []

    class Counted(Threads):
        """Notes what is played."""

        def play(self, contest: Contest, jobs: object) -> object:  # type: ignore[override]
            """All of them."""
            for job, share in super().play(contest, jobs):  # type: ignore[arg-type]
                asked.append(job)
                yield job, share

    again.run(Counted(1))  # type: ignore[arg-type]
    assert not any(match in known.get(pairing, ()) for pairing, match in asked)
    assert again.summary() == played(15).summary()
    assert Tournament(DUEL, 15, True, file).summary() == again.summary()


def test_the_file_of_another_contest_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    played(3, file=file)
    assert json.loads(file.read_text(encoding="utf-8").splitlines()[0])["bots"] == ["greedy", "random"]
    with pytest.raises(OtherContest, match="another contest"):
        Tournament(Contest("lampions", ("greedy", "random"), 4, "t", mode="plain"), 3, True, file)
    file.write_text("", encoding="utf-8")
    with pytest.raises(OtherContest):
        Tournament(DUEL, 3, True, file)


def test_a_file_is_refused_once_the_levels_were_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "results.jsonl"
    played(3, file=file)
    monkeypatch.setitem(levels.MANNERS, "lampions", dataclasses.replace(levels.manner_of("lampions"), adept=801))
    with pytest.raises(OtherContest, match="another contest"):
        Tournament(DUEL, 3, True, file)


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [(("greedy",), "2 or more"), (("greedy", "greedy"), "different"), (("deep", "greedy"), "no bot")],
)
def test_impossible_contests_are_refused(bots: tuple[str, ...], sentence: str) -> None:
    with pytest.raises((BadInput, lt.LudothequeError), match=sentence):
        check(Contest("lampions", bots, 3, mode="plain"))


def test_where_all_win_together_a_bot_is_its_own_team() -> None:
    together = Contest("gorynich", ("random", "greedy"), 3, mode="plain")
    assert together.pairings == (Pairing("random", "random"), Pairing("greedy", "greedy"))
    found = Tournament(together, 2)
    found.run(Threads(1))
    assert found.ratings() == []
    assert all(row["share"] in (0.0, 0.5, 1.0) and "fair" not in row for row in found.rows())


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


def test_who_never_lost_has_a_finite_rating() -> None:
    strength, spread = fit(("a", "b"), [(Pairing("a", "b"), [1.0] * 50)], 2)
    assert 1 < strength[0] < 4
    assert 0 < spread[0] < 3


def test_a_match_without_end_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    game = lt.game("lampions", "plain")
    monkeypatch.setattr(game, "facts", replace(game.facts, longest=5))
    with pytest.raises(arena.Unbounded, match="'t/0' does not end"):
        Table(DUEL).play(Pairing("greedy", "random"), 0)


# A cluster ----------------------------------------------------------------------------------------------------------


def test_a_real_ray_cluster_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludotheque.bots.cluster import Cluster  # needs Ray, which only this test and `--ray` do

    folders = [str(Path(lt.__file__).parent.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(folders))
    cluster = Cluster("local")
    try:
        found = Tournament(DUEL, 12)
        found.run(cluster)
    finally:
        cluster.close()
    assert found.summary() == played(12).summary()
