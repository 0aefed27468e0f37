"""`ludotheque benchmark`: the same figures from the same agent; failures and late answers are counted."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from ludotheque import cli
from ludotheque.benchmarks import evaluating, tasks
from ludotheque.benchmarks.evaluating import evaluate, is_theirs, table_of, without_luck
from ludotheque.benchmarks.exploiting import best_response, ending, policy_of, values
from ludotheque.benchmarks.tasks import ITSELF, TASKS, Round, Task
from ludotheque.bots.random_bot import RandomBot
from ludotheque.play import registry

SMALL = Task("small", "A short one.", "lampions", "share", (Round(3, "random"),), {"rounds": 3}, matches=3)
TEAM = Task("team", "A team.", "gorynich", "success", (Round(3, ITSELF), Round(3, "random")), matches=3)
AGENTS = '''
import time

class First:
    """Plays the first legal move."""

    def __init__(self, seed):
        self.name, self.seed = "first", seed
        print("this is no answer")

    def choose(self, pos, seat):
        return pos.moves(seat)[0]

class Wrong(First):
    def choose(self, pos, seat):
        raise ValueError("out of ideas")

class Slow(First):
    asked = 0

    def choose(self, pos, seat):
        self.asked += 1
        time.sleep(30 if self.asked == 3 else 0)
        return pos.moves(seat)[0]

class Balanced(First):
    """Kuhn poker as an equilibrium has it."""

    BET = {(0, 0): 1 / 3, (1, 0): 0, (2, 0): 1, (0, 1): 0, (1, 1): 1 / 3, (2, 1): 1}
    SECOND = {(0, 0): 1 / 3, (1, 0): 0, (2, 0): 1}

    def policy(self, pos, seat):
        hand, behind = pos.state.hand[seat], pos.state.staked[seat] < pos.state.staked[1 - seat]
        if seat == 0:
            bet = (2 / 3 if hand == 1 else hand == 2) if behind else {0: 1 / 3, 1: 0, 2: 1}[hand]
        else:
            bet = {0: 0, 1: 1 / 3, 2: 1}[hand] if behind else {0: 1 / 3, 1: 0, 2: 1}[hand]
        return {"bet": float(bet), "pass": 1 - float(bet)}
'''


@pytest.fixture(autouse=True)
def agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "myagents.py").write_text(AGENTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)


def evaluated(task: Task, agent: str) -> dict[str, Any]:
    """A result without what differs from run to run."""
    found = evaluate(task, agent, mode="plain")
    return {name: value for name, value in found.items() if name not in ("cost", "machine", "date", "agent")}


def test_the_same_agent_has_the_same_result_in_any_process():
    first, again = evaluated(SMALL, "myagents:First"), evaluated(SMALL, "myagents:First")
    assert first == again
    assert first["failures"] == {}
    (row,) = first["rounds"]
    assert row["matches"] == 3
    assert row["interval"][0] <= row["value"] <= row["interval"][1]


def test_luck_is_measured_beside_the_score():
    """Matches with one deal are one observation; the table has a column for the score without luck."""
    found = evaluate(SMALL, "greedy", mode="plain", matches=15, luck=True)
    (row,) = found["rounds"]
    assert found["score"] == evaluate(SMALL, "greedy", mode="plain", matches=15)["score"], "the same matches"
    assert found["corrected"] == row["corrected"] != row["value"]
    told = without_luck(SMALL, SMALL.rounds[0], [0.5, 0.1, 0.3, 0.6, 0.2, 0.4], [[0.0]] * 6, each=3)
    assert told["corrected"] == pytest.approx(3 * 0.35)
    assert told["corrected_interval"] == pytest.approx([3 * (0.35 - 1.96 * 0.05), 3 * (0.35 + 1.96 * 0.05)], abs=1e-3)
    assert "corrected" not in evaluate(SMALL, "greedy", mode="plain", luck=True), "one deal says nothing"
    assert "| agent | score | without luck | matches |" in table_of([found])


def test_failures_are_counted_with_the_message_of_the_first():
    found = evaluate(SMALL, "myagents:Wrong", mode="plain")
    failed = found["failures"]["myagents:Wrong"]
    assert failed["count"] == found["cost"]["decisions"] > 5
    assert "out of ideas" in failed["message"]
    assert found["cost"]["late"] == 0


def test_a_late_answer_is_a_failure_and_the_agent_begins_again():
    found = evaluate(SMALL, "myagents:Slow", mode="plain", matches=1, seconds=1.0)
    assert found["cost"]["late"] >= 1
    assert found["failures"]["myagents:Slow"]["count"] == found["cost"]["late"]
    assert "no answer within 1 seconds" in found["failures"]["myagents:Slow"]["message"]


def test_a_stranger_has_every_seat_of_a_team():
    found = evaluate(TEAM, "random", mode="plain")
    assert [row["round"] for row in found["rounds"]] == ["3 players, with itself", "3 players, among random"]


@pytest.mark.parametrize(("agent", "low", "high"), [("myagents:Balanced", -1e-9, 1e-9), ("myagents:First", 0.9, 1.1)])
def test_exploitability_of_kuhn_poker_is_exact(agent, low, high):
    assert low <= evaluate(TASKS["exploitability"], agent)["score"] <= high


def test_what_random_play_loses_in_kuhn_poker_is_exact():
    """Uniform play loses 11/24: 1/2 as the first player and 5/12 as the second, halved."""
    assert evaluate(TASKS["exploitability"], "random")["score"] == pytest.approx((1 / 2 + 5 / 12) / 2)


def test_a_best_response_gains_in_an_ending_of_three(monkeypatch: pytest.MonkeyPatch):
    """The score is what the three best responses have more than the policy itself, on average."""
    game = registry.game("lampions", "plain")
    (text,) = TASKS["lampions-ending"].positions
    possible, policy = ending(game, text), policy_of(RandomBot(0))
    assert sum(weight for weight, _ in possible) == pytest.approx(1.0)
    possible = [(6 * weight, pos) for weight, pos in possible[::6]]
    monkeypatch.setattr(evaluating, "ending", lambda game, text: possible)
    own = values(possible, policy)
    assert sum(own) == pytest.approx(1.0)
    gains = [best_response(possible, policy, seat) - own[seat] for seat in range(3)]
    assert all(gain > 0 for gain in gains)
    assert evaluate(TASKS["lampions-ending"], "random")["score"] == pytest.approx(sum(gains) / 3)


def test_bots_of_ours_with_a_colon_are_no_agents_of_somebody_else():
    assert [is_theirs(name) for name in ("greedy", "sims:200", "network:a.npz", "tries:8", "seconds:1")] == [False] * 5
    assert is_theirs("myagents:First")
    found = evaluate(SMALL, "sims:4", mode="plain")
    assert (found["failures"], found["rounds"][0]["matches"]) == ({}, 3)


def test_a_response_beats_an_agent_that_plays_the_first_legal_move():
    """It tries the agent's own move and others, and sees what comes of them."""
    task = Task("r", "r", "lampions", "exploitability", (Round(3, ITSELF),), {"rounds": 3}, matches=12, response=True)
    found = evaluate(task, "myagents:First")
    assert found["score"] > 1, "more than a fair share of 1"
    assert found["failures"] == {}


