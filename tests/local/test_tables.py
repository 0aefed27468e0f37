"""Tables in a browser: the same messages as a server's, kept, resumed, undone, replayed; without NumPy and msgspec."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.kernel.sources import module_file
from ludotheque.local import opponents
from ludotheque.local.assets import Assets
from ludotheque.local.bundle import files, read_later
from ludotheque.local.thinking import Thinker
from ludotheque.play import registry
from ludotheque.server.games import levels
from ludotheque.server.live import presenter
from ludotheque.server.live.protocol import write_message
from tests.local.page import Visitor

ROOT = Path(__file__).parent.parent.parent
MISSING = (
    "numpy",
    "numba",
    "llvmlite",
    "platformdirs",
    "rich",
    "litestar",
    "sqlalchemy",
    "uvicorn",
    "msgspec",
    "babel",
)
# Plays a match of every game in a process where these packages are missing.
ELSEWHERE = """
import sys
for name in sys.argv[1].split(","):
    sys.modules[name] = None
for name in ("msgspec", "babel"):
    del sys.modules[name]
sys.path.insert(0, sys.argv[2])
from ludotheque.local.boot import start
start(lambda line, text: None, lambda table, text: None, lambda language, n: "one" if n == 1 else "other")
from tests.local.page import Visitor
import ludotheque as lt
for name in lt.names():
    visitor = Visitor()
    visitor.sit_down(name)
    visitor.play_to_the_end(40)
    assert not visitor.refused, visitor.refused
    print(name, len(visitor.table.entries))
"""


def test_every_game_is_played_where_packages_are_missing() -> None:
    """Matches with bots, previews, undo and all that is shown work as they do in Pyodide."""
    command = [sys.executable, "-c", ELSEWHERE, ",".join(MISSING), "."]
    found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert found.returncode == 0, found.stderr
    assert len(found.stdout.splitlines()) == len(lt.names())


def test_table_is_kept_after_every_change_and_resumed() -> None:
    """Another house that is given what was kept shows the same, and plays on."""
    first = Visitor()
    first.sit_down("lampions")
    first.play_to_the_end(3)
    again = Visitor(first.kept)
    again.open(first.id)
    first.open(first.id)
    assert again.face == first.face
    assert again.told[-1]["log"] == first.told[-1]["log"]
    again.play_to_the_end()
    assert again.face["outcome"]
    assert not again.refused


def test_bots_decide_as_on_a_server() -> None:
    """The same seed and position give the same move as the server's way of asking a bot."""
    visitor = Visitor()
    visitor.sit_down("gwynt", "greedy")
    table = visitor.table
    checked = 0
    while not table.match.over and checked < 12:
        seat = table.waits_for
        if seat is None:
            visitor.decide()
            continue
        before = table.match
        seed = f"{table._seed} {before.number}"
        wanted = levels.choose_move(levels.make_bot("greedy", seed, table.game), before.pos, seat)
        visitor.house.play_on()
        assert wanted is not None
        assert table.entries[-1].moves == (wanted.text,)
        checked += 1
    assert checked > 3


def test_moves_are_taken_back_one_by_one_and_after_the_bots() -> None:
    """An undo goes back to my last move, also where bots have decided since; the kept table is resumed as it stands."""
    visitor = Visitor()
    visitor.sit_down("gwynt")
    visitor.play_to_the_end(4)
    while visitor.house.waiting():
        visitor.house.play_on()
    before = visitor.table.match.number
    assert [one["type"] for one in visitor.say("undo", seat=0, turn=False)][-1] == "accepted"
    assert visitor.table.entries[-1].kind == "undo"
    assert visitor.table.match.number == before + 1
    again = Visitor(visitor.kept)
    again.open(visitor.id)
    visitor.open(visitor.id)
    assert again.face == visitor.face


def test_pause_stops_the_bots_and_is_kept() -> None:
    """Nobody moves while the match is paused, also once it is opened again; then it goes on."""
    visitor = Visitor()
    visitor.sit_down("gwynt")
    visitor.play_to_the_end(2)
    assert visitor.request("POST", f"/tables/{visitor.id}/pause")["phase"] == "paused"
    assert visitor.face["paused"]
    number = visitor.table.match.number
    again = Visitor(visitor.kept)
    again.open(visitor.id)
    assert again.face["paused"]
    assert not again.house.waiting()
    (refused,) = again.say("undo", seat=0, turn=False)
    assert refused["code"] == "paused"
    assert again.table.match.number == number
    assert again.request("DELETE", f"/tables/{visitor.id}/pause")["phase"] == "playing"
    again.say("undo", seat=0, turn=False)
    assert again.table.entries[-1].kind == "undo"
    again.play_to_the_end()
    assert again.face["outcome"]
    assert again.request("POST", f"/tables/{visitor.id}/pause", status=409)["code"] == "already_over"


