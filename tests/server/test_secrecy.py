"""Secrecy: every message to a viewer is the same, byte for byte, in worlds that the viewer can't tell apart.

The messages are made by the functions that the server itself uses (`presenter`, `told`, `explain`); the clock and the
ids of messages are given. Positions are those of random matches of every registered game: some of them, or in `./test
long` all of them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace

import msgspec
import pytest

import ludotheque as lt
from ludotheque.compliance.walk import Match as Walk
from ludotheque.errors import MalformedMove, MoveError
from ludotheque.server.api.errors import explain
from ludotheque.server.games.levels import advice
from ludotheque.server.live import presenter
from ludotheque.server.live.protocol import Sync, Update, write_message
from ludotheque.server.matches import ledger
from ludotheque.server.matches.entries import Entry, describe_entry
from ludotheque.server.matches.match import Match, begin, decide, follow, forced, withdraw
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage.schema import tables
from ludotheque.server.tables.records import Seat, TableRecord
from ludotheque.server.tables.views import view
from tests.sizes import LONG, size

REDEALS = size(4, 10)
HINT_SIMS = size(2, 5)  # a fixed budget, small: the rules are usually not compiled here
MOST = 400  # decisions of a match that are looked at
MODE = "compiled" if LONG else "plain"
POSITIONS = size(16, 1 << 20)  # of each match that are looked at
THOUGHT_EVERY = size(8, 1)  # of them one with previews and a hint, which cost most of the time
THOUGHT_WORLDS = size(1, 10)  # in which these are asked for again
SERVER = Path(lt.__file__).parent / "server"


def random_match(name: str, seed: int, whole: bool = False) -> tuple[Match, list[Entry], Random]:
    """A match set up as the compliance suite would: that of a long game may have come some way already."""
    walk = Walk(lt.game(name, MODE), seed, whole)
    match, entry = begin(walk.pos, 0.0, bank=600.0)
    return match, [entry], Random(seed)


def attempt(act) -> bytes:
    """The bytes sent back: the answer, or the refusal."""
    try:
        return write_message(act())
    except Exception as error:
        status, body = explain(error)
        if status >= 500:
            raise
        return write_message(body)


def list_entry(match: Match) -> bytes:
    """The table of a match as lists show it: its row, as storing the last entry leaves it."""
    row = dict.fromkeys((column.name for column in tables.c), None)
    row |= {"id": "t", "game": match.pos.game.name, "seed": bytes(32), "host": "ana", "listed": True, "hints": True}
    row |= ledger.list_columns(match)
    seats = [
        Seat(n, "person", f"p{n}", None, "", {"deck": "secret"}, (), bytes(32), None, True)
        for n in range(match.pos.players)
    ]
    record = TableRecord(SimpleNamespace(**row), tuple(seats))  # type: ignore[arg-type]
    return write_message(view(record, Person("elsewhere", "Eve")))


def messages(match: Match, viewer: int, random: Random, thought: bool) -> dict[str, bytes]:
    """All messages that a viewer can get or provoke."""
    face = presenter.face(match, viewer)
    clocks = presenter.clocks(match, match.at + 1.0)
    found = {
        "sync": write_message(Sync(seat=viewer, number=match.count(viewer), log=[], face=face, clocks=clocks)),
        "update": write_message(Update(seat=viewer, number=match.count(viewer), log=[], face=face, clocks=clocks)),
        "past": write_message(presenter.past_face(match, viewer)),
        "log": write_message([match.pos.log(viewer), list(match.pos.seen_moves(viewer))]),
        "list entry": list_entry(match),
    }
    if viewer == lt.SPECTATOR:
        return found
    every = range(match.pos.game.declaration.action_count)
    asked = random.sample(every, min(25, len(every)))
    legal = [move.id for move in match.pos.moves(viewer)]
    for move in [*asked, *random.sample(legal, min(2, len(legal))), "nonsense", -1]:
        found[f"why not {move}"] = attempt(lambda m=move: presenter.why_not(match, viewer, [m], "id"))
        found[f"refusal of {move}"] = attempt(lambda m=move: refused_only(match, viewer, m))
    for first in random.sample(legal, min(3, len(legal))):
        for rest in ([random.choice(legal), "nonsense"], [random.choice(every)], [random.choice(legal), *asked[:1]]):
            both = [first, *rest]
            found[f"refusal of {both}"] = attempt(lambda m=both: refused_only(match, viewer, *m))
    for move in random.sample(legal, min(2, len(legal))) if thought else ():
        found[f"preview {move}"] = attempt(lambda m=move: presenter.preview(match, viewer, [m], "id"))
        after = random.choice(every)
        both = [move, after]
        found[f"preview {move} {after}"] = attempt(lambda m=both: presenter.preview(match, viewer, m, "id"))
    found["withdraw"] = attempt(lambda: withdraw(match, viewer, 1.0)[1].kind)
    found["auto"] = write_message(forced(match, viewer))
    if thought and legal:
        found["hint"] = attempt(lambda: presenter.hint(advice(match.pos.copy(), viewer), "id"))
        found["searched hint"] = attempt(lambda: presenter.hint(advice(match.pos.copy(), viewer, HINT_SIMS), "id"))
    return found


def refused_only(match: Match, seat: int, *moves) -> str:
    """The immediate answer to an attempt; the effects of an accepted move are checked with the next position."""
    decide(match, seat, moves, 1.0)
    return "accepted"


def positions(name: str, seed: int) -> list[tuple[Match, int]]:
    """Every position of a random match with a viewer, in random order."""
    match, _, random = random_match(name, seed)
    found: list[tuple[Match, int]] = []
    while True:
        found += [(match, viewer) for viewer in (*range(match.pos.players), lt.SPECTATOR)]
        if match.over or match.number == MOST:
            break
        seat = random.choice(match.actors)
        match, _ = decide(match, seat, [random.choice(match.pos.moves(seat)).id], float(match.number))
    random.shuffle(found)
    return found


@pytest.mark.parametrize("name", lt.names())
@pytest.mark.parametrize("seed", [11, 12, 13][: size(2, 3)])
def test_no_message_tells_worlds_apart(name, seed):
    for looked_at, (match, viewer) in enumerate(positions(name, seed)[:POSITIONS]):
        thought = looked_at % THOUGHT_EVERY == 0
        here = messages(match, viewer, Random(looked_at), thought)
        for world in range(REDEALS):
            other = match.pos.redeal(viewer, f"world {world}")
            as_much = thought and world < THOUGHT_WORLDS
            there = messages(replace(match, pos=other), viewer, Random(looked_at), as_much)
            assert there.keys() == here.keys() or as_much != thought
            for what, told_there in there.items():
                assert here[what] == told_there, f"{what} tells viewer {viewer} something hidden (entry {match.number})"


@pytest.mark.parametrize("name", lt.names())
def test_a_log_equals_the_viewers_events_and_its_numbers_reveal_nothing(name):
    """Stored entries hold everything; a viewer's log shows what the viewer saw, numbered by noticed entries."""
    match, entries, random = random_match(name, 13, whole=True)
    while not match.over and match.number < MOST:
        seat = random.choice(match.actors)
        match, entry = decide(match, seat, [random.choice(match.pos.moves(seat)).id], 1.0)
        entries.append(entry)
    for viewer in (*range(match.pos.players), lt.SPECTATOR):
        seen = [entry for entry in entries if entry.noticed >> viewer & 1]
        log = [describe_entry(entry, viewer, number) for number, entry in enumerate(seen, 1)]
        assert len(log) == match.count(viewer)
        assert [step["events"] for entry in log for step in entry.steps] == match.pos.log(viewer)
        moves = [(step["seat"], step["move"]) for entry in log for step in entry.steps if step["move"]]
        assert moves == list(match.pos.seen_moves(viewer))


