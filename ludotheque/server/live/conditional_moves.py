"""Conditional moves ("if they pass, I pass"), which a player leaves while others decide.

They are compared with the log of their own seat only, which its page shows: neither a move nor a dropped line tells the
player anything new. A line is stored once and never changed. How far the match has followed it is derived from the log
each time, so that nothing is lost or played twice when a process dies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludotheque.server.matches.entries import Told
from ludotheque.server.matches.match import Match
from ludotheque.server.tables.records import TableRecord
from ludotheque.server.tables.schemas import Conditional, ConditionalMove


def may_leave(match: Match, seat: int) -> bool:
    """Whether a seat waits for others, with no choice of its own still hidden."""
    return not match.over and seat not in match.actors and seat not in match.pos.ready


def in_notation(match: Match, line: Sequence[ConditionalMove]) -> list[ConditionalMove]:
    """Return a line in the notation of logs; raise an error for what is no move of this game."""
    game = match.pos.game

    def alike(moves: Sequence[str]) -> list[str]:
        return [game.notation.write(game.action(move)) for move in moves]

    return [ConditionalMove(alike(one.expected), alike(one.answer)) for one in line]


def waiting(record: TableRecord, match: Match) -> int | None:
    """A seat that owes a decision and has left conditional moves."""
    return None if match.paused else next((p for p in match.actors if record.seats[p].foresees), None)


def answer(conditional: Conditional, seat: int, log: Iterable[Told]) -> list[str] | None:
    """The moves that the seat has left for the current position, given its log since it left them.

    An empty list at the end of the line; None if something else has happened than was expected.
    """
    foreseen = [
        (mine, move)
        for one in conditional.line
        for mine, moves in ((False, one.expected), (True, one.answer))
        for move in moves
    ]
    happened = []
    for entry in log:
        if entry.kind == "undo":
            return None
        happened += [(step["seat"] == seat, step["move"]) for step in entry.steps]
    if happened[: len(foreseen)] != foreseen[: len(happened)]:
        return None
    ahead = foreseen[len(happened) :]
    if ahead and not ahead[0][0]:
        return None  # the seat is asked before the expected move was made
    theirs = next((at for at, (mine, _) in enumerate(ahead) if not mine), len(ahead))
    return [move for _, move in ahead[:theirs]]
