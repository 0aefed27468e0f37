"""Gwynt's card and leader files: what they hold, and what the loader says when they are wrong."""

from __future__ import annotations

import shutil
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.errors import BadInput
from ludotheque.games.gwynt import components as module
from ludotheque.games.gwynt.components import (
    ABILITIES,
    CARD_BY_ID,
    CARDS,
    DATA,
    FACTIONS,
    LEADER_ABILITIES,
    LEADER_BY_ID,
    LEADERS,
    PLACES,
    Card,
    load,
)
from ludotheque.play.notation import fold

HERE = Path(module.__file__).parent
LANGUAGES = ("en", "fr")


# ---- what the files hold ----


@pytest.mark.rule("GWY-02")
def test_the_totals_are_those_of_the_collection() -> None:
    rows = Counter(card.set for card in CARDS)
    copies: Counter[str] = Counter()
    for card in CARDS:
        copies[card.set] += card.copies
    assert rows == {"base": 127, "hearts_of_stone": 7, "blood_and_wine": 28}
    assert copies == {"base": 183, "hearts_of_stone": 8, "blood_and_wine": 41}
    base_kinds = Counter(card.is_unit for card in CARDS if card.set == "base")
    assert base_kinds == {True: 120, False: 7}
    created = Counter(card.set for card in CARDS if card.is_created)
    assert created == {"hearts_of_stone": 1, "blood_and_wine": 3}


def test_the_rows_of_each_faction() -> None:
    assert Counter(card.faction for card in CARDS) == {
        "monsters": 35,
        "nilfgaard": 29,
        "northern_realms": 25,
        "scoiatael": 23,
        "neutral": 23,
        "skellige": 27,
    }
    neutral = Counter(card.kind if not card.is_unit else "unit" for card in CARDS if card.faction == "neutral")
    assert neutral == {"unit": 15, "special": 3, "weather": 5}


@pytest.mark.rule("GWY-36")
def test_every_faction_has_its_leaders() -> None:
    assert Counter(leader.set for leader in LEADERS) == {
        "base": 16,
        "hearts_of_stone": 4,
        "blood_and_wine": 2,
    }
    for faction in FACTIONS:
        sets = Counter(leader.set for leader in LEADERS if leader.faction == faction)
        assert sets == ({"blood_and_wine": 2} if faction == "skellige" else {"base": 4, "hearts_of_stone": 1})
    assert {leader.ability for leader in LEADERS} == set(LEADER_ABILITIES)


def test_numbers_are_places_and_ids_find_cards() -> None:
    assert [card.number for card in CARDS] == list(range(162))
    assert [leader.number for leader in LEADERS] == list(range(22))
    assert all(CARD_BY_ID[card.id] is card for card in CARDS)
    assert all(LEADER_BY_ID[leader.id] is leader for leader in LEADERS)
    assert hash(CARDS[0]) != hash(CARDS[1])


@pytest.mark.parametrize(
    ("card_id", "faction", "kind", "row", "strength", "ability", "copies"),
    [
        ("geralt_of_rivia", "neutral", "hero", "close", 15, "none", 1),
        ("kayran", "monsters", "hero", "agile", 8, "morale", 1),
        ("blue_stripes_commando", "northern_realms", "unit", "close", 4, "tight_bond", 3),
        ("catapult", "northern_realms", "unit", "siege", 8, "tight_bond", 2),
        ("milva", "scoiatael", "unit", "ranged", 10, "morale", 1),
        ("siege_technician", "nilfgaard", "unit", "siege", 0, "medic", 1),
        ("ciaran_aep_easnillien", "scoiatael", "unit", "agile", 3, "none", 1),
        ("hemdall", "skellige", "hero", "close", 11, "none", 0),
        ("decoy", "neutral", "special", "any", 0, "decoy", 3),
        ("skellige_storm", "neutral", "weather", "none", 0, "weather_storm", 3),
    ],
)
def test_a_few_cards_read_back(
    card_id: str, faction: str, kind: str, row: str, strength: int, ability: str, copies: int
) -> None:
    card = CARD_BY_ID[card_id]
    assert (card.faction, card.kind, card.row) == (faction, kind, row)
    assert (card.strength, card.ability, card.copies) == (strength, ability, copies)


