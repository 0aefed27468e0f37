"""Outgoing calls to addresses that visitors gave: webhooks and push services.

A server that calls addresses which its visitors choose must not become their way into the operator's network: only
hosts of a list are called, over HTTPS, at public addresses; the address that was checked is the one that is called,
and no redirect is followed. An operator can allow hosts of their own network, also over HTTP.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Callable, Mapping
from urllib.parse import SplitResult, urlsplit

SECONDS = 5.0  # for the whole call, from the name lookup to the answer
AT_ONCE = 32  # running calls of a kind; more are dropped
A_SECOND = 0.2  # of one person, with a burst of ten
PORTS = {"https": 443, "http": 80}


class NotCalled(Exception):
    """The address lies in a network that this server does not call."""


def check_url(url: str, is_known: Callable[[str], bool], private: bool) -> SplitResult | None:
    """An address whose host is on the list, `host` or `host:port`; None for any other."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    schemes = ("https", "http") if private else ("https",)
    host = parts.hostname or ""
    named = host if port is None or port == PORTS.get(parts.scheme) else f"{host}:{port}"
    plain = re.fullmatch(r"[!-~]+", url) is not None and "@" not in parts.netloc
    return parts if parts.scheme in schemes and is_known(named) and plain else None


def is_public(address: str) -> bool:
    """Whether an IP address lies in the open internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    ip = getattr(ip, "ipv4_mapped", None) or ip
    return ip.is_global and not ip.is_multicast


async def post(url: SplitResult, headers: Mapping[str, str], body: bytes, private: bool) -> int:
    """Send a request and return the status of the answer."""
    async with asyncio.timeout(SECONDS):
        return await _post(url, headers, body, private)


async def _post(url: SplitResult, headers: Mapping[str, str], body: bytes, private: bool) -> int:
    host, port = url.hostname or "", url.port or PORTS[url.scheme]
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(info[4][0]) for info in found]
    if not private and not all(map(is_public, addresses)):
        raise NotCalled
    context = ssl.create_default_context() if url.scheme == "https" else None
    reader, writer = await asyncio.open_connection(
        addresses[0], port, ssl=context, server_hostname=host if context else None
    )
    try:
        path = (url.path or "/") + (f"?{url.query}" if url.query else "")
        usual = {
            "Host": url.netloc,
            "User-Agent": "ludotheque",
            "Content-Length": str(len(body)),
            "Connection": "close",
        }
        lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in {**usual, **headers}.items())]
        writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
        await writer.drain()
        first = (await reader.readline()).split()
        return int(first[1]) if len(first) > 1 and first[1].isdigit() else 0
    finally:
        writer.close()
