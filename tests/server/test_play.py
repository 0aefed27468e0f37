"""Whole matches over real sockets: decisions, refusals, repeats, reconnection, two tabs, spectators, bots."""

from __future__ import annotations

import json
import threading
import time
from contextlib import suppress
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Close

import ludotheque as lt
from ludotheque.server.games import levels
from ludotheque.server.live import workers
from ludotheque.server.live.protocol import VERSION
from ludotheque.server.storage import Storage
from tests.server import databases
from tests.server.house import PATIENCE, House, Page, play_to_the_end, until


def three_at_lampions(house: House, **more) -> tuple[str, dict[int, Page], list]:
    """Three people at a table of Lampions that has begun, each with a page."""
    guests = [house.guest(name) for name in ("Ana", "Bo", "Cy")]
    table = guests[0].table("lampions", "me", "open", "open", **more)
    for seat in (1, 2):
        guests[seat].sit(table, seat)
    guests[0].start(table)
    return table, {seat: guest.page(table) for seat, guest in enumerate(guests)}, guests


def test_a_ping_is_answered_with_or_without_a_table(house):
    page = house.guest("Ana").page()
    assert page.ask("ping") == {"type": "accepted", "id": "page 0 1"}
    assert page.ask("decide", seat=0, question=1, moves=[0])["code"] == "hello_first"


def test_a_whole_match_of_gwynt_by_two_people(house):
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("gwynt", {"kind": "me", "brought": {"deck": "monsters_swarm"}}, "open")
    bo.sit(table, 1, brought={"deck": "nilfgaard_spies"})
    ana.start(table)
    pages = {0: ana.page(table), 1: bo.page(table)}
    play_to_the_end(pages, Random(1))
    assert ana.ask("GET", f"/api/tables/{table}")["phase"] == "over"
    for page in pages.values():
        numbers = sorted(page.logs[next(iter(page.logs))])
        assert numbers == list(range(1, len(numbers) + 1)), "no gap in anyone's log"


def test_a_whole_match_of_lampions_by_three_people_with_a_watcher(house):
    table, pages, _ = three_at_lampions(house)
    watching = house.guest().page(table)
    assert watching.faces[lt.SPECTATOR]["moves"] == []
    play_to_the_end(pages, Random(2))
    watching.until(lambda m: m["type"] == "update" and m["face"]["outcome"] is not None)
    assert watching.decide(0, 1, question=1)["code"] == "not_your_seat"


def test_a_match_against_bots_goes_by_itself_and_stops_without_people(house):
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "bot", "bot")
    ana.start(table)
    page = ana.page(table)
    play_to_the_end({0: page}, Random(3))
    alone = ana.table("lampions", "bot", "bot", "bot")
    ana.start(alone)
    time.sleep(0.3)  # bots here take no pause: each of them could have moved by now
    assert len(ana.ask("GET", f"/api/tables/{alone}/log")) == 1, "nobody is there: the bots wait"
    watching = house.guest().page(alone)
    watching.until(lambda m: m["type"] == "update" and m["face"]["outcome"] is not None)


def test_bots_stop_when_the_last_page_closes(tmp_path):
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", bot_pause=0.03)
    try:
        ana = house.guest("Ana")
        table = ana.table("lampions", "bot", "bot", "bot")
        ana.start(table)
        page = ana.page(table)
        page.until(lambda m: m["type"] == "update")
        page.close()
        lengths = [-1, 0]  # of the log, at times when many bots could have moved
        while lengths[-1] != lengths[-2]:
            time.sleep(10 * house.settings.bot_pause)
            lengths.append(len(ana.ask("GET", f"/api/tables/{table}/log")))
        assert lengths[-1] > 0
        assert ana.ask("GET", f"/api/tables/{table}")["phase"] == "playing"
    finally:
        house.close()


