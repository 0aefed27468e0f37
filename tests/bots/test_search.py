"""The search: the same in every mode and in every chunk, bounded in time and memory. Its strength `bench/` measures."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots import advice, levels, search, searcher
from ludotheque.bots.greedy import Greedy
from ludotheque.bots.levels import LEVELS, SearchSettings, search_settings_of
from ludotheque.bots.search_kernel import WORLDS
from ludotheque.bots.searcher import RootAction, Searcher
from ludotheque.bots.tree import EDGES, NODES
from ludotheque.errors import BadInput
from ludotheque.play.moves import Move
from ludotheque.play.position import Position
from ludotheque.play.seeds import key_words
from tests.sizes import size

LAMPIONS = lt.game("lampions", "plain")
GWYNT = lt.game("gwynt", "plain")


def thought(pos: Position, sims: int, seat: int = 0, **more: Any) -> tuple[Searcher, list[RootAction]]:
    """A search in a position."""
    here = Searcher(pos.game, pos.program, sims)
    return here, here.think(lambda S, i: pos.program.put(S, i, pos.state), seat, key_words("test"), sims, **more)


def test_compiled_searches_as_plain() -> None:
    for seed in range(3):
        plain, compiled = (
            thought(lt.game("lampions", mode).start(players=3, seed=seed), 120, hurry=False)[1]
            for mode in ("plain", "compiled")
        )
        assert plain == compiled
        assert sum(row.tries for row in plain) == 120 - 8


def test_chunks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = LAMPIONS.start(players=4, seed=2)
    whole = thought(pos, 90, hurry=False)[1]
    monkeypatch.setattr(searcher, "CHUNK_SECONDS", 0.0)  # one at a time
    assert thought(pos, 90, hurry=False)[1] == whole


def test_actions_are_compared_in_the_same_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = LAMPIONS.start(players=3, seed=2)
    here = Searcher(LAMPIONS, pos.program, 200)
    worlds: dict[tuple[int, int], list[int]] = {}
    kernel = here.kernel
    once = {"sims": 0}

    def think(*given: Any) -> int:
        """One at a time, noting the world that each try of an action met."""
        before = {edge: int(here.tree.tries[edge]) for edge in here._edges(0, 0)}
        done = int(kernel.think(*given[:-1], 1))
        for edge, tries in before.items():
            if int(here.tree.tries[edge]) > tries:
                worlds[edge, tries] = list(here.states[2].key)
        once["sims"] += 1
        return done

    here.kernel = SimpleNamespace(begin=kernel.begin, think=think)
    monkeypatch.setattr(searcher, "CHUNK_SECONDS", 0.0)
    here.think(lambda S, i: pos.program.put(S, i, pos.state), 0, key_words("test"), 200)
    assert once["sims"] == 200
    by_try: dict[int, list[list[int]]] = {}
    for (_, tries), key in worlds.items():
        by_try.setdefault(tries, []).append(key)
    assert len(by_try[0]) > 1
    assert all(key == keys[0] for keys in by_try.values() for key in keys)
    assert by_try[0][0] != by_try[1][0]


def test_the_worse_half_is_dropped_each_time() -> None:
    pos = GWYNT.start(seed=3, seats=[{"deck": "northern_realms_siege"}, {"deck": "monsters_swarm"}])
    while len(pos.moves(pos.actors[0])) < 8:
        pos.play(pos.moves(pos.actors[0])[0], pos.actors[0])
    here, found = thought(pos, 8 + 240, pos.actors[0], hurry=False)
    tries = sorted((row.tries for row in found), reverse=True)
    assert sum(tries) == 240
    assert len(here.left) == 2
    assert tries[0] - tries[1] <= 1
    assert tries[1] > tries[2]
    assert tries[-1] > 0
    sizes = [2] + [sum(n >= level for n in tries) for level in sorted(set(tries[2:]), reverse=True)]
    assert len(sizes) > 2
    assert all(fewer == (more + 1) // 2 for fewer, more in pairwise(sizes))
    assert found[0].mean == max(row.mean for row in found if row.edge in here.left)


def test_results_compare_whenever_an_action_was_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """By means alone, an action tried in a few favourable worlds would look better than the winner."""
    promised: list[dict[int, float]] = []  # by edge, each time some are dropped
    compare = Searcher._compare

    def noted(here: Searcher, edges: list[int]) -> None:
        promised.append({row.edge: row.mean for row in here.found()})
        compare(here, edges)

    monkeypatch.setattr(Searcher, "_compare", noted)
    changed = replace(search_settings_of(GWYNT), trust=1.0)
    monkeypatch.setattr(levels, "read_search_settings", lambda path: changed)
    misled = 0
    for seed in range(3, 3 + size(3, 8)):
        promised.clear()
        pos = GWYNT.start(seed=seed, seats=[{"deck": "northern_realms_siege"}, {"deck": "monsters_swarm"}])
        while pos.decision != "turn":
            pos.play(pos.moves(pos.actors[0])[-1], pos.actors[0])
        here, found = thought(pos, 8 + 120, pos.actors[0], hurry=False)
        results = here.results(found)
        best = found[0]
        assert results[0] == best.mean
        assert results == sorted(results, reverse=True)
        third = found[2]  # dropped last: then only the best two went on
        behind = promised[-1][best.edge] - promised[-1][third.edge]
        assert behind >= 0
        assert results[2] == pytest.approx(min(results[1], best.mean - behind))
        misled += third.mean > found[1].mean
    assert misled, "no such search here: this shows nothing"


def test_a_search_in_a_hurry_leaves_out_what_looks_hopeless() -> None:
    text = "gems: 1 1\nround: 2\npassed: 1\nhand 0: ballista trebuchet catapult\nclose 1: blue_stripes_commando\n"
    pos = GWYNT.position(text)
    patient, hurried = thought(pos, 60, hurry=False)[1], thought(pos, 60, hurry=True)[1]
    assert all(row.tries > 0 for row in patient)
    best = max(row.opinion for row in hurried)
    assert {row.action for row in hurried if row.tries > 0} <= {
        row.action for row in hurried if best - row.opinion < search_settings_of(GWYNT).hopeless
    }
    assert any(row.tries == 0 for row in hurried)


def test_a_forced_decision_costs_nothing() -> None:
    pos = LAMPIONS.position("round: 5\nhand 0: spark\nhand 1: gust\nhand 2: gust\ndeck: rest")
    here, found = thought(pos, 5000)
    assert (here.sims, here.seconds, [row.action for row in found]) == (0, 0.0, [pos.moves(0)[0].id])


BUSY = range(0, 8, 2)  # calls for which the machine has something else to do as well


class Clock:
    """A fake clock: every simulation takes a fixed time, and longer while the machine is busy."""

    def __init__(self, here: Searcher, each: float, busy: float = 1.0, comparing: float = 1.0) -> None:
        self.now = 0.0
        self.calls = 0
        self.each, self.busy, self.comparing = each, busy, comparing
        self.kernel = here.kernel
        here.kernel = SimpleNamespace(begin=here.kernel.begin, think=self.think)

    def think(self, *given: Any) -> Any:
        """Let time pass while simulations are made."""
        slower = self.comparing if self.calls >= WORLDS else self.busy if self.calls in BUSY else 1
        self.now += given[-1] * self.each * slower
        self.calls += 1
        return self.kernel.think(*given)

    def perf_counter(self) -> float:
        """The current time."""
        return self.now


@pytest.mark.parametrize("each", [0.0005, 0.003, 0.03, 0.07, 0.15])
def test_the_ceiling_holds(each: float, monkeypatch: pytest.MonkeyPatch) -> None:
    pos = LAMPIONS.start(players=3, seed=1)
    here = Searcher(LAMPIONS, pos.program, 4000)
    monkeypatch.setattr(searcher, "time", Clock(here, each))
    found = here.think(lambda S, i: pos.program.put(S, i, pos.state), 0, key_words("test"), 4000, 0.2, hurry=False)
    assert here.seconds <= 0.24
    assert here.seconds + each >= 0.2, "there was time for another one"
    assert found[0].action in [move.id for move in pos.moves(0)]


def test_slow_steps_are_not_started_shortly_before_the_ceiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking around has taken most of the time; that comparing takes four times as long is not known yet."""
    pos = LAMPIONS.start(players=3, seed=1)
    here = Searcher(LAMPIONS, pos.program, 4000)
    monkeypatch.setattr(searcher, "time", Clock(here, each=0.021, comparing=4.0))
    found = here.think(lambda S, i: pos.program.put(S, i, pos.state), 0, key_words("test"), 4000, 0.2, hurry=False)
    assert here.seconds == pytest.approx(8 * 0.021)
    assert found[0].opinion == max(row.opinion for row in found)


