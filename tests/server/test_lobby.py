"""The lobby: live within a second, the same for everybody but for blocks, and nothing that is not public."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludotheque.server.live import lobby
from tests.server.house import NOON, Clock, Guest, House, Page, play_until, until

KINDS = ("seeks", "open", "live", "people")
LIVE = {"bank": 600, "increment": 20}


class Shown:
    """The lobby as a page shows it, kept from the messages it gets."""

    def __init__(self, guest: Guest, seen: bool = True) -> None:
        self.page: Page = guest.page()
        self.lines: dict[str, dict[str, Any]] = {}
        self.page.send({"type": "enter_lobby", "seen": seen})
        self._take(self.page.until(lambda m: m["type"] == "lobby"))

    def _take(self, message: dict[str, Any]) -> None:
        for key in message.get("gone", []):
            del self.lines[key]  # nothing goes that was not shown
        for kind, word in zip(KINDS, ("seek", "table", "match", "person"), strict=True):
            for line in message[kind]:
                self.lines[f"{word} {line.get('person') or line['id']}"] = line

    def until(self, *keys: str) -> None:
        """Wait until exactly these lines are shown."""
        while set(self.lines) != set(keys):
            self.take_next()

    def take_next(self) -> None:
        """Wait for the next change."""
        self._take(self.page.until(lambda m: m["type"] == "lobby_changed"))

    def messages(self) -> list[dict[str, Any]]:
        """All messages about the lobby so far."""
        self.page.caught_up()
        return [m for m in self.page.got if m["type"].startswith("lobby")]


def seek(guest: Guest, game: str = "gwynt", **more: Any) -> Any:
    """Search for a match."""
    return guest.ask("POST", "/api/me/seek", {"game": game, "clock": LIVE, **more})


@pytest.fixture
def house(tmp_path: Path):
    opened = House(f"sqlite:///{tmp_path / 'house.sqlite'}")
    yield opened
    opened.close()


def test_a_search_is_shown_within_a_second_and_joined(house: House) -> None:
    ana, bo, cem = (house.guest(name) for name in ("Ana", "Bo", "Cem"))
    others, own = Shown(bo), Shown(ana)
    began = time.monotonic()
    assert seek(ana)["table"] is None
    others.until(f"seek {ana.id}")
    assert time.monotonic() - began < 20 * lobby.SEND_SECONDS  # the machine may be busy; otherwise a quarter second
    line = others.lines[f"seek {ana.id}"]
    assert line.keys() == {"person", "name", "colour", "game", "clock", "rated", "rating", "since"}
    assert (line["name"], line["game"], line["clock"]["bank"], line["rating"]) == ("Ana", "gwynt", 600, None)
    assert seek(cem, "lampions")["table"] is None
    others.until(f"seek {ana.id}", f"seek {cem.id}")
    table = seek(bo, join=ana.id)["table"]
    assert seek(ana)["table"] == table
    others.until(f"seek {cem.id}")  # one's own match is not shown to oneself
    own.until(f"seek {cem.id}")
    watcher = Shown(house.guest())
    watcher.until(f"seek {cem.id}", f"match {table}")
    assert watcher.lines[f"match {table}"]["names"] == ["Ana", "Bo"]
    # A search that is over says so, and nobody is seated with somebody else instead.
    refused = cem.ask("POST", "/api/me/seek", {"game": "gwynt", "clock": LIVE, "join": ana.id}, status=409)
    assert refused["code"] == "search_over"


def test_joining_meets_the_person_who_was_chosen(house: House) -> None:
    first, second, third = (house.guest(name) for name in ("First", "Second", "Third"))
    first.ask("PUT", f"/api/me/blocks/{second.id}")  # else these two would meet
    seek(first)
    seek(second)
    table = seek(third, join=second.id)["table"]
    assert {seat["name"] for seat in third.ask("GET", f"/api/tables/{table}")["seats"]} == {"Second", "Third"}


def test_tables_and_matches_come_and_go(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    shown = Shown(house.guest())
    secret = ana.table("gwynt", "me", "open")
    listed = ana.table("gwynt", "me", "open", listed=True)
    shown.until(f"table {listed}")
    assert (shown.lines[f"table {listed}"]["taken"], shown.lines[f"table {listed}"]["names"]) == (1, ["Ana"])
    for table in (secret, listed):
        bo.sit(table, 1)
        ana.start(table)
    shown.until(f"match {listed}")
    ana.page(listed)
    spectator = house.guest("Spectator")
    watching = spectator.page(listed)
    shown.page.until(lambda m: m["type"] == "lobby_changed" and m["live"][0]["watching"] == 1)
    watching.close()
    shown.page.until(lambda m: m["type"] == "lobby_changed" and m["live"][0]["watching"] == 0)
    bo.ask("POST", f"/api/tables/{listed}/seats/1/resignation")
    shown.until()
    assert secret not in json.dumps(shown.page.got)


def test_blocked_people_do_not_see_each_other_and_learn_nothing(house: House) -> None:
    ana, bo, cem = (house.guest(name) for name in ("Ana", "Bo", "Cem"))
    anas, bos, other = Shown(ana), Shown(bo), Shown(cem)
    before = len(bos.messages())
    ana.ask("PUT", f"/api/me/blocks/{bo.id}")
    seek(ana)
    listed = ana.table("lampions", "me", "open", "open", listed=True)
    other.until(f"seek {ana.id}", f"table {listed}")
    # Bo has been told nothing: not of the block, and not that something has changed.
    assert len(bos.messages()) == before
    # A table at which they would meet disappears for Bo when Ana sits down, and for nobody else.
    cems = cem.table("lampions", "me", "open", "open", listed=True)
    bos.until(f"table {cems}")
    ana.sit(cems, 1)
    bos.until()
    seek(bo)
    other.until(f"seek {ana.id}", f"table {listed}", f"seek {bo.id}")
    assert f"seek {bo.id}" not in anas.lines
    assert bo.id not in json.dumps(anas.messages())
    ana.ask("DELETE", f"/api/me/blocks/{bo.id}")
    bos.until(f"seek {ana.id}", f"table {listed}", f"table {cems}")
    ana.ask("PUT", f"/api/me/blocks/{bo.id}")
    bos.until()


def played(house: House, one: Guest, two: Guest) -> None:
    """Let two people finish a match together."""
    table = one.table("gwynt", "me", "open")
    two.sit(table, 1)
    one.start(table)
    two.ask("POST", f"/api/tables/{table}/seats/1/resignation")


def test_only_people_who_have_played_together_see_each_other_online(house: House) -> None:
    ana, bo, cem = (house.guest(name) for name in ("Ana", "Bo", "Cem"))
    played(house, ana, bo)
    anas, others = Shown(ana), Shown(cem)
    bos = Shown(bo)
    anas.until(f"person {bo.id}")
    assert anas.lines[f"person {bo.id}"].keys() == {"id", "name", "colour", "game"}
    bos.until(f"person {ana.id}")
    bos.page.close()
    anas.until()
    hidden = Shown(bo, seen=False)
    hidden.until(f"person {ana.id}")
    seen = Shown(bo)
    anas.until(f"person {bo.id}")
    bo.ask("PUT", f"/api/me/blocks/{ana.id}")
    anas.until()
    seen.until()
    assert bo.id not in json.dumps(others.messages())


def test_the_lists_of_tables_leave_out_blocked_people_but_no_match_of_ones_own(house: House) -> None:
    ana, bo, cem = (house.guest(name) for name in ("Ana", "Bo", "Cem"))
    own = ana.table("gwynt", "me", "open")
    bo.sit(own, 1)
    ana.start(own)
    # Bo sits at Cem's tables, too.
    running = cem.table("gwynt", "me", "open", listed=True)
    bo.sit(running, 1)
    cem.start(running)
    waiting = cem.table("lampions", "me", "open", "open", listed=True)
    bo.sit(waiting, 1)

    # A match of Bo's is over, and one that Bo let others play.
    over = cem.table("gwynt", "me", "open", listed=True)
    bo.sit(over, 1)
    cem.start(over)
    bo.ask("POST", f"/api/tables/{over}/seats/1/resignation")
    bot = {"kind": "bot", "bot": "random"}
    hosted = bo.table("gwynt", "open", bot, listed=True)
    cem.sit(hosted, 0)
    bo.start(hosted)
    cem.ask("POST", f"/api/tables/{hosted}/seats/0/resignation")

    def listed(guest: Guest) -> tuple[list[str], list[str], list[str]]:
        lists = guest.ask("GET", "/api/tables")
        mine, open_tables, recent = ([one["id"] for one in lists[kind]] for kind in ("mine", "open", "recent"))
        return mine, open_tables, recent

    def finished(guest: Guest, whose: str = f"people/{cem.id}/matches") -> set[str]:
        return {one["table"]["id"] for one in guest.ask("GET", f"/api/{whose}")["matches"]}

    assert listed(ana) == ([own], [waiting], [running, hosted, over])
    assert finished(ana) == finished(ana, "matches") == {over, hosted}
    bo.ask("PUT", f"/api/me/blocks/{ana.id}")
    assert listed(ana) == ([own], [], [])
    assert own in listed(bo)[0], "a clock may run there"
    assert finished(ana) == finished(ana, "matches") == finished(ana, f"people/{bo.id}/matches") == set()
    assert finished(bo, "me/matches") == {over}, "one's own history stays whole"
    assert finished(cem, "matches") == finished(house.guest(), "matches") == {over, hosted}


def test_lists_tell_how_a_match_stands_and_since_when_it_is_my_turn(house_at_noon: House, clock: Clock) -> None:
    house = house_at_noon
    ana, bo = house.guest("Ana"), house.guest("Bo")
    bot = {"kind": "bot", "bot": "random"}
    table = ana.table("lampions", "me", bot, bot, listed=True)
    ana.start(table)
    bos = Shown(bo)
    bos.until(f"match {table}")
    assert bos.lines[f"match {table}"]["round"] == 1
    page = ana.page(table)
    play_until({0: page}, lambda face: True, Random(1))
    first = ana.ask("GET", "/api/tables")["standing"][table]
    assert first["round"] == 1
    assert NOON <= first["since"] <= clock.now()
    clock.ahead += 100
    second = play_until({0: page}, lambda face: face["view"]["table"]["round"] == 2, Random(1))
    now = ana.ask("GET", "/api/tables")["standing"][table]
    assert (now["round"], now["scores"]) == (2, page.faces[second]["scores"])
    assert now["since"] >= first["since"] + 100
    while bos.lines[f"match {table}"]["round"] != 2:
        bos.take_next()
    ana.ask("POST", f"/api/tables/{table}/seats/0/resignation")
    assert table not in bo.ask("GET", "/api/tables")["standing"], "of one's own alone"


def test_an_invitation_reaches_the_lobby_of_a_friend_once(house: House) -> None:
    ana, bo, cem = (house.guest(name) for name in ("Ana", "Bo", "Cem"))
    played(house, ana, bo)
    bos, others = Shown(bo), Shown(cem)
    here = {friend["id"]: friend["here"] for friend in ana.ask("GET", "/api/me/friends")}
    assert here == {bo.id: True}
    table = ana.table("gwynt", "me", "open")
    refused = ana.ask("POST", f"/api/tables/{table}/invitations", {"person": cem.id}, status=403)
    assert refused["code"] == "not_allowed", "they have not played together"
    for _ in range(3):
        ana.ask("POST", f"/api/tables/{table}/invitations", {"person": bo.id})
    bos.page.until(lambda m: m["type"] == "lobby_invited")
    assert [one["id"] for one in bo.ask("GET", "/api/tables")["invited"]] == [table]
    # A table that Bo has taken off the list stays away, and Ana does not learn that.
    bo.ask("DELETE", f"/api/me/matches/{table}")
    ana.ask("POST", f"/api/tables/{table}/invitations", {"person": bo.id})
    assert bo.ask("GET", "/api/tables")["invited"] == []
    assert [m["type"] for m in bos.messages()].count("lobby_invited") == 1
    assert "lobby_invited" not in json.dumps(others.messages())


def test_a_match_begins_when_a_person_invited_by_name_takes_the_last_seat(house: House) -> None:
    ana, bo, cem = (house.guest(name) for name in ("Ana", "Bo", "Cem"))
    played(house, ana, bo)
    played(house, ana, cem)

    def asked(*friends: Guest, **more: bool) -> str:
        table = ana.table("lampions", "me", "open", "open", **more)
        for friend in friends:
            ana.ask("POST", f"/api/tables/{table}/invitations", {"person": friend.id})
            friend.page(table).caught_up()
        return table

    def phase(table: str) -> str:
        return str(ana.ask("GET", f"/api/tables/{table}")["phase"])

    away = asked(bo, cem)
    bo.sit(away, 1)
    cem.sit(away, 2)
    assert phase(away) == "open", "Ana is elsewhere"
    ana.page(away).caught_up()
    cem.sit(away, 2)
    assert phase(away) == "open", "Cem may still choose what to bring"
    met = asked(bo, cem)
    ana.page(met).caught_up()
    bo.sit(met, 1)
    assert phase(met) == "open", "a seat is free"
    cem.sit(met, 2)
    assert phase(met) == "playing"
    rated = asked(bo, cem, rated=True)
    ana.page(rated).caught_up()
    bo.sit(rated, 1)
    cem.sit(rated, 2)
    assert phase(rated) == "open", "nobody's rating is at stake before Ana says so"
    # Somebody has come by the link: Ana looks who it is, and starts.
    link = asked(bo)
    cem.page(link).caught_up()
    ana.page(link).caught_up()
    cem.sit(link, 2)
    bo.sit(link, 1)
    assert phase(link) == "open"
    ana.start(link)
    assert phase(link) == "playing"


def test_blocked_people_are_not_invited_and_not_offered(house: House) -> None:
    ana, bo, cem = (house.guest(name) for name in ("Ana", "Bo", "Cem"))
    played(house, ana, bo)
    played(house, ana, cem)
    table = ana.table("lampions", "me", "open", "open")
    cem.sit(table, 1)
    shown = Shown(bo)
    bo.ask("PUT", f"/api/me/blocks/{cem.id}")
    # Cem sits there: Bo could not sit down.
    ana.ask("POST", f"/api/tables/{table}/invitations", {"person": bo.id})
    bo.ask("PUT", f"/api/me/blocks/{ana.id}")
    ana.ask("POST", f"/api/tables/{table}/invitations", {"person": bo.id}, status=403)
    assert "lobby_invited" not in json.dumps(shown.messages())
    assert bo.ask("GET", "/api/tables")["invited"] == []
    assert [friend["id"] for friend in bo.ask("GET", "/api/me/friends")] == []
    assert {friend["id"]: friend["here"] for friend in ana.ask("GET", "/api/me/friends")} == {
        bo.id: False,
        cem.id: False,
    }
    # An invitation of before goes with the block.
    other = ana.table("gwynt", "me", "open")
    ana.ask("POST", f"/api/tables/{other}/invitations", {"person": cem.id})
    assert len(cem.ask("GET", "/api/tables")["invited"]) == 1
    cem.ask("PUT", f"/api/me/blocks/{ana.id}")
    assert cem.ask("GET", "/api/tables")["invited"] == []


def test_an_address_invites_so_many_an_hour(tmp_path: Path) -> None:
    house = House(f"sqlite:///{tmp_path / 'few.sqlite'}", invitations_an_hour=4.0)
    try:
        ana, bo = house.guest("Ana"), house.guest("Bo")
        played(house, ana, bo)
        table = ana.table("gwynt", "me", "open")
        for _ in range(2):
            ana.ask("POST", f"/api/tables/{table}/invitations", {"person": bo.id})
        refused = ana.ask("POST", f"/api/tables/{table}/invitations", {"person": bo.id}, status=429)
        assert refused["code"] == "too_many"
    finally:
        house.close()


def test_one_person_invites_another_so_many_times_an_hour(tmp_path: Path) -> None:
    house = House(f"sqlite:///{tmp_path / 'few.sqlite'}", invitations_to_one_an_hour=6.0)
    try:
        ana, bo, cem = (house.guest(name) for name in ("Ana", "Bo", "Cem"))
        played(house, ana, bo)
        played(house, ana, cem)
        for _ in range(3):
            table = ana.table("gwynt", "me", "open")
            ana.ask("POST", f"/api/tables/{table}/invitations", {"person": bo.id})
            bo.ask("DELETE", f"/api/me/matches/{table}")  # declined, which makes no room for another
        table = ana.table("gwynt", "me", "open")
        refused = ana.ask("POST", f"/api/tables/{table}/invitations", {"person": bo.id}, status=429)
        assert refused["code"] == "too_many"
        assert bo.ask("GET", "/api/tables")["invited"] == []
        ana.ask("POST", f"/api/tables/{table}/invitations", {"person": cem.id})
        assert len(cem.ask("GET", "/api/tables")["invited"]) == 1
    finally:
        house.close()


def test_hidden_profiles_and_private_facts_stay_hidden(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("gwynt", "me", "open", rated=True)
    bo.sit(table, 1)
    ana.start(table)
    bo.ask("POST", f"/api/tables/{table}/seats/1/resignation")
    shown = Shown(house.guest())
    seek(ana)
    shown.until(f"seek {ana.id}")
    assert shown.lines[f"seek {ana.id}"]["rating"] is None
    ana.ask("PUT", "/api/me/profile", {"colour": "red", "shown": True})
    shown.page.until(
        lambda m: m["type"] == "lobby_changed" and bool(m["seeks"]) and m["seeks"][0]["rating"] is not None
    )
    # A deal of the day is listed nowhere, and settings of a seat move nothing.
    bo.ask("POST", "/api/daily/gwynt")
    slow = ana.table("gwynt", "me", "bot", listed=True, clock={"bank": 86400, "increment": 86400})
    ana.start(slow)
    shown.page.until(lambda m: m["type"] == "lobby_changed" and any(line["id"] == slow for line in m["live"]))
    before = len(shown.messages())
    page = ana.page(slow)
    page.ask("auto", seat=0, on=True)
    time.sleep(3 * lobby.SEND_SECONDS)
    house.open_tables.lobby.touch()
    time.sleep(3 * lobby.SEND_SECONDS)
    assert len(shown.messages()) == before


def test_coming_in_again_and_again_is_refused(house: House) -> None:
    page = house.guest().page()
    for _ in range(20):
        page.send({"type": "enter_lobby", "id": "again"})
    refused = page.until(lambda m: m["type"] == "refused")
    assert refused["code"] == "too_many"
    assert page.until(lambda m: m["type"] in ("lobby", "accepted", "refused"))  # the socket stays usable


def test_a_hundred_changes_are_few_messages(house: House) -> None:
    ana = house.guest("Ana")
    shown = Shown(house.guest())
    began = time.monotonic()
    for _ in range(50):
        seek(ana)
        ana.ask("DELETE", "/api/me/seek")
    seek(ana)
    shown.until(f"seek {ana.id}")
    rounds = (time.monotonic() - began) / lobby.SEND_SECONDS
    assert len(shown.messages()) <= rounds + 2


def test_a_page_that_leaves_is_forgotten(house: House) -> None:
    ana = house.guest("Ana")
    table = ana.table("gwynt", "me", "open")
    shown, other = Shown(ana), Shown(house.guest())
    until(lambda: house.open_tables.lobby.pages == 2)
    shown.page.hello(table)
    until(lambda: house.open_tables.lobby.pages == 1)
    other.page.close()
    until(lambda: house.open_tables.lobby.pages == 0)


def test_the_lobby_is_not_read_while_nobody_looks(house: House) -> None:
    ana = house.guest("Ana")
    hub = house.open_tables.lobby
    seek(ana)
    time.sleep(3 * lobby.SEND_SECONDS)
    assert not hub._read
    Shown(house.guest()).until(f"seek {ana.id}")
    assert hub._read
