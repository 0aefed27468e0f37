"""Gwynt's cards and leaders, read from `data/cards.toml` and `data/leaders.toml` and checked.

An owner of the printed cards may correct the data files by hand, so `load` trusts nothing in them: it lists
every fault with its line and field.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludotheque.errors import BadInput, Fault

DATA = Path(__file__).parent / "data"

LANGUAGES = ("en", "fr")
FACTIONS = ("monsters", "nilfgaard", "northern_realms", "scoiatael", "skellige")
NEUTRAL = "neutral"
KINDS = ("unit", "hero", "special", "weather")
ROWS = ("close", "ranged", "siege")
PLACES = (*ROWS, "agile", "any", "none")
SETS = ("base", "hearts_of_stone", "blood_and_wine")
USES = ("active", "passive")

WEATHERS = ("weather_frost", "weather_fog", "weather_rain", "weather_storm", "weather_clear")
ABILITIES = (
    "none",
    "medic",
    "spy",
    "tight_bond",
    "muster",
    "morale",
    "scorch_row",
    "scorch",
    "horn",
    "decoy",
    *WEATHERS,
    "avenger",
    "berserker",
    "mardroeme",
)
REPLACED = ("avenger", "berserker")  # their `group` is the card that takes their place

LEADER_ABILITIES: dict[str, tuple[str, str]] = {  # code: (use, what its parameter is)
    "play_weather_from_deck": ("active", "weather"),
    "clear_weather": ("active", ""),
    "row_horn": ("active", "row"),
    "row_scorch": ("active", "row"),
    "peek_opponent_hand": ("active", "number"),
    "cancel_leaders": ("passive", ""),
    "take_from_opponent_discard": ("active", ""),
    "random_revival": ("passive", ""),
    "extra_opening_card": ("passive", ""),
    "optimise_agile": ("active", ""),
    "discard_2_tutor_1": ("active", ""),
    "return_from_own_discard": ("active", ""),
    "double_spies": ("passive", ""),
    "shuffle_discards_into_decks": ("active", ""),
    "half_weather": ("passive", ""),
}


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the collection; the columns are explained at the top of `data/cards.toml`."""

    number: int
    """Its place in `CARDS`: the rules kernel knows cards by this number."""
    id: str
    faction: str
    kind: str
    row: str
    strength: int
    ability: str
    group: str
    pulls: tuple[str, ...]
    copies: int
    set: str
    name: dict[str, str] = field(hash=False)
    note: str = ""

    @property
    def is_unit(self) -> bool:
        """Whether it counts as a unit card; heroes do (GWY-01)."""
        return self.kind in ("unit", "hero")

    @property
    def is_hero(self) -> bool:
        """Whether no ability can touch it (GWY-16)."""
        return self.kind == "hero"

    @property
    def is_created(self) -> bool:
        """Whether it only appears during play and is in no deck (GWY-02)."""
        return self.copies == 0


@dataclass(frozen=True, slots=True)
class Leader:
    """One leader; the columns are explained at the top of `data/leaders.toml`."""

    number: int
    """Its place in `LEADERS`."""
    id: str
    faction: str
    use: str
    ability: str
    parameter: str
    set: str
    name: dict[str, str] = field(hash=False)
    text: dict[str, str] = field(hash=False)
    when: dict[str, str] | None = field(default=None, hash=False)
    note: str = ""


