"""The invariants of every world."""

from __future__ import annotations

import json
import logging
import weakref
from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import Connection, func, select

from ludotheque.kernel.declare import SPECTATOR
from ludotheque.play.viewers import bit_of
from ludotheque.server.live import presenter
from ludotheque.server.matches import ledger
from ludotheque.server.matches.match import Match, follow
from ludotheque.server.people.schemas import Person as Account
from ludotheque.server.ratings import glicko
from ludotheque.server.ratings import services as ratings
from ludotheque.server.storage.schema import (
    decisions,
    pairings,
    people,
    results,
    seats,
    snapshots,
    tables,
    talk,
    tournaments,
)
from ludotheque.server.tables import records, views
from tests.world.virtual import START

if TYPE_CHECKING:
    from tests.world.people import Page, Person
    from tests.world.world import World

LOOKED_AT = 0.05  # share of the messages that are compared with a replay of the log
BEHIND_SECONDS = 12.0  # in calm weather, after which every page must know an entry
LATE_SECONDS = 10.0  # in calm weather, by which a clock may overrun
IDLE_SECONDS = 45.0  # in calm weather, after which a bot that is watched must have moved
SHOWN = ("view", "moves", "bundles", "scores", "outcome", "paused", "may_withdraw", "question")


SAMPLE = 24  # running tables that an audit looks at
PASSING = ("watching", "actors")  # parts of a table that are no part of its record, and of its seats
PASSING_OF_SEATS = ("connected", "rating")


