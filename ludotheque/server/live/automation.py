"""What goes on at a table by itself: bots move, clocks run out, forced decisions are made.

Of several processes that have a table open one does it: whoever holds the table's lease, a row of the database. It is
taken before something is done, and runs out by itself when its process dies; then the next one goes on.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from sqlalchemy.exc import IntegrityError

from ludotheque.server.errors import Refused
from ludotheque.server.live.forced_moves import ForcedMoves, forced
from ludotheque.server.live.workers import Workers
from ludotheque.server.matches import match as rules
from ludotheque.server.matches.match import Match
from ludotheque.server.tables import services as tables

if TYPE_CHECKING:
    from ludotheque.server.live.table import LiveTable

LEASE_SECONDS = 12.0  # longer than any bot thinks
LOOK_AGAIN = 1.0  # seconds, while another process sees to the table
log = logging.getLogger(__name__)


class Automation:
    """The bots, clocks and forced decisions of one table, as far as this process sees to them."""

    def __init__(self, table: LiveTable, workers: Workers, name: str) -> None:
        self.table = table
        self.workers = workers
        self._name = name
        self._until = 0.0
        self._bots: asyncio.Task[None] | None = None
        self._clock: asyncio.Task[None] | None = None
        self._forced = ForcedMoves(table.settings.auto_pause, self._decide_forced, self.hold)

    def wake(self) -> None:
        """Look whether there is anything to do."""
        self._wake_bots()
        self._wake_clock()
        record = self.table.record
        self._forced.wake(self.table.match, [s.number for s in record.seats if s.auto and s.kind == "person"])

    async def hold(self) -> bool:
        """Whether this process sees to the table, from now on if nobody else does."""
        table = self.table
        now = table.settings.now()
        if now < self._until - LEASE_SECONDS / 2:
            return True
        until = now + LEASE_SECONDS
        try:
            held = await table.storage.written(
                lambda c: tables.claim(c, table.id, self._name, now, until), key=table.id
            )
        except IntegrityError:
            held = False  # another process took it in the same moment
        self._until = until if held else 0.0
        return held

    async def close(self) -> None:
        """Stop, and leave the table to others."""
        await self._forced.close()
        for task in (self._bots, self._clock):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        if self._until:
            await self.table.storage.written(lambda c: tables.let_go(c, self.table.id, self._name))
            self._until = 0.0

    # Bots ---------------------------------------------------------------------------------------------------------

    def _wake_bots(self) -> None:
        if (self._bots is None or self._bots.done()) and self._bot_to_move() is not None:
            self._bots = asyncio.create_task(self._play_bots())

    def _bot_to_move(self) -> int | None:
        """A bot that owes a decision; none while nobody is here to see it."""
        match = self.table.match
        if match is None or match.paused or not self.table.watched:
            return None
        return next((p for p in match.actors if self.table.record.seats[p].kind == "bot"), None)

    async def _play_bots(self) -> None:
        table = self.table
        try:
            while (seat := self._bot_to_move()) is not None:
                if not await self.hold():
                    await asyncio.sleep(LOOK_AGAIN)
                    continue
                match = table.playing()
                if table.settings.bot_pause:
                    await asyncio.sleep(table.settings.bot_pause)
                # The seed of a bot is made of the deal's: nobody at the table knows it, and it plays alike everywhere.
                seed = f"{table.record.origin.seed} {match.number}"
                move = await self.workers.bot_move(table.record.seats[seat].bot or "random", seed, match, seat)
                async with table.turn:
                    now = table.playing()
                    if now.prompts[seat] == match.prompts[seat] and seat in now.actors and not now.paused:
                        await table.commit(rules.decide(now, seat, [move], table.settings.now()))
        except Refused:
            asyncio.get_running_loop().call_soon(self._wake_bots)  # another process was first: look again
        except Exception as error:
            log.error("bots stopped at table %s: %s", table.id, type(error).__name__)

    # Clocks -------------------------------------------------------------------------------------------------------

    def _wake_clock(self) -> None:
        if (self._clock is None or self._clock.done()) and self._next_fall() is not None:
            self._clock = asyncio.create_task(self._watch_clock())

    def _fallen(self, match: Match) -> dict[int, float]:
        """The seconds that each person who owes a decision has left."""
        left = match.left_at(self.table.settings.now())
        people = [p for p in match.actors if self.table.record.seats[p].kind == "person"]
        return {p: left[p] for p in people} if left is not None else {}

    def _next_fall(self) -> float | None:
        """The seconds until somebody's time is over."""
        match = self.table.match
        if match is None or match.paused or match.over:
            return None
        return min(self._fallen(match).values(), default=None)

    async def _watch_clock(self) -> None:
        table = self.table
        try:
            while (wait := self._next_fall()) is not None:
                await asyncio.sleep(min(max(0.0, wait) + 0.02, 1.0))  # what comes meanwhile may fall earlier
                if (self._next_fall() or 1.0) > 0:
                    continue
                if not await self.hold():
                    await asyncio.sleep(LOOK_AGAIN)
                    continue
                async with table.turn:
                    match = table.playing()
                    for seat in [p for p, left in self._fallen(match).items() if left <= 0][:1]:
                        await self._time_is_over(match, seat)
                table.wake()
        except Refused:
            asyncio.get_running_loop().call_soon(self._wake_clock)  # another process was first: look again
        except Exception as error:
            log.error("the clock stopped at table %s: %s", table.id, type(error).__name__)

    async def _time_is_over(self, match: Match, seat: int) -> None:
        """As the table chose: a bot plays on, or makes this one move."""
        table = self.table
        clock = table.record.clock
        if clock is not None and clock.at_zero == "bot":
            await table.look_again(await table.storage.written(lambda c: tables.seat_a_bot(c, table.id, seat)))
            return
        move = await self.workers.bot_move("random", f"{table.record.origin.seed} {match.number}", match, seat)
        await table.commit(rules.decide(match, seat, [move], table.settings.now(), "clock"))

    # Forced decisions ---------------------------------------------------------------------------------------------

    async def _decide_forced(self, seat: int, question: int, move: int) -> None:
        table = self.table
        async with table.turn:
            match = table.playing()
            still = table.record.seats[seat].auto and match.prompts[seat] == question and forced(match, seat) == move
            if not still:
                return
            await table.commit(rules.decide(match, seat, [move], table.settings.now()))
        table.wake()
