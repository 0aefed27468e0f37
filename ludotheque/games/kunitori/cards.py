"""Kunitori's cards, read from `data/cards.toml` (or a file that stands in for it) and checked.

A card is a record of numbers and named effects. Whoever owns the boxes may correct or extend the file, so nothing in
it is trusted: every fault is listed with its line, card and field, and a text that no rule can run is refused by name.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ludotheque.errors import BadInput, Fault
from ludotheque.kernel.data_files import path_of

GAME = "kunitori"
DATA = path_of(GAME, Path(__file__).parent / "data" / "cards.toml")

LANGUAGES = ("en", "fr")
CATEGORIES = ("general", "troop", "strategy", "politics", "victory", "treasure")
ACTION_PILES = ("troop", "strategy", "politics")  # categories of which each kind is a pile of its own
TRAITS = ("deployable", "stays", "brief", "brief_defence", "destroyer", "unwanted", "region")
COUNTED = ("cards", "money", "actions", "buys", "renovate")  # effects with a number
EFFECTS = ("none", *COUNTED, "trash_return", "trap", "take_back", "joint_war", "ninjas")
NUMBERS = {"copies": (1, 60), "cost": (0, 20), "attack": (0, 12), "defence": (0, 12), "points": (-12, 12)}
NUMBERS |= dict.fromkeys(("cards", "money", "actions", "buys"), (0, 6))
GENERALS = 16  # the most, of both boxes together
PILES = 18  # of action cards
BOX = "world_on_fire"
TOTALS = {"general": 8, "troop": 62, "strategy": 50, "politics": 48, "victory": 52, "treasure": 70}  # of that box

# What the book recommends for two boxes together (KUN-22).
FOUR_TROOPS = ("spear_troopers", "light_archers", "cavalry", "gunner_mercenaries")
LEAST_STRATEGY = 3
FORTRESS, COUNTERS = "magnificent_fortress", ("land_destroyer", "travelling_monk", "trap")
NINJAS = ("ninja_clan", "skilled_ninjas")


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card; the fields are explained at the top of `data/cards.toml`."""

    id: str
    category: str
    box: str
    copies: int
    cost: int
    points: int
    attack: int
    cards: int
    money: int
    actions: int
    buys: int
    defence: int
    traits: tuple[str, ...]
    effects: tuple[tuple[str, int], ...]
    """What its text does: name and number. Two, if `chooses`: alternatives."""
    chooses: bool
    source: str
    guessed: tuple[str, ...]
    name: dict[str, str] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Box:
    """What is played with: the cards by number, and the numbers of the table `[game]`."""

    cards: tuple[Card, ...]
    hand: int
    start: dict[str, int] = field(hash=False)
    attack_prizes: tuple[int, ...] = ()
    defence_prizes: tuple[int, ...] = ()


