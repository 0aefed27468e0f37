"""Fair deals: nobody, the server included, can choose the deal.

The server publishes the hash of its seed before anyone sits down. Each page may pledge a contribution by its hash, and
opens it once all have pledged. The deal is derived from the seed and all contributions, which are published at the end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

SALT = b"ludotheque fair deal 1"


def seed_hash(seed: bytes) -> str:
    """The hash of the server's seed, which is published before play."""
    return hashlib.sha256(seed).hexdigest()


def deal_seed(seed: bytes, contributions: Sequence[bytes | None]) -> str:
    """The seed of the deal: a hash of the server's seed and the contributions of all seats, in order."""
    digest = hashlib.sha256(SALT + seed)
    for contribution in contributions:
        part = contribution or b""
        digest.update(len(part).to_bytes(2, "big") + part)
    return digest.hexdigest()


def fits(pledge: bytes, contribution: bytes) -> bool:
    """Whether a contribution matches its pledge."""
    return hashlib.sha256(contribution).digest() == pledge
