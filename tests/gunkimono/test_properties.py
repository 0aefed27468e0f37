"""Random matches with every invariant checked, and that the checks would find what they are there for."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.games.gunkimono import state
from ludotheque.games.gunkimono.declaration import Action, Event
from ludotheque.games.gunkimono.rules.accounts import UNEXPLAINED
from ludotheque.games.gunkimono.tables import CELL, SQUARE_NAMES
from ludotheque.kernel import load
from ludotheque.kernel.declare import EVENT_WIDTH

CHECKING = "ludotheque.kernel.checking"
GAME = lt.game("gunkimono", "plain")
PROGRAM = load("ludotheque.games.gunkimono", "plain")
RULES = PROGRAM.module("ludotheque.games.gunkimono.rules")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("free_formation_only", [False, True])
def test_random_matches_break_no_invariant_and_events_explain_every_point(players, free_formation_only):
    for seed in range(3):
        pos = GAME.start(players, f"properties {seed}", {"free_formation_only": free_formation_only})
        states, work = PROGRAM.copied(pos._states), PROGRAM.workspaces(1)
        out = PROGRAM.actions(Action.COUNT)
        checked_playout = PROGRAM.add(CHECKING).checked_playout
        played = checked_playout(
            states, 0, work, 0, out, GAME.declaration.stream_count - 1, GAME.declaration.longest + 1
        )
        assert 0 < played <= GAME.declaration.longest
        assert states[0].over


def at(square: str) -> int:
    return CELL[SQUARE_NAMES.index(square)]


def lose_a_tile(s, w):
    s.count[state.PILE] -= 1


def swap_tiles(s, w):
    s.laid[0] += 1
    s.laid[1] -= 1


def lose_the_end(s, w):
    s.end = state.TRIGGERED


def lose_a_banner(s, w):
    s.count[state.STACK] -= 1


def raise_a_square(s, w):
    s.level[at("e4")] += 1


def join_two_players(s, w):
    s.unit[at("d4")] = s.unit[at("e4")]
    s.site[0], s.site[2] = at("d4"), at("e4")
    s.built[:2] = [1, 1]


def marker_too_high(s, w):
    s.honour[0] = 7


def third_fortress(s, w):
    s.built[0] = 3


def lose_an_event(s, w):
    w.events_lost = 1


def dirty_scratch(s, w):
    w.mark[3] = 1


@pytest.mark.parametrize(
    ("harm", "number"),
    [
        (lose_a_tile, 1),
        (swap_tiles, 1),
        (lose_the_end, 2),
        (lose_a_banner, 3),
        (raise_a_square, 4),
        (join_two_players, 5),
        (marker_too_high, 6),
        (third_fortress, 6),
        (lose_an_event, 7),
        (dirty_scratch, 8),
    ],
)
def test_a_broken_invariant_is_found(harm, number):
    s, w = PROGRAM.state.copy(GAME.start(seed=1).state), PROGRAM.work.plain()
    assert RULES.sound(s, w) == 0
    harm(s, w)
    assert RULES.sound(s, w) == number


def test_points_from_nowhere_are_found():
    s, w = PROGRAM.state.copy(GAME.start(seed=1).state), PROGRAM.work.plain()
    RULES.open_accounts(s, w)
    assert RULES.account(s, w) == 0
    s.formations[1] += 3
    assert RULES.account(s, w) == UNEXPLAINED
    w.event[:EVENT_WIDTH] = [Event.SCORED, 1, 0, 3, 0, 0, 0, 255]
    w.events = 1
    assert RULES.account(s, w) == 0
    s.honour[0] += 1
    w.events = 0
    assert RULES.account(s, w) == UNEXPLAINED


def test_state_is_small_and_listing_does_not_change_it():
    assert PROGRAM.state.dtype.itemsize < 2048
    pos = GAME.start(players=4, seed=3)
    before = PROGRAM.state.key(pos.state)
    pos.moves()
    pos.why_not("I1L2")
    assert PROGRAM.state.key(PROGRAM.fetch(pos._states, 0)) == before
