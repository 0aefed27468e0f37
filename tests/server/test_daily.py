"""The daily deal: the same for all, one try each, secret until midnight, verifiable afterwards."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from tests.server.house import Clock, House, Page


@pytest.fixture
def house(house_at_noon: House) -> House:
    return house_at_noon


def first_moves(page: Page) -> list[dict[str, Any]]:
    """The moves of the first question; the bot may be asked something before."""
    while not page.faces[0]["moves"]:
        page.next()
    moves: list[dict[str, Any]] = page.faces[0]["moves"]
    return moves


def test_the_daily_deal(house: House, clock: Clock) -> None:
    ana, bo, cleo = (house.guest(name) for name in ("Ana", "Bo", "Cleo"))
    today = {one["game"]: one for one in house.guest().ask("GET", "/api/daily")}
    assert {"gwynt", "gunkimono", "lampions"} <= set(today)
    assert len({one["seed_hash"] for one in today.values()}) == len(today), "every game has its own"
    gwynt = today["gwynt"]
    assert (gwynt["seed"], gwynt["tries"], gwynt["mine"], gwynt["all"]) == (None, 0, None, [])
    tables = [guest.ask("POST", "/api/daily/gwynt")["id"] for guest in (ana, bo)]
    assert ana.ask("POST", "/api/daily/gwynt")["id"] == tables[0], "one try each"
    told = [guest.ask("GET", f"/api/tables/{table_id}") for guest, table_id in zip((ana, bo), tables, strict=True)]
    assert {one["seed_hash"] for one in told} == {gwynt["seed_hash"]}
    assert [one["hints"] for one in told] == [False, False]
    moves = [first_moves(g.page(t)) for g, t in zip((ana, bo), tables, strict=True)]
    assert moves[0] == moves[1], "the same cards"
    ana.ask("POST", f"/api/tables/{tables[0]}/seats/0/resignation")
    # Before midnight nobody gets the record of a daily match, not even its player.
    for path in ("record", "replay", "replay/0", "text", "points"):
        assert ana.ask("GET", f"/api/tables/{tables[0]}/{path}", status=409)["code"] == "not_before_midnight"
    assert ana.ask("POST", f"/api/tables/{tables[0]}/fork", {"number": 0}, status=409)
    place = f"/api/daily/{gwynt['day']}/gwynt"
    before = ana.ask("GET", place)
    assert (before["tries"], before["mine"]["result"], before["all"], before["seed"]) == (2, "lost", [], None)
    clock.ahead += 13 * 3600
    after = cleo.ask("GET", place)
    assert hashlib.sha256(bytes.fromhex(after["seed"])).hexdigest() == gwynt["seed_hash"]
    assert [one["name"] for one in after["all"]] == ["Ana"], "what is not finished is not compared"
    assert [one["all"] for one in cleo.ask("GET", f"/api/daily?day={gwynt['day']}") if one["all"]] == [after["all"]]
    record = cleo.ask("GET", f"/api/tables/{tables[0]}/record")
    assert record["fairness"]["server_seed"] == after["seed"]
    fresh = {one["game"]: one for one in cleo.ask("GET", "/api/daily")}["gwynt"]
    assert (fresh["day"] > gwynt["day"], fresh["seed_hash"] != gwynt["seed_hash"]) == (True, True)
    assert cleo.ask("GET", "/api/daily/never/gwynt", status=404)


def test_a_try_that_ends_after_midnight_is_not_listed(house: House, clock: Clock) -> None:
    """By then everybody may read the seed of the deal, and the matches of the others."""
    early, late = (house.guest(name) for name in ("Early", "Late"))
    tables = [guest.ask("POST", "/api/daily/gwynt") for guest in (early, late)]
    early.ask("POST", f"/api/tables/{tables[0]['id']}/seats/0/resignation")
    clock.ahead += 13 * 3600
    late.ask("POST", f"/api/tables/{tables[1]['id']}/seats/0/resignation")
    told = late.ask("GET", f"/api/daily/{tables[0]['daily']}/gwynt")
    assert [one["name"] for one in told["all"]] == ["Early"]
    assert told["mine"]["result"] == "lost", "it stays in the player's own sight"


def test_home_shows_the_deal_of_one_game_each_day_and_my_result(house: House, clock: Clock) -> None:
    ana, bo = house.guest("Ana"), house.guest("Bo")
    featured = ana.ask("GET", "/api/daily/glance")["deal"]["game"]
    table = ana.ask("POST", f"/api/daily/{featured}")["id"]
    ana.ask("POST", f"/api/tables/{table}/seats/0/resignation")
    deals = [guest.ask("GET", "/api/daily/glance")["deal"] for guest in (ana, bo)]
    assert [(one["game"], one["tries"], one["result"]) for one in deals] == [(featured, 1, "lost"), (featured, 1, None)]
    clock.ahead += 86_400
    assert ana.ask("GET", "/api/daily/glance")["deal"]["game"] != featured
