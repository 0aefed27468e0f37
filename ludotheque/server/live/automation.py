"""Automatic play at a table: bots move, clocks run out, forced and conditional moves are made.

If several processes have a table open, the one that holds the table's lease does it. The lease is a row of the
database; a process claims it before it acts, and it expires when that process dies.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from math import inf
from random import Random

import msgspec
from sqlalchemy.exc import IntegrityError

from ludotheque.errors import MoveError
from ludotheque.server.errors import Refused
from ludotheque.server.live import conditional_moves
from ludotheque.server.live.audience import Audience
from ludotheque.server.live.changes import Change, NewEntry, NewRecord, Plan
from ludotheque.server.live.forced_moves import ForcedMoves
from ludotheque.server.live.workers import Owner, Workers
from ludotheque.server.matches import ledger
from ludotheque.server.matches import match as rules
from ludotheque.server.matches.entries import STAND_IN
from ludotheque.server.matches.match import Match, forced
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Storage, log_unless_storage_error
from ludotheque.server.tables import leasing, seating
from ludotheque.server.tables.records import TableRecord

LEASE_SECONDS = 12.0  # longer than any bot thinks
RETRY_SECONDS = 2.0  # after something has failed
LOOK_AGAIN = 1.0  # seconds between two tries while another process holds the lease
log = logging.getLogger(__name__)


class Automation:
    """The bots, clocks, forced and conditional moves of one table.

    `wake` gives it the state of the table. It passes plans to `carry_out`, which takes the table's lock. `audience`
    says whether anybody watches, and whose address pays for the bots.
    """

    def __init__(
        self,
        storage: Storage,
        settings: Settings,
        workers: Workers,
        process: str,
        carry_out: Callable[[Plan], Awaitable[None]],
        audience: Audience,
    ) -> None:
        self._storage = storage
        self._settings = settings
        self._workers = workers
        self._process = process
        self._carry_out = carry_out
        self._audience = audience
        self._record: TableRecord | None = None
        self._by_itself = False  # whether a seat has a bot, automation or conditional moves
        self._match: Match | None = None
        self._closed = False
        self._until = 0.0
        self._bots: asyncio.Task[None] | None = None
        self._clock: asyncio.Task[None] | None = None
        self._sleeps_until = -inf  # the time at which that task looks again
        self._conditional: asyncio.Task[None] | None = None
        self._forced = ForcedMoves(settings.auto_pause, self._decide_forced, self.hold)

    def wake(self, record: TableRecord, match: Match | None) -> None:
        """Start whatever the current state of the table calls for."""
        if record is not self._record:
            self._by_itself = any(s.kind == "bot" or s.auto or s.foresees for s in record.seats)
        self._record, self._match = record, match
        if self._closed or not (self._by_itself or (match is not None and match.left is not None)):
            return
        self._wake_bots()
        self._wake_clock()
        self._wake_conditional()
        self._forced.wake(match, [s.number for s in record.seats if s.auto and s.kind == "person"])

    async def hold(self) -> bool:
        """Whether this process holds the lease of the table; claim or renew it if it is free."""
        if self._record is None:
            return False
        now, table_id = self._settings.now(), self._record.id
        if now < self._until - LEASE_SECONDS / 2:
            return True
        until = now + LEASE_SECONDS
        try:
            held = await self._storage.written(
                lambda c: leasing.claim(c, table_id, self._process, now, until), key=table_id
            )
        except IntegrityError:
            held = False  # another process took it in the same moment
        self._until = until if held else 0.0
        return held

    async def close(self) -> None:
        """Stop all tasks, and release the lease."""
        if self._closed:
            return
        self._closed = True
        await self._forced.close()
        for task in (self._bots, self._clock, self._conditional):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        if self._until and self._record is not None:
            table_id = self._record.id
            await self._storage.written(lambda c: leasing.let_go(c, table_id, self._process))
            self._until = 0.0
        # Break the reference cycle with the table, so that it is freed without the garbage collector.
        del self._forced, self._carry_out
        self._record = self._match = None

    def _later(self, wake: Callable[[], None]) -> None:
        """Try again soon: the database may have been locked or unreachable."""
        asyncio.get_running_loop().call_later(RETRY_SECONDS, lambda: None if self._closed else wake())

    # Bots ---------------------------------------------------------------------------------------------------------

    def _wake_bots(self) -> None:
        if (self._bots is None or self._bots.done()) and self._bot_to_move() is not None:
            self._bots = asyncio.create_task(self._play_bots())

    def _bot_to_move(self) -> tuple[TableRecord, Match, int] | None:
        """A bot that owes a decision, with record and match; None while nobody watches and no tournament waits."""
        record, match = self._record, self._match
        if record is None or match is None or match.paused:
            return None
        if not self._audience.watched and record.row.tournament is None:
            return None
        return next(((record, match, p) for p in match.actors if record.seats[p].kind == "bot"), None)

    async def _play_bots(self) -> None:
        try:
            while self._bot_to_move() is not None:
                if not await self.hold():
                    await asyncio.sleep(LOOK_AGAIN)
                elif (found := self._bot_to_move()) is not None:
                    await self._play_bot(*found)
        except Refused:
            asyncio.get_running_loop().call_soon(self._wake_bots)  # another process was first: check again
        except Exception as error:
            log_unless_storage_error(log, "bots stopped at a table", error)
            self._later(self._wake_bots)

    async def _play_bot(self, record: TableRecord, match: Match, seat: int) -> None:
        level, seed = record.seats[seat].bot or "random", _seed(record, match)
        if self._settings.bot_pause:
            await asyncio.sleep(self._settings.bot_pause * _pace(seed))
        owner = self._owner(record)
        move, stood_in = await self._workers.bot_move(level, seed, match, seat, owner)

        async def still_asked(_: TableRecord, now: Match) -> Change | None:
            if now.prompts[seat] != match.prompts[seat] or seat not in now.actors or now.paused:
                return None
            return NewEntry(*rules.decide(now, seat, [move], self._settings.now(), STAND_IN if stood_in else None))

        await self._carry_out(still_asked)

    def _owner(self, record: TableRecord) -> Owner:
        """The owner whose share of the threads this table's bots use."""
        return Owner(self._audience.address(record), record.id)

    # Clocks -------------------------------------------------------------------------------------------------------

    def _wake_clock(self) -> None:
        wait = self._next_fall()
        if self._clock is not None and not self._clock.done():
            if wait is None or self._sleeps_until == -inf:
                return  # it is at work
            if wait > 0 and self._settings.now() + wait > self._sleeps_until - 0.1:
                return  # it wakes in time, and looks again
            self._clock.cancel()  # a clock with less time has started to run, or the time was set forward
        if wait is not None:
            self._clock = asyncio.create_task(self._watch_clock())

    def _left(self, record: TableRecord, match: Match) -> dict[int, float]:
        """The seconds that each person who owes a decision has left."""
        now = self._settings.now()
        left = match.left_at(now)
        people = [p for p in match.actors if record.seats[p].kind == "person"]
        return {p: left[p] for p in people} if left is not None else {}

    def _next_fall(self) -> float | None:
        """The seconds until the next clock runs out."""
        record, match = self._record, self._match
        if record is None or match is None or match.paused or match.over:
            return None
        return min(self._left(record, match).values(), default=None)

    async def _watch_clock(self) -> None:
        try:
            while (wait := self._next_fall()) is not None:
                await self._sleep(max(0.0, wait) + 0.02)
                if (self._next_fall() or 1.0) > 0:
                    continue
                if not await self.hold():
                    await asyncio.sleep(LOOK_AGAIN)
                    continue
                await self._carry_out(self._time_is_over)
        except Refused:
            asyncio.get_running_loop().call_soon(self._wake_clock)  # another process was first: check again
        except Exception as error:
            log_unless_storage_error(log, "the clock stopped at a table", error)
            self._later(self._wake_clock)

    async def _sleep(self, seconds: float) -> None:
        """Sleep until a clock runs out; meanwhile, and only then, `_wake_clock` may cancel this task."""
        self._sleeps_until = self._settings.now() + seconds
        await asyncio.sleep(seconds)
        self._sleeps_until = -inf

    async def _time_is_over(self, record: TableRecord, match: Match) -> Change | None:
        """Return what the table chose for a clock at zero: a bot plays on or makes this one move, or the seat loses."""
        seat = next((p for p, left in self._left(record, match).items() if left <= 0), None)
        if seat is None:
            return None
        at_zero = record.clock.at_zero if record.clock is not None else "move"
        alone = sum(one.kind == "person" for one in record.seats) == 1
        if at_zero == "loss" or (at_zero == "bot" and record.row.rated and alone):
            ending = seating.ending_without(record, seat, "time")
            if ending is not None:
                return NewEntry(*rules.end(match, seat, ending, self._settings.now()))
        if at_zero != "move":
            return NewRecord(lambda c: seating.seat_a_bot(c, record.id, seat))
        move, _ = await self._workers.bot_move("random", _seed(record, match), match, seat, self._owner(record))
        return NewEntry(*rules.decide(match, seat, [move], self._settings.now(), "clock"))

    # Forced decisions ---------------------------------------------------------------------------------------------

    async def _decide_forced(self, seat: int, question: int, move: int) -> None:
        async def still_forced(record: TableRecord, match: Match) -> Change | None:
            if not record.seats[seat].auto or match.prompts[seat] != question or forced(match, seat) != move:
                return None
            return NewEntry(*rules.decide(match, seat, [move], self._settings.now()))

        await self._carry_out(still_forced)

    # Conditional moves --------------------------------------------------------------------------------------------

    def _wake_conditional(self) -> None:
        if (self._conditional is None or self._conditional.done()) and self._foreseen():
            self._conditional = asyncio.create_task(self._play_conditional())

    def _foreseen(self) -> bool:
        """Whether a seat that owes a decision has left conditional moves."""
        record, match = self._record, self._match
        return record is not None and match is not None and conditional_moves.waiting(record, match) is not None

    async def _play_conditional(self) -> None:
        try:
            while self._foreseen():
                if await self.hold():
                    await self._carry_out(self._answer_as_left)
                else:
                    await asyncio.sleep(LOOK_AGAIN)
        except Refused:
            asyncio.get_running_loop().call_soon(self._wake_conditional)  # another process was first: check again
        except Exception as error:
            log_unless_storage_error(log, "a conditional move failed", error)
            self._later(self._wake_conditional)

    async def _answer_as_left(self, record: TableRecord, match: Match) -> Change | None:
        """The conditional move that fits the log; if none fits or it is illegal, the line dropped with a note."""
        seat = conditional_moves.waiting(record, match)
        left = record.seats[seat].conditional if seat is not None else None
        if seat is None or left is None:
            return None
        seen = await self._storage.found(lambda c: ledger.log(c, record.id, seat, match, left.since))
        moves = conditional_moves.answer(left, seat, seen)
        if moves:
            try:
                return NewEntry(*rules.decide(match, seat, moves, self._settings.now(), "conditional"))
            except MoveError:
                moves = None
        kept = msgspec.structs.replace(left, dropped=True) if moves is None else None
        return NewRecord(lambda c: seating.set_conditional(c, record.id, seat, kept))


def _seed(record: TableRecord, match: Match) -> str:
    """The seed for a bot's decision, derived from the deal: secret, and the same at every process."""
    return f"{record.origin.seed} {match.number}"


def _pace(seed: str) -> float:
    """How long a bot waits, beside the mean: never twice the same, as with people.

    It must not depend on the position: the number of its choices would tell others something of a hidden hand.
    """
    return Random(f"{seed} pace").uniform(0.5, 1.5)
