"""Card and leader data as tables of numbers for kernels. Index: the number of the card or leader."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

from ludotheque.games.gwynt.components import (
    ABILITIES,
    CARD_BY_ID,
    CARDS,
    FACTIONS,
    LEADER_ABILITIES,
    LEADERS,
    NEUTRAL,
    PLACES,
)
from ludotheque.games.gwynt.decks import ready_made


def _numbered(name: str, codes: Iterable[str]) -> ModuleType:
    """Codes as constants for the rules, numbered in order: a module, like the numbers of a declaration."""
    module = ModuleType(name)
    for number, code in enumerate(codes):
        setattr(module, code.upper(), number)
    return module


Ability = _numbered("Ability", ABILITIES)  # abilities of cards
Power = _numbered("Power", LEADER_ABILITIES)  # abilities of leaders
Faction = _numbered("Faction", FACTIONS)

KINDS = len(CARDS)
CARD_NAMES = tuple(card.id for card in CARDS)
LEADER_NAMES = tuple(leader.id for leader in LEADERS)

STRENGTH = tuple(card.strength for card in CARDS)
PLACE = tuple(PLACES.index(card.row) for card in CARDS)
ABILITY = tuple(ABILITIES.index(card.ability) for card in CARDS)
HERO = tuple(int(card.is_hero) for card in CARDS)
UNIT = tuple(int(card.is_unit) for card in CARDS)  # heroes included
COPIES = tuple(card.copies for card in CARDS)
FACTION = tuple(-1 if card.faction == NEUTRAL else FACTIONS.index(card.faction) for card in CARDS)
EXPANSION = tuple(int(card.set != "base") for card in CARDS)

# The appeal of a card to deck builders, used for invented decks: about the square of the points it brings. A deck drawn
# evenly from the collection would be worth a quarter less than those that people build.
_MORE = {"medic": 6, "spy": 9, "morale": 3, "scorch_row": 6, "scorch": 6, "horn": 7}
_TIMES = {"muster": 3, "tight_bond": 2}


def _appeal(strength: int, is_unit: bool, is_hero: bool, ability: str) -> int:
    if not is_unit:
        return {"decoy": 8, "horn": 12, "scorch": 8}.get(ability, 3)
    brings = strength * _TIMES.get(ability, 1) + _MORE.get(ability, 0) + 2 * is_hero
    return max(1, brings * brings // 8)


APPEAL = tuple(_appeal(card.strength, card.is_unit, card.is_hero, card.ability) for card in CARDS)

# The rows that a weather card affects, as bits (close 1, ranged 2, siege 4).
_COVERS = {"weather_frost": 1, "weather_fog": 2, "weather_rain": 4, "weather_storm": 6}
WEATHER = tuple(_COVERS.get(card.ability, 0) for card in CARDS)

# Cards with the same bond number multiply each other; 0 for no bond.
_bonds = sorted({card.group for card in CARDS if card.ability == "tight_bond"})
BOND_GROUP = tuple(1 + _bonds.index(card.group) if card.ability == "tight_bond" else 0 for card in CARDS)

# A card with muster calls every card of the family it names. 0: calls none, belongs to none.
_families = sorted({card.pulls for card in CARDS if card.pulls}, key=lambda family: sorted(family))
CALLS = tuple(1 + _families.index(card.pulls) if card.pulls else 0 for card in CARDS)
FAMILY = tuple(next((1 + n for n, family in enumerate(_families) if card.id in family), 0) for card in CARDS)

# The replacements of an avenger that leaves and of a berserker under mardroeme, and the reverse. -1: none.
BECOMES = tuple(CARD_BY_ID[card.group].number if card.ability in ("avenger", "berserker") else -1 for card in CARDS)
WAS = tuple(next((c.number for c in CARDS if c.ability == "berserker" and c.group == card.id), -1) for card in CARDS)
VANISHES = tuple(
    int(any(c.ability == "avenger" and c.group == card.id for c in CARDS)) for card in CARDS
)  # created by an avenger: removed from the game when it leaves the board for a pile

DECOY_CARD = CARD_BY_ID["decoy"].number
HORN_CARD = CARD_BY_ID["commanders_horn"].number
MARDROEME_CARD = CARD_BY_ID["mardroeme"].number

# Leaders.
LEADER_POWER = tuple(tuple(LEADER_ABILITIES).index(leader.ability) for leader in LEADERS)
LEADER_ACTIVE = tuple(int(leader.use == "active") for leader in LEADERS)


def _parameter(ability: str, parameter: str) -> int:
    """A leader's parameter as a number: a row, a weather card (-1: any), a count."""
    if ability in ("row_horn", "row_scorch"):
        return PLACES.index(parameter)
    if ability == "play_weather_from_deck":
        return -1 if parameter == "any" else CARD_BY_ID[parameter].number
    return int(parameter or 0)


LEADER_PARAMETER = tuple(_parameter(leader.ability, leader.parameter) for leader in LEADERS)

# Ready-made decks, all cards in one row: deck d is READY_CARDS[READY_FROM[d] : READY_FROM[d + 1]].
_decks = list(ready_made().items())
READY_NAMES = tuple(name for name, _ in _decks)
READY_FACTION = tuple(FACTIONS.index(deck.faction) for _, deck in _decks)
READY_LEADER = tuple(LEADER_NAMES.index(deck.leader) for _, deck in _decks)
READY_CARDS = tuple(CARD_BY_ID[card].number for _, deck in _decks for card, copies in deck.cards for _ in range(copies))
READY_FROM = tuple(sum(copies for _, deck in _decks[:d] for _, copies in deck.cards) for d in range(len(_decks) + 1))
READY_COUNT = tuple(
    READY_CARDS[READY_FROM[d] : READY_FROM[d + 1]].count(card) for d in range(len(_decks)) for card in range(KINDS)
)  # deck d has READY_COUNT[d * KINDS + card] copies of a card
