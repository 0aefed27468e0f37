"""Gwynt decks: their limits, their text form, the ready-made ones and random ones."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.errors import BadInput, Fault
from ludotheque.games.gwynt import decks as module
from ludotheque.games.gwynt.components import CARD_BY_ID, CARDS, FACTIONS, LEADERS, Card
from ludotheque.games.gwynt.decks import (
    LARGEST_DECK,
    MAX_SPECIALS,
    MIN_UNITS,
    Deck,
    card_pool,
    check,
    faults,
    format_deck,
    in_play,
    leader_pool,
    parse_deck,
    random_deck,
    read_deck,
    ready_made,
)
from tests.sizes import size

PLAIN = Deck(
    "northern_realms",
    "foltest_siegemaster",
    (
        ("poor_infantry", 4),
        ("blue_stripes_commando", 3),
        ("crinfrid_reavers_dragon_hunter", 3),
        ("kaedweni_siege_expert", 3),
        ("trebuchet", 2),
        ("ballista", 2),
        ("catapult", 2),
        ("ves", 1),
        ("thaler", 1),
        ("vernon_roche", 1),
        ("decoy", 3),
        ("biting_frost", 3),
        ("commanders_horn", 3),
        ("scorch", 1),
    ),
)
"""Legal in the base set, and at both limits: 22 units, 10 specials."""


def _with(deck: Deck, **changes: int) -> Deck:
    """The deck with other counts of some cards; 0 takes a card out."""
    counts = {**dict(deck.cards), **changes}
    return Deck(deck.faction, deck.leader, tuple((card, n) for card, n in counts.items() if n), deck.name)


def _said(deck: Deck, expansions: bool = False, skellige: bool = False, language: str = "en") -> list[str]:
    return [str(fault) for fault in faults(deck, expansions, skellige, language)]


# ---- limits ----


@pytest.mark.rule("GWY-01")
def test_a_deck_at_both_limits_is_legal() -> None:
    assert faults(PLAIN, expansions=False, skellige=False) == []
    check(PLAIN, expansions=False, skellige=False)
    assert PLAIN.size == MIN_UNITS + MAX_SPECIALS


@pytest.mark.rule("GWY-01")
def test_one_unit_too_few_even_if_decoys_and_weather_abound() -> None:
    assert _said(_with(PLAIN, ves=0)) == ["cards: 21 unit cards; a deck needs at least 22."]


@pytest.mark.rule("GWY-01")
def test_heroes_count_as_units() -> None:
    assert _said(_with(PLAIN, ves=0, geralt_of_rivia=1)) == []


@pytest.mark.rule("GWY-01")
@pytest.mark.parametrize("extra", ["torrential_rain", "clear_weather"])
def test_weather_counts_as_special(extra: str) -> None:
    expected = "cards: 11 special cards, weather and decoys included; a deck holds at most 10."
    assert _said(_with(PLAIN, **{extra: 1})) == [expected]


@pytest.mark.rule("GWY-01")
def test_decoys_count_as_special() -> None:
    assert _said(_with(PLAIN, decoy=0, clear_weather=3)) == []
    assert len(_said(_with(PLAIN, clear_weather=3))) == 1


@pytest.mark.rule("GWY-02")
def test_no_more_copies_than_a_collection_has() -> None:
    assert _said(_with(PLAIN, catapult=3)) == ["catapult: 3 \u00d7 Catapult: a full collection holds 2."]


@pytest.mark.rule("GWY-02")
def test_no_card_of_another_faction() -> None:
    expected = "nekker: Nekker belongs to Monsters; a deck holds cards of its faction and neutral ones."
    assert _said(_with(PLAIN, nekker=1)) == [expected]


@pytest.mark.rule("GWY-02")
def test_no_created_card() -> None:
    deck = _with(PLAIN, bovine_defense_force=1)
    expected = "Bovine Defense Force is created during play and is never part of a deck."
    assert _said(deck, expansions=True) == [f"bovine_defense_force: {expected}"]


@pytest.mark.rule("GWY-02")
def test_no_leader_of_another_faction() -> None:
    deck = Deck("northern_realms", "king_bran", PLAIN.cards)
    assert _said(deck, skellige=True) == ["leader: King Bran leads Skellige, not Northern Realms."]


@pytest.mark.rule("GWY-03")
def test_cards_of_the_expansions_need_the_option() -> None:
    deck = _with(PLAIN, cow=1, scorch=0, skellige_storm=1)
    assert _said(deck, expansions=True) == []
    only = "played with the option “Expansions” only."
    assert _said(deck, skellige=True) == [
        f"cow: Cow is a card of Hearts of Stone, {only}",
        f"skellige_storm: Skellige Storm is a card of Blood and Wine, {only}",
    ]


@pytest.mark.rule("GWY-03")
def test_a_fifth_leader_needs_the_option() -> None:
    deck = Deck("northern_realms", "foltest_son_of_medell", PLAIN.cards)
    assert _said(deck, expansions=True) == []
    assert [fault.field for fault in faults(deck, expansions=False, skellige=True)] == ["leader"]


@pytest.mark.rule("GWY-03")
def test_skellige_needs_its_option_and_no_other() -> None:
    deck = random_deck("skellige", 1, expansions=False, skellige=True)
    assert _said(deck, skellige=True) == []
    assert _said(deck, expansions=True) == ["faction: Skellige is played with the option “skellige” only."]


@pytest.mark.rule("GWY-02")
def test_every_broken_limit_is_named_at_once() -> None:
    deck = Deck(
        "monsters",
        "emhyr_invader_of_the_north",
        (
            ("toad", 1),
            ("nekker", 4),
            ("catapult", 3),
            ("hemdall", 1),
            ("decoy", 11),
            ("unicorn", 1),
            ("decoy", -1),
        ),
    )
    found = faults(deck, expansions=False, skellige=False)
    assert [fault.field for fault in found] == [
        "leader",  # another faction's
        "leader",  # of a set not in play
        "decoy",  # listed twice
        "decoy",  # -1 copies
        "toad",  # of a set not in play
        "nekker",  # 4 of 3
        "catapult",  # another faction's
        "catapult",  # 3 of 2
        "hemdall",  # another faction's
        "hemdall",  # created
        "decoy",  # 10 of 3
        "unicorn",  # no card
        "cards",  # 9 units
    ]
    with pytest.raises(BadInput) as caught:
        check(deck, expansions=False, skellige=False, source="mine")
    assert caught.value.faults == tuple(found)
    assert caught.value.source == "mine"


def test_an_unknown_faction_is_one_fault_not_one_a_card() -> None:
    deck = Deck("dragons", "foltest_siegemaster", PLAIN.cards)
    assert _said(deck) == ["faction: No faction is called “dragons”."]
    assert _said(Deck(PLAIN.faction, "nobody", PLAIN.cards)) == ["leader: No leader is called “nobody”."]


def test_faults_speak_french_too() -> None:
    assert _said(_with(PLAIN, catapult=3), language="fr") == [
        "catapult: 3 \u00d7 Catapulte : une collection complète en contient 2."
    ]
    with pytest.raises(BadInput, match="'tlh' is none of en, fr"):
        faults(PLAIN, expansions=False, skellige=False, language="tlh")


@pytest.mark.rule("GWY-02")
def test_the_largest_legal_deck_has_67_cards() -> None:
    largest = {}
    for faction in FACTIONS:
        for expansions in (False, True):
            pool = card_pool(faction, expansions, skellige=True)
            units = sum(card.copies for card in pool if card.is_unit)
            specials = [card for card in pool if not card.is_unit]
            cards = [(card.id, card.copies) for card in pool if card.is_unit]
            cards += [(card.id, 3) for card in specials[:3]] + [(specials[3].id, 1)]
            deck = Deck(faction, leader_pool(faction, expansions, True)[0].id, tuple(cards))
            check(deck, expansions, skellige=True)
            assert deck.size == units + MAX_SPECIALS
            largest[faction, expansions] = deck.size
    assert max(largest.values()) == LARGEST_DECK == 67
    assert [key for key, size in largest.items() if size == 67] == [("monsters", True)]


@pytest.mark.rule("GWY-03")
def test_what_each_option_adds() -> None:
    for faction in FACTIONS[:4]:
        base = set(card_pool(faction, expansions=False, skellige=False))
        assert {card.set for card in base} == {"base"}
        assert set(card_pool(faction, expansions=False, skellige=True)) == base
        added = set(card_pool(faction, expansions=True, skellige=False)) - base
        neutral = {"skellige_storm", "olgierd_von_everec", "gaunter_odimm", "gaunter_odimm_darkness", "cow"}
        own = {"monsters": {"toad"}, "scoiatael": {"schirru"}}.get(faction, set())
        assert {card.id for card in added} == neutral | own
        assert len(leader_pool(faction, expansions=False, skellige=False)) == 4
        assert len(leader_pool(faction, expansions=True, skellige=False)) == 5
    skellige = card_pool("skellige", expansions=False, skellige=True)
    assert {card.set for card in skellige if card.faction == "neutral"} == {"base"}
    assert sum(card.faction == "skellige" for card in skellige) == 24
    assert len(leader_pool("skellige", expansions=False, skellige=True)) == 2
    assert leader_pool("skellige", expansions=True, skellige=False) == ()
    assert not any(in_play(card, True, False) for card in CARDS if card.faction == "skellige")


# ---- text ----


def test_a_deck_as_a_person_writes_it() -> None:
    deck = parse_deck(
        """
        # my deck
        faction: Royaumes du Nord
        leader: FOLTEST : maître du siège   # in French
        name.en: Number #1
        name.fr:  Numéro   1

        3 blue_stripes_commando   # by id
        2x Catapult
        1 misérable fantassin de mes deux
        1 \u00d7 sile de tansarville
        """
    )
    assert deck == Deck(
        "northern_realms",
        "foltest_siegemaster",
        (("blue_stripes_commando", 3), ("catapult", 2), ("poor_infantry", 1), ("sile_de_tansarville", 1)),
        {"en": "Number #1", "fr": "Numéro 1"},
    )


HEAD = "faction: monsters\nleader: eredin_bringer_of_death\n"


@pytest.mark.parametrize(
    ("text", "line", "field", "problem"),
    [
        (HEAD + "3 nekkr", 3, "card", "No card is called “nekkr”. Did you mean “nekker”?"),
        (HEAD + "3 zzzzzzzz", 3, "card", "No card is called “zzzzzzzz”."),
        (HEAD + "3 ekimmara", 3, "card", "No card is called “ekimmara”. Did you mean “vampire_ekimmara”?"),
        (HEAD + "0 nekker", 3, "nekker", "“0” is not a number of copies; write a whole number from 1 to 99."),
        (HEAD + "-1 nekker", 3, "nekker", "“-1” is not a number of copies; write a whole number from 1 to 99."),
        (
            HEAD + "1.5 nekker",
            3,
            "nekker",
            "“1.5” is not a number of copies; write a whole number from 1 to 99.",
        ),
        (
            HEAD + "100 nekker",
            3,
            "nekker",
            "“100” is not a number of copies; write a whole number from 1 to 99.",
        ),
        (HEAD + "\n1 nekker\n2 Nekker", 5, "nekker", "Already given on line 4."),
        (HEAD + "nekker", 3, "nekker", "Say first how many copies: “1 nekker”."),
        (
            HEAD + "Vampire: Ekimmara",
            3,
            "Vampire: Ekimmara",
            "Say first how many copies: “1 Vampire: Ekimmara”.",
        ),
        (
            HEAD + "what now",
            3,
            "",
            "“what now” is neither “field: value” nor a card line such as “3 nekker”.",
        ),
        (HEAD + "faction: nilfgaard", 3, "faction", "Already given on line 1."),
        (HEAD + "name.en:", 3, "name.en", "The value is missing."),
        (HEAD + "name.en: " + "x" * 81, 3, "name.en", "The name is longer than 80 characters."),
        ("faction: monsters", 0, "leader", "The deck does not say it."),
        ("leader: king bran", 0, "faction", "The deck does not say it."),
        (
            "leader: king bran\nfaction: monster",
            2,
            "faction",
            "No faction is called “monster”. Did you mean “monsters”?",
        ),
        (
            "faction: skellige\nleader: bran",
            2,
            "leader",
            "No leader is called “bran”. Did you mean “king_bran”?",
        ),
    ],
)
def test_a_bad_line_is_named(text: str, line: int, field: str, problem: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_deck(text, source="mine")
    assert caught.value.source == "mine"
    assert caught.value.faults == (Fault(line, field, problem),)


def test_an_unknown_field_is_named() -> None:
    with pytest.raises(BadInput, match="line 3, colour: There is no field “colour”"):
        parse_deck(HEAD + "colour: red")


def test_all_bad_lines_come_at_once() -> None:
    with pytest.raises(BadInput) as caught:
        parse_deck("3 nekkr\n0 ghoul\nname.tlh: x\n", language="fr")
    assert [(fault.line, fault.field) for fault in caught.value.faults] == [
        (1, "card"),
        (2, "ghoul"),
        (3, "name.tlh"),
        (0, "faction"),
        (0, "leader"),
    ]
    assert caught.value.faults[0].problem == "Aucune carte ne s'appelle « nekkr ». Vouliez-vous dire « nekker » ?"


def test_a_huge_text_is_not_read() -> None:
    with pytest.raises(BadInput, match="longer than 20000 characters"):
        parse_deck("1 nekker\n" * 5000)


def test_a_fault_quotes_no_more_than_a_name() -> None:
    with pytest.raises(BadInput) as caught:
        parse_deck(HEAD + "1 " + "w" * 5000)
    assert len(str(caught.value)) < 200


# All that UTF-8 can write. Asked for by that name, Hypothesis would try every character there is: 2.6 s instead of 0.2.
WRITTEN = st.characters(exclude_categories=["Cs"])
names = st.text(WRITTEN, max_size=60).map(module._one_line).filter(bool)
decks = st.builds(
    Deck,
    st.sampled_from(FACTIONS),
    st.sampled_from([leader.id for leader in LEADERS]),
    st.dictionaries(st.sampled_from(sorted(CARD_BY_ID)), st.integers(1, 99), max_size=40).map(
        lambda counts: tuple(counts.items())
    ),
    st.one_of(st.none(), st.dictionaries(st.sampled_from(["en", "fr"]), names, min_size=1)),
)


@given(decks)
@settings(max_examples=size(20, 150), deadline=None)
def test_text_and_deck_are_the_same_thing(deck: Deck) -> None:
    """Any deck, legal or not, comes back from its text, and the text from the deck."""
    text = format_deck(deck)
    assert parse_deck(text) == deck
    assert format_deck(parse_deck(text)) == text


@given(st.sampled_from(CARDS), st.sampled_from(["en", "fr"]), st.sampled_from([str.upper, str.lower, str.title]))
@settings(max_examples=150, deadline=None)
def test_any_card_goes_by_its_name_in_either_language(
    card: Card, language: str, spelling: Callable[[str], str]
) -> None:
    assert parse_deck(f"{HEAD}2 {spelling(card.name[language])}").cards == ((card.id, 2),)


@given(st.text(WRITTEN, max_size=300))
@settings(max_examples=150, deadline=None)
def test_nonsense_is_refused_and_never_breaks_the_reader(text: str) -> None:
    with pytest.raises(BadInput):
        parse_deck(text)


# ---- ready-made and random decks ----


@pytest.mark.rule("GWY-03")
def test_two_ready_made_decks_a_faction_legal_in_the_base_set() -> None:
    decks = ready_made()
    for faction in FACTIONS:
        keys = [key for key, deck in decks.items() if deck.faction == faction]
        assert len(keys) == 2
        assert all(key.startswith(faction + "_") for key in keys)
    assert len(decks) == 10
    for deck in decks.values():
        check(deck, expansions=False, skellige=deck.faction == "skellige")
        assert set(deck.name or {}) == {"en", "fr"}
        assert parse_deck(format_deck(deck)) == deck
    assert len({tuple((deck.name or {}).values()) for deck in decks.values()}) == 10


@pytest.mark.rule("GWY-03")
def test_ready_made_decks_have_a_similar_shape() -> None:
    for key, deck in ready_made().items():
        cards = [(CARD_BY_ID[card], count) for card, count in deck.cards]
        assert 22 <= sum(count for card, count in cards if card.is_unit) <= 24, key
        assert 4 <= sum(count for card, count in cards if not card.is_unit) <= 8, key
        assert 2 <= sum(count for card, count in cards if card.is_hero) <= 6, key
        assert len({CARD_BY_ID[card].row for card, _ in deck.cards} & {"close", "ranged", "siege", "agile"}) >= 3


def test_the_ready_made_decks_cannot_be_spoilt_by_a_caller() -> None:
    ready_made().clear()
    assert len(ready_made()) == 10


@pytest.mark.rule("GWY-03")
@pytest.mark.parametrize("faction", FACTIONS)
def test_random_decks_are_legal_and_plausible(faction: str) -> None:
    leaders = set()
    for seed in range(200):
        expansions = bool(seed % 2)
        deck = random_deck(faction, seed, expansions, skellige=faction == "skellige" or seed % 3 == 0)
        check(deck, expansions, skellige=faction == "skellige")
        counts = {True: 0, False: 0}
        for card, count in deck.cards:
            counts[CARD_BY_ID[card].is_unit] += count
        assert 22 <= counts[True] <= 26
        assert 4 <= counts[False] <= 10
        leaders.add(deck.leader)
        leader = next(leader for leader in LEADERS if leader.id == deck.leader)
        if leader.ability == "play_weather_from_deck":
            weather = {card for card, _ in deck.cards if CARD_BY_ID[card].kind == "weather"}
            assert leader.parameter in weather or (leader.parameter == "any" and weather)
    assert leaders == {leader.id for leader in leader_pool(faction, True, True)}


@pytest.mark.rule("GWY-03")
def test_a_seed_gives_one_deck() -> None:
    assert random_deck("monsters", 7, False, False) == random_deck("monsters", 7, False, False)
    assert len({random_deck("monsters", seed, False, False) for seed in range(50)}) == 50


def test_no_random_deck_of_a_faction_not_in_play() -> None:
    with pytest.raises(BadInput) as caught:
        random_deck("skellige", 1, expansions=True, skellige=False)
    assert [fault.field for fault in caught.value.faults] == ["faction"]


def test_every_deck_message_is_used() -> None:
    """No sentence about decks is left over from an older version."""
    source = Path(module.__file__).read_text(encoding="utf-8")
    messages = tomllib.loads((module.MESSAGES / "en.toml").read_text(encoding="utf-8"))
    for key in messages["deck"]:
        assert re.search(rf'"{key}"', source) or key in (
            "unknown_card",
            "unknown_leader",
            "unknown_faction",
        ), key


@pytest.mark.rule("GWY-02")
def test_unreadable_lines_and_broken_limits_are_named_together() -> None:
    text = format_deck(PLAIN) + "1 no_such_card\n4 geralt_of_rivia\n1 nekker\n"
    with pytest.raises(BadInput) as caught:
        read_deck(text, expansions=False, skellige=False)
    problems = [str(fault) for fault in caught.value.faults]
    assert len(problems) == 3
    assert any("no_such_card" in problem for problem in problems)
    assert any("geralt_of_rivia" in problem for problem in problems)
    assert any("nekker" in problem for problem in problems)
