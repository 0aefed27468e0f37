"""Games as the page needs them: facts, rulebooks, pieces, and verdicts on what a seat might bring."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludotheque.errors import BadInput, Fault
from ludotheque.messages import LANGUAGES
from ludotheque.play.game import Game
from ludotheque.server.errors import Refused
from ludotheque.server.games import levels
from ludotheque.server.games.page_files import page_files
from ludotheque.server.games.schemas import FaultView, GameView, OptionView, RuleView, SectionView, Verdict


def view(game: Game, strength: Sequence[float | None] = (), problems: int = 0) -> GameView:
    """A game as the page needs it, with the measured strength of its levels and its problems where they are known."""
    declaration = game.declaration
    return GameView(
        name=declaration.name,
        title={language: declaration.title[language] for language in LANGUAGES},
        about={language: game.messages(language).by_key.get("board.about", "") for language in LANGUAGES},
        rules=declaration.rules_version,
        players=list(declaration.players),
        options=[
            OptionView(option.name, option.default, list(option.values))
            for option in declaration.options
            if option.offered
        ],
        brings=[option.name for option in declaration.seat_options],
        bots=levels.offered(game),
        levels=levels.ladder(game),
        level=levels.first(game),
        strength=list(strength) or [None] * len(levels.ladder(game)),
        together=declaration.together,
        silent=declaration.silent,
        template=declaration.template,
        presets={name: dict(options) for name, options in declaration.presets.items()},
        lessons=[lesson.id for lesson in game.lessons],
        problems=problems,
        page=page_files(game),
    )


def verdict(game: Game, option: str, value: str, options: dict[str, Any], language: str) -> Verdict:
    """The game's verdict on something that a seat might bring, in the given language if the game can."""
    full = game.check_options(options)
    if option not in {known.name for known in game.declaration.seat_options}:
        raise Refused("not_found")
    faults: Sequence[Fault] = ()
    numbers: Mapping[str, object] = {}
    own: Callable[..., tuple[list[Fault], Mapping[str, object]]] | None = getattr(game.setup, "look_at", None)
    if own is not None:
        faults, numbers = own(option, value, full, language)
    else:
        players = game.declaration.players[0]
        try:
            game.before_setup(players, full, [{option: value}, *({} for _ in range(players - 1))])
        except BadInput as error:
            faults = error.faults
    return Verdict([FaultView(fault.line, fault.field, fault.problem) for fault in faults], dict(numbers))


def rulebook(game: Game, language: str) -> list[SectionView]:
    """The rulebook of a game in a language."""
    book = game.rulebook(language)
    return [
        SectionView(title, [RuleView(rule, book[rule].title, book[rule].text, book[rule].ruling) for rule in ids])
        for title, ids in book.sections
    ]


def catalogue_of(game: Game) -> dict[str, Any]:
    """The pieces of a game as printed, from its own `catalogue.py`; empty if it has none."""
    module = f"{game.package}.catalogue"
    if importlib.util.find_spec(module) is None:
        return {}
    told: dict[str, Any] = importlib.import_module(module).catalogue()
    return told
