"""How a game says that it is to be searched: its `bots.toml`, and every way in which that can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.bots.levels import LookAheadSettings, SearchSettings, read_search_settings, search_settings_of


def test_what_stands_in_the_file_is_used() -> None:
    kunitori = search_settings_of(lt.game("kunitori", "plain"))
    assert (kunitori.adept, kunitori.master, kunitori.ahead, kunitori.deep, kunitori.unit) == (300, 2000, 3, 1, 1200)
    assert kunitori.patient is None
    gwynt = search_settings_of(lt.game("gwynt", "plain"))
    assert gwynt.patient is not None
    assert gwynt.patient.value_network == 0.5
    assert dict(kunitori.networks) == {"master": 0}
    assert (gwynt.look_ahead.hopeless, gwynt.look_ahead.broad) == (3, LookAheadSettings().broad)
    assert gwynt.patient.ahead == SearchSettings().ahead, "nothing is taken over from the settings for few"


def test_a_game_never_measured_is_searched_too(tmp_path: Path) -> None:
    assert read_search_settings(tmp_path / "bots.toml") == SearchSettings()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("adept = 3", "bots.toml: adept: unknown; expected levels, search, patient"),
        ("levels = 3", "bots.toml: levels: 3 is not a table"),
        ("[levels]\nexpert = 3", "bots.toml: levels.expert: unknown; expected novice, adept, master"),
        ("[levels]\nadept = 300.5", "bots.toml: levels.adept: 300.5 is not a whole number"),
        ("[levels]\nadept = true", "bots.toml: levels.adept: True is not a whole number"),
        ("[levels]\nnovice = 0", "bots.toml: levels.novice: 0 is less than 1"),
        ("[levels]\nadept = 900\nmaster = 800", "bots.toml: levels: a level has fewer simulations"),
        ("[search]\nmaster = 3", "bots.toml: search.master: unknown; expected explore, ahead"),
        ('[search]\nexplore = "much"', "bots.toml: search.explore: 'much' is not a number"),
        ("[search]\nahead = -2", "bots.toml: search.ahead: -2 is less than -1"),
        ("[patient]\npatient = 1", "bots.toml: patient.patient: unknown"),
        ("[network]\nmaster = -1", "bots.toml: network.master: -1 is less than 0"),
        ("[network]\nexpert = 1", "bots.toml: network.expert: unknown; expected novice, adept, master, players"),
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
