"""Taking back, clocks, pauses, the end, the replay; and a server that is killed in the middle of it all."""

from __future__ import annotations

import hashlib
import json
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import update

from ludotheque.cli import main
from ludotheque.server.live.protocol import VERSION
from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import snapshots
from tests.server import killing
from tests.server.house import Guest, House, Page, play_to_the_end, play_until

# Nine of the 22 cards are agile: of two hands of ten, one in five million has none.
AGILE = """
faction: scoiatael
leader: francesca_pureblood_elf
1 filavandrel_aen_fidhail
1 yaevinn
1 ciaran_aep_easnillien
1 barclay_els
2 vrihedd_brigade_veteran
3 dol_blathanna_scout
5 mahakaman_defender
3 elven_skirmisher
3 dwarven_skirmisher
1 milva
1 toruviel
"""


def two_at_gwynt(house: House, deck: str = "scoiatael_archers", **more) -> tuple[str, dict[int, Page], list[Guest]]:
    """Two people at a table of Gwynt that has begun."""
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("gwynt", {"kind": "me", "brought": {"deck": deck}}, "open", **more)
    bo.sit(table, 1, brought={"deck": deck})
    ana.start(table)
    return table, {0: ana.page(table), 1: bo.page(table)}, [ana, bo]


def to_the_first_turn(pages: dict[int, Page], random: Random) -> int:
    """Play until a seat may play a card; return that seat."""
    return play_until(pages, lambda face: face["view"]["decision"] == "turn", random)


def settle(pages: dict[int, Page]) -> None:
    """Let all pages process messages on their way."""
    for page in pages.values():
        page.caught_up()


