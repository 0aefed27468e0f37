"""Turns are announced by web push where the operator wants it: encrypted for one browser, signed, to known services."""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ludotheque.server.errors import Refused
from ludotheque.server.notifications.push import check_endpoint, decoded, encoded, encrypted, signature
from ludotheque.server.settings import Settings
from tests.server.house import PATIENCE, Guest, House, until

CONTACT = "mailto:house@example.org"
CURVE = ec.SECP256R1()


def hmac256(key: bytes, data: bytes) -> bytes:
    """HMAC with SHA-256."""
    made = hmac.HMAC(key, hashes.SHA256())
    made.update(data)
    return made.finalize()


class Browser:
    """The browser's side of a subscription: it decrypts messages by RFC 8291 and 8188."""

    def __init__(self, private: ec.EllipticCurvePrivateKey | None = None, auth: bytes = bytes(range(16))) -> None:
        self.private = private or ec.generate_private_key(CURVE)
        self.auth = auth
        self.public = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, endpoint: str, **more: Any) -> dict[str, Any]:
        """The subscription as the page sends it."""
        return {"endpoint": endpoint, "key": encoded(self.public), "auth": encoded(self.auth), **more}

    def decrypt(self, body: bytes) -> bytes:
        """The message; InvalidTag if it was not made for this browser."""
        salt, sender = body[:16], body[21 : 21 + body[20]]
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        shared = self.private.exchange(ec.ECDH(), theirs)
        first = hmac256(self.auth, shared)
        secret = hmac256(first, b"WebPush: info\0" + self.public + sender + b"\x01")
        second = hmac256(salt, secret)
        key = hmac256(second, b"Content-Encoding: aes128gcm\0\x01")[:16]
        nonce = hmac256(second, b"Content-Encoding: nonce\0\x01")[:12]
        text = AESGCM(key).decrypt(nonce, body[21 + body[20] :], None)
        return text.rstrip(b"\0").removesuffix(b"\x02")


class Service(HTTPServer):
    """A push service: keeps what was posted, and answers with a chosen status."""

    def __init__(self) -> None:
        self.got: queue.Queue[tuple[str, dict[str, str], bytes]] = queue.Queue()
        self.status = 201
        super().__init__(("127.0.0.1", 0), Post)


