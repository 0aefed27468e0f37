"""Raw sockets that break the protocol."""

from __future__ import annotations

import socket
import struct

from tests.server.house import PATIENCE, House

HEADERS = ("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy")


def raw(house: House, sent: bytes = b"") -> socket.socket:
    """A raw connection that has sent some bytes."""
    connection = socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE)
    connection.sendall(sent)
    return connection


def hung_up(connection: socket.socket) -> bytes:
    """All bytes until the server closes the connection."""
    found = b""
    try:
        while data := connection.recv(1 << 16):
            found += data
    except ConnectionError:
        pass
    connection.close()
    return found


def frame(opcode: int, data: bytes = b"", fin: bool = True) -> bytes:
    """A client's WebSocket frame with a mask of zeros."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return bytes([fin << 7 | opcode]) + length + bytes(4) + data


def opened(house: House) -> socket.socket:
    """A raw connection after the WebSocket handshake."""
    lines = [
        "GET /api/live HTTP/1.1",
        f"Host: 127.0.0.1:{house.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]
    connection = raw(house, "\r\n".join([*lines, "", ""]).encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += connection.recv(4096)
    assert b" 101 " in answer
    return connection
