"""Turns announced to an address that a person gave: a webhook. Off unless the operator names hosts that may be called.

An announcement says that something is asked, at which table and of which seat; nothing of the match. It is sent once,
beside play and never awaited by it; one that fails is forgotten.

A server that calls addresses which its visitors choose must not become their way into the operator's network: only
hosts of the list are called, over HTTPS, at public addresses; the address that was checked is the one that is called,
and no redirect is followed. An operator who wants to reach hosts of his own network says so, and may then use HTTP.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import socket
import ssl
from typing import Any
from urllib.parse import SplitResult, urlsplit

import msgspec

from ludotheque.messages import LANGUAGES, Messages
from ludotheque.server.errors import Refused
from ludotheque.server.limits import Buckets
from ludotheque.server.people import services as people
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage
from ludotheque.server.tables.services import Laid

SECONDS = 5.0  # for everything, from the name's address to the answer
AT_ONCE = 32  # announcements under way; beyond, they are left out
A_SECOND = 0.2  # of one person, with a burst of ten
PORTS = {"https": 443, "http": 80}
log = logging.getLogger(__name__)


class NotCalled(Exception):
    """The address lies where this server does not call."""


def checked(url: str, settings: Settings) -> SplitResult:
    """An address that the operator's list allows; any other is refused."""
    if not settings.webhook_hosts:
        raise Refused("no_webhooks")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refused("bad_webhook") from None
    schemes = ("https", "http") if settings.webhook_private else ("https",)
    host = parts.hostname or ""
    named = host if port is None or port == PORTS.get(parts.scheme) else f"{host}:{port}"
    plain = re.fullmatch(r"[!-~]+", url) is not None and "@" not in parts.netloc
    if parts.scheme not in schemes or named not in settings.webhook_hosts or not plain:
        raise Refused("bad_webhook")
    return parts


def is_public(address: str) -> bool:
    """Whether an IP address lies in the open internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    ip = getattr(ip, "ipv4_mapped", None) or ip
    return ip.is_global and not ip.is_multicast


class Webhooks:
    """Announcements under way."""

    def __init__(self, storage: Storage, settings: Settings) -> None:
        self._storage = storage
        self._settings = settings
        self._under_way: set[asyncio.Task[None]] = set()
        self._rate = Buckets(A_SECOND, 10.0)

    def announce(self, laid: Laid, seat: int) -> None:
        """Tell whoever sits there that something is asked of him, if he wished so; returns at once."""
        person = laid.seats[seat].person
        if not self._settings.webhook_hosts or person is None or len(self._under_way) >= AT_ONCE:
            return
        task = asyncio.create_task(self._tell(person, laid, seat))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _tell(self, person: str, laid: Laid, seat: int) -> None:
        try:
            url = await self._storage.found(lambda c: people.webhook(c, person))
            if url is None or not self._rate.take(person):
                return
            title = laid.game.facts.title
            lines = [Messages(lang).say("notify.turn", {"title": title[lang]}) for lang in LANGUAGES]
            text = " · ".join(lines)
            told = {"event": "turn", "table": laid.id, "game": laid.row.game, "seat": seat, "text": text}
            async with asyncio.timeout(SECONDS):
                await self._post(checked(url, self._settings), told | {"content": text})
        except Exception as error:
            log.info("a turn was not announced: %s", type(error).__name__)

    async def _post(self, url: SplitResult, told: dict[str, Any]) -> None:
        host, port = url.hostname or "", url.port or PORTS[url.scheme]
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = [str(info[4][0]) for info in found]
        if not self._settings.webhook_private and not all(map(is_public, addresses)):
            raise NotCalled
        context = ssl.create_default_context() if url.scheme == "https" else None
        reader, writer = await asyncio.open_connection(
            addresses[0], port, ssl=context, server_hostname=host if context else None
        )
        try:
            body = msgspec.json.encode(told)
            path = (url.path or "/") + (f"?{url.query}" if url.query else "")
            head = (
                f"POST {path} HTTP/1.1\r\nHost: {url.netloc}\r\nUser-Agent: ludotheque\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            )
            writer.write(head.encode("ascii") + body)
            await writer.drain()
            await reader.readline()  # that it was taken; what it says is of no interest here
        finally:
            writer.close()

    async def close(self) -> None:
        """Stop."""
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)
