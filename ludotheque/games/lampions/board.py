"""The table of Lampions in a terminal: an example for other games' boards.

`draw` gets the viewer's view (`Position.view`, and `scores`), never a position, so it can't show hidden cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.messages import Messages
from ludotheque.toolkit.boards import SEAT_COLOURS

STYLES = {"spark": "yellow", "candle": "bright_yellow", "lantern": "bold bright_red", "moth": "magenta"}
STYLES |= {"gust": "cyan", "tinder": "green"}


def draw(view: Mapping[str, Any], messages: Messages, names: Sequence[str], width: int) -> RenderableType:
    """The state of the match, a row for each seat, the open cards, the viewer's own hand and wish."""
    table, viewer = view["table"], view["viewer"]
    say = messages.say
    parts: list[RenderableType] = [
        Text(
            " · ".join(
                (
                    say("board.round", {"round": table["round"], "rounds": view["options"]["rounds"]}),
                    say("board.first", {"seat": table["first"]}, list(names)),
                    say("board.deck", {"n": table["deck"]}),
                )
            ),
            style="dim",
        ),
        Text(""),
        seats(view, messages, names),
    ]
    for shown in table["open"]:
        parts.append(Text(say("board.to_come", shown, list(names))))
    if viewer in range(view["players"]):
        own = table["seats"][viewer]
        hand = cards(own["known"], messages, ", ")
        parts += [Text(""), Text(f"{say('board.your_hand')}  ", style="bold") + hand]
        if own["wish"]:
            parts.append(Text(f"{say('board.your_wish')}  ", style="bold") + card(own["wish"], messages))
    return Group(*parts)


def seats(view: Mapping[str, Any], messages: Messages, names: Sequence[str]) -> Table:
    """A row for each seat, with its name: moves are listed and typed by name."""
    say = messages.say
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in ("", say("board.light"), say("board.lit"), say("board.ashes"), say("board.hand")):
        table.add_column(title, justify="right" if title == say("board.light") else "left")
    for p, seat in enumerate(view["table"]["seats"]):
        name = Text(names[p], style=f"bold {SEAT_COLOURS[p]}")
        if p == view["viewer"]:
            name += Text(f" ({say('board.you')})", style="dim")
        table.add_row(
            name,
            Text(str(view["scores"][p]), style="bold"),
            cards(seat["lit"], messages, " "),
            heap(seat["ashes"], messages),
            hand_of(p, seat, view["viewer"], messages),
        )
    return table


def hand_of(p: int, seat: Mapping[str, Any], viewer: int | str, messages: Messages) -> Text:
    """The number of cards in a seat's hand, the cards the viewer knows, and the wish if the viewer may see it."""
    text = Text(messages.say("board.cards", {"n": seat["hand"]}))
    if p != viewer and seat["known"]:
        text += Text(": ") + cards(seat["known"], messages, ", ")
    if p != viewer and seat["wish"]:
        text += Text(f" · {messages.say('board.wish')}: ") + card(seat["wish"], messages)
    return text


def card(name: str, messages: Messages) -> Text:
    """One card by name, in its colour."""
    return Text(messages.say(f"card.{name}"), style=STYLES[name])


def cards(names: Sequence[str], messages: Messages, between: str) -> Text:
    """Some cards in a row, the newest last."""
    return Text(between).join(card(name, messages) for name in names) if names else Text("–", style="dim")


def heap(names: Sequence[str], messages: Messages) -> Text:
    """Cards whose order does not matter, counted."""
    counted = Counter(names)
    if not counted:
        return Text("–", style="dim")
    return Text(" ").join(
        (Text(f"{n}× ", style="dim") if n > 1 else Text("")) + card(name, messages) for name, n in counted.items()
    )
