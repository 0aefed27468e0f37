"""Acts that once changed ratings without the other player's moves or consent, one test for each."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.server.matches import ledger
from ludotheque.server.matches import match as rules
from ludotheque.server.matches.entries import STAND_IN
from ludotheque.server.people import services
from ludotheque.server.ratings import services as ratings
from ludotheque.server.storage import Storage
from ludotheque.server.tables import making, seating, starting, writing
from ludotheque.server.tables.schemas import NewSeat, NewTable, Sit
from tests.server.house import Guest, House, play_until, until

LIVE = {"bank": 10.0, "increment": 0.0, "at_zero": "loss"}
NOTHING = {"pledge": hashlib.sha256(bytes(32)).hexdigest()}


def rating(guest: Guest, game: str = "gwynt") -> int:
    """The person's rating in a game; 1500 while there is none."""
    games = {one["game"]: one for one in guest.ask("GET", f"/api/people/{guest.id}")["games"]}
    known = games.get(game, {}).get("rating")
    return int(known["rating"]) if known else 1500


def begin_rated(ana: Guest, bo: Guest, **more: Any) -> str:
    """A rated match of Gwynt between two people, Ana being the host."""
    # No deck of Scoia'tael, who decide alone who begins: whose clock alone runs, may end a pause alone.
    host = {"kind": "me", "brought": {"deck": "monsters_swarm"}}
    table = ana.table("gwynt", host, "open", **{"rated": True, **more})
    bo.sit(table, 1)
    start_together(table, ana, bo)
    return table


def start_together(table: str, host: Guest, *others: Guest) -> Any:
    """Start a match while all its players have the table open."""
    pages = [guest.page(table) for guest in (host, *others)]
    view = host.start(table)
    for page in pages:
        page.close()
    return view


def resign(guest: Guest, table: str) -> Any:
    """Give up the seat that the guest holds."""
    (seat,) = (s["number"] for s in guest.ask("GET", f"/api/tables/{table}")["seats"] if s["mine"])
    return guest.ask("POST", f"/api/tables/{table}/seats/{seat}/resignation")


def seat_of(guest: Guest, table: str) -> int:
    """The number of the guest's seat."""
    (seat,) = (s["number"] for s in guest.ask("GET", f"/api/tables/{table}")["seats"] if s["mine"])
    return int(seat)


# Rematches ------------------------------------------------------------------------------------------------------------


