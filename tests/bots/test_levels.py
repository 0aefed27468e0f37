"""The search settings of a game in `bots.toml`, and every fault such a file can have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.bots.agents import NetworkLevelAgent, PlanAgent, PolicyAgent, SearchAgent, agent_for
from ludotheque.bots.deciding import patience
from ludotheque.bots.learnt import network_behind
from ludotheque.bots.levels import (
    ABSURD,
    CEILING,
    FEW,
    LEVELS,
    MASTER,
    PATIENT,
    LookAheadSettings,
    SearchSettings,
    read_search_settings,
    search_settings_of,
)
from ludotheque.bots.look_ahead import LookAhead
from ludotheque.bots.network import digest_of, network_of, outlook_of
from ludotheque.bots.network_bot import NetworkLevel
from ludotheque.bots.policy import Policy, level_policies, policies
from ludotheque.bots.search import sample
from ludotheque.bots.searcher import RootAction, Searcher


def test_what_stands_in_the_file_is_used() -> None:
    kunitori = search_settings_of(lt.game("kunitori", "plain"))
    assert (kunitori.amateur, kunitori.adept, kunitori.master) == (300, 600, 2000)
    assert (kunitori.ahead, kunitori.deep, kunitori.unit) == (3, 1, 1200)
    assert kunitori.patient is None
    gwynt = search_settings_of(lt.game("gwynt", "plain"))
    assert gwynt.patient is not None
    assert gwynt.patient.value_network == 0.5
    assert dict(kunitori.networks) == {"adept": 0, "master": 0}
    assert (gwynt.look_ahead.hopeless, gwynt.look_ahead.broad) == (3, LookAheadSettings().broad)
    assert gwynt.patient.ahead == SearchSettings().ahead, "nothing is taken over from the settings for few"


def test_a_game_never_measured_is_searched_too(tmp_path: Path) -> None:
    assert read_search_settings(tmp_path / "bots.toml") == SearchSettings()


@pytest.mark.parametrize(
    ("text", "amateur"),
    [
        ("[levels]\nadept = 100", 25),
        ("[levels]\nadept = 100\namateur = 60", 60),
        ("[levels]\nnovice = 30\nadept = 100", 30),
        ("[levels]\nmaster = 9000", SearchSettings().adept // 4),
        ("", SearchSettings().adept // 4),
    ],
)
def test_an_amateur_without_a_setting_has_a_quarter(tmp_path: Path, text: str, amateur: int) -> None:
    file = tmp_path / "bots.toml"
    file.write_text(text, encoding="utf-8")
    assert read_search_settings(file).sims("amateur") == amateur


@pytest.mark.parametrize("name", lt.names())
def test_a_level_is_played_by_the_bot_that_the_game_names(name: str) -> None:
    """A policy, the network with some tries, or a search with some simulations; the arena seats the same bot."""
    game = lt.game(name, "plain")
    settings = search_settings_of(game)
    for level in LEVELS:
        bot, agent = bots.make(level, 1, game), agent_for(level, game, game.program())
        assert bot.name == level
        if level in dict(settings.networks):
            assert isinstance(bot, NetworkLevel)
            assert bot.tries == dict(settings.networks)[level]
            if outlook_of(game) is None:
                assert isinstance(agent, NetworkLevelAgent)
                assert agent.tries == bot.tries
            else:
                assert isinstance(agent, PlanAgent)
                assert agent.broad == bot.broad_in(game.program())
        elif level in level_policies(game):
            assert isinstance(bot, Policy)
            assert bot.policy == level_policies(game)[level]
            assert isinstance(agent, PolicyAgent)
            assert policies(game)[agent.policy] == bot.policy
        else:
            assert isinstance(bot, bots.Search)
            assert isinstance(agent, SearchAgent)
            assert bot.sims_for(game) == agent.sims == settings.sims(level)
        assert patience(bot) <= 1.2 * CEILING[MASTER]


@pytest.mark.parametrize(
    ("name", "lower", "higher", "same"),
    [
        ("gwynt", "adept", "master", False),  # one network, which errs as an adept
        ("kunitori", "adept", "master", False),
        ("gunkimono", "adept", "master", False),  # a search and a network
        ("gwynt", "amateur", "adept", False),
        ("gorynich", "amateur", "adept", False),
        ("lampions", "adept", "master", False),
    ],
)
def test_which_levels_are_one_player(name: str, lower: str, higher: str, same: bool) -> None:
    assert bots.alike(lt.game(name), lower, higher) is bots.alike(lt.game(name), higher, lower) is same


def test_levels_that_part_at_larger_tables_are_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bots.toml").write_text("[network]\nadept = 0\nmaster = 0\nplayers = 2\n")
    settings = read_search_settings(tmp_path / "bots.toml")
    for module in ("network_bot", "catalogue"):
        monkeypatch.setattr(f"ludotheque.bots.{module}.search_settings_of", lambda game: settings)
    assert not bots.alike(lt.game("kunitori"), "adept", "master")


def test_an_amateur_asks_no_network() -> None:
    """People can beat it: the same search with the network's liking is much stronger."""
    game = lt.game("gunkimono", "plain")
    settings = search_settings_of(game)
    assert settings.network > 0
    for name, asked in (("novice", None), ("amateur", None), (f"sims:{settings.amateur}", digest_of(game))):
        assert network_behind(game, name, 2) == asked
        agent = agent_for(name, game, game.program())
        assert isinstance(agent, SearchAgent)
        assert (agent.searcher.network is None) == (asked is None)