def test_a_bundle_tells_nothing_of_what_will_be_drawn_unless_it_is_decided():
    """Every card is tried after a swap: the answer never reveals the drawn card, and the swap is made."""
    match, _, random = random_match("gwynt", 14)
    while match.pos.decision != "redraw":
        match, _ = decide(match, match.actors[0], [random.choice(match.pos.moves()).id], 1.0)
    seat = match.actors[0]
    swaps = [move.id for move in match.pos.moves(seat) if move.text.startswith("swap")]
    for second in range(match.pos.game.declaration.action_count):
        with pytest.raises(MalformedMove):
            decide(match, seat, [swaps[0], second, "zzz"], 1.0)
        after, entry = decide(match, seat, [swaps[0], second], 1.0)
        assert len(entry.moves) == 1, "it ends where a card is drawn"
        assert after.pos.view(seat) != match.pos.view(seat)


def test_a_bundle_that_shows_nothing_is_made_as_a_whole_or_not_at_all():
    """Paying with two treasures hides nothing: what can't be paid after them refuses them as well."""
    match, bundle = with_a_bundle("kunitori")
    seat = match.actors[0]
    after, entry = decide(match, seat, bundle, 1.0)
    assert len(entry.moves) == len(bundle)
    assert follow(match, entry)[0].pos.view(seat) == after.pos.view(seat)
    with pytest.raises(MoveError):
        decide(match, seat, [*bundle[:1], *bundle[:1] * 20], 1.0)


