"""Every game of the house over real sockets: a whole match by people and bots, its log and replay, and playing on."""

from __future__ import annotations

import json
import time
from random import Random

import pytest

import ludotheque as lt
from ludotheque.cli import main
from tests.server.house import PATIENCE, Guest, House, Page, take_in, until

MOST = 250  # decisions of people in one match


def play_on(pages: dict[int, Page], random: Random) -> bool:
    """Random moves to the end, or some hundred of them; whether it came to the end."""
    end = time.monotonic() + PATIENCE
    made = 0
    while made < MOST:
        assert time.monotonic() < end, "nobody is asked anything"
        for seat, page in pages.items():
            take_in(page)
            if page.faces[seat]["outcome"]:
                return True
            if page.faces[seat]["moves"]:
                answer = page.decide(seat, random.choice(page.faces[seat]["moves"])["id"])
                assert answer["type"] == "accepted" or answer["code"] == "stale", answer
                made += 1
                end = time.monotonic() + PATIENCE
        time.sleep(0.002)
    return False


def asked(pages: dict[int, Page]) -> int | None:
    """The first seat that is asked something, once a bot that owes a decision has made it; None when it is over."""
    end = time.monotonic() + PATIENCE
    while True:
        for page in pages.values():
            page.caught_up()
        for seat, page in pages.items():
            if page.faces[seat]["moves"]:
                return seat
            if page.faces[seat]["outcome"]:
                return None
        assert time.monotonic() < end, "nobody is asked anything"
        time.sleep(0.002)


def begun(house: House, name: str) -> tuple[str, list[Guest], dict[int, Page], Page]:
    """A running match: two people, bots at the other seats if there are more, and a spectator."""
    players = lt.game(name, "plain").declaration.players[0]
    guests = [house.guest("Ana"), house.guest("Bo")]
    table = guests[0].table(name, "me", "open", *["bot"] * (players - 2))
    guests[1].sit(table, 1)
    guests[0].start(table)
    return table, guests, {seat: guest.page(table) for seat, guest in enumerate(guests)}, house.guest().page(table)


@pytest.mark.parametrize("name", lt.names())
def test_a_whole_match_and_all_that_can_be_asked_of_it_afterwards(name, house, tmp_path):
    table, guests, pages, watching = begun(house, name)
    assert watching.faces[lt.SPECTATOR]["moves"] == []
    over = play_on(pages, Random(name))
    if not over:  # a long game at random has no end that is worth waiting for

        def agreed() -> bool:  # a bot that still moves makes them forget it
            for seat, guest in enumerate(guests):
                phase = guest.ask("POST", f"/api/tables/{table}/seats/{seat}/agreement")["phase"]
            return bool(phase == "over")

        until(agreed)
    for seat, page in pages.items():
        page.caught_up()
        last = max(page.logs[seat])
        log = guests[seat].ask("GET", f"/api/tables/{table}/log?seat={seat}&since={max(0, last - 50)}")
        assert log == [page.logs[seat][entry["number"]] for entry in log]
        then = guests[seat].ask("GET", f"/api/tables/{table}/at/{last}?seat={seat}")
        assert then["view"] == page.faces[seat]["view"]
    watching.caught_up()
    assert watching.faces[lt.SPECTATOR]["outcome"] == pages[0].faces[0]["outcome"] is not None
    stranger = house.guest("Di")
    points = stranger.ask("GET", f"/api/tables/{table}/points")
    assert [after["number"] for after in points] == list(range(len(points)))
    end = stranger.ask("GET", f"/api/tables/{table}/replay/{len(points) - 1}")
    assert end["scores"] == points[-1]["scores"]
    assert end["view"]["over"] is over
    file = tmp_path / "match.json"
    file.write_text(json.dumps(guests[0].ask("GET", f"/api/tables/{table}/record")))
    assert main(["verify", str(file)]) == 0
    middle = len(points) // 2
    fork = stranger.ask("POST", f"/api/tables/{table}/fork", {"number": middle})
    stranger.start(fork["id"])
    mine = next(seat["number"] for seat in fork["seats"] if seat["mine"])
    page = stranger.page(fork["id"])
    assert page.faces[mine]["moves"], "it is my turn there"
    before = stranger.ask("GET", f"/api/tables/{table}/replay/{middle}")
    assert page.faces[mine]["view"]["decision"] == before["view"]["decision"]
    assert page.decide(mine, page.faces[mine]["moves"][0]["id"])["type"] == "accepted"


@pytest.mark.parametrize("name", lt.names())
def test_moves_are_previewed_taken_back_and_hinted_at(name, house):
    table, guests, pages, _ = begun(house, name)
    random = Random(f"{name} 2")
    for _ in range(40):
        seat = asked(pages)
        if seat is None:
            break
        page = pages[seat]
        face = page.faces[seat]
        move = random.choice(face["moves"])["id"]
        preview = page.ask("preview", seat=seat, move=move)
        assert preview["type"] == "previewed", preview
        if preview["view"] is not None:
            assert preview["view"].keys() == face["view"].keys()
        assert page.decide(seat, move)["type"] == "accepted"
        page.caught_up()
        if page.faces[seat]["may_undo"]:
            assert page.ask("undo", seat=seat)["type"] == "accepted"
            other = pages[1 - seat]
            if [
                m for m in other.caught_up() if m["type"] == "undo_asked"
            ]:  # a look at it showed that it taught something
                assert other.ask("answer_undo", seat=1 - seat, agree=True)["type"] == "accepted"
            page.caught_up()
            assert page.faces[seat]["view"] == face["view"], "just as it was"
            assert page.decide(seat, move)["type"] == "accepted"
        elif seat in page.faces[seat]["view"]["ready"]:
            question = page.faces[seat]["question"]
            answer = page.ask("withdraw", seat=seat, question=question)
            assert answer["type"] == "accepted" or answer["code"] in ("stale", "not_your_turn")
            if answer["type"] == "accepted":
                page.caught_up()
                assert page.decide(seat, move)["type"] == "accepted", "else nobody would ever come further"
    if guests[0].ask("GET", f"/api/tables/{table}")["phase"] == "playing":
        guests[0].ask("POST", f"/api/tables/{table}/pause")
        guests[1].ask("DELETE", f"/api/tables/{table}/pause")
    seat = asked(pages)
    assert (seat is None) is bool(pages[0].faces[0]["outcome"])
    if seat is not None:
        hint = pages[seat].ask("hint", seat=seat)
        assert hint["move"]["id"] in [move["id"] for move in pages[seat].faces[seat]["moves"]]


def test_moves_that_go_together_are_offered_and_decided_as_one(house):
    ana = house.guest("Ana")
    text = "game: kunitori 1\nplayers: 2\nturn: 0\nphase: buy\nhand 0: copper copper silver\n"
    table = ana.table("kunitori", "me", "me", position=text)
    ana.start(table)
    page = ana.page(table)
    (bundle,) = page.faces[0]["bundles"]
    assert len(bundle["moves"]) == 3
    assert bundle["key"] in ana.ask("GET", "/api/games/kunitori/messages/fr")
    before = page.faces[0]["view"]
    assert page.faces[1]["bundles"] == []
    assert page.decide(0, *bundle["moves"])["type"] == "accepted"
    page.caught_up()
    assert page.faces[0]["bundles"] == []
    assert page.ask("undo", seat=0)["type"] == "accepted"
    page.caught_up()
    assert page.faces[0]["view"] == before, "and taken back as one"