def test_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    assert cli.main(["benchmark", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [task["task"] for task in listed["tasks"]] == list(TASKS)
    assert cli.main(["benchmark", "run", "exploitability", "--agent", "myagents:First", "--json"]) == 0
    result = capsys.readouterr().out
    (tmp_path / "one.json").write_text(result, encoding="utf-8")
    assert cli.main(["benchmark", "table", "one.json"]) == 0
    assert "| `myagents:First` | 1.000 |" in capsys.readouterr().out
    for arguments, says in (
        (["run"], "name one task"),
        (["run", "chess"], "'chess' is none of gwynt"),
        (["run", "exploitability", "--agent", "myagents:Nobody"], "Nobody"),
        (["run", "gwynt", "--matches", "0"], "at least one match"),
        (["run", "exploitability", "--luck"], "computed exactly"),
        (["table", "myagents.py"], "is no result"),
    ):
        assert cli.main(["benchmark", *arguments]) == 1
        assert says in capsys.readouterr().err


def test_tasks_can_be_played():
    """Every setting is one that the game takes."""
    for task in TASKS.values():
        for one in task.rounds:
            game = registry.game(task.game, "plain")
            for seating in one.seatings:
                game.before_setup(one.players, task.options, seating or None)
    assert not set(tasks.DECKS["training"]) & set(tasks.DECKS["test"])


def test_the_page_has_the_tables_of_the_results_that_are_kept():
    """`bench/baselines.py --write` makes them; all are of today's version of the benchmark."""
    root = Path(__file__).parents[2]
    kept = [json.loads(file.read_text("utf-8")) for file in sorted((root / "bench" / "baselines").glob("*/*.json"))]
    assert {one["version"] for one in kept} == {tasks.VERSION}
    assert all(one["failures"] == {} for one in kept)
    ordered = sorted(kept, key=lambda one: list(TASKS).index(one["task"]))
    assert table_of(ordered) in (root / "docs" / "benchmark.md").read_text("utf-8")


def test_a_table_has_the_best_first():
    one = {"task": "t", "metric": "share", "agent": "a", "score": 0.2, "interval": [0.1, 0.3], "rounds": []}
    one |= {"failures": {}, "date": "2026-11-18", "cost": {"processor seconds": 1.0}, "machine": {"cpu": "a core"}}
    lines = table_of([one, {**one, "agent": "b", "score": 0.4}]).splitlines()
    assert [line.split("`")[1] for line in lines if "`" in line] == ["b", "a"]
    assert "0.200 ± 0.100" in lines[-3]
    assert lines[-1].startswith("Machine: a core.")


def test_results_of_parts_count_the_matches_played_without_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts come in any order; a round that nobody began, or a gap, must not count."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "bench"))
    baselines = importlib.import_module("baselines")

    def part(number: int, low: int, *shares: float, agent: str = "greedy") -> dict[str, Any]:
        key = ["gwynt-decks", agent, number]
        return {"kind": "task", "key": key, "low": low, "shares": list(shares), "failures": {}, "cpu": 1.5}

    where = {"kind": "machine", "machine": {"cpu": "none"}, "date": "2026-11-19"}
    rows = [where, part(0, 2, 0, 0), part(0, 0, 1, 1), part(0, 10, 1, 1), part(1, 0, 1, 0, 0)]
    (found,) = baselines.results_of([*rows, part(0, 0, 1, 1, agent="random")])
    assert [(row["matches"], row["value"]) for row in found["rounds"]] == [(4, 0.5), (2, 0.5)]
    assert (found["score"], found["agent"], found["cost"]) == (0.5, "greedy", {"processor seconds": 6.0})
    assert "`greedy`" in table_of([found])
