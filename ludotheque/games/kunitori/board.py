"""The table of Kunitori! in a terminal: supply, a row for each seat, the current war, the viewer's own hand.

`draw` gets the viewer's view (`Position.view`, and `scores`), never a position, so it can't show hidden cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.games.kunitori.components import CARD_BY_ID, CARDS, CATEGORIES
from ludotheque.messages import Messages, signed
from ludotheque.toolkit.boards import SEAT_COLOURS

STYLES = {
    "general": "bold bright_white",
    "troop": "red",
    "strategy": "magenta",
    "politics": "blue",
    "victory": "green",
    "treasure": "yellow",
}


def draw(view: Mapping[str, Any], messages: Messages, names: Sequence[str], width: int) -> RenderableType:
    """The state of the match, the supply, a row for each seat, a battle if there is one, the own hand."""
    table, viewer = view["table"], view["viewer"]
    say = messages.say
    parts: list[RenderableType] = [heading(table, messages, names), Text("")]
    parts += [supply(table, messages), Text(""), seats(view, messages, names)]
    battle = table["war"] and table["war"]["battle"]
    if battle:
        params = {"seat": table["turn"], "other": battle["defender"], "n": battle["attack"], "m": battle["against"]}
        parts += [Text(""), Text(say("board.battle", params, list(names)), style="bold red")]
    if table["shown"]:
        who = say("board.shown", {"seat": table["shown"]["seat"]}, list(names))
        parts.append(Text(f"{who}  ", style="bold") + cards(table["shown"]["cards"], messages))
    if viewer in range(view["players"]):
        own = table["seats"][viewer]
        parts += [Text(""), Text(f"{say('board.your_hand')}  ", style="bold") + cards(own["known"], messages)]
    return Group(*parts)


def heading(table: Mapping[str, Any], messages: Messages, names: Sequence[str]) -> Text:
    """The round, whose turn it is and what they have left; whether these are the last turns."""
    say = messages.say
    means = {name: table[name] for name in ("actions", "money", "buys")}
    parts = [
        say("board.round", {"n": table["round"]}),
        say("board.turn", {"seat": table["turn"]}, list(names)),
        say("board.means", means),
    ]
    text = Text(" · ".join(parts), style="dim")
    if table["last_turns"]:
        text += Text(f" · {say('board.last_turns', {'n': table['last_turns']})}", style="bold yellow")
    return text


def supply(table: Mapping[str, Any], messages: Messages) -> RenderableType:
    """A line for each category: each pile with its price and number of cards; empty ones are dim."""
    say = messages.say
    grid = Table.grid(padding=(0, 2, 0, 0))
    general = table["general"]
    top = card(general, messages) + Text(f" {CARD_BY_ID[general].cost}", style="dim") if general else None
    left = sum(table["generals"].values())
    none = Text(say("board.no_general"), style="dim")
    grid.add_row(Text(say("board.general"), style="dim"), top + Text(f" ×{left}", style="dim") if top else none)
    for category in CATEGORIES[1:]:
        piles = Text()
        for kind in CARDS:
            if kind.category == category:
                piles += Text("  ") if piles else Text()
                piles += pile(kind.id, table["supply"][kind.id], messages)
        grid.add_row(Text(say(f"category.{category}"), style="dim"), piles)
    if table["trash"]:
        grid.add_row(Text(say("board.trash"), style="dim"), cards(table["trash"], messages))
    return grid


def pile(name: str, left: int, messages: Messages) -> Text:
    """One pile: its name, its price, how many cards are left."""
    if not left:
        return Text(f"{messages.say(f'card.{name}')} ×0", style="dim strike")
    return card(name, messages) + Text(f" {CARD_BY_ID[name].cost} ×{left}", style="dim")


def seats(view: Mapping[str, Any], messages: Messages, names: Sequence[str]) -> Table:
    """A row for each seat. The number before the name is the one used in moves like `aim 2`."""
    say = messages.say
    grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("", "points", "hand", "deck", "pile", "territory"):
        grid.add_column(say(f"board.{column}") if column else "", justify="right" if column == "points" else "left")
    for p, seat in enumerate(view["table"]["seats"]):
        name = Text(f"{p} ", style="dim") + Text(names[p], style=f"bold {SEAT_COLOURS[p]}")
        if p == view["viewer"]:
            name += Text(f" ({say('board.you')})", style="dim")
        grid.add_row(
            name,
            Text(signed(view["scores"][p]), style="bold"),
            hand(p, seat, view["viewer"], messages),
            deck(seat, messages),
            discards(seat, messages),
            territory(seat, messages),
        )
    return grid


def hand(p: int, seat: Mapping[str, Any], viewer: int | str, messages: Messages) -> Text:
    """The number of cards in a hand, and those that everybody knows (for one's own hand: that the others know)."""
    text = Text(str(seat["hand"]))
    known = seat["open"] if p == viewer else seat["known"]
    return text + Text(": ", style="dim") + cards(known, messages) if known else text


def deck(seat: Mapping[str, Any], messages: Messages) -> Text:
    """The number of cards in a deck, and those that were put back on it."""
    text = Text(str(seat["deck"]))
    back = seat["top"][::-1] if seat["top"] else seat["put_back"]
    if back:
        text += Text(": ", style="dim") + Text(", ").join(card(name, messages) for name in back)
    return text


def discards(seat: Mapping[str, Any], messages: Messages) -> Text:
    """The number of cards in a discard pile, and its top card."""
    text = Text(str(seat["pile"]))
    return text + Text(": ", style="dim") + card(seat["pile_top"], messages) if seat["pile_top"] else text


def territory(seat: Mapping[str, Any], messages: Messages) -> Text:
    """The cards in a territory: deployed, then played this turn; and its attack."""
    parts = [cards(seat[place], messages) for place in ("deployed", "replayed", "played") if seat[place]]
    text = Text(" | ", style="dim").join(parts) if parts else Text("–", style="dim")
    if seat["attack"]:
        text += Text(f" ({messages.say('board.attack', {'n': seat['attack']})})", style="bold")
    return text


def card(name: str, messages: Messages) -> Text:
    """One card by name, in the colour of its frame."""
    return Text(messages.say(f"card.{name}"), style=STYLES[CARD_BY_ID[name].category])


def cards(counts: Mapping[str, int], messages: Messages) -> Text:
    """Cards with their counts."""
    if not counts:
        return Text("–", style="dim")
    return Text(", ").join(
        (Text(f"{n}× ", style="dim") if n > 1 else Text("")) + card(name, messages) for name, n in counts.items()
    )
