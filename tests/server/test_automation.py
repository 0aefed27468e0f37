"""Bots, clocks, forced and conditional moves of one table, without a server: the test has its own time and bots."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select

import ludotheque as lt
from ludotheque.server.errors import Refused
from ludotheque.server.live import automation as module
from ludotheque.server.live import presenter
from ludotheque.server.live.automation import LEASE_SECONDS, Automation
from ludotheque.server.live.changes import NewEntry, NewRecord, Plan
from ludotheque.server.live.workers import BotMove
from ludotheque.server.matches import ledger
from ludotheque.server.matches import match as rules
from ludotheque.server.matches.entries import STAND_IN, Entry
from ludotheque.server.matches.match import Match
from ludotheque.server.people import services as people
from ludotheque.server.people.schemas import Person
from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import leases
from ludotheque.server.tables import leasing, making, records, seating
from ludotheque.server.tables.schemas import Clock, Conditional, ConditionalMove, NewSeat, NewTable, Sit

LEADER = "scoiatael francesca_daisy_of_the_valley"
# One unit alone lies on the side of seat 0: after the decoy it can only take that one back.
POSITION = f"""
game: gwynt 1
round: 1
turn: 0
seat 0: {LEADER}
hand 0: decoy eithne
close 0: mahakaman_defender
seat 1: {LEADER}
hand 1: dennis_cranmer iorveth
"""
BANK = 60.0
PATIENCE = 20.0  # timeout in seconds; no passing test waits for it
ID = "table"


@dataclass
class Bench:
    """One table and its automation. `now` is the time; it passes only where the automation sleeps."""

    storage: Storage
    record: records.TableRecord
    match: Match
    now: float = 0.0
    watched: bool = True
    stood_in: bool = False
    asked: list[tuple[str, str, int]] = field(default_factory=list)  # level, seed and seat of each question to a bot
    entries: list[Entry] = field(default_factory=list)
    slept: list[float] = field(default_factory=list)
    plans: int = 0
    while_thinking: Callable[[], object] = lambda: None
    while_sleeping: Callable[[], object] = lambda: None
    before_plan: Callable[[], object] = lambda: None
    errors: list[Exception] = field(default_factory=list)  # raised by the next plans

    def __post_init__(self) -> None:
        bench = self
        settings: Any = SimpleNamespace(now=lambda: self.now, bot_pause=0.0, auto_pause=(0.0, 0.0))
        workers: Any = SimpleNamespace(bot_move=self._bot_move)

        class Audience:
            watched = property(lambda _: bench.watched)

            @staticmethod
            def address(record: object) -> str:
                return "there"

        self.automation = Automation(self.storage, settings, workers, "mine", self._carry_out, Audience())  # type: ignore[arg-type]

    async def sleep(self, seconds: float) -> None:
        """Let time pass at the table."""
        self.slept.append(seconds)
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + 1.0)
            self.while_sleeping()
            await REAL_SLEEP(0)

    async def _bot_move(self, level: str, seed: str, match: Match, seat: int, owner: Any) -> BotMove:
        self.asked.append((level, seed, seat))
        assert owner == ("there", ID)
        self.while_thinking()
        return BotMove(match.pos.moves(seat)[0].id, self.stood_in)

    async def _carry_out(self, plan: Plan) -> None:
        self.plans += 1
        await REAL_SLEEP(0)
        self.before_plan()
        if self.errors:
            raise self.errors.pop(0)
        change = await plan(self.record, self.match)
        if isinstance(change, NewEntry):
            await self.storage.written(ledger.appending(ID, change.entry, change.match, self.match))
            self.entries.append(change.entry)
            self.match = change.match
        elif isinstance(change, NewRecord):
            self.record = await self.storage.written(change.job)
        self.wake()

    def wake(self) -> None:
        """Give the automation the state of the table, as a table does after each change."""
        self.automation.wake(self.record, self.match)

    def step(self, step: tuple[Match, Entry]) -> None:
        """Append an entry that is not the automation's."""
        match, entry = step
        self.storage.write(ledger.appending(ID, entry, match, self.match)).result()
        self.match = match

    def change(self, job: Callable[[Any], records.TableRecord]) -> None:
        """Change the table."""
        self.record = self.storage.write(job).result()

    @property
    def done(self) -> list[tuple[str, int | None, str | None]]:
        """The entries of the automation: kind, seat, and the mark of its origin."""
        return [(entry.kind, entry.seat, entry.client) for entry in self.entries]

    @property
    def busy(self) -> bool:
        """Whether the automation has anything under way."""
        own = (self.automation._bots, self.automation._clock, self.automation._conditional)
        return any(task is not None and not task.done() for task in (*own, *self.automation._forced._waiting))

    async def settle(self, enough: Callable[[], object] = lambda: False) -> None:
        """Run the automation until it is idle, or until `enough` is true."""
        end = time.monotonic() + PATIENCE
        await REAL_SLEEP(0)
        while self.busy and not enough():
            assert time.monotonic() < end, "the automation never becomes idle"
            await REAL_SLEEP(0.0005)

    def run(self, enough: Callable[[], object] = lambda: False) -> None:
        """Wake the automation, run it until it is idle, and close it."""

        async def play() -> None:
            self.wake()
            await self.settle(enough)
            await self.automation.close()

        asyncio.run(play())

    def run_until_done(self) -> None:
        """The same, until the automation has made an entry: it may retry after a while."""

        async def play() -> None:
            self.wake()
            end = time.monotonic() + PATIENCE
            while not self.done:
                assert time.monotonic() < end, "it does not try again"
                await REAL_SLEEP(0.001)
            await self.automation.close()

        asyncio.run(play())