def test_secret_decisions_are_not_announced(house):
    """In Gwynt each player redraws unseen: the other gets no message about it."""
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("gwynt", {"kind": "me", "brought": {"deck": "monsters_swarm"}}, "open")
    bo.sit(table, 1, brought={"deck": "nilfgaard_spies"})
    ana.start(table)
    pages = {0: ana.page(table), 1: bo.page(table)}
    random = Random(4)
    while True:
        for page in pages.values():
            page.caught_up()
        seat = next(s for s, page in pages.items() if page.faces[s]["moves"])
        face = pages[seat].faces[seat]
        swaps = [m for m in face["moves"] if m["text"].startswith("swap")]
        if swaps:
            break
        pages[seat].decide(seat, random.choice(face["moves"])["id"])
    other = pages[1 - seat]
    other.hello(table, {str(1 - seat): 99})
    other.caught_up()
    assert pages[seat].decide(seat, swaps[0]["id"])["type"] == "accepted"
    assert [m for m in pages[seat].got if m["type"] == "update"][-1]["log"], "the player sees the drawn card"
    assert other.caught_up() == []


def test_a_decision_is_sent_to_everyone_after_it_is_accepted(house):
    _, pages, _ = three_at_lampions(house)
    answer = pages[0].decide(0, pages[0].faces[0]["moves"][0]["id"])
    assert answer["type"] == "accepted"
    told = pages[1].until(lambda m: m["type"] == "update")
    assert told["face"]["view"]["ready"] == [0]
    assert told["face"]["view"]["chosen"] == {}, "shows that there is a choice, not which"


def test_nothing_is_sent_before_it_is_stored(house, monkeypatch):
    """While a slow disk stores a decision, nobody is sent anything, not even the player who made it."""
    _, pages, _ = three_at_lampions(house)
    for page in pages.values():
        page.caught_up()
    free, begun = threading.Event(), threading.Event()
    write = Storage._write_group

    def slow(*job) -> None:
        begun.set()
        free.wait(PATIENCE)
        write(*job)

    monkeypatch.setattr(Storage, "_write_group", slow)
    face = pages[0].faces[0]
    wish = {"seat": 0, "question": face["question"], "moves": [face["moves"][0]["id"]]}
    pages[0].send({"type": "decide", "id": "slowly", **wish})
    assert begun.wait(PATIENCE)
    assert pages[1].caught_up() == []
    with pytest.raises(TimeoutError):
        pages[0].next(0.1)
    free.set()
    assert pages[0].until(lambda m: m.get("id") == "slowly")["type"] == "accepted"
    assert pages[1].until(lambda m: m["type"] == "update")["face"]["view"]["ready"] == [0]


def test_anothers_commit_does_not_make_mine_stale(house):
    _, pages, _ = three_at_lampions(house)
    question = pages[1].faces[1]["question"]
    pages[0].decide(0, pages[0].faces[0]["moves"][0]["id"])
    answer = pages[1].decide(1, pages[1].faces[1]["moves"][0]["id"], question=question)
    assert answer["type"] == "accepted"


def test_a_repeat_is_applied_once_and_a_stale_answer_refused(house):
    _, pages, _ = three_at_lampions(house)
    page = pages[0]
    move, question = page.faces[0]["moves"][0]["id"], page.faces[0]["question"]
    assert page.decide(0, move, question=question, id="once")["type"] == "accepted"
    pages[1].until(lambda m: m["type"] == "update")
    assert page.decide(0, move, question=question, id="once")["type"] == "accepted"
    assert page.decide(0, move, question=question, id="twice")["code"] == "stale"
    assert pages[1].caught_up() == [], "the repeat changed nothing"


def test_two_servers_on_one_database_agree():
    """The key of an entry decides; the second process reads again, and its player's answer still counts."""
    with databases.postgres() as database:
        check_two_servers(House(database), House(database))


def check_two_servers(one: House, two: House) -> None:
    """Play one match at two servers that share a database."""
    try:
        _, pages, guests = three_at_lampions(one)
        table = pages[0].table["id"]
        guests[1].house, guests[1].port = two, two.port
        there = guests[1].page(table)
        pages[0].decide(0, pages[0].faces[0]["moves"][0]["id"])
        assert there.decide(1, there.faces[1]["moves"][0]["id"])["type"] == "accepted"
        assert there.faces[1]["view"]["ready"] == [0, 1]
        assert pages[2].decide(2, pages[2].faces[2]["moves"][0]["id"])["type"] == "accepted"
        pages[0].until(lambda m: m["type"] == "update" and m["log"])
        assert there.decide(1, 0)["type"] == "refused", "the round has gone on"
    finally:
        one.close()
        two.close()


