"""The loop that runs tournaments: every second it carries out what is due.

Every process runs it; a step that one process has stored is done for the others (`tournaments.running`).
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from ludotheque.server.live.open_tables import OpenTables
from ludotheque.server.people.services import new_id
from ludotheque.server.storage import log_unless_storage_error
from ludotheque.server.tables.schemas import TABLE_ID
from ludotheque.server.tournaments import running

LOOK_SECONDS = 1.0
log = logging.getLogger(__name__)


async def keep_tournaments_going(open_tables: OpenTables) -> None:
    """Run tournaments until cancelled."""
    while True:
        try:
            late = await open_tables.storage.found(partial(running.due, now=open_tables.settings.now()))
            for tournament_id in late:
                await _advance(open_tables, tournament_id)
        except Exception as error:
            log_unless_storage_error(log, "looking at the tournaments failed", error)
        await asyncio.sleep(LOOK_SECONDS)


async def _advance(open_tables: OpenTables, tournament_id: str) -> None:
    """Do what is due in one tournament; log its errors so that others go on."""
    settings, storage = open_tables.settings, open_tables.storage
    fresh, now = partial(new_id, TABLE_ID), settings.now()
    try:
        players = await storage.found(partial(running.active_players, tournament_id=tournament_id))
        if open_tables.limits.out_of_tables(players):
            return  # checked again a second later
        done = await storage.written(
            lambda c: running.advance(c, tournament_id, now, fresh, settings.new_seed), key=tournament_id
        )
        for record in done.begun:
            open_tables.limits.spend_table(record.row.host)
            await open_tables.changed(record)
        for lost in done.forfeits:
            cause = running.ABSENT if lost.absent else "resigned"
            await (await open_tables.open(lost.table)).forfeit(lost.seat, cause)
    except Exception as error:
        log_unless_storage_error(log, f"tournament {tournament_id} can't go on", error)
