"""Derive the key of a match's generator from a seed."""

from __future__ import annotations

import hashlib
import struct

_WORDS = struct.Struct("<8I")


def key_bytes(*parts: object) -> bytes:
    """SHA-256 of the parts, each with its length, so that no two lists of parts collide."""
    digest = hashlib.sha256()
    for part in parts:
        data = str(part).encode()
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.digest()


def key_words(*parts: object) -> tuple[int, ...]:
    """Return the key as eight 32-bit words."""
    return _WORDS.unpack(key_bytes(*parts))
