"""What seats propose that others must agree to: to go back, to end the match here. Each function is one transaction."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection

from ludotheque.server.errors import Refused
from ludotheque.server.matches.match import Match
from ludotheque.server.tables.records import OpenProposals, ProposedUndo, TableRecord, read
from ludotheque.server.tables.writing import set_table


def propose_undo(connection: Connection, id: str, match: Match, proposal: ProposedUndo) -> TableRecord:
    """Somebody asks the others whether he may go back; who asked before him is no longer asked for."""
    standing = read(connection, id).proposals(match)
    if standing.undo is not None:  # who asks again does not stop the clocks for longer
        proposal = msgspec.structs.replace(proposal, at=standing.undo.at)
    return _store_proposals(connection, id, msgspec.structs.replace(standing, number=match.number, undo=proposal))


def agree_to_undo(connection: Connection, id: str, match: Match, seat: int, mine: tuple[int, ...]) -> TableRecord:
    """A seat says yes to it, for all seats of that person."""
    standing = read(connection, id).proposals(match)
    if standing.undo is None or seat not in standing.undo.waiting:
        raise Refused("nothing_asked")
    waiting = [other for other in standing.undo.waiting if other not in mine]
    undo = msgspec.structs.replace(standing.undo, waiting=waiting)
    return _store_proposals(connection, id, msgspec.structs.replace(standing, undo=undo))


def propose_end(connection: Connection, id: str, match: Match, mine: tuple[int, ...]) -> TableRecord:
    """Somebody would end the match here."""
    standing = read(connection, id).proposals(match)
    return _store_proposals(connection, id, msgspec.structs.replace(standing, end=sorted({*standing.end, *mine})))


def _store_proposals(connection: Connection, id: str, proposals: OpenProposals) -> TableRecord:
    set_table(connection, id, asked=msgspec.to_builtins(proposals))
    return read(connection, id)
