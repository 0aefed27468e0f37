"""Every match ends, within the number of decisions that the game declares."""

from __future__ import annotations

from ludotheque.compliance.walk import Match, matches
from ludotheque.play.game import Game


def check_longest(game: Game, *, count: int = 60, seed: int = 0) -> None:
    """No match takes more decisions than `declaration.longest`, played at random or stubbornly."""
    longest_match(game, count=count, seed=seed)


def longest_match(game: Game, *, count: int = 60, seed: int = 0) -> int:
    """The most decisions that any of the matches took; fails if one breaks the bound."""
    most = 0
    for number, match in enumerate(matches(game, count, seed, whole=True)):
        # Matches that always take the first or the last move find what random play seldom does.
        if number % 4 < 2:
            _stubborn(match, -1 if number % 4 else 0)
        else:
            for _ in match.walk():
                pass
        match.not_too_long()
        most = max(most, match.decisions)
    return most


def _stubborn(match: Match, at: int) -> None:
    """Play a match in which everybody always takes the same end of the list."""
    while not match.pos.over:
        match.not_too_long()
        seat = match.random.choice(match.pos.actors)
        moves = match.pos.moves(seat)
        if not moves:
            match.fail(f"seat {seat} owes a decision but has no legal move")
        match.play(moves[at].id, seat)
