"""The games over HTTP: `/api/games`, `/api/messages`."""

from __future__ import annotations

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK

import ludotheque as lt
from ludotheque.messages import Language, common
from ludotheque.play import registry
from ludotheque.play.game import Game
from ludotheque.server.api.compression import COMPRESSED
from ludotheque.server.games import levels
from ludotheque.server.games.descriptions import rulebook, verdict, view
from ludotheque.server.games.schemas import Brought, GameView, SectionView, Verdict
from ludotheque.server.problems import catalogue
from ludotheque.server.ratings.services import strength


def measured_view(game: Game) -> GameView:
    """A game as the page needs it, with the strength of its levels and the number of its problems."""
    return view(game, strength(game.name, levels.ladder(game)), len(catalogue.of_game(game.name)))


class GamesController(Controller):
    """The games, with their words and rules."""

    path = "/api"
    tags = ("games",)
    middleware = (COMPRESSED,)

    @get("/games", sync_to_thread=False)
    def games(self) -> list[GameView]:
        """List all games."""
        return [measured_view(game) for game in registry.games()]

    @get("/games/{name:str}", sync_to_thread=False)
    def game(self, name: FromPath[str]) -> GameView:
        """Show one game."""
        return measured_view(lt.game(name, "plain"))

    @post("/games/{name:str}/check", status_code=HTTP_200_OK, sync_to_thread=True)
    def check(self, name: FromPath[str], data: JSONBody[Brought]) -> Verdict:
        """Check something that a seat might bring, and list everything wrong with it."""
        return verdict(lt.game(name, "plain"), data.option, data.value, data.options, data.language)

    @get("/games/{name:str}/messages/{language:str}", sync_to_thread=False)
    def words(self, name: FromPath[str], language: FromPath[Language]) -> dict[str, str]:
        """All sentences of a game in a language, by key, including the common ones."""
        return lt.game(name, "plain").messages(language).by_key

    @get("/games/{name:str}/rules/{language:str}", sync_to_thread=False)
    def rules(self, name: FromPath[str], language: FromPath[Language]) -> list[SectionView]:
        """The rulebook of a game."""
        return rulebook(lt.game(name, "plain"), language)

    @get("/messages/{language:str}", sync_to_thread=False)
    def messages(self, language: FromPath[Language]) -> dict[str, str]:
        """The sentences that belong to no game, by key."""
        return common(language)
