"""The bots at a game: what its `bots.toml` says can be read, and those that anybody may seat play legal moves."""

from __future__ import annotations

from ludotheque import bots
from ludotheque.bots.levels import search_settings_of
from ludotheque.compliance.walk import ComplianceError, Match
from ludotheque.errors import BadInput
from ludotheque.play.game import Game

QUICK = ("random", "greedy", "sims:8")  # the levels are the last of them with more simulations


def check_bots(game: Game, *, seed: int = 0) -> None:
    """Every bot that fits the game, and each of its own, chooses a legal move where a match first offers a choice."""
    try:
        search_settings_of(game)
    except BadInput as error:
        raise ComplianceError(str(error)) from error
    match = Match(game, seed)
    pos = next(pos for pos in match.walk() if pos.over or len(pos.moves(pos.actors[0])) > 1)
    for seat in pos.actors[:1]:
        for name in (*(name for name in QUICK if bots.fits(name, game)), *bots.own(game)):
            try:
                move = bots.make(name, 1, game).choose(pos.redeal(seat, ("bot", name)), seat)
            except Exception as error:
                match.fail(f"the {name} bot raised {error!r}", error)
            if pos.why_not(move, seat) is not None:
                match.fail(f"the {name} bot chose {move.text!r}, which is illegal")
