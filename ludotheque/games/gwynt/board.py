"""The table of Gwynt in a terminal: two mirrored fields, the opponent's above, the viewer's below.

`draw` gets the viewer's view (`Position.view`), never a position, so it can't show hidden cards. Nothing is shown by
colour alone: changed strengths have an arrow, rows with weather are filled with its sign.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludotheque.games.gwynt.components import CARD_BY_ID, ROWS, Card
from ludotheque.games.gwynt.wording import short_ability
from ludotheque.messages import Messages
from ludotheque.toolkit.boards import SEAT_COLOURS, columns_that_fit, in_columns

SIGNS = {"close": "⚔", "ranged": "➶", "siege": "♜", "agile": "⚔➶"}
WEATHER_SIGNS = {"close": "❄", "ranged": "≋", "siege": "☂"}
WEATHER_STYLES = {"close": "bright_cyan", "ranged": "white", "siege": "bright_blue"}
CARD_SIGNS = {
    "weather_frost": "❄",
    "weather_fog": "≋",
    "weather_rain": "☂",
    "weather_storm": "≋☂",
    "weather_clear": "☀",
}
SPECIAL_SIGN, HORN_SIGN, MARDROEME_SIGN, HERO_SIGN, SPY_SIGN, LEADER_SIGN = "✦", "♪", "♣", "★", "⇄", "♛"
GEM, LOST_GEM = "◆", "◇"
FROM_HAND = ("turn", "redraw", "discard")  # decisions whose moves are the cards of the hand

# Numbers three lines high.
DIGITS = {
    "0": ("┏━┓", "┃ ┃", "┗━┛"),
    "1": ("╺┓ ", " ┃ ", "╺┻╸"),
    "2": ("╺━┓", "┏━┛", "┗━╸"),
    "3": ("╺━┓", "╺━┫", "╺━┛"),
    "4": ("╻ ╻", "┗━┫", "  ╹"),
    "5": ("┏━╸", "┗━┓", "╺━┛"),
    "6": ("┏━╸", "┣━┓", "┗━┛"),
    "7": ("╺━┓", "  ┃", "  ╹"),
    "8": ("┏━┓", "┣━┫", "┗━┛"),
    "9": ("┏━┓", "┗━┫", "╺━┛"),
}


def draw(view: Mapping[str, Any], messages: Messages, names: Sequence[str], width: int) -> RenderableType:
    """The whole table. Spectators see seat 0 below."""
    return Board(view, messages, names, width).draw()


class Board:
    """One drawing: the view, the language and the width."""

    def __init__(self, view: Mapping[str, Any], messages: Messages, names: Sequence[str], width: int) -> None:
        self.view = view
        self.table = view["table"]
        self.seats = self.table["seats"]
        self.messages = messages
        self.names = list(names)
        self.width = width
        self.below = view["viewer"] if view["viewer"] in (0, 1) else 0
        self.digits = max(len(str(seat["total"])) for seat in self.seats)

    def say(self, key: str, **params: Any) -> str:
        """A message of the board."""
        return self.messages.say(f"board.{key}", params, self.names)

    def draw(self) -> RenderableType:
        """The table from the opponent's side down to the viewer's own hand."""
        above = 1 - self.below
        parts: list[RenderableType] = [self.headline(), *self.head(above)]
        if self.table["round"]:
            parts += [self.field(above), self.sky(), self.field(self.below)]
        else:
            parts.append(Text(""))
        parts += [*reversed(self.head(self.below)), *self.hands()]
        if self.table["round"] == 1 and not self.view["over"]:
            parts.append(Text(self.say("legend"), style="dim"))
        return Group(*parts)

    # Above and below the fields ------------------------------------------------------------------------------------

    def headline(self) -> Text:
        """The number of the round, and the results of the past ones."""
        now = self.table["round"]
        title = self.say("over") if self.view["over"] else self.say("round", round=now) if now else self.say("before")
        line = Text.assemble((title, "bold"))
        for number, totals in enumerate(self.table["totals"], 1):
            past = self.say("past", round=number, seat=0, other=1, total0=totals[0], total1=totals[1])
            line.append(f" · {past}", style="dim")
        return line

    def head(self, p: int) -> list[RenderableType]:
        """A seat in words; the line nearest to the edge of the table comes first."""
        seat = self.seats[p]
        counts = [
            self.say("hand", n=seat["hand"]),
            self.say("deck", n=seat["deck"]),
            self.say("pile", n=len(seat["pile"])),
        ]
        line = Text.assemble(
            *self.name(p),
            (f"  {GEM * seat['gems']}{LOST_GEM * (2 - seat['gems'])}  ", "bold bright_red"),
            self.messages.say(f"faction.{seat['faction']}"),
            (f" · {' · '.join(counts)}", "dim"),
        )
        if seat["passed"]:
            line = Text.assemble(line, "  ", (f" {self.say('passed')} ", "bold reverse"))
        lines: list[RenderableType] = [line, self.leader(p)]
        if not self.table["round"]:
            lines.append(Text(self.perk(seat["faction"]), style="dim"))
        if seat["pile"]:
            lines.append(self.one_line("pile_holds", reversed(seat["pile"])))
        if seat["known"] and p != self.view["viewer"] and not self.sees_all:
            lines.append(self.one_line("knows", seat["known"]))
        return lines

    def perk(self, faction: str) -> str:
        """The text of a faction's power."""
        return f"{self.messages.say(f'faction.{faction}')} – {self.messages.say(f'faction_perk.{faction}')}"

    @property
    def sees_all(self) -> bool:
        """Whether the viewer sees every hand."""
        return bool(self.view["viewer"] == "all")

    def name(self, p: int) -> list[tuple[str, str]]:
        """A player's name in the colour of the seat."""
        name = [(self.names[p], f"bold {SEAT_COLOURS[p]}")]
        return [*name, (f" ({self.say('you')})", "dim")] if p == self.view["viewer"] else name

    def leader(self, p: int) -> Text:
        """The leader, whether it can still be used, and its power as long as it matters."""
        leader = self.seats[p]["leader"]
        state = "off" if leader["off"] else "passive" if not leader["active"] else "used" if leader["used"] else "ready"
        name = f"{LEADER_SIGN} {self.messages.say('leader.' + leader['card'])}"
        if state in ("off", "used"):
            return Text(f"{name} · {self.say(state)}", style="dim")
        does = f" · {self.messages.say('leader_text.' + leader['card'])}"
        line = Text.assemble((name, "yellow"), (f" · {self.say(state)}", "bold"), (does, "dim"))
        if self.table["round"]:
            # the full text is shown before the first round and by `? leader`
            line.truncate(self.width, overflow="ellipsis")
        return line

    def one_line(self, key: str, cards: Iterable[str]) -> Text:
        """Card names with counts, as many as fit on one line."""
        counted = [f"{n}× {self.card(card)}" if n > 1 else self.card(card) for card, n in Counter(cards).items()]
        line = Text(self.say(key, cards=", ".join(counted)), style="dim", no_wrap=True)
        line.truncate(self.width, overflow="ellipsis")
        return line

    def card(self, card: str) -> str:
        """A card's name."""
        return self.messages.say(f"card.{card}")

    # The fields ----------------------------------------------------------------------------------------------------

    def field(self, p: int) -> Table:
        """The total of a side, large, and its three rows, the close one nearest to the middle."""
        rows = Table.grid(padding=(0, 1, 0, 0))
        signs = max(len(self.say(row)) for row in ROWS) + 2
        rows.add_column(width=signs)
        rows.add_column(width=3, justify="right")
        room = self.width - 4 * self.digits - signs - 3 - 1 - 4
        for r in (0, 1, 2) if p == self.below else (2, 1, 0):
            row = self.seats[p]["rows"][r]
            style = "bold" if row["cards"] else "dim"
            cards = self.row(p, row, room)
            edge = Text("\n".join("│" for _ in cards), style="dim")
            title = Text(f"{SIGNS[row['row']]} {self.say(row['row'])}", style=style)
            rows.add_row(title, Text(str(row["total"]), style=style), edge, Text("\n").join(cards))
        both = Table.grid()
        both.add_column(width=4 * self.digits, vertical="middle")
        both.add_row(Text(self.large(self.seats[p]["total"]), style=f"bold {SEAT_COLOURS[p]}"), rows)
        return both

    def large(self, number: int) -> str:
        """A number in digits three lines high."""
        digits = [DIGITS[digit] for digit in str(number)]
        return "\n".join(" ".join(digit[line] for digit in digits).rjust(4 * self.digits - 1) for line in range(3))

    def row(self, p: int, row: Mapping[str, Any], room: int) -> list[Text]:
        """A row: horn and mardroeme, then the cards; weather between them and to the end of the line."""
        pieces = []
        if row["horn"]:
            by = LEADER_SIGN if row["horn"] == "leader" else ""
            pieces.append(Text(f"{HORN_SIGN}{by}×2", style="bold yellow"))
        if row["mardroeme"]:
            pieces.append(Text(f"{MARDROEME_SIGN} {self.card('mardroeme')}", style="bold green"))
        alike = Counter((unit["card"], unit["strength"], unit["by"]) for unit in row["cards"])
        pieces += [self.unit(p, *unit, copies) for unit, copies in alike.items()]
        if row["weather"]:
            sign = Text(WEATHER_SIGNS[row["row"]], style=WEATHER_STYLES[row["row"]])
            pieces = [piece for unit in pieces for piece in (sign, unit)]
            lines = flow(pieces, " ", room)
            for line in lines:
                left = (room - line.cell_len) // 2
                line.append(" " if line else "").append_text(Text(" ").join([sign] * left))
        else:
            lines = flow(pieces, "  ", room) if pieces else [Text("·", style="dim")]
        return lines

    def unit(self, p: int, name: str, now: int, by: int, copies: int) -> Text:
        """A card on a row with its current strength."""
        card, printed = CARD_BY_ID[name], CARD_BY_ID[name].strength
        arrow, style = ("▲", "bold green") if now > printed else ("▼", "bold red") if now < printed else ("", "bold")
        strength = (f"{HERO_SIGN}{now}", "bold yellow") if card.is_hero else (f"{now}{arrow}", style)
        spy = (f" {SPY_SIGN}" if by != p else "", "bold magenta")
        return Text.assemble((f"{copies}× " if copies > 1 else "", "dim"), strength, f" {self.card(name)}", spy)

    def sky(self) -> RenderableType:
        """The line between the fields: the weather, and the card that is being played."""
        words = []
        for weather in self.table["weather"]:
            card = CARD_BY_ID[weather["card"]]
            words.append(f"{CARD_SIGNS[card.ability]} {self.card(card.id)} ({self.names[weather['by']]})")
        said = f" {' · '.join(words) or self.say('sky')} "
        line = Text(f"──{said}{'─' * max(0, self.width - 2 - len(said))}", style="bright_cyan" if words else "dim")
        playing = self.table["playing"]
        if not playing:
            return line
        card = CARD_BY_ID[playing["card"]]
        note = f"  {strength_of(card)} {short_ability(card, self.messages)}".rstrip()
        return Group(line, Text.assemble((f"▶ {self.say('playing', **playing)}", "bold yellow"), (note, "dim")))

    # Hands ---------------------------------------------------------------------------------------------------------

    def hands(self) -> list[RenderableType]:
        """The viewer's own hand; both hands if all cards are open."""
        if self.view["viewer"] in (0, 1):
            if self.view.get("listed") and self.view["decision"] in FROM_HAND:
                return self.not_listed()
            return [Text(""), *self.hand(self.below, self.say("your_hand"))]
        if not self.sees_all:
            return []
        return [part for p in (1 - self.below, self.below) for part in self.hand(p, self.say("hand_of", seat=p))]

    def hand(self, p: int, title: str) -> list[RenderableType]:
        """A hand in as many columns as fit; each card with its strength, row and ability."""
        counted = Counter(self.seats[p]["known"])
        cards = sorted(counted, key=lambda card: CARD_BY_ID[card].number)  # in the order of the moves
        if not cards:
            return [Text.assemble((title, "bold"), f" – {self.say('empty')}")]
        cells = [self.in_hand(card, counted[card]) for card in cards]
        return [Text(title, style="bold"), in_columns(cells, columns_that_fit(cells, self.width))]

    def in_hand(self, name: str, copies: int) -> Text:
        """A card of a hand."""
        return card_line(CARD_BY_ID[name], copies, self.messages)

    def not_listed(self) -> list[RenderableType]:
        """The cards that can't be played, where the moves list the hand: without them they would seem lost."""
        row = self.seats[self.below]["rows"]
        held = set(self.seats[self.below]["known"]) if self.view["decision"] == "turn" else set()
        stuck = []
        if "decoy" in held and not any(touchable(unit["card"]) for r in row for unit in r["cards"]):
            stuck.append("decoy")
        stuck += ["commanders_horn"] * ("commanders_horn" in held and all(r["horn"] for r in row))
        stuck += ["mardroeme"] * ("mardroeme" in held and all(r["mardroeme"] for r in row))
        return [self.one_line("stuck", stuck)] if stuck else []


