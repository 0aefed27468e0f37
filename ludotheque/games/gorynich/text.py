"""A position as text that a person can read, and write by hand in a test.

    boards: A B' C D           # north, east, south, west; ' is the river side
    tiles: fireball multicolour princess/turned
    gorynich: e5               flame: c3
    knights: a1 d4/a1 -        # the square of each, / its start; - is burnt
    round: 2                   first: 1             turn: 3
    cards: 2 -3                # this round's cards of the knights and of Gorynich
    knights deck: 1 1 2        # the last one is on top; cards in no deck have been turned over, in the order of `pile`
    row 0: red fire            # the cards in front of a seat; the others are in hand
    chose 0: red               # face down, or `pass`
    drops 0: blue              # chosen for the Discard counter, while others still choose
    pointed: 1 3               speech: 2            spoke: yes          nets: yes          over: left_table
    was gorynich: e5           # also was flame, knights, row 0: the table when all chose, where it has changed since

Defaults: boards A B C D and base tiles unless the options say otherwise, Gorynich on e5, the usual number of knights on
the first starts, round 1, seat 0 first, cards 1 and 3 (or what the level has), the others in the decks, all cards in
hand, the usual speech tokens, the decision to choose.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ludotheque.errors import BadInput
from ludotheque.games.gorynich import state
from ludotheque.games.gorynich.boards import HOME, NAMES, SQUARES, START
from ludotheque.games.gorynich.components import BOX, CARDS, DECKS, FEWEST, ORDERS, RIVERS, TILE_SETS, TILES, Level
from ludotheque.games.gorynich.declaration import DECLARATION, Decision
from ludotheque.games.gorynich.view import ZONES
from ludotheque.kernel import load
from ludotheque.kernel.declare import EVERYONE
from ludotheque.play.lines import Line, once

_laying = load("ludotheque.games.gorynich").module("ludotheque.games.gorynich.rules.laying")
SIDES = [side.name for side in BOX.sides]
SQUARE_NAMES = list(NAMES)
CHOICES = (*CARDS, "pass")
PILE_NAMES = {
    "knights deck": state.KNIGHT_DECK,
    "gorynich deck": state.GORYNICH_DECK,
    "knights pile": state.KNIGHT_PILE,
    "gorynich pile": state.GORYNICH_PILE,
}


# Writing --------------------------------------------------------------------------------------------------------------


def write_state(s: Any) -> list[str]:
    """The lines of a state."""
    lines = [f"boards: {' '.join(SIDES[side] for side in s.board)}"]
    lines.append("tiles: " + " ".join(TILES[t] + "/turned" * (s.turned >> t & 1) for t in s.tile))
    lines.append(f"gorynich: {place(s.at)}")
    if s.flame >= 0:
        lines.append(f"flame: {place(s.flame)}")
    lines.append("knights: " + " ".join(standing(s, k, s.knight, s.start) for k in range(s.knights)))
    lines += [f"round: {s.round}", f"first: {s.first}", f"turn: {s.turn}"]
    if s.march:
        lines.append(f"cards: {s.march} {s.flight}")
    for name, z in PILE_NAMES.items():
        lines.append(f"{name}: {' '.join(ZONES.cards(s, z))}".strip())
    for p in range(s.players):
        row = [card for c, card in enumerate(CARDS) if not s.hand[p] >> c & 1]
        if row:
            lines.append(f"row {p}: {' '.join(row)}")
        if s.choice[p]:
            lines.append(f"chose {p}: {CHOICES[s.choice[p] - 1]}")
        if s.drop[p]:
            lines.append(f"drops {p}: {CARDS[s.drop[p] - 1]}")
    if s.pointed:
        lines.append("pointed: " + " ".join(str(k + 1) for k in range(s.knights) if s.pointed >> k & 1))
    lines.append(f"speech: {s.tokens}")
    for name, value in (("spoke", s.spoke), ("nets", s.nets)):
        if value:
            lines.append(f"{name}: yes")
    if s.using:
        lines.append(f"using: {TILES[s.using - 1]}")
    lines += was(s)
    if s.over:
        lines.append(f"over: {DECLARATION.causes[s.over - 1]}")
    return lines


def noted(s: Any) -> bool:
    """Whether the state holds the table when all chose: from that decision until the end of the round."""
    return bool(s.depth and not s.over and s.round and s.ask_kind[s.depth - 1] not in (Decision.SPEAK, Decision.POINT))


def was(s: Any) -> list[str]:
    """The lines about the table when all chose, where it has changed since."""
    if not noted(s):
        return []
    lines = []
    if s.was_at != s.at:
        lines.append(f"was gorynich: {place(s.was_at)}")
    if s.was_flame != s.flame:
        lines.append(f"was flame: {place(s.was_flame)}")
    if s.was_knight != s.knight or s.was_start != s.start:
        standings = (standing(s, k, s.was_knight, s.was_start) for k in range(s.knights))
        lines.append("was knights: " + " ".join(standings))
    for p in range(s.players):
        if s.was_hand[p] != s.hand[p]:
            row = [card for c, card in enumerate(CARDS) if not s.was_hand[p] >> c & 1]
            lines.append(f"was row {p}: {' '.join(row)}".strip())
    return lines


def place(square: int) -> str:
    """A square by name, - for none."""
    return NAMES[square] if square >= 0 else "-"


def standing(s: Any, k: int, knights: Sequence[int], starts: Sequence[int]) -> str:
    """The square of a knight, and its start unless that is the likely one."""
    at = knights[k]
    if at < 0 or starts[k] == likely_start(s, at):
        return place(at)
    return f"{place(at)}/{place(starts[k])}"


def likely_start(s: Any, square: int) -> int:
    """The first start whose lane leads over a square, -1 if none does."""
    for start in range(SQUARES):
        if s.lane[start] & START and leads(s, start, square):
            return start
    return -1


def leads(s: Any, start: int, square: int) -> bool:
    """Whether the lane from a start leads over a square."""
    at = start
    while at != square and s.lane[at] != HOME:
        at = _laying.after(s, at)
    return at == square


# Reading --------------------------------------------------------------------------------------------------------------


def read_state(s: Any, lines: Iterable[Line], source: str) -> None:
    """Read the lines into a fresh state; impossible positions are refused by line and field."""
    found = once(lines)
    take = found.pop
    s.knight[:] = s.start[:] = [-1] * state.KNIGHTS
    over = take("over", None)
    s.over = 1 + over.one_of(over.value, DECLARATION.causes) if over else 0
    read_boards(s, take("boards", None))
    read_tiles(s, take("tiles", None))
    read_table(s, found)
    read_knights(s, take("knights", None))
    read_decks(s, found, source)
    for p in range(s.players):
        read_seat(s, p, found)
    pointed = take("pointed", None)
    if pointed:
        s.pointed = sum(1 << k - 1 for k in {pointed.integer(word, 1, s.knights) for word in pointed.words()})
    if not s.over and not s.depth:
        s.depth, s.ask_kind[0], s.ask_seat[0] = 1, Decision.CHOOSE, -((1 << s.players) - 1)
    if noted(s):
        read_was(s, found)
    for line in found.values():
        line.fault("unknown name; see docs/games/gorynich.md")


def read_was(s: Any, found: dict[str, Line]) -> None:
    """Read the table when all chose; by default it is the current one."""
    for name, field, usual in (("was gorynich", "was_at", s.at), ("was flame", "was_flame", s.flame)):
        line = found.pop(name, None)
        setattr(s, field, read_square(line) if line else usual)
    s.was_knight[:], s.was_start[:] = s.knight, s.start
    line = found.pop("was knights", None)
    if line:
        if len(line.words()) != s.knights:
            line.fault(f"expected {s.knights} knights")
        read_standings(s, line, s.was_knight, s.was_start)
    for p in range(s.players):
        row = found.pop(f"was row {p}", None)
        s.was_hand[p] = read_hand(row) if row else s.hand[p]


def read_square(line: Line) -> int:
    """A square by name, -1 for none."""
    return -1 if line.value == "-" else line.one_of(line.value, SQUARE_NAMES)


def read_hand(row: Line) -> int:
    """The mask of the cards in hand, from the line with the cards in front of a seat."""
    hand = state.FULL
    for word in row.words():
        hand &= ~(1 << row.one_of(word, CARDS))
    return hand


def read_boards(s: Any, line: Line | None) -> None:
    """Read the sides of the boards."""
    if line:
        words = line.words()
        s.board[:] = [line.one_of(word, SIDES) for word in words] if len(words) == 4 else [0] * 4
        if sorted(side // 2 for side in s.board) != [0, 1, 2, 3]:
            line.fault("expected each of the boards A, B, C and D once")
    else:
        rivers = RIVERS[s.rivers]
        order = ORDERS[s.order] if s.order else "ABCD"
        some = rivers if isinstance(rivers, str) else "ABCD"[:rivers]
        s.board[:] = [2 * "ABCD".index(letter) + (letter in some) for letter in order]
    _laying.lay(s)


def read_tiles(s: Any, line: Line | None) -> None:
    """Read the three tiles, and whether they are turned."""
    chosen = TILE_SETS[s.tile_set]
    s.tile[:] = [TILES.index(tile) for tile in chosen.split("+")] if "+" in chosen else [0, 1, 2]
    if line:
        numbers = []
        for word in line.words():
            name, _, turned = word.partition("/")
            numbers.append(line.one_of(name, TILES))
            if turned:
                s.turned |= 1 << numbers[-1]
        if len(numbers) != 3 or numbers != sorted(set(numbers)):
            line.fault("expected three different tiles, in the order of the box")
        s.tile[:] = numbers


def read_table(s: Any, found: dict[str, Line]) -> None:
    """Read the lines that hold one value."""
    s.round, s.at, s.flame = 1, SQUARE_NAMES.index("e5"), -1
    s.tokens = BOX.speech[s.players - FEWEST] if s.speech else 0
    bounds = {"round": ("round", 0, state.ROUNDS), "first": ("first", 0, s.players - 1)}
    bounds |= {"turn": ("turn", 0, s.players), "speech": ("tokens", 0, 4)}
    for name, (field, low, high) in bounds.items():
        if name in found:
            line = found.pop(name)
            setattr(s, field, line.integer(line.value, low, high))
    for name, field in {"gorynich": "at", "flame": "flame"}.items():
        if name in found:
            line = found.pop(name)
            setattr(s, field, read_square(line))
    for name in ("spoke", "nets"):
        if name in found:
            line = found.pop(name)
            setattr(s, name, line.one_of(line.value, ("no", "yes")))
    if "using" in found:
        line = found.pop("using")
        s.using = 1 + line.one_of(line.value, TILES)
    if s.round and s.at < 0:
        raise BadInput.at("position", 0, "gorynich", "Gorynich needs a square once a round has begun")


def read_knights(s: Any, line: Line | None) -> None:
    """Read the squares of the knights; by default they are on the first starts."""
    if line is None:
        s.knights = BOX.knights[s.players - FEWEST]
        starts = [square for square in range(SQUARES) if s.lane[square] & START]
        s.knight[: s.knights] = s.start[: s.knights] = starts[: s.knights]
        return
    words = line.words()
    if not 1 <= len(words) <= state.KNIGHTS:
        line.fault(f"{len(words)} knights; there are 1 to {state.KNIGHTS}")
    s.knights = len(words)
    read_standings(s, line, s.knight, s.start)


def read_standings(s: Any, line: Line, knights: list[int], starts: list[int]) -> None:
    """Read `a1 d4/a1 -` into two rows: the squares of the knights and their starts."""
    for k, word in enumerate(line.words()):
        knights[k] = starts[k] = -1
        if word == "-":
            continue
        at, slash, start = word.partition("/")
        knights[k] = line.one_of(at, SQUARE_NAMES)
        starts[k] = line.one_of(start, SQUARE_NAMES) if slash else likely_start(s, knights[k])
        if s.lane[knights[k]] == HOME and not s.over:
            line.fault(f"with a knight on {at} the match would be over")
        if starts[k] < 0 or not s.lane[starts[k]] & START or not leads(s, starts[k], knights[k]):
            line.fault(f"no lane leads from {'a start' if not slash else start} over {at}")


def before_reveal(s: Any) -> bool:
    """Whether the movement cards of the round are still hidden: the first player decides on talk first."""
    return bool(s.depth and s.ask_kind[0] == Decision.SPEAK and not s.speech_after_reveal)


def read_decks(s: Any, found: dict[str, Line], source: str) -> None:
    """Read this round's cards, and the decks."""
    level = BOX.levels[s.level]
    line = found.pop("cards", None)
    turned_up = s.round and not before_reveal(s)
    if turned_up:
        s.march, s.flight = usual_cards(level)
        if line:
            words = line.words()
            if len(words) != 2:
                line.fault("expected two numbers: the knights' card and Gorynich's")
            s.march, s.flight = line.integer(words[0], 1, 5), line.integer(words[1], -9, 9)
    elif line:
        line.fault("no card is turned up before the first round, nor before the first player has decided on talk")
    for d, (cards, shown) in enumerate(((level.knights, s.march), (level.gorynich, s.flight))):
        name = DECKS[d]
        named = read_zone(found.pop(f"{name} deck", None)), read_zone(found.pop(f"{name} pile", None))
        deck, pile = dealt(cards, [shown] if turned_up else [], named, f"{name} deck", source)
        put(s, state.KNIGHT_DECK + d, deck, 0)
        put(s, state.KNIGHT_PILE + d, pile, EVERYONE)


