"""A position as text that a person can read, and write by hand in a test.

    seat 0: northern_realms foltest_siegemaster
    seat 1: monsters eredin_bringer_of_death used     # the leader has been used; `off`: a White Flame put it out
    round: 2
    turn: 0
    gems: 2 1
    passed: 1
    totals 1: 30 21
    hand 0: geralt_of_rivia vesemir!                  # `!` everybody knows it, `@1` seat 1 does too
    deck 0: dandelion zoltan_chivay                   # the last one is on top
    pile 0: ballista*2                                # `*2`: two of them
    close 0: blue_stripes_commando*3
    ranged 1: harpy~2 cockatrice                      # `~2`: the second agile unit placed (it matters to one leader)
    siege 1: thaler^0                                 # `^0`: seat 0 played it
    horn 0: close siege/leader                        # a card beside one row, the leader's horn beside another
    weather: biting_frost^1

Defaults: round 1, seat 0 to move, two gems each, Northern Realms with the Siegemaster, empty zones. The side a card
lies on played it (a spy: the other side). The cards seen of each deck are the open ones. With the options there are
also `mardroeme 1: ranged`; before a round and after the match `swaps: 1 2`, `over: 1`; and if play has shown more than
the open cards, `seen 0: nekker`, `back 0: nekker*2`, `drawn 0: 1`, `absent 0: nekker`, `old 0: 3`: see
rules/knowledge.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import groupby, takewhile
from typing import Any, NoReturn

from ludotheque.errors import BadInput
from ludotheque.games.gwynt import state, tables
from ludotheque.games.gwynt.components import CARDS, FACTIONS, LEADERS, NEUTRAL, ROWS
from ludotheque.games.gwynt.declaration import Action, Decision
from ludotheque.games.gwynt.tables import CARD_NAMES, KINDS
from ludotheque.games.gwynt.view import ZONES, pieces
from ludotheque.kernel import load
from ludotheque.kernel.declare import EVERYONE, SPECTATOR
from ludotheque.play.lines import Line, once
from ludotheque.play.scratch import Scratch
from ludotheque.toolkit import views
from ludotheque.toolkit.zones import times

_program = load("ludotheque.games.gwynt")
_rules = _program.module("ludotheque.games.gwynt.rules")
_scratch = Scratch(_program)

HIDDEN = {"hand": state.HAND, "deck": state.DECK}
DEFAULT_LEADER = "foltest_siegemaster"


# Writing ----------------------------------------------------------------------------------------------------------


def write_state(s: Any) -> list[str]:
    """The lines of a state."""
    lines = [f"round: {s.round}", f"turn: {s.turn}", f"gems: {s.gems[0]} {s.gems[1]}"]
    passed = [str(p) for p in range(2) if s.passed[p]]
    if passed:
        lines.append(f"passed: {' '.join(passed)}")
    for name, value in (("last to pass", s.last_to_pass), ("order", s.order), ("over", s.over)):
        if value:
            lines.append(f"{name}: {value}")
    for r in range(3):
        if s.totals[2 * r] or s.totals[2 * r + 1]:
            lines.append(f"totals {r + 1}: {s.totals[2 * r]} {s.totals[2 * r + 1]}")
    if any(s.swaps):
        lines.append(f"swaps: {s.swaps[0]} {s.swaps[1]}")
    if s.count[state.WEATHER_ZONE]:
        lines.append(f"weather: {cards_of(s, state.WEATHER_ZONE, lambda code, known: f'^{code >> 8}')}")
    for p in range(2):
        lines += write_seat(s, p)
    return lines


def write_seat(s: Any, p: int) -> list[str]:
    """The lines of one seat."""
    words = [FACTIONS[s.faction[p]], tables.LEADER_NAMES[s.leader[p]]]
    words += ["used"] * s.leader_used[p] + ["off"] * s.leader_off[p]
    words += [tables.READY_NAMES[s.deck_name[p] - 1]] if s.deck_name[p] else []
    lines = [f"seat {p}: {' '.join(words)}"]
    for name, first in HIDDEN.items():
        usual = 1 << p if name == "hand" else 0
        if s.count[first + p]:
            cards = cards_of(s, first + p, lambda code, known, usual=usual: knowing(known, usual))
            lines.append(f"{name} {p}: {cards}")
    if s.count[state.PILE + p]:
        lines.append(f"pile {p}: {cards_of(s, state.PILE + p, lambda code, known: '')}")
    for r, name in enumerate(ROWS):
        z = state.ROW + 3 * p + r
        if s.count[z]:
            lines.append(f"{name} {p}: {cards_of(s, z, lambda code, known: played_by(code, p))}")
    horns = [
        ROWS[r] + ("/leader" if s.horn[3 * p + r] == state.LEADER_HORN else "") for r in range(3) if s.horn[3 * p + r]
    ]
    if horns:
        lines.append(f"horn {p}: {' '.join(horns)}")
    if any(s.mardroeme[3 * p : 3 * p + 3]):
        lines.append(f"mardroeme {p}: {' '.join(ROWS[r] for r in range(3) if s.mardroeme[3 * p + r])}")
    seen, usual_seen = s.seen[p * KINDS : (p + 1) * KINDS], seen_by_default(s)[p]
    if [n % state.BACK for n in seen] != usual_seen:
        lines.append(f"seen {p}: {counted({k: n % state.BACK for k, n in enumerate(seen)})}")
    if any(n >= state.BACK for n in seen):
        lines.append(f"back {p}: {counted({k: n // state.BACK for k, n in enumerate(seen)})}")
    if s.drawn[p]:
        lines.append(f"drawn {p}: {s.drawn[p] - 1}")
    if s.absent[p]:
        families = [CARD_NAMES[tables.FAMILY.index(f)] for f in range(1, 31) if s.absent[p] >> f & 1]
        lines.append(f"absent {p}: {' '.join(families)}")
        if s.old[p] != old_by_default(s, p):
            lines.append(f"old {p}: {s.old[p]}")
    return lines


def old_by_default(s: Any, p: int) -> int:
    """The number of cards in hand that may belong to a family that left the deck: all not known to everybody."""
    return 0 if s.muster_hand else sum(not s.known[at] & 1 << SPECTATOR for at in ZONES.slots(s, state.HAND + p))


def cards_of(s: Any, z: int, mark: Any) -> str:
    """The cards of a zone with their marks; equal neighbours are joined."""
    words = [ZONES.name(s.card[at]) + mark(s.card[at], s.known[at]) for at in ZONES.slots(s, z)]
    return " ".join(times(word, len(list(run))) for word, run in groupby(words))


def counted(counts: dict[int, int]) -> str:
    """Cards by number with their counts; a dash for none."""
    return " ".join(times(CARD_NAMES[card], n) for card, n in counts.items() if n) or "-"


def knowing(mask: int, usual: int) -> str:
    """The mark of a card that others know although it is hidden, or that its owner does not know."""
    if mask == usual:
        return ""
    if mask == EVERYONE:
        return "!"
    return "@" + "".join(str(p) for p in range(2) if (mask & ~usual) >> p & 1)


def played_by(code: int, side: int) -> str:
    """The mark of a card on a row that the unusual player played, and of the order of an agile unit."""
    player, order = code >> 8 & 1, code >> 9
    mark = "" if player == usual_player(code & 255, side) else f"^{player}"
    return mark + (f"~{order}" if order else "")


def usual_player(card: int, side: int) -> int:
    """The seat that normally plays a card that lies on a side."""
    return 1 - side if tables.ABILITY[card] == tables.Ability.SPY else side


def seen_by_default(s: Any) -> list[list[int]]:
    """The open cards of each deck: on a row by the player, in a pile by the faction."""
    seen = [[0] * KINDS for _ in range(2)]

    def add(owner: int, card: int) -> None:
        card = tables.WAS[card] if tables.WAS[card] >= 0 else card
        if tables.FACTION[card] >= 0 and tables.FACTION[card] != s.faction[owner]:
            owner = 1 - owner
        elif tables.FACTION[card] < 0 or s.faction[0] == s.faction[1]:
            # the deck can't have held more copies
            owner = 1 - owner if seen[owner][card] >= tables.COPIES[card] else owner
        if not tables.VANISHES[card]:
            seen[owner][card] += 1

    for p in range(2):
        for r in range(3):
            for at in ZONES.slots(s, state.ROW + 3 * p + r):
                add(s.card[at] >> 8 & 1, s.card[at] & 255)
            if s.horn[3 * p + r] == state.CARD_HORN:
                add(p, tables.HORN_CARD)
            if s.mardroeme[3 * p + r]:
                add(p, tables.MARDROEME_CARD)
        for at in ZONES.slots(s, state.PILE + p):
            add(p, s.card[at])
        for at in ZONES.slots(s, state.HAND + p):
            if s.known[at] & 1 << SPECTATOR:
                add(p, s.card[at])
    for at in ZONES.slots(s, state.WEATHER_ZONE):
        add(s.card[at] >> 8, s.card[at] & 255)
    if views.decision(s) in (Decision.ROW, Decision.TARGET):
        add(s.ask_seat[s.depth - 1], s.ask_a[s.depth - 1])
    return seen


# Reading ----------------------------------------------------------------------------------------------------------


class Reader:
    """Reads lines into a state and notes the line of each card, for faults."""

    def __init__(self, s: Any, source: str) -> None:
        self.s = s
        self.source = source
        self.line_of: dict[int, Line] = {}

    def word(self, line: Line, word: str) -> tuple[int, int, str]:
        """Parse `card*2!` as (card, 2, "!"); the mark is whatever follows the name and the count."""
        end = next((i for i, letter in enumerate(word) if letter in "!@^~*"), len(word))
        name, rest = word[:end], word[end:]
        copies = 1
        head, star, tail = rest.partition("*")
        if star:
            digits = "".join(takewhile(str.isdigit, tail))
            copies = line.integer(digits or "?", 1, 20)
            rest = head + tail[len(digits) :]
        if name not in CARD_NAMES:
            line.fault(f"no card is called {name!r}")
        card = CARD_NAMES.index(name)
        self.line_of[card] = line
        return card, copies, rest

    def hidden(self, line: Line, z: int, usual: int) -> None:
        """Read a hand or a deck."""
        for word in line.words():
            card, copies, mark = self.word(line, word)
            known = {"": usual, "!": EVERYONE}.get(mark)
            if known is None:
                if not mark.startswith("@") or not mark[1:].isdigit():
                    line.fault(f"{word!r} has an unknown mark; use ! or @ with seats")
                known = usual | sum(1 << line.integer(digit, 0, 1) for digit in set(mark[1:]))
            if z >= state.DECK and known & ~(1 << (z - state.DECK)):
                line.fault(f"{word!r}: nobody but its owner can know a card of a deck")
            if tables.WAS[card] >= 0 or (tables.VANISHES[card] and z >= state.DECK):
                line.fault(f"{CARD_NAMES[card]} only exists on the board")
            for _ in range(copies):
                ZONES.put(self.s, z, card, known, line)

    def pile(self, line: Line, p: int) -> None:
        """Read a discard pile."""
        for word in line.words():
            card, copies, mark = self.word(line, word)
            if mark or tables.VANISHES[card] or tables.WAS[card] >= 0:
                line.fault(f"{word!r} can't lie in a pile")
            for _ in range(copies):
                ZONES.put(self.s, state.PILE + p, card, EVERYONE, line)

    def row(self, line: Line, p: int, r: int) -> None:
        """Read a row of a side."""
        for word in line.words():
            card, copies, mark = self.word(line, word)
            if not (CARDS[card].is_unit or CARDS[card].ability == "decoy"):
                line.fault(f"{CARD_NAMES[card]} is neither a unit nor a decoy")
            if CARDS[card].row not in (ROWS[r], "any") and not (CARDS[card].row == "agile" and r < 2):
                line.fault(f"{CARD_NAMES[card]} does not fight on the {ROWS[r]} row")
            head, _, order = mark.partition("~")
            player = usual_player(card, p)
            if head:
                player = line.integer(head.removeprefix("^"), 0, 1)
            code = card + 256 * player + 512 * (line.integer(order, 0, 63) if order else 0)
            for _ in range(copies):
                ZONES.put(self.s, state.ROW + 3 * p + r, code, EVERYONE, line)

    def weather(self, line: Line) -> None:
        """Read the weather cards in play."""
        for word in line.words():
            card, copies, mark = self.word(line, word)
            if CARDS[card].kind != "weather" or CARDS[card].ability == "weather_clear":
                line.fault(f"{CARD_NAMES[card]} does not stay as weather")
            for _ in range(copies):
                player = line.integer(mark.removeprefix("^") or "0", 0, 1)
                ZONES.put(self.s, state.WEATHER_ZONE, card + 256 * player, EVERYONE, line)

    def counts(self, line: Line, unit: int, p: int) -> None:
        """Read `seen` or `back`: cards with their counts."""
        for word in line.words():
            if word != "-":
                card, copies, _ = self.word(line, word)
                self.s.seen[p * KINDS + card] += unit * copies

    def seat(self, line: Line, p: int) -> None:
        """Read faction, leader and whether it is used or off."""
        words = line.words()
        if len(words) < 2:
            line.fault("expected a faction and a leader")
        self.s.faction[p] = line.one_of(words[0], FACTIONS)
        self.s.leader[p] = line.one_of(words[1], tables.LEADER_NAMES)
        if LEADERS[self.s.leader[p]].faction != words[0]:
            line.fault(f"{words[1]} does not lead {words[0]}")
        for word in words[2:]:
            if word == "used":
                self.s.leader_used[p] = 1
            elif word == "off":
                self.s.leader_off[p] = 1
            else:
                self.s.deck_name[p] = 1 + line.one_of(word, tables.READY_NAMES)
        if self.s.leader_used[p] and self.s.leader_off[p]:
            line.fault("a leader that is off from the start can't have been used")

    def number_pair(self, line: Line, high: int) -> tuple[int, int]:
        """Read two numbers, one for each seat."""
        words = line.words()
        if len(words) != 2:
            line.fault("expected two numbers, one for each seat")
        return line.integer(words[0], 0, high), line.integer(words[1], 0, high)

    def refuse_doubles(self) -> None:
        """Refuse a card in two places, or more copies than the decks can hold."""
        s = self.s
        found = [s.card[at] & 255 for z in range(state.WEATHER_ZONE + 1) for at in ZONES.slots(s, z)]
        found += [tables.HORN_CARD] * s.horn.count(state.CARD_HORN) + [tables.MARDROEME_CARD] * sum(s.mardroeme)
        if views.decision(s) in (Decision.ROW, Decision.TARGET):
            found.append(s.ask_a[s.depth - 1])
        real = Counter(
            tables.WAS[card] if tables.WAS[card] >= 0 else card for card in found if not tables.VANISHES[card]
        )
        for card, n in real.items():
            owners = sum(CARDS[card].faction in (NEUTRAL, FACTIONS[s.faction[p]]) for p in range(2))
            most = CARDS[card].copies * owners
            if n > most:
                where = {1: "is here", 2: "stands in two places"}.get(n, f"stands in {n} places")
                problem = f"{CARD_NAMES[card]} {where}; the decks hold {most}"
                self.refuse(self.line_of.get(card), "", problem)

    def refuse_impossible(self, by_name: dict[str, Line]) -> None:
        """Refuse impossible positions: gems that don't fit, a turn of a player who has passed, empty questions."""
        s = self.s
        if not s.over and (min(s.gems) == 0 or 4 - sum(s.gems) < s.round - 1):
            problem = f"{s.gems[0]} {s.gems[1]} don't fit round {s.round}: each round costs one at least"
            self.refuse(by_name.get("gems"), "gems", problem)
        if s.over and min(s.gems) > 0:
            self.refuse(by_name.get("gems"), "gems", "over, but nobody is without gems")
        if not s.over and all(s.passed):
            self.refuse(by_name.get("passed"), "passed", "if both have passed, the round is over")
        if not s.over and not s.depth and s.passed[s.turn]:
            self.refuse(by_name.get("passed"), "passed", f"seat {s.turn} has passed and can't be to move")
        for d in range(s.depth):
            if not self.has_context(d):
                self.refuse(None, f"ask {d + 1}", f"{s.ask_a[d]} is no context of that decision")

    def has_context(self, d: int) -> bool:
        """Whether the first number of a pending decision is one that the rules could have set."""
        kind, a = self.s.ask_kind[d], self.s.ask_a[d]
        if kind == Decision.ROW:
            return 0 <= a < KINDS and CARDS[a].row in ("agile", "any") and a != tables.DECOY_CARD
        if kind == Decision.TARGET:
            return bool(a == tables.DECOY_CARD)
        return bool(0 <= a <= (2 if kind == Decision.DISCARD else 1))

    def refuse_dead_ends(self) -> None:
        """Refuse a decision without a legal action."""
        s = self.s
        for seat in range(2):
            asked = s.depth and s.ask_seat[s.depth - 1] in (seat, -1 - seat, -3)
            if asked and not _rules.legal(s, _scratch, seat, [0] * Action.COUNT):
                self.refuse(None, f"ask {s.depth}", f"seat {seat} could not answer")
            if asked and views.decision(s) == Decision.REDRAW and not s.count[state.DECK + seat]:
                self.refuse(None, f"ask {s.depth}", f"seat {seat} has no deck to draw from")

    def refuse(self, line: Line | None, name: str, problem: str) -> NoReturn:
        """Raise a fault with its line, if there is one."""
        raise BadInput.at(self.source, line.number if line else 0, line.name if line else name, problem)


