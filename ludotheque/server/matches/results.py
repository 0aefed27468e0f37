"""The results of finished matches, for histories and statistics: a row for each seat, in the same transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from ludotheque.play.position import Position
from ludotheque.server.games import levels
from ludotheque.server.matches.entries import STAND_IN
from ludotheque.server.ratings import services as ratings
from ludotheque.server.storage.schema import decisions, results, seats, tables, tournaments

LEFT = -1.0  # instead of a share of the win: a player who left has lost to everybody who stayed


@dataclass(frozen=True)
class Ended:
    """A match that is over."""

    id: str
    outcome: dict[str, Any]
    at: float
    pos: Position | None  # its last position; None where an upgrade closed it


def keep(connection: Connection, matches: Sequence[Ended]) -> None:
    """Store the results of matches for all seats, and rate the rated ones.

    A few statements for all of them: for each step the writer waits for the loop, and matches end many at once.
    """
    ids = [match.id for match in matches]
    at = {row.id: row for row in connection.execute(select(tables).where(tables.c.id.in_(ids)))}
    seated: dict[str, list[Row[Any]]] = {match_id: [] for match_id in ids}
    for row in connection.execute(select(seats).where(seats.c.table.in_(ids)).order_by(seats.c.number)):
        seated[row.table].append(row)
    kept = []
    for match in matches:
        kept += _rows(connection, match, at[match.id], seated[match.id])
    if kept:
        connection.execute(insert(results), kept)
    for match in matches:
        if (tournament := at[match.id].tournament) is not None:  # its next step is due
            connection.execute(update(tournaments).where(tournaments.c.id == tournament).values(due=match.at))


def _rows(connection: Connection, match: Ended, table: Row[Any], rows: Sequence[Row[Any]]) -> list[dict[str, Any]]:
    """The result rows of a match, with ratings if it was rated."""
    pos, outcome, ended = match.pos, match.outcome, match.at
    together = pos is not None and pos.game.declaration.together
    shares: list[float] = outcome.get("shares") or []
    scores: list[int] = outcome.get("scores") or []
    kept: list[dict[str, Any]] = []
    gone_from: set[int] = set()
    for row in rows:
        gone = _gone_from(row, table.rated)
        if gone is not None:
            gone_from.add(row.number)
        share = 0.0 if gone else shares[row.number] if shares else None
        kept.append(
            {
                "match": match.id,
                "seat": row.number,
                "person": gone or row.person,
                "bot": None if gone else row.bot,
                "network": levels.network_of(pos.game, row.bot, len(rows)) if pos and row.bot else None,
                "name": row.name,
                "game": table.game,
                "players": len(rows),
                "started": table.started,
                "ended": ended,
                "share": share,
                "result": verdict(share, shares, together),
                "points": scores[row.number] if scores else None,
                "played_as": pos.played_as(row.number) if pos is not None else None,
                "counted": table.position is None and bool(shares),
                "rated": False,
                "before": None,
                "after": None,
            }
        )
    if table.rated and shares and not _never_came(connection, match, table):
        replaced = _stood_in(connection, match.id) if any(r["bot"] for r in kept) else set()
        players = [
            ratings.Player(
                seat=r["seat"],
                person=r["person"],
                bot=r["bot"],
                share=LEFT if r["seat"] in gone_from else r["share"],
                stood_in=bool(r["bot"]) and r["seat"] in replaced,
            )
            for r in kept
        ]
        for seat, (before, after) in ratings.rate(connection, table.game, players, together, ended).items():
            kept[seat] |= {"rated": True, "before": before, "after": after}
    return kept


def _gone_from(row: Row[Any], rated: bool) -> str | None:
    """Return the player who left a seat and has lost, whatever is made of it afterwards.

    In a rated match this is the player who began there, also if somebody else sits there by now: a second account does
    not take over a loss.
    """
    holder = row.person if row.kind == "person" else None
    if not row.sat:
        return None
    player: str = row.sat[0] if rated else row.sat[-1]
    return player if player != holder and (rated or holder is None) else None


def _stood_in(connection: Connection, match_id: str) -> set[int]:
    """Return the seats whose bot failed or was late, so that a simpler one has decided for it."""
    made = select(decisions.c.seat).where(decisions.c.match == match_id, decisions.c.client == STAND_IN)
    return set(connection.execute(made.distinct()).scalars())


def _never_came(connection: Connection, match: Ended, table: Row[Any]) -> bool:
    """Whether a match of a tournament ended because a player never decided anything: it was not played.

    The organiser chooses when a tournament begins. A player who is not there then loses the match, but no rating.
    """
    seat, cause = match.outcome.get("seat"), match.outcome.get("cause")
    if table.tournament is None or cause not in ("absent", "time"):
        return False
    made = select(decisions.c.number).where(decisions.c.match == match.id, decisions.c.seat == seat)
    return connection.execute(made.where(decisions.c.kind == "decide").limit(1)).first() is None


def networks(connection: Connection, match_id: str) -> list[str | None]:
    """The network that played each seat at the end; None for a seat without one or an older match."""
    rows = connection.execute(select(results.c.network).where(results.c.match == match_id).order_by(results.c.seat))
    return list(rows.scalars())


def verdict(share: float | None, shares: list[float], together: bool) -> str | None:
    """Won, drawn or lost; None for a match that an upgrade closed."""
    if share is None or not shares:
        return None
    if share <= 0:
        return "lost"
    return "drawn" if not together and min(shares) == max(shares) else "won"
