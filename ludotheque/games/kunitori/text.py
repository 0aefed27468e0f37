"""A position as text that a person can read, and write by hand in a test.

    round: 3             first: 0          turn: 1           phase: buy
    actions: 0           money: 4          buys: 1
    hand 0: copper*3 trap!      # `!`: everybody knows it; in a discard pile `?`: only its owner does
    deck 0: copper*4 village    # in no order
    top 0: silver trap          # put back on the deck, the last one on top
    pile 0: copper? gold        # the last one lies on top
    deployed 0: cavalry*2 moat  played: honda_tadakatsu copper   replayed: cavalry

All other cards are in the supply. Defaults: round 1, seat 0 first and at turn, the action phase with one action and one
buy, empty zones; the pending decision follows from the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ludotheque.errors import BadInput
from ludotheque.games.kunitori import state
from ludotheque.games.kunitori.declaration import DECLARATION
from ludotheque.games.kunitori.tables import COPIES, GENERALS, KINDS, NAMES, POINTS, TROOPS
from ludotheque.games.kunitori.view import seats_of
from ludotheque.kernel import load
from ludotheque.play.lines import Line, once

PHASES = ("action", "battle", "aiming", "attaching", "fighting", "buy", "draw")
STEPS = ("next", "laying", "striking", "counting", "clearing", "returning")
DEFENCES = ("none", "ambush", "reinforcements")
STRIKERS = ("active", "ally", "defender")
USUAL = {"round": 1, "first": 0, "turn": 0, "actions": 1, "money": 0, "buys": 1, "strikes": 0, "dry": 0, "last": 0}
LIMITS = {"round": (1, 1000), "actions": (0, 9999), "money": (0, 9999), "buys": (0, 9999), "strikes": (0, 60)}
LIMITS |= {"dry": (0, 9), "last": (0, 5)}
FLAGS = {"general played": "general_played", "joint war": "joint", "sold": "sold", "over": "over"}
MASKS = {"asked": "asked", "foes": "foes", "regions": "regions"}
COUNTS = {"trash": "trash", "played": "fresh", "replayed": "again", "kept": "kept", "shown": "shown"}
SEAT_COUNTS = {"deployed": "stand", "deck": "deck", "fixed": "fixed", "bought": "bought"}


# Writing ----------------------------------------------------------------------------------------------------------


def write_state(s: Any) -> list[str]:
    """The lines of a state."""
    lines = [f"{name}: {getattr(s, name)}" for name, usual in USUAL.items() if getattr(s, name) != usual]
    lines.append(f"phase: {PHASES[s.phase]}")
    if s.top_general:
        lines.append(f"general: {NAMES[s.top_general - 1]}")
    for p in range(s.players):
        lines += write_seat(s, p)
    for name, field in COUNTS.items():
        lines += line_of(name, counts(getattr(s, field)))
    lines += [f"{name}: yes" for name, field in FLAGS.items() if getattr(s, field)]
    lines += [line for name, field in MASKS.items() for line in line_of(name, mask(getattr(s, field), s.players))]
    return lines + write_war(s)


def line_of(name: str, words: Sequence[str]) -> list[str]:
    """One line, or none if there are no words."""
    return [f"{name}: {' '.join(words)}"] if words else []


def counts(numbers: Sequence[int], mark: str = "") -> list[str]:
    """Cards with their counts."""
    return [NAMES[k] + mark + (f"*{n}" if n > 1 else "") for k, n in enumerate(numbers) if n]


def mask(bits: int, players: int) -> list[str]:
    """The seats of a mask."""
    return [str(p) for p in seats_of(bits, players)]


def write_seat(s: Any, p: int) -> list[str]:
    """The lines of one seat."""
    hand, seen = s.hand.row(p), s.open.row(p)
    lines = line_of(f"hand {p}", counts([n - o for n, o in zip(hand, seen, strict=True)]) + counts(seen, "!"))
    for name, field in SEAT_COUNTS.items():
        lines += line_of(f"{name} {p}", counts(getattr(s, field).row(p)))
    lines += line_of(f"top {p}", [NAMES[card - 1] for card in s.top.row(p) if card])
    if s.tops[p] == 1 and s.pair[p, 0] != s.pair[p, 1]:
        lines.append(f"pair {p}: {NAMES[s.pair[p, 0] - 1]} {NAMES[s.pair[p, 1] - 1]}")
        if s.lost[p]:
            lines.append(f"lost {p}: {s.lost[p]}")
    pile, seen, top = s.pile.row(p), s.pile_open.row(p), s.pile_top[p] - 1
    hidden = counts([n - o for n, o in zip(pile, seen, strict=True)], "?")
    if top >= 0:
        seen[top] -= 1
        lines.append(f"pile {p}: {' '.join([*hidden, *counts(seen), NAMES[top]])}")
    if s.old[p]:
        lines.append(f"old {p}: {s.old[p]}")
    return lines


def write_war(s: Any) -> list[str]:
    """The lines of a war, and of the end."""
    lines = [f"aim {NAMES[g]}: {' '.join(mask(s.aim[g], s.players))}" for g in range(GENERALS) if s.aim[g]]
    for t in range(TROOPS):
        lines += line_of(f"attached {NAMES[GENERALS + t]}", counts([s.attached[t, g] for g in range(GENERALS)]))
    if s.ally:
        lines.append(f"ally: {s.ally - 1}")
    if s.phase == state.FIGHTING:
        lines += [f"defender: {s.defender}", f"step: {STEPS[s.step]}", f"defence: {DEFENCES[s.defence]}"]
        lines.append(f"striker: {STRIKERS[s.striker]}")
    if s.shower:
        lines.append(f"shower: {s.shower}")
    if s.cause:
        lines.append(f"cause: {DECLARATION.causes[s.cause - 1]}")
    return lines


# Reading ----------------------------------------------------------------------------------------------------------


def read_state(s: Any, lines: Iterable[Line], source: str) -> None:
    """Read the lines into a fresh state; cards named nowhere are in the supply."""
    by_name = once(lines)
    for name, usual in USUAL.items():
        setattr(s, name, usual)
    for line in by_name.values():
        read_line(s, line)
    s.first %= s.players
    fill_supply(s, by_name, source)
    if not s.over and not s.depth:
        program = load("ludotheque.games.kunitori")
        program.module("ludotheque.games.kunitori.rules.turns").advance(s, program.work.plain())


def read_line(s: Any, line: Line) -> None:
    """Read one line."""
    kind, _, which = line.name.partition(" ")
    if line.name in ("first", "turn", "defender", "shower"):
        setattr(s, line.name, line.integer(line.value, 0, s.players - 1))
    elif line.name == "ally":
        s.ally = 1 + line.integer(line.value, 0, s.players - 1)
    elif line.name in LIMITS:
        setattr(s, line.name, line.integer(line.value, *LIMITS[line.name]))
    elif line.name in FLAGS:
        if line.value != "yes":
            line.fault(f"{line.value!r} is not 'yes'; leave the line out for no")
        setattr(s, FLAGS[line.name], 1)
    elif line.name in MASKS:
        setattr(s, MASKS[line.name], seats(s, line))
    elif line.name in COUNTS:
        for card, number, _ in cards(line, ""):
            getattr(s, COUNTS[line.name])[card] += number
    elif line.name == "general":
        s.top_general = 1 + line.one_of(line.value, NAMES[:GENERALS])
    elif kind == "aim" and which:
        s.aim[line.one_of(which, NAMES[:GENERALS])] = seats(s, line)
    elif kind == "attached" and which:
        troop = line.one_of(which, NAMES[GENERALS : GENERALS + TROOPS])
        for card, number, _ in cards(line, ""):
            if card >= GENERALS:
                line.fault(f"{NAMES[card]} is no general")
            s.attached[troop, card] += number
    elif which.isdigit():
        read_seat(s, line, kind, line.integer(which, 0, s.players - 1))
    else:
        read_word(s, line)


def read_word(s: Any, line: Line) -> None:
    """Read a line whose value is one of some words."""
    words = {"phase": PHASES, "step": STEPS, "defence": DEFENCES, "striker": STRIKERS}
    if line.name == "cause":
        s.cause = 1 + line.one_of(line.value, DECLARATION.causes)
    elif line.name in words:
        setattr(s, line.name, line.one_of(line.value, words[line.name]))
    else:
        line.fault("unknown name; see docs/games/kunitori.md")


def seats(s: Any, line: Line) -> int:
    """The mask of the seats that a line names."""
    return sum({1 << line.integer(word, 0, s.players - 1) for word in line.words()})


def cards(line: Line, marks: str) -> list[tuple[int, int, str]]:
    """The cards of a line: kind, count, mark."""
    found = []
    for word in line.words():
        name, star, number = word.partition("*")
        mark = name[-1] if name[-1:] in tuple(marks) else ""
        n = line.integer(number, 1, 100) if star else 1
        found.append((line.one_of(name.removesuffix(mark) if mark else name, NAMES), n, mark))
    return found


def read_seat(s: Any, line: Line, kind: str, p: int) -> None:
    """Read a line about one seat."""
    if kind == "hand":
        for card, number, mark in cards(line, "!"):
            s.hand[p, card] += number
            s.hand_n[p] += number
            if mark:
                s.open[p, card] += number
                s.open_n[p] += number
    elif kind == "pile":
        for card, number, mark in cards(line, "?"):
            s.pile[p, card] += number
            s.pile_n[p] += number
            if not mark:
                s.pile_open[p, card] += number
                s.pile_open_n[p] += number
            s.pile_top[p] = card + 1
        if mark:
            line.fault("the last card lies on top: everybody sees it")
    elif kind == "top":
        read_top(s, line, p)
    elif kind == "pair":
        if s.tops[p] != 1 or len(line.words()) != 2:
            line.fault("two cards, of which one lies on top and is named before: 'top'")
        s.pair[p, 0], s.pair[p, 1] = sorted(1 + card for card, _, _ in cards(line, ""))
    elif kind == "lost":
        s.lost[p] = line.integer(line.value, 0, 3)
    elif kind == "old":
        s.old[p] = line.integer(line.value, 0, 300)
    elif kind in SEAT_COUNTS:
        for card, number, _ in cards(line, ""):
            getattr(s, SEAT_COUNTS[kind])[p, card] += number
            if kind == "deck":
                s.deck_n[p] += number
    else:
        line.fault("unknown name; see docs/games/kunitori.md")


def read_top(s: Any, line: Line, p: int) -> None:
    """Read the cards that were put back on a deck."""
    found = [1 + card for card, _, _ in cards(line, "")]
    if not 1 <= len(found) <= 2:
        line.fault("one or two cards")
    for i, card in enumerate(found):
        s.top[p, i] = card
    s.tops[p] = len(found)
    s.pair[p, 0], s.pair[p, 1] = min(found), max(found)


def fill_supply(s: Any, by_name: dict[str, Line], source: str) -> None:
    """Put all other cards into the supply and compute the points."""
    rules = load("ludotheque.games.kunitori").module("ludotheque.games.kunitori.rules")
    for k in range(KINDS):
        owned = [rules.owned(s, p, k) for p in range(s.players)]
        for p, number in enumerate(owned):
            s.points[p] += number * POINTS[k]
        s.supply[k] = COPIES[k] - s.trash[k] - sum(owned)
        if s.supply[k] < 0:
            problem = f"{NAMES[k]} stands in {COPIES[k] - s.supply[k]} places; there are {COPIES[k]}"
            line = next((line for line in by_name.values() if NAMES[k] in line.value), None)
            raise BadInput.at(source, line.number if line else 0, line.name if line else "", problem)
    for p in range(s.players):
        check_knowledge(s, p, by_name)
    if s.top_general and not s.supply[s.top_general - 1]:
        by_name["general"].fault(f"{NAMES[s.top_general - 1]} is not in the supply")
    if not s.top_general:
        s.top_general = next((1 + k for k in range(GENERALS) if s.supply[k]), 0)


def check_knowledge(s: Any, p: int, by_name: dict[str, Line]) -> None:
    """Check that public knowledge of hidden cards is true."""
    for k in range(KINDS):
        hidden = s.hand[p, k] - s.open[p, k] + s.deck[p, k] + s.pile[p, k] - s.pile_open[p, k]
        if s.fixed[p, k] > hidden:
            by_name[f"fixed {p}"].fault(f"{s.fixed[p, k]} {NAMES[k]}, but only {hidden} are hidden")
    if s.old[p] > s.hand_n[p] - s.open_n[p]:
        by_name[f"old {p}"].fault(f"{s.old[p]} hidden cards, but the hand has {s.hand_n[p] - s.open_n[p]}")
