"""Texts and records: they read back as the same position, and reveal no secrets."""

from __future__ import annotations

import json

from ludotheque.compliance.walk import (
    Match,
    apart,
    as_json,
    differing,
    differing_but_generator,
    matches,
    name_of,
)
from ludotheque.errors import BadInput
from ludotheque.play.game import Game
from ludotheque.play.position import Position
from ludotheque.play.viewers import ALL


def check_texts(game: Game, *, count: int = 6, seed: int = 0, every: int = 1) -> None:
    """Check that a position's text reads back as the same position, and contains nothing of the generator."""
    for match in matches(game, count, seed):
        for pos in match.walk(every):
            reads_back(match, pos)


def reads_back(match: Match, pos: Position) -> None:
    """Fail unless the text of `pos` gives `pos` again, whatever seed the generator then starts from."""
    text = pos.text()
    try:
        back = match.game.position(text, seed="another")
    except Exception as error:
        match.fail(f"its own text is refused: {error}\n{text}", error)
    off = differing_but_generator(pos, back)
    if off:
        match.fail(f"a position read from its text differs in {', '.join(off)}\n{text}")
    if back.text() != text:
        match.fail(f"a text written, read and written again differs: {apart(text, back.text())}")


def check_records(game: Game, *, count: int = 6, seed: int = 0, every: int = 5) -> None:
    """Check that a full record replays to an equal position, and that other records have no secrets."""
    for match in matches(game, count, seed):
        for pos in match.walk(every):
            _replays(match, pos)
            for viewer in match.viewers:
                _keeps_quiet(match, pos, viewer)
        _replays_from_a_text(match)


def _replays(match: Match, pos: Position) -> None:
    record = match.game.record(pos, ALL)
    try:
        back = match.game.replay(json.dumps(record))
    except BadInput as error:
        match.fail(f"its own record is refused: {error}", error)
    off = differing(pos, back)
    if off:
        match.fail(f"a replayed record differs in {', '.join(off)}")
    if as_json(match.game.record(back, ALL)) != as_json(record):
        match.fail("a record written, replayed and written again differs")
    if as_json(back.log(ALL)) != as_json(pos.log(ALL)):
        match.fail("a replayed record tells other events")


def _keeps_quiet(match: Match, pos: Position, viewer: int) -> None:
    record = match.game.record(pos, viewer)
    if "seed" in record or "from" in record or match.seed in as_json(record):
        match.fail(f"the record for {name_of(viewer)} holds the seed")
    for seat, brought in enumerate(record["seats"]):
        for option in match.game.declaration.seat_options:
            early = option.shown != "start" and not (option.shown == "end" and pos.over)
            if option.name in brought and seat != viewer and early:
                match.fail(f"the record for {name_of(viewer)} holds the {option.name} of seat {seat} too early")
    try:
        match.game.replay(json.dumps(record))
    except BadInput as error:
        if error.faults[0].field == "seed":
            return
    match.fail(f"the record for {name_of(viewer)} can be replayed")


def _replays_from_a_text(match: Match) -> None:
    """A match that began with a text has a record too."""
    again = Match(match.game, int(match.seed.rpartition("-")[2]))
    for _ in range(4):
        if not again.pos.over:
            again.step()
    again.pos = match.game.position(again.pos.text(), seed="from a text")
    for _ in range(6):
        if not again.pos.over:
            again.step()
    _replays(again, again.pos)