def read_state(s: Any, lines: Iterable[Line], source: str) -> None:
    """Read the lines into a fresh state."""
    reader = Reader(s, source)
    by_name = once(lines)
    s.round, s.gems[:] = 1, [2, 2]
    s.faction[:] = [FACTIONS.index("northern_realms")] * 2
    s.leader[:] = [tables.LEADER_NAMES.index(DEFAULT_LEADER)] * 2
    for p in range(2):
        if f"seat {p}" in by_name:
            reader.seat(by_name.pop(f"seat {p}"), p)
    for name, line in by_name.items():
        kind, _, seat = name.rpartition(" ")
        if kind in ("hand", "deck", "pile", "horn", "mardroeme", "seen", "back", "drawn", "absent", "old", *ROWS):
            read_seat_line(reader, line, kind, line.integer(seat, 0, 1))
        elif kind == "totals":
            r = line.integer(seat, 1, 3)
            s.totals[2 * r - 2 : 2 * r] = reader.number_pair(line, 32767)
        else:
            read_table_line(reader, line)
    reader.refuse_impossible(by_name)
    reader.refuse_doubles()
    s.cards = pieces(s).total()
    for p in range(2):
        if s.absent[p] and f"old {p}" not in by_name:
            s.old[p] = old_by_default(s, p)
        if any(n >= state.BACK for n in s.seen[p * KINDS : (p + 1) * KINDS]) and not s.drawn[p]:
            s.drawn[p] = 1
    for p, seen in enumerate(seen_by_default(s)):
        if f"seen {p}" not in by_name:
            for card, n in enumerate(seen):
                s.seen[p * KINDS + card] += n
    if not s.depth and not s.over:
        s.depth, s.ask_kind[0], s.ask_seat[0] = 1, Decision.TURN, s.turn
    reader.refuse_dead_ends()


