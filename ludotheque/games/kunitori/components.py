"""Kunitori!'s cards, read from `data/cards.toml` (or its replacement) and checked.

A card is a record of numbers and named effects. Owners of the boxes may correct or extend the file, so everything is
checked: every fault is listed with its line, card and field, and an effect that the rules don't know is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ludotheque.errors import Fault
from ludotheque.kernel.data_files import path_of
from ludotheque.messages import COMPLETE, Names
from ludotheque.play.notation import fold
from ludotheque.toolkit.data_file import DataFile, Entry, is_whole

GAME = "kunitori"
DATA = path_of(GAME, Path(__file__).parent / "data" / "cards.toml")

CATEGORIES = ("general", "troop", "strategy", "politics", "victory", "treasure")
ACTION_PILES = ("troop", "strategy", "politics")  # categories in which each kind is a pile
TRAITS = ("deployable", "stays", "brief", "brief_defence", "destroyer", "unwanted", "region")
COUNTED = ("cards", "money", "actions", "buys", "renovate")  # effects with a number
EFFECTS = ("none", *COUNTED, "trash_return", "trap", "take_back", "joint_war", "ninjas")
NUMBERS = {"copies": (1, 60), "cost": (0, 20), "attack": (0, 12), "defence": (0, 12), "points": (-12, 12)}
NUMBERS |= dict.fromkeys(("cards", "money", "actions", "buys"), (0, 6))
GENERALS = 16  # the most generals, in both boxes together
PILES = 18  # the number of piles of action cards
SHORT = 11  # the longest short name, in letters
BOX = "world_on_fire"
# numbers of cards in the first box
TOTALS = {"general": 8, "troop": 62, "strategy": 50, "politics": 48, "victory": 52, "treasure": 70}

# The recommendation of the rulebook for two boxes together (KUN-22).
FOUR_TROOPS = ("spear_troopers", "light_archers", "cavalry", "gunner_mercenaries")
LEAST_STRATEGY = 3
FORTRESS = ("magnificent_fortress", "magnificent_castle")  # the rulebook uses both names for the same card
COUNTERS = ("land_destroyer", "travelling_monk", "trap")
NINJAS = ("ninja_clan", "skilled_ninjas")
FAKE_FORTRESS = "fake_fortress"


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
    """The effects of its text: name and number. Two alternatives if `chooses`."""
    chooses: bool
    source: str
    guessed: tuple[str, ...]
    name: dict[str, str] = field(hash=False)
    short: dict[str, str] = field(hash=False)
    """A short form of the name."""


@dataclass(frozen=True, slots=True)
class Box:
    """The cards in play by number, and the numbers of the table `[game]`."""

    cards: tuple[Card, ...]
    hand: int
    start: dict[str, int] = field(hash=False)
    attack_prizes: tuple[int, ...] = ()
    defence_prizes: tuple[int, ...] = ()


def load(path: Path) -> Box:
    """The cards in play, generals first, then by category; BadInput if the file has any fault."""
    file = DataFile(path)
    entries = file.entries("card")
    cards = [card for entry in entries if (card := _card(entry)) is not None]
    file.stop_if_faulty()
    chosen = _in_play(file, entries, cards)
    _check_box(file, chosen)
    box = _box(file, chosen)
    file.stop_if_faulty()
    return box


def _card(entry: Entry) -> Card | None:
    """A card of the file, None if it has faults."""
    before = len(entry.file.faults)
    known = {"id", "category", "box", "traits", "effects", "choose", "source", "guessed", "name", "short", *NUMBERS}
    for name in entry.fields:
        if name not in known:
            entry.fault(name, "is no field of a card")
    identity = entry.get("id")
    if not isinstance(identity, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", identity):
        entry.fault("id", f"{identity!r} is no id: small letters, digits and _ only")
    if entry.get("category") not in CATEGORIES:
        entry.fault("category", f"{entry.get('category')!r} is none of {', '.join(CATEGORIES)}")
    for name in ("box", "source"):
        if not isinstance(entry.get(name), str) or not entry[name]:
            entry.fault(name, "is missing, or no text")
    sources = entry.file.document.get("sources", {})
    if isinstance(sources, dict) and entry.get("source") not in sources:
        entry.fault("source", f"{entry.get('source')!r} is not explained under [sources]")
    for name, (low, high) in NUMBERS.items():
        if name in ("copies", "cost") and name not in entry.fields:
            entry.fault(name, "is missing")
        elif not is_whole(entry.get(name, 0 if name != "copies" else 1), low, high):
            entry.fault(name, f"{entry[name]!r} is no whole number from {low} to {high}")
    names = entry.get("name")
    if not isinstance(names, dict) or not all(isinstance(names.get(lang), str) and names[lang] for lang in COMPLETE):
        entry.fault("name", "needs name.en and name.fr")
    shorts = entry.get("short", {})
    if not isinstance(shorts, dict) or not all(isinstance(short, str) for short in shorts.values()):
        entry.fault("short", "is no name in each language: short.en, short.fr")
    elif any(len(short) > SHORT for short in shorts.values()):
        entry.fault("short", f"a short name has at most {SHORT} letters")
    _list_of(entry, "traits", TRAITS)
    _list_of(entry, "guessed", tuple(known))
    effects = _effects(entry)
    if len(entry.file.faults) > before:
        return None
    card = Card(
        **{name: entry[name] for name in ("id", "category", "box", "source")},
        name=Names(names),
        **{name: entry.get(name, 0) for name in NUMBERS},
        traits=tuple(entry.get("traits", ())),
        effects=effects,
        chooses="choose" in entry.fields,
        guessed=tuple(entry.get("guessed", ())),
        short=Names({language: shorts.get(language) or _shortened(name) for language, name in names.items()}),
    )
    _check_card(entry, card)
    return card


def _shortened(name: str) -> str:
    """A short form of a name: its first word, or the beginning of it."""
    word = name if len(name) <= SHORT else name.split()[0]
    return word if len(word) <= SHORT else f"{word[: SHORT - 1]}…"


def _list_of(entry: Entry, name: str, values: Sequence[str]) -> None:
    """Check that a field is a list of known words."""
    found = entry.get(name, [])
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        entry.fault(name, f"{found!r} is no list of words")
        return
    for word in found:
        if word not in values:
            entry.fault(name, f"no rule of this program can run {word!r}; it knows {', '.join(values)}")


def _effects(entry: Entry) -> tuple[tuple[str, int], ...]:
    """The effects of the text of a card."""
    name = "choose" if "choose" in entry.fields else "effects"
    found: list[tuple[str, int]] = []
    words = entry.get(name, [])
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        entry.fault(name, f"{words!r} is no list of effects")
        return ()
    if "choose" in entry.fields and "effects" in entry.fields:
        entry.fault("effects", "a card has either effects or a choice between two")
    if (name == "choose" and len(words) != 2) or len(words) > 2:
        entry.fault(name, f"{len(words)} effects; a text has one, or two to choose from")
    if name == "effects" and len(words) == 2:
        entry.fault(name, "two effects need `choose`; icons are fields of their own")
    for word in words:
        effect, _, number = word.partition(" ")
        if effect not in EFFECTS or effect == "none":
            known = ", ".join(EFFECTS[1:])
            entry.fault(name, f"no rule of this program can run {word!r}; it knows {known}")
        elif (effect in COUNTED) != bool(re.fullmatch(r"[1-9]", number)):
            wanted = "needs a number from 1 to 9" if effect in COUNTED else "takes no number"
            entry.fault(name, f"{word!r}: {effect} {wanted}")
        else:
            found.append((effect, int(number or 0)))
    if len({effect for effect, _ in found}) != len(found):
        entry.fault(name, "the two alternatives must differ")
    return tuple(found)


def _check_card(entry: Entry, card: Card) -> None:
    """Check the fields of a card against each other."""
    if card.category == "general" and card.copies != 1:
        entry.fault("copies", "a general is one of its kind")
    fights = card.category in ("general", "troop")
    if bool(card.attack) != fights:
        entry.fault("attack", f"a {card.category} card {'needs one' if fights else 'has none'}")
    played = card.category not in ("victory", "treasure")
    icons = [name for name in ("cards", "actions", "buys", "defence") if getattr(card, name)]
    if not played and (icons or card.effects):
        entry.fault(icons[0] if icons else "effects", f"a {card.category} card is never played for it")
    if (card.category == "treasure") != bool(card.money) and not played:
        entry.fault("money", "treasures bring money, victory cards do not")
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
            entry.fault("traits", f"{trait!r} does not go with this card")
    if "deployable" in card.traits and "stays" in card.traits:
        entry.fault("traits", "a card is deployable or stays, not both")
    if card.defence and "stays" not in card.traits:
        entry.fault("defence", "only a card that stays can defend")


def _in_play(file: DataFile, entries: Sequence[Entry], cards: Sequence[Card]) -> list[Card]:
    """The cards in play: all, or the 18 action piles that `[game] piles` names and the rest (KUN-22)."""
    by_id = Counter(card.id for card in cards)
    for entry, card in zip(entries, cards, strict=True):
        if by_id[card.id] > 1:
            entry.fault("id", "is used twice")
    names = Counter(fold(name) for card in cards for name in {*card.name.values(), card.id})
    for entry, card in zip(entries, cards, strict=True):
        for name in card.name.values():
            if names[fold(name)] > 1 and fold(name) != fold(card.id):
                entry.fault("name", f"{name!r} also names another card")
    game = file.document.get("game", {})
    piles = [card.id for card in cards if card.category in ACTION_PILES]
    if "piles" in game:
        for name in game["piles"]:
            if name not in piles:
                file.fault("game.piles", f"{name!r} is no pile of action cards of this file")
        piles = list(dict.fromkeys(game["piles"]))
    if len(piles) != PILES:
        file.fault("game.piles", f"{len(piles)} piles of action cards; a match is played with {PILES} (KUN-22)")
    file.stop_if_faulty()
    chosen = [card for card in cards if card.category not in ACTION_PILES or card.id in piles]
    return sorted(chosen, key=lambda card: CATEGORIES.index(card.category))


def _check_box(file: DataFile, cards: list[Card]) -> None:
    """Check the totals of the box, or the recommendation for two boxes together (KUN-01, KUN-22)."""
    ids = {card.id for card in cards}
    boxes = {card.box for card in cards}
    generals = sum(card.category == "general" for card in cards)
    if not 1 <= generals <= GENERALS:
        file.faults.append(Fault(0, "card", f"{generals} generals; there may be 1 to {GENERALS}"))
    for category in ("victory", "treasure"):
        kinds = [card for card in cards if card.category == category]
        if len(kinds) != 3 or len({card.box for card in kinds}) != 1:
            problem = f"{len(kinds)} kinds of {category} cards of {len({card.box for card in kinds})} boxes"
            file.faults.append(Fault(0, "card", f"{problem}; there must be 3, of one box (KUN-22)"))
    if boxes == {BOX}:
        for category, total in TOTALS.items():
            found = sum(card.copies for card in cards if card.category == category)
            if found != total:
                problem = f"{found} {category} cards; the box has {total} (KUN-01)"
                file.faults.append(Fault(0, "copies", problem))
        return
    own = {card.id for card in cards if card.box == BOX}
    advice = [
        (not own.issuperset(FOUR_TROOPS), f"uses {', '.join(FOUR_TROOPS)} of {BOX}"),
        (
            sum(card.category == "strategy" for card in cards) < LEAST_STRATEGY,
            f"needs at least {LEAST_STRATEGY} kinds of strategy cards",
        ),
        (
            any(map(_is_fortress, cards)) and len(ids.intersection(COUNTERS)) < 2,
            f"with {' or '.join(FORTRESS)} uses at least two of {', '.join(COUNTERS)}",
        ),
        (len(ids.intersection(NINJAS)) != 1, f"uses exactly one of {' and '.join(NINJAS)}"),
        (
            FAKE_FORTRESS not in ids and not any(map(_is_fortress, cards)),
            f"uses {FAKE_FORTRESS}, {FORTRESS[0]} or both",
        ),
    ]
    for broken, sentence in advice:
        if broken:
            file.fault("game.piles", f"a match with two boxes {sentence} (KUN-22)")


def _is_fortress(card: Card) -> bool:
    """Whether a card is the fortress of the first box, by its id or its name."""
    return any(fold(name) == fold(known) for name in (card.id, *card.name.values()) for known in FORTRESS)


def _box(file: DataFile, cards: list[Card]) -> Box:
    """The cards with the numbers of the table `[game]`."""
    game = file.document.get("game", {})
    ids = {card.id: card for card in cards}
    hand, start = game.get("hand"), game.get("start")
    if not is_whole(hand, 1, 10):
        file.fault("game.hand", f"{hand!r} is no whole number from 1 to 10")
    if not isinstance(start, dict) or not start:
        file.fault("game.start", "needs the cards that everybody begins with")
        start = {}
    for name, number in start.items():
        if name not in ids or ids[name].category == "general":
            file.fault("game.start", f"{name!r} is no pile in play")
        elif not is_whole(number, 1, ids[name].copies // 6):
            file.fault("game.start", f"{number!r} {name} for each of six players; there are {ids[name].copies}")
    for name in ("attack_prizes", "defence_prizes"):
        bands = game.get(name)
        if (
            not isinstance(bands, list)
            or len(bands) != 3
            or not all(is_whole(n, 1, 99) for n in bands)
            or bands != sorted(set(bands))
        ):
            file.fault(f"game.{name}", f"{bands!r} is no list of three rising margins")
    file.stop_if_faulty()
    return Box(tuple(cards), hand, start, tuple(game["attack_prizes"]), tuple(game["defence_prizes"]))


PLAYED = load(DATA)
CARDS = PLAYED.cards
CARD_BY_ID = {card.id: card for card in CARDS}