def test_repeated_move_is_made_once_and_a_late_one_refused() -> None:
    """A page that says the same again is told that it was done; an answer to an earlier question is stale."""
    visitor = Visitor()
    visitor.sit_down("lampions")
    face = visitor.face
    said = {"seat": 0, "question": face["question"], "moves": [face["moves"][0]["id"]]}
    text = json.dumps({"type": "decide", "id": "once", **said})
    visitor.house.receive(1, text)
    number = visitor.table.match.number
    visitor.house.receive(1, text)
    assert visitor.told[-1] == {"type": "accepted", "id": "once"}
    assert visitor.table.match.number == number
    assert visitor.say("decide", **said)[-1]["code"] == "stale"


def test_finished_match_is_replayed_and_its_record_checked() -> None:
    """Replay, points and record are those of the match; the record is one that every Ludothèque reads."""
    visitor = Visitor()
    visitor.sit_down("lampions")
    assert visitor.request("GET", f"/tables/{visitor.id}/record", status=409)["code"] == "not_over"
    visitor.play_to_the_end()
    record = visitor.request("GET", f"/tables/{visitor.id}/record")
    assert lt.game("lampions").replay(record).outcome() == visitor.face["outcome"]
    text = visitor.request("GET", f"/tables/{visitor.id}/text?language=fr")
    assert text.splitlines()[0].startswith("Lampions, ")
    assert re.match(r"[123]\. .*: \d+$", text.splitlines()[-1]), "the last of three, who may share a rank"
    entries = visitor.request("GET", f"/tables/{visitor.id}/replay?since=0")
    assert len(entries) == len(visitor.table.entries)
    assert len(visitor.request("GET", f"/tables/{visitor.id}/points")) == len(entries)
    last = visitor.request("GET", f"/tables/{visitor.id}/replay/{entries[-1]['number']}")
    assert last["scores"] == visitor.face["scores"]
    rematch = visitor.request("POST", f"/tables/{visitor.id}/rematch")
    assert [seat["mine"] for seat in rematch["seats"]] == [False, False, True]


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": "ludotheque-table/1"}', "cut"])
def test_damaged_table_is_named_and_the_others_stay(text: str) -> None:
    """What can't be read is refused with a sentence; the list shows the rest."""
    visitor = Visitor()
    visitor.sit_down("lampions")
    kept = {**visitor.kept, "local-bad": visitor.kept[visitor.id][:-40] if text == "cut" else text}
    again = Visitor(kept)
    assert [table["id"] for table in again.request("GET", "/tables")["mine"]] == [visitor.id]
    assert again.request("GET", "/tables/local-bad", status=409)["code"] == "damaged_here"


def test_what_needs_a_server_is_refused_with_a_sentence() -> None:
    """Open seats, daily deals and other rooms answer that they need a server."""
    visitor = Visitor()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}]
    told = visitor.request("POST", "/tables", {"game": "lampions", "seats": seats}, status=409)
    assert told["code"] == "needs_server"
    assert visitor.request("GET", "/daily", status=409)["message"].startswith("This needs a server")


def test_match_of_a_record_is_opened_and_reviewed() -> None:
    """A record opens as a finished match of other people, is replayed and reviewed, and is written again unchanged."""
    first = Visitor()
    first.sit_down("lampions")
    first.play_to_the_end()
    record = first.request("GET", f"/tables/{first.id}/record")
    second = Visitor()
    table = second.request("POST", "/records", {"record": json.dumps(record)})
    assert [seat["name"] for seat in table["seats"]] == record["names"]
    assert not any(seat["mine"] for seat in table["seats"])
    address = f"/tables/{table['id']}"
    del record["fairness"]  # of the deal of that browser
    assert second.request("GET", f"{address}/record") == record
    entries = second.request("GET", f"{address}/replay?since=0")
    last = second.request("GET", f"{address}/replay/{entries[-1]['number']}")
    assert last["scores"] == first.face["scores"]
    assert second.request("GET", f"{address}/review")["state"] == "none"
    second.request("POST", f"{address}/review")
    while second.house.is_reviewing():
        second.house.review_on()
    found = second.request("GET", f"{address}/review")
    assert found["state"] == "done"
    assert len(found["review"]["verdicts"]) == found["review"]["decisions"] > 0
    again = Visitor(second.kept)
    assert again.request("GET", f"{address}/review")["review"] == found["review"]
    one = found["review"]["verdicts"][0]
    face = again.request("GET", f"{address}/review/at/{one['number']}/{one['seat']}")
    assert one["best"]["id"] in [move["id"] for move in face["moves"]]