class Post(BaseHTTPRequestHandler):
    """Takes a message."""

    server: Service

    def do_POST(self) -> None:
        """Store the request."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.send_response(self.server.status)
        self.end_headers()
        self.wfile.flush()
        self.server.got.put((self.path, headers, body))

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def pushing(tmp_path: Path, **settings: Any) -> Iterator[tuple[Service, House]]:
    """A push service on this machine, and a house that uses it."""
    service = Service()
    thread = threading.Thread(target=service.serve_forever, daemon=True)
    thread.start()
    host = f"127.0.0.1:{service.server_port}"
    usual: dict[str, Any] = {"push_contact": CONTACT, "push_hosts": (host,), "push_private": True}
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", **{**usual, **settings})
    try:
        yield service, house
    finally:
        house.close()
        service.shutdown()
        service.server_close()
        thread.join()


def somebody_waits_for(house: House, *absent: Guest) -> str:
    """A match of Lampions has begun at which these people have to choose, and are not there."""
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", *["open"] * len(absent), *["me"] * (2 - len(absent)))
    for seat, guest in enumerate(absent, 1):
        guest.sit(table, seat)
    ana.start(table)
    return table


def signed_by(header: str) -> tuple[dict[str, Any], str]:
    """The claims of a signature, checked with the key that it names; and that key."""
    kind, _, rest = header.partition(" ")
    assert kind == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, mark = parts["t"].split(".")
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(parts["k"]))
    r, s = (int.from_bytes(half, "big") for half in (decoded(mark)[:32], decoded(mark)[32:]))
    public.verify(encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(decoded(head))["alg"] == "ES256"
    return json.loads(decoded(claims)), parts["k"]


def test_a_turn_is_pushed_to_the_browsers_of_who_is_not_there(tmp_path):
    with pushing(tmp_path) as (service, house):
        bo = house.guest("Bo")
        key = bo.ask("GET", "/api/me/push")
        assert key["devices"] == []
        phone, desk = Browser(), Browser()
        url = f"http://127.0.0.1:{service.server_port}/send"
        bo.ask("PUT", "/api/me/push", phone.subscription(f"{url}/phone", language="fr"))
        assert len(bo.ask("PUT", "/api/me/push", desk.subscription(f"{url}/desk"))["devices"]) == 2
        table = somebody_waits_for(house, bo)
        came = {path: (headers, body) for path, headers, body in (service.got.get(timeout=PATIENCE) for _ in range(2))}
        told = json.loads(phone.decrypt(came["/send/phone"][1]))
        assert set(told) == {"event", "table", "game", "seat", "title", "text"}, "nothing of the match"
        assert (told["event"], told["table"], told["seat"]) == ("turn", table, 1)
        assert told["text"] != json.loads(desk.decrypt(came["/send/desk"][1]))["text"], "each in its language"
        with pytest.raises(InvalidTag):
            desk.decrypt(came["/send/phone"][1])
        headers = came["/send/phone"][0]
        assert (headers["content-encoding"], headers["topic"]) == ("aes128gcm", table)
        assert int(headers["ttl"]) > 0
        claims, by = signed_by(headers["authorization"])
        assert by == key["key"], "the key that the browser subscribed with"
        assert (claims["aud"], claims["sub"]) == (f"http://127.0.0.1:{service.server_port}", CONTACT)
        assert service.got.empty(), "Ana, who is there or holds no subscription, is told nothing"


def test_an_invitation_is_pushed_once_and_names_who_invites(tmp_path):
    with pushing(tmp_path) as (service, house):
        ana, bo = house.guest("Ana"), house.guest("Bo")
        table = ana.table("gwynt", "me", "open")
        bo.sit(table, 1)
        ana.start(table)
        bo.ask("POST", f"/api/tables/{table}/seats/1/resignation")
        phone = Browser()
        bo.ask("PUT", "/api/me/push", phone.subscription(f"http://127.0.0.1:{service.server_port}/x", language="fr"))
        table = ana.table("gwynt", "me", "open")
        for _ in range(3):
            ana.ask("POST", f"/api/tables/{table}/invitations", {"person": bo.id})
        told = json.loads(phone.decrypt(service.got.get(timeout=PATIENCE)[2]))
        assert set(told) == {"event", "table", "game", "title", "text"}
        assert (told["event"], told["table"]) == ("invitation", table)
        assert told["text"].startswith("Ana vous invite à")
        # The next message is about another table.
        other = ana.table("gwynt", "me", "open")
        ana.ask("POST", f"/api/tables/{other}/invitations", {"person": bo.id})
        assert json.loads(phone.decrypt(service.got.get(timeout=PATIENCE)[2]))["table"] == other


def test_invitations_use_up_no_notice_of_a_turn(tmp_path):
    """Others send invitations, as many as they may: a person's own turns are announced all the same."""
    with pushing(tmp_path, invitations_to_one_an_hour=1e6, invitations_an_hour=1e6) as (service, house):
        ana, bo = house.guest("Ana"), house.guest("Bo")
        table = ana.table("gwynt", "me", "open")
        bo.sit(table, 1)
        ana.start(table)
        bo.ask("POST", f"/api/tables/{table}/seats/1/resignation")
        phone = Browser()
        bo.ask("PUT", "/api/me/push", phone.subscription(f"http://127.0.0.1:{service.server_port}/x"))
        for _ in range(12):
            table = ana.table("gwynt", "me", "open")
            ana.ask("POST", f"/api/tables/{table}/invitations", {"person": bo.id})
        somebody_waits_for(house, bo)
        told = ""
        while told != "turn":
            told = json.loads(phone.decrypt(service.got.get(timeout=PATIENCE)[2]))["event"]


def test_the_key_of_the_server_stays_when_it_is_opened_again(tmp_path):
    keys = set()
    for _ in range(2):
        with pushing(tmp_path) as (_, house):
            keys.add(house.guest("Ana").ask("GET", "/api/me/push")["key"])
    assert len(keys) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_is_forgotten(tmp_path, status):
    with pushing(tmp_path) as (service, house):
        bo = house.guest("Bo")
        bo.ask("PUT", "/api/me/push", Browser().subscription(f"http://127.0.0.1:{service.server_port}/x"))
        service.status = status
        somebody_waits_for(house, bo)
        service.got.get(timeout=PATIENCE)
        until(lambda: not bo.ask("GET", "/api/me/push")["devices"])