def agile_card(pages: dict[int, Page], random: Random) -> int:
    """Play until a seat has chosen a card and must choose its row; return that seat."""

    def no_pass(moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [move for move in moves if move["text"] != "pass"] or moves

    return play_until(pages, lambda face: face["view"]["decision"] == "row", random, no_pass)


def test_a_step_of_my_own_turn_is_taken_back_freely(house):
    _, pages, _ = two_at_gwynt(house, AGILE)
    seat = agile_card(pages, Random(3))
    settle(pages)
    page = pages[seat]
    assert page.faces[seat]["may_undo"] == 1
    assert pages[1 - seat].faces[1 - seat]["may_undo"] == 0
    assert page.ask("undo", seat=seat)["type"] == "accepted"
    settle(pages)
    assert page.faces[seat]["view"]["decision"] == "turn"
    assert page.logs[seat][max(page.logs[seat])]["kind"] == "undo"
    play_to_the_end(pages, Random(4))


# Ana's healer revives Barclay, who is agile: a turn of three decisions, none of which tells her anything.
HEALER = """
game: gwynt 1
players: 2
round: 1
turn: 0
seat 0: scoiatael francesca_daisy_of_the_valley
hand 0: havekar_healer eithne milva
pile 0: barclay_els yaevinn
seat 1: scoiatael francesca_daisy_of_the_valley
hand 1: dennis_cranmer iorveth
"""


def healer(house: House, text: str = HEALER) -> dict[int, Page]:
    """Ana and Bo at that position."""
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("gwynt", "me", "open", position=text)
    bo.sit(table, 1)
    ana.start(table)
    return {0: ana.page(table), 1: bo.page(table)}


def test_a_preview_tells_what_the_table_would_be_after_all_that_is_one_move(house):
    ana = healer(house)[0]
    first = {"seat": 0, "move": "havekar_healer"}
    once = ana.ask("preview", **first)
    assert once["view"]["decision"] == "revive"
    again = ana.ask("preview", **first, then=["revive barclay_els"])
    assert again["view"]["decision"] == "row"
    assert len(again["events"]) > len(once["events"])
    row = ana.ask("preview", **first, then=["revive barclay_els", "close"])
    assert row["scores"] != again["scores"] or row["view"]["table"] != again["view"]["table"]
    assert row["view"]["actors"] == [1]
    assert ana.ask("preview", **first, then=["revive iorveth"])["code"] == "illegal_move"
    assert ana.ask("preview", **first, then=["nonsense"])["code"] == "malformed_move"
    done = {**first, "then": ["revive barclay_els", "close", "pass"]}
    assert ana.ask("preview", **done)["view"] == row["view"], "what is no longer mine to decide is left out"
    for move in ("havekar_healer", "revive barclay_els", "close"):
        assert ana.decide(0, move)["type"] == "accepted"
    assert ana.faces[0]["scores"] == row["scores"]
    assert ana.faces[0]["view"] == row["view"]


def test_a_turn_is_begun_again_freely(house):
    pages = healer(house)
    ana, bo = pages[0], pages[1]
    before = ana.faces[0]["view"]
    for move in ("havekar_healer", "revive barclay_els"):
        assert ana.decide(0, move)["type"] == "accepted"
    assert (ana.faces[0]["view"]["decision"], ana.faces[0]["may_undo"]) == ("row", 2)
    assert ana.ask("undo", seat=0, turn=True)["type"] == "accepted"
    settle(pages)
    assert ana.faces[0]["view"] == before
    assert [entry["kind"] for entry in ana.logs[0].values()] == ["start", "decide", "decide", "undo"]
    assert not [m for m in bo.got if m["type"] == "undo_asked"], "nobody had to be asked"
    assert ana.ask("undo", seat=0, turn=True)["code"] == "cannot_undo"


def test_a_turn_that_is_over_is_begun_again_by_consent(house):
    pages = healer(house)
    ana, bo = pages[0], pages[1]
    before = ana.faces[0]["view"]
    ana.decide(0, "havekar_healer")
    ana.ask("undo", seat=0)  # what was taken back before is not counted again
    for move in ("havekar_healer", "revive barclay_els"):
        assert ana.decide(0, move)["type"] == "accepted"
    ana.decide(0, ana.faces[0]["moves"][0]["id"])
    ana.ask("undo", seat=0, turn=True)
    asked = bo.until(lambda m: m["type"] == "undo_asked")
    last = max(bo.logs[1])
    assert asked["entries"] == [last - 2, last - 1, last]
    bo.ask("answer_undo", seat=1, agree=True)
    settle(pages)
    assert ana.faces[0]["view"] == before


def test_one_turn_after_the_other_each_is_begun_again_by_itself(house):
    """Bo has passed: Ana has turn after turn, and goes back one at a time."""
    pages = healer(house, HEALER + "passed: 1\n")
    ana = pages[0]
    ana.decide(0, "eithne")
    between = ana.faces[0]["view"]
    for move in ("havekar_healer", "revive barclay_els"):
        assert ana.decide(0, move)["type"] == "accepted"
    assert ana.ask("undo", seat=0, turn=True)["type"] == "accepted"
    settle(pages)
    assert ana.faces[0]["view"] == between
    assert ana.ask("undo", seat=0, turn=True)["type"] == "accepted"
    settle(pages)
    assert ana.faces[0]["view"]["decision"] == "turn"
    assert ana.faces[0]["view"] != between
    play_to_the_end(pages, Random(12))


def test_a_turn_is_taken_back_whose_secret_choice_was_withdrawn(house):
    """What another chooses in secret meanwhile does not begin my turn."""
    people = [house.guest(name) for name in ("Ana", "Bo", "Cem")]
    table = people[0].table("lampions", "me", "open", "open")
    for seat in (1, 2):
        people[seat].sit(table, seat)
    people[0].start(table)
    ana, bo, _ = pages = [guest.page(table) for guest in people]
    ana.decide(0, ana.faces[0]["moves"][0]["id"])
    assert ana.ask("withdraw", seat=0, question=ana.faces[0]["question"])["type"] == "accepted"
    bo.decide(1, bo.faces[1]["moves"][0]["id"])
    assert ana.ask("undo", seat=0, turn=True)["type"] == "accepted"
    for seat in (1, 2):
        asked = pages[seat].until(lambda m: m["type"] == "undo_asked")
        assert (asked["seat"], asked["revealed"]) == (0, [])


TO_LIGHT = ("rolled", "drew", "revealed")  # in Lampions: by chance, out of a pile, chosen in secret


def test_an_undo_request_names_revealed_facts_and_repeats_the_same_dice(house):
    """Going back is no new roll: the same move has the same effects, whatever the others agreed to."""
    guests = [house.guest(name) for name in ("Ana", "Bo", "Cy")]
    table = guests[0].table("lampions", "me", "open", "open", options={"rounds": 6})
    for seat in (1, 2):
        guests[seat].sit(table, seat)
    guests[0].start(table)
    pages = {seat: guest.page(table) for seat, guest in enumerate(guests)}
    random, missing = Random(12), set(TO_LIGHT)
    while missing:
        settle(pages)
        seat = next(s for s, page in pages.items() if page.faces[s]["moves"])
        move = random.choice(pages[seat].faces[seat]["moves"])["id"]
        pages[seat].decide(seat, move)
        settle(pages)
        last = pages[seat].logs[seat][max(pages[seat].logs[seat])]
        happened = [event for step in last["steps"] for event in step["events"]]
        kinds = {event["event"] for event in happened} & missing
        if not kinds or last["seat"] != seat or pages[seat].faces[seat]["outcome"]:
            continue
        after = pages[seat].faces[seat]["view"]
        pages[seat].ask("undo", seat=seat)
        for other in {0, 1, 2} - {seat}:
            asked = pages[other].until(lambda m: m["type"] == "undo_asked")
            entry = pages[other].logs[other][asked["entries"][-1]]
            told = [event for step in entry["steps"] for event in step["events"]]
            came_to_light = [event for event in told if event["event"] in TO_LIGHT]
            assert [event for event in asked["revealed"] if event["event"] in TO_LIGHT] == came_to_light
            assert all(event in told for event in asked["revealed"]), "only what the player has seen"
            pages[other].ask("answer_undo", seat=other, agree=True)
        settle(pages)
        assert pages[seat].faces[seat]["view"] != after
        pages[seat].decide(seat, move)
        settle(pages)
        again = pages[seat].logs[seat][max(pages[seat].logs[seat])]
        assert [event for step in again["steps"] for event in step["events"]] == happened
        assert pages[seat].faces[seat]["view"] == after
        missing -= kinds


@pytest.mark.parametrize("agree", [True, False])
def test_beyond_my_turn_the_other_is_asked(house, agree):
    _, pages, _ = two_at_gwynt(house)
    seat = to_the_first_turn(pages, Random(5))
    other = 1 - seat
    settle(pages)
    before = pages[seat].faces[seat]["view"]
    plain = next(m for m in pages[seat].faces[seat]["moves"] if m["text"] == "pass")
    pages[seat].decide(seat, plain["id"])
    settle(pages)
    assert pages[seat].ask("undo", seat=seat)["type"] == "accepted"
    asked = pages[other].until(lambda m: m["type"] == "undo_asked")
    assert asked["waiting"] == [other]
    assert asked["entries"] == [max(pages[other].logs[other])]
    assert pages[seat].ask("answer_undo", seat=seat, agree=True)["code"] == "nothing_asked"
    pages[other].ask("answer_undo", seat=other, agree=agree)
    answered = pages[seat].until(lambda m: m["type"] == "undo_answered")
    assert answered["granted"] is agree
    settle(pages)
    now = pages[seat].faces[seat]["view"]
    assert (now == before) is agree
    play_to_the_end(pages, Random(6))


def test_a_wish_to_go_back_ends_when_the_match_goes_on(house):
    _, pages, _ = two_at_gwynt(house)
    seat = to_the_first_turn(pages, Random(5))
    other = 1 - seat
    pages[seat].decide(seat, "pass")
    settle(pages)
    pages[seat].ask("undo", seat=seat)
    pages[other].until(lambda m: m["type"] == "undo_asked")
    pages[other].decide(other, pages[other].faces[other]["moves"][0]["id"])
    assert pages[seat].until(lambda m: m["type"] == "undo_answered")["granted"] is False
    assert pages[other].ask("answer_undo", seat=other, agree=True)["code"] == "nothing_asked"


def both_redraw(house: House) -> tuple[str, dict[int, Page], list[Guest], dict[int, list[str]]]:
    """Two players of Gwynt who may both redraw unseen, with a spectator, and the cards each may swap."""
    table, pages, guests = two_at_gwynt(house)
    random = Random(5)
    while True:
        settle(pages)
        swaps = {
            seat: [m["text"] for m in page.faces[seat]["moves"] if m["text"].startswith("swap")]
            for seat, page in pages.items()
        }
        if all(swaps.values()):
            return table, pages, guests, swaps
        seat = next(s for s, page in pages.items() if page.faces[s]["moves"])
        pages[seat].decide(seat, random.choice(pages[seat].faces[seat]["moves"])["id"])


def test_a_wish_to_go_back_does_not_tell_what_the_other_does_in_secret(house):
    """If an unseen redraw ended the request, its end would reveal the redraw."""
    table, pages, _, swaps = both_redraw(house)
    watching = house.guest().page(table)
    hands = {seat: page.faces[seat]["view"] for seat, page in pages.items()}
    pages[0].decide(0, swaps[0][0])
    assert pages[0].ask("undo", seat=0)["type"] == "accepted"
    asked = pages[1].until(lambda m: m["type"] == "undo_asked")
    watching.until(lambda m: m["type"] == "undo_asked")
    settle(pages)
    assert pages[1].decide(1, swaps[1][0])["type"] == "accepted"
    assert pages[0].caught_up() == []
    assert watching.caught_up() == []
    assert pages[1].ask("answer_undo", seat=1, agree=True)["type"] == "accepted", "it still stands"
    assert pages[0].until(lambda m: m["type"] == "undo_answered")["granted"] is True
    settle(pages)
    assert {seat: page.faces[seat]["view"] for seat, page in pages.items()} == hands, "both are where they were"
    assert len(pages[1].logs[1]) > max(asked["entries"], default=0)
    assert pages[1].ask("answer_undo", seat=1, agree=True)["code"] == "nothing_asked", "and it is done with"
    assert watching.until(lambda m: m["type"] == "undo_answered")["granted"] is True


def test_a_wish_to_end_the_match_stands_while_somebody_decides_in_secret(house):
    table, pages, guests, swaps = both_redraw(house)
    guests[0].ask("POST", f"/api/tables/{table}/seats/0/agreement")
    pages[1].until(lambda m: m["type"] == "end_proposed")
    settle(pages)
    assert pages[1].decide(1, swaps[1][0])["type"] == "accepted"
    assert pages[0].caught_up() == []
    assert guests[1].ask("POST", f"/api/tables/{table}/seats/1/agreement")["phase"] == "over"


def test_bots_agree_at_once_and_an_undo_is_repeated_only_once(house):
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "bot", "bot")
    ana.start(table)
    page = ana.page(table)
    first = page.faces[0]["view"]["table"]
    page.decide(0, page.faces[0]["moves"][0]["id"])
    while page.faces[0]["view"]["table"] == first:  # until the bots have chosen too, and all is revealed
        page.next()
    assert page.ask("undo", seat=0, id="back")["type"] == "accepted"
    assert page.ask("undo", seat=0, id="back")["type"] == "accepted"
    while page.faces[0]["view"]["table"] != first:
        page.next()
    page.caught_up()
    assert page.faces[0]["view"]["table"] == first, "the second wish took nothing back"


