"""What a finished match leaves for histories and statistics: a row for each seat, kept in the same transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from ludotheque.play.position import Position
from ludotheque.server.games import levels
from ludotheque.server.ratings import services as ratings
from ludotheque.server.storage.schema import results, seats, tables, tournaments


@dataclass(frozen=True)
class Ended:
    """A match that is over."""

    id: str
    outcome: dict[str, Any]
    at: float
    pos: Position | None  # its last position; None where an upgrade closed it


def keep(connection: Connection, matches: Sequence[Ended]) -> None:
    """Keep how matches ended for everybody at them; rate those that were played for that.

    A few statements for all of them: for each step the writer waits for the loop, and matches end many at once.
    """
    ids = [match.id for match in matches]
    at = {row.id: row for row in connection.execute(select(tables).where(tables.c.id.in_(ids)))}
    seated: dict[str, list[Row[Any]]] = {id: [] for id in ids}
    for row in connection.execute(select(seats).where(seats.c.table.in_(ids)).order_by(seats.c.number)):
        seated[row.table].append(row)
    kept = []
    for match in matches:
        kept += _rows(connection, match, at[match.id], seated[match.id])
    if kept:
        connection.execute(insert(results), kept)
    for match in matches:
        if (tournament := at[match.id].tournament) is not None:  # somebody has to look what follows in it
            connection.execute(update(tournaments).where(tournaments.c.id == tournament).values(due=match.at))


def _rows(connection: Connection, match: Ended, table: Row[Any], rows: Sequence[Row[Any]]) -> list[dict[str, Any]]:
    """What is kept of each seat of a match; rated, if it was played for that."""
    pos, outcome, ended = match.pos, match.outcome, match.at
    together = pos is not None and pos.game.declaration.together
    shares: list[float] = outcome.get("shares") or []
    scores: list[int] = outcome.get("scores") or []
    kept = []
    for row in rows:
        # Who left has lost, whatever the bot in his place makes of it: leaving counts.
        gone = row.sat[-1] if row.kind != "person" and row.sat else None
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
    if table.rated and shares:
        players = [ratings.Player(r["seat"], r["person"], r["bot"], r["share"]) for r in kept]
        for seat, (before, after) in ratings.rate(connection, table.game, players, together, ended).items():
            kept[seat] |= {"rated": True, "before": before, "after": after}
    return kept


def networks(connection: Connection, id: str) -> list[str | None]:
    """By which network each seat was played in the end; None without one, or where it was not yet kept."""
    rows = connection.execute(select(results.c.network).where(results.c.match == id).order_by(results.c.seat))
    return list(rows.scalars())


def verdict(share: float | None, shares: list[float], together: bool) -> str | None:
    """Won, drawn or lost; None for a match that an upgrade closed."""
    if share is None or not shares:
        return None
    if share <= 0:
        return "lost"
    return "drawn" if not together and min(shares) == max(shares) else "won"
