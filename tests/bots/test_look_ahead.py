"""Networks that look ahead, that play levels, and that a search asks for a first opinion."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots import network_bot
from ludotheque.bots.agents import agent_for
from ludotheque.bots.arena import Arena
from ludotheque.bots.contest import Contest
from ludotheque.bots.learnt import network_behind
from ludotheque.bots.levels import LookAheadSettings, search_settings_of
from ludotheque.bots.look_ahead import FINE, LookAhead, Node, improved
from ludotheque.bots.network import REWARD, Network
from ludotheque.bots.network_bot import NetworkLevel
from ludotheque.bots.searcher import RootAction, Searcher
from ludotheque.play.position import Position

GWYNT = lt.game("gwynt", "plain")
KUNITORI = lt.game("kunitori", "plain")
KEY = tuple(range(8))
WITHOUT = ("novice", "greedy", "amateur")  # those that ask no network
A_PASS_WINS = "gems: 2 1\nround: 2\npassed: 1\nhand 0: ballista trebuchet catapult\nclose 0: blue_stripes_commando\n"


def thought(
    pos: Position, tries: int, settings: LookAheadSettings, ceiling: float | None = None
) -> tuple[LookAhead, str]:
    """The move of the first seat after some tries, and the storage it used."""
    here = LookAhead(pos.game, pos.program, settings)
    action = here.think(lambda S, i: pos.program.put(S, i, pos.state), 0, KEY, tries, ceiling)
    return here, lt.Move(pos.game, action).text


def test_it_takes_a_match_that_a_pass_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """All actions are tried, whatever the network prefers: ends of matches count as they are."""
    pos = GWYNT.position(A_PASS_WINS)
    winning = next(move.id for move in pos.moves(0) if move.text == "pass")
    likings = [FINE * (action != winning) for action in range(GWYNT.declaration.action_count)]

    def hope_for_little(network: Network, rows: Sequence[object], part: int) -> tuple[list[list[int]], list[float]]:
        return [likings] * len(rows), [-REWARD / 2] * len(rows)

    monkeypatch.setattr(Network, "count_likings", hope_for_little)
    assert thought(pos, 0, LookAheadSettings())[1] != "pass"
    here, text = thought(pos, 40, LookAheadSettings(broad=99, hopeless=99.0, base=1000))
    assert text == "pass"
    assert here.evaluations > 1


def test_the_same_knowledge_has_the_same_answer() -> None:
    pos = GWYNT.start(seed=4)
    while len(pos.moves(0)) < 2 or pos.actors != (0,):
        pos.play(pos.moves(pos.actors[0])[0], pos.actors[0])
    settings = LookAheadSettings(broad=3, hopeless=99.0)
    found = [thought(pos.redeal(0, world), 6, settings)[1] for world in ("one", "another")]
    assert found[0] == found[1]
    assert found[0] in [move.text for move in pos.moves(0)]


def test_trust_in_the_network_goes_before_tries() -> None:
    pos = GWYNT.position(A_PASS_WINS)
    liked = bots.make("network", 0, GWYNT).choose(pos, 0).text
    assert thought(pos, 0, LookAheadSettings())[1] == liked
    assert thought(pos, 20, LookAheadSettings(broad=4, hopeless=99.0, scale=0.0))[1] == liked
    late, text = thought(pos, 10_000, LookAheadSettings(hopeless=99.0), ceiling=0.0)
    assert text == liked  # time was up before anything was known
    assert late.evaluations == 1


@pytest.mark.parametrize(("level", "seconds"), [("adept", 0.6), ("master", 2.0)])
def test_the_network_plays_levels(level: str, seconds: float) -> None:
    bot = bots.make(level, 1, KUNITORI)
    assert isinstance(bot, NetworkLevel)
    assert (bot.name, bot.tries, bot.seconds) == (level, 0, seconds)
    pos = KUNITORI.start(seed=3)
    for _ in range(4):
        seat = pos.actors[0]
        move = bot.choose(pos, seat)
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
    contest = Contest("gunkimono", (*WITHOUT, "adept", "sims:9"), 2, mode="plain")
    told = Arena(contest, 2, False)._header()["networks"]  # of searches that ask it, too: an amateur's does not
    assert told == dict.fromkeys(("adept", "sims:9"), bots.network.digest_of(lt.game("gunkimono", "plain")))


def test_which_network_a_bot_asks_depends_on_the_table() -> None:
    gunkimono = lt.game("gunkimono", "plain")
    digest = bots.network.digest_of(gunkimono)
    asked = {name: network_behind(gunkimono, name, 2) for name in (*WITHOUT, "adept", "master", "network")}
    assert asked == dict.fromkeys(WITHOUT) | dict.fromkeys(("adept", "master", "network"), digest)
    more = {name: network_behind(gunkimono, name, 3) for name in ("adept", "master", "network", "tries:8")}
    assert more == {"adept": None, "master": None, "network": digest, "tries:8": digest}
    assert network_behind(KUNITORI, "master", 4) == bots.network.digest_of(KUNITORI)


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


def test_results_are_added_to_the_network_logits() -> None:
    """An untried action counts as the average of the others; a better result raises the logit."""
    likings = [1024, 1024, 0]
    found = improved(likings, [2, 2, 0], [1_200_000, 800_000, 0], 500_000, 50, 1.0)
    assert found == [1024 + 52 * FINE // 10, 1024 + -52 * FINE // 10, 0]
    assert improved(likings, [2, 0, 0], [2, 0, 0], 0, 50, 0.0) == likings, "no scale"


def test_a_node_shares_its_visits_by_likings_and_results() -> None:
    node = Node(0, [0, FINE, 9 * FINE, 0], 500_000)
    legal = [0, 1, 3]
    visits = []
    for _ in range(30):
        action = node.next(legal, 50, 1.0)
        visits.append(action)
        node.tries[action] = node.tries.get(action, 0) + 1
        node.totals[action] = node.totals.get(action, 0) + (900_000 if action == 3 else 400_000)
    assert visits[0] == 1, "what is liked most comes first"
    assert 2 not in visits, "what is not legal in this world is never taken"
    assert visits[-10:] == [3] * 10, "in the end what turned out best"


def test_trees_grow_alike_in_both_modes() -> None:
    """Every try shows the network one position more, and in whatever mode the same ones."""
    found = []
    for mode in ("plain", "compiled"):
        game = lt.game("gunkimono", mode)
        pos = game.start(2, seed=9)
        here = LookAhead(game, pos.program, LookAheadSettings(broad=2, hopeless=99.0))
        action = here.think(partial(pos.program.put, state=pos.state), pos.actors[0], KEY, 8)
        assert here.evaluations == 1 + 8
        found.append((action, [[int(number) for number in row] for row in here.rows]))
    assert found[0] == found[1]


def test_each_try_goes_one_node_further() -> None:
    """The first one makes the node below the action, every later one passes there and grows the tree below it."""
    game = lt.game("gunkimono", "plain")
    pos = game.start(2, seed=9)
    here = LookAhead(game, pos.program, LookAheadSettings(broad=2, hopeless=99.0))
    here.think(partial(pos.program.put, state=pos.state), pos.actors[0], KEY, 2)
    legal = [move.id for move in pos.moves()]
    below: dict[int, Node] = {}
    results = [here._try([0], legal, below, world, KEY)[0] for world in range(4)]
    node, grown = below[0], 0
    assert sum(node.tries.values()) == 3
    while node.children:
        grown += len(node.children)
        node = max(node.children.values(), key=lambda child: sum(child.tries.values()))
    assert grown == 3
    assert len(below) == 1
    mine = below[0].seat == here.seat
    assert sum(below[0].totals.values()) == (sum(results[1:]) if mine else 3_000_000 - sum(results[1:]))


@pytest.mark.parametrize("mode", ["plain", "compiled"])
def test_at_larger_tables_the_search_plays_the_level(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = lt.game("gunkimono", mode)
    settings = search_settings_of(game)
    assert (dict(settings.networks), settings.networks_players) == ({"master": 400}, 2)
    asked: list[str] = []

    def network(*given: object) -> int:
        asked.append("network")
        return 1

    def search(*given: object) -> list[RootAction]:
        asked.append("search")
        return [RootAction(1, 0, 0.5, 0.5, -1)]

    monkeypatch.setattr(LookAhead, "think", network)
    monkeypatch.setattr(Searcher, "think", search)
    agent = agent_for("master", game, game.program())
    for players in (2, 3):
        pos = game.start(players, seed=3)
        bots.make("master", 0, game).choose(pos, pos.actors[0])
        states = game.program().states(1)
        game.program().put(states, 0, pos.state)
        agent.act(states, 0, pos.actors[0], KEY)
    assert asked == ["network"] * 2 + ["search"] * 2
    pos = game.start(3, seed=3)
    bots.make("tries:5", 0, game).choose(pos, pos.actors[0])
    assert asked[-1] == "network", "a bot with a number of tries always looks ahead"
