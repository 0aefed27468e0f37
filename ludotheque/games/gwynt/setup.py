"""Seat options: decks, and the names of cards, leaders and decks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from ludotheque.errors import BadInput, Fault
from ludotheque.games.gwynt import state
from ludotheque.games.gwynt.components import CARD_BY_ID, CARDS, FACTIONS, LEADERS
from ludotheque.games.gwynt.decks import (
    deck_title,
    faction_in_play,
    faults,
    format_deck,
    in_numbers,
    parse_deck,
    random_deck,
    read_deck,
    ready_made,
)
from ludotheque.games.gwynt.tables import LEADER_NAMES, READY_NAMES
from ludotheque.games.gwynt.wording import card_text


def begin(s: Any, options: Mapping[str, Any], seats: Sequence[Mapping[str, Any]]) -> None:
    """Lay out the decks of the seats. The rules give a ready-made deck to a seat without one."""
    for seat, brought in enumerate(seats):
        if brought.get("deck") is not None:
            put_deck(s, seat, brought["deck"])


def put_deck(s: Any, seat: int, brought: object) -> None:
    """Lay out a deck, given as the name of a ready-made one or as text; BadInput names every fault.

    It is text because a record stores the seat options; `decks.format_deck` makes it from a Deck.
    """
    source = f"deck of seat {seat}"
    if not isinstance(brought, str):
        problem = f"{type(brought).__name__} given; bring the name of a ready-made deck, or a deck as text"
        raise BadInput.at("seats", 0, f"seat {seat} deck", problem)
    if _looks_like_a_name(brought) and brought not in READY_NAMES:
        problem = f"no ready-made deck is called {brought!r}; there are {', '.join(READY_NAMES)}"
        raise BadInput.at(source, 0, "", problem)
    text = format_deck(ready_made()[brought]) if brought in READY_NAMES else brought
    deck = read_deck(text, bool(s.expansions), bool(s.skellige), source)
    s.faction[seat] = FACTIONS.index(deck.faction)
    s.leader[seat] = LEADER_NAMES.index(deck.leader)
    s.deck_name[seat] = 1 + READY_NAMES.index(brought) if brought in READY_NAMES else 0
    numbers = [CARD_BY_ID[card].number for card, copies in deck.cards for _ in range(copies)]
    base = state.PILES.base[state.DECK + seat]
    s.card[base : base + len(numbers)] = sorted(numbers)
    s.count[state.DECK + seat] = len(numbers)


def _looks_like_a_name(brought: str) -> bool:
    """Whether a deck option is a name rather than a text: a single word, which no line of a deck is."""
    return brought.isidentifier()


def names(language: str) -> dict[str, str]:
    """The names in the data files, as messages."""
    words = {f"card.{card.id}": card.name[language] for card in CARDS}
    words |= {f"card_text.{card.id}": card_text(card, language) for card in CARDS}
    words |= {f"leader.{leader.id}": leader.name[language] for leader in LEADERS}
    words |= {f"ready_made.{key}": deck_title(deck, language, key) for key, deck in ready_made().items()}
    return words | {f"leader_text.{leader.id}": leader.text[language] for leader in LEADERS}


def choices(option: str, options: Mapping[str, Any], language: str) -> list[tuple[str, str]]:
    """The choices of a seat option with their names: the ready-made decks."""
    return [
        (key, f"{deck_title(deck, language, key)} ({LEADERS[LEADER_NAMES.index(deck.leader)].name[language]})")
        for key, deck in ready_made().items()
        if faction_in_play(deck.faction, bool(options["skellige"]))
    ]


def look_at(
    option: str, value: str, options: Mapping[str, Any], language: str
) -> tuple[list[Fault], Mapping[str, object]]:
    """All faults of a deck for a seat, and the statistics of its readable part."""
    expansions, skellige = bool(options["expansions"]), bool(options["skellige"])
    text = format_deck(ready_made()[value]) if value in READY_NAMES else value
    try:
        deck = parse_deck(text, option, language)
    except BadInput:
        pass
    else:
        return faults(deck, expansions, skellige, language), in_numbers(deck)
    try:
        read_deck(text, expansions, skellige, option, language)
    except BadInput as error:
        return list(error.faults), {}
    return [], {}


def example_seats(players: int, options: Mapping[str, Any], random: Random) -> list[dict[str, Any]]:
    """Examples of seat options for the compliance suite: random legal decks, ready-made ones, none."""
    expansions, skellige = bool(options["expansions"]), bool(options["skellige"])
    factions = [faction for faction in FACTIONS if faction_in_play(faction, skellige)]
    seats: list[dict[str, Any]] = []
    for _ in range(players):
        draw = random.random()
        if draw < 0.6:
            deck = random_deck(random.choice(factions), random.randrange(1 << 30), expansions, skellige)
            seats.append({"deck": format_deck(deck)})
        elif draw < 0.8:
            names = [name for name, deck in ready_made().items() if deck.faction in factions]
            seats.append({"deck": random.choice(names)})
        else:
            seats.append({})
    return seats