@pytest.mark.rule("GWY-18")
def test_families_pull_each_other_but_for_two() -> None:
    for card in CARDS:
        if card.ability == "muster" and card.id not in ("gaunter_odimm", "cerys"):
            family = {other.id for other in CARDS if other.group == card.group} - {"gaunter_odimm"}
            assert set(card.pulls) == family
    assert CARD_BY_ID["gaunter_odimm"].pulls == ("gaunter_odimm_darkness",)
    assert CARD_BY_ID["cerys"].pulls == ("clan_drummond_shield_maiden",)
    assert CARD_BY_ID["clan_drummond_shield_maiden"].pulls == ()


def test_a_disputed_value_says_so() -> None:
    assert "3" in CARD_BY_ID["ciaran_aep_easnillien"].note
    assert "Terre brûlée" in CARD_BY_ID["scorch"].note


def test_both_files_say_where_their_values_come_from() -> None:
    for name in ("cards.toml", "leaders.toml"):
        document = tomllib.loads((DATA / name).read_text(encoding="utf-8"))
        assert {"names_en", "names_fr", "values", "totals"} <= set(document["provenance"])


def test_names_are_compared_without_case_accents_or_marks() -> None:
    assert fold("Síle de Tansarville") == fold("sile_de_TANSARVILLE") == "siledetansarville"
    assert fold("Vampire : Ekimme") == fold("vampire: ekimme")


