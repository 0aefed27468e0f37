"""Gwynt's golden matches: each still shows what it says."""

from __future__ import annotations

import tomllib

import ludotheque as lt
from ludotheque.compliance.golden import LIST
from tests import golden
from tests.gwynt.golden import search

GAME = lt.game("gwynt", "plain")


def test_each_match_is_over_and_shows_what_it_says():
    document = tomllib.loads((golden.folder("gwynt") / LIST).read_text(encoding="utf-8"))
    tests = {name: test for name, _, test, _, _ in search.WANTED}
    assert [entry["name"] for entry in document["match"]] == list(tests)
    for entry in document["match"]:
        seats = [document["bring"][name] for name in entry["seats"]]
        pos = GAME.start(seed=entry["seed"], options=entry.get("options"), seats=seats)
        for move in entry["moves"]:
            seat, _, notation = move.partition(" ")
            pos.play(notation, int(seat))
        assert pos.over
        assert tests[entry["name"]](pos.log(lt.ALL)), entry["name"]
