"""The games over HTTP: `/api/games`, `/api/messages`."""

from __future__ import annotations

from typing import Literal

from litestar import Controller, get
from litestar.params import FromPath

import ludotheque as lt
from ludotheque import bots
from ludotheque.messages import common
from ludotheque.play.game import Game
from ludotheque.server.library.schemas import GameView, OptionView, RuleView, SectionView

Language = Literal["en", "fr"]


def view(game: Game) -> GameView:
    """A game as the page needs it."""
    facts = game.facts
    return GameView(
        name=facts.name,
        title=dict(facts.title),
        rules=facts.rules_version,
        players=list(facts.players),
        options=[OptionView(option.name, option.default, list(option.values)) for option in facts.options],
        brings=[option.name for option in facts.seat_options],
        bots=[name for name in bots.names() if bots.fits(name, game)],
        together=facts.together,
        template=facts.template,
    )


class LibraryController(Controller):
    """What there is to play, in both languages."""

    path = "/api"
    tags = ("games",)

    @get("/games", sync_to_thread=False)
    def games(self) -> list[GameView]:
        """All games."""
        return [view(lt.game(name, "plain")) for name in lt.names()]

    @get("/games/{name:str}", sync_to_thread=False)
    def game(self, name: FromPath[str]) -> GameView:
        """One game."""
        return view(lt.game(name, "plain"))

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
