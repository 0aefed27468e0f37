"""Web push: announces turns and invitations through the browser's vendor, who can't read the messages.

It is off unless the operator enables it.

A message is encrypted for one browser (RFC 8291, aes128gcm) and signed with the server's key (VAPID, RFC 8292). The key
is created once and stored in the database, so that all processes share it. Only known push services are called, because
the addresses come from visitors.

We do not use pywebpush: it sends through requests or aiohttp (sixteen more packages, one of them built from source),
follows redirects, and has no short timeout. `outgoing.py` connects only to addresses that it has checked. Both leave
curves and ciphers to `cryptography`.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult

import msgspec
from sqlalchemy import Connection, insert, select

from ludotheque.messages import Messages
from ludotheque.server.errors import Refused
from ludotheque.server.notifications import outgoing
from ludotheque.server.people import services as people
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import house
from ludotheque.server.tables.records import TableRecord

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

KEY = "vapid"  # under this name it is kept
KEPT_SECONDS = 24 * 3600  # a browser that is off hears of it when it is on again, if that is within a day
SIGNED_SECONDS = 12 * 3600  # how long a signature is good for
GONE = (404, 410)  # the browser has deleted the subscription


def encoded(data: bytes) -> str:
    """Encode base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Decode base64url; ValueError if it is malformed."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def check_endpoint(endpoint: str, settings: Settings) -> SplitResult:
    """Return the address if it is that of a known push service; refuse any other."""
    if not settings.push_contact:
        raise Refused("no_push")

    def is_known(host: str) -> bool:
        return any(host == known or (known.startswith(".") and host.endswith(known)) for known in settings.push_hosts)

    parts = outgoing.check_url(endpoint, is_known, settings.push_private)
    if parts is None:
        raise Refused("bad_push")
    return parts


def check_keys(key: str, auth: str) -> None:
    """Refuse malformed subscription keys."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
        good = len(decoded(auth)) == 16
    except ValueError:
        good = False
    if not good:
        raise Refused("bad_push")


# The server's key -----------------------------------------------------------------------------------------------------


def own_key(connection: Connection) -> bytes:
    """Return the server's signing key, 32 bytes; create it on first use."""
    from cryptography.hazmat.primitives.asymmetric import ec

    found: bytes | None = connection.execute(select(house.c.value).where(house.c.name == KEY)).scalar()
    if found is None:
        found = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32, "big")
        connection.execute(insert(house), {"name": KEY, "value": found})
    return found


def public_part(key: bytes) -> str:
    """Return the public key that a browser subscribes with."""
    return encoded(_point(_private(key)))


def _private(key: bytes) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(key, "big"), ec.SECP256R1())


def _point(private: EllipticCurvePrivateKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def signature(key: bytes, url: SplitResult, contact: str, now: float) -> str:
    """The header that says who sends (RFC 8292): good for one push service, for a while."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    claims = {"aud": f"{url.scheme}://{url.netloc}", "exp": int(now) + SIGNED_SECONDS, "sub": contact}
    parts = [encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    r, s = decode_dss_signature(_private(key).sign(".".join(parts).encode(), ec.ECDSA(hashes.SHA256())))
    token = ".".join([*parts, encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))])
    return f"vapid t={token}, k={public_part(key)}"


# One message ----------------------------------------------------------------------------------------------------------


def encrypted(text: bytes, key: str, auth: str, sender: bytes | None = None, salt: bytes | None = None) -> bytes:
    """A message that only the browser with these keys can read (RFC 8291). Sender's key and salt: new for each."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

    private = _private(sender) if sender is not None else ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
    shared = private.exchange(ec.ECDH(), theirs)
    secret = derived(decoded(auth), shared, b"WebPush: info\0" + decoded(key) + _point(private), 32)
    content_key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    point = _point(private)
    head = salt + (4096).to_bytes(4, "big") + bytes([len(point)]) + point
    return head + AESGCM(content_key).encrypt(nonce, text + b"\x02", None)


class Pushes:
    """Notifications by push: to all browsers of a person that subscribed."""

    def __init__(self, storage: Storage, settings: Settings) -> None:
        self._storage = storage
        self._settings = settings
        self._key: bytes | None = None
        self.wanted = bool(settings.push_contact)

    async def announce_turn(self, person: str, record: TableRecord, seat: int) -> None:
        """Announce a turn: the table, the game and the seat; nothing of the match."""
        await self._announce(person, record, "turn", {"seat": seat}, {})

    async def announce_invitation(self, person: str, record: TableRecord, by: str) -> None:
        """Announce an invitation: the table, the game and who invites."""
        await self._announce(person, record, "invitation", {}, {"name": by})

    async def _announce(
        self, person: str, record: TableRecord, event: str, facts: dict[str, Any], words: dict[str, str]
    ) -> None:
        found = await self._storage.found(lambda c: people.pushes(c, person))
        if not found:
            return
        if self._key is None:
            self._key = await self._storage.written(own_key)
        told = {"event": event, "table": record.id, "game": record.row.game, **facts}
        sending = (self._send(self._key, device, record, told, words) for device in found)
        await asyncio.gather(*sending, return_exceptions=True)

    async def _send(
        self, key: bytes, device: Any, record: TableRecord, facts: dict[str, Any], words: dict[str, str]
    ) -> None:
        title = record.game.declaration.title[device.language]
        text = Messages(device.language).say(f"notify.{facts['event']}", {"title": title, **words})
        told = {**facts, "title": title, "text": text}
        url = check_endpoint(device.endpoint, self._settings)
        headers = {
            "Authorization": signature(key, url, self._settings.push_contact, time.time()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "Topic": record.id,  # a newer one of the same table takes the place of one not yet delivered
        }
        body = encrypted(msgspec.json.encode(told), device.key, device.auth)
        if await outgoing.post(url, headers, body, self._settings.push_private) in GONE:
            await self._storage.written(lambda c: people.forget_push(c, device.person, device.hash.hex()))
