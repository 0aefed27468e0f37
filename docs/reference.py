"""Builds the reference of the Python interface as a static site: `python docs/reference.py [FOLDER]`.

From docstrings, by pdoc; and from the declarations of the games: a page each, with its actions, what an observation
consists of, rewards and versions. Nothing of it is written by hand, so nothing of it can be out of date.
"""

from __future__ import annotations

import html
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import markdown2
import pdoc
import pdoc.render

import ludotheque as lt
from ludotheque.adapters import gymnasium, openspiel
from ludotheque.kernel.observation import Part
from ludotheque.play.declaration import Declaration

ROOT = Path(__file__).resolve().parent.parent
USUAL = ROOT / "build" / "reference"
# What programs are meant to use. All else may change without notice.
MODULES = (
    "ludotheque",
    "ludotheque.bots",
    "ludotheque.bots.arena",
    "ludotheque.bots.contest",
    "ludotheque.bots.dataset",
    "ludotheque.bots.simulation",
    "ludotheque.errors",
    "ludotheque.kernel.observation",
    "ludotheque.adapters.gymnasium",
    "ludotheque.adapters.openspiel",
    "ludotheque.adapters.pettingzoo",
)
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>
body {{ font-family: system-ui, sans-serif; line-height: 1.5; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; display: block; overflow-x: auto; }}
th, td {{ border: 1px solid #ccc; padding: .25rem .6rem; text-align: left; vertical-align: top; }}
</style></head><body>
{body}
</body></html>
"""


def _is_ours(member: pdoc.doc.Doc[Any]) -> bool:
    module: str = member.taken_from[0]
    return module.partition(".")[0] == "ludotheque"


def _own_members(whole: pdoc.doc.Class) -> list[pdoc.doc.Doc[Any]]:
    """What is told at a class: all that is ours, whether it has it from a class above or not."""
    return [member for member in whole.members.values() if _is_ours(member)]


def build(folder: Path) -> None:
    """Write the whole site."""
    setattr(pdoc.doc.Class, "own_members", property(_own_members))  # noqa: B010
    pdoc.render.configure(docformat="markdown", show_source=False, footer_text=f"Ludothèque {lt.__version__}")
    pdoc.pdoc(*MODULES, output_directory=folder)
    (folder / "games").mkdir(exist_ok=True)
    for name in lt.names():
        game = lt.game(name, "plain")
        write(folder / "games" / f"{name}.html", game.declaration.title["en"], game_page(game))
    write(folder / "index.html", "Ludothèque: reference", index())


def write(path: Path, title: str, text: str) -> None:
    """A page from Markdown."""
    body = markdown2.markdown(text, extras=["tables", "header-ids"])
    path.write_text(PAGE.format(title=html.escape(title), body=body), encoding="utf-8")


def index() -> str:
    """Where everything is."""
    games = "\n".join(f"- [{lt.game(name, 'plain').declaration.title['en']}](games/{name}.html)" for name in lt.names())
    modules = "\n".join(f"- [`{name}`]({name.replace('.', '/')}.html)" for name in MODULES)
    return f"# Ludothèque: reference\n\n## Games as environments\n\n{games}\n\n## Modules\n\n{modules}\n"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in row)} |" for row in lines)


# A game --------------------------------------------------------------------------------------------------------------


def game_page(game: lt.Game) -> str:
    """All that a program has to know of a game."""
    declaration, observation = game.declaration, game.observation
    low, high = declaration.players
    secret = any(decision.secret for decision in declaration.decisions)
    forms = [openspiel.name_of(game.name), *([openspiel.name_of(game.name, simultaneous=True)] if secret else [])]
    facts = [
        ("name", f"`{game.name}`"),
        ("version of the rules", f"`{game.rules_version}`: actions and observations keep their numbers within it"),
        ("players", f"{low}" if low == high else f"{low} to {high}"),
        ("longest match", f"{declaration.longest:,} decisions"),
        ("PettingZoo", f'`pettingzoo.env("{game.name}")`'),
        ("Gymnasium", f'`gymnasium.make("ludotheque/{game.name}-v{gymnasium.version_of(game)}")`'),
        ("OpenSpiel", ", ".join(f"`{form}`" for form in forms)),
    ]
    rewards = (
        "All seats win or lose together, and share alike."
        if declaration.together
        else "The shares of all seats add up to 1."
    )
    parts = [
        f"# {declaration.title['en']}",
        table(("", ""), facts),
        "## Rewards",
        f"At the end of a match, each seat's share of the win, 0 to 1; nothing before. {rewards} It ends because of: "
        + ", ".join(f"`{cause}`" for cause in declaration.causes)
        + ".",
        "## Options",
        table(("option", "usual", "others"), options_of(declaration)),
        "## Decisions",
        table(
            ("decision", "in secret, several at once"),
            ((d.name, "yes" if d.secret else "") for d in declaration.decisions),
        ),
        f"## Actions: {declaration.action_count}",
        table(("action", "numbers", "parts", "for instance"), actions_of(game)),
        f"## Observation: {observation.size} numbers",
        "Own seat first, the others clockwise; 0 where nobody sits. Multiply by the scale to get about -1 … 1.",
        table(("part", "numbers", "shape", "meaning", "scale", "last axis"), map(row_of, observation.parts)),
    ]
    left_out = [f"- `{path}`: {why}" for path, why in observation.omitted.items()]
    left_out += [f"- the order of `{path}`" for path in observation.unordered]
    if left_out:
        parts += ["Left out on purpose, of what a view shows:", "\n".join(left_out)]
    parts.append("[All pages](../index.html)")
    return "\n\n".join(parts) + "\n"


def options_of(declaration: Declaration) -> Iterator[tuple[str, str, str]]:
    """Options of the table, then what seats bring."""
    for option in declaration.options:
        others = ", ".join(f"`{value}`" for value in option.values if value != option.default)
        yield f"`{option.name}`", f"`{option.default}`", others
    for brought in declaration.seat_options:
        yield f"`{brought.name}`, by each seat", "–", f"others see it: {brought.shown}"


def actions_of(game: lt.Game) -> Iterator[tuple[str, str, str, str]]:
    """Every block of actions with its numbers."""
    declaration, start = game.declaration, 0
    for action in declaration.actions:
        count = math.prod(map(len, action.values(declaration.vocabulary, declaration.players[1])))
        numbers = f"{start}" if count == 1 else f"{start}–{start + count - 1}"
        yield f"`{action.name}`", numbers, ", ".join(action.names), f"`{game.move(start).text}`"
        start += count
    assert start == declaration.action_count


def row_of(part: Part) -> tuple[str, str, str, str, str, str]:
    """A part of an observation."""
    numbers = f"{part.start}" if part.size == 1 else f"{part.start}–{part.stop - 1}"
    scale = f"{part.scale:.4g}" if isinstance(part.scale, int | float) else "by column"
    return f"`{part.name}`", numbers, " × ".join(map(str, part.shape)), part.meaning, scale, ", ".join(part.labels)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else USUAL
    build(target)
    print(target / "index.html")