def test_an_amateur_of_many_simulations_asks_none_either() -> None:
    patient = SearchSettings(network=0.5, patient=SearchSettings(network=0.5, ahead=3))
    assert patient.for_level("amateur", PATIENT).at(PATIENT) == SearchSettings(ahead=3)
    assert patient.for_level("adept", PATIENT) == patient


def test_an_amateur_at_a_table_asks_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    game = lt.game("gunkimono", "plain")
    asked: list[bool] = []

    def think(self: Searcher, *given: object) -> list[RootAction]:
        asked.append(self.network is not None)
        return [RootAction(1, 0, 0.5, 0.5, -1)]

    monkeypatch.setattr(Searcher, "think", think)
    pos = game.start(2, seed=3)
    for name in ("amateur", "adept"):
        bots.make(name, 0, game).choose(pos, pos.actors[0])
    assert asked == [False, True]


class Likings:
    """What stands in for random numbers: so many keys, spread evenly."""

    KEYS = 200

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return ((n * 2**32 // self.KEYS, *range(7)) for n in range(self.KEYS))


def test_a_level_that_errs_takes_good_moves_and_none_that_is_absurd() -> None:
    game = lt.game("gwynt", "plain")
    pos = game.start(2, seed=3)
    for seat in pos.actors:
        pos.play("keep", seat)
    look_ahead = LookAhead(game, game.program(), LookAheadSettings())
    seat = pos.actors[0]
    logits = network_of(game).answer(pos.observe(seat)[None])[0][0]
    best = max(float(logits[move.id]) for move in pos.moves(seat))

    def taken(mistakes: float) -> Counter[int]:
        put = partial(game.program().put, state=pos.state)
        return Counter(look_ahead.think(put, seat, key, 0, None, mistakes) for key in Likings())

    assert len(taken(0)) == 1
    few, many = taken(0.5), taken(5)
    assert set(taken(0)) <= set(few) <= set(many)
    assert 1 < len(many) <= FEW
    for mistakes, found in ((0.5, few), (5, many)):
        behind = {action: best - float(logits[action]) for action in found}
        assert max(behind.values()) < ABSURD * mistakes + 0.01
        assert found.most_common(1)[0][0] == min(behind, key=lambda action: behind[action])


def test_a_novice_never_takes_what_looks_absurd() -> None:
    rows = [RootAction(n, 1, 0.5, 0.5 - n / 50, n) for n in range(30)]
    found = Counter(sample(rows, key[0], 0.05).action for key in Likings())
    assert set(found) == set(range(FEW)), "not beyond a few, however many there are"
    assert found[0] > found[FEW - 1] > 0
    near = [RootAction(0, 1, 0.5, 0.5, 0), RootAction(1, 1, 0.5, 0.3, 1)]
    assert {sample(near, key[0], 0.05).action for key in Likings()} == {0}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('ladder = ["novice", "novice"]', "bots.toml: ladder: ['novice', 'novice'] does not name 5 bots"),
        ("ladder = 3", "bots.toml: ladder: 3 does not name 5 bots"),
        ("[network]\nmaster = 400\n[mistakes]\nmaster = 1", "bots.toml: mistakes.master: unknown; expected"),
        ("[network]\nadept = 0\n[mistakes]\nadept = -1", "bots.toml: mistakes.adept: -1 is less than 0"),
        ("adept = 3", "bots.toml: adept: unknown; expected levels, search, patient"),
        ("levels = 3", "bots.toml: levels: 3 is not a table"),
        ("[levels]\nexpert = 3", "bots.toml: levels.expert: unknown; expected novice, amateur, adept, master"),
        ("[levels]\nadept = 300.5", "bots.toml: levels.adept: 300.5 is not a whole number"),
        ("[levels]\nadept = true", "bots.toml: levels.adept: True is not a whole number"),
        ("[levels]\nnovice = 0", "bots.toml: levels.novice: 0 is less than 1"),
        ("[levels]\nadept = 900\nmaster = 800", "bots.toml: levels: a level has fewer simulations"),
        ("[levels]\nadept = 100\namateur = 101", "bots.toml: levels: a level has fewer simulations"),
        ("[search]\nmaster = 3", "bots.toml: search.master: unknown; expected explore, ahead"),
        ('[search]\nexplore = "much"', "bots.toml: search.explore: 'much' is not a number"),
        ("[search]\nahead = -2", "bots.toml: search.ahead: -2 is less than -1"),
        ("[patient]\npatient = 1", "bots.toml: patient.patient: unknown"),
        ("[network]\nmaster = -1", "bots.toml: network.master: -1 is less than 0"),
        (
            "[network]\nexpert = 1",
            "bots.toml: network.expert: unknown; expected novice, amateur, adept, master, p",
        ),
        ("[network]\nplayers = 2.5", "bots.toml: network.players: 2.5 is not a whole number"),
        ("[look_ahead]\nbase = 1.5", "bots.toml: look_ahead.base: 1.5 is not a whole number"),
        ("[search", "bots.toml: Expected ']'"),
    ],
)
def test_a_bad_file_is_named_by_field(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "mygame" / "bots.toml"
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8")
    with pytest.raises(lt.BadInput) as caught:
        read_search_settings(file)
    assert f"mygame/{told}" in str(caught.value)
