"""Before the first move: which game, how many, who plays. Every question has an answer that Enter gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

from ludotheque import bots
from ludotheque.messages import Messages
from ludotheque.play import registry
from ludotheque.play.game import Game
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.seats import default_names
from ludotheque.terminal.words import plain


def games_table(games: list[Game], language: str) -> Table:
    """The games in a numbered list: title, players, what it is."""
    table = Table.grid(padding=(0, 2))
    for number, game in enumerate(games, 1):
        low, high = game.declaration.players
        players = str(low) if low == high else f"{low}–{high}"
        messages = game.messages(language)
        about = messages.by_key.get("board.about", "")
        title = Text(game.declaration.title[language], style="bold")
        table.add_row(
            Text(str(number), style="bold cyan"),
            title,
            messages.say("room.for_players", {"n": players}),
            about,
        )
    return table


def choose_game(screen: Screen, messages: Messages) -> Game:
    """Let the player pick a game by number or name."""
    games = registry.games()
    screen.fresh(messages.say("room.welcome"))
    screen.show(games_table(games, messages.language))
    while True:
        line = plain(screen.ask_line(messages.say("room.which_game")))
        if not line:
            return games[0]
        if line.isdecimal() and 1 <= int(line) <= len(games):
            return games[int(line) - 1]
        for game in games:
            if line in (game.name, plain(game.declaration.title[messages.language])):
                return game
        screen.show(messages.say("room.no_such_game", {"line": line}), style="yellow")


def choose_number(screen: Screen, messages: Messages, question: str, low: int, high: int, usual: int) -> int:
    """A whole number between two bounds; Enter takes the usual one."""
    if low == high:
        return low
    while True:
        line = screen.ask_line(messages.say(question, {"low": low, "high": high, "usual": usual}))
        if not line:
            return usual
        if line.isdecimal() and low <= int(line) <= high:
            return int(line)
        screen.show(messages.say("room.between", {"low": low, "high": high}), style="yellow")


def choose_seats(screen: Screen, messages: Messages, game: Game, players: int) -> tuple[list[str], list[str]]:
    """Ask who plays; return the seats as `--seat` writes them, and the names of the people.

    People sit first, bots after them.
    """
    people = choose_number(screen, messages, "room.how_many_people", 0, players, 1)
    names = []
    for usual in default_names(people, messages):
        names.append(screen.ask_line(messages.say("room.your_name", {"usual": usual})) or usual)
    kinds = bots.names(game)
    kind = bots.strongest(game)
    if people < players and len(kinds) > 1:
        kind = choose_bot(screen, messages, kinds, kind)
    return ["me"] * people + [f"bot:{kind}"] * (players - people), names


def choose_bot(screen: Screen, messages: Messages, kinds: list[str], best: str) -> str:
    """Ask for a bot, by enough letters of its name; Enter takes the one that plays best."""
    known = ", ".join(kinds)
    while True:
        line = plain(screen.ask_line(messages.say("room.which_bots", {"bots": known, "usual": best})))
        fitting = [name for name in kinds if name.startswith(line)] if line else [best]
        if fitting:
            return fitting[0]
        screen.show(messages.say("room.no_such_bot", {"line": line, "bots": known}), style="yellow")


def choose_brought(screen: Screen, messages: Messages, game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """Ask the one person at the keyboard for seat options with a choice; Enter takes a random one."""
    brought: dict[str, Any] = {}
    offered = getattr(game.setup, "choices", None)
    if offered is None:
        return brought
    for option in game.declaration.seat_options:
        found = offered(option.name, game.check_options(options), messages.language)
        for number, (_, label) in enumerate(found, 1):
            screen.show(Text.assemble((f"{number:>4}  ", "bold cyan"), label))
        what = game.messages(messages.language).say(f"seat_option.{option.name}")
        while True:
            line = screen.ask_line(messages.say("room.which_brought", {"what": what}))
            if not line:
                break
            if line.isdecimal() and 1 <= int(line) <= len(found):
                brought[option.name] = found[int(line) - 1][0]
                break
            screen.show(messages.say("room.between", {"low": 1, "high": len(found)}), style="yellow")
    return brought
