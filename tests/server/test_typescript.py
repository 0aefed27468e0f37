"""The page's types are those of the server and of the games."""

from __future__ import annotations

import random
from typing import Any, get_type_hints

import msgspec
import pytest

import ludotheque as lt
from ludotheque.play.declaration import Event
from ludotheque.server.live.protocol import FromPage, ToPage
from ludotheque.server.typescript import files, game_types, protocol

GAMES = ("lampions", "gorynich", "gunkimono", "kunitori", "gwynt")


def test_every_message_has_its_type():
    written = protocol()
    for union in (FromPage, ToPage):
        for message in union.__args__:
            assert f"export type {message.__name__} = {{" in written
            assert f"type: '{message.__struct_config__.tag}'" in written
    assert "moves: (number | string)[]" in written
    assert "seen?: Record<string, number>" in written


def test_the_files_of_the_page_are_up_to_date():
    for file, text in files().items():
        assert file.read_text(encoding="utf-8") == text, f"{file}: run python -m ludotheque.server.typescript"


def test_a_game_has_types_for_its_view_and_its_declaration():
    written = game_types(lt.game("lampions", "plain"))
    assert "export type Card = 'spark' | 'candle' | 'lantern' | 'moth' | 'gust' | 'tinder'" in written
    assert "  lamp: CardOfSeat | null\n" in written
    assert "  drew: { seat: number; card: Card | null }\n" in written  # secret: only some see it
    assert "  revealed: { seat: number; card: Card }\n" in written
    assert "  puff: { seat: number }\n" in written
    assert "export type Decision = 'choose' | 'react' | 'relight' | 'blow'\n" in written
    assert "  rounds: 3 | 4 | 5 | 6\n" in written
    assert "  wish?: Wish\n" in written


def test_an_argument_may_name_no_word():
    argument = Event("perched", "square0:square or none").arguments[0]
    assert (argument.name, argument.type, argument.optional, argument.secret) == ("square0", "square", True, False)
    assert "  perched: { seat: number; square0: Square | null; square: Square }\n" in game_types(
        lt.game("gorynich", "plain")
    )


@pytest.mark.parametrize("name", GAMES)
def test_views_and_events_have_the_generated_types(name: str):
    """Random matches: every field is there, no other is, and each has its type; so has every parameter of an event."""
    game = lt.game(name, "plain")
    table, outcome = (get_type_hints(function)["return"] for function in (game.view.table, game.view.outcome))
    for seed in range(2):
        chance = random.Random(seed)
        options = {option.name: chance.choice(option.values) for option in game.declaration.options}
        pos = game.start(players=chance.randint(*game.declaration.players), seed=seed, options=options)
        for ply in range(300):
            for viewer in (*range(pos.players), lt.SPECTATOR, lt.ALL):
                if ply % 10 == 0:
                    seen = pos.view(viewer)["table"]
                    assert msgspec.convert(seen, table) == seen
                for event in pos.events(viewer):
                    check_event(game, event)
            if pos.over:
                ended = pos.outcome()
                assert msgspec.convert(ended, outcome) == ended
                break
            seat = chance.choice(pos.actors)
            pos.play(chance.choice(pos.legal_ids(seat)), seat)


def check_event(game: lt.Game, event: dict[str, Any]) -> None:
    declared = next(one for one in game.declaration.events if one.name == event["event"])
    assert list(event["params"]) == [argument.name for argument in declared.arguments]
    for argument in declared.arguments:
        value = event["params"][argument.name]
        if value is None:
            assert argument.optional or (argument.secret and not declared.private), (event, argument)
        elif words := game.declaration.vocabulary.get(argument.type):
            assert value in words
        else:
            assert type(value) is int
