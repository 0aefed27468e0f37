"""What bots decide in matches that follow from seeds: run here and in Pyodide, and compared."""

from __future__ import annotations

import json
import time
from typing import Any

import ludotheque as lt
from ludotheque.server.games import levels

EVERY = 7  # decisions between two that bots are asked about
MOST = 3  # positions of a match


def decide(game: str, players: int, level: str, seed: int, mode: str = "plain") -> list[list[Any]]:
    """The moves of a bot at some moments of a match that is played at random, and the seconds of each."""
    played = lt.game(game, mode)
    pos = played.start(players=players, seed=seed)
    chance = lt.game(game, "plain").start(players=players, seed=seed)  # the same match in any mode
    found: list[list[Any]] = []
    number = 0
    while not chance.over and len(found) < MOST:
        seat = chance.actors[0]
        moves = chance.moves(seat)
        if number % EVERY == 2 and len(moves) > 1:
            bot: Any = levels.make_bot(level, f"{seed} {number}", played)
            if hasattr(bot, "seconds"):
                bot.seconds = 1e9  # no clock: the same on every machine
            began = time.perf_counter()
            chosen = levels.choose_move(bot, pos, seat)
            found.append([chosen.text if chosen else None, round(time.perf_counter() - began, 4)])
        move = moves[(seed * 31 + number * 17) % len(moves)]
        chance.play(move.text, seat)
        pos.play(move.text, seat)
        number += 1
    return found


if "house" in globals():  # in Pyodide
    asked = json.loads(argument)  # type: ignore[name-defined]  # noqa: F821
    for address in asked["files"]:
        load(address)  # type: ignore[name-defined]  # noqa: F821
    told = json.dumps([decide(*one) for one in asked["matches"]])
