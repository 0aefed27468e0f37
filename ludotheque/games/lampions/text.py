"""A position as text that a person can read, and write by hand in a test.

    round: 2 of 5        first: 1          turn: 3
    hand 0: spark! moth  # `!`: everybody knows it; `?`: nobody does; `@01`: seats 0 and 1 do
    lit 0: lantern       ashes 0: gust     wish 0: spark
    deck: spark candle   # the last one is on top; `deck: rest` puts every card not named elsewhere there

Defaults: rounds as in the option, round 1, seat 0 first, empty zones, wishes for sparks, the decision to choose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ludotheque.errors import BadInput
from ludotheque.games.lampions import state
from ludotheque.games.lampions.components import COPIES, NAMES, WISHES
from ludotheque.games.lampions.declaration import Cause, Decision
from ludotheque.games.lampions.view import ZONES, choosing, lamp_in_question
from ludotheque.kernel.declare import EVERYONE
from ludotheque.play.lines import Line, once

SEAT_ZONES = {"hand": state.HAND, "lit": state.LIT, "ashes": state.ASHES}


def write_state(s: Any) -> list[str]:
    """The lines of a state."""
    lines = [f"round: {s.round}", f"first: {s.first}", f"turn: {s.turn}"]
    for p in range(s.players):
        for name, zone in SEAT_ZONES.items():
            if s.count[zone + p]:
                lines.append(f"{name} {p}: {ZONES.write(s, zone + p, 1 << p if name == 'hand' else EVERYONE)}")
        if s.choice[p]:
            lines.append(f"open {p}: {NAMES[s.choice[p] - 1]}")
        lines.append(f"wish {p}: {WISHES[s.wish[p] - 1]}")
    if s.count[state.DECK]:
        lines.append(f"deck: {ZONES.write(s, state.DECK, 0)}")
    if s.count[state.BOX]:
        lines.append(f"box: {ZONES.write(s, state.BOX, EVERYONE)}")
    if s.over:
        lines.append("over: yes")
    return lines


def read_state(s: Any, lines: Iterable[Line], source: str) -> None:
    """Read the lines into a fresh state; a card in two places, or one too many, is refused."""
    rest: Line | None = None
    by_name = once(lines)
    s.round, s.wish[: s.players] = 1, [1] * s.players
    for name, line in by_name.items():
        kind, _, seat = name.partition(" ")
        p = line.integer(seat, 0, s.players - 1) if seat else -1
        if kind in SEAT_ZONES and seat:
            ZONES.read(s, line, SEAT_ZONES[kind] + p, 1 << p if kind == "hand" else EVERYONE)
        elif kind == "open" and seat:
            s.choice[p] = 1 + line.one_of(line.value, NAMES)
        elif kind == "wish" and seat:
            s.wish[p] = 1 + line.one_of(line.value, WISHES)
        elif name == "deck" and line.value == "rest":
            rest = line
        elif name in ("deck", "box"):
            ZONES.read(s, line, state.DECK if name == "deck" else state.BOX, 0 if name == "deck" else EVERYONE)
        elif name == "round":
            s.round = line.integer(line.value, 1, s.rounds)
        elif name == "first":
            s.first = line.integer(line.value, 0, s.players - 1)
        elif name == "turn":
            s.turn = line.integer(line.value, 0, s.players)
        elif name == "over":
            s.over = Cause.ROUNDS_PLAYED
        else:
            line.fault("unknown name; see docs/notation.md")
    found = Counter(s.card[at] for z in range(state.BOX + 1) for at in ZONES.slots(s, z))
    if not choosing(s):
        found.update(choice - 1 for choice in s.choice if choice)
    if lamp := lamp_in_question(s):
        found[NAMES.index(lamp["card"])] += 1  # this card is in no zone
    for card, copies in enumerate(COPIES):
        if found[card] > copies:
            problem = f"{found[card]} cards {NAMES[card]!r} stand in the position, the game has {copies}"
            raise BadInput.at(source, 0, NAMES[card], problem)
        if rest:
            for _ in range(copies - found[card]):
                ZONES.put(s, state.DECK, card, 0)
    if not s.over and not s.depth:
        s.depth, s.ask_kind[0] = 1, Decision.CHOOSE
        s.ask_seat[0] = -sum(1 << p for p in range(s.players) if s.count[state.HAND + p])
