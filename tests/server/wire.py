"""Connections without manners: sockets that only know the wire."""

from __future__ import annotations

import socket
import struct

from tests.server.house import PATIENCE, House

HEADERS = ("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy")


def raw(house: House, sent: bytes = b"") -> socket.socket:
    """A connection without manners."""
    connection = socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE)
    connection.sendall(sent)
    return connection


def hung_up(connection: socket.socket) -> bytes:
    """What comes until the server closes the connection."""
    found = b""
    try:
        while data := connection.recv(1 << 16):
            found += data
    except ConnectionError:
        pass
    connection.close()
    return found


def frame(opcode: int, data: bytes = b"", fin: bool = True) -> bytes:
    """A frame of a client, masked with nothing."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return bytes([fin << 7 | opcode]) + length + bytes(4) + data


def opened(house: House) -> socket.socket:
    """A socket that only knows the wire."""
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
