"""The room: histories, statistics, friends, blocks, ratings, a person's data; and data of earlier versions."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from ludotheque.server.tables import history
from tests.server.house import Guest, House

SWARM, BONDS = {"deck": "monsters_swarm"}, {"deck": "northern_realms_bonds"}


def match(winner: Guest, loser: Guest, **more: Any) -> str:
    """A match of Gwynt that the second gives up."""
    table = winner.table("gwynt", {"kind": "me", "brought": SWARM}, "open", **more)
    loser.sit(table, 1, brought=BONDS)
    winner.start(table)
    loser.ask("POST", f"/api/tables/{table}/seats/1/resignation")
    return table


def ids(page: dict[str, Any]) -> list[str]:
    return [line["table"]["id"] for line in page["matches"]]


def test_every_finished_match_is_found_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "PAGE", 2)
    ana, bo, cleo = house.guest("Ana"), house.guest("Bo"), house.guest("Cleo")
    won = [match(ana, bo, listed=True), match(ana, cleo), match(ana, bo)]
    lost = match(bo, ana)
    page = ana.ask("GET", "/api/me/matches")
    assert ids(page) == [lost, won[2]]
    assert page["matches"][0]["result"] == "lost"
    rest = ana.ask("GET", f"/api/me/matches?before={page['next'].replace(' ', '%20')}")
    assert (ids(rest), rest["next"]) == ([won[1], won[0]], None), "paged by key, to the end"
    assert ids(ana.ask("GET", "/api/me/matches?result=lost")) == [lost]
    assert ids(ana.ask("GET", "/api/me/matches?against=CLE")) == [won[1]]
    assert ids(ana.ask("GET", "/api/me/matches?game=lampions")) == []
    assert ids(ana.ask("GET", f"/api/me/matches?until={time.time() - 60}")) == []
    assert ids(ana.ask("GET", "/api/me/matches?rated=true")) == []
    assert ana.ask("GET", "/api/me/matches?before=nonsense", status=400)["code"] == "bad_request"
    assert ids(bo.ask("GET", "/api/matches?game=gwynt")) == [won[0]], "only what was listed is public"
    assert ids(bo.ask("GET", "/api/matches?against=an")) == [won[0]]
    assert ids(bo.ask("GET", "/api/matches?against=cle")) == [], "hers was not listed"
    assert ids(bo.ask("GET", f"/api/people/{ana.id}/matches")) == [won[0]]

    words = cleo.ask("GET", "/api/tables")["recent"]
    assert [table["id"] for table in words] == [won[0]]
    status, headers, body = ana.send("GET", f"/api/tables/{lost}/text?language=fr")
    told = body.decode()
    assert (status, headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert "Bo, Ana" in told
    assert "Ana a abandonné." in told

    # Taking one out of my list leaves it to the others.
    ana.ask("DELETE", f"/api/me/matches/{lost}")
    assert lost not in ids(ana.ask("GET", "/api/me/matches"))
    assert lost in ids(bo.ask("GET", "/api/me/matches"))
    waiting = ana.table("gwynt", "me", "open", listed=True)
    ana.ask("DELETE", f"/api/me/matches/{waiting}")
    assert bo.ask("GET", "/api/tables")["open"] == []
    assert waiting not in [table["id"] for table in ana.ask("GET", "/api/tables")["mine"]]
    running = ana.table("gwynt", "me", "open")
    bo.sit(running, 1)
    ana.start(running)
    assert ana.ask("DELETE", f"/api/me/matches/{running}", status=409)["code"] == "still_playing"


def test_a_profile_shows_results_to_those_who_may_see_it(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = match(ana, bo)
    match(ana, bo)
    match(bo, ana)
    mine = ana.ask("GET", f"/api/people/{ana.id}")
    (game,) = mine["games"]
    assert game["all"] == {"played": 3, "won": 2, "drawn": 0, "lost": 1}
    assert game["by_side"]["faction.monsters"]["won"] == 2
    assert game["by_side"]["faction.northern_realms"]["lost"] == 1
    assert [(one["name"], one["count"]["played"]) for one in game["against"]] == [("Bo", 3)]
    assert (game["streak"], game["best_streak"]) == (0, 2)
    assert game["shortest"]["seconds"] >= 0
    assert bo.ask("GET", f"/api/people/{ana.id}")["games"] == [], "not shown: name and colour alone"
    ana.ask("PUT", "/api/me/profile", {"colour": "teal", "shown": True})
    seen = bo.ask("GET", f"/api/people/{ana.id}")
    assert (seen["colour"], len(seen["games"])) == ("teal", 1)
    assert bo.ask("GET", "/api/people/nobody", status=404)["code"] == "not_found"
    # Friends are those one has played with; they can be asked again.
    (friend,) = bo.ask("GET", "/api/me/friends")
    assert (friend["id"], friend["matches"], friend["game"], friend["colour"]) == (ana.id, 3, "gwynt", "teal")
    fresh = bo.table("gwynt", "me", "open")
    bo.ask("POST", f"/api/tables/{fresh}/invitations", {"person": ana.id})
    assert [one["id"] for one in ana.ask("GET", "/api/tables")["invited"]] == [fresh]
    stranger = house.guest("Cleo")
    refused = bo.ask("POST", f"/api/tables/{fresh}/invitations", {"person": stranger.id}, status=403)
    assert refused["code"] == "not_allowed"
    # Blocked people can't join my tables, nor I theirs, and their chat is hidden.
    bo.ask("PUT", f"/api/me/blocks/{ana.id}")
    assert ana.ask("POST", f"/api/tables/{fresh}/seats/1", {}, status=403)["code"] == "blocked"
    assert [one["name"] for one in bo.ask("GET", "/api/me/blocks")] == ["Ana"]
    assert bo.ask("POST", f"/api/tables/{fresh}/invitations", {"person": ana.id}, status=403)["code"] == "not_allowed"
    pages = [ana.page(table), bo.page(table)]
    pages[0].ask("say", text="Hello?")
    assert "said" not in {message["type"] for message in pages[1].caught_up()}
    bo.ask("DELETE", f"/api/me/blocks/{ana.id}")
    ana.sit(fresh, 1)


def test_all_that_is_stored_of_somebody_can_be_had_and_erased(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    done = match(ana, bo)
    running = ana.table("gwynt", "me", "open")
    bo.sit(running, 1)
    ana.start(running)
    ana.ask("PUT", f"/api/tables/{running}/note", {"text": "my secret plan"})
    ana.ask("POST", "/api/me/shelf", {"game": "gwynt", "option": "deck", "name": "Mine", "value": "x"})
    told = json.dumps(ana.ask("GET", "/api/me/export"))
    for wanted in ("Ana", done, running, "my secret plan", "Mine"):
        assert wanted in told
    assert "hash" not in told
    ana.ask("DELETE", "/api/me", status=200)
    assert ana.ask("GET", "/api/me") is None, "no device knows her"
    table = bo.ask("GET", f"/api/tables/{running}")
    assert (table["phase"], table["outcome"]["ranking"]) == ("over", [[1], [0]]), "what she played is given up"
    for table_id in (done, running):
        assert "Ana" not in json.dumps(bo.ask("GET", f"/api/tables/{table_id}"))
    assert ids(bo.ask("GET", "/api/me/matches")) == [running, done], "they stay for who played them"
    assert bo.ask("GET", "/api/me/friends") == []
    assert bo.ask("GET", f"/api/people/{ana.id}")["name"] == "…"


def test_a_rated_match_changes_ratings_and_leaving_counts(house: House) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = match(ana, bo, rated=True, hints=True)
    view = ana.ask("GET", f"/api/tables/{table}")
    assert (view["rated"], view["hints"]) == (True, False)
    stranger = house.guest().ask("GET", f"/api/tables/{table}")
    assert [seat["rating"]["rating"] for seat in stranger["seats"]] == [1662, 1338], "who plays for it shows it"
    casual = ana.table("gwynt", "me", {"kind": "bot", "bot": "master"})
    seen = [seat["rating"] for seat in house.guest().ask("GET", f"/api/tables/{casual}")["seats"]]
    assert seen == [None, {"rating": 1790, "provisional": False}], "elsewhere only bots and public profiles show it"
    assert ana.ask("GET", f"/api/tables/{casual}")["seats"][0]["rating"] == {"rating": 1662, "provisional": True}
    (line,) = ana.ask("GET", "/api/me/matches?rated=true")["matches"]
    assert (line["before"], round(line["after"])) == (1500.0, 1662)
    (game,) = bo.ask("GET", f"/api/people/{bo.id}")["games"]
    assert (game["rating"]["rating"], game["rating"]["provisional"]) == (1338, True)
    match(ana, bo)
    assert ana.ask("GET", f"/api/people/{ana.id}")["games"][0]["rating"]["matches"] == 1, "casual by default"
    # Against bots, whose ratings are fixed: who plays alone gets one, too.
    alone = ana.table("gwynt", "me", {"kind": "bot", "bot": "master"}, rated=True)
    ana.start(alone)
    ana.ask("POST", f"/api/tables/{alone}/seats/0/resignation")
    assert ana.ask("GET", f"/api/people/{ana.id}")["games"][0]["rating"]["matches"] == 2
    # With more than two players a bot replaces a player who leaves, who still loses.
    seats = ["me", "open", {"kind": "bot", "bot": "novice"}]
    three = ana.table("gunkimono", *seats, rated=True)
    assert ana.ask("POST", f"/api/tables/{three}/seats/1", {}, status=409)["code"] == "one_seat_each"
    bo.sit(three, 1)
    ana.start(three)
    bo.ask("POST", f"/api/tables/{three}/seats/1/resignation")
    ana.ask("POST", f"/api/tables/{three}/seats/0/resignation")
    told = {game["game"]: game for game in bo.ask("GET", f"/api/people/{bo.id}")["games"]}["gunkimono"]
    assert told["all"]["lost"] == 1
    assert told["rating"]["rating"] < 1500
    for wish in ({"position": "game: gwynt 1\n"}, {"seats": [{"kind": "me"}, {"kind": "me"}]}):
        body = {"game": "gwynt", "seats": [{"kind": "me"}, {"kind": "open"}], "rated": True, **wish}
        assert ana.send("POST", "/api/tables", body)[0] in (400, 409)
    board = bo.ask("GET", "/api/ratings/gwynt")
    assert board["people"] == [], "provisional ratings, and those that are not shown, are not listed"
    assert board["bots"]["master"] == 1790
    assert {*board["bots"]} == {"random", "novice", "greedy", "amateur", "adept", "master"}
    assert "team" not in house.guest().ask("GET", "/api/ratings/gorynich")["bots"]


def test_equal_searches_are_seated_together(house: House) -> None:
    ana, bo, cleo = house.guest("Ana"), house.guest("Bo"), house.guest("Cleo")
    live = {"bank": 600.0, "increment": 20.0}
    wish = {"game": "gwynt", "clock": live, "rated": True, "brought": SWARM}
    assert ana.ask("POST", "/api/me/seek", wish)["table"] is None
    assert cleo.ask("POST", "/api/me/seek", wish | {"clock": None})["table"] is None, "on other terms"
    bo.ask("PUT", f"/api/me/blocks/{ana.id}")
    assert bo.ask("POST", "/api/me/seek", wish)["table"] is None, "never with whom one has blocked"
    bo.ask("DELETE", f"/api/me/blocks/{ana.id}")
    found = bo.ask("POST", "/api/me/seek", wish | {"brought": BONDS})["table"]
    assert ana.ask("POST", "/api/me/seek", wish)["table"] == found
    table = ana.ask("GET", f"/api/tables/{found}")
    assert (table["phase"], table["rated"], table["clock"]["bank"]) == ("playing", True, 600.0)
    assert [seat["name"] for seat in table["seats"]] == ["Ana", "Bo"]
    assert ana.ask("POST", "/api/me/seek", wish)["table"] is None, "the next time it is another"
    ana.ask("DELETE", "/api/me/seek")
    assert bo.ask("POST", "/api/me/seek", wish)["table"] is None


def test_a_search_that_no_table_can_be_made_from_is_refused(house: House) -> None:
    """Otherwise it would fail every search that it is paired with, for as long as it is repeated."""
    mal, bo, cleo = house.guest("Mal"), house.guest("Bo"), house.guest("Cleo")
    wish = {"game": "gwynt"}
    for brought in ({"deck": "faction: none"}, {"nothing": 1}):
        assert mal.send("POST", "/api/me/seek", wish | {"brought": brought})[0] == 400, brought
    assert bo.ask("POST", "/api/me/seek", wish)["table"] is None
    assert cleo.ask("POST", "/api/me/seek", wish)["table"] is not None


def test_a_person_with_too_many_tables_can_not_search(tmp_path: Any) -> None:
    house = House(f"sqlite:///{tmp_path / 'few.sqlite'}", tables_of_a_person=1, tables_an_hour=6.0)
    try:
        ana, bo = house.guest("Ana"), house.guest("Bo")
        ana.table("gwynt", "me", "open")
        assert ana.ask("POST", "/api/me/seek", {"game": "gwynt"}, status=429)["code"] == "too_many_tables"
        for _ in range(5):  # who goes on looking is not counted again
            bo.ask("POST", "/api/me/seek", {"game": "gwynt"})
        bo.ask("DELETE", "/api/me/seek")
        assert bo.ask("POST", "/api/me/seek", {"game": "gwynt"}, status=429)["code"] == "too_many_tables"
    finally:
        house.close()