def fold(text: str) -> str:
    """The letters and digits of a name alone, without case or accents: how people's spelling is compared."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in plain if letter.isalnum())


def load(path: Path) -> Box:
    """The cards of a file that are in play, generals first, then by category; BadInput if anything is wrong."""
    sheet = Sheet(path)
    cards = [card for at in range(len(sheet.entries)) if (card := _card(sheet, at)) is not None]
    sheet.stop_if_faulty()
    chosen = _in_play(sheet, cards)
    _check_box(sheet, chosen)
    box = _box(sheet, chosen)
    sheet.stop_if_faulty()
    return box


class Sheet:
    """A data file as read, and the faults found in it so far."""

    def __init__(self, path: Path) -> None:
        self.source = path.name
        self.faults: list[Fault] = []
        try:
            text = path.read_text(encoding="utf-8")
            self.document = tomllib.loads(text)
        except OSError as error:
            raise BadInput.at(path.name, 0, "", error.strerror or "cannot be read") from error
        except UnicodeDecodeError as error:
            raise BadInput.at(path.name, 0, "", "is not UTF-8 text") from error
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"at line (\d+)", str(error))
            raise BadInput.at(path.name, int(place[1]) if place else 0, "", str(error)) from error
        entries = self.document.get("card")
        if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
            raise BadInput.at(path.name, 0, "card", "needs at least one [[card]] entry")
        self.entries: list[dict[str, Any]] = entries
        self._text = text.splitlines()
        self._starts = [n for n, line in enumerate(self._text) if re.match(r"\s*\[\[\s*card\s*\]\]", line)]

    def line(self, at: int, name: str) -> int:
        """The line of a field of entry `at`; of its header if the field is missing."""
        start = self._starts[at]
        end = self._starts[at + 1] if at + 1 < len(self._starts) else len(self._text)
        pattern = re.compile(rf"\s*{re.escape(name)}\s*[.=]")
        return next((n + 1 for n in range(start, end) if pattern.match(self._text[n])), start + 1)

    def game_line(self, name: str) -> int:
        """The line of a field of the table `[game]`; 0 if it is missing."""
        end = self._starts[0]
        return next((n + 1 for n in range(end) if re.match(rf"\s*{name}\s*=", self._text[n])), 0)

    def fault(self, at: int, name: str, problem: str) -> None:
        """Note that a field of entry `at` is wrong."""
        label = self.entries[at].get("id") or f"card {at + 1}"
        self.faults.append(Fault(self.line(at, name), f"{label}.{name}", problem))

    def game_fault(self, name: str, problem: str) -> None:
        """Note that a field of the table `[game]` is wrong."""
        self.faults.append(Fault(self.game_line(name), f"game.{name}", problem))

    def stop_if_faulty(self) -> None:
        """Raise what was noted, in the order of the file."""
        if self.faults:
            raise BadInput(self.source, sorted(self.faults, key=lambda fault: fault.line))


def whole(value: Any, low: int, high: int) -> bool:
    """Whether it is a whole number between two bounds; bool is an int to Python, never to a person."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _card(sheet: Sheet, at: int) -> Card | None:
    """Entry `at`, None if it has faults."""
    entry, before = sheet.entries[at], len(sheet.faults)
    known = {"id", "category", "box", "traits", "effects", "choose", "source", "guessed", "name", *NUMBERS}
    for name in entry:
        if name not in known:
            sheet.fault(at, name, "is no field of a card")
    identity = entry.get("id")
    if not isinstance(identity, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", identity):
        sheet.fault(at, "id", f"{identity!r} is no id: small letters, digits and _ only")
    if entry.get("category") not in CATEGORIES:
        sheet.fault(at, "category", f"{entry.get('category')!r} is none of {', '.join(CATEGORIES)}")
    for name in ("box", "source"):
        if not isinstance(entry.get(name), str) or not entry[name]:
            sheet.fault(at, name, "is missing, or no text")
    sources = sheet.document.get("sources", {})
    if isinstance(sources, dict) and entry.get("source") not in sources:
        sheet.fault(at, "source", f"{entry.get('source')!r} is not explained under [sources]")
    for name, (low, high) in NUMBERS.items():
        if name in ("copies", "cost") and name not in entry:
            sheet.fault(at, name, "is missing")
        elif not whole(entry.get(name, 0 if name != "copies" else 1), low, high):
            sheet.fault(at, name, f"{entry[name]!r} is no whole number from {low} to {high}")
    names = entry.get("name")
    if not isinstance(names, dict) or not all(isinstance(names.get(lang), str) and names[lang] for lang in LANGUAGES):
        sheet.fault(at, "name", "needs name.en and name.fr")
    _list_of(sheet, at, "traits", TRAITS)
    _list_of(sheet, at, "guessed", tuple(known))
    effects = _effects(sheet, at)
    if len(sheet.faults) > before:
        return None
    card = Card(
        **{name: entry[name] for name in ("id", "category", "box", "source", "name")},
        **{name: entry.get(name, 0) for name in NUMBERS},
        traits=tuple(entry.get("traits", ())),
        effects=effects,
        chooses="choose" in entry,
        guessed=tuple(entry.get("guessed", ())),
    )
    _check_card(sheet, at, card)
    return card


def _list_of(sheet: Sheet, at: int, name: str, values: Sequence[str]) -> None:
    """A list of words that the program knows."""
    found = sheet.entries[at].get(name, [])
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        sheet.fault(at, name, f"{found!r} is no list of words")
        return
    for word in found:
        if word not in values:
            sheet.fault(at, name, f"no rule of this program can run {word!r}; it knows {', '.join(values)}")


def _effects(sheet: Sheet, at: int) -> tuple[tuple[str, int], ...]:
    """What the text of entry `at` does."""
    entry = sheet.entries[at]
    name = "choose" if "choose" in entry else "effects"
    found: list[tuple[str, int]] = []
    words = entry.get(name, [])
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        sheet.fault(at, name, f"{words!r} is no list of effects")
        return ()
    if "choose" in entry and "effects" in entry:
        sheet.fault(at, "effects", "a card has either effects or a choice between two")
    if (name == "choose" and len(words) != 2) or len(words) > 2:
        sheet.fault(at, name, f"{len(words)} effects; a text has one, or two to choose from")
    if name == "effects" and len(words) == 2:
        sheet.fault(at, name, "two effects need `choose`; icons are fields of their own")
    for word in words:
        effect, _, number = word.partition(" ")
        if effect not in EFFECTS or effect == "none":
            known = ", ".join(EFFECTS[1:])
            sheet.fault(at, name, f"no rule of this program can run {word!r}; it knows {known}")
        elif (effect in COUNTED) != bool(re.fullmatch(r"[1-9]", number)):
            wanted = "needs a number from 1 to 9" if effect in COUNTED else "takes no number"
            sheet.fault(at, name, f"{word!r}: {effect} {wanted}")
        else:
            found.append((effect, int(number or 0)))
    if len({effect for effect, _ in found}) != len(found):
        sheet.fault(at, name, "the two alternatives must differ")
    return tuple(found)


def _check_card(sheet: Sheet, at: int, card: Card) -> None:
    """What the fields of a card say about each other."""
    if card.category == "general" and card.copies != 1:
        sheet.fault(at, "copies", "a general is one of its kind")
    fights = card.category in ("general", "troop")
    if bool(card.attack) != fights:
        sheet.fault(at, "attack", f"a {card.category} card {'needs one' if fights else 'has none'}")
    played = card.category not in ("victory", "treasure")
    icons = [name for name in ("cards", "actions", "buys", "defence") if getattr(card, name)]
    if not played and (icons or card.effects):
        sheet.fault(at, icons[0] if icons else "effects", f"a {card.category} card is never played for it")
    if (card.category == "treasure") != bool(card.money) and not played:
        sheet.fault(at, "money", "treasures bring money, victory cards do not")
    allowed = {
        "deployable": card.category in ACTION_PILES,
        "stays": card.category == "politics",
        "brief": card.category == "troop",
        "brief_defence": "stays" in card.traits,
        "destroyer": card.category == "troop",
        "unwanted": card.category in ACTION_PILES,
        "region": card.category == "victory",
    }
    for trait in card.traits:
        if not allowed[trait]:
            sheet.fault(at, "traits", f"{trait!r} does not go with this card")
    if "deployable" in card.traits and "stays" in card.traits:
        sheet.fault(at, "traits", "a card is deployable or stays, not both")
    if card.defence and "stays" not in card.traits:
        sheet.fault(at, "defence", "only a card that stays can defend")


def _in_play(sheet: Sheet, cards: list[Card]) -> list[Card]:
    """The cards that are in play: all, or the 18 action piles that `[game] piles` names with the rest (KUN-22)."""
    by_id = Counter(card.id for card in cards)
    for at, card in enumerate(cards):
        if by_id[card.id] > 1:
            sheet.fault(at, "id", "is used twice")
    names = Counter(fold(name) for card in cards for name in {*card.name.values(), card.id})
    for at, card in enumerate(cards):
        for name in card.name.values():
            if names[fold(name)] > 1 and fold(name) != fold(card.id):
                sheet.fault(at, "name", f"{name!r} also names another card")
    game = sheet.document.get("game", {})
    piles = [card.id for card in cards if card.category in ACTION_PILES]
    if "piles" in game:
        for name in game["piles"]:
            if name not in piles:
                sheet.game_fault("piles", f"{name!r} is no pile of action cards of this file")
        piles = list(dict.fromkeys(game["piles"]))
    if len(piles) != PILES:
        sheet.game_fault("piles", f"{len(piles)} piles of action cards; a match is played with {PILES} (KUN-22)")
    sheet.stop_if_faulty()
    chosen = [card for card in cards if card.category not in ACTION_PILES or card.id in piles]
    return sorted(chosen, key=lambda card: CATEGORIES.index(card.category))


def _check_box(sheet: Sheet, cards: list[Card]) -> None:
    """The totals of the box, or what the book recommends for two boxes together (KUN-01, KUN-22)."""
    ids = {card.id for card in cards}
    boxes = {card.box for card in cards}
    generals = sum(card.category == "general" for card in cards)
    if not 1 <= generals <= GENERALS:
        sheet.faults.append(Fault(0, "card", f"{generals} generals; there may be 1 to {GENERALS}"))
    for category in ("victory", "treasure"):
        kinds = [card for card in cards if card.category == category]
        if len(kinds) != 3 or len({card.box for card in kinds}) != 1:
            problem = f"{len(kinds)} kinds of {category} cards of {len({card.box for card in kinds})} boxes"
            sheet.faults.append(Fault(0, "card", f"{problem}; there must be 3, of one box (KUN-22)"))
    if boxes == {BOX}:
        for category, total in TOTALS.items():
            found = sum(card.copies for card in cards if card.category == category)
            if found != total:
                problem = f"{found} {category} cards; the box has {total} (KUN-01)"
                sheet.faults.append(Fault(0, "copies", problem))
        return
    own = {card.id for card in cards if card.box == BOX}
    advice = [
        (not own.issuperset(FOUR_TROOPS), f"uses {', '.join(FOUR_TROOPS)} of {BOX}"),
        (
            sum(card.category == "strategy" for card in cards) < LEAST_STRATEGY,
            f"needs at least {LEAST_STRATEGY} kinds of strategy cards",
        ),
        (
            FORTRESS in ids and len(ids.intersection(COUNTERS)) < 2,
            f"with {FORTRESS} uses at least two of {', '.join(COUNTERS)}",
        ),
        (len(ids.intersection(NINJAS)) != 1, f"uses exactly one of {' and '.join(NINJAS)}"),
    ]
    for broken, sentence in advice:
        if broken:
            sheet.game_fault("piles", f"a match with two boxes {sentence} (KUN-22)")


def _box(sheet: Sheet, cards: list[Card]) -> Box:
    """The cards with the numbers of the table `[game]`."""
    game = sheet.document.get("game", {})
    ids = {card.id: card for card in cards}
    hand, start = game.get("hand"), game.get("start")
    if not whole(hand, 1, 10):
        sheet.game_fault("hand", f"{hand!r} is no whole number from 1 to 10")
    if not isinstance(start, dict) or not start:
        sheet.game_fault("start", "needs the cards that everybody begins with")
        start = {}
    for name, number in start.items():
        if name not in ids or ids[name].category == "general":
            sheet.game_fault("start", f"{name!r} is no pile in play")
        elif not whole(number, 1, ids[name].copies // 6):
            sheet.game_fault("start", f"{number!r} {name} for each of six players; there are {ids[name].copies}")
    for name in ("attack_prizes", "defence_prizes"):
        bands = game.get(name)
        if (
            not isinstance(bands, list)
            or len(bands) != 3
            or not all(whole(n, 1, 99) for n in bands)
            or bands != sorted(set(bands))
        ):
            sheet.game_fault(name, f"{bands!r} is no list of three rising margins")
    sheet.stop_if_faulty()
    return Box(tuple(cards), hand, start, tuple(game["attack_prizes"]), tuple(game["defence_prizes"]))


PLAYED = load(DATA)
CARDS = PLAYED.cards
CARD_BY_ID = {card.id: card for card in CARDS}
