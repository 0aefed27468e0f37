"""Gwynt decks: their limits (GWY-01 to GWY-03), their text form, the ready-made ones and random ones.

A deck in text form:

    faction: monsters
    leader: eredin_bringer_of_death
    name.en: Night hunt
    # the name is optional; a card may be named by its id, its English or its French name
    3 nekker
    1 Vampire: Ekimmara
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from ludotheque.errors import BadInput, Fault
from ludotheque.games.gwynt.components import (
    CARD_BY_ID,
    CARDS,
    DATA,
    FACTIONS,
    LEADER_BY_ID,
    LEADERS,
    NEUTRAL,
    Card,
    Leader,
)
from ludotheque.messages import LANGUAGES, read_language
from ludotheque.play.notation import fold

MESSAGES = Path(__file__).parent / "messages"

MIN_UNITS = 22  # GWY-01
MAX_SPECIALS = 10  # GWY-01
LARGEST_DECK = 67  # GWY-02: Monsters with the option expansions
MAX_TEXT = 20_000  # far more than any deck needs; longer texts are refused
MAX_NAME = 80
MAX_SUGGESTIONS = 20  # finding similar names is slow, and the text may be nonsense


@dataclass(frozen=True, slots=True)
class Deck:
    """A faction, its leader and (card id, copies) pairs in the order of the text; legal or not."""

    faction: str
    leader: str
    cards: tuple[tuple[str, int], ...]
    name: dict[str, str] | None = field(default=None, hash=False)
    """Its display name, by language."""

    @property
    def size(self) -> int:
        """The number of its cards, without the leader."""
        return sum(count for _, count in self.cards)


# ---- what is in play ----


def faction_in_play(faction: str, skellige: bool) -> bool:
    """Whether a player may bring this faction (GWY-03)."""
    return faction in FACTIONS and (skellige or faction != "skellige")


def in_play(entry: Card | Leader, expansions: bool, skellige: bool) -> bool:
    """Whether a card or leader is in play under the options (GWY-03)."""
    if entry.faction == "skellige":  # whatever its set
        return skellige
    return expansions or entry.set == "base"


def card_pool(faction: str, expansions: bool, skellige: bool) -> tuple[Card, ...]:
    """Every card that a deck of the faction may hold (GWY-02)."""
    return tuple(
        card
        for card in CARDS
        if card.faction in (faction, NEUTRAL) and not card.is_created and in_play(card, expansions, skellige)
    )


def leader_pool(faction: str, expansions: bool, skellige: bool) -> tuple[Leader, ...]:
    """Every leader that a deck of the faction may have (GWY-36)."""
    return tuple(leader for leader in LEADERS if leader.faction == faction and in_play(leader, expansions, skellige))


# ---- limits ----


def faults(deck: Deck, expansions: bool, skellige: bool, language: str = "en") -> list[Fault]:
    """Every limit that the deck breaks under the options (GWY-02); empty if it is legal."""
    say = _Speech(language)
    found = _faction_faults(deck.faction, skellige, say) + _leader_faults(deck, expansions, skellige, say)
    counts: Counter[str] = Counter()
    for card_id, count in deck.cards:
        if card_id in counts:
            found.append(Fault(0, card_id, say("listed_twice", card=say.card(card_id))))
        if count < 1:
            found.append(Fault(0, card_id, say("bad_count", text=count)))
        counts[card_id] += count
    for card_id, count in counts.items():
        found += _card_faults(deck, card_id, count, expansions, skellige, say)
    units = sum(n for card_id, n in counts.items() if card_id in CARD_BY_ID and CARD_BY_ID[card_id].is_unit)
    specials = sum(n for card_id, n in counts.items() if card_id in CARD_BY_ID and not CARD_BY_ID[card_id].is_unit)
    if units < MIN_UNITS:
        found.append(Fault(0, "cards", say("too_few_units", count=units, limit=MIN_UNITS)))
    if specials > MAX_SPECIALS:
        found.append(Fault(0, "cards", say("too_many_specials", count=specials, limit=MAX_SPECIALS)))
    return found


def check(deck: Deck, expansions: bool, skellige: bool, source: str = "deck", language: str = "en") -> None:
    """Raise BadInput with every limit that the deck breaks."""
    if found := faults(deck, expansions, skellige, language):
        raise BadInput(source, found)


def _faction_faults(faction: str, skellige: bool, say: _Speech) -> list[Fault]:
    """Return the faults of the faction."""
    if faction not in FACTIONS:
        return [Fault(0, "faction", say("unknown_faction", text=_short(faction)))]
    if not faction_in_play(faction, skellige):
        return [Fault(0, "faction", say("faction_not_in_play", faction=say.faction(faction)))]
    return []


def _leader_faults(deck: Deck, expansions: bool, skellige: bool, say: _Speech) -> list[Fault]:
    """Return the faults of the leader."""
    leader = LEADER_BY_ID.get(deck.leader)
    if leader is None:
        return [Fault(0, "leader", say("unknown_leader", text=_short(deck.leader)))]
    found, name = [], leader.name[say.language]
    if leader.faction != deck.faction and deck.faction in FACTIONS:
        other, own = say.faction(leader.faction), say.faction(deck.faction)
        found.append(Fault(0, "leader", say("leader_of_other_faction", leader=name, other=other, faction=own)))
    # A Skellige leader without the option is already reported, with the faction or as a leader of another faction.
    if leader.faction != "skellige" and not in_play(leader, expansions, skellige):
        found.append(Fault(0, "leader", say("leader_not_in_play", leader=name, set=say.set(leader.set))))
    return found


def _card_faults(deck: Deck, card_id: str, count: int, expansions: bool, skellige: bool, say: _Speech) -> list[Fault]:
    """Return the faults of one card of the deck."""
    card = CARD_BY_ID.get(card_id)
    if card is None:
        return [Fault(0, _short(card_id), say("unknown_card", text=_short(card_id)))]
    found, name = [], card.name[say.language]
    if card.faction not in (deck.faction, NEUTRAL) and deck.faction in FACTIONS:
        other = say.faction(card.faction)
        found.append(Fault(0, card_id, say("card_of_other_faction", card=name, other=other)))
    if card.faction != "skellige" and not in_play(card, expansions, skellige):
        found.append(Fault(0, card_id, say("card_not_in_play", card=name, set=say.set(card.set))))
    if card.is_created:
        found.append(Fault(0, card_id, say("created", card=name)))
    elif count > card.copies:
        found.append(Fault(0, card_id, say("too_many_copies", count=count, card=name, limit=card.copies)))
    return found


def in_numbers(deck: Deck) -> dict[str, object]:
    """Statistics of a deck."""
    cards = [(CARD_BY_ID[card], copies) for card, copies in deck.cards]
    return {
        "title": deck.name,
        "faction": deck.faction,
        "leader": deck.leader,
        "units": sum(copies for card, copies in cards if card.is_unit),
        "heroes": sum(copies for card, copies in cards if card.is_hero),
        "specials": sum(copies for card, copies in cards if not card.is_unit),
        "strength": sum(copies * card.strength for card, copies in cards),
    }


# ---- text ----

_CARD_LINE = re.compile(r"([+-]?[0-9][0-9.,]*)\s*(?:[x\u00d7*]\s+|\s)\s*(\S.*)")
_FIELD_LINE = re.compile(r"([A-Za-z_.]+)\s*:\s*(.*)")
_COMMENT = re.compile(r"(^|\s)#.*")


def parse_deck(text: str, source: str = "deck", language: str = "en") -> Deck:
    """Parse a deck text; BadInput names every unreadable line. `check` checks the limits."""
    deck, unreadable = _read(text, source, language)
    if unreadable:
        raise BadInput(source, unreadable)
    return deck


def read_deck(text: str, expansions: bool, skellige: bool, source: str = "deck", language: str = "en") -> Deck:
    """Parse a deck text and check it; BadInput names every unreadable line and every broken limit at once."""
    deck, found = _read(text, source, language)
    limits = faults(deck, expansions, skellige, language)
    if found:  # report no missing units: they may be on a line that can't be read, which has its own fault
        limits = [fault for fault in limits if fault.field not in ("faction", "leader", "cards")]
    if found or limits:
        raise BadInput(source, [*found, *limits])
    return deck


def _read(text: str, source: str, language: str) -> tuple[Deck, list[Fault]]:
    """The readable part of a deck text, and the faults of the rest."""
    say = _Speech(language)
    if len(text) > MAX_TEXT:
        raise BadInput.at(source, 0, "", say("too_long", limit=MAX_TEXT))
    reader = _Reader(say)
    for number, line in enumerate(text.splitlines(), start=1):
        reader.take(number, line.strip())
    for name in ("faction", "leader"):
        if name not in reader.given:
            reader.fault(0, name, "missing")
    return Deck(reader.faction, reader.leader, tuple(reader.cards), reader.name or None), reader.faults


def format_deck(deck: Deck) -> str:
    """The deck as text; `parse_deck` gives the same deck back."""
    lines = [f"faction: {deck.faction}", f"leader: {deck.leader}"]
    for language in LANGUAGES:
        if name := _one_line((deck.name or {}).get(language, "")):
            lines.append(f"name.{language}: {name}")
    lines.append("")
    lines += [f"{count} {card_id}" for card_id, count in deck.cards]
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    """The text on one line, without characters that cannot be seen."""
    return " ".join("".join(letter for letter in text if letter.isprintable() or letter.isspace()).split())


def _short(text: str) -> str:
    """The beginning of a text, to quote in a fault."""
    return text if len(text) <= MAX_NAME else text[: MAX_NAME - 1] + "…"


class _Reader:
    """Reads the lines of a deck one by one and collects what they say, and their faults."""

    def __init__(self, say: _Speech) -> None:
        self.faction = self.leader = ""
        self.name: dict[str, str] = {}
        self.cards: list[tuple[str, int]] = []
        self.given: dict[str, int] = {}  # field or card id: the line that gave it
        self.faults: list[Fault] = []
        self._say = say

    def fault(self, number: int, name: str, key: str, **values: object) -> None:
        """Note a fault of line `number`, with message `key`."""
        self.faults.append(Fault(number, _short(name), self._say(key, **values)))

    def take(self, number: int, line: str) -> None:
        """Read one line."""
        # a name may contain a #
        bare = line if line.startswith("name.") else _COMMENT.sub("", line).strip()
        if not bare:
            return
        if card_line := _CARD_LINE.fullmatch(bare):
            self._take_card(number, card_line[1], card_line[2])
        elif fold(bare) in _card_names():
            self.fault(number, bare, "no_count", text=_short(bare))
        elif field_line := _FIELD_LINE.fullmatch(bare):
            self._take_field(number, field_line[1], field_line[2])
        else:
            self.fault(number, "", "not_a_line", text=_short(bare))

    def _is_first(self, number: int, name: str) -> bool:
        """Whether this name was not given before; otherwise note a fault."""
        first = self.given.setdefault(name, number)
        if first != number:
            self.fault(number, name, "twice", line=first)
        return first == number

    def _take_field(self, number: int, name: str, value: str) -> None:
        known = ("faction", "leader", *(f"name.{language}" for language in LANGUAGES))
        if name not in known:
            self.fault(number, name, "unknown_field", text=_short(name))
        elif not self._is_first(number, name):
            return
        elif not (value := _one_line(value)):
            self.fault(number, name, "empty_field")
        elif name == "faction":
            self.faction = self._look_up(number, name, value, _faction_names())
        elif name == "leader":
            self.leader = self._look_up(number, name, value, _leader_names())
        elif len(value) > MAX_NAME:
            self.fault(number, name, "name_too_long", limit=MAX_NAME)
        else:
            self.name[name.removeprefix("name.")] = value

    def _take_card(self, number: int, count: str, name: str) -> None:
        card_id = self._look_up(number, "card", name, _card_names())
        if not re.fullmatch(r"0*[1-9][0-9]?", count):
            self.fault(number, card_id or name, "bad_count", text=_short(count))
        elif card_id and self._is_first(number, card_id):
            self.cards.append((card_id, int(count)))

    def _look_up(self, number: int, name: str, value: str, names: dict[str, str]) -> str:
        """The id for a name as the person spelt it; "" and a fault with the most similar name if there is none."""
        spelt = fold(value)
        if spelt in names:
            return names[spelt]
        problem = self._say(f"unknown_{name}", text=_short(value))
        if len(self.faults) < MAX_SUGGESTIONS and (near := _nearest(spelt[:MAX_NAME], names)):
            problem += " " + self._say("suggestion", text=names[near])
        self.faults.append(Fault(number, name, problem))
        return ""


def _nearest(spelt: str, names: dict[str, str]) -> str:
    """The known name most similar to a misspelt one, or one that contains it; "" if none is similar."""
    near = difflib.get_close_matches(spelt, names, n=1, cutoff=0.7)
    if not near and len(spelt) >= 4:
        near = [name for name in names if spelt in name]
    return near[0] if near else ""


@cache
def _card_names() -> dict[str, str]:
    """Folded id, English and French name of every card → its id."""
    return _names((card.id, (card.id, *card.name.values())) for card in CARDS)


@cache
def _leader_names() -> dict[str, str]:
    """Return the leaders by name in each language."""
    return _names((leader.id, (leader.id, *leader.name.values())) for leader in LEADERS)


@cache
def _faction_names() -> dict[str, str]:
    """Return the factions by name in each language; these names are messages."""
    return _names(
        (faction, (faction, *(_Speech(language).faction(faction) for language in LANGUAGES))) for faction in FACTIONS
    )


def _names(entries: Iterable[tuple[str, tuple[str, ...]]]) -> dict[str, str]:
    return {fold(name): entry_id for entry_id, names in entries for name in names}


# ---- words ----


class _Speech:
    """Formats the faults of a deck in one language."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise BadInput.at("language", 0, "", f"{language!r} is none of {', '.join(LANGUAGES)}")
        self.language = language
        self._sentences = read_language(MESSAGES, language)

    def __call__(self, key: str, **values: object) -> str:
        return self._sentences[f"deck.{key}"].format(**values)

    def faction(self, faction: str) -> str:
        return self._sentences.get(f"faction.{faction}", faction)

    def set(self, name: str) -> str:
        return self._sentences[f"set.{name}"]

    def card(self, card_id: str) -> str:
        return CARD_BY_ID[card_id].name[self.language] if card_id in CARD_BY_ID else card_id