# ---- the loader on broken files ----


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the real data files, to be broken."""
    for name in ("cards.toml", "leaders.toml"):
        shutil.copy(DATA / name, tmp_path / name)
    return tmp_path


def _line(path: Path, text: str, after: str = "") -> int:
    """The line of the first occurrence of `text`, not before the line that holds `after`."""
    lines = path.read_text(encoding="utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if after in line)
    return next(number for number in range(start, len(lines)) if text in lines[number]) + 1


def _break(path: Path, entry: str, old: str, new: str) -> None:
    """Replaces `old` once, in the entry with that id."""
    text = path.read_text(encoding="utf-8")
    start = text.index(f'id = "{entry}"')
    at = text.index(old, start)
    assert "[[" not in text[start:at]
    path.write_text(text[:at] + new + text[at + len(old) :], encoding="utf-8")


CARD_FAULTS = [
    # entry, what stands there, what we write, field, part of the problem
    ("nekker", 'id = "nekker"', 'id = "Nekker!"', "Nekker!.id", "is no id"),
    ("nekker", 'faction = "monsters"', 'faction = "monster"', "nekker.faction", "'monster' is none of"),
    ("nekker", 'kind = "unit"', 'kind = "units"', "nekker.kind", "'units' is none of"),
    ("nekker", 'row = "close"', 'row = "middle"', "nekker.row", "'middle' is none of"),
    ("nekker", 'row = "close"', 'row = "none"', "nekker.row", "needs a row of its own"),
    ("scorch", 'row = "none"', 'row = "siege"', "scorch.row", "no row of its own"),
    ("nekker", "strength = 2", "strength = -2", "nekker.strength", "-2 is no whole number"),
    ("nekker", "strength = 2", "strength = true", "nekker.strength", "True is no whole number"),
    ("nekker", "strength = 2", 'strength = "2"', "nekker.strength", "is no whole number"),
    ("scorch", "strength = 0", "strength = 4", "scorch.strength", "write 0"),
    ("nekker", 'ability = "muster"', 'ability = "mustr"', "nekker.ability", "'mustr' is none of"),
    ("scorch", 'ability = "scorch"', 'ability = "weather_fog"', "scorch.ability", "does not go with kind"),
    ("nekker", 'pulls = ["nekker"]', 'pulls = ["neker"]', "nekker.pulls", "'neker' is no card"),
    ("nekker", 'pulls = ["nekker"]', "pulls = []", "nekker.pulls", "cards with muster"),
    ("nekker", 'pulls = ["nekker"]', 'pulls = "nekker"', "nekker.pulls", "is no list of texts"),
    ("nekker", 'group = "nekker"', 'group = ""', "nekker.group", "needs one"),
    ("cow", 'group = "bovine_defense_force"', 'group = "bull"', "cow.group", "'bull' is no card"),
    ("cow", 'group = "bovine_defense_force"', 'group = "nekker"', "cow.group", "has 0 copies"),
    ("nekker", "copies = 3", "copies = -1", "nekker.copies", "-1 is no whole number"),
    ("nekker", "copies = 3\n", "", "nekker.copies", "is missing"),
    ("nekker", 'set = "base"', 'set = "vase"', "nekker.set", "'vase' is none of"),
    ("nekker", 'name = { en = "Nekker", fr = "Nekker" }\n', "", "nekker.name", "is missing"),
    ("nekker", 'fr = "Nekker"', 'fr = " "', "nekker.name", "is empty in fr"),
    ("nekker", ', fr = "Nekker"', "", "nekker.name", "needs en and fr"),
    ("ghoul", 'en = "Ghoul"', 'en = "NEKKER"', "ghoul.name", "'NEKKER' also names nekker"),
    ("nekker", "copies = 3", "copies = 3\ncolour = 1", "nekker.colour", "is no field"),
]


@pytest.mark.parametrize(("entry", "old", "new", "field", "problem"), CARD_FAULTS)
def test_a_broken_card_is_named(folder: Path, entry: str, old: str, new: str, field: str, problem: str) -> None:
    path = folder / "cards.toml"
    header = _line(path, f'id = "{entry}"') - 1
    _break(path, entry, old, new)
    with pytest.raises(BadInput) as caught:
        load(folder)
    assert caught.value.source == "cards.toml"
    fault = next(fault for fault in caught.value.faults if fault.field == field and problem in fault.problem)
    name = field.split(".")[1]
    written = path.read_text(encoding="utf-8").splitlines()[fault.line - 1]
    assert header <= fault.line <= header + 14
    assert written.startswith(f"{name} =") or (problem == "is missing" and written == "[[card]]")


def test_a_used_twice_id_points_at_the_second(folder: Path) -> None:
    path = folder / "cards.toml"
    _break(path, "ghoul", 'id = "ghoul"', 'id = "nekker"')
    with pytest.raises(BadInput) as caught:
        load(folder)
    lines = path.read_text(encoding="utf-8").splitlines()
    second = [number for number, line in enumerate(lines, start=1) if line == 'id = "nekker"'][1]
    assert f"line {second}, nekker.id: is used twice" in str(caught.value)


def test_all_faults_come_at_once_in_the_order_of_the_file(folder: Path) -> None:
    path = folder / "cards.toml"
    _break(path, "ghoul", "strength = 1", "strength = -1")
    _break(path, "decoy", "copies = 3", 'copies = "three"')
    _break(path, "nekker", 'faction = "monsters"', 'faction = "swamp"')
    with pytest.raises(BadInput) as caught:
        load(folder)
    assert [fault.field for fault in caught.value.faults] == [
        "decoy.copies",
        "nekker.faction",
        "ghoul.strength",
    ]


LEADER_FAULTS = [
    ("king_bran", 'faction = "skellige"', 'faction = "neutral"', "king_bran.faction", "is none of"),
    ("king_bran", 'use = "passive"', 'use = "active"', "king_bran.use", "half_weather is passive"),
    ("king_bran", 'use = "passive"', 'use = "sometimes"', "king_bran.use", "'sometimes' is none of"),
    ("king_bran", 'ability = "half_weather"', 'ability = "hide"', "king_bran.ability", "'hide' is none of"),
    ("king_bran", 'parameter = ""', 'parameter = "close"', "king_bran.parameter", "takes none"),
    ("foltest_siegemaster", '"siege"', '"tower"', "foltest_siegemaster.parameter", "'tower' is none of"),
    (
        "foltest_king_of_temeria",
        '"impenetrable_fog"',
        '"nekker"',
        "foltest_king_of_temeria.parameter",
        "weather",
    ),
    ("emhyr_emperor_of_nilfgaard", '"3"', '"0"', "emhyr_emperor_of_nilfgaard.parameter", "no number"),
    ("crach_an_craite", "when =", "whenever =", "crach_an_craite.whenever", "is no field"),
]


@pytest.mark.parametrize(("entry", "old", "new", "field", "problem"), LEADER_FAULTS)
def test_a_broken_leader_is_named(folder: Path, entry: str, old: str, new: str, field: str, problem: str) -> None:
    path = folder / "leaders.toml"
    header = _line(path, f'id = "{entry}"') - 1
    _break(path, entry, old, new)
    with pytest.raises(BadInput) as caught:
        load(folder)
    assert caught.value.source == "leaders.toml"
    fault = next(fault for fault in caught.value.faults if fault.field == field and problem in fault.problem)
    assert header < fault.line <= header + 11


def test_an_active_leader_must_say_when(folder: Path) -> None:
    path = folder / "leaders.toml"
    _break(path, "crach_an_craite", "when =", "#")
    with pytest.raises(BadInput, match=r"crach_an_craite\.when: active leaders"):
        load(folder)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"[[card]]\nid = \n", "line 2: "),
        (b'[[card]]\nid = "\xff"\n', "is not UTF-8"),
        (b'title = "nothing"\n', "card: needs at least one [[card]] entry"),
        (b"card = 3\n", "card: needs at least one [[card]] entry"),
        (b"card = [1, 2]\n", "card: needs at least one [[card]] entry"),
        (b'[[card]]\nrow = "close"\n', "line 1, card 1.id: is missing"),
        (b'card = [{ id = "x" }]\n', "x.faction: is missing"),
    ],
)
def test_a_file_that_is_no_card_file(folder: Path, content: bytes, fault: str) -> None:
    (folder / "cards.toml").write_bytes(content)
    with pytest.raises(BadInput) as caught:
        load(folder)
    assert fault in str(caught.value)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"cards\.toml: No such file"):
        load(tmp_path)


# ---- words ----


def _tables(folder: str) -> list[dict[str, Any]]:
    return [tomllib.loads((HERE / folder / f"{name}.toml").read_text(encoding="utf-8")) for name in LANGUAGES]


def _lines(table: dict[str, object], above: str = "") -> Iterator[tuple[str, str]]:
    for key, line in table.items():
        if isinstance(line, dict):
            yield from _lines(line, f"{above}{key}.")
        else:
            assert isinstance(line, str), (above, key)
            yield f"{above}{key}", line


def test_messages_have_the_same_keys_and_parameters_in_both_languages() -> None:
    english, french = (list(_lines(table)) for table in _tables("messages"))
    assert [key for key, _ in english] == [key for key, _ in french]
    for (key, line), (_, other) in zip(english, french, strict=True):
        empty = key == "automatic.0"  # nothing is added to a pass by choice
        assert bool(line.strip()) != empty, key
        assert bool(other.strip()) != empty, key
        assert _parameters(line) == _parameters(other), key


def _parameters(line: str) -> set[str]:
    return {part.split("}")[0].split("|")[0] for part in line.split("{")[1:]}  # `{n|card|cards}` picks a plural


def test_every_code_of_the_data_has_words() -> None:
    for messages in _tables("messages"):
        assert set(messages["ability"]) == set(messages["ability_name"]) == {*ABILITIES, "hero", "agile"}
        assert set(messages["ability_short"]) == {*ABILITIES, "hero", "agile"} - {"none"}
        assert set(messages["row"]) == set(PLACES)
        assert set(messages["faction"]) == {*FACTIONS, "neutral"}
        assert set(messages["faction_perk"]) == set(FACTIONS)
        assert set(messages["kind"]) == {card.kind for card in CARDS}
        assert set(messages["set"]) == {card.set for card in CARDS}


def test_the_rulebook_has_every_rule_once_in_both_languages() -> None:
    wanted = [f"GWY-{number:02}" for number in range(1, 41)]
    english, french = _tables("rulebook")
    for book in (english, french):
        assert list(book["rule"]) == wanted
        in_sections = [rule for section in book["section"] for rule in section["rules"]]
        assert sorted(in_sections) == wanted
        for rule in book["rule"].values():
            assert isinstance(rule, dict)
            assert set(rule) in ({"title", "text"}, {"title", "text", "ruling"})
            assert rule["title"].strip()
            assert len(rule["text"]) > 40
    for book, messages in zip((english, french), _tables("messages"), strict=True):
        text = " ".join(rule["text"] for rule in book["rule"].values())
        named = {messages["option"]["expansions"], messages["option"]["skellige"]}
        assert [option for option in named if option not in text] == []
        assert "`" not in text, "options are told in words"


def test_a_card_is_a_value_that_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        CARDS[0].strength = 5  # type: ignore[misc]
    assert isinstance(CARDS[0], Card)