def with_a_bundle(name: str) -> tuple[Match, list[int]]:
    """A position of a random match in which several moves are offered as one, and these."""
    match, _, random = random_match(name, 11)
    while True:
        seat = match.actors[0]
        for bundle in match.pos.bundles(seat):
            if len(bundle.moves) > 1:
                return match, [move.id for move in bundle.moves]
        match, _ = decide(match, seat, [random.choice(match.pos.moves(seat)).id], 1.0)


def test_an_unnoticed_decision_leaves_no_trace():
    """A card that the other player redraws in secret: no message, number or time reveals it."""
    match, _, random = random_match("gwynt", 14)
    while match.pos.decision != "redraw" or 1 not in match.actors:
        match, _ = decide(match, match.actors[0], [random.choice(match.pos.moves()).id], 1.0)
    swap = next(move for move in match.pos.moves(1) if move.text.startswith("swap"))
    after, entry = decide(match, 1, [swap.id], 2.0)
    assert after.number == match.number + 1
    assert not entry.noticed & 1, "seat 0 did not notice"
    assert after.actors == match.actors, "another one may be swapped"
    assert msgspec.json.encode(presenter.face(after, 0)) == msgspec.json.encode(presenter.face(match, 0))
    assert after.count(0) == match.count(0)
    assert after.left == match.left_at(2.0), "no time is added that the other could count"


def test_all_is_used_for_finished_matches_alone():
    """`lt.ALL` sees everything: it stands where the match is known to be over, or nothing is stored."""
    users = set()
    for path in SERVER.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        code = re.sub(r'""".*?"""|#[^\n]*', "", source, flags=re.DOTALL)
        if re.search(r"\bALL\b|\bAll\(", code):
            users.add(path.relative_to(SERVER).as_posix())
    assert users == {"tables/finished.py", "matches/brought.py"}
    brought = (SERVER / "matches" / "brought.py").read_text(encoding="utf-8")
    assert not re.search("storage|ledger|connection", brought), "it reads what people bring along and nothing else"
    source = (SERVER / "tables" / "finished.py").read_text(encoding="utf-8")
    seeing = [function for function in re.split(r"\ndef ", source)[1:] if "lt.ALL" in function]
    assert seeing
    for function in seeing:
        before, _, _ = function.partition("lt.ALL")
        assert "finished(connection, table_id, now)" in before, function.partition("(")[0]