def test_a_pause_stops_everything_but_talk(house):
    table, pages, guests = two_at_gwynt(house)
    guests[0].ask("POST", f"/api/tables/{table}/pause")
    settle(pages)
    assert pages[1].table["phase"] == "paused"
    seat = next(s for s, page in pages.items() if page.faces[s]["moves"])
    move = pages[seat].faces[seat]["moves"][0]["id"]
    assert pages[seat].decide(seat, move)["code"] == "paused"
    assert pages[seat].ask("say", text="back in a minute")["type"] == "accepted"
    stranger = house.guest("Di")
    assert stranger.ask("DELETE", f"/api/tables/{table}/pause", status=403)["code"] == "not_allowed"
    guests[1].ask("DELETE", f"/api/tables/{table}/pause")
    settle(pages)
    assert pages[seat].decide(seat, move)["type"] == "accepted"


@pytest.mark.parametrize("at_zero", ["move", "bot"])
def test_when_time_is_over_the_table_does_as_it_chose(tmp_path, at_zero):
    late = SimpleNamespace(by=0.0)
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", now=lambda: 1000.0 + late.by)
    try:
        _, pages, _ = two_at_gwynt(house, clock={"bank": 60, "increment": 5, "at_zero": at_zero})
        seat = next(s for s, page in pages.items() if page.faces[s]["moves"])
        sync = next(m for m in pages[seat].got if m["type"] == "sync")
        assert sync["clocks"]["left"] == [60, 60]
        assert seat in sync["clocks"]["running"]
        late.by = 61.0
        if at_zero == "bot":
            pages[seat].until(lambda m: m["type"] == "table" and m["table"]["seats"][seat]["kind"] == "bot")
        else:
            question = pages[seat].faces[seat]["question"]
            pages[seat].until(lambda m: m["type"] == "update" and m["face"]["question"] > question)
            assert pages[seat].table["seats"][seat]["kind"] == "person"
    finally:
        house.close()