REAL_SLEEP = asyncio.sleep


@pytest.fixture
def bench(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Bench]:
    """Make a table with an automation; its seats are "me", "open" (another person) or "bot"."""

    def make(
        *kinds: str, game: str = "gwynt", position: str | None = POSITION, at_zero: str | None = None, **more: Any
    ) -> Bench:
        ana, _ = storage.write(lambda c: people.welcome(c, "Ana", 0.0)).result()
        seats = [NewSeat(kind=kind, bot="random" if kind == "bot" else None) for kind in kinds]  # type: ignore[arg-type]
        clock = Clock(bank=BANK, increment=5.0, at_zero=at_zero) if at_zero else None  # type: ignore[arg-type]
        wish = NewTable(game=game, seats=seats, position=position, clock=clock, **more)
        record = storage.write(lambda c: making.create(c, ana, wish, ID, bytes(32), 0.0)).result()
        for seat in record.seats:
            if seat.kind == "open":
                other, _ = storage.write(lambda c: people.welcome(c, "Bo", 0.0)).result()
                storage.write(_sitting(other, seat.number)).result()
        match, entry = rules.begin(record.deal(), 0.0, BANK if at_zero else None, 5.0)
        storage.write(ledger.appending(ID, entry, match)).result()
        made = Bench(storage, storage.read(lambda c: records.read_table(c, ID)), match)
        monkeypatch.setattr(module, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": made.sleep}))
        return made

    return make


def _sitting(person: Person, seat: int) -> Callable[[Any], Any]:
    return lambda c: seating.sit(c, ID, person, seat, Sit())


def pausing(table: Bench, wanted: bool = True) -> Callable[[], None]:
    """A way to pause the match, or to let it go on."""
    return lambda: table.step(rules.pause(table.match, 1, wanted, table.now))


def first_move(match: Match, seat: int) -> int:
    """The first legal move of a seat."""
    return match.pos.moves(seat)[0].id


def dropped(table: Bench) -> bool:
    """Whether the conditional moves of seat 1 are dropped; they must still be noted there."""
    left = table.record.seats[1].conditional
    assert left is not None
    return left.dropped


# Bots -----------------------------------------------------------------------------------------------------------------


def test_a_bot_moves_when_it_is_asked_with_a_seed_made_of_the_deal(bench):
    table = bench("bot", "me")
    number = table.match.number
    table.run()
    assert table.done == [("decide", 0, None)]
    assert table.asked == [("random", f"{table.record.origin.seed} {number}", 0)]


def test_the_move_of_a_substitute_is_marked(bench):
    table = bench("bot", "me")
    table.stood_in = True
    table.run()
    assert table.done == [("decide", 0, STAND_IN)]


def test_no_bot_moves_for_a_person(bench):
    table = bench("me", "bot")
    table.run()
    assert (table.done, table.asked) == ([], [])


def test_a_bot_waits_for_a_moment_if_the_settings_say_so(bench):
    table = bench("bot", "me")
    table.automation._settings.bot_pause = 0.7
    table.run()
    assert table.done == [("decide", 0, None)]
    (slept,) = table.slept
    assert 0.35 < slept < 1.05


def test_no_two_pauses_of_a_bot_are_alike():
    """They are drawn from the deal and the move's number, not from what the bot holds."""
    pauses = [module._pace(f"deal {number}") for number in range(200)]
    assert len(set(pauses)) == 200
    assert min(pauses) >= 0.5
    assert max(pauses) <= 1.5
    assert 0.9 < sum(pauses) / 200 < 1.1


def test_no_bot_moves_while_the_table_is_paused(bench):
    table = bench("bot", "me")
    pausing(table)()
    table.run()
    assert (table.asked, table.done) == ([], [])


def test_a_bot_moves_once_a_pause_is_over(bench):
    table = bench("bot", "me")
    pausing(table)()
    pausing(table, False)()
    table.run()
    assert table.done == [("decide", 0, None)]


def test_a_bot_during_whose_thought_the_table_was_paused_makes_no_move(bench):
    table = bench("bot", "me")
    table.while_thinking = pausing(table)
    table.run()
    assert len(table.asked) == 1
    assert table.done == []


def test_a_bot_whose_question_has_changed_while_it_thought_is_asked_again(bench):
    table = bench("bot", "me")

    def decide_first() -> None:
        table.while_thinking = lambda: None
        table.step(rules.decide(table.match, 0, ["decoy"], 0.0))

    table.while_thinking = decide_first
    table.run()
    assert [seed.rpartition(" ")[2] for _, seed, _ in table.asked] == ["0", "1"]
    assert table.done == [("decide", 0, None)]


def test_bots_move_only_where_somebody_sees_it_or_a_tournament_waits(bench):
    table = bench("bot", "me")
    table.watched = False
    table.run()
    assert table.asked == []
    row = SimpleNamespace(**{**table.record.row._mapping, "tournament": "cup"})
    table = Bench(table.storage, records.TableRecord(row, table.record.seats), table.match, watched=False)  # type: ignore[arg-type]
    assert table.automation._bot_to_move() is None, "the automation has no state of the table yet"
    table.automation._record, table.automation._match = table.record, table.match
    found = table.automation._bot_to_move()
    assert found is not None
    assert found[2] == 0


def test_bots_are_left_to_the_process_that_holds_the_lease_until_that_has_run_out(bench):
    table = bench("bot", "me")
    table.storage.write(lambda c: leasing.claim(c, ID, "other", 0.0, 2.5)).result()
    table.run()
    assert table.slept == [module.LOOK_AGAIN] * 3, "it looks again every second"
    assert table.done == [("decide", 0, None)]


def test_a_lease_is_renewed_after_half_its_time_and_let_go_at_the_end(bench):
    table = bench("bot", "me")

    def held() -> list[tuple[str, float]]:
        found = table.storage.read(lambda c: c.execute(select(leases.c.holder, leases.c.until)).all())
        return [(row.holder, row.until) for row in found]

    async def hold() -> None:
        assert not await table.automation.hold(), "there is no table yet"
        table.wake()
        assert await table.automation.hold()
        await table.settle()
        assert held() == [("mine", LEASE_SECONDS)]
        table.now = LEASE_SECONDS / 2 - 0.1
        assert await table.automation.hold()
        assert held() == [("mine", LEASE_SECONDS)], "it is good for a while"
        table.now = LEASE_SECONDS / 2
        assert await table.automation.hold()
        assert held() == [("mine", 1.5 * LEASE_SECONDS)]
        await table.automation.close()
        assert held() == []
        await table.automation.close()

    asyncio.run(hold())


def test_nothing_is_done_after_the_automation_was_closed(bench):
    table = bench("bot", "me")

    async def play() -> None:
        await table.automation.close()
        table.wake()
        assert table.automation._bots is None

    asyncio.run(play())


@pytest.mark.parametrize(
    ("error", "logged"), [(Refused("stale"), []), (ZeroDivisionError(), ["bots stopped at a table"])]
)
def test_a_bot_whose_move_fails_tries_again(bench, monkeypatch, caplog, error, logged):
    monkeypatch.setattr(module, "RETRY_SECONDS", 0.01)
    table = bench("bot", "me")
    table.errors = [error]
    with caplog.at_level(logging.ERROR):
        table.run_until_done()
    assert table.done == [("decide", 0, None)]
    assert [line.partition(":")[0] for line in caplog.messages] == logged


# Clocks ---------------------------------------------------------------------------------------------------------------


def test_between_two_who_runs_out_of_time_has_lost_where_the_table_chose_so(bench):
    table = bench("me", "open", at_zero="loss")
    table.run()
    assert table.done == [("end", 0, None)]
    assert BANK < table.now < BANK + 2
    assert table.match.outcome["cause"] == "time"
    assert table.match.outcome["shares"] == [0.0, 1.0]
    assert table.match.outcome["ranking"] == [[1], [0]]


def test_among_more_than_two_a_bot_takes_the_seat_instead(bench):
    table = bench("me", "open", "open", game="lampions", position=None, at_zero="loss")
    table.watched = False
    table.run(lambda: all(seat.kind == "bot" for seat in table.record.seats))
    assert [seat.kind for seat in table.record.seats] == ["bot"] * 3, "nobody had moved"
    assert not table.match.over
    assert table.done == []


def test_a_bot_takes_the_seat_where_the_table_chose_so(bench):
    table = bench("me", "open", at_zero="bot")
    table.watched = False
    table.run()
    assert [seat.kind for seat in table.record.seats] == ["bot", "person"]
    assert table.done == []


def test_a_random_move_is_made_where_the_table_chose_so(bench):
    table = bench("me", "open", at_zero="move")
    number = table.match.number
    table.run(lambda: table.entries)
    assert table.done[0] == ("decide", 0, "clock")
    assert table.asked[0] == ("random", f"{table.record.origin.seed} {number}", 0)
    assert all(seat.kind == "person" for seat in table.record.seats)


def test_nobody_loses_while_the_match_is_paused(bench):
    table = bench("me", "open", at_zero="loss")
    table.now = 10.0
    pausing(table)()
    table.now = 10 * BANK
    table.run()
    assert (table.done, table.slept) == ([], [])


def test_a_decision_in_time_saves_the_clock(bench):
    """The clock looks again when that time is over, and finds that another seat's time runs."""
    table = bench("me", "open", at_zero="loss")

    def decide_late() -> None:
        if table.match.actors == (0,) and table.now > BANK - 2:
            table.step(rules.decide(table.match, 0, ["pass"], table.now))
            table.wake()

    table.while_sleeping = decide_late
    table.run()
    assert table.done == [("end", 1, None)]
    assert table.now > 2 * BANK - 2
    assert len(table.slept) < 5, "it sleeps until a clock runs out"


def test_a_clock_with_less_time_is_not_missed(bench):
    """While the clock of one seat is slept through, another starts to run that has less time left."""
    table = bench("me", "open", at_zero="loss")

    def decide_soon() -> None:
        if table.match.actors == (0,) and table.now > 2:
            after, entry = rules.decide(table.match, 0, ["pass"], table.now)
            assert after.left is not None
            table.step((after._but(left=(after.left[0], 5.0)), entry))
            table.wake()

    table.while_sleeping = decide_soon
    table.run()
    assert table.done == [("end", 1, None)]
    assert table.now < 10


def test_the_clock_of_a_bot_is_not_watched(bench):
    table = bench("bot", "me", at_zero="loss")
    table.watched = False
    table.run()
    assert (table.done, table.slept) == ([], [])


def test_a_clock_is_left_to_the_process_that_holds_the_lease(bench):
    table = bench("me", "open", at_zero="loss")
    table.storage.write(lambda c: leasing.claim(c, ID, "other", BANK, BANK + 3)).result()
    table.run()
    assert table.done == [("end", 0, None)]
    assert table.now > BANK + 3


@pytest.mark.parametrize(
    ("error", "logged"), [(Refused("stale"), []), (ZeroDivisionError(), ["the clock stopped at a table"])]
)
def test_a_clock_that_fails_tries_again(bench, monkeypatch, caplog, error, logged):
    monkeypatch.setattr(module, "RETRY_SECONDS", 0.01)
    table = bench("me", "open", at_zero="loss")
    table.errors = [error]
    with caplog.at_level(logging.ERROR):
        table.run_until_done()
    assert table.done == [("end", 0, None)]
    assert [line.partition(":")[0] for line in caplog.messages] == logged


# Forced moves ---------------------------------------------------------------------------------------------------------


def forced_next(bench: Callable[..., Bench]) -> Bench:
    """A table where seat 0 wants forced decisions made, and has a forced one before it."""
    table = bench("me", "open")
    table.change(lambda c: seating.set_auto(c, ID, 0, True))
    table.step(rules.decide(table.match, 0, ["decoy"], 0.0))
    return table


def test_a_forced_decision_is_made(bench):
    table = forced_next(bench)
    table.run()
    assert table.done == [("decide", 0, None)]
    assert table.match.actors == (1,)


def test_a_forced_decision_is_not_made_while_the_table_is_paused_nor_when_it_is_paused_meanwhile(bench):
    table = forced_next(bench)
    table.before_plan = pausing(table)
    table.run()
    assert (table.plans, table.done) == (1, [])
    table = Bench(table.storage, table.record, table.match)
    table.run()
    assert table.plans == 0


def test_a_forced_decision_is_not_made_for_who_has_switched_it_off_meanwhile(bench):
    table = forced_next(bench)
    table.before_plan = lambda: table.change(lambda c: seating.set_auto(c, ID, 0, False))
    table.run()
    assert (table.plans, table.done) == (1, [])


def test_a_forced_decision_is_not_made_for_a_bot_or_twice(bench):
    table = forced_next(bench)
    forced = rules.decide(table.match, 0, [first_move(table.match, 0)], 0.0)
    table.before_plan = lambda: table.step(forced)
    table.run()
    assert (table.plans, table.done) == (1, []), "the person was first"


# Conditional moves ----------------------------------------------------------------------------------------------------


def left_a_line(bench: Callable[..., Bench], *line: tuple[str, str]) -> Bench:
    """A table where seat 1 has left conditional moves, each an expected move and an answer."""
    table = bench("me", "open")
    moves = [ConditionalMove([expected], [answer]) for expected, answer in line]
    since = table.match.count(1)
    table.change(lambda c: seating.set_conditional(c, ID, 1, Conditional(moves, since)))
    return table


def test_a_conditional_move_is_played_when_it_was_expected_and_the_next_one_waits(bench):
    table = left_a_line(bench, ("eithne", "iorveth"), ("pass", "pass"))
    table.step(rules.decide(table.match, 0, ["eithne"], 0.0))
    table.run()
    assert table.done == [("decide", 1, "conditional")]
    assert table.record.seats[1].conditional is not None


def test_a_conditional_move_that_does_not_fit_is_dropped_with_a_note(bench):
    table = left_a_line(bench, ("pass", "pass"))
    table.step(rules.decide(table.match, 0, ["eithne"], 0.0))
    table.run()
    assert table.done == []
    assert dropped(table)


def test_a_conditional_move_that_the_rules_forbid_is_dropped_with_a_note(bench):
    table = left_a_line(bench, ("eithne", "eithne"))
    table.step(rules.decide(table.match, 0, ["eithne"], 0.0))
    table.run()
    assert table.done == []
    assert dropped(table)


def test_a_line_that_has_come_to_its_end_is_removed_without_a_note(bench):
    table = left_a_line(bench, ("pass", "iorveth"))
    table.step(rules.decide(table.match, 0, ["pass"], 0.0))
    table.run()
    assert table.done == [("decide", 1, "conditional")]
    assert table.match.actors == (1,), "the other has passed: it is asked again"
    assert table.record.seats[1].conditional is None


def test_no_conditional_move_is_played_while_the_table_is_paused(bench):
    table = left_a_line(bench, ("eithne", "iorveth"))
    table.step(rules.decide(table.match, 0, ["eithne"], 0.0))
    pausing(table)()
    table.run()
    assert table.done == []
    assert not dropped(table)


def test_no_conditional_move_is_played_when_the_table_is_paused_meanwhile(bench):
    table = left_a_line(bench, ("eithne", "iorveth"))
    table.step(rules.decide(table.match, 0, ["eithne"], 0.0))
    table.before_plan = pausing(table)
    table.run()
    assert (table.plans, table.done) == (1, [])
    assert not dropped(table)


def test_conditional_moves_are_left_to_the_process_that_holds_the_lease(bench):
    table = left_a_line(bench, ("eithne", "iorveth"))
    table.step(rules.decide(table.match, 0, ["eithne"], 0.0))
    table.storage.write(lambda c: leasing.claim(c, ID, "other", 0.0, 2.5)).result()
    table.run()
    assert table.slept == [module.LOOK_AGAIN] * 3
    assert table.done == [("decide", 1, "conditional")]


@pytest.mark.parametrize(
    ("error", "logged"), [(Refused("stale"), []), (ZeroDivisionError(), ["a conditional move failed"])]
)
def test_a_conditional_move_that_fails_is_tried_again(bench, monkeypatch, caplog, error, logged):
    monkeypatch.setattr(module, "RETRY_SECONDS", 0.01)
    table = left_a_line(bench, ("eithne", "iorveth"))
    table.step(rules.decide(table.match, 0, ["eithne"], 0.0))
    table.errors = [error]
    with caplog.at_level(logging.ERROR):
        table.run_until_done()
    assert [line.partition(":")[0] for line in caplog.messages] == logged


# After the end --------------------------------------------------------------------------------------------------------


def test_after_the_end_nothing_can_be_taken_back_or_withdrawn():
    match, _ = rules.begin(lt.game("lampions", "plain").start(players=3, seed=1), 0.0)
    chosen, _ = rules.decide(match, 0, [first_move(match, 0)], 1.0)
    assert presenter.face(chosen, 0).may_withdraw
    over, _ = rules.end(chosen, None, rules.agreed(3, False), 2.0)
    face = presenter.face(over, 0)
    assert (face.may_withdraw, face.may_undo, face.moves, face.bundles) == (False, 0, [], [])
    with pytest.raises(lt.GameOver):
        rules.withdraw(over, 0, 3.0)
