"""The seats of a match: people at the keyboard and bots, with their names."""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque import bots
from ludotheque.bots import Bot
from ludotheque.bots.catalogue import SECONDS, SIMS
from ludotheque.errors import BadInput
from ludotheque.messages import Messages
from ludotheque.play.game import Game

BOT_NAMES = ("Ada", "Bao", "Cleo", "Dov", "Eli", "Fay", "Gus")  # short, of everywhere, one for each letter


@dataclass(frozen=True)
class Seat:
    """One seat: a person if it has no bot."""

    name: str
    bot: Bot | None

    @property
    def human(self) -> bool:
        """Whether somebody at the keyboard plays it."""
        return self.bot is None


def take_seats(
    game: Game, players: int, wanted: Sequence[str], names: Sequence[str], seed: object, messages: Messages
) -> list[Seat]:
    """The seats of a table. `wanted` says "me" or "bot:greedy", seat by seat; bots take the rest."""
    if len(wanted) > players:
        raise BadInput.at("--seat", 0, "", f"{len(wanted)} seats are given for {players} players")
    best = bots.strongest(game)
    kinds = [kind_of(text, best, game) for text in wanted] if wanted else [None]
    kinds += [best] * (players - len(kinds))
    people = sum(kind is None for kind in kinds)
    if len(names) > people:
        raise BadInput.at("--name", 0, "", f"{len(names)} names are given for {people} people; bots have their own")
    given = list(names) + default_names(people, messages)[len(names) :]
    others = [name for name in BOT_NAMES if name not in given]
    seats = []
    for number, kind in enumerate(kinds):
        if kind is None:
            seats.append(Seat(given.pop(0), None))
        else:
            seats.append(Seat(others.pop(0), bots.make(kind, f"{seed} {number}", game)))
    return seats


def default_names(people: int, messages: Messages) -> list[str]:
    """Player; or Player A, Player B, …: letters, because seats are counted in numbers."""
    if people == 1:
        return [messages.say("room.player")]
    return [messages.say("room.player_letter", {"letter": letter}) for letter in string.ascii_uppercase[:people]]


def kind_of(text: str, best: str, game: Game) -> str | None:
    """None for a person, else the name of a bot: "me", "bot" (the best one), "bot:random", "bot:seconds:3"."""
    word, _, kind = text.lower().partition(":")
    if word in ("me", "human") and not kind:
        return None
    if word == "bot":
        kind = kind or best
        if kind in bots.names(game) or kind.startswith((SECONDS, SIMS)):
            return kind
    known = ", ".join(f"bot:{name}" for name in (*bots.names(game), f"{SECONDS}3", f"{SIMS}200"))
    raise BadInput.at("--seat", 0, "", f"{text!r} is none of me, bot, {known}")
