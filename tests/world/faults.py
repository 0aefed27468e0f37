"""Faults that can be planted into the server, to see that the worlds find them.

Each function patches the server's code as a plausible mistake would. `FAULTS` has them by name.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from ludotheque.server import app as server_app
from ludotheque.server.api import socket
from ludotheque.server.live import automation, open_tables, peers, presenter, table
from ludotheque.server.matches import ledger, match, results
from ludotheque.server.matches.match import Match
from ludotheque.server.ratings import services as ratings
from ludotheque.server.storage import appends
from ludotheque.server.tables import leasing, seating
from ludotheque.server.tournaments import running
from tests.world.disk import SimulatedStorage

FAULTS: dict[str, Callable[[], None]] = {}


def put(owner: Any, name: str, new: Any) -> None:
    """Replace a part of the server."""
    setattr(owner, name, new)


def fault(plant: Callable[[], None]) -> Callable[[], None]:
    """Register a fault under the name of its function."""
    FAULTS[plant.__name__] = plant
    return plant


# What is acknowledged ---------------------------------------------------------------------------------------------


@fault
def accepted_before_the_commit() -> None:
    """A decision is acknowledged although its commit has failed."""
    right = SimulatedStorage.written

    async def written(self: Any, job: Any, key: str = "") -> Any:
        try:
            return await right(self, job, key)
        except Exception:
            if isinstance(job, ledger.Append):
                return 0
            raise

    put(SimulatedStorage, "written", written)


@fault
def repeats_are_refused() -> None:
    """A decision that was stored is refused as stale when it is sent again."""

    async def was_made(self: Any, seat: int, message_id: str) -> bool:
        return False

    put(table.LiveTable, "_was_made", was_made)


@fault
def stale_decisions_are_accepted() -> None:
    """A decision about an earlier question is acknowledged and forgotten."""

    async def was_made(self: Any, seat: int, message_id: str) -> bool:
        return True

    put(table.LiveTable, "_was_made", was_made)


@fault
def groups_are_torn() -> None:
    """A job that fails leaves what it has done so far: nothing is rolled back."""
    right = appends.append

    def append(connection: Any, given: Any) -> Any:
        found = right(connection, given)
        for one in given:
            if one.entry["number"] % 7 == 3:
                connection.exec_driver_sql("UPDATE tables SET actors = '[]' WHERE id = ?", (one.entry["match"],))
        return found

    put(appends, "append", append)


# What pages know ----------------------------------------------------------------------------------------------------


@fault
def updates_are_forgotten() -> None:
    """One update in ten is not sent."""
    from ludotheque.server.live.audience import Audience

    right, count = Audience.update, iter(range(10**9))

    def update(self: Any, *given: Any) -> None:
        if next(count) % 10:
            right(self, *given)

    put(Audience, "update", update)


@fault
def a_viewer_gets_the_view_of_another() -> None:
    """Seat 1 is shown what seat 0 sees."""
    right = presenter.face

    def face(match: Match, viewer: int) -> Any:
        return right(match, 0 if viewer == 1 else viewer)

    from ludotheque.server.live import audience

    class Presenter:
        face = staticmethod(face)
        clocks = staticmethod(presenter.clocks)
        silent = staticmethod(presenter.silent)

    put(audience, "presenter", Presenter)


@fault
def logs_begin_one_entry_late() -> None:
    """A page that comes back misses the first entry that is new to it."""
    right = ledger.log

    def log(connection: Any, match_id: str, viewer: int, match: Match, since: int = 0) -> Any:
        return right(connection, match_id, viewer, match, since + 1 if since else 0)

    put(ledger, "log", log)


@fault
def returning_pages_are_shown_what_is_in_memory() -> None:
    """A page that comes back at another process gets what that one knows, which may be older."""
    right = table.LiveTable._catch_up

    async def come(self: Any, page: Any, seen: Any, message_id: Any) -> None:
        catching, self._catch_up = right, _nothing
        try:
            await was(self, page, seen, message_id)
        finally:
            del self._catch_up
        del catching

    async def _nothing() -> None:
        pass

    was = table.LiveTable.come
    put(table.LiveTable, "come", come)


@fault
def other_processes_hear_nothing() -> None:
    """No notice is sent, and nobody reads the database from time to time."""
    put(peers.Peers, "notify_all", lambda self, table, **parts: None)
    put(peers.Peers, "notify_holders", lambda self, table, **parts: None)
    put(open_tables, "KEEP_UP_SECONDS", 1e9)


@fault
def lost_notices_are_lost() -> None:
    """Nobody reads the database from time to time, so that a lost notice is never made good."""
    put(open_tables, "KEEP_UP_SECONDS", 1e9)


# Bots and clocks ----------------------------------------------------------------------------------------------------


@fault
def clocks_never_run_out() -> None:
    """Nobody loses on time."""
    put(automation.Automation, "_wake_clock", lambda self: None)


@fault
def bots_stop_after_an_error() -> None:
    """A bot whose decision failed once is never tried again."""
    put(automation.Automation, "_later", lambda self, wake: None)


@fault
def bots_wait_for_nobody() -> None:
    """After a restart, bots move only when a person has moved."""
    right = table.LiveTable.come

    async def come(self: Any, *given: Any) -> None:
        waking = self.wake
        self.wake = lambda: None
        try:
            await right(self, *given)
        finally:
            self.wake = waking

    put(table.LiveTable, "come", come)


@fault
def leases_never_expire() -> None:
    """The lease of a killed process is held for an hour."""
    put(automation, "LEASE_SECONDS", 3600.0)
    put(leasing, "LONGEST_LEASE", 7200.0)
    right = leasing.abandoned

    def abandoned(connection: Any, now: float, every: bool) -> Any:
        return right(connection, now, every) if every else []

    put(leasing, "abandoned", abandoned)


@fault
def increments_count_twice() -> None:
    """A decision adds its increment twice."""
    right = match.Match._left_after

    def left_after(self: Any, entry: Any) -> Any:
        left, gained = right(self, entry)
        if left is not None and entry.kind == "decide":
            left = tuple(n + self.increment * (p == entry.seat) for p, n in enumerate(left))
        return left, gained

    put(match.Match, "_left_after", left_after)


@fault
def clocks_run_while_paused() -> None:
    """Pausing a match does not stop its clocks in the list of matches that are due."""

    def due(self: Any) -> float | None:
        if self.left is None or not self.actors:
            return None
        return float(min(self._runs_from(p) + self.left[p] for p in self.actors))

    put(match.Match, "due", property(due))


@fault
def a_restart_gives_time_back() -> None:
    """A match that is loaded from a snapshot starts its clocks afresh."""
    right = ledger._from_snapshot

    def from_snapshot(*given: Any) -> Any:
        found = right(*given)
        if found is not None and found.left is not None:
            found = found._but(left=tuple(n + 30.0 for n in found.left))
        return found

    put(ledger, "_from_snapshot", from_snapshot)


# Ratings, seats and consent -------------------------------------------------------------------------------------------


@fault
def unrated_matches_are_rated() -> None:
    """Every match of two people counts."""
    right = results._rows

    def rows(connection: Any, ended: Any, row: Any, seated: Any) -> Any:
        class Rated:
            rated = True

            def __getattr__(self, name: str) -> Any:
                return getattr(row, name)

        rated: Any = Rated()
        return right(connection, ended, rated, seated)

    put(results, "_rows", rows)


@fault
def ratings_are_kept_twice() -> None:
    """The rating is changed twice by one match."""
    right = ratings._keep

    def keep(connection: Any, person: str, game: str, rating: Any, now: float) -> None:
        right(connection, person, game, rating, now)
        right(connection, person, game, type(rating)(rating.rating + 1, rating.deviation, rating.volatility), now)

    put(ratings, "_keep", keep)


@fault
def rematches_need_no_consent() -> None:
    """A rematch seats everybody as if they had accepted it."""
    from ludotheque.server.tables.records import Seat

    put(Seat, "accepted", property(lambda self: True))


@fault
def anybody_may_start_for_others() -> None:
    """A player is put on a seat that somebody else asked for."""
    right = seating.sit

    def sit(connection: Any, table_id: str, person: Any, number: int, request: Any, paired: bool = False) -> Any:
        from sqlalchemy import select

        from ludotheque.server.people.schemas import Person
        from ludotheque.server.storage.schema import people

        other = connection.execute(select(people).order_by(people.c.name)).first()
        return right(connection, table_id, Person(other.id, other.name), number, request, paired)

    put(seating, "sit", sit)


@fault
def a_match_ends_without_a_result() -> None:
    """An ending outside the rules leaves no row in the results."""
    right = results.keep

    def keep(connection: Any, matches: Any) -> None:
        right(connection, [one for one in matches if "cause" not in one.outcome])

    put(results, "keep", keep)


@fault
def chat_is_stored_twice() -> None:
    """A line of chat is stored again when the database had a conflict."""
    from ludotheque.server.live.chat import Chat

    right = Chat.add_line

    async def add_line(self: Any, record: Any, match: Any, person: Any, text: str) -> None:
        await right(self, record, match, person, text)
        if hash(text) % 5 == 0:
            await right(self, record, match, person, text)

    put(Chat, "add_line", add_line)


@fault
def an_answer_fails_inside() -> None:
    """One message in fifty meets a programming error."""
    right, count = socket.Session._do, iter(range(10**9))

    async def do(self: Any, message: Any) -> Any:
        if next(count) % 50 == 49:
            raise KeyError("seat")
        return await right(self, message)

    put(socket.Session, "_do", do)


@fault
def strangers_see_a_seat() -> None:
    """A spectator of a running match sees seat 0."""
    from ludotheque.kernel.declare import SPECTATOR
    from ludotheque.server.live.audience import Audience

    right = Audience.viewers_of

    def viewers_of(page: Any, record: Any) -> tuple[int, ...]:
        seen = right(page, record)
        return (0,) if seen == (SPECTATOR,) and record.phase == "playing" else seen

    put(Audience, "viewers_of", staticmethod(viewers_of))


@fault
def notices_arrive_without_a_lock() -> None:
    """A notice is taken in while a decision is being stored."""

    class Open:
        async def __aenter__(self) -> None:
            await asyncio.sleep(0)

        async def __aexit__(self, *_: object) -> None:
            pass

    right = table.LiveTable.noticed

    async def noticed(self: Any, notice: Any) -> None:
        turn, self._turn = self._turn, Open
        try:
            await right(self, notice)
        finally:
            self._turn = turn

    put(table.LiveTable, "noticed", noticed)


# Faults that the server once had ------------------------------------------------------------------------------------


@fault
def tasks_are_cancelled_once() -> None:
    """A process that stops waits for ever for a task whose cancellation the Redis client has swallowed."""

    async def cancel_and_wait(tasks: Any, again: float = 0.0) -> None:
        for task in tasks:
            task.cancel()
        while pending := [task for task in tasks if not task.done()]:
            await asyncio.sleep(1.0)
            del pending

    put(peers, "cancel_and_wait", cancel_and_wait)
    put(server_app, "cancel_and_wait", cancel_and_wait)


@fault
def put_away_tables_form_a_circle() -> None:
    """A table that is put away and its automation hold each other, so that neither is freed."""
    right = automation.Automation.close

    async def close(self: Any) -> None:
        circle = self._forced, self._carry_out
        await right(self)
        self._forced, self._carry_out = circle

    put(automation.Automation, "close", close)


@fault
def late_records_undo_newer_ones() -> None:
    """A record that was read before another change replaces the newer one."""

    async def changed(self: Any, record: Any) -> None:
        async with self._turn():
            await self._take_record(record)
            self._peers.notify_holders(self.id, changed=True)

    put(table.LiveTable, "changed", changed)


@fault
def removed_people_still_decide() -> None:
    """A process stores decisions at a seat from which another process has removed the player."""
    put(ledger.Append, "outdated", lambda self, version: False)


@fault
def tournaments_forget_results() -> None:
    """The result of a finished match is not taken into its tournament."""
    put(running, "_gather", lambda connection, row, now: None)


@fault
def doubtful_commits_are_repeated() -> None:
    """What was committed without an acknowledgement is taken for lost, and done once more."""
    put(SimulatedStorage, "_was_committed", lambda self, *given: False)
