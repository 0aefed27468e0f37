"""Proposals that need the others' consent: undo, a draw, an end here. Each function is one transaction."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection

from ludotheque.server.errors import Refused
from ludotheque.server.matches.match import Match
from ludotheque.server.tables.records import OpenProposals, ProposedUndo, TableRecord, read_table
from ludotheque.server.tables.writing import set_table


def propose_undo(connection: Connection, table_id: str, match: Match, move: int, proposal: ProposedUndo) -> TableRecord:
    """Ask the others whether a seat may go back before its entry `move`; each move is asked for once.

    A proposal of another seat that still stands is replaced.
    """
    standing = read_table(connection, table_id).proposals(match)
    seat = str(proposal.seat)
    if standing.undo is not None and (standing.undo.seat, standing.undo.client) == (proposal.seat, proposal.client):
        return read_table(connection, table_id)  # the same message, sent again
    if standing.requests.get(seat) == move:
        raise Refused("asked_already")
    requests = {**standing.requests, seat: move}
    changed = msgspec.structs.replace(standing, number=match.number, undo=proposal, requests=requests)
    return _store_proposals(connection, table_id, changed)


def agree_to_undo(connection: Connection, table_id: str, match: Match, seat: int, mine: tuple[int, ...]) -> TableRecord:
    """A seat says yes to it, for all seats of that person."""
    standing = read_table(connection, table_id).proposals(match)
    if standing.undo is None or seat not in standing.undo.waiting:
        raise Refused("nothing_asked")
    waiting = [other for other in standing.undo.waiting if other not in mine]
    undo = msgspec.structs.replace(standing.undo, waiting=waiting)
    return _store_proposals(connection, table_id, msgspec.structs.replace(standing, undo=undo))


def propose_end(connection: Connection, table_id: str, match: Match, mine: tuple[int, ...]) -> TableRecord:
    """Propose to end the match as a draw."""
    standing = read_table(connection, table_id).proposals(match)
    return _store_proposals(connection, table_id, msgspec.structs.replace(standing, end=sorted({*standing.end, *mine})))


def propose_pause(connection: Connection, table_id: str, match: Match, mine: tuple[int, ...]) -> TableRecord:
    """Ask the others to pause the match, or to go on with it if it is paused."""
    standing = read_table(connection, table_id).proposals(match)
    return _store_proposals(
        connection, table_id, msgspec.structs.replace(standing, pause=sorted({*standing.pause, *mine}))
    )


def _store_proposals(connection: Connection, table_id: str, proposals: OpenProposals) -> TableRecord:
    set_table(connection, table_id, asked=msgspec.to_builtins(proposals))
    return read_table(connection, table_id)
