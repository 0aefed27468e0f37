"""A finished match: its points entry by entry, and playing on from any of its moments."""

from __future__ import annotations

from random import Random

from tests.server.house import Guest, House, play_to_the_end


def finished_match(house: House, game: str = "gwynt", players: int = 2) -> tuple[str, Guest, Guest]:
    """A match that Ana has played against herself, with something taken back; and a stranger."""
    ana = house.guest("Ana")
    table = ana.table(game, *["me"] * players)
    ana.start(table)
    page = ana.page(table)
    seat = next(seat for seat in range(players) if page.faces[seat]["moves"])
    page.decide(seat, page.faces[seat]["moves"][0]["id"])
    page.ask("undo" if page.faces[seat]["view"]["ready"] == [] else "withdraw", seat=seat, **_question(page, seat))
    page.caught_up()
    play_to_the_end(dict.fromkeys(range(players), page), Random(5))
    return table, ana, house.guest("Di")


def _question(page, seat):
    return {} if page.faces[seat]["view"]["ready"] == [] else {"question": page.faces[seat]["question"]}


def whole_replay(guest: Guest, table: str) -> list[dict]:
    """Every entry, page after page."""
    entries: list[dict] = []
    while more := guest.ask("GET", f"/api/tables/{table}/replay?since={len(entries)}"):
        entries += more
    return entries


def test_points_are_listed_entry_by_entry_up_to_the_final_ones(house):
    for game, players in (("gwynt", 2), ("lampions", 3)):
        table, _, stranger = finished_match(house, game, players)
        points = stranger.ask("GET", f"/api/tables/{table}/points")
        entries = whole_replay(stranger, table)
        assert [after["number"] for after in points] == [entry["number"] for entry in entries]
        for number in (0, len(points) // 2, len(points) - 1):
            open_table = stranger.ask("GET", f"/api/tables/{table}/replay/{number}")
            assert points[number]["scores"] == open_table["scores"]
        assert len({tuple(after["scores"]) for after in points}) > 1


def test_points_and_forks_of_a_running_match_are_nobodys(house):
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "me", "me")
    ana.start(table)
    assert ana.ask("GET", f"/api/tables/{table}/points", status=409)["code"] == "not_over"
    assert ana.ask("POST", f"/api/tables/{table}/fork", {"number": 0}, status=409)["code"] == "not_over"


def test_anyone_plays_on_from_a_moment_of_a_finished_match(house):
    table, _, stranger = finished_match(house)
    number = len(whole_replay(stranger, table)) // 2
    moment = stranger.ask("GET", f"/api/tables/{table}/replay/{number}")
    fork = stranger.ask("POST", f"/api/tables/{table}/fork", {"number": number})
    assert (fork["from_position"], fork["fork_of"], fork["phase"]) == (True, table, "open")
    mine = [seat["number"] for seat in fork["seats"] if seat["mine"]]
    assert mine == moment["actors"][:1]
    assert [seat["kind"] for seat in fork["seats"] if not seat["mine"]] == ["bot"]
    assert all(seat["name"] for seat in fork["seats"]), "bots have names"
    stranger.start(fork["id"])
    page = stranger.page(fork["id"])
    seen = page.faces[mine[0]]["view"]["table"]
    assert seen["round"] == moment["view"]["table"]["round"]
    play_to_the_end({mine[0]: page}, Random(6))
    over = stranger.ask("GET", f"/api/tables/{fork['id']}/replay/0")
    assert over["view"]["table"]["seats"] == moment["view"]["table"]["seats"], "it began as that moment was"


def test_a_fork_may_seat_people_and_a_moment_after_the_end_is_none(house):
    table, ana, stranger = finished_match(house)
    last = len(whole_replay(stranger, table)) - 1
    path = f"/api/tables/{table}/fork"
    seats = [{"kind": "open"}, {"kind": "me"}]
    fork = ana.ask("POST", path, {"number": 3, "seats": seats, "listed": True, "clock": {"bank": 60}})
    assert [seat["kind"] for seat in fork["seats"]] == ["open", "person"]
    assert (fork["listed"], fork["clock"]["bank"]) == (True, 60)
    assert ana.ask("POST", path, {"number": last}, status=409)["code"] == "already_over"
    assert ana.ask("POST", path, {"number": last + 1}, status=404)["code"] == "not_found"
    assert ana.ask("POST", path, {"number": 3, "seats": seats[:1]}, status=409)["code"] == "wrong_seats"
    assert house.guest().ask("POST", path, {"number": 3}, status=401)["code"] == "no_person"