def test_a_rematch_begins_only_when_everybody_has_accepted(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = begin_rated(ana, bo, clock=LIVE)
    resign(bo, table)
    before = rating(bo)
    again = ana.ask("POST", f"/api/tables/{table}/rematch?rated=true")
    assert [seat["accepted"] for seat in again["seats"]] == [False, True]
    refused = ana.ask("POST", f"/api/tables/{again['id']}/start", status=409)
    assert refused["code"] == "rematch_not_accepted"
    ana.ask("PUT", f"/api/tables/{again['id']}/seats/1/pledge", NOTHING)
    assert ana.ask("GET", f"/api/tables/{again['id']}")["phase"] == "open", "Bo has said nothing"
    assert rating(bo) == before
    view = bo.sit(again["id"], 0)
    assert view["seats"][0]["accepted"]
    assert start_together(again["id"], ana, bo)["phase"] == "opening"


def test_a_rematch_is_accepted_by_a_pledge_or_by_asking_for_the_same(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = begin_rated(ana, bo)
    resign(bo, table)
    again = ana.ask("POST", f"/api/tables/{table}/rematch")["id"]
    rated = bo.ask("POST", f"/api/tables/{table}/rematch?rated=true")
    assert (rated["id"], rated["rated"], rated["seats"][0]["accepted"]) == (again, False, False), "not what Bo asked"
    assert bo.ask("POST", f"/api/tables/{table}/rematch")["seats"][0]["accepted"]
    assert ana.start(again)["phase"] == "playing"
    resign(ana, again)
    third = ana.ask("POST", f"/api/tables/{again}/rematch")["id"]
    assert bo.ask("PUT", f"/api/tables/{third}/seats/1/pledge", NOTHING)["seats"][1]["accepted"]
    assert ana.start(third)["phase"] == "opening"


def test_a_rematch_asks_again_whether_it_is_rated(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = begin_rated(ana, bo)
    resign(bo, table)
    assert ana.ask("POST", f"/api/tables/{table}/rematch")["rated"] is False
    casual = begin_rated(ana, bo, rated=False)
    resign(bo, casual)
    again = ana.ask("POST", f"/api/tables/{casual}/rematch?rated=true")
    assert (again["rated"], again["hints"]) == (True, False)
    both = ana.table("gwynt", "me", "me")
    ana.start(both)
    ana.ask("POST", f"/api/tables/{both}/seats/0/resignation")
    assert ana.ask("POST", f"/api/tables/{both}/rematch?rated=true", status=409)["code"] == "not_ratable"
    alone = ana.table("gwynt", "me", "bot")
    ana.start(alone)
    resign(ana, alone)
    assert ana.start(ana.ask("POST", f"/api/tables/{alone}/rematch")["id"])["phase"] == "playing", "nobody else to ask"


def test_there_is_no_rematch_between_people_who_blocked_each_other(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = begin_rated(ana, bo)
    resign(bo, table)
    bo.ask("PUT", f"/api/me/blocks/{ana.id}")
    for guest in (ana, bo):
        assert guest.ask("POST", f"/api/tables/{table}/rematch", status=403)["code"] == "blocked"
    bo.ask("DELETE", f"/api/me/blocks/{ana.id}")
    again = ana.ask("POST", f"/api/tables/{table}/rematch")["id"]
    ana.ask("PUT", f"/api/me/blocks/{bo.id}")
    refused = bo.ask("PUT", f"/api/tables/{again}/seats/0/pledge", NOTHING, status=403)
    assert refused["code"] == "blocked"


def test_rematches_count_among_the_tables_of_a_person(make: Callable[..., House]) -> None:
    house = make(tables_of_a_person=2)
    ana, bo = house.guest("Ana"), house.guest("Bo")
    tables = [begin_rated(ana, bo) for _ in range(2)]
    for table in tables:
        resign(bo, table)
    ana.table("gwynt", "me", "open")
    ana.ask("POST", f"/api/tables/{tables[0]}/rematch")
    assert ana.ask("POST", f"/api/tables/{tables[1]}/rematch", status=429)["code"] == "too_many_tables"


def test_a_rated_match_with_a_clock_begins_while_all_players_are_there(house: House) -> None:
    """The host starts it at night, and the other player's time runs out."""
    ana, bo = house.guest("Ana"), house.guest("Bo")

    def laid(**more: Any) -> str:
        table = ana.table("gwynt", "me", "open", **more)
        bo.sit(table, 1)
        return table

    table = laid(rated=True, clock=LIVE)
    mine = ana.page(table)
    refused = ana.ask("POST", f"/api/tables/{table}/start", status=409)
    assert refused["code"] == "player_away"
    theirs = bo.page(table)
    assert ana.start(table)["phase"] == "playing"
    for page in (mine, theirs):
        page.close()
    days = {"bank": 86_400.0, "increment": 3600.0}
    for more in ({"rated": True, "clock": days}, {"rated": True}, {"clock": LIVE}):
        assert ana.start(laid(**more))["phase"] == "playing"
    lost = begin_rated(ana, bo, clock=LIVE)
    resign(bo, lost)
    again = ana.ask("POST", f"/api/tables/{lost}/rematch?rated=true")["id"]
    for guest, seat in ((bo, 0), (ana, 1)):
        guest.ask("PUT", f"/api/tables/{again}/seats/{seat}/pledge", NOTHING)
    assert ana.ask("POST", f"/api/tables/{again}/start", status=409)["code"] == "player_away", "a rematch, too"


# Removal and leaving --------------------------------------------------------------------------------------------------


def test_nobody_is_removed_from_a_running_rated_match(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = begin_rated(ana, bo)
    assert ana.ask("DELETE", f"/api/tables/{table}/seats/1", status=409)["code"] == "no_removal"
    assert ana.ask("GET", f"/api/tables/{table}")["seats"][1]["name"] == "Bo"
    resign(ana, table)
    assert rating(bo) == 1662


def test_nobody_is_removed_from_a_match_that_a_search_found(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    wish = {"game": "gwynt"}
    ana.ask("POST", "/api/me/seek", wish)
    table = bo.ask("POST", "/api/me/seek", wish)["table"]
    assert ana.ask("GET", f"/api/tables/{table}")["host"] == ana.id
    assert ana.ask("DELETE", f"/api/tables/{table}/seats/1", status=409)["code"] == "no_removal"
    resign(bo, table)
    again = ana.ask("POST", f"/api/tables/{table}/rematch")["id"]
    bo.sit(again, 0)
    ana.start(again)
    assert ana.ask("DELETE", f"/api/tables/{again}/seats/0")["seats"][0]["kind"] == "bot", "a casual match as any other"


def test_leaving_a_rated_match_of_two_loses_it(house: House) -> None:
    ana, bo, second = house.guest("Ana"), house.guest("Bo"), house.guest("Ana too")
    table = begin_rated(ana, bo, takeover="person")
    left = ana.ask("DELETE", f"/api/tables/{table}/seats/0")
    assert (left["phase"], left["outcome"]["cause"]) == ("over", "resigned")
    assert second.ask("POST", f"/api/tables/{table}/seats/0", {}, status=409)["code"] == "seat_taken"
    assert (rating(ana), rating(bo), rating(second)) == (1338, 1662, 1500)


def test_leaving_a_rated_match_of_more_loses_it_and_a_bot_plays_on(house: House) -> None:
    ana, bo, cy = (house.guest(name) for name in ("Ana", "Bo", "Cy"))
    table = ana.table("gunkimono", "me", "open", "open", rated=True, takeover="person")
    bo.sit(table, 1)
    cy.sit(table, 2)
    ana.start(table)
    seats = bo.ask("DELETE", f"/api/tables/{table}/seats/1")["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot", "person"]
    assert house.guest("Di").ask("POST", f"/api/tables/{table}/seats/1", {}, status=409)["code"] == "seat_taken"
    resign(cy, table)
    over = resign(ana, table)
    assert (over["phase"], over["outcome"]["shares"]) == ("over", [0.0, 0.5, 0.5]), "no player is left"
    told = ana.ask("GET", f"/api/people/{ana.id}/matches?rated=true")["matches"]
    assert [line["result"] for line in told] == ["lost"]
    points = [rating(guest, "gunkimono") for guest in (ana, bo, cy)]
    assert points[0] > 1500 > points[1] == points[2], "Ana stayed longest"


def test_somebody_who_takes_over_a_seat_is_not_rated_for_it(storage: Storage) -> None:
    """Stored before seats of rated matches went to bots alone: the player who began at a seat is rated."""
    names = ("Ana", "Bo", "Cy")
    people = [storage.write(partial(services.welcome, name=name, now=1.0)).result()[0] for name in names]
    ana, bo, cy = people
    wanted = NewTable(game="gwynt", seats=[NewSeat("me"), NewSeat("open")], rated=True)
    storage.write(lambda c: making.create(c, ana, wanted, "t", bytes(32), 1.0)).result()
    storage.write(lambda c: seating.sit(c, "t", bo, 1, Sit())).result()
    record = storage.write(lambda c: starting.start(c, "t", ana, 1.0)).result()
    storage.write(lambda c: writing.set_seat(c, "t", 1, kind="person", person=cy.id, sat=[bo.id, cy.id])).result()
    match = storage.read(record.load)
    after, entry = rules.end(match, 1, rules.lost(1, "resigned", [0], 2), 2.0)
    storage.write(ledger.appending("t", entry, after, match)).result()
    found = [storage.read(partial(ratings.rating_of, person=one.id, game="gwynt"))[1] for one in people]
    assert found == [2.0, 2.0, None], "Bo, who left, and not Cy"


@pytest.mark.parametrize(("loser", "client"), [(1, None), (1, STAND_IN), (0, STAND_IN)])
def test_nobody_gains_by_a_bot_for_which_a_simpler_one_has_decided(
    storage: Storage, loser: int, client: str | None
) -> None:
    """Keeping the server so busy that bots are late wins no points."""
    ana = storage.write(partial(services.welcome, name="Ana", now=1.0)).result()[0]
    wanted = NewTable(game="gwynt", seats=[NewSeat("me"), NewSeat("bot", bot="greedy")], rated=True)
    storage.write(lambda c: making.create(c, ana, wanted, "t", bytes(32), 1.0)).result()
    record = storage.write(lambda c: starting.start(c, "t", ana, 1.0)).result()
    match, made = storage.read(record.load), set[int]()
    while made != {0, 1}:
        seat = match.actors[0]
        after, entry = rules.decide(match, seat, [match.pos.legal_ids(seat)[0]], 2.0, client if seat else None)
        storage.write(ledger.appending("t", entry, after, match)).result()
        match, made = after, made | {seat}
    after, entry = rules.end(match, loser, rules.lost(loser, "resigned", [1 - loser], 2), 3.0)
    storage.write(ledger.appending("t", entry, after, match)).result()
    found = storage.read(partial(ratings.rating_of, person=ana.id, game="gwynt"))[0].rating
    counts = loser == 0 or client is None
    assert (found > 1500, found < 1500) == (counts and loser == 1, counts and loser == 0)


# Agreement and undo against bots --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["rated", "daily", "second account"])
def test_nobody_agrees_with_bots_alone_where_it_counts(house: House, kind: str) -> None:
    ana, second = house.guest("Ana"), house.guest("Ana too")
    master = {"kind": "bot", "bot": "master"}
    if kind == "rated":
        table = ana.table("gwynt", "me", master, rated=True)
        ana.start(table)
    elif kind == "daily":
        table = ana.ask("POST", "/api/daily/gwynt")["id"]
    else:
        table = ana.table("gunkimono", "me", "open", {"kind": "bot", "bot": "novice"}, rated=True)
        second.sit(table, 1)
        ana.start(table)
        second.ask("POST", f"/api/tables/{table}/seats/1/agreement", status=409)
    assert ana.ask("POST", f"/api/tables/{table}/seats/0/agreement", status=409)["code"] == "no_agreement"
    assert ana.ask("GET", f"/api/tables/{table}")["phase"] == "playing"


def test_two_people_may_still_agree_to_end_a_rated_match(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = begin_rated(ana, bo)
    ana.ask("POST", f"/api/tables/{table}/seats/0/agreement")
    assert bo.ask("POST", f"/api/tables/{table}/seats/1/agreement")["phase"] == "over"
    assert (rating(ana), rating(bo)) == (1500, 1500)


def test_a_match_played_together_is_not_won_by_ending_it(house: House) -> None:
    ana, second, third = (house.guest(name) for name in ("Ana", "Ana too", "Ana again"))

    def begin() -> str:
        table = ana.table("gorynich", "me", "open", "open", rated=True)
        second.sit(table, 1)
        third.sit(table, 2)
        ana.start(table)
        return table

    agreed = begin()
    for seat, guest in enumerate((ana, second, third)):
        over = guest.ask("POST", f"/api/tables/{agreed}/seats/{seat}/agreement")
    assert over["outcome"]["shares"] == [0.0, 0.0, 0.0]
    assert rating(ana, "gorynich") < 1500
    before = rating(ana, "gorynich")
    left = begin()
    resign(third, left)
    assert resign(second, left)["phase"] == "playing", "bots play on with her"
    assert resign(ana, left)["outcome"]["shares"] == [0.0, 0.0, 0.0]
    assert rating(ana, "gorynich") < before


def undo_after_an_answer(house: House, ana: Guest, table: str) -> dict[str, Any]:
    """Take back a move that the bot has answered; what the server says to it."""
    page = ana.page(table)
    play_until({0: page}, lambda face: face["view"]["decision"] == "turn" and bool(page.logs[0]), Random(2))
    answered = page.faces[0]["question"]
    page.decide(0, page.faces[0]["moves"][0]["id"])
    while page.faces[0]["question"] == answered or not page.faces[0]["moves"]:
        page.next()
    return page.ask("undo", seat=0)


@pytest.mark.parametrize("kind", ["casual", "rated", "daily"])
def test_only_an_undo_that_teaches_nothing_counts_where_it_counts(house: House, kind: str) -> None:
    ana = house.guest("Ana")
    if kind == "daily":
        table = ana.ask("POST", "/api/daily/gwynt")["id"]
    else:
        table = ana.table("gwynt", "me", {"kind": "bot", "bot": "random"}, rated=kind == "rated")
        ana.start(table)
    answer = undo_after_an_answer(house, ana, table)
    if kind == "casual":
        assert answer["type"] == "accepted", "casual matches against bots are for trying things"
    else:
        assert answer["code"] == "no_undo"


def test_an_undo_that_teaches_nothing_is_free_in_a_rated_match(house: House) -> None:
    ana = house.guest("Ana")
    table = ana.table("kunitori", "me", {"kind": "bot", "bot": "random"}, rated=True)
    ana.start(table)
    page = ana.page(table)
    play_until({0: page}, lambda face: face["may_undo"] > 0, Random(1))
    assert page.ask("undo", seat=0)["type"] == "accepted"


def test_people_take_nothing_back_in_a_rated_match_once_it_is_answered(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = begin_rated(ana, bo)
    pages = {0: ana.page(table), 1: bo.page(table)}
    seat = play_until(pages, lambda face: face["view"]["decision"] == "turn", Random(1))
    pages[seat].decide(seat, "pass")
    assert pages[seat].ask("undo", seat=seat)["code"] == "no_undo"


def test_bots_of_rated_matches_play_as_they_were_measured(house: House) -> None:
    """The strongest bot with the weakest deck, or the gentlest difficulty, gave points for nothing."""
    ana = house.guest("Ana")
    weak = {"kind": "bot", "bot": "master", "brought": {"deck": "monsters_swarm"}}
    master = {"kind": "bot", "bot": "master"}

    def refused(game: str, *seats: Any, **more: Any) -> str:
        body = {"game": game, "seats": list(seats), "rated": True, **more}
        return str(ana.ask("POST", "/api/tables", body, status=409)["code"])

    me = {"kind": "me", "brought": {"deck": "monsters_swarm"}}
    assert refused("gwynt", me, weak) == "not_as_measured"
    assert refused("gwynt", me, master, options={"redraw": "discard"}) == "not_as_measured"
    three = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    assert refused("gorynich", *three, options={"level": "gentle"}) == "not_as_measured"
    ana.table("gwynt", me, master, rated=True)
    ana.table("gwynt", me, "open", rated=True, options={"redraw": "discard"})
    ana.table("gwynt", me, weak)


def test_a_rated_table_gets_no_bot_that_was_not_measured_so(house: House) -> None:
    ana = house.guest("Ana")
    table = ana.table("gwynt", "me", "open", rated=True, options={"redraw": "discard"})
    path = f"/api/tables/{table}/seats/1"
    assert ana.ask("PUT", path, {"kind": "bot", "bot": "master"}, status=409)["code"] == "not_as_measured"
    lampions = ana.table("lampions", "me", "open", "open", rated=True)
    refused = ana.ask("PUT", f"/api/tables/{lampions}/seats/1", {"kind": "bot", "bot": "greedy"}, status=409)
    assert refused["code"] == "not_ratable"
    casual = ana.table("gwynt", "me", {"kind": "bot", "bot": "master", "brought": {"deck": "monsters_swarm"}})
    ana.start(casual)
    resign(ana, casual)
    assert ana.ask("POST", f"/api/tables/{casual}/rematch?rated=true", status=409)["code"] == "not_as_measured"


def test_strong_partners_alone_raise_no_rating(storage: Storage) -> None:
    """A player who wins as often as two masters win with anybody gains less with them than with equals."""
    ana = storage.write(partial(services.welcome, name="Ana", now=1.0)).result()[0]

    def gain(partner: str) -> float:
        team = [ratings.Player(0, ana.id, None, 1.0), *(ratings.Player(n, None, partner, 1.0) for n in (1, 2))]

        def job(connection: Any) -> float:
            with connection.begin_nested() as unkept:
                before, after = ratings.rate(connection, "gorynich", team, True, 2.0)[0]
                unkept.rollback()
            return after - before

        return storage.write(job).result()

    weak, fair, strong = (gain(bot) for bot in ("random", "amateur", "master"))
    assert weak == pytest.approx(gain("greedy")), "weak partners, who may be second accounts, don't help either"
    assert weak > fair > 2 * strong > 0


# Clocks ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def clock() -> SimpleNamespace:
    """The time that the server goes by."""
    return SimpleNamespace(now=1_800_000_000.0)


def timed(make: Callable[..., House], clock: SimpleNamespace, **more: Any) -> tuple[Guest, Guest, str]:
    """A rated match of two people with a live clock, on a server whose time stands still."""
    house = make(now=lambda: clock.now)
    ana, bo = house.guest("Ana"), house.guest("Bo")
    return ana, bo, begin_rated(ana, bo, **{"clock": {"bank": 600.0, "increment": 20.0, "at_zero": "loss"}, **more})


def test_a_rated_match_with_a_clock_is_paused_and_goes_on_by_agreement(
    make: Callable[..., House], clock: SimpleNamespace
) -> None:
    ana, bo, table = timed(make, clock)
    page, pause = bo.page(table), f"/api/tables/{table}/pause"
    for _ in range(2):
        assert ana.ask("POST", pause)["phase"] == "playing", "Bo has not agreed"
    assert page.until(lambda m: m["type"] == "pause_proposed")["seats"] == [0]
    assert bo.ask("POST", pause)["phase"] == "paused"
    assert ana.ask("DELETE", pause)["phase"] == "paused", "Bo's clock would run"
    assert bo.ask("DELETE", pause)["phase"] == "playing"
    ana.ask("POST", pause)
    bo.ask("POST", pause)
    clock.now += 601.0
    assert ana.ask("DELETE", pause)["phase"] == "playing", "nobody waits longer than ten minutes"


def test_nobody_pauses_a_rated_match_with_a_clock_against_bots(house: House) -> None:
    ana = house.guest("Ana")
    table = ana.table("gwynt", "me", {"kind": "bot", "bot": "novice"}, rated=True, clock=LIVE)
    ana.start(table)
    assert ana.ask("POST", f"/api/tables/{table}/pause", status=409)["code"] == "no_pause"


def test_a_casual_match_is_paused_by_one_player(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = begin_rated(ana, bo, rated=False, clock=LIVE)
    assert ana.ask("POST", f"/api/tables/{table}/pause")["phase"] == "paused"
    assert bo.ask("DELETE", f"/api/tables/{table}/pause")["phase"] == "playing"


def test_a_move_is_asked_back_once_and_the_clock_runs(make: Callable[..., House], clock: SimpleNamespace) -> None:
    ana, bo, table = timed(make, clock, rated=False)
    pages = {0: ana.page(table), 1: bo.page(table)}
    seat = play_until(pages, lambda face: face["view"]["decision"] == "turn", Random(1))
    page, other = pages[seat], pages[1 - seat]
    page.decide(seat, "pass")
    other.caught_up()
    assert page.ask("undo", seat=seat, id="first")["type"] == "accepted"
    asked = other.until(lambda m: m["type"] == "undo_asked")
    assert asked["clocks"]["at"] == clock.now, "the clock runs on"
    assert page.ask("undo", seat=seat, id="first")["type"] == "accepted", "a repeat of the same message"
    assert page.ask("undo", seat=seat)["code"] == "asked_already"
    left = asked["clocks"]["left"][1 - seat]
    clock.now += 20.0
    other.ask("answer_undo", seat=1 - seat, agree=False)
    told = [m["clocks"]["left"][1 - seat] for m in other.caught_up() + other.got if m["type"] == "update"]
    assert told[-1] == left - 20.0
    assert page.ask("undo", seat=seat)["code"] == "asked_already", "a refusal stands"


def test_a_move_taken_back_gives_its_increment_back(make: Callable[..., House], clock: SimpleNamespace) -> None:
    """Deciding and undoing again and again added an increment each time."""
    ana, bo, table = timed(make, clock)
    house = ana.house
    pages = {0: ana.page(table), 1: bo.page(table)}
    seat = play_until(pages, lambda face: face["view"]["decision"] == "row", Random(3), agile)
    before = house.tables[table].playing().left or ()
    assert pages[seat].ask("undo", seat=seat)["type"] == "accepted"
    after = house.tables[table].playing().left or ()
    assert after[seat] == pytest.approx(before[seat] - 20.0)


def agile(moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Anything but passing."""
    return [move for move in moves if move["text"] != "pass"] or moves


# Tournaments ----------------------------------------------------------------------------------------------------------


def tournament(host: Guest, **more: Any) -> str:
    """A tournament of Gwynt, by its id."""
    wish = {"name": "Friday", "game": "gwynt", "kind": "swiss", "clock": {"bank": 600.0}, "pause": 0.0, **more}
    return str(host.ask("POST", "/api/tournaments", wish)["line"]["id"])


def begin_tournament(guests: list[Guest], **more: Any) -> str:
    """One that all have entered and that has begun; returns its id."""
    tournament_id = tournament(guests[0], **more)
    enter_and_start(guests, tournament_id)
    return tournament_id


def enter_and_start(guests: list[Guest], tournament_id: str) -> None:
    """Enter everybody, and start the tournament."""
    for guest in guests:
        guest.ask("PUT", f"/api/tournaments/{tournament_id}/entry", {})
    guests[0].ask("POST", f"/api/tournaments/{tournament_id}/start")


def test_a_rated_tournament_waits_some_minutes_for_its_players(house: House) -> None:
    ana = house.guest("Ana")
    wish = {"name": "Friday", "game": "gwynt", "kind": "swiss", "clock": {"bank": 600.0}, "patience": 1.0}
    assert ana.ask("POST", "/api/tournaments", wish | {"rated": True}, status=409)["code"] == "short_patience"
    ana.ask("POST", "/api/tournaments", wish)
    ana.ask("POST", "/api/tournaments", wish | {"rated": True, "patience": 120.0})


@pytest.mark.parametrize("bank", [10.0, 600.0])
def test_a_tournament_match_that_somebody_did_not_come_to_is_not_rated(
    make: Callable[..., House], clock: SimpleNamespace, bank: float
) -> None:
    """Whether the patience of the tournament or the clock of the match ended it."""
    house = make(now=lambda: clock.now)
    ana, bo = house.guest("Ana"), house.guest("Bo")
    tournament_id = begin_tournament([ana, bo], rated=True, rounds=1, patience=120.0, clock={"bank": bank})

    def state() -> Any:
        return ana.ask("GET", f"/api/tournaments/{tournament_id}")

    table = until(lambda: state()["pairings"], "it never began")[0]["table"]
    clock.now += 130.0
    until(lambda: ana.ask("GET", f"/api/tables/{table}")["phase"] == "over", "nobody has lost")
    assert ana.ask("GET", f"/api/tables/{table}")["outcome"]["cause"] in ("time", "absent")
    assert (rating(ana), rating(bo)) == (1500, 1500)
    until(lambda: state()["line"]["phase"] == "over", "the tournament does not end")
    assert sorted(one["points"] for one in state()["standings"]) == [0.0, 1.0], "the tournament counts it"


def test_a_tournament_tells_no_rating_of_a_hidden_profile(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    resign(bo, begin_rated(ana, bo))
    ana.ask("PUT", "/api/me/profile", {"shown": True})

    def ratings_seen_by(reader: Guest, **more: Any) -> dict[str, int | None]:
        tournament_id = tournament(ana, **more)
        for guest in (ana, bo):
            guest.ask("PUT", f"/api/tournaments/{tournament_id}/entry", {})
        return {
            one["name"]: one["rating"] for one in reader.ask("GET", f"/api/tournaments/{tournament_id}")["standings"]
        }

    assert ratings_seen_by(ana) == {"Ana": 1662, "Bo": None}
    assert ratings_seen_by(bo) == {"Ana": 1662, "Bo": 1338}
    assert ratings_seen_by(house.guest("Cy"), rated=True) == {"Ana": 1662, "Bo": 1338}, "those who play for it show it"


def test_tables_of_tournaments_count_for_the_address_of_their_players(make: Callable[..., House]) -> None:
    house = make(tables_an_hour=12.0)  # six at once
    here = [house.guest(f"P{n}") for n in range(4)]
    elsewhere = [house.guest(f"Q{n}", "203.0.113.7") for n in range(4)]
    ids = [tournament(here[0], rounds=3) for _ in range(3)]
    for tournament_id in ids:
        enter_and_start(here, tournament_id)
    other = begin_tournament(elsewhere, rounds=1)

    def laid(reader: Guest, tournament_id: str) -> int:
        return len(reader.ask("GET", f"/api/tournaments/{tournament_id}")["pairings"])

    until(lambda: laid(elsewhere[0], other) == 2, "another address waits")
    counts = [laid(here[0], tournament_id) for tournament_id in ids]
    assert 0 < sum(counts) < 6, "three tournaments and the tables of one or two of them"
