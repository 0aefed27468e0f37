"""Pictures of tables, for previews of shared links: real ones of the right size, of what spectators may see."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

import ludotheque as lt
from ludotheque.server import pictures
from ludotheque.server.pictures import Line, Poster
from ludotheque.server.tables import sharing
from tests.server.house import Guest, House

LEADER = "scoiatael francesca_daisy_of_the_valley"


def picture(guest: Guest, table: str, language: str = "en") -> bytes:
    """A table's picture; it is a PNG of the size that previews have."""
    status, headers, body = guest.send("GET", f"/api/tables/{table}/picture?language={language}")
    assert (status, headers["content-type"]) == (200, "image/png")
    assert body[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(body[16:20]), int.from_bytes(body[20:24])) == (1200, 630)
    return body


def laid(house: House, cards: str) -> tuple[Guest, str]:
    """A match of Gwynt that is under way."""
    ana, bo = house.guest("Ana"), house.guest("Bo")
    position = (
        f"game: gwynt 1\nround: 1\nturn: 0\nseat 0: {LEADER}\nseat 1: {LEADER}\nclose 0: {cards}\nhand 0: milva\n"
    )
    table = ana.table("gwynt", "me", "open", position=position)
    bo.sit(table, 1)
    ana.start(table)
    return ana, table


def test_a_table_has_a_picture_from_its_laying_to_its_end(house):
    ana, table = laid(house, "dennis_cranmer")
    bea, other = laid(house, "mahakaman_defender dennis_cranmer")
    running = picture(ana, table)
    assert running == picture(ana, other), "of a running match names, and nothing of what lies on the table"
    ana.ask("POST", f"/api/tables/{table}/seats/0/resignation")
    bea.ask("POST", f"/api/tables/{other}/seats/0/resignation")
    over = picture(ana, table)
    assert over not in (running, picture(bea, other)), "of a finished one what came of it"
    assert over == picture(ana, table), "once drawn it is kept"
    assert over != picture(ana, table, "fr")
    assert ana.send("GET", "/api/tables/nowhere/picture")[0] == 404
    assert ana.send("GET", f"/api/tables/{table}/picture?language=xx")[0] == 400


@pytest.mark.parametrize("name", lt.names())
def test_every_game_draws_its_end_for_any_number_of_players(name):
    game = lt.game(name, "plain")
    for players in range(game.declaration.players[0], game.declaration.players[1] + 1):
        pos, random = game.start(players, seed=players), Random(players)
        for _ in range(400):
            if pos.over:
                break
            seat = pos.actors[0]
            pos.play(random.choice(pos.moves(seat)), seat)
        for language in ("en", "fr"):
            drawn = sharing.drawing(game, pos.view(lt.SPECTATOR), language)
            assert drawn
            lines = tuple(Line("<Zoë> & “Лев”", seat, -3) for seat in range(players))
            whole = ElementTree.fromstring(pictures.markup(Poster(game.declaration.title[language], "…", lines, drawn)))
            numbers = [float(n) for e in whole.iter() for k in ("x", "y", "cx", "cy") if (n := e.get(k)) is not None]
            assert min(numbers) >= 0
    assert pictures.png(Poster(name, "", (Line("A", 0),))) != pictures.png(Poster(name, "", (Line("Ж", 0),)))
