"""The facts of a table that everybody may notice, kept apart from the private settings of its seats.

A seat's automation and conditional moves are stored with the table. A process that reads the table again because one of
them has changed must send nothing to anybody else: a message at that moment would betray the setting.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from ludotheque.server.tables import views
from ludotheque.server.tables.records import TableRecord


def public_facts(record: TableRecord) -> tuple[Any, ...]:
    """All facts whose change is sent to everybody at the table.

    Ratings are left out: they change with matches at other tables. So are the seats to move: they follow from the
    match, and pages learn them from its updates.
    """
    view = views.view(record, None)
    seats = [msgspec.structs.replace(seat, rating=None) for seat in view.seats]
    return msgspec.structs.replace(view, actors=[], seats=seats), record.row.asked


def pin_ratings(known: TableRecord, fresh: TableRecord) -> TableRecord:
    """The fresh record with the ratings that everybody has been shown."""
    seats = [
        replace(now, rating=before.rating, shown=before.shown)
        for before, now in zip(known.seats, fresh.seats, strict=True)
    ]
    return TableRecord(fresh.row, tuple(seats))


def changed_privately(known: TableRecord, fresh: TableRecord) -> set[str | None]:
    """The people whose own automation or conditional moves have changed."""
    pairs = zip(known.seats, fresh.seats, strict=True)
    return {now.person for was, now in pairs if (was.auto, was.conditional) != (now.auto, now.conditional)}
