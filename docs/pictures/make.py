"""Draws the pictures of the documents: `python docs/pictures/make.py`.

The terminal room itself draws them, from a position in text: what they show is what a player sees.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

import ludotheque as lt
from ludotheque.messages import Messages
from ludotheque.terminal.room import Room
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.seats import take_seats
from ludotheque.terminal.words import Words

HERE = Path(__file__).parent
WIDTH = 100
GWYNT = """
seat 0: northern_realms foltest_siegemaster
seat 1: monsters eredin_commander_of_the_red_riders
round: 2
turn: 1
gems: 1 2
totals 1: 38 45
hand 0: geralt_of_rivia dun_banner_medic trebuchet clear_weather decoy
deck 0: keira_metz thaler poor_infantry*2 sabrina_glevissig
pile 0: catapult esterad_thyssen sheldon_skaggs
close 0: blue_stripes_commando*2 yarpen_zigrin
ranged 0: crinfrid_reavers_dragon_hunter*2
siege 0: catapult
horn 0: close
hand 1: leshen ghoul impenetrable_fog scorch
deck 1: forktail wyvern griffin werewolf botchling
pile 1: harpy nekker*3 plague_maiden
close 1: arachas*3 imlerith prince_stennis
ranged 1: gargoyle cockatrice
siege 1: arachas_behemoth earth_elemental
"""


def gwynt(language: str = "en") -> str:
    """A turn of a Gwynt match in the terminal room, as SVG."""
    game = lt.game("gwynt", "plain")
    pos = game.position(GWYNT)
    pos.play("impenetrable_fog", 1)
    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor", highlight=False
    )
    screen = Screen(console)
    seats = take_seats(game, 2, ["me", "bot:greedy"], ["Ana"], 0, Messages(language))
    room = Room(screen, pos, seats, Words(game.messages(language), [seat.name for seat in seats]))
    room.notice = ""
    room.show_table(0)
    return without_remote_fonts(console.export_svg(title="./play gwynt", unique_id="gwynt"))


def without_remote_fonts(svg: str) -> str:
    """The picture with the fonts of whoever looks at it: nothing is fetched from elsewhere."""
    svg = re.sub(r"\s*@font-face \{[^}]*\}", "", svg)
    return svg.replace("font-family: Fira Code, monospace", "font-family: DejaVu Sans Mono, Menlo, Consolas, monospace")


if __name__ == "__main__":
    (HERE / "gwynt-terminal.svg").write_text(gwynt(), encoding="utf-8")