def test_a_secret_choice_is_withdrawn(house):
    _, pages, _ = three_at_lampions(house)
    page = pages[0]
    page.decide(0, page.faces[0]["moves"][0]["id"])
    page.caught_up()
    assert page.faces[0]["may_withdraw"]
    assert page.ask("undo", seat=0)["code"] == "withdraw_instead"
    assert page.ask("withdraw", seat=0, question=page.faces[0]["question"])["type"] == "accepted"
    page.caught_up()
    assert page.faces[0]["moves"]
    assert page.faces[0]["view"]["ready"] == []


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "{",
        "[]",
        "null",
        "1e999",
        '{"type": "nonsense"}',
        '{"type": "decide"}',
        '{"type": "decide", "seat": -1, "question": 1, "moves": [0], "id": "x"}',
        '{"type": "decide", "seat": 0, "question": "1", "moves": [0], "id": "x"}',
        '{"type": "decide", "seat": 0, "question": 1, "moves": [], "id": "x"}',
        '{"type": "decide", "seat": 0, "question": 1, "moves": [null], "id": "x"}',
        "[" * 3000,
        "é\x00\ud7ff",
    ],
)
def test_a_broken_message_leaves_the_connection_usable(house, broken):
    _, pages, _ = three_at_lampions(house)
    page = pages[0]
    page.send(broken)
    refused = page.until(lambda m: m["type"] == "refused")
    assert refused["code"] == "bad_request"
    assert "Traceback" not in json.dumps(refused)
    assert page.decide(0, page.faces[0]["moves"][0]["id"])["type"] == "accepted"


def test_binary_messages_are_read_as_text(house):
    _, pages, _ = three_at_lampions(house)
    pages[0].send(b"\xff\xfe")
    assert pages[0].until(lambda m: m["type"] == "refused")["code"] == "bad_request"
    assert pages[0].decide(0, pages[0].faces[0]["moves"][0]["id"])["type"] == "accepted"


def test_actions_without_permission_are_refused_and_change_nothing(house):
    table, pages, _ = three_at_lampions(house)
    page = pages[0]
    move = page.faces[0]["moves"][0]["id"]
    assert page.decide(1, move, question=1)["code"] == "not_your_seat"
    assert page.decide(6, move, question=1)["code"] == "not_your_seat"
    assert page.decide(0, 10**9)["code"] == "malformed_move"
    assert page.decide(0, "nonsense")["code"] == "malformed_move"
    illegal = page.decide(0, "let")
    assert illegal["code"] == "illegal_move"
    assert illegal["rule"].startswith("LAM-")
    assert illegal["key"].startswith("refusal.")
    stranger = house.guest("Di").page(table)
    assert stranger.decide(0, move, question=1)["code"] == "not_your_seat"
    assert {m["type"] for m in pages[1].caught_up()} <= {"table"}
    assert pages[1].faces[1]["view"]["ready"] == []
    assert page.decide(0, move, move)["type"] == "accepted", (
        "the second move is left out: the player has no more decision"
    )
    assert page.faces[0]["view"]["ready"] == [0]


def test_a_message_before_hello_or_of_another_version_is_refused(house):
    guest = house.guest("Ana")
    page = guest.page()
    assert page.ask("say", text="anyone?")["code"] == "hello_first"
    page.send({"type": "hello", "version": 99, "table": "x", "id": "h"})
    assert page.until(lambda m: m.get("id") == "h")["code"] == "wrong_version"
    page.send({"type": "hello", "version": VERSION, "table": "x", "id": "i"})
    assert page.until(lambda m: m.get("id") == "i")["code"] == "not_found"


def test_reconnection_brings_what_was_missed(house):
    table, pages, guests = three_at_lampions(house)
    random = Random(5)
    for _ in range(4):
        for seat, page in pages.items():
            page.caught_up()
            if page.faces[seat]["moves"]:
                page.decide(seat, random.choice(page.faces[seat]["moves"])["id"])
    pages[2].caught_up()
    lost = pages.pop(2)
    seen = max(lost.logs[2])
    lost.drop()
    others = house.guest("Eve").page(table)
    back = guests[2].page(table, **{"2": seen})
    pages[2] = back
    others.close()
    play_to_the_end(pages, random)
    numbers = sorted({**lost.logs[2], **back.logs[2]})
    assert numbers == list(range(1, len(numbers) + 1))
    assert min(back.logs[2]) == seen + 1, "nothing was sent twice"
    whole = guests[2].page(table)
    assert {**lost.logs[2], **back.logs[2]} == whole.logs[2]