def test_resigned_match_is_opened_from_its_record() -> None:
    """How a match ended outside the rules is part of its record."""
    first = Visitor()
    first.sit_down("gwynt")
    first.request("POST", f"/tables/{first.id}/seats/0/resignation")
    record = first.request("GET", f"/tables/{first.id}/record")
    second = Visitor()
    table = second.request("POST", "/records", {"record": json.dumps(record)})
    assert table["outcome"]["cause"] == "resigned"
    del record["fairness"]
    assert second.request("GET", f"/tables/{table['id']}/record") == record


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: text[:-30], "bad_record"),
        (lambda text: "[1]", "bad_record"),
        (lambda text: text.replace('"lampions"', '"chess"'), "bad_record"),
        (lambda text: json.dumps({**json.loads(text), "seed": 1}), "bad_record"),
        (lambda text: json.dumps({k: v for k, v in json.loads(text).items() if k != "moves"}), "bad_record"),
        (lambda text: json.dumps({**json.loads(text), "seats": [1, 2, 3]}), "bad_record"),
        (
            lambda text: json.dumps(
                {k: v[:3] if k == "moves" else v for k, v in json.loads(text).items() if k != "outcome"}
            ),
            "unfinished_record",
        ),
    ],
)
def test_bad_records_are_refused_with_a_sentence(change: Callable[[str], str], code: str) -> None:
    """A bad record is refused with one sentence that says what to do, and nothing is kept."""
    first = Visitor()
    first.sit_down("lampions")
    first.play_to_the_end()
    text = json.dumps(first.request("GET", f"/tables/{first.id}/record"))
    second = Visitor()
    status = 409
    assert second.request("POST", "/records", {"record": change(text)}, status=status)["code"] == code
    assert not second.kept


@pytest.mark.parametrize("name", lt.names())
def test_bots_that_are_offered_need_no_compiled_search(name: str) -> None:
    """Each level is one that plays at once in plain rules; a stronger one is refused."""
    game = registry.game(name, "plain")
    assert set(opponents.ladder(game)) <= set(opponents.offered(game))
    assert opponents.usual(game) in opponents.ladder(game)
    assert "master" not in opponents.offered(game)


def test_archive_holds_what_tables_need_and_no_more() -> None:
    """Rules, texts and data are in it; networks, the server's storage and the page are not."""
    names = [name for name, _ in files()]
    assert "ludotheque/games/gwynt/data/cards.toml" in names
    assert "ludotheque/server/live/presenter.py" in names
    unwanted = ("/storage/", "/api/", "ludotheque/page/", "/training/", "network.npz", "problems.json")
    assert not [name for name in names if any(part in name for part in unwanted)]


def test_archive_holds_the_modules_that_kernel_land_asks_for() -> None:
    """`from ludotheque.kernel.game import …` finds the same modules in a browser: else bots would play worse."""
    asked: set[str] = set()
    for path in (ROOT / "ludotheque").glob("*/*.py"):
        for names in re.findall(r"^from ludotheque\.kernel\.game import (.+)$", path.read_text("utf-8"), re.MULTILINE):
            asked |= set(names.split(", "))
    there = {path for _, path in read_later()}
    wanted = {module_file(game.package, name) for game in registry.games() for name in asked}
    assert "policies" in asked
    assert not {path for path in wanted if path.is_file()} - there


@pytest.mark.parametrize("game", lt.names())
def test_prepared_previews_are_those_of_servers(game: str) -> None:
    """Worlds that were made while the person thought give the effects that a server would send."""
    visitor = Visitor()
    visitor.sit_down(game)
    while visitor.house.waiting() or len(visitor.face["moves"]) < 2:  # a question with one answer is not prepared
        if visitor.house.waiting():
            visitor.house.play_on()
        else:
            visitor.decide()
    pieces = 0
    while visitor.house.imagine():
        pieces += 1
    assert pieces > 0
    seat = visitor.table.mine[0]
    for move in visitor.face["moves"][:6]:
        (told,) = visitor.say("preview", seat=seat, move=move["id"], then=[])
        expected = presenter.preview(visitor.table.match, seat, [move["id"]], told["id"])
        assert told == json.loads(write_message(expected))
    assert not visitor.house.imagine()


@pytest.mark.parametrize("game", lt.names())
def test_bots_decide_in_their_worker_as_at_the_table(game: str) -> None:
    """With the same past and seed, also after an undo. A decision that comes too late changes nothing."""
    visitor, thinker = Visitor(), Thinker(Assets({}))
    visitor.sit_down(game)
    house, late = visitor.house, ""
    for step in range(30):
        for asked in house.asks_bots():
            expected = visitor.table.choose(visitor.table.waits_for or 0)
            late = thinker.decide(asked)
            told = json.loads(late)
            assert (told["move"], told["client"]) == expected
            before = len(visitor.table.entries)
            house.take_decision(late)
            assert len(visitor.table.entries) == before + 1
        if visitor.face["outcome"]:
            break
        if visitor.face["moves"] and not house.asks_bots():
            if step == 12 and visitor.face["may_undo"]:
                visitor.say("undo", seat=0)
            else:
                visitor.decide()
    before = len(visitor.table.entries)
    house.take_decision(late)
    assert late
    assert len(visitor.table.entries) == before
