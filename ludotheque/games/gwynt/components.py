"""The cards and leaders, read from `data/cards.toml` and `data/leaders.toml` and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from ludotheque.kernel.data_files import path_of
from ludotheque.messages import Names
from ludotheque.play.notation import fold
from ludotheque.toolkit.data_file import Check, DataFile, Entry, both_languages, identifier, one_of, text, texts, whole

DATA = Path(__file__).parent / "data"

FactionName = Literal["monsters", "nilfgaard", "northern_realms", "scoiatael", "skellige"]
FACTIONS: tuple[FactionName, ...] = get_args(FactionName)
NEUTRAL = "neutral"
KINDS = ("unit", "hero", "special", "weather")
RowName = Literal["close", "ranged", "siege"]
ROWS: tuple[RowName, ...] = get_args(RowName)
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
REPLACED = ("avenger", "berserker")  # their `group` is the card that replaces them

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
    """Its index in `CARDS`; the rules use this number."""
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
        """Whether no ability can affect it (GWY-16)."""
        return self.kind == "hero"

    @property
    def is_created(self) -> bool:
        """Whether it only appears during play and belongs to no deck (GWY-02)."""
        return self.copies == 0


@dataclass(frozen=True, slots=True)
class Leader:
    """One leader; the columns are explained at the top of `data/leaders.toml`."""

    number: int
    """Its index in `LEADERS`."""
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


CARD_FIELDS: dict[str, Check] = {
    "id": identifier,
    "faction": one_of((*FACTIONS, NEUTRAL)),
    "kind": one_of(KINDS),
    "row": one_of(PLACES),
    "strength": whole(0),
    "ability": one_of(ABILITIES),
    "group": text,
    "pulls": texts,
    "copies": whole(0),
    "set": one_of(SETS),
    "name": both_languages,
    "note": text,
}
LEADER_FIELDS: dict[str, Check] = {
    "id": identifier,
    "faction": one_of(FACTIONS),
    "use": one_of(USES),
    "ability": one_of(tuple(LEADER_ABILITIES)),
    "parameter": text,
    "set": one_of(SETS),
    "name": both_languages,
    "text": both_languages,
    "when": both_languages,
    "note": text,
}


def load(folder: Path) -> tuple[tuple[Card, ...], tuple[Leader, ...]]:
    """The cards and leaders of a folder with `cards.toml` and `leaders.toml`; BadInput if either is wrong."""
    cards = load_cards(folder / "cards.toml")
    return cards, load_leaders(folder / "leaders.toml", cards)


def load_cards(path: Path) -> tuple[Card, ...]:
    """The cards of one file, in its order."""
    file = DataFile(path)
    entries = well_formed(file, "card", CARD_FIELDS, optional=("note",))
    cards = tuple(Card(number=entry.at, **{**_with_names(entry), "pulls": tuple(entry["pulls"])}) for entry in entries)
    check_names(entries)
    by_id = {card.id: card for card in cards}
    for entry, card in zip(entries, cards, strict=True):
        check_card(entry, card, by_id)
    file.stop_if_faulty()
    return cards


def load_leaders(path: Path, cards: Sequence[Card]) -> tuple[Leader, ...]:
    """The leaders of one file, in its order; they may refer to `cards`."""
    file = DataFile(path)
    entries = well_formed(file, "leader", LEADER_FIELDS, optional=("note", "when"))
    leaders = tuple(Leader(number=entry.at, **_with_names(entry)) for entry in entries)
    check_names(entries)
    for entry, leader in zip(entries, leaders, strict=True):
        check_leader(entry, leader, cards)
    file.stop_if_faulty()
    return leaders


def _with_names(entry: Entry) -> dict[str, Any]:
    """The fields of an entry; those in several languages fall back to English."""
    return {name: Names(value) if isinstance(value, dict) else value for name, value in entry.fields.items()}


def well_formed(file: DataFile, key: str, fields: Mapping[str, Check], optional: Sequence[str]) -> list[Entry]:
    """The entries of a file, after a check that each has the required fields."""
    entries = file.entries(key)
    for entry in entries:
        entry.shape(fields, optional)
    file.stop_if_faulty()
    return entries


def check_names(entries: Sequence[Entry]) -> None:
    """Check that ids and names are unique, however they are spelt: a deck may use either."""
    seen: dict[str, str] = {}
    ids: set[str] = set()
    for entry in entries:
        if entry["id"] in ids:
            entry.fault("id", "is used twice")
            continue
        ids.add(entry["id"])
        for name, words in (("id", entry["id"]), *(("name", words) for words in entry["name"].values())):
            other = seen.setdefault(fold(words), entry["id"])
            if other != entry["id"]:
                entry.fault(name, f"{words!r} also names {other}")


def check_card(entry: Entry, card: Card, by_id: dict[str, Card]) -> None:
    """Check the columns of a card against each other."""
    if card.is_unit and card.row not in (*ROWS, "agile"):
        entry.fault("row", f"a {card.kind} needs a row of its own, not {card.row!r}")
    if not card.is_unit and card.row not in ("any", "none"):
        entry.fault("row", f"a {card.kind} card has no row of its own: 'any' or 'none', not {card.row!r}")
    if not card.is_unit and card.strength:
        entry.fault("strength", f"a {card.kind} card has none: write 0")
    if (card.kind == "weather") != (card.ability in WEATHERS):
        entry.fault("ability", f"{card.ability!r} does not go with kind {card.kind!r}")
    for pulled in card.pulls:
        if pulled not in by_id:
            entry.fault("pulls", f"{pulled!r} is no card of this file")
    if (card.ability == "muster") != bool(card.pulls):
        entry.fault("pulls", "cards with muster, and they alone, pull others")
    if card.ability in REPLACED:
        if card.group not in by_id:
            entry.fault("group", f"{card.group!r} is no card of this file")
        elif not by_id[card.group].is_created:
            entry.fault("group", f"{card.group!r} can be put in a deck; what replaces a card has 0 copies")
    elif card.ability in ("tight_bond", "muster") and not card.group:
        entry.fault("group", f"a card with {card.ability} needs one")


def check_leader(entry: Entry, leader: Leader, cards: Sequence[Card]) -> None:
    """Check the columns of a leader against each other and against the cards."""
    use, takes = LEADER_ABILITIES[leader.ability]
    given = leader.parameter
    if leader.use != use:
        entry.fault("use", f"{leader.ability} is {use}")
    if (leader.when is not None) != (leader.use == "active"):
        entry.fault("when", "active leaders, and they alone, say when they can be used")
    weather = {card.id for card in cards if card.kind == "weather"} | {"any"}
    if takes == "" and given:
        entry.fault("parameter", f"{leader.ability} takes none")
    if takes == "row" and given not in ROWS:
        entry.fault("parameter", f"{given!r} is none of {', '.join(ROWS)}")
    if takes == "weather" and given not in weather:
        entry.fault("parameter", f"{given!r} is no weather card, nor 'any'")
    if takes == "number" and not re.fullmatch(r"[1-9][0-9]?", given):
        entry.fault("parameter", f"{given!r} is no number from 1 to 99")


CARDS = load_cards(path_of("gwynt", DATA / "cards.toml"))  # or its replacement
LEADERS = load_leaders(DATA / "leaders.toml", CARDS)
CARD_BY_ID = {card.id: card for card in CARDS}
LEADER_BY_ID = {leader.id: leader for leader in LEADERS}