def test_two_tabs_agree(house):
    table, pages, guests = three_at_lampions(house)
    second = guests[0].page(table)
    pages[0].decide(0, pages[0].faces[0]["moves"][0]["id"])
    for page in (second, pages[0]):
        page.caught_up()
    assert second.faces[0]["view"]["ready"] == [0]
    assert second.faces[0] == pages[0].faces[0]
    assert second.decide(0, 0, question=1)["code"] == "stale"


def test_one_person_may_hold_several_seats(house):
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "me", "me")
    ana.start(table)
    page = ana.page(table)
    assert sorted(page.faces) == [0, 1, 2]
    random = Random(6)
    while not all(face["outcome"] for face in page.faces.values()):
        seat = next(seat for seat, face in sorted(page.faces.items()) if face["moves"])
        assert page.decide(seat, random.choice(page.faces[seat]["moves"])["id"])["type"] == "accepted"
        page.caught_up()


def test_a_hint_that_takes_too_long_is_refused_with_a_reason(house, monkeypatch):
    told = threading.Event()  # that it was refused: until then the hint is thought about
    monkeypatch.setattr(workers, "HINT_SECONDS", 0.1)
    monkeypatch.setattr(levels, "advice", lambda *_: told.wait(PATIENCE))
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "bot", "bot")
    ana.start(table)
    page = ana.page(table)
    while not page.faces[0]["moves"]:
        page.next()
    late = page.ask("hint", seat=0)
    told.set()
    assert late["code"] == "hint_late"
    assert "busy" in late["message"]


def test_previews_reasons_and_hints(house):
    ana = house.guest("Ana")
    table = ana.table("gwynt", "me", "bot")
    ana.start(table)
    page = ana.page(table)
    random = Random(1)
    while page.faces[0]["view"]["decision"] != "turn" or not page.faces[0]["moves"]:
        if page.faces[0]["moves"]:
            page.decide(0, random.choice(page.faces[0]["moves"])["id"])
        else:
            page.next()
    move = next(m for m in page.faces[0]["moves"] if m["text"] == "pass")
    preview = page.ask("preview", seat=0, move=move["id"])
    assert preview["events"][0]["event"] == "passed"
    assert preview["view"]["table"].keys() == page.faces[0]["view"]["table"].keys()
    assert preview["scores"] == page.faces[0]["scores"]
    assert page.ask("why_not", seat=0, move=move["id"])["rule"] is None
    legal = {m["id"] for m in page.faces[0]["moves"]}
    other = next(n for n in range(100) if n not in legal)
    reason = page.ask("why_not", seat=0, move=other)
    assert reason["rule"].startswith("GWY-")
    assert reason["sentence"]
    assert page.ask("preview", seat=0, move=other)["code"] == "illegal_move"
    assert page.ask("hint", seat=0)["move"]["id"] in legal
    assert page.ask("hint", seat=1)["code"] == "not_your_seat"


def test_a_table_without_hints_gives_none(house):
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "bot", "bot", hints=False)
    ana.start(table)
    assert ana.page(table).ask("hint", seat=0)["code"] == "no_hints"


def test_talk_is_kept_and_somebody_muted_is_not_heard(house):
    table, pages, guests = three_at_lampions(house)
    assert pages[0].ask("say", text="Bonsoir !")["type"] == "accepted"
    assert pages[1].until(lambda m: m["type"] == "said")["text"] == "Bonsoir !"
    guests[2].ask("PUT", f"/api/tables/{table}/mutes/{guests[0].id}")
    assert [m["text"] for m in pages[2].caught_up() if m["type"] == "said"] == ["Bonsoir !"]
    pages[0].ask("say", text="Again")
    pages[1].until(lambda m: m["type"] == "said")
    assert not [m for m in pages[2].caught_up() if m["type"] == "said"]
    assert guests[2].ask("GET", f"/api/tables/{table}/mutes") == {"mine": [guests[0].id], "all": []}
    assert guests[2].ask("PUT", f"/api/tables/{table}/mutes/nobody", status=404)["code"] == "not_found"
    late = guests[1].page(table)
    assert [m["text"] for m in late.caught_up() if m["type"] == "said"] == ["Bonsoir !", "Again"]
    assert house.guest().page(table).ask("say", text="who am I")["code"] == "no_person"