def read_seat_line(reader: Reader, line: Line, kind: str, p: int) -> None:
    """Read a line that belongs to one seat."""
    s = reader.s
    if kind in HIDDEN:
        reader.hidden(line, HIDDEN[kind] + p, 1 << p if kind == "hand" else 0)
    elif kind == "pile":
        reader.pile(line, p)
    elif kind in ROWS:
        reader.row(line, p, ROWS.index(kind))
    elif kind == "horn":
        reader.line_of[tables.HORN_CARD] = line
        for word in line.words():
            row, slash, leader = word.partition("/")
            if slash and leader != "leader":
                line.fault(f"{word!r}: only a leader's horn is marked, as in 'close/leader'")
            s.horn[3 * p + line.one_of(row, ROWS)] = state.LEADER_HORN if leader else state.CARD_HORN
    elif kind == "mardroeme":
        reader.line_of[tables.MARDROEME_CARD] = line
        for word in line.words():
            s.mardroeme[3 * p + line.one_of(word, ROWS)] = 1
    elif kind == "absent":
        for word in line.words():
            s.absent[p] |= 1 << tables.FAMILY[line.one_of(word, CARD_NAMES)]
    elif kind == "drawn":
        s.drawn[p] = 1 + line.integer(line.value, 0, 100)
    elif kind == "old":
        s.old[p] = line.integer(line.value, 0, 100)
    else:
        reader.counts(line, 1 if kind == "seen" else state.BACK, p)


def read_table_line(reader: Reader, line: Line) -> None:
    """Read a line that belongs to the whole table."""
    s = reader.s
    match line.name:
        case "round":
            s.round = line.integer(line.value, 0, 3)
        case "turn":
            s.turn = line.integer(line.value, 0, 1)
        case "gems":
            s.gems[:] = reader.number_pair(line, 2)
        case "swaps":
            s.swaps[:] = reader.number_pair(line, 2)
        case "passed":
            for word in line.words():
                s.passed[line.integer(word, 0, 1)] = 1
        case "last to pass":
            s.last_to_pass = line.integer(line.value, 0, 1)
        case "order":
            s.order = line.integer(line.value, 0, 63)
        case "over":
            s.over = line.integer(line.value, 0, 1)
        case "weather":
            reader.weather(line)
        case _:
            line.fault("unknown name; see docs/games/gwynt.md")
