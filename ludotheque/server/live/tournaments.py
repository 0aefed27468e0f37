"""Tournaments go on by themselves: every second somebody looks which of them have something to do.

Each process does; what one has stored the next one finds done (`tournaments.running`).
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from ludotheque.server.live.open_tables import OpenTables
from ludotheque.server.people.services import new_id
from ludotheque.server.storage import log_unless_told
from ludotheque.server.tables.schemas import TABLE_ID
from ludotheque.server.tournaments import running

LOOK_SECONDS = 1.0
log = logging.getLogger(__name__)


async def keep_tournaments_going(open_tables: OpenTables) -> None:
    """For ever."""
    while True:
        try:
            late = await open_tables.storage.found(partial(running.due, now=open_tables.settings.now()))
            for id in late:
                await _advance(open_tables, id)
        except Exception as error:
            log_unless_told(log, "looking at the tournaments failed", error)
        await asyncio.sleep(LOOK_SECONDS)


async def _advance(open_tables: OpenTables, id: str) -> None:
    """One that can't go on keeps no other from it."""
    settings, storage = open_tables.settings, open_tables.storage
    fresh, now = partial(new_id, TABLE_ID), settings.now()
    try:
        done = await storage.written(lambda c: running.advance(c, id, now, fresh, settings.new_seed), key=id)
        for record in done.begun:
            await open_tables.changed(record)
        for lost in done.forfeits:
            cause = running.ABSENT if lost.absent else "resigned"
            await (await open_tables.open(lost.table)).forfeit(lost.seat, cause)
    except Exception as error:
        log_unless_told(log, f"tournament {id} can't go on", error)
