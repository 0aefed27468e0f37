"""Finished matches that people bring along as records, from a file or a link; on a server and in a browser.

Nothing of a record is believed: its moves are played again, and an end outside the rules is written anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ludotheque.errors import LudothequeError
from ludotheque.play import opening
from ludotheque.play.game import Game
from ludotheque.play.position import Position
from ludotheque.play.records import parse, replay
from ludotheque.play.viewers import ALL
from ludotheque.server.errors import Refused
from ludotheque.server.matches.entries import Entry
from ludotheque.server.people.names import check_name

NAME = 40  # letters of a name
ENDINGS = ("resigned", "time", "absent", "agreed")  # the causes of an end outside the rules


@dataclass(frozen=True)
class Brought:
    """A record whose moves were all played again."""

    game: Game
    rules: str
    options: dict[str, Any]
    seats: tuple[dict[str, Any], ...]  # what each brought
    names: tuple[str, ...]  # as the record has them
    seed: str
    position: str | None
    entries: tuple[Entry, ...]  # after the start, as kept: what they do follows from the rules

    def deal(self) -> Position:
        """Deal the first position."""
        if self.position is not None:
            return opening.from_text(self.game, self.position, self.seed, "position", self.rules)
        return opening.start(self.game, len(self.seats), self.seed, self.options, list(self.seats), self.rules)


def read_finished(text: str, game_of: Callable[[str], Game], at: float) -> Brought:
    """Read the record of a finished match; Refused with a sentence if it is none, or damaged."""
    try:
        return _checked(parse(text, "record"), game_of, at)
    except Refused:
        raise
    except (LudothequeError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise Refused("bad_record") from error


def _checked(record: Mapping[str, Any], game_of: Callable[[str], Game], at: float) -> Brought:
    name = record.get("game")
    game = game_of(name if isinstance(name, str) else "")
    end = replay(game, record, "record")
    ending = None if end.over else _ending_of(record.get("ending"), end.players)
    entries = [
        Entry(number=number, kind="decide", seat=seat, at=at, moves=(str(move),))
        for number, (seat, move) in enumerate(record["moves"], 1)
    ]
    if ending is not None:
        told = (json.dumps(ending),)
        entries.append(Entry(number=len(entries) + 1, kind="end", seat=ending.get("seat"), at=at, moves=told))
    names = record.get("names")
    if not isinstance(names, list) or len(names) != end.players:
        names = [None] * end.players
    return Brought(
        game=game,
        rules=record["rules"],
        options=dict(record.get("options") or {}),
        seats=tuple(dict(seat) for seat in end.seats_for(ALL)),
        names=tuple(_clean(name, seat) for seat, name in enumerate(names, 1)),
        seed=record["seed"],
        position=record.get("from"),
        entries=tuple(entries),
    )


def _ending_of(told: Any, players: int) -> dict[str, Any]:
    """An end outside the rules, with what is known of it and no more; without one the match is not over."""
    if not isinstance(told, Mapping) or "shares" not in told:
        raise Refused("unfinished_record")
    cause, seat = told["cause"], told.get("seat")
    shares = [float(share) for share in told["shares"]]
    ranking = [[int(one) for one in group] for group in told["ranking"]]
    known = cause in ENDINGS and (seat is None or (type(seat) is int and 0 <= seat < players))
    ranked = sorted(seat for group in ranking for seat in group)
    if not known or len(shares) != players or ranked != list(range(players)) or not all(0 <= s <= 1 for s in shares):
        raise Refused("bad_record")
    there = {} if seat is None else {"seat": seat}
    return {"cause": cause, "key": f"ending.{cause}", **there, "ranking": ranking, "shares": shares}


def _clean(name: Any, seat: int) -> str:
    """The name of a player, or the number of the seat if nobody could be called so."""
    try:
        return check_name(name[:NAME]) if isinstance(name, str) else str(seat)
    except Refused:
        return str(seat)