def test_a_player_muted_by_the_host_is_heard_by_nobody(house):
    table, pages, guests = three_at_lampions(house)
    guests[0].ask("PUT", f"/api/tables/{table}/mutes/{guests[1].id}")
    pages[1].ask("say", text="Buy my lamps")
    assert not [m for page in pages.values() for m in page.caught_up() if m["type"] == "said"]
    assert guests[2].ask("GET", f"/api/tables/{table}/mutes") == {"mine": [], "all": [guests[1].id]}
    guests[0].ask("DELETE", f"/api/tables/{table}/mutes/{guests[1].id}")
    pages[1].ask("say", text="Sorry")
    assert pages[2].until(lambda m: m["type"] == "said")["text"] == "Sorry"


def test_pointing_is_seen_by_all(house):
    _, pages, _ = three_at_lampions(house)
    pages[0].ask("point", seat=0, at="lamp 2")
    assert pages[1].until(lambda m: m["type"] == "pointed") == {"type": "pointed", "seat": 0, "at": "lamp 2"}
    assert pages[0].ask("point", seat=1, at="x")["code"] == "not_your_seat"


@pytest.mark.parametrize("how", ["muted by the viewer", "muted by the host", "blocked"])
def test_pointing_is_not_shown_to_those_who_muted_or_blocked_the_player(house, how):
    table, pages, guests = three_at_lampions(house)
    if how == "blocked":
        guests[2].ask("PUT", f"/api/me/blocks/{guests[1].id}")
    else:
        by = guests[0] if how == "muted by the host" else guests[2]
        by.ask("PUT", f"/api/tables/{table}/mutes/{guests[1].id}")
    pages[1].ask("point", seat=1, at="lamp 1")
    pages[0].ask("point", seat=0, at="lamp 2")
    first = pages[2].until(lambda m: m["type"] == "pointed")
    assert first["seat"] == 0, "what seat 1 points at came before, and is not shown"


def test_a_flood_is_slowed_down_then_cut(tmp_path):
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", messages_a_second=5.0)
    try:
        page = house.guest("Ana").page()
        with pytest.raises(ConnectionClosed) as cut:
            page.flood('{"type": "say", "text": "x", "id": "y"}')
        assert cut.value.rcvd == Close(1008, "too_many")
        codes = page.until_closed()
        assert codes[0] == "hello_first"
        assert "too_many" in codes, "it was not slowed down before it was cut"
    finally:
        house.close()


def test_a_message_too_long_closes_that_socket_alone(house):
    _, pages, _ = three_at_lampions(house)
    pages[0].send("x" * 100_000)
    pages[0].until_closed()
    assert pages[1].decide(1, pages[1].faces[1]["moves"][0]["id"])["type"] == "accepted"


def test_an_address_has_so_many_sockets_at_once(tmp_path):
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", sockets_of_an_address=2)
    try:
        ana = house.guest("Ana")
        first, second = ana.page(), ana.page()
        with pytest.raises(InvalidStatus) as refused:
            ana.page()
        assert refused.value.response.status_code == 429
        first.close()

        def let_in() -> Page | None:
            with suppress(InvalidStatus):
                return ana.page()
            return None

        third = until(let_in, "the server has not noticed that one has closed")
        assert third is not None
        for page in (second, third):
            assert page.ask("say", text="x")["code"] == "hello_first"
    finally:
        house.close()


def test_a_page_of_another_site_gets_no_socket(house):
    ana = house.guest("Ana")
    with pytest.raises(InvalidStatus):
        Page(ana, {"Origin": "http://elsewhere.example"})
    with pytest.raises(InvalidStatus):
        Page(ana, {"Host": "elsewhere.example"})
