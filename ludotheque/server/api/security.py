"""The outermost middleware: checks of hosts, origins, bans and limits, and the security headers of every answer.

It wraps the whole application, so that errors and files get the headers, too, and sockets follow the same rules as
requests.
"""

from __future__ import annotations

import asyncio
import logging
import re
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.errors import trace
from ludotheque.server.addresses import Bans, normalise_address
from ludotheque.server.errors import STATUS, ErrorBody, Refused
from ludotheque.server.limits import Limits
from ludotheque.server.logs import CAUSE, PART, new_cause
from ludotheque.server.metering import Metered
from ludotheque.server.metrics import Metrics
from ludotheque.server.settings import Settings

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # for the positions of pieces; no style sheet, no script
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),  # the URL of a table is its invitation
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
log = logging.getLogger(__name__)
SAFE = ("GET", "HEAD", "OPTIONS")
REFUSAL_SECONDS = 0.5  # before a request over the limit is refused: refusals cost time, too
LONGEST_PATH, LONGEST_QUERY, LONGEST_HEADERS = 300, 1000, 16 * 1024  # bytes
DEEPEST = 32  # nesting of lists and objects in a body
# A JSON string or one bracket: enough to find the nesting depth of JSON.
BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
NUMBER = re.compile(r"(?<![^/=&])-?[0-9]{10,}(?![^/=&])")  # in a path or a query: larger than any valid number
PORT = re.compile(r"(?:\[[^\]]*\]|[^:\[\]]*)(?::([0-9]{0,5}))?")  # of a Host header
LARGEST_PORT = 65_535
SOCKET_ANSWER = "websocket.http.response"  # the ASGI extension for refusing a socket with an HTTP answer