def test_a_busy_machine_changes_nothing_while_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = GWYNT.start(seed=3, seats=[{"deck": "northern_realms_siege"}, {"deck": "monsters_swarm"}])
    quiet = thought(pos, 200, pos.actors[0])[1]
    here = Searcher(GWYNT, pos.program, 200)
    monkeypatch.setattr(searcher, "time", Clock(here, each=0.0005, busy=30))
    found = here.think(lambda S, i: pos.program.put(S, i, pos.state), pos.actors[0], key_words("test"), 200, 0.3)
    assert 0.1 < here.seconds < 0.3
    assert found == quiet


@pytest.mark.parametrize("name", lt.names())
def test_a_bot_of_so_many_simulations_needs_no_ceiling(name: str, caplog: pytest.LogCaptureFixture) -> None:
    game = lt.game(name, "plain")
    pos = game.start(seed=2)
    while len(pos.moves(pos.actors[0])) < 3:
        pos.play(pos.moves(pos.actors[0])[0], pos.actors[0])
    move = bots.decide(bots.make("sims:30", 1, game), pos, pos.actors[0])
    failures = [record for record in caplog.records if record.levelname == "ERROR"]  # not that rules are being compiled
    assert not failures, "another bot had to play"
    assert move in pos.moves(pos.actors[0])


