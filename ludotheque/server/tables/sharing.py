"""What a link says of itself where it is shared: the game, who played, how it ended, in words for a preview."""

from __future__ import annotations

from html import escape

from sqlalchemy import Connection

from ludotheque.errors import UnknownGame
from ludotheque.messages import Messages
from ludotheque.server.errors import Refused
from ludotheque.server.tables.services import TableRecord, read

ROOMS = ("table", "replay")  # whose addresses name a table


def preview(connection: Connection, id: str, language: str) -> str | None:
    """The lines for the head of the page that shows a table; None if there is no such table."""
    try:
        table = read(connection, id)
        title = table.game.declaration.title[language]
    except (Refused, UnknownGame):
        return None
    names = [seat.name for seat in table.seats if seat.kind != "open"]
    lines = {"og:site_name": "Ludothèque", "og:type": "website", "og:title": " – ".join([title, ", ".join(names)])}
    lines["og:description"] = _told(table, language)
    return "".join(f'<meta property="{name}" content="{escape(text)}">' for name, text in lines.items())


def _told(table: TableRecord, language: str) -> str:
    """How far it has come; of a finished match who has won, with the points."""
    words = Messages(language)
    if table.phase == "open":
        return words.say("share.open")
    outcome = table.row.outcome
    if outcome is None:
        return words.say("share.playing")
    shares: list[float] = outcome.get("shares") or []
    best = [seat.name for seat in table.seats if shares and shares[seat.number] == max(shares) > 0]
    scores: list[int] = outcome.get("scores") or []
    points = " : ".join(str(score) for score in scores)
    verdict = words.say("share.won", {"name": best[0]}) if len(best) == 1 else words.say("share.over")
    return f"{verdict} ({points})" if points else verdict
