"""The games over HTTP: `/api/games`, `/api/messages`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

import ludotheque as lt
from ludotheque.errors import BadInput, Fault
from ludotheque.messages import common
from ludotheque.play import registry
from ludotheque.play.game import Game
from ludotheque.server.api.compression import COMPRESSED
from ludotheque.server.errors import Refused
from ludotheque.server.games import levels
from ludotheque.server.games.page_files import page_files
from ludotheque.server.games.schemas import (
    Brought,
    FaultView,
    GameView,
    OptionView,
    RuleView,
    SectionView,
    Verdict,
)

Language = Literal["en", "fr"]


def view(game: Game) -> GameView:
    """A game as the page needs it."""
    declaration = game.declaration
    return GameView(
        name=declaration.name,
        title=dict(declaration.title),
        about={language: game.messages(language).by_key.get("board.about", "") for language in declaration.title},
        rules=declaration.rules_version,
        players=list(declaration.players),
        options=[OptionView(option.name, option.default, list(option.values)) for option in declaration.options],
        brings=[option.name for option in declaration.seat_options],
        bots=levels.offered(game),
        levels=levels.ladder(game),
        level=levels.usual(game),
        together=declaration.together,
        silent=declaration.silent,
        template=declaration.template,
        presets={name: dict(options) for name, options in declaration.presets.items()},
        lessons=[lesson.id for lesson in game.lessons],
        page=page_files(game),
    )


def verdict(game: Game, option: str, value: str, options: dict[str, Any], language: str) -> Verdict:
    """What the game says of something that a seat might bring: in words of the language where it knows how."""
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


class GamesController(Controller):
    """What there is to play, in both languages."""

    path = "/api"
    tags = ("games",)
    middleware = (COMPRESSED,)

    @get("/games", sync_to_thread=False)
    def games(self) -> list[GameView]:
        """All games, in the order of the shelf."""
        return [view(game) for game in registry.games()]

    @get("/games/{name:str}", sync_to_thread=False)
    def game(self, name: FromPath[str]) -> GameView:
        """One game."""
        return view(lt.game(name, "plain"))

    @post("/games/{name:str}/check", status_code=HTTP_200_OK, sync_to_thread=True)
    def check(self, name: FromPath[str], data: JSONBody[Brought]) -> Verdict:
        """Whether a seat may bring this, and all that is wrong with it."""
        return verdict(lt.game(name, "plain"), data.option, data.value, data.options, data.language)

    @get("/games/{name:str}/messages/{language:str}", sync_to_thread=False)
    def words(self, name: FromPath[str], language: FromPath[Language]) -> dict[str, str]:
        """Every sentence of a game in a language, by key, the common ones included."""
        return lt.game(name, "plain").messages(language).by_key

    @get("/games/{name:str}/rules/{language:str}", sync_to_thread=False)
    def rules(self, name: FromPath[str], language: FromPath[Language]) -> list[SectionView]:
        """The rulebook."""
        book = lt.game(name, "plain").rulebook(language)
        return [
            SectionView(title, [RuleView(id, book[id].title, book[id].text) for id in ids])
            for title, ids in book.sections
        ]

    @get("/messages/{language:str}", sync_to_thread=False)
    def messages(self, language: FromPath[Language]) -> dict[str, str]:
        """The sentences that belong to no game, by key."""
        return common(language)
