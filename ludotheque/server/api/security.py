"""The middleware in front of the whole server: whom it lets in, how much, and the headers that every answer carries.

It wraps the application from outside, so that nothing, no error and no file, leaves without its headers, and so that
sockets are held to the same rules as requests.
"""

from __future__ import annotations

from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.server.errors import ErrorBody, Refused
from ludotheque.server.rate_limits import RateLimits
from ludotheque.server.settings import Settings

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",  # the place of a piece on the board; no style sheet, no script
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
    (b"referrer-policy", b"same-origin"),  # the address of a table is its invitation
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
SAFE = ("GET", "HEAD", "OPTIONS")
SOCKET_ANSWER = "websocket.http.response"  # what ASGI calls an answer to one who asks for a socket and gets none


class SecurityMiddleware:
    """The application, and who may come to it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self._requests = RateLimits(settings.requests_a_second, 6 * settings.requests_a_second)
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a socket through, or refuse it."""
        kind = str(scope["type"])
        if kind not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        address = (scope.get("client") or ("unknown", 0))[0]
        # Not every server can answer one who asks for a socket; then it is closed, which says the same in fewer words.
        can_answer = SOCKET_ANSWER in (scope.get("extensions") or {})
        with_headers = self._adding_headers(send, scope["path"].startswith("/api/"), can_answer)
        code = self._refusal(scope, headers, address)
        if kind == "http":
            if code:
                await _answer(with_headers, Refused(code))
            else:
                await self.app(scope, receive, with_headers)
            return
        if code or self._sockets[address] >= self.settings.sockets_of_an_address:
            if can_answer:
                await _answer(with_headers, Refused(code or "too_many"), SOCKET_ANSWER)
            else:
                await send({"type": "websocket.close", "code": 1008, "reason": code or "too_many"})
            return
        self._sockets[address] += 1
        try:
            await self.app(scope, receive, with_headers)
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def _refusal(self, scope: Scope, headers: dict[bytes, str], address: str) -> str | None:
        """The code of what speaks against it."""
        host = headers.get(b"host", "")
        if _without_port(host) not in self.settings.hosts:
            return "bad_host"
        origin = headers.get(b"origin")
        changes = scope.get("method") not in SAFE  # a socket has no method, and may change anything
        # A page from elsewhere must not act in a visitor's name. Programs send no Origin, and have nobody's cookie.
        if changes and origin is not None and urlsplit(origin).netloc != host:
            return "bad_origin"
        if not self._requests.take(address):
            return "too_many"
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or int(length) > self.settings.largest_request:
            return "too_large"
        return None

    @staticmethod
    def _adding_headers(send: Send, api: bool, can_answer: bool) -> Send:
        opened = False

        async def send_with(message: Message) -> None:
            nonlocal opened
            if message["type"] == "websocket.close" and not opened and can_answer:  # there is no socket at that address
                await _answer(send_with, Refused("not_found"), SOCKET_ANSWER)
                return
            opened = opened or message["type"] == "websocket.accept"
            if message["type"] in ("http.response.start", f"{SOCKET_ANSWER}.start"):
                answer: Any = message
                own = {name.lower() for name, _ in answer["headers"]}
                more = [header for header in HEADERS if header[0] not in own]
                if api and b"cache-control" not in own:
                    more.append((b"cache-control", b"no-store"))
                answer["headers"] = [*answer["headers"], *more]
            await send(message)

        return send_with


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0].lower()


async def _answer(send: Send, refused: Refused, kind: str = "http.response") -> None:
    """Refuse a request, or a socket before it is opened: such a one is answered as a request is."""
    body = msgspec.json.encode(ErrorBody(code=refused.code, message=str(refused)))
    start: Any = {
        "type": f"{kind}.start",
        "status": refused.status,
        "headers": [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())],
    }
    end: Any = {"type": f"{kind}.body", "body": body, "more_body": False}
    await send(start)
    await send(end)