def deck_title(deck: Deck, language: str, otherwise: str) -> str:
    """The name of a deck in a language, else in English; `otherwise` for a deck without either."""
    names = deck.name or {}
    return names.get(language) or names.get("en") or otherwise


# ---- decks to play with ----


@cache
def _ready_made() -> dict[str, Deck]:
    decks = {}
    for path in sorted((DATA / "decks").glob("*.deck")):
        deck = parse_deck(path.read_text(encoding="utf-8"), path.name)
        # only cards of the base set, so that they are legal under any options (GWY-03)
        check(deck, expansions=False, skellige=deck.faction == "skellige", source=path.name)
        decks[path.stem] = deck
    return decks


def ready_made() -> dict[str, Deck]:
    """The decks that come with the game, by key: two for each faction (GWY-03)."""
    return dict(_ready_made())


def random_deck(faction: str, seed: int, expansions: bool, skellige: bool) -> Deck:
    """A sensible legal deck of the faction, determined by the arguments (GWY-03)."""
    if found := _faction_faults(faction, skellige, _Speech("en")):
        raise BadInput("deck", found)
    chance = Random(seed)
    pool = card_pool(faction, expansions, skellige)
    leader = chance.choice(leader_pool(faction, expansions, skellige))
    units = _random_units(pool, chance.randint(MIN_UNITS, MIN_UNITS + 4), chance)
    specials = _random_specials(pool, units, leader, chance.randint(4, MAX_SPECIALS), chance)
    chosen = units + specials
    return Deck(faction, leader.id, tuple((card.id, chosen[card.id]) for card in pool if chosen[card.id]))


