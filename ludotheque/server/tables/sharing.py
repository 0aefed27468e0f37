"""Link previews: the game, the players and the result, in words and as a picture."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from collections.abc import Callable
from html import escape
from typing import Any

import msgspec
from sqlalchemy import Connection

from ludotheque.errors import UnknownGame
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.messages import Messages
from ludotheque.play.game import Game
from ludotheque.server import pictures
from ludotheque.server.errors import Refused
from ludotheque.server.matches import ledger
from ludotheque.server.pictures import Line, Poster
from ludotheque.server.tables.finished import finished
from ludotheque.server.tables.records import TableRecord, read_table

ROOMS = ("table", "replay")  # whose addresses name a table


def preview(connection: Connection, table_id: str, language: str, address: str) -> str | None:
    """The lines for the head of the page that shows a table; None if there is no such table.

    `address` is that of the house: whoever shows a preview wants whole ones.
    """
    try:
        table = read_table(connection, table_id)
        title = table.game.declaration.title[language]
    except (Refused, UnknownGame):
        return None
    names = [seat.name for seat in table.seats if seat.kind != "open"]
    lines = {"og:site_name": "Ludothèque", "og:type": "website", "og:title": " – ".join([title, ", ".join(names)])}
    lines["og:description"] = _told(table, language)
    # Another address whenever something else is to be seen: pictures are kept for long by those who show them.
    lines["og:image"] = f"{address}/api/tables/{table_id}/picture?language={language}&of={table.phase}-{_digest(table)}"
    lines |= {"og:image:type": "image/png", "og:image:alt": lines["og:title"]}
    lines |= {"og:image:width": str(pictures.WIDTH), "og:image:height": str(pictures.HEIGHT)}
    tags = "".join(f'<meta property="{name}" content="{escape(text)}">' for name, text in lines.items())
    return f'{tags}<meta name="twitter:card" content="summary_large_image">'


def version(table: TableRecord, language: str, now: float) -> str:
    """Return the cache key of a table's picture; a try at the daily deal shows its result after midnight."""
    day = int(now // 86400) if table.row.daily is not None else ""
    return f"{table.id} {_digest(table)} {language} {day}"


def _digest(table: TableRecord) -> str:
    """Hash all that a picture shows.

    Not the table's version: that counts private settings, too, and anybody may read this.
    """
    shown = [table.phase, [seat.name for seat in table.seats if seat.kind != "open"], table.row.outcome]
    return hashlib.sha256(msgspec.json.encode(shown)).hexdigest()[:12]


def poster(connection: Connection, table: TableRecord, language: str, now: float) -> Callable[[], Poster]:
    """Return a job that draws the table; of a finished match it shows what spectators saw."""
    game = table.game
    view: dict[str, Any] | None = None
    try:
        finished(connection, table.id, now)
        view = table.load(connection).pos.view(SPECTATOR)
    except (Refused, ledger.OtherRules, ledger.NoSuchEntry, ledger.Damaged):
        pass  # still running, or played by other rules: words alone
    return lambda: Poster(
        title=game.declaration.title[language],
        verdict=_told(table, language, points=False),
        lines=_lines(table, game),
        drawing=drawing(game, view, language) if view is not None else None,
    )


def drawing(game: Game, view: dict[str, Any], language: str) -> str | None:
    """Return the game's own drawing (`picture.py`); None if it has none."""
    module = f"{game.package}.picture"
    if importlib.util.find_spec(module) is None:
        return None
    drawn: str = importlib.import_module(module).picture(view, game.messages(language))
    return drawn or None


def _lines(table: TableRecord, game: Game) -> tuple[Line, ...]:
    """Return the players; in games against each other with points and winners."""
    outcome = table.row.outcome or {}
    scores: list[int] = [] if game.declaration.together else outcome.get("scores") or []
    best = _best(outcome)
    seated = [seat for seat in table.seats if seat.kind != "open"]
    return tuple(
        Line(seat.name, seat.number, scores[seat.number] if scores else None, seat.number in best) for seat in seated
    )


def _best(outcome: dict[str, Any]) -> list[int]:
    """Return the seats with the greatest share of the win, if anybody won."""
    shares: list[float] = outcome.get("shares") or []
    return [seat for seat, share in enumerate(shares) if share == max(shares) > 0]


def _told(table: TableRecord, language: str, points: bool = True) -> str:
    """Return the state of the table in words; of a finished match the winner and the points."""
    words = Messages(language)
    if table.phase == "open":
        return words.say("share.open")
    outcome = table.row.outcome
    if outcome is None:
        return words.say("share.playing")
    best = [table.seats[seat].name for seat in _best(outcome)]
    together = table.game.declaration.together
    scores: list[int] = [] if together or not points else outcome.get("scores") or []
    tally = " : ".join(str(score) for score in scores)
    verdict = words.say("share.won", {"name": best[0]}) if len(best) == 1 else words.say("share.over")
    return f"{verdict} ({tally})" if tally else verdict
