"""The server in simulated worlds (`tests/world`): they hold, replay exactly, and find faults that are planted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sizes import size

ROOT = Path(__file__).parent.parent.parent
WORLDS = size(1, 40)
MINUTES = size(9, 60)  # of virtual time
SOON = ("accepted_before_the_commit",)  # faults that a short world finds soon
LATER = (
    "a_match_ends_without_a_result",
    "a_viewer_gets_the_view_of_another",
    "an_answer_fails_inside",
    "anybody_may_start_for_others",
    "clocks_run_while_paused",
    "groups_are_torn",
    "increments_count_twice",
    "lost_notices_are_lost",
    "put_away_tables_form_a_circle",
    "ratings_are_kept_twice",
    "returning_pages_are_shown_what_is_in_memory",
    "strangers_see_a_seat",
    "tasks_are_cancelled_once",
    "unrated_matches_are_rated",
    "updates_are_forgotten",
)


def run_world(seed: object, *more: str) -> tuple[int, str]:
    """Run a world in a process of its own, which has virtual clocks; return its exit code and what it printed."""
    command = [sys.executable, "-m", "tests.world", "--seed", str(seed), "--people", "12", *more]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr[-3000:]
    return done.returncode, done.stdout


@pytest.mark.parametrize("seed", range(1, WORLDS + 1))
def test_everything_holds(seed):
    code, said = run_world(seed, "--hours", str(MINUTES / 60))
    assert code == 0, said
    assert "all holds" in said


def test_a_seed_gives_the_same_world_again():
    once, again = (run_world("same", "--hours", "0.02") for _ in range(2))
    assert once == again
    assert " 0 decisions" not in once[1]


@pytest.mark.parametrize("fault", (SOON + LATER)[: size(len(SOON), len(SOON + LATER))])
def test_a_planted_fault_is_found(fault):
    assert any(run_world(seed, "--hours", "0.5", "--fault", fault)[0] for seed in (11, 12, 13))