def _random_units(pool: tuple[Card, ...], wanted: int, chance: Random) -> Counter[str]:
    """`wanted` random unit cards: families that help each other are complete, strong cards are more likely."""
    families: dict[str, list[Card]] = {}
    for card in pool:
        if card.is_unit:
            families.setdefault(card.group or card.id, []).append(card)
    drawn: Counter[str] = Counter()
    left = list(families.values())
    while left and drawn.total() < wanted:
        weights = [max(_worth(card) for card in family) for family in left]
        family = left.pop(chance.choices(range(len(left)), weights)[0])
        together = any(card.ability in ("tight_bond", "muster") for card in family)
        for card in family:
            room = wanted - drawn.total()
            drawn[card.id] += min(room, card.copies if together else chance.randint(1, card.copies))
    return +drawn


def _worth(card: Card) -> int:
    """The weight of a unit in a random deck: roughly the points it brings."""
    extra = {"spy": 10, "medic": 8, "scorch_row": 5, "scorch": 4, "horn": 8, "morale": 4, "avenger": 6}
    return 2 + (0 if card.ability == "spy" else card.strength) + extra.get(card.ability, card.copies)


def _random_specials(
    pool: tuple[Card, ...], units: Counter[str], leader: Leader, wanted: int, chance: Random
) -> Counter[str]:
    """`wanted` random special cards, with the weather that the leader fetches."""
    weights = {"decoy": 4, "horn": 4, "scorch": 3, "weather_clear": 2}
    berserkers = any(CARD_BY_ID[card_id].ability == "berserker" for card_id in units)
    weights["mardroeme"] = 4 if berserkers else 0
    bag = [card for card in pool if not card.is_unit for _ in range(card.copies)]
    drawn: Counter[str] = Counter()
    if leader.parameter in {card.id for card in bag}:
        drawn[leader.parameter] += 1
        bag.remove(CARD_BY_ID[leader.parameter])
    elif leader.parameter == "any":
        weather = chance.choice([card for card in bag if card.kind == "weather"])
        drawn[weather.id] += 1
        bag.remove(weather)
    while drawn.total() < wanted:
        card = bag.pop(chance.choices(range(len(bag)), [weights.get(card.ability, 1) for card in bag])[0])
        drawn[card.id] += 1
    return drawn
