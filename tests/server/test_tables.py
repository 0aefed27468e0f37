"""People and tables over HTTP, and what every answer carries."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import secrets
import threading
from pathlib import Path
from zipfile import BadZipFile

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from websockets.frames import Frame, Opcode

import ludotheque as lt
from ludotheque import bots, local, server
from ludotheque.bots import learnt, network
from ludotheque.cli import main
from ludotheque.messages import common
from ludotheque.server.api.compression import WORTH_IT_ON_A_SOCKET, ByThemselves
from ludotheque.server.api.security import HEADERS
from ludotheque.server.errors import STATUS
from ludotheque.server.matches.refusals import KNOWN
from ludotheque.server.storage.schema import metadata
from tests.server.house import House, until

EVERY = {name.decode(): value.decode() for name, value in HEADERS}


def test_the_migrations_make_what_the_program_uses(storage):
    def differences(connection):
        return compare_metadata(MigrationContext.configure(connection), metadata)

    assert storage.read(differences) == []


# People ---------------------------------------------------------------------------------------------------------------


def test_the_cookie_can_be_neither_read_by_scripts_nor_sent_by_other_sites(house):
    _, headers, _ = house.guest().send("POST", "/api/people", {"name": "Ana"})
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert house.guest().ask("GET", "/api/me", status=200) is None
    assert house.guest().ask("PATCH", "/api/me", {"name": "Bo"}, status=401)["code"] == "no_person"


def test_a_person_comes_back_by_cookie_link_and_recovery_code(house):
    ana = house.guest("Ana")
    assert ana.ask("GET", "/api/me") == {"id": ana.id, "name": "Ana"}
    for path in ("/api/me/link", "/api/me/recovery"):
        code = ana.ask("POST", path)["code"]
        phone = house.guest()
        assert phone.ask("POST", "/api/enter", {"code": code})["id"] == ana.id
        assert phone.ask("GET", "/api/me")["id"] == ana.id
        assert house.guest().ask("POST", "/api/enter", {"code": code}, status=403)["code"] == "bad_code"
    assert ana.ask("GET", "/api/me")["id"] == ana.id, "the first device is still known"


def test_a_new_recovery_code_replaces_the_old_one(house):
    ana = house.guest("Ana")
    old = ana.ask("POST", "/api/me/recovery")["code"]
    new = ana.ask("POST", "/api/me/recovery")["code"]
    assert house.guest().ask("POST", "/api/enter", {"code": old}, status=403)["code"] == "bad_code"
    assert house.guest().ask("POST", "/api/enter", {"code": new})["id"] == ana.id


def test_a_link_is_good_for_a_while_only(tmp_path):
    now = [1000.0]
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", now=lambda: now[0])
    try:
        code = house.guest("Ana").ask("POST", "/api/me/link")["code"]
        now[0] += 3600
        assert house.guest().ask("POST", "/api/enter", {"code": code}, status=403)["code"] == "bad_code"
    finally:
        house.close()


def test_a_device_can_be_left(house):
    ana = house.guest("Ana")
    ana.ask("DELETE", "/api/me/key")
    assert ana.ask("GET", "/api/me") is None


def test_names_freeze_while_a_match_lasts(house):
    ana = house.guest("Ana")
    playing = ana.table("lampions", "me", "bot", "bot")
    waiting = ana.table("lampions", "me", "open", "open")
    ana.start(playing)
    ana.ask("PATCH", "/api/me", {"name": "I hold the moth"})
    assert ana.ask("GET", f"/api/tables/{playing}")["seats"][0]["name"] == "Ana"
    assert ana.ask("GET", f"/api/tables/{waiting}")["seats"][0]["name"] == "I hold the moth"


@pytest.mark.parametrize("name", ["", " ", "x" * 41, " Ana", 7, None])
def test_bad_names_are_refused(house, name):
    answer = house.guest().ask("POST", "/api/people", {"name": name}, status=400)
    assert answer["code"] == "bad_request"


# Tables ---------------------------------------------------------------------------------------------------------------


def test_from_the_invitation_to_the_rematch(house):
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("gwynt", "me", "open", listed=True, options={"redraw": "discard"})
    listed = bo.ask("GET", "/api/tables")["open"]
    assert [t["id"] for t in listed] == [table]
    assert listed[0]["options"]["redraw"] == "discard"
    assert ana.ask("POST", f"/api/tables/{table}/start", status=409)["code"] == "seats_open"
    bo.sit(table, 1)
    assert bo.ask("POST", f"/api/tables/{table}/start", status=409)["code"] == "not_host"
    assert ana.start(table)["phase"] == "playing"
    assert ana.ask("POST", f"/api/tables/{table}/start", status=409)["code"] == "already_started"
    assert bo.ask("POST", f"/api/tables/{table}/rematch", status=409)["code"] == "not_over"
    assert bo.ask("POST", f"/api/tables/{table}/seats/0/resignation", status=403)["code"] == "not_your_seat"
    over = bo.ask("POST", f"/api/tables/{table}/seats/1/resignation")
    assert over["phase"] == "over"
    assert over["outcome"]["ranking"] == [[0], [1]]
    assert (over["outcome"]["scores"], over["outcome"]["rounds"]) == ([0, 0], []), (
        "rounds won, not the board's strength"
    )
    again = bo.ask("POST", f"/api/tables/{table}/rematch")
    assert ana.ask("POST", f"/api/tables/{table}/rematch")["id"] == again["id"], "one rematch for both"
    assert [seat["name"] for seat in again["seats"]] == ["Bo", "Ana"], "seats turn"
    assert again["seed_hash"] != over["seed_hash"]


def test_private_tables_are_not_listed_but_open_to_who_has_the_link(house):
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("gwynt", "me", "open")
    assert bo.ask("GET", "/api/tables")["open"] == []
    assert bo.ask("GET", f"/api/tables/{table}")["id"] == table
    assert [t["id"] for t in ana.ask("GET", "/api/tables")["mine"]] == [table]


def test_seat_options_are_shown_to_nobody(house):
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("gwynt", {"kind": "me", "brought": {"deck": "monsters_swarm"}}, "open", listed=True)
    seen = json.dumps([bo.ask("GET", f"/api/tables/{table}"), bo.ask("GET", "/api/tables")])
    assert "monsters_swarm" not in seen
    bo.sit(table, 1, brought={"deck": "nilfgaard_spies"})
    ana.start(table)
    page = bo.page(table)
    page.caught_up()
    assert "monsters_swarm" not in json.dumps(page.got)


def test_a_bad_deck_is_refused_with_all_its_faults_when_it_is_brought(house):
    ana = house.guest("Ana")
    seats = [{"kind": "me", "brought": {"deck": "faction: nobody\n3 dragon"}}, {"kind": "open"}]
    answer = ana.ask("POST", "/api/tables", {"game": "gwynt", "seats": seats}, status=400)
    assert answer["code"] == "bad_input"
    assert answer["faults"]


def test_seats_change_before_the_start(house):
    ana, bo, cy = house.guest("Ana"), house.guest("Bo"), house.guest("Cy")
    table = ana.table("lampions", "me", "open", "open")
    bo.sit(table, 1)
    assert cy.ask("POST", f"/api/tables/{table}/seats/1", {}, status=409)["code"] == "seat_taken"
    assert cy.ask("DELETE", f"/api/tables/{table}/seats/1", status=403)["code"] == "not_allowed"
    assert bo.ask("PUT", f"/api/tables/{table}/seats/2", {"kind": "bot"}, status=409)["code"] == "not_host"
    ana.ask("PUT", f"/api/tables/{table}/seats/2", {"kind": "bot"})
    assert ana.ask("DELETE", f"/api/tables/{table}/seats/1")["seats"][1]["kind"] == "open", "the host removes Bo"
    cy.sit(table, 1)
    kinds = [seat["kind"] for seat in ana.start(table)["seats"]]
    assert kinds == ["person", "person", "bot"]


def test_a_player_who_leaves_is_replaced_by_a_bot_or_a_person(house):
    ana, bo, cy = house.guest("Ana"), house.guest("Bo"), house.guest("Cy")
    table = ana.table("lampions", "me", "open", "bot")
    bo.sit(table, 1)
    ana.start(table)
    assert bo.ask("DELETE", f"/api/tables/{table}/seats/1")["seats"][1]["kind"] == "bot"
    other = ana.table("lampions", "me", "open", "bot", takeover="person")
    bo.sit(other, 1)
    ana.start(other)
    assert bo.ask("DELETE", f"/api/tables/{other}/seats/1")["seats"][1]["kind"] == "open"
    refused = ana.ask("POST", f"/api/tables/{other}/seats/1", {}, status=409)
    assert refused["code"] == "knows_another_hand"
    cy.sit(other, 1)
    page = cy.page(other)
    assert page.faces[1]["moves"], "Cy plays on with Bo's hand"


def test_a_match_from_a_position_text_is_marked(house):
    ana = house.guest("Ana")
    text = "game: lampions 1\nplayers: 3\nround: 2\n"
    table = ana.table("lampions", "me", "me", "me", position=text)
    assert ana.ask("GET", f"/api/tables/{table}")["from_position"]
    ana.start(table)
    assert ana.page(table).faces[0]["view"]["table"]["round"] == 2
    bad = {"game": "lampions", "seats": [{"kind": "me"}] * 3, "position": "round: many"}
    assert ana.ask("POST", "/api/tables", bad, status=400)["code"] == "bad_input"


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"game": "chess", "seats": [{"kind": "me"}]}, 404, "unknown_game"),
        ({"game": "gwynt", "seats": [{"kind": "me"}]}, 400, "bad_input"),
        ({"game": "gwynt", "seats": [{"kind": "me"}] * 2, "options": {"redraw": "twice"}}, 400, "bad_input"),
        ({"game": "gwynt", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "deep blue"}]}, 409, "no_such_bot"),
        ({"game": "gwynt", "seats": []}, 400, "bad_request"),
        ({"game": "gwynt"}, 400, "bad_request"),
        ({"game": "gwynt", "seats": [{"kind": "throne"}] * 2}, 400, "bad_request"),
    ],
)
def test_a_table_that_can_not_be_is_refused(house, wish, status, code):
    assert house.guest("Ana").ask("POST", "/api/tables", wish, status=status)["code"] == code


def test_notes_are_private(house):
    ana, bo = house.guest("Ana"), house.guest("Bo")
    table = ana.table("gwynt", "me", "open")
    ana.ask("PUT", f"/api/tables/{table}/note", {"text": "Bo bluffs"})
    assert ana.ask("GET", f"/api/tables/{table}/note") == {"text": "Bo bluffs"}
    assert bo.ask("GET", f"/api/tables/{table}/note") == {"text": ""}


# The gate -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("GET", "/api/games", {}),
        ("GET", "/nowhere", {}),
        ("PUT", "/api/games", {}),
        ("GET", "/schema/openapi.json", {}),
        ("POST", "/api/tables", {}),
        ("GET", "/api/games", {"Host": "elsewhere.example"}),
        ("POST", "/api/people", {"Origin": "http://elsewhere.example"}),
        ("GET", "/api/games/chess", {}),
    ],
)
def test_every_answer_carries_the_headers(house, method, path, headers):
    _, got, body = house.guest().send(method, path, None, headers)
    assert {name: got[name] for name in EVERY} == EVERY
    assert b"Traceback" not in body


@pytest.mark.parametrize(
    ("path", "headers", "status", "code"),
    [
        ("/api/live", {"Origin": "http://elsewhere.example"}, 403, "bad_origin"),
        ("/api/live", {"Host": "elsewhere.example"}, 421, "bad_host"),
        ("/api/nowhere", {}, 404, "not_found"),
    ],
)
def test_a_socket_that_is_not_opened_is_answered_like_any_request(house, path, headers, status, code):
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    key = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    got, answer, body = house.guest().send("GET", path, None, {**upgrade, **key, **headers})
    assert (got, json.loads(body)["code"]) == (status, code)
    assert {name: answer[name] for name in EVERY} == EVERY


def test_a_message_of_a_few_words_is_sent_as_it_is_and_a_long_one_compressed():
    worth_it, (_, agreed) = WORTH_IT_ON_A_SOCKET, ByThemselves().process_request_params([], [])
    short, long = (Frame(Opcode.TEXT, b"x" * length) for length in (worth_it - 1, worth_it))
    assert agreed.encode(short) == short
    assert agreed.encode(long).rsv1
    assert len(agreed.encode(long).data) < worth_it // 10


def test_only_answers_without_secrets_are_compressed(house):
    """The length of compressed text reveals repetitions: answers with secrets are not compressed."""
    ana = house.guest("Ana")
    table = ana.table("gwynt", "me", "me")
    ana.start(table)
    for _ in range(8):
        ana.table("gwynt", "me", "open")
    accept = {"Accept-Encoding": "gzip"}

    def asked(path: str) -> tuple[bool, int, int]:
        """Whether it came compressed, and how long it is, compressed or not and not compressed."""
        status, headers, body = ana.send("GET", path, None, accept)
        _, plain_headers, plain = ana.send("GET", path)
        assert status == 200, path
        compressed = headers.get("content-encoding") == "gzip"
        assert (gzip.decompress(body) if compressed else body) == plain
        assert "content-encoding" not in plain_headers
        if compressed:
            assert "accept-encoding" in headers["vary"].lower()
        return compressed, len(body), len(plain)

    for path in ("messages/fr", "messages/en", "rules/en", "pieces"):
        compressed, short, long = asked(f"/api/games/gwynt/{path}")
        assert compressed
        assert short < 0.5 * long, path
    for path in ("/api/tables", f"/api/tables/{table}/at/1?seat=0"):
        compressed, short, _ = asked(path)
        assert not compressed, path
        assert short > 1000, "it would be worth it"
    ana.ask("POST", f"/api/tables/{table}/seats/0/resignation")
    assert asked(f"/api/tables/{table}/replay/0")[0], "nothing of it is hidden any more"


def test_messages_of_a_socket_are_compressed_each_by_itself(house):
    ana = house.guest("Ana")
    page = ana.page(ana.table("gwynt", "me", "open"))
    assert page.socket.response is not None
    agreed = page.socket.response.headers["Sec-WebSocket-Extensions"]
    assert "permessage-deflate" in agreed
    assert "server_no_context_takeover" in agreed


def test_other_sites_and_other_names_are_refused(house):
    guest = house.guest()
    cases = [
        ({"Origin": "http://elsewhere.example"}, 403, "bad_origin"),
        ({"Origin": "null"}, 403, "bad_origin"),
        ({"Origin": f"http://127.0.0.1:{house.port + 1}"}, 403, "bad_origin"),
        ({"Host": "elsewhere.example"}, 421, "bad_host"),
        ({"Host": ""}, 421, "bad_host"),
        ({"Host": "127.0.0.1:99999"}, 400, "bad_request"),
        ({"Host": "127.0.0.1:x"}, 400, "bad_request"),
    ]
    for headers, status, code in cases:
        got, _, body = guest.send("POST", "/api/people", {"name": "Eve"}, headers)
        assert (got, json.loads(body)["code"]) == (status, code)
    got, _, _ = guest.send("POST", "/api/people", {"name": "Ana"}, {"Origin": f"http://127.0.0.1:{house.port}"})
    assert got == 201


def test_too_much_at_once_is_refused(tmp_path):
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", requests_a_second=0.5)
    try:
        guest = house.guest()
        codes = [guest.send("GET", "/api/games")[0] for _ in range(3)]
        assert codes == [200] * 3
        until(lambda: guest.send("GET", "/api/games")[0] == 429, "nothing is refused")
    finally:
        house.close()


def test_too_long_a_body_is_refused(house):
    ana = house.guest("Ana")
    status, _, body = ana.send("POST", "/api/people", b'{"name": "' + b"x" * 100_000 + b'"}')
    assert (status, json.loads(body)["code"]) == (413, "too_large")


def test_a_fault_of_ours_says_nothing_about_itself(house, monkeypatch):
    def broken(*_):
        raise RuntimeError("the seed is 42")

    monkeypatch.setattr("ludotheque.server.people.services.welcome", broken)
    answer = house.guest().ask("POST", "/api/people", {"name": "Ana"}, status=500)
    assert answer == {
        "code": "internal",
        "message": "Something went wrong on the server. Nothing was changed. Try again.",
    }


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_refusal_has_a_sentence_and_every_sentence_a_refusal(language):
    folders = (Path(server.__file__).parent, Path(local.__file__).parent)
    code = "\n".join(path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py"))
    refused = {*re.findall(r'Refused\("(\w+)"\)', code), *STATUS, *(code for _, code in KNOWN), "illegal_move"}
    told = {key.removeprefix("error.") for key in common(language) if key.startswith("error.")}
    assert refused <= told
    assert {name for name in told if f'"{name}"' not in code} == set()


def test_the_interface_is_published(house):
    schema = house.guest().ask("GET", "/schema/openapi.json")
    assert "/api/tables" in schema["paths"]
    assert "TableView" in schema["components"]["schemas"]


def test_games_words_and_rules_in_both_languages(house):
    guest = house.guest()
    assert {game["name"] for game in guest.ask("GET", "/api/games")} >= {"gwynt", "lampions"}
    for language in ("en", "fr"):
        words = guest.ask("GET", f"/api/games/lampions/messages/{language}")
        assert words["error.stale"]
        assert guest.ask("GET", f"/api/games/lampions/rules/{language}")[0]["rules"][0]["id"].startswith("LAM")
        gwynt = [
            rule for section in guest.ask("GET", f"/api/games/gwynt/rules/{language}") for rule in section["rules"]
        ]
        assert "Witcher" in next(rule["ruling"] for rule in gwynt if rule["id"] == "GWY-26")
    assert guest.ask("GET", "/api/games/lampions/messages/xx", status=400)["code"] == "bad_request"


# Fairness -------------------------------------------------------------------------------------------------------------


def test_a_deal_is_made_of_what_everyone_contributed(house):
    ana, bo = house.guest("Ana"), house.guest("Bo")
    gifts = [secrets.token_hex(32), secrets.token_hex(32)]
    pledges = [hashlib.sha256(bytes.fromhex(gift)).hexdigest() for gift in gifts]
    table = ana.table("gwynt", {"kind": "me", "pledge": pledges[0]}, "open")
    published = ana.ask("GET", f"/api/tables/{table}")["seed_hash"]
    bo.sit(table, 1, pledge=pledges[1])
    assert ana.start(table)["phase"] == "opening"
    path = f"/api/tables/{table}/seats"
    wrong = bo.ask("POST", f"{path}/1/contribution", {"contribution": gifts[0]}, status=409)
    assert wrong["code"] == "wrong_contribution"
    ana.ask("POST", f"{path}/0/contribution", {"contribution": gifts[0]})
    assert bo.ask("POST", f"{path}/1/contribution", {"contribution": gifts[1]})["phase"] == "playing"
    assert ana.ask("GET", f"/api/tables/{table}/record", status=409)["code"] == "not_over"
    ana.ask("POST", f"{path}/0/resignation")
    fair = ana.ask("GET", f"/api/tables/{table}/record")["fairness"]
    assert hashlib.sha256(bytes.fromhex(fair["server_seed"])).hexdigest() == published == fair["server_hash"]
    assert fair["contributions"] == gifts


def test_a_record_names_the_networks_that_played(house, monkeypatch):
    ana = house.guest("Ana")

    def networks(bot: str) -> list[str | None]:
        table = ana.table("gwynt", "me", {"kind": "bot", "bot": bot})
        ana.start(table)
        ana.ask("POST", f"/api/tables/{table}/seats/0/resignation")
        return ana.ask("GET", f"/api/tables/{table}/record")["networks"]

    digest = network.digest_of(lt.game("gwynt", "plain"))
    assert digest is not None
    assert networks("network") == networks("master") == [None, digest]
    assert networks("greedy") == [None, None]


def test_neither_a_broken_file_nor_a_bot_of_others_keeps_a_match_from_ending(house, monkeypatch):
    ana = house.guest("Ana")
    made: list[str] = []

    def networks(bot: str) -> list[str | None]:
        table = ana.table("gwynt", "me", {"kind": "bot", "bot": bot})
        ana.start(table)
        made.clear()
        ana.ask("POST", f"/api/tables/{table}/seats/0/resignation")
        return ana.ask("GET", f"/api/tables/{table}/record")["networks"]

    def unreadable(*_: object) -> str:
        raise BadZipFile("File is not a zip file")

    def factory(seed: object) -> bots.Bot:
        made.append(threading.current_thread().name)
        return bots.RandomBot(seed)

    monkeypatch.setattr(learnt, "digest_of", unreadable)
    assert networks("master") == [None, None]
    bots.register("slow-to-load", factory)
    try:
        assert networks("slow-to-load") == [None, None]
        assert "storage writer" not in made, "who writes for all tables makes no bots"
    finally:
        bots.unregister("slow-to-load")


def test_an_unopened_pledge_is_left_out_after_a_while(tmp_path, capsys):
    now = [1000.0]
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", now=lambda: now[0])
    try:
        ana, bo = house.guest("Ana"), house.guest("Bo")
        gift = secrets.token_hex(32)
        pledge = hashlib.sha256(bytes.fromhex(gift)).hexdigest()
        table = ana.table("gwynt", {"kind": "me", "pledge": pledge}, "open")
        bo.sit(table, 1, pledge="ab" * 32)
        assert ana.start(table)["phase"] == "opening"
        ana.ask("POST", f"/api/tables/{table}/seats/0/contribution", {"contribution": gift})
        assert bo.ask("POST", f"/api/tables/{table}/start", status=409)["code"] == "not_host"
        now[0] += 10
        assert ana.start(table)["phase"] == "opening", "Bo may still open the pledge"
        now[0] += 11
        assert ana.start(table)["phase"] == "playing"
        ana.ask("POST", f"/api/tables/{table}/seats/0/resignation")
        record = ana.ask("GET", f"/api/tables/{table}/record")
        assert record["fairness"]["contributions"] == [gift, None]
        file = tmp_path / "match.json"
        file.write_text(json.dumps(record))
        assert main(["verify", str(file)]) == 1, "whoever left it out could choose between two deals"
    finally:
        house.close()


# The page -------------------------------------------------------------------------------------------------------------


def test_the_page_is_served_and_nothing_outside_its_folder(tmp_path):
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Ludothèque</title>")
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "assets" / "app.js").write_text("export {}")
    (tmp_path / "secret.txt").write_text("secret")
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", page=folder)
    try:
        guest = house.guest()
        for path in ("/", "/table/abcdefgh"):
            status, headers, body = guest.send("GET", path)
            assert (status, headers["content-type"].partition(";")[0]) == (200, "text/html")
            assert b"<title>" in body
            assert "content-security-policy" in headers
        for path in ("/", "/icon.svg", "/assets/app.js", "/assets/none.js", "/api/nothing", "/schema/nothing"):
            _, headers, _ = guest.send("GET", path)
            assert {name: headers[name] for name in EVERY} == EVERY, path
        assert guest.send("GET", "/icon.svg")[2] == b"<svg/>"
        assert guest.send("GET", "/assets/app.js")[2] == b"export {}"
        assert guest.send("GET", "/assets/none.js")[0] == 404
        assert guest.send("GET", "/api/nothing")[0] == 404
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "//secret.txt"):
            assert b"secret" not in guest.send("GET", path)[2]
    finally:
        house.close()
