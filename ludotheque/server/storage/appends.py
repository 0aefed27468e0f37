"""Writing the entries of matches, with the snapshots and the table columns that each entry changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from ludotheque.server.storage import batches
from ludotheque.server.storage.batches import Values
from ludotheque.server.storage.schema import decisions, snapshots, tables


@dataclass(frozen=True)
class Appended:
    """An entry of a match, and the rows that are stored with it."""

    entry: Values
    snapshot: Values | None
    news: Values  # the columns of the match's table that change
    settles: bool  # whether the entry ends what was proposed at the table, and so raises the table's version


def append(connection: Connection, given: Sequence[Appended]) -> dict[str, int]:
    """Store one entry each of several matches; return the versions of their tables by id."""
    batches.insert_all(connection, decisions, [one.entry for one in given])
    if shots := [one.snapshot for one in given if one.snapshot]:
        batches.insert_all(connection, snapshots, shots)
    # Only columns that change are written: writing `phase` or `due` would rewrite their indexes.
    alike: dict[tuple[bool, tuple[str, ...]], list[Values]] = {}
    for one in given:
        if one.news:
            alike.setdefault((one.settles, tuple(one.news)), []).append({"id": one.entry["match"], **one.news})
    for (settles, _), rows in alike.items():
        batches.update_each(connection, tables, rows, grown=("version",) if settles else ())
    return batches.versions_of(connection, tables, [one.entry["match"] for one in given])
