"""A fair deal: nobody, the server included, can have chosen it.

The hash of the server's seed is shown before anyone sits down. Each page may pledge a contribution by its hash, and
opens it once all have pledged. What the match is dealt from is made of all of them; at its end all are shown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

SALT = b"ludotheque fair deal 1"


def seed_hash(seed: bytes) -> str:
    """What is published before play."""
    return hashlib.sha256(seed).hexdigest()


def deal_seed(seed: bytes, contributions: Sequence[bytes | None]) -> str:
    """The seed that the match is dealt from: the server's and those of the seats, in order, none left out."""
    digest = hashlib.sha256(SALT + seed)
    for contribution in contributions:
        part = contribution or b""
        digest.update(len(part).to_bytes(2, "big") + part)
    return digest.hexdigest()


def fits(pledge: bytes, contribution: bytes) -> bool:
    """Whether a contribution is the one that was pledged."""
    return hashlib.sha256(contribution).digest() == pledge
