"""The host's rights during a match; settings that are fixed during play stay fixed."""

from __future__ import annotations

import time
from random import Random

import pytest

import ludotheque as lt
from ludotheque.server.live import open_tables
from tests.server.house import Guest, House, Page, play_to_the_end, until

POSITION = """
game: gwynt 1
round: 1
turn: 0
seat 0: scoiatael francesca_daisy_of_the_valley
seat 1: scoiatael francesca_daisy_of_the_valley
hand 0: milva yaevinn
hand 1: iorveth toruviel
"""


def playing(house: House, **more) -> tuple[str, list[Guest], list[Page]]:
    """Ana, who is the host, and Bo at Gwynt, Ana to move; Cy watches."""
    guests = [house.guest(name) for name in ("Ana", "Bo", "Cy")]
    table = guests[0].table("gwynt", "me", "open", position=POSITION, **more)
    guests[1].sit(table, 1)
    guests[0].start(table)
    return table, guests, [guest.page(table) for guest in guests]


def test_a_removed_player_becomes_a_spectator_and_a_bot_plays_on(house):
    table, guests, (ana, bo, cy) = playing(house)
    hand = bo.faces[1]["view"]["table"]["seats"][1]["known"]
    assert hand, "Bo sees Bo's own hand"
    for nobody in (guests[1], guests[2]):
        assert nobody.ask("DELETE", f"/api/tables/{table}/seats/0", status=403)["code"] == "not_allowed"
    state = guests[0].ask("DELETE", f"/api/tables/{table}/seats/1")
    assert (state["seats"][1]["kind"], state["phase"]) == ("bot", "playing")
    bo.until(lambda m: m["type"] == "sync" and m["seat"] == lt.SPECTATOR)
    assert bo.decide(1, "pass", question=bo.faces[1]["question"])["code"] == "not_your_seat"
    assert guests[1].ask("GET", f"/api/tables/{table}/log?seat=1", status=403)["code"] == "not_your_seat"
    ana.caught_up()
    answered = ana.faces[0]["question"]
    ana.decide(0, "pass")
    while ana.faces[0]["question"] == answered or not (ana.faces[0]["moves"] or ana.faces[0]["outcome"]):
        ana.next()  # until the bot has played all it may, so that nothing changes any more
    assert any(entry["seat"] == 1 for entry in ana.logs[0].values()), "the bot plays on"
    bo.got.clear()
    bo.hello(table)
    bo.caught_up()
    seen = [m for m in bo.got if m["type"] in ("sync", "update")]
    assert {m["seat"] for m in seen} == {lt.SPECTATOR}, "Bo sees what spectators see"
    assert seen[-1]["face"]["view"] == cy_view(cy)


def cy_view(cy: Page) -> dict:
    """The spectators' current view."""
    cy.caught_up()
    view: dict = cy.faces[lt.SPECTATOR]["view"]
    return view


def test_a_removed_player_can_not_return_but_others_or_a_bot_may(house):
    table, guests, (ana, _, cy) = playing(house, takeover="person")
    seat = f"/api/tables/{table}/seats/1"
    assert guests[0].ask("DELETE", seat)["seats"][1]["kind"] == "open"
    assert guests[1].ask("POST", seat, {}, status=403)["code"] == "removed"
    guests[2].sit(table, 1)
    cy.until(lambda m: m["type"] == "sync" and m["seat"] == 1)
    assert cy.faces[1]["view"]["table"]["seats"][1]["known"], "Cy has Bo's hand now"
    guests[2].ask("DELETE", seat)
    assert guests[2].sit(table, 1)["seats"][1]["mine"], "a player who left may come back"
    guests[2].ask("DELETE", seat)
    assert guests[2].ask("PUT", seat, {"kind": "bot"}, status=409)["code"] == "not_host"
    assert guests[0].ask("PUT", "/api/tables/" + table + "/seats/0", {"kind": "bot"}, status=409)
    assert guests[0].ask("PUT", seat, {"kind": "bot", "bot": "random"})["seats"][1]["bot"] == "random"
    ana.caught_up()
    ana.decide(0, "pass")
    ana.until(lambda m: m["type"] == "update" and any(e["seat"] == 1 for e in m["log"]))