def test_a_finished_match_is_replayed_with_all_hands_open_and_a_running_one_is_not(house):
    table, pages, guests = two_at_gwynt(house)
    stranger = house.guest()
    for path in ("record", "replay", "replay/3"):
        assert stranger.ask("GET", f"/api/tables/{table}/{path}", status=409)["code"] == "not_over"
    assert stranger.ask("GET", f"/api/tables/{table}/log?seat=0", status=403)["code"] == "not_your_seat"
    assert stranger.ask("GET", f"/api/tables/{table}/at/1?seat=0", status=403)["code"] == "not_your_seat"
    seat = to_the_first_turn(pages, Random(7))
    settle(pages)
    number = max(pages[seat].logs[seat])
    then = guests[seat].ask("GET", f"/api/tables/{table}/at/{number}?seat={seat}")
    assert then["view"] == pages[seat].faces[seat]["view"]
    assert then["moves"] == []
    log = guests[seat].ask("GET", f"/api/tables/{table}/log?seat={seat}")
    assert log == [entry for _, entry in sorted(pages[seat].logs[seat].items())]
    assert guests[seat].ask("GET", f"/api/tables/{table}/log?seat={seat}&since={number - 2}") == log[-2:]
    assert guests[seat].ask("GET", f"/api/tables/{table}/at/99999?seat={seat}", status=404)["code"] == "not_found"
    play_to_the_end(pages, Random(8))
    entries = stranger.ask("GET", f"/api/tables/{table}/replay")
    assert [entry["number"] for entry in entries[:5]] == [0, 1, 2, 3, 4]
    open_table = stranger.ask("GET", f"/api/tables/{table}/replay/4")
    assert all(len(side["known"]) == side["hand"] for side in open_table["view"]["table"]["seats"])