def card_line(card: Card, copies: int, messages: Messages) -> Text:
    """A card in a list: its strength, row, name and ability."""
    return Text.assemble(
        (f"{strength_of(card):>3} ", "bold yellow" if card.is_hero else "bold"),
        (f"{sign_of(card):<2} ", "cyan"),
        (f"{copies}× " if copies > 1 else "", "dim"),
        messages.say(f"card.{card.id}"),
        (f"  {short_ability(card, messages)}".rstrip(), "italic dim"),
    )


def touchable(card: str) -> bool:
    """Whether abilities can affect a card on the board: a unit that is no hero."""
    return CARD_BY_ID[card].kind == "unit"


def move_label(view: Mapping[str, Any], key: str, params: Mapping[str, Any], messages: Messages) -> Text | None:
    """A move in the list: a card with strength, row and ability; the leader by name."""
    seat = view["table"]["seats"][view["viewer"]]
    if key == "move.leader":
        return Text(f"{LEADER_SIGN} {messages.say(key)} · {messages.say('leader.' + seat['leader']['card'])}")
    if key == "move.decoy":
        units = next(row for row in seat["rows"] if row["row"] == params["row"])["cards"]
        now = max(unit["strength"] for unit in units if unit["card"] == params["card"])
        return Text.assemble((f"{now:>3} ", "bold"), (f"{SIGNS[params['row']]:<2} ", "cyan"), messages.say(key, params))
    if "card" not in params:
        return None
    zone = {"move.revive": seat["pile"], "move.take": [], "move.fetch": []}.get(key, seat["known"])
    return card_line(CARD_BY_ID[params["card"]], zone.count(params["card"]), messages)


def move_text(view: Mapping[str, Any], key: str, params: Mapping[str, Any], messages: Messages) -> str | None:
    """The text of the leader's power. The texts of cards are messages."""
    leader = view["table"]["seats"][view["viewer"]]["leader"]["card"]
    return (
        f"{messages.say(f'leader.{leader}')} · {messages.say(f'leader_text.{leader}')}"
        if key == "move.leader"
        else None
    )


def strength_of(card: Card) -> str:
    """The printed strength; special cards have none."""
    return f"{HERO_SIGN if card.is_hero else ''}{card.strength}" if card.is_unit else ""


def sign_of(card: Card) -> str:
    """The symbol of the row, the weather, or a special card."""
    return SIGNS.get(card.row) or CARD_SIGNS.get(card.ability, SPECIAL_SIGN)


def flow(pieces: Sequence[Text], between: str, width: int) -> list[Text]:
    """Join pieces into lines of `width`; no piece is broken."""
    lines = [Text()]
    for piece in pieces:
        if lines[-1] and lines[-1].cell_len + len(between) + piece.cell_len > width:
            lines.append(Text())
        lines[-1].append(between if lines[-1] else "").append_text(piece)
    return lines