@pytest.mark.parametrize("status", [429, 500])
def test_a_service_in_trouble_is_tried_again_at_the_next_turn(tmp_path, status):
    with pushing(tmp_path) as (service, house):
        bo = house.guest("Bo")
        bo.ask("PUT", "/api/me/push", Browser().subscription(f"http://127.0.0.1:{service.server_port}/x"))
        service.status = status
        for _ in range(2):
            somebody_waits_for(house, bo)
            service.got.get(timeout=PATIENCE)


def test_a_browser_is_forgotten_when_its_owner_wants_or_another_has_it(tmp_path):
    with pushing(tmp_path) as (service, house):
        ana, bo = house.guest("Ana"), house.guest("Bo")
        wish = Browser().subscription(f"http://127.0.0.1:{service.server_port}/x")
        (device_id,) = bo.ask("PUT", "/api/me/push", wish)["devices"]
        ana.ask("DELETE", f"/api/me/push/{device_id}")
        assert bo.ask("GET", "/api/me/push")["devices"] == [device_id], "not hers to forget"
        assert ana.ask("PUT", "/api/me/push", wish)["devices"] == [device_id]
        assert bo.ask("GET", "/api/me/push")["devices"] == []
        ana.ask("DELETE", f"/api/me/push/{device_id}")
        assert ana.ask("GET", "/api/me/push")["devices"] == []
        assert ana.ask("DELETE", "/api/me/push/nonsense", status=404)["code"] == "not_found"


def test_only_so_many_browsers_of_one_person_are_kept(tmp_path):
    with pushing(tmp_path) as (service, house):
        bo = house.guest("Bo")
        for n in range(12):
            bo.ask("PUT", "/api/me/push", Browser().subscription(f"http://127.0.0.1:{service.server_port}/{n}"))
        assert len(bo.ask("GET", "/api/me/push")["devices"]) == 10


def test_without_the_operators_wish_there_is_no_push(house):
    ana = house.guest("Ana")
    assert ana.ask("GET", "/api/me/push") == {"key": None, "devices": []}
    wish = Browser().subscription("https://fcm.googleapis.com/fcm/send/x")
    assert ana.ask("PUT", "/api/me/push", wish, status=409)["code"] == "no_push"


@pytest.mark.parametrize(
    "wish",
    [
        {"endpoint": "https://elsewhere.example.org/x"},
        {"endpoint": "http://fcm.googleapis.com/x"},
        {"key": "nonsense!"},
        {"key": "AAAA"},
        {"auth": "AAAA"},
    ],
)
def test_malformed_subscriptions_are_refused(tmp_path, wish):
    house = House(f"sqlite:///{tmp_path / 'h.sqlite'}", push_contact=CONTACT)
    try:
        given = {**Browser().subscription("https://fcm.googleapis.com/fcm/send/x"), **wish}
        assert house.guest("Ana").ask("PUT", "/api/me/push", given, status=400)["code"] == "bad_push"
    finally:
        house.close()


@pytest.mark.parametrize(
    ("endpoint", "good"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("https://web.push.apple.com/abc", True),
        ("https://db5.notify.windows.com/w/?token=abc", True),
        ("https://evilpush.apple.com.example/", False),
        ("https://push.apple.com.evil.example/", False),
        ("https://evil.example/.push.apple.com", False),
        ("https://fcm.googleapis.com:8080/", False),
        ("https://127.0.0.1/", False),
    ],
)
def test_the_services_that_are_called(endpoint, good):
    settings = Settings(database="sqlite://", push_contact=CONTACT)
    if good:
        assert check_endpoint(endpoint, settings).path
        return
    with pytest.raises(Refused) as refused:
        check_endpoint(endpoint, settings)
    assert refused.value.code == "bad_push"


def test_a_message_is_encrypted_as_the_standard_shows():
    """The example of RFC 8291, section 5."""
    public = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    sender = decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    salt = decoded("DGv6ra1nlYgDCS1FRnbzlw")
    made = encrypted(b"When I grow up, I want to be a watermelon", public, "BTBZMqHH6r4Tts7J_aSIgg", sender, salt)
    assert encoded(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_a_signature_is_good_for_its_service_alone():
    key = bytes(range(1, 33))
    header = signature(key, urlsplit("https://web.push.apple.com/abc"), CONTACT, 1000.0)
    claims, _ = signed_by(header)
    assert claims == {"aud": "https://web.push.apple.com", "exp": 1000 + 12 * 3600, "sub": CONTACT}
    start = header.index(".") + 1
    other = "A" if header[start + 10] != "A" else "B"
    with pytest.raises((InvalidSignature, ValueError)):
        signed_by(header[: start + 10] + other + header[start + 11 :])
