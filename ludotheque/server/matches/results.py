"""What a finished match leaves for histories and statistics: a row for each seat, kept in the same transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, select, update

from ludotheque.play.position import Position
from ludotheque.server.games import levels
from ludotheque.server.ratings import services as ratings
from ludotheque.server.storage.schema import results, seats, tables, tournaments


def keep(connection: Connection, id: str, outcome: dict[str, Any], ended: float, pos: Position | None) -> None:
    """Keep how a match ended for everybody at it; rate it, if it was played for that. `pos` is its last position."""
    together = pos is not None and pos.game.declaration.together
    table = connection.execute(select(tables).where(tables.c.id == id)).one()
    rows = connection.execute(select(seats).where(seats.c.table == id).order_by(seats.c.number)).all()
    shares: list[float] = outcome.get("shares") or []
    scores: list[int] = outcome.get("scores") or []
    kept = []
    for row in rows:
        # Who left has lost, whatever the bot in his place makes of it: leaving counts.
        gone = row.sat[-1] if row.kind != "person" and row.sat else None
        share = 0.0 if gone else shares[row.number] if shares else None
        kept.append(
            {
                "match": id,
                "seat": row.number,
                "person": gone or row.person,
                "bot": None if gone else row.bot,
                "network": levels.network_behind(pos.game, row.bot, len(rows)) if pos and row.bot else None,
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
        seated = [ratings.Player(r["seat"], r["person"], r["bot"], r["share"]) for r in kept]
        for seat, (before, after) in ratings.rate(connection, table.game, seated, together, ended).items():
            kept[seat] |= {"rated": True, "before": before, "after": after}
    if kept:
        connection.execute(insert(results), kept)
    if table.tournament is not None:  # somebody has to look what follows in it
        connection.execute(update(tournaments).where(tournaments.c.id == table.tournament).values(due=ended))


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