def batched(items: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    """Yield the items, so many at a time."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _lasting(view: dict[str, Any]) -> dict[str, Any]:
    """The parts of a table's view that are stored, and the same for everybody's ratings."""
    seats = [{part: seat[part] for part in seat if part not in PASSING_OF_SEATS} for seat in view["seats"]]
    return {part: view[part] for part in view if part not in PASSING} | {"seats": seats}


EXPECTED = ("the database fails", "disk I/O", "TimeoutError")  # a failing disk, and bots that take too long


class Broken(AssertionError):
    """Something that must hold does not."""


class _Errors(logging.Handler):
    """Collects what the server logs as an error, but for failures of the disk."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if not any(expected in text for expected in EXPECTED):
            self._world.broken(f"the server logged: {text[:400]} … {text[-400:]}")


class Checks:
    """The checks of one world. What they find is told at once."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.random = Random(f"{world.seed} checks")
        self.acknowledged: dict[str, tuple[str, int]] = {}  # table and seat, by message
        self.refused: dict[str, tuple[str, int]] = {}
        self._fresh: list[str] = []  # those that were answered since the last look into the database
        self._unlike: dict[Page, Any] = {}  # pages that showed another table than was stored, and what that was
        self._freed: dict[Any, weakref.ref[Any]] = {}  # tables that no process has open, and were still in memory
        self._gone = 0  # tables that were freed
        self._waiting: dict[str, tuple[int, tuple[int, ...], float]] = {}  # entry, bots that are to move, since when
        self._open: dict[Any, weakref.ref[Any]] = {}  # tables that a process has or had open
        self._by: dict[str, str] = {}  # who made the decisions that were acknowledged
        self._removals: dict[tuple[str, int, str], float] = {}  # by table, seat and person: when it was known
        self.lines: dict[str, str] = {}  # lines of chat that were sent, by message
        self.playing: set[str] = set()  # the tables with a running match, at the last audit
        self.compared = 0
        self.decided = 0
        handler = _Errors(world)
        logging.getLogger("ludotheque").addHandler(handler)
        logging.getLogger("ludotheque").setLevel(logging.ERROR)
        logging.getLogger("ludotheque").propagate = False

    # As it happens ------------------------------------------------------------------------------------------------

    def received(self, page: Page, message: dict[str, Any]) -> None:
        """A page got a state: it follows on what the page knows, and is what its viewer may see."""
        seat, number, known = message["seat"], message["number"], page.numbers.get(message["seat"], 0)
        kind, log = message["type"], [entry["number"] for entry in message["log"]]
        where = f"{page.person.name} at {page.table}, viewer {seat}"
        if number < known:
            self.world.broken(f"{where}: number {number} after {known} ({kind})")
        if log and (log[-1] != number or log != list(range(log[0], number + 1))):
            self.world.broken(f"{where}: entries {log} up to {number} ({kind})")
        if seat in page.numbers and number > known and (not log or log[0] > known + 1) and number - known < 100:
            self.world.broken(f"{where}: entries {log} after {known}, up to {number} ({kind})")
        if self.random.random() < LOOKED_AT:
            self.compared += 1
            self.world.inspect(lambda c: self._same_as_replayed(c, page, message))

    def _same_as_replayed(self, connection: Connection, page: Page, message: dict[str, Any]) -> None:
        record = records.read_table(connection, page.table)
        seat, number = message["seat"], message["number"]
        if seat != SPECTATOR:
            sat = record.seats[seat].sat
            if page.person.id not in sat:
                self.world.broken(f"{page.person.name} never sat at seat {seat} of {page.table}, and sees it")
        upto = ledger.number_of(connection, page.table, seat, number) if number else 0
        match = record.load(connection, upto)
        # Entries that the viewer does not notice may follow: secret choices of others change who is waited for.
        states = [match]
        for entry in ledger.entries(connection, page.table, upto):
            if entry.noticed & bit_of(seat) or entry.kind == "undo":
                break
            states.append(follow(states[-1], entry)[0])
        told = {part: message["face"][part] for part in SHOWN}
        stored = [self._shown(state, seat) for state in states]
        if told not in stored:
            part = next(part for part in SHOWN if all(told[part] != one[part] for one in stored) or part == SHOWN[-1])
            found = f"{told[part]}, stored {stored[-1][part]}"
            self.world.broken(f"{page.table}, viewer {seat}, entry {number}: {part} is {found}")
        if message["clocks"] is not None and (left := match.left) is not None:
            for p, seconds in enumerate(message["clocks"]["left"]):
                if seconds > left[p] + 0.11:
                    self.world.broken(f"{page.table}: seat {p} has {seconds} s, stored {left[p]}")

    @staticmethod
    def _shown(match: Match, seat: int) -> dict[str, Any]:
        face = json.loads(msgspec.json.encode(presenter.face(match, seat)))
        return {part: face[part] for part in SHOWN}

    def answered(self, page: Page, sent: dict[str, Any], answer: dict[str, Any]) -> None:
        """A decision was acknowledged or refused."""
        at = page.table, sent["seat"]
        if answer["type"] == "accepted":
            self.decided += 1
            self.acknowledged[sent["id"]] = at
            self._by[sent["id"]] = page.person.id
            self._fresh.append(sent["id"])
        elif answer["code"] in ("internal", "damaged", "bad_request"):
            self.world.broken(f"a decision at {page.table} was answered {answer}")
        elif answer["code"] == "not_your_seat" and sent["id"] in page.sent_again:
            pass  # it may have been stored before the seat was lost; nobody else may ask what was
        elif answer["code"] != "storage":
            self.refused[sent["id"]] = at
            self._fresh.append(sent["id"])

    def _answers(self, connection: Connection, messages: list[str]) -> None:
        """Each acknowledged decision is stored once, and no refused one."""
        stored: dict[str, list[tuple[str, int]]] = {}
        for some in batched(messages, 500):
            found = select(decisions.c.client, decisions.c.match, decisions.c.seat).where(decisions.c.client.in_(some))
            for row in connection.execute(found):
                stored.setdefault(row.client, []).append((row.match, row.seat))
        for message in messages:
            places = stored.get(message, [])
            if message in self.refused and places:
                self.world.broken(f"the refused decision {message} is stored at {places}")
            elif message in self.acknowledged and places != [self.acknowledged[message]]:
                at = self.acknowledged[message]
                self.world.broken(f"the acknowledged decision {message} at {at} is stored at {places}")

    def removed(self, table: str, seat: int, person: str) -> None:
        """The host knows that a player was removed from a running match: from now on that player decides nothing."""
        self._removals.setdefault((table, seat, person), START + self.world.now)

    def _removed_decide_nothing(self, connection: Connection) -> None:
        for (table, seat, person), known in self._removals.items():
            late = select(decisions.c.client).where(decisions.c.match == table, decisions.c.seat == seat)
            for client in connection.execute(late.where(decisions.c.at > known)).scalars():
                if self._by.get(client) == person:
                    self.world.broken(f"{person} was removed from seat {seat} of {table}, and decided {client} there")

    def note_line(self, page: Page, message: str) -> None:
        """A line of chat was sent."""
        self.lines[message] = page.table

    def http(self, person: Person, method: str, path: str, status: int, answer: Any) -> None:
        """An answer to a request."""
        if status >= 500 and not (isinstance(answer, dict) and answer.get("code") == "storage"):
            self.world.broken(f"{person.name} {method} {path}: {status} {answer}")

    # From time to time --------------------------------------------------------------------------------------------

    def audit(self, connection: Connection, calm: float) -> None:
        """Check what is stored; `calm` is how long nothing has disturbed the world.

        Of many tables a sample is looked at, which the seed decides, and those that the last audit found.
        """
        fresh, self._fresh = self._fresh, []
        self._answers(connection, fresh)
        if self.random.random() < 0.25 or calm == 0.0:
            self._messages_once(connection)
            self._ratings_chain(connection)
        begun = select(tables).where(tables.c.started.is_not(None))
        running = connection.execute(begun.where(tables.c.phase.in_(("playing", "paused")))).all()
        over = connection.execute(begun.where(tables.c.phase == "over").order_by(tables.c.ended.desc()).limit(8)).all()
        self.playing = {row.id for row in running if row.phase == "playing"}
        sample = self.random.sample(running, min(SAMPLE, len(running)))
        for record in records.read_all(connection, [*sample, *over]):
            match = record.load(connection)
            self._match(connection, record, match)
            self._bots_move(record, match, calm)
            self._consents(record)
        self._tournaments(connection, calm)
        self._removed_decide_nothing(connection)
        self._freed_tables()
        if calm > LATE_SECONDS + 20:
            late = records.overdue(connection, START + self.world.now - LATE_SECONDS)
            if late:
                self.world.broken(f"clocks have run out at {late}, and nothing happens")
        if calm > BEHIND_SECONDS + 20:
            self._pages(connection, self.random.sample(self._open_pages(), min(2 * SAMPLE, len(self._open_pages()))))

    def look_at_all(self, connection: Connection) -> None:
        """Look at every page, and at the bots of every running table; people have done nothing for a while."""
        self._pages(connection, self._open_pages())
        running = connection.execute(select(tables).where(tables.c.phase == "playing")).all()
        for record in records.read_all(connection, running):
            self._bots_move(record, record.load(connection), self.world.now)

    def _open_pages(self) -> list[Page]:
        return [page for person in self.world.people for page in person.pages]

    def _messages_once(self, connection: Connection) -> None:
        ours = decisions.c.client.like("w%")
        key = decisions.c.match, decisions.c.seat, decisions.c.client
        twice = connection.execute(select(*key).where(ours).group_by(*key).having(func.count() > 1)).all()
        if twice:
            self.world.broken(f"stored twice: {twice}")
        chats = connection.execute(select(talk.c.text).group_by(talk.c.text).having(func.count() > 1)).all()
        if chats:
            self.world.broken(f"said twice: {chats}")

    def _ratings_chain(self, connection: Connection) -> None:
        """Ratings change only by rated matches: each begins where the one before it has ended."""
        last: dict[tuple[str, str], float] = {}
        rated = select(results, tables.c.rated.label("wanted")).join(tables, tables.c.id == results.c.match)
        for row in connection.execute(rated.where(results.c.rated).order_by(results.c.ended)):
            key = row.person, row.game
            if not row.wanted:
                self.world.broken(f"the unrated match {row.match} was rated")
            before = last.get(key, glicko.Rating().rating)
            if abs(row.before - before) > 1e-6:
                self.world.broken(f"{key} had {before} before {row.match}, which begins at {row.before}")
            last[key] = row.after
        seen = connection.execute(select(results.c.match, results.c.seat)).all()
        if len(seen) != len(set(seen)):
            self.world.broken("a match has two results for a seat")
        for person in connection.execute(select(people.c.id)).scalars():
            for game, _ in self.world.games:
                rating, at = ratings.rating_of(connection, person, game)
                expected = last.get((person, game))
                if at is not None and (expected is None or abs(rating.rating - expected) > 1e-6):
                    self.world.broken(f"{person} has {rating.rating} in {game}, and the results give {expected}")

    def _match(self, connection: Connection, record: records.TableRecord, match: Match) -> None:
        if self.random.random() < 0.02:
            replayed = self._replayed(connection, record, match.number)
            if replayed.pos != match.pos or (replayed.left, replayed.counts) != (match.left, match.counts):
                self.world.broken(f"{record.id}: the snapshot differs from the replayed log")
        if record.phase != "over" and (list(match.actors), match.due) != (record.row.actors, record.row.due):
            told = record.row.actors, record.row.due
            self.world.broken(f"{record.id}: the list says {told}, the match {match.actors, match.due}")
        if match.over != (record.phase == "over") or (match.paused and not match.over) != (record.phase == "paused"):
            self.world.broken(f"{record.id}: phase {record.phase}, but over: {match.over}, paused: {match.paused}")
        if match.over and match.outcome is not None and not self._has_result(connection, record.id):
            self.world.broken(f"{record.id} is over without a result")
        if record.phase == "paused" and record.row.due is not None:
            self.world.broken(f"{record.id} is paused, and its clock runs out in {record.row.due - START} s")
        self._clocks(connection, record, match)

    def _bots_move(self, record: records.TableRecord, match: Match, calm: float) -> None:
        """Bots that somebody watches have moved within a while.

        A seat may have got its bot long after the last move, so the wait is counted from when it was first seen.
        """
        bots = tuple(p for p in match.actors if record.seats[p].kind == "bot")
        number, waiting, since = self._waiting.get(record.id, (match.number, bots, self.world.now))
        if (number, waiting) != (match.number, bots):
            since = self.world.now
        self._waiting[record.id] = match.number, bots, since
        idle = self.world.now - since
        if bots and calm > IDLE_SECONDS + 20 and idle > IDLE_SECONDS and record.phase == "playing":
            if any(self.world.connected_for(page) > IDLE_SECONDS for page in self.world.pages_at(record.id)):
                self.world.broken(f"{record.id}: bots at {list(bots)} have not moved for {idle:.0f} s")

    def _replayed(self, connection: Connection, record: records.TableRecord, number: int) -> Any:
        outer = connection.begin_nested()
        try:  # without snapshots, the match is played again from its start
            connection.execute(snapshots.delete().where(snapshots.c.match == record.id, snapshots.c.number > 0))
            return record.load(connection, number)
        finally:
            outer.rollback()

    @staticmethod
    def _has_result(connection: Connection, table: str) -> bool:
        return connection.execute(select(results.c.match).where(results.c.match == table)).first() is not None

    def _clocks(self, connection: Connection, record: records.TableRecord, match: Any) -> None:
        if record.clock is None or match.left is None:
            return
        entries = list(ledger.entries(connection, record.id, 0))
        gone = max((entry.at for entry in entries), default=match.at) - (record.row.started or 0.0)
        for seat, left in enumerate(match.left):
            made = sum(1 for entry in entries for step in entry.steps if step.seat == seat)
            most = record.clock.bank + record.clock.increment * made
            if not most + 0.01 >= left:
                self.world.broken(f"{record.id}: seat {seat} has {left} s of at most {most}")
            if left < record.clock.bank - gone - 1.0:
                self.world.broken(f"{record.id}: seat {seat} has {left} s after {gone} s of {record.clock.bank}")
        times = [entry.at for entry in entries]
        if times != sorted(times):
            self.world.broken(f"{record.id}: entries go back in time")

    def _consents(self, record: records.TableRecord) -> None:
        """Nobody plays a match that they have not agreed to."""
        if record.row.sought or record.row.tournament is not None:
            return
        for seat in record.seats:
            for one in seat.sat[:1]:
                person = self.world.by_id.get(one)
                if person is not None and (record.id, seat.number) not in person.consents:
                    self.world.broken(f"{person.name} plays at {record.id} without having agreed")

    def _tournaments(self, connection: Connection, calm: float) -> None:
        """Nobody plays two matches of a tournament at once; results are taken in, and nothing waits for ever."""
        now = START + self.world.now
        for row in connection.execute(select(tournaments).where(tournaments.c.phase != "over")):
            if calm > LATE_SECONDS + 20 and row.due is not None and row.due < now - LATE_SECONDS:
                self.world.broken(f"tournament {row.id} was due {now - row.due:.0f} s ago, and does not go on")
        open_ = select(pairings, tables.c.phase, tables.c.ended.label("match_ended"))
        open_ = open_.join(tables, tables.c.id == pairings.c.table)
        open_ = open_.join(tournaments, tournaments.c.id == pairings.c.tournament)
        busy: set[tuple[str, str]] = set()
        for row in connection.execute(open_.where(pairings.c.points.is_(None), tournaments.c.phase == "running")):
            if calm > LATE_SECONDS + 20 and row.phase == "over" and row.match_ended < now - LATE_SECONDS:
                self.world.broken(f"tournament {row.tournament} has not taken in the result of {row.table}")
            for player in row.players:
                if (row.tournament, player) in busy:
                    self.world.broken(f"{player} plays two matches of tournament {row.tournament} at once")
                busy.add((row.tournament, player))

    def _freed_tables(self) -> None:
        """Most tables that are put away are freed by themselves: the garbage collector is off in a world.

        An error's traceback may hold a single one for longer.
        """
        still: dict[Any, weakref.ref[Any]] = {}
        stuck = freed = 0
        for key, known in self._open.items():
            process, table = key[0], known()
            freed += table is None
            if table is not None and not process.dead and process.tables.get(key[1]) is not table:
                stuck += self._freed.get(key) is known
                still[key] = known
        self._freed, self._gone = still, self._gone + freed
        if stuck > 2 and stuck > self._gone:
            self.world.broken(f"{stuck} tables were put away and are still in memory, and {self._gone} are not")
        for process in self.world.processes:
            for table_id, table in process.tables.items():
                key = process, table_id
                if self._open.get(key) is None or self._open[key]() is not table:
                    self._open[key] = weakref.ref(table)
        self._open = {key: known for key, known in self._open.items() if known() is not None and not key[0].dead}

    def _pages(self, connection: Connection, chosen: Sequence[Page]) -> None:
        """These pages, and those that were unlike before, know what was stored a while ago."""
        unlike, self._unlike = self._unlike, {}
        pages = self._open_pages()
        for page in dict.fromkeys([*(one for one in unlike if one in pages), *chosen]):
            if page.closed or not page.connected or self.world.connected_for(page) < BEHIND_SECONDS + 10:
                continue
            record = records.read_table(connection, page.table)
            self._shows_the_table(page, record, unlike)
            for viewer, number in page.numbers.items():
                if viewer not in (record.seats_of(self._as_person(page)) or (SPECTATOR,)):
                    continue
                before = START + self.world.now - BEHIND_SECONDS
                where = decisions.c.match == page.table, decisions.c.at < before
                seen = decisions.c.noticed.bitwise_and(bit_of(viewer))
                count = connection.execute(
                    select(func.count()).select_from(decisions).where(*where, seen != 0)
                ).scalar_one()
                if count > number:
                    self.world.broken(
                        f"{page.person.name} at {page.table}, viewer {viewer}: knows {number} of {count} entries"
                    )

    def _shows_the_table(self, page: Page, record: records.TableRecord, before: dict[Page, Any]) -> None:
        """A page shows the table as it is stored, if nothing has changed since the last audit."""
        if not page.view:
            return
        view = views.view(record, self._as_person(page))
        stored, shown = _lasting(json.loads(msgspec.json.encode(view))), _lasting(page.view)
        if shown != stored:
            if before.get(page) == (stored, shown):
                parts = [(part, shown[part], stored[part]) for part in stored if shown[part] != stored[part]]
                self.world.broken(f"{page.person.name} at {page.table} is shown other than is stored: {parts}")
            self._unlike[page] = stored, shown

    @staticmethod
    def _as_person(page: Page) -> Account:
        return Account(page.person.id, page.person.name)

    def finish(self, connection: Connection) -> None:
        """At the end, every acknowledged decision is stored once, and no refused one."""
        self.audit(connection, 0.0)
        self._answers(connection, [*self.acknowledged, *self.refused])
        for seat in connection.execute(select(seats).where(seats.c.kind == "person", seats.c.person.is_(None))):
            self.world.broken(f"seat {seat.number} of {seat.table} has a person without a name")