def test_with_several_players_a_bot_replaces_one_who_resigns(house):
    guests = [house.guest(name) for name in ("Ana", "Bo", "Cy")]
    table = guests[0].table("lampions", "me", "open", "open", options={"rounds": 3})
    for seat in (1, 2):
        guests[seat].sit(table, seat)
    guests[0].start(table)
    pages = {seat: guest.page(table) for seat, guest in enumerate(guests)}
    state = guests[1].ask("POST", f"/api/tables/{table}/seats/1/resignation")
    assert (state["phase"], [seat["kind"] for seat in state["seats"]]) == ("playing", ["person", "bot", "person"])
    del pages[1]
    play_to_the_end(pages, Random(1))


def test_before_the_start_a_seat_that_was_cleared_may_be_taken_again(house):
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("gwynt", "me", "open", hints=False)
    assert bo.ask("GET", f"/api/tables/{table}")["hints"] is False, "shown before Bo sits down"
    bo.sit(table, 1)
    ana.ask("DELETE", f"/api/tables/{table}/seats/1")
    assert bo.sit(table, 1)["seats"][1]["name"] == "Bo"


def test_a_changed_name_is_no_way_to_talk(house):
    table, guests, (ana, bo, _) = playing(house)
    guests[1].ask("PATCH", "/api/me", {"name": "I hold Iorveth"})
    again = guests[1].page(table)
    again.ask("say", text="hello")
    assert ana.until(lambda m: m["type"] == "said")["name"] == "Bo"
    bo.caught_up()
    assert [seat["name"] for seat in ana.table["seats"]] == ["Ana", "Bo"]
    guests[1].ask("POST", f"/api/tables/{table}/seats/1/resignation")
    fresh = guests[0].ask("POST", f"/api/tables/{table}/rematch")
    assert [seat["name"] for seat in fresh["seats"]] == ["I hold Iorveth", "Ana"], "at a new table it counts"


def test_bots_stop_while_a_match_is_paused(tmp_path):
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", bot_pause=0.05)
    try:
        ana = house.guest("Ana")
        table = ana.table("lampions", "me", "bot", "bot", options={"rounds": 6}, listed=True)
        ana.start(table)
        ana.ask("POST", f"/api/tables/{table}/pause")
        recent = house.guest("Di").ask("GET", "/api/tables")["recent"]
        assert [(entry["id"], entry["phase"]) for entry in recent] == [(table, "paused")]
        page = ana.page(table)
        page.caught_up()
        time.sleep(8 * house.settings.bot_pause)
        assert page.caught_up() == [], "nobody has chosen"
        assert page.faces[0]["view"]["ready"] == []
        ana.ask("DELETE", f"/api/tables/{table}/pause")
        page.until(lambda m: m["type"] == "update" and m["face"]["view"]["ready"] == [1, 2])
    finally:
        house.close()


@pytest.mark.parametrize("then", ["still there", "put away", "restarted"])
def test_a_page_left_open_for_a_night_goes_on(tmp_path, monkeypatch, then):
    """Hours later, with the table closed or the server restarted, the page sends its state and goes on."""
    monkeypatch.setattr(open_tables, "SWEEP_SECONDS", 0.05)
    night = [0.0]
    database = f"sqlite:///{tmp_path / 'h.sqlite'}"
    house = House(database, now=lambda: time.time() + night[0])
    try:
        table, guests, (ana, bo, cy) = playing(house)
        question, seen = ana.faces[0]["question"], max(ana.logs[0])
        cy.close()
        bo.close()
        if then == "put away":  # her computer sleeps, its connection ends, and nobody looks at the table
            ana.drop()
            until(lambda: not house.tables[table].audience.pages)
        night[0] = 12 * 3600.0
        if then == "put away":
            until(lambda: not house.tables)
        if then == "restarted":
            house.close()
            house = House(database, now=lambda: time.time() + night[0])
            for guest in guests:
                guest.house, guest.port = house, house.port
        if then == "still there":
            time.sleep(0.2)
            assert list(house.tables) == [table], "somebody looks at it"
        else:
            ana = guests[0].page(table, **{"0": seen})
            assert ana.logs[0] == {}, "nothing was missed"
        answer = ana.decide(0, "pass", question=question)
        assert answer["type"] == "accepted"
        back = guests[1].page(table, **{"1": seen})
        assert [entry["seat"] for entry in back.logs[1].values()] == [0], "the missed entries, and none twice"
        assert back.decide(1, "pass")["type"] == "accepted"
    finally:
        house.close()