def test_a_tree_that_is_full_goes_on_thinking() -> None:
    pos = LAMPIONS.start(players=3, seed=1)
    here = Searcher(LAMPIONS, pos.program, 20)
    found = here.think(lambda S, i: pos.program.put(S, i, pos.state), 0, key_words("test"), 300, hurry=False)
    assert here.tree.count[NODES] <= len(here.tree.first) == 22
    assert here.tree.count[EDGES] <= len(here.tree.key)
    assert sum(row.tries for row in found) == 292


def test_memory_is_bounded() -> None:
    game = lt.game("lampions", "compiled")
    here = Searcher(game, game.program(), levels.UNBOUNDED)
    assert here.bytes == sum(array.nbytes for array in here.tree if len(array) >= searcher.MOST_NODES)
    assert here.bytes < 36_000_000


def test_levels_are_ordered_and_their_ceilings_are_known() -> None:
    for name in lt.names():
        sims = [search_settings_of(lt.game(name, "plain")).sims(level) for level in LEVELS]
        assert sims == sorted(sims)
        assert sims[1] >= 4 * 8
    assert [bots.make(level).seconds for level in LEVELS] == [0.2, 0.6, 0.6, 2.0]  # type: ignore[attr-defined]


def test_the_searching_bot_takes_a_match_that_a_pass_wins() -> None:
    text = "gems: 2 1\nround: 2\npassed: 1\nhand 0: ballista trebuchet catapult\nclose 0: blue_stripes_commando\n"
    pos = GWYNT.position(text)
    assert {bots.decide(bots.make("sims:40", seed), pos, 0).text for seed in range(3)} == {"pass"}