def fold(text: str) -> str:
    """The letters and digits of a name alone, without case or accents: how people's spelling is compared.

    >>> fold("Síle de Tansarville") == fold("sile_de_tansarville")
    True
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if letter.isalnum())


def load(folder: Path) -> tuple[tuple[Card, ...], tuple[Leader, ...]]:
    """The cards and leaders of a folder with `cards.toml` and `leaders.toml`; BadInput if either is wrong."""
    cards = load_cards(folder / "cards.toml")
    return cards, load_leaders(folder / "leaders.toml", cards)


def load_cards(path: Path) -> tuple[Card, ...]:
    """The cards of one file, in its order."""
    sheet = _Sheet.read(path, "card")
    for at in range(len(sheet.entries)):
        sheet.shape(at, _CARD_FIELDS, optional=("note",))
    sheet.stop_if_faulty()
    cards = tuple(
        Card(number=number, **{**entry, "pulls": tuple(entry["pulls"])}) for number, entry in enumerate(sheet.entries)
    )
    _check_names(sheet, cards)
    by_id = {card.id: card for card in cards}
    for card in cards:
        _check_card(sheet, card, by_id)
    sheet.stop_if_faulty()
    return cards


def load_leaders(path: Path, cards: Sequence[Card]) -> tuple[Leader, ...]:
    """The leaders of one file, in its order; `cards` are those that they may name."""
    sheet = _Sheet.read(path, "leader")
    for at in range(len(sheet.entries)):
        sheet.shape(at, _LEADER_FIELDS, optional=("note", "when"))
    sheet.stop_if_faulty()
    leaders = tuple(Leader(number=number, **entry) for number, entry in enumerate(sheet.entries))
    _check_names(sheet, leaders)
    for leader in leaders:
        _check_leader(sheet, leader, cards)
    sheet.stop_if_faulty()
    return leaders


class _Sheet:
    """A data file as read, and the faults found in it so far."""

    def __init__(self, source: str, text: str, key: str, entries: list[dict[str, Any]]) -> None:
        self.source = source
        self.key = key
        self.entries = entries
        self.faults: list[Fault] = []
        self._text = text.splitlines()
        # tomllib forgets where things stood; the headers of the entries tell.
        header = re.compile(rf"\s*\[\[\s*{key}\s*\]\]")
        self._starts = [number for number, line in enumerate(self._text) if header.match(line)]

    @classmethod
    def read(cls, path: Path, key: str) -> _Sheet:
        """The file's entries, if it is TOML with a list of `[[key]]` tables at all."""
        try:
            text = path.read_text(encoding="utf-8")
            document = tomllib.loads(text)
        except OSError as error:
            raise BadInput.at(path.name, 0, "", error.strerror or "cannot be read") from error
        except UnicodeDecodeError as error:
            raise BadInput.at(path.name, 0, "", "is not UTF-8 text") from error
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"at line (\d+)", str(error))
            raise BadInput.at(path.name, int(place[1]) if place else 0, "", str(error)) from error
        entries = document.get(key)
        if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
            raise BadInput.at(path.name, 0, key, f"needs at least one [[{key}]] entry")
        return cls(path.name, text, key, entries)

    def line(self, at: int, name: str) -> int:
        """The line of a field of entry `at`; of the entry's header if the field is missing; 0 if unknown."""
        if at >= len(self._starts):
            return 0
        start = self._starts[at]
        end = self._starts[at + 1] if at + 1 < len(self._starts) else len(self._text)
        field_line = re.compile(rf"\s*{re.escape(name)}\s*[.=]")
        for number in range(start, end):
            if field_line.match(self._text[number]):
                return number + 1
        return start + 1

    def fault(self, at: int, name: str, problem: str) -> None:
        """Notes that a field of entry `at` is wrong."""
        identity = self.entries[at].get("id")
        label = identity if isinstance(identity, str) and identity else f"{self.key} {at + 1}"
        self.faults.append(Fault(self.line(at, name), f"{label}.{name}", problem))

    def shape(self, at: int, fields: dict[str, _Check], optional: tuple[str, ...]) -> None:
        """Notes fields of entry `at` that are missing, unknown or of the wrong kind."""
        entry = self.entries[at]
        for name, check in fields.items():
            if name in entry:
                if problem := check(entry[name]):
                    self.fault(at, name, problem)
            elif name not in optional:
                self.fault(at, name, "is missing")
        for name in entry:
            if name not in fields:
                self.fault(at, name, "is no field of this table")

    def stop_if_faulty(self) -> None:
        """Raises what was noted, in the order of the file."""
        if self.faults:
            raise BadInput(self.source, sorted(self.faults, key=lambda fault: fault.line))


_Check = Callable[[Any], str]  # what is wrong with a value, "" if nothing


def _identifier(value: Any) -> str:
    good = isinstance(value, str) and re.fullmatch(r"[a-z][a-z0-9_]*", value)
    return "" if good else f"{value!r} is no id: small letters, digits and _ only"


def _text(value: Any) -> str:
    return "" if isinstance(value, str) else f"{value!r} is no text"


def _count(value: Any) -> str:
    # bool is an int to Python, never to a person
    good = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return "" if good else f"{value!r} is no whole number from 0 up"


def _texts(value: Any) -> str:
    good = isinstance(value, list) and all(isinstance(part, str) for part in value)
    return "" if good else f"{value!r} is no list of texts"


def _both_languages(value: Any) -> str:
    if not isinstance(value, dict) or set(value) != set(LANGUAGES):
        return f"needs exactly {' and '.join(LANGUAGES)}"
    empty = [language for language, words in value.items() if not isinstance(words, str) or not words.strip()]
    return f"is empty in {' and '.join(empty)}" if empty else ""


