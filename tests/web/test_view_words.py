"""Every field of a view has a name in both languages: no table shows an internal name."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque.play import registry

PAGE = Path(ludotheque.__file__).parent / "messages" / "page"
THINGS = (
    "card",
    "leader",
    "unit",
    "tile",
    "general",
    "colour",
    "banner",
    "counter",
    "way",
)  # as table/generic/shape.ts
UNTOLD = {"seats"}  # the players: each has a frame with the name
SHAPE = Path(__file__).parents[2] / "web" / "src" / "table" / "generic" / "shape.ts"
# What a drawn board alone reads: no table writes it out.
DRAWN = set(re.findall(r"'(\w+)'", re.findall(r"const UNTOLD = new Set\((.*)\)", SHAPE.read_text(encoding="utf-8"))[0]))


def fields(value: Any, found: set[str]) -> set[str]:
    """The names of all fields in a view."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name not in DRAWN:
                found.add(name)
                fields(inner, found)
    elif isinstance(value, list):
        for inner in value:
            fields(inner, found)
    return found


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_field_has_a_name(language: str) -> None:
    page = json.loads((PAGE / f"{language}.json").read_text(encoding="utf-8"))
    unnamed = set()
    for game in registry.games():
        words = game.messages(language).by_key
        found: set[str] = set()
        rng = random.Random(5)
        pos = game.start(min(3, game.declaration.players[1]), seed=5)
        for _ in range(400):
            if pos.over:
                break
            seat = pos.actors[0]
            pos.play(rng.choice(pos.moves(seat)), seat)
            fields(pos.view(seat)["table"], found)
        for name in found - UNTOLD:
            own = words.get(f"board.{name}", "{")
            square = name[:1].islower() and name[1:].isdigit()
            known = "{" not in own or f"view.{name}" in page or any(f"{table}.{name}" in words for table in THINGS)
            if not known and not square:
                unnamed.add((game.name, name))
    assert not unnamed
