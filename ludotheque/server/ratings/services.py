"""Rating a finished match in the transaction that ends it, and reading ratings."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, insert, select, tuple_

from ludotheque.reports.intervals import wilson
from ludotheque.server.ratings import glicko
from ludotheque.server.ratings.glicko import Rating, Result
from ludotheque.server.storage.schema import people, ratings

PERIOD = 30 * 86_400.0  # seconds of a rating period
BOT_DEVIATION = 40.0  # of measured ratings
LISTED = 50


@dataclass(frozen=True)
class Player:
    """The player at a seat, a person or a bot of a level, and their share of the win (below 0 if they left)."""

    seat: int
    person: str | None
    bot: str | None
    share: float
    stood_in: bool = False  # a simpler bot has decided for the bot at the seat, because it failed or was late


@cache
def fixed() -> Mapping[str, Any]:
    """Return the fixed ratings of bots by game, and the difficulties of games that all win or lose together."""
    return tomllib.loads((Path(__file__).parent / "bots.toml").read_text(encoding="utf-8"))


def bot_rating(game: str, bot: str | None) -> Rating | None:
    """Return the measured rating of a bot; None if it was not measured."""
    points = fixed().get(game, {}).get(bot)
    return Rating(float(points), BOT_DEVIATION, glicko.VOLATILITY) if points is not None else None


def difficulty(game: str, players: int) -> Rating | None:
    """Return the difficulty of a game that all win or lose together."""
    points = fixed().get(game, {}).get("difficulty", {}).get(str(players))
    return Rating(float(points), BOT_DEVIATION, glicko.VOLATILITY) if points is not None else None


@cache
def measured() -> Mapping[str, Any]:
    """Return what the levels of each game won when they were measured."""
    return tomllib.loads((Path(__file__).parent / "levels.toml").read_text(encoding="utf-8"))


def strength(game: str, ladder: Sequence[str]) -> list[float | None]:
    """Return the measured strength of each level: its share of the win against the level below.

    The weakest level has its share against the one above. In games that all win or lose together it is the share of
    matches that a team of four of them won. A half says that two levels could not be told apart; None that nothing
    was measured.
    """
    told = measured().get(game, {})
    if told.get("team"):
        return [_share(told.get(bot)) for bot in ladder]
    above = [_share(told.get(bot), even=True) for bot in ladder[1:]]
    first = None if not above or above[0] is None else round(1 - above[0], 3)
    return [first, *above]


def _share(won: Mapping[str, float] | None, even: bool = False) -> float | None:
    if won is None:
        return None
    share = won["won"] / won["matches"]
    low, high = wilson(share, won["matches"])
    return 0.5 if even and low <= 0.5 <= high else round(share, 3)


def may_be_rated(game: str, bots: Sequence[str | None], players: int, together: bool) -> bool:
    """Whether a match can be rated: the strength of its bots and its difficulty were measured."""
    return all(bot_rating(game, bot) for bot in bots) and (not together or difficulty(game, players) is not None)


def rating_of(connection: Connection, person: str, game: str) -> tuple[Rating, float | None]:
    """Return a person's rating in a game and when it last changed; a new player's rating if there is none."""
    row = connection.execute(select(ratings).where(ratings.c.person == person, ratings.c.game == game)).one_or_none()
    if row is None:
        return Rating(), None
    return Rating(row.rating, row.deviation, row.volatility), row.at


def rate(
    connection: Connection, game: str, seated: Sequence[Player], together: bool, now: float
) -> dict[int, tuple[float, float]]:
    """Rate all people of a finished match; return the ratings before and after, by seat.

    Nobody gains by a bot for which a simpler one has decided: only a loss against it counts. A team with such a bot is
    not rated.
    """
    if together and any(player.stood_in for player in seated):
        return {}
    known: dict[int, tuple[Rating, float]] = {}
    for player in seated:
        if player.person is not None:
            rating, at = rating_of(connection, player.person, game)
            known[player.seat] = rating, 0.0 if at is None else max(0.0, now - at) / PERIOD
        elif (bot := bot_rating(game, player.bot)) is not None:
            known[player.seat] = bot, 0.0
    changed = {}
    for player in seated:
        if player.person is None or player.seat not in known:
            continue
        rating, periods = known[player.seat]
        results = _against_difficulty(game, player, seated, known) if together else _pairs(player, seated, known)
        if not results:
            continue
        new = glicko.after(rating, results, periods)
        _keep(connection, player.person, game, new, now)
        changed[player.seat] = rating.rating, new.rating
    return changed


def _pairs(player: Player, seated: Sequence[Player], known: Mapping[int, tuple[Rating, float]]) -> list[Result]:
    """Return the results against the others: the larger share of the win beats the smaller."""
    others = [other for other in seated if other.seat != player.seat and other.seat in known]
    others = [other for other in others if not other.stood_in or player.share < other.share]
    return [
        Result(known[other.seat][0], 0.5 + 0.5 * ((player.share > other.share) - (player.share < other.share)), weight)
        for other in others
        for weight in (1 / len(others),)
    ]


def _against_difficulty(
    game: str, player: Player, seated: Sequence[Player], known: Mapping[int, tuple[Rating, float]]
) -> list[Result]:
    """Return the team's result against the difficulty, weighted by the player's part of the team.

    With stronger partners the team is expected to win more often, so that nobody gains by them alone. With weaker
    ones it is not expected to win less often: one of them may be a second account that has lost on purpose.
    """
    hard = difficulty(game, len(seated))
    if hard is None:
        return []
    mine = known[player.seat][0].rating
    stronger = sum(max(0.0, rating.rating - mine) for rating, _ in known.values()) / len(seated)
    return [Result(replace(hard, rating=hard.rating - stronger), float(player.share > 0), 1 / len(seated))]


def _keep(connection: Connection, person: str, game: str, rating: Rating, now: float) -> None:
    before = select(ratings.c.matches).where(ratings.c.person == person, ratings.c.game == game)
    matches = connection.execute(before).scalar() or 0
    connection.execute(delete(ratings).where(ratings.c.person == person, ratings.c.game == game))
    row = {"person": person, "game": game, "rating": rating.rating, "deviation": rating.deviation}
    row |= {"volatility": rating.volatility, "matches": matches + 1, "at": now}
    connection.execute(insert(ratings), row)


def board(connection: Connection, game: str, before: tuple[float, str] | None = None) -> list[Any]:
    """Return a page of the best ratings of a game that are not provisional."""
    wanted = (
        select(ratings, people.c.name, people.c.colour)
        .join(people, people.c.id == ratings.c.person)
        .where(ratings.c.game == game, ratings.c.deviation <= glicko.SURE, people.c.shown)
        .order_by(ratings.c.rating.desc(), ratings.c.person.desc())
        .limit(LISTED)
    )
    if before is not None:
        wanted = wanted.where(tuple_(ratings.c.rating, ratings.c.person) < before)
    return list(connection.execute(wanted).all())