def test_verify_accepts_a_fair_match_and_catches_what_was_changed(house, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("LUDOTHEQUE_LANG", "en")
    table, pages, guests = two_at_gwynt(house)
    seat = to_the_first_turn(pages, Random(9))
    pages[seat].decide(seat, "pass")
    settle(pages)
    pages[seat].ask("undo", seat=seat)
    pages[1 - seat].until(lambda m: m["type"] == "undo_asked")
    pages[1 - seat].ask("answer_undo", seat=1 - seat, agree=True)
    settle(pages)
    play_to_the_end(pages, Random(10))
    record = guests[0].ask("GET", f"/api/tables/{table}/record")
    file = tmp_path / "match.json"
    file.write_text(json.dumps(record))
    assert main(["verify", str(file)]) == 0
    told = capsys.readouterr().out
    assert "by the rules" in told
    assert "can't be known from the record" in told, "it claims no more than it can know"
    kept = guests[0].ask("GET", f"/api/tables/{table}")["seed_hash"]
    assert main(["verify", str(file), "--hash", kept.upper()]) == 0
    assert "the hash that you noted" in capsys.readouterr().out
    assert main(["verify", str(file), "--hash", "00" * 32]) == 1, "a server that chose its seed afterwards"
    assert "another seed than it had announced" in capsys.readouterr().err
    fair = record["fairness"]
    for broken in (
        {**record, "fairness": {**fair, "server_seed": "00" * 32}},
        {**record, "fairness": {**fair, "contributions": ["11" * 32, None]}},
        {**record, "seed": "chosen by the server"},
        {**record, "moves": record["moves"][:-1]},
        {key: value for key, value in record.items() if key != "fairness"},
    ):
        file.write_text(json.dumps(broken))
        assert main(["verify", str(file)]) == 1


def test_verify_claims_only_what_it_checked(house, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("LUDOTHEQUE_LANG", "en")
    file = tmp_path / "match.json"

    def verify(record: dict[str, Any]) -> tuple[int, str]:
        file.write_text(json.dumps(record))
        code = main(["verify", str(file)])
        told = capsys.readouterr()
        return code, " ".join((told.out + told.err).split())

    table, pages, guests = two_at_gwynt(house)
    play_to_the_end(pages, Random(10))
    record = guests[0].ask("GET", f"/api/tables/{table}/record")
    code, said = verify(record)
    assert code == 0
    assert "outcome is the one that these moves lead to" in said
    assert "Seats without a pledge, which added nothing to the deal: 0, 1" in said
    # The server leaves the contribution of seat 1 out, and deals otherwise: its pledge stands there unopened.
    pledged = hashlib.sha256(b"x" * 32).hexdigest()
    code, said = verify({**record, "fairness": {**record["fairness"], "pledges": [None, pledged]}})
    assert code == 1
    assert "pledged a contribution that the record leaves out: 1." in said
    assert verify({**record, "fairness": {**record["fairness"], "pledges": [None]}})[0] == 1
    without = {key: value for key, value in record.items() if key != "outcome"}
    assert verify({**without, "ending": {"ranking": [[1], [0]]}})[0] == 1, "a forged ending"
    code, said = verify({**without, "moves": record["moves"][:-2], "ending": {"ranking": [[1], [0]]}})
    assert code == 0
    assert "was not checked" in said
    assert "lead to" not in said


def test_a_match_ends_by_agreement_of_all_and_any_move_that_all_see_forgets_it(house):
    table, pages, guests = two_at_gwynt(house)
    to_the_first_turn(pages, Random(5))
    wish = f"/api/tables/{table}/seats"
    assert guests[0].ask("POST", f"{wish}/0/agreement")["phase"] == "playing"
    assert pages[1].until(lambda m: m["type"] == "end_proposed")["seats"] == [0]
    seat = next(s for s, page in pages.items() if page.faces[s]["moves"])
    pages[seat].decide(seat, pages[seat].faces[seat]["moves"][0]["id"])
    assert guests[1].ask("POST", f"{wish}/1/agreement")["phase"] == "playing", "the first wish is forgotten"
    over = guests[0].ask("POST", f"{wish}/0/agreement")
    assert over["phase"] == "over"
    assert over["outcome"]["shares"] == [0.5, 0.5]
    news = pages[1].until(lambda m: m["type"] == "update" and m["face"]["outcome"])
    assert news["face"]["prompt"]["key"] == "prompt.over"
    assert news["face"]["moves"] == []


def test_a_match_of_rules_no_longer_played_is_closed_with_a_sentence(tmp_path):
    database = f"sqlite:///{tmp_path / 'h.sqlite'}"
    house = House(database)
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "me", "me")
    ana.start(table)
    house.close()
    storage = Storage(database)
    storage.write(lambda c: c.execute(update(snapshots).values(layout="other rules")) and None).result()
    storage.close()
    house = House(database)
    try:
        ana.house, ana.port = house, house.port
        page = ana.page()
        page.send({"type": "hello", "version": VERSION, "table": table, "id": "h"})
        state = page.until(lambda m: m["type"] == "table")["table"]
        assert (state["phase"], state["outcome"]["key"]) == ("over", "ending.upgrade")
        assert ana.ask("GET", f"/api/tables/{table}/replay")[0]["kind"] == "start", "what is stored is shown"
    finally:
        house.close()


def test_a_list_says_whose_turn_it_is(house):
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "me", "me")
    ana.start(table)
    assert ana.ask("GET", "/api/tables")["mine"][0]["actors"] == [0, 1, 2]
    page = ana.page(table)
    page.decide(1, page.faces[1]["moves"][0]["id"])
    assert ana.ask("GET", "/api/tables")["mine"][0]["actors"] == [0, 2]


@pytest.mark.long  # test_durability.py kills in every run
def test_kill_in_the_middle_of_matches_loses_nothing_and_all_go_on(tmp_path):
    """A real server process, killed while people play; they come back and find every decision that was accepted."""
    tables = killing.play_and_kill(f"sqlite:///{tmp_path / 'tables.sqlite'}", killing.KILLS)
    print(f"{killing.KILLS} kills, {sum(table.accepted for table in tables)} decisions accepted")