class SecurityMiddleware:
    """Checks each request and socket before the application gets it."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits, metrics: Metrics, bans: Bans) -> None:
        self.app = app
        self.settings = settings
        self._limits = limits
        self._metrics = metrics
        self._bans = bans

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or socket on, or refuse it."""
        kind = str(scope["type"])
        if kind not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        CAUSE.set(new_cause())
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        address = normalise_address((scope.get("client") or ("unknown", 0))[0])
        # Without this extension of the ASGI server, a refused socket is closed with the code as the reason.
        can_answer = SOCKET_ANSWER in (scope.get("extensions") or {})
        with_headers = self._adding_headers(
            self._counting(send, str(scope.get("method", "")), scope["path"]),
            scope["path"].startswith("/api/"),
            can_answer,
        )
        code = self._refusal(scope, headers, address)
        if code == "too_many":  # a client that does not slow down by itself
            await asyncio.sleep(REFUSAL_SECONDS)
        if kind == "http":
            if code:
                await _answer(with_headers, Refused(code))
            else:
                await self._request(scope, receive, with_headers, address)
            return
        shared = self._limits.shared
        name = None if code else await shared.open_socket(address, self.settings.sockets_of_an_address)
        if name is None:
            if can_answer:
                await _answer(with_headers, Refused(code or "too_many"), SOCKET_ANSWER)
            else:
                await send({"type": "websocket.close", "code": 1008, "reason": code or "too_many"})
            return
        try:
            await self.app(scope, receive, with_headers)
        finally:
            await shared.close_socket(address, name)

    async def _request(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        """Handle a request: read and check its body, then charge the application's work to the address."""
        try:
            body = await self._body(scope, receive)
        except Refused as refused:
            await _answer(send, refused)
            return
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            spend, store = self._limits.work.bucket_of(address).spend, self._limits.storing(address).spend
            if scope.get("method") not in SAFE:
                store(len(body))
            await Metered(self.app(scope, _handing_over(body, receive), noted), spend, store)
        except Exception as error:
            log.error("a request failed: %s", trace(error))
            if not begun:
                await _answer(send, Refused("internal"))

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        """Return the body; Refused, if it comes too late, is too long or nested too deeply."""
        found = bytearray()
        try:
            async with asyncio.timeout(self.settings.body_seconds):
                while True:
                    message: Any = await receive()
                    if message["type"] != "http.request":
                        raise Refused("bad_request")  # the client has disconnected
                    found += message.get("body", b"")
                    if len(found) > self.settings.largest_request:
                        raise Refused("too_large")
                    if not message.get("more_body", False):
                        break
        except TimeoutError:
            raise Refused("too_late") from None
        if is_deep(bytes(found)):
            raise Refused("bad_request")
        return bytes(found)

    def _refusal(self, scope: Scope, headers: dict[bytes, str], address: str) -> str | None:
        """Return the code of the reason to refuse a request; None if there is none."""
        host = headers.get(b"host", "")
        if _without_port(host) not in self.settings.hosts:
            return "bad_host"
        if not _has_valid_port(host):
            return "bad_request"
        if self._bans.holds(address):
            return "banned"
        origin = headers.get(b"origin")
        changes = scope.get("method") not in SAFE  # a socket has no method, and may change anything
        # A page of another site must not act for a visitor. Programs send no Origin, and have no visitor's cookie.
        if changes and origin is not None and _netloc(origin) != host:
            return "bad_origin"
        if not self._limits.requests.take(address) or self._limits.work.bucket_of(address).empty:
            return "too_many"
        if changes and "method" in scope and self._limits.storing(address).empty:
            return "too_much_stored"
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or len(length) > 10 or int(length) > self.settings.largest_request:
            return "too_large"
        path, query = scope["path"], scope["query_string"].decode("latin-1")
        if len(path) > LONGEST_PATH or len(query) > LONGEST_QUERY or NUMBER.search(path) or "\x00" in path:
            return "not_found"
        if NUMBER.search(query) or "%00" in query:
            return "bad_request"
        if sum(len(name) + len(value) for name, value in headers.items()) > LONGEST_HEADERS:
            return "too_large"
        return None

    def _counting(self, send: Send, method: str, path: str) -> Send:
        """Return a `send` that counts and logs answers, with the start of the path only: a table's id is secret."""
        route = "/".join(path.split("/")[:3])[:40]
        began = monotonic()

        async def send_and_count(message: Message) -> None:
            if message["type"] == "http.response.start":
                seconds = monotonic() - began
                self._metrics.requests.labels(message["status"]).inc()
                self._metrics.request_seconds.observe(seconds)
                fields = {"method": method, "route": route, "status": message["status"], "seconds": round(seconds, 4)}
                log.info("answered", extra={PART: fields})
            await send(message)

        return send_and_count

    @staticmethod
    def _adding_headers(send: Send, api: bool, can_answer: bool) -> Send:
        opened = False

        async def send_with(message: Message) -> None:
            nonlocal opened
            if message["type"] == "websocket.close" and not opened and can_answer:
                # The play socket closes with a code as the reason; the framework closes unknown paths without.
                reason = message.get("reason") or ""
                await _answer(send_with, Refused(reason if reason in STATUS else "not_found"), SOCKET_ANSWER)
                return
            opened = opened or message["type"] == "websocket.accept"
            if message["type"] in ("http.response.start", f"{SOCKET_ANSWER}.start"):
                answer: Any = message
                own = {name.lower() for name, _ in answer["headers"]}
                more = [header for header in HEADERS if header[0] not in own]
                more.append((b"x-request-id", CAUSE.get().encode()))
                if api and b"cache-control" not in own:
                    more.append((b"cache-control", b"no-store"))
                answer["headers"] = [*answer["headers"], *more]
            await send(message)

        return send_with


def is_deep(body: bytes) -> bool:
    """Return whether lists and objects are nested deeper than any valid body."""
    depth = 0
    for found in BRACKETS.finditer(body):
        bracket = found.group()
        depth += bracket in (b"[", b"{")
        depth -= bracket in (b"]", b"}")
        if depth > DEEPEST:
            return True
    return False


def _netloc(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _handing_over(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body that was read, then what comes after it."""
    read = False

    async def receive_again() -> Any:
        nonlocal read
        if read:
            return await receive()
        read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0].lower()


def _has_valid_port(host: str) -> bool:
    """Return whether nothing but a port follows the name: `localhost:80@example.org` would name another host."""
    port = PORT.fullmatch(host)
    return port is not None and int(port[1] or 0) <= LARGEST_PORT


async def _answer(send: Send, refused: Refused, kind: str = "http.response") -> None:
    """Send a refusal to a request, or to a socket before it is opened."""
    body = msgspec.json.encode(ErrorBody(code=refused.code, message=str(refused)))
    start: Any = {
        "type": f"{kind}.start",
        "status": refused.status,
        "headers": [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())],
    }
    end: Any = {"type": f"{kind}.body", "body": body, "more_body": False}
    await send(start)
    await send(end)