def test_it_keeps_a_moth_for_the_lamp_that_decides() -> None:
    """In the last round a lit lantern wins, so the moth must be in hand when it is lit."""
    text = """
    players: 3
    round: 5
    lit 0: candle
    lit 2: candle
    hand 0: spark moth
    hand 1: gust
    hand 2: lantern
    deck: rest
    """
    pos = LAMPIONS.position(text)
    assert bots.decide(bots.make("sims:200", 1), pos, 0).text == "spark"


def test_others_do_not_answer_what_they_cannot_see() -> None:
    """While all choose in secret, the others' statistics stand at the root: they are the same whatever I choose."""
    pos = LAMPIONS.start(players=3, seed=4)
    here, _ = thought(pos, 100)
    seats = {int(here.tree.key[edge]) // len(here.tree.mark) for edge in here._edges(0)}
    assert seats == {0, 1, 2}


# Novices ------------------------------------------------------------------------------------------------------------


def row(action: int, opinion: float) -> RootAction:
    """An action that looks so good at first sight."""
    return RootAction(action, 0, opinion, opinion, action)


def test_a_novice_takes_what_looks_good_not_just_anything() -> None:
    found = [row(0, 0.50), row(1, 0.47), row(2, 0.20)]
    chosen = Counter(search.sample(found, word * 2**32 // 1000).action for word in range(1000))
    assert chosen[0] > chosen[1] > 250
    assert chosen[2] < 10


def test_a_novice_does_not_look_beyond_its_own_move() -> None:
    pos = LAMPIONS.start(players=3, seed=4)
    here, found = thought(pos, search_settings_of(LAMPIONS).novice)
    assert here.tree.count[NODES] == 1
    assert all(row.tries == 0 for row in found)


# Advice -------------------------------------------------------------------------------------------------------------


def test_advice_is_the_same_for_all_that_the_seat_cannot_tell_apart() -> None:
    for seed in range(4):
        pos = LAMPIONS.start(players=3, seed=seed)
        advice = [line.to_json() for line in bots.advise(pos, 1, sims=60)]
        for other in range(4):
            assert [line.to_json() for line in bots.advise(pos.redeal(1, other), 1, sims=60)] == advice


def test_advice_tells_moves_results_and_what_follows() -> None:
    pos = LAMPIONS.start(players=3, seed=7)
    advice = bots.advise(pos, 0, sims=400)
    assert len({line.move for line in advice}) == len(advice) > 1
    assert {line.move for line in advice} <= set(pos.moves(0))
    results = [line.result for line in advice if line.result is not None]
    assert len(results) == len(advice)
    assert results == sorted(results, reverse=True)
    assert advice[0].share >= max(line.share for line in advice) - 1 / 392 - 1e-9  # the last two take turns
    assert sum(line.share for line in advice) == pytest.approx(1, abs=1e-9)
    assert all(0 <= result <= 1 for result in results)
    seat, move = advice[0].line[0]
    told = advice[0].to_json()["line"][0]
    assert (told["seat"], told["move"]["text"]) == (seat, move.text)


def test_the_advised_move_never_promises_less_than_the_next() -> None:
    """The network names the first move of Gwynt, a search rates all of them: in some positions they disagree."""
    disagreements = 0
    for seed in range(6):
        pos = GWYNT.start(seed=seed)
        while pos.decision != "turn":
            pos.play(pos.moves(pos.actors[0])[0], pos.actors[0])
        seat = pos.actors[0]
        advice = bots.advise(pos, seat, sims=60)
        results = [line.result for line in advice if line.result is not None]
        assert advice[0].move == bots.decide(bots.make("master", "advice", pos.game), pos, seat)
        assert results == sorted(results, reverse=True)
        searched = thought(pos.redeal(seat, ("advice", pos.plies_seen(seat))), 60, seat, hurry=False)[1]
        disagreements += searched[0].action != advice[0].move.id
    assert disagreements


def test_a_forced_move_is_advised_without_thought() -> None:
    pos = LAMPIONS.position("round: 5\nhand 0: spark\nhand 1: gust\nhand 2: gust\ndeck: rest")
    (only,) = bots.advise(pos, 0)
    assert (only.move.text, only.result, only.share, only.line) == ("spark", None, 1.0, ())
    assert only.to_json()["result"] is None


@pytest.mark.parametrize("asked", [{"sims": 0}, {"sims": -4}, *({"seconds": n} for n in (0, math.nan, math.inf))])
def test_advice_wants_some_thought_and_an_end_of_it(asked: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="above 0"):
        bots.advise(LAMPIONS.start(players=3, seed=7), 0, **asked)


def test_advice_comes_in_time_also_without_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The continuation is computed after the search, move by move; if that takes too long, it is shortened."""
    pos = lt.game("gunkimono", "plain").start(seed=1)
    full = bots.advise(pos, pos.actors[0], sims=20)
    assert all(len(line.line) == searcher.CONTINUATION for line in full)
    choose = Greedy.choose
    clock = SimpleNamespace(now=0.0)
    clock.perf_counter = lambda: clock.now

    def slowly(bot: Greedy, here: Position, seat: int) -> Move:
        clock.now += 0.1
        return choose(bot, here, seat)

    monkeypatch.setattr(advice, "time", clock)
    monkeypatch.setattr(Greedy, "choose", slowly)
    cut = bots.advise(pos, pos.actors[0], seconds=0.35)
    assert 1.2 * 0.35 < clock.now < 1.2 * 0.35 + 0.1
    assert sum(len(line.line) for line in cut) == 5


def test_there_is_no_advice_out_of_turn_or_without_a_heuristic(monkeypatch: pytest.MonkeyPatch) -> None:
    pos = LAMPIONS.start(players=3, seed=5)
    pos.play(pos.moves(0)[0], 0)
    with pytest.raises(lt.BadInput, match="owes no decision"):
        bots.advise(pos, 0)
    monkeypatch.setattr(LAMPIONS, "kernel_modules", ("rules",))
    with pytest.raises(bots.NoSuchBot, match="nothing can be advised"):
        bots.advise(pos, 1)


def test_a_simulation_is_judged_where_its_seat_begins_a_turn() -> None:
    """With six players that is many moves away: positions in the middle of different turns do not compare."""
    pos = lt.game("kunitori", "plain").start(players=6, seed=4)
    while len(pos.moves()) == 1:
        pos.play(pos.moves()[0])
    seat = pos.actors[0]
    here, _ = thought(pos, 10, seat, hurry=False)
    world = here.states[2]
    assert here.program.entry_points.actors(here.states, 2) == 1 << seat
    assert here.program.module("ludotheque.games.kunitori.heuristic").turn_begins(world)
    assert world.round > pos.state.round


def test_the_rest_of_a_compared_move_is_chosen_from_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tile is worth its best place: found by chance among hundreds, it would look like any other tile."""
    pos = lt.game("gunkimono", "plain").start(players=2, seed=4)
    asked = pos.actors[0]
    here = Searcher(pos.game, pos.program, 10, replace(search_settings_of(pos.game), glances=7))
    finish, glances = here.kernel.finish_move, []

    def spy(S: Any, w: Any, seat: int, more: Any, most: int) -> None:
        glances.append((seat, most))
        finish(S, w, seat, more, most)

    monkeypatch.setattr(here.kernel, "finish_move", spy)
    here.think(lambda S, i: pos.program.put(S, i, pos.state), asked, key_words("test"), 10)
    assert glances[0] == (asked, 1 << 20)
    assert {most for seat, most in glances if seat != asked} == {7}


def test_the_first_opinion_counts_as_some_results() -> None:
    pos = LAMPIONS.start(players=3, seed=2)
    for trust in (0.5, 50.0):
        here = Searcher(LAMPIONS, pos.program, 200, SearchSettings(trust=trust))
        best = here.think(lambda S, i: pos.program.put(S, i, pos.state), 0, key_words("test"), 200, hurry=False)[0]
        made = float(here.tree.total[best.edge]) / best.tries
        assert best.tries > 5
        assert best.mean == pytest.approx((made * best.tries + best.opinion * trust) / (best.tries + trust))
