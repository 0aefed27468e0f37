"""Networks that look ahead, that play levels, and that a search asks for a first opinion."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots import network_bot
from ludotheque.bots.agents import agent_for
from ludotheque.bots.arena import Arena
from ludotheque.bots.contest import Contest
from ludotheque.bots.levels import LookAheadSettings, search_settings_of
from ludotheque.bots.look_ahead import LookAhead
from ludotheque.bots.network_bot import NetworkLevel
from ludotheque.bots.searcher import RootAction, Searcher
from ludotheque.play.position import Position

GWYNT = lt.game("gwynt", "plain")
KUNITORI = lt.game("kunitori", "plain")
KEY = tuple(range(8))
A_PASS_WINS = "gems: 2 1\nround: 2\npassed: 1\nhand 0: ballista trebuchet catapult\nclose 0: blue_stripes_commando\n"


def thought(
    pos: Position, tries: int, settings: LookAheadSettings, ceiling: float | None = None
) -> tuple[LookAhead, str]:
    """What the first seat plays after so many tries, and what it thought with."""
    here = LookAhead(pos.game, pos.program, settings)
    action = here.think(lambda S, i: pos.program.put(S, i, pos.state), 0, KEY, tries, ceiling)
    return here, lt.Move(pos.game, action).text


def test_it_takes_a_match_that_a_pass_wins() -> None:
    """All actions are tried, whatever the network likes: ends of matches count as they are."""
    everything = LookAheadSettings(broad=99, hopeless=99.0, trust=0.0, ahead=60)
    here, text = thought(GWYNT.position(A_PASS_WINS), 40, everything)
    assert text == "pass"
    assert here.evaluations > 1


def test_the_same_knowledge_has_the_same_answer() -> None:
    pos = GWYNT.start(seed=4)
    while len(pos.moves(0)) < 2 or pos.actors != (0,):
        pos.play(pos.moves(pos.actors[0])[0], pos.actors[0])
    settings = LookAheadSettings(broad=3, hopeless=99.0, ahead=1)
    found = [thought(pos.redeal(0, world), 6, settings)[1] for world in ("one", "another")]
    assert found[0] == found[1]
    assert found[0] in [move.text for move in pos.moves(0)]


def test_trust_in_the_network_goes_before_tries() -> None:
    pos = GWYNT.position(A_PASS_WINS)
    liked = bots.make("network", 0, GWYNT).choose(pos, 0).text
    assert thought(pos, 0, LookAheadSettings())[1] == liked
    assert thought(pos, 20, LookAheadSettings(broad=4, hopeless=99.0, trust=1e6, ahead=1))[1] == liked
    late, text = thought(pos, 10_000, LookAheadSettings(hopeless=99.0), ceiling=0.0)
    assert text == liked  # time was up before anything was known
    assert late.evaluations == 1


def test_the_network_plays_levels() -> None:
    master = bots.make("master", 1, KUNITORI)
    assert isinstance(master, NetworkLevel)
    assert (master.name, master.tries, master.seconds) == ("master", 0, 2.0)
    pos = KUNITORI.start(seed=3)
    for _ in range(4):
        seat = pos.actors[0]
        move = master.choose(pos, seat)
        assert move == bots.make("network", 1, KUNITORI).choose(pos, seat)
        pos.play(move, seat)


def test_without_a_network_the_search_plays_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_bot, "has_network", lambda game: False)
    assert isinstance(bots.make("master", 1, KUNITORI), bots.Search)


def test_a_bot_of_so_many_tries() -> None:
    bot = bots.make("tries:8", 1, GWYNT)
    pos = GWYNT.position(A_PASS_WINS)
    assert bots.decide(bot, pos, 0) in pos.moves(0)
    program = GWYNT.program()
    states = program.states(1)
    program.put(states, 0, pos.state)
    assert agent_for("tries:8", GWYNT, program, 0.1).tries == 8  # type: ignore[attr-defined]
    for name in ("tries:0", "tries:1.5"):
        with pytest.raises(bots.NoSuchBot, match="tells no number"):
            bots.make(name, 1, GWYNT)
    with pytest.raises(bots.NoSuchBot, match="no network"):
        bots.make("tries:8", 1, lt.game("lampions", "plain"))


def test_results_tell_which_network_played() -> None:
    header = Arena(Contest("kunitori", ("master", "greedy"), 2, mode="plain"), 2, False)._header()
    assert header["networks"] == {"master": bots.network.digest_of(KUNITORI)}
    contest = Contest("gunkimono", ("novice", "greedy", "adept", "sims:9"), 2, mode="plain")
    told = Arena(contest, 2, False)._header()["networks"]  # of searches that ask it, too: a novice's does not
    assert told == dict.fromkeys(("adept", "sims:9"), bots.network.digest_of(lt.game("gunkimono", "plain")))


def test_a_search_may_begin_with_what_the_network_likes() -> None:
    pos = GWYNT.start(seed=9)
    seat = pos.actors[0]
    liked = bots.make("network", 0, GWYNT).choose(pos, seat).id

    def found(weight: float, sims: int = 16) -> tuple[list[RootAction], list[float]]:
        here = Searcher(GWYNT, pos.program, sims, replace(search_settings_of(GWYNT), network=weight))
        rows = here.think(lambda S, i: pos.program.put(S, i, pos.state), seat, KEY, sims)
        return rows, here.results(rows)

    rows, results = found(10.0)
    assert rows[0].action == liked
    assert rows[0].liked == 0 > min(row.liked for row in rows)
    assert sorted(row.action for row in rows) == sorted(row.action for row in found(0.0)[0])
    assert all(0 <= result <= 1 for result in results), "a liking ranks, it is no result"
    beginner = search_settings_of(GWYNT).novice
    assert found(10.0, beginner) == found(0.0, beginner), "a beginner has no network"


@pytest.mark.parametrize("mode", ["plain", "compiled"])
def test_the_network_is_asked_at_tables_that_it_is_good_for(mode: str) -> None:
    game = lt.game("gunkimono", mode)
    assert search_settings_of(game).network_players == 2

    def liked(players: int, most: int) -> bool:
        pos = game.start(players, seed=9)
        here = Searcher(game, pos.program, 3, replace(search_settings_of(game), network_players=most))
        rows = here.think(lambda S, i: pos.program.put(S, i, pos.state), pos.actors[0], KEY, 3)
        assert len(rows) > 1
        return any(row.liked < 0 for row in rows)

    assert [liked(players, 2) for players in (2, 3)] == [True, False]
    assert [liked(players, 0) for players in (2, 3)] == [True, True]