def dealt(
    cards: Sequence[int],
    shown: list[int],
    named: tuple[list[int] | None, list[int] | None],
    field: str,
    source: str,
) -> tuple[list[int], list[int]]:
    """Deck and pile of six cards: cards that neither names are in the deck, or in the pile if the deck is named."""
    rest = list(cards)
    deck, pile = named
    for card in [*(deck or []), *(shown if pile is None else pile)]:
        if card not in rest:
            raise BadInput.at(source, 0, field, f"there are not so many cards {card}")
        rest.remove(card)
    if deck is None:
        deck, rest = rest, []
    if pile is None:
        pile, rest = [*rest, *shown], []
    if rest:
        raise BadInput.at(source, 0, field, f"the cards {rest} lie nowhere")
    return deck, pile


def put(s: Any, z: int, cards: list[int], known: int) -> None:
    """Put cards into an empty zone."""
    for card in cards:
        ZONES.put(s, z, card, known)


def usual_cards(level: Level) -> tuple[int, int]:
    """The default cards of a round: one step for the knights, three for Gorynich, if the level has them."""
    flight = 3 if 3 in level.gorynich else level.gorynich[0]
    return min(level.knights), flight


def read_zone(line: Line | None) -> list[int] | None:
    """The cards of a deck or pile, None if it is not named."""
    return None if line is None else [line.integer(word, -9, 9) for word in line.words()]


def read_seat(s: Any, p: int, found: dict[str, Line]) -> None:
    """Read the cards in front of a seat, and its choice."""
    row = found.pop(f"row {p}", None)
    s.hand[p] = read_hand(row) if row else state.FULL
    chose = found.pop(f"chose {p}", None)
    if chose:
        s.choice[p] = 1 + chose.one_of(chose.value, CHOICES)
        if s.choice[p] <= state.PASSES and not s.hand[p] >> s.choice[p] - 1 & 1:
            chose.fault(f"{chose.value} is not in the hand of seat {p}")
    drops = found.pop(f"drops {p}", None)
    if drops:
        s.drop[p] = 1 + drops.one_of(drops.value, CARDS)