def _one_of(values: Sequence[str]) -> _Check:
    return lambda value: "" if value in values else f"{value!r} is none of {', '.join(values)}"


_CARD_FIELDS: dict[str, _Check] = {
    "id": _identifier,
    "faction": _one_of((*FACTIONS, NEUTRAL)),
    "kind": _one_of(KINDS),
    "row": _one_of(PLACES),
    "strength": _count,
    "ability": _one_of(ABILITIES),
    "group": _text,
    "pulls": _texts,
    "copies": _count,
    "set": _one_of(SETS),
    "name": _both_languages,
    "note": _text,
}
_LEADER_FIELDS: dict[str, _Check] = {
    "id": _identifier,
    "faction": _one_of(FACTIONS),
    "use": _one_of(USES),
    "ability": _one_of(tuple(LEADER_ABILITIES)),
    "parameter": _text,
    "set": _one_of(SETS),
    "name": _both_languages,
    "text": _both_languages,
    "when": _both_languages,
    "note": _text,
}


def _check_names(sheet: _Sheet, entries: Sequence[Card] | Sequence[Leader]) -> None:
    """Ids are unique, and so is each name however it is spelt: a deck may name a card either way."""
    seen: dict[str, str] = {}
    ids: set[str] = set()
    for entry in entries:
        if entry.id in ids:
            sheet.fault(entry.number, "id", "is used twice")
            continue
        ids.add(entry.id)
        for name, text in (("id", entry.id), ("name", entry.name["en"]), ("name", entry.name["fr"])):
            other = seen.setdefault(fold(text), entry.id)
            if other != entry.id:
                sheet.fault(entry.number, name, f"{text!r} also names {other}")


def _check_card(sheet: _Sheet, card: Card, by_id: dict[str, Card]) -> None:
    """What the columns of a card say about each other."""
    at = card.number
    if card.is_unit and card.row not in (*ROWS, "agile"):
        sheet.fault(at, "row", f"a {card.kind} needs a row of its own, not {card.row!r}")
    if not card.is_unit and card.row not in ("any", "none"):
        sheet.fault(at, "row", f"a {card.kind} card has no row of its own: 'any' or 'none', not {card.row!r}")
    if not card.is_unit and card.strength:
        sheet.fault(at, "strength", f"a {card.kind} card has none: write 0")
    if (card.kind == "weather") != (card.ability in WEATHERS):
        sheet.fault(at, "ability", f"{card.ability!r} does not go with kind {card.kind!r}")
    for pulled in card.pulls:
        if pulled not in by_id:
            sheet.fault(at, "pulls", f"{pulled!r} is no card of this file")
    if (card.ability == "muster") != bool(card.pulls):
        sheet.fault(at, "pulls", "cards with muster, and they alone, pull others")
    if card.ability in REPLACED:
        if card.group not in by_id:
            sheet.fault(at, "group", f"{card.group!r} is no card of this file")
        elif not by_id[card.group].is_created:
            sheet.fault(at, "group", f"{card.group!r} can be put in a deck; what replaces a card has 0 copies")
    elif card.ability in ("tight_bond", "muster") and not card.group:
        sheet.fault(at, "group", f"a card with {card.ability} needs one")


def _check_leader(sheet: _Sheet, leader: Leader, cards: Sequence[Card]) -> None:
    """What the columns of a leader say about each other, and about cards."""
    use, takes = LEADER_ABILITIES[leader.ability]
    at, given = leader.number, leader.parameter
    if leader.use != use:
        sheet.fault(at, "use", f"{leader.ability} is {use}")
    if (leader.when is not None) != (leader.use == "active"):
        sheet.fault(at, "when", "active leaders, and they alone, say when they can be used")
    weather = {card.id for card in cards if card.kind == "weather"} | {"any"}
    if takes == "" and given:
        sheet.fault(at, "parameter", f"{leader.ability} takes none")
    if takes == "row" and given not in ROWS:
        sheet.fault(at, "parameter", f"{given!r} is none of {', '.join(ROWS)}")
    if takes == "weather" and given not in weather:
        sheet.fault(at, "parameter", f"{given!r} is no weather card, nor 'any'")
    if takes == "number" and not re.fullmatch(r"[1-9][0-9]?", given):
        sheet.fault(at, "parameter", f"{given!r} is no number from 1 to 99")


CARDS, LEADERS = load(DATA)
CARD_BY_ID = {card.id: card for card in CARDS}
LEADER_BY_ID = {leader.id: leader for leader in LEADERS}
