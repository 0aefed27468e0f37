"""Bots that fail or never answer: another one plays, the match goes on, and nobody else waits."""

from __future__ import annotations

import asyncio
import logging
import operator
import os
import sys
import threading
import time
from functools import partial
from random import Random

import pytest

import ludotheque as lt
from ludotheque import bots
from ludotheque.server.errors import Refused
from ludotheque.server.games import levels
from ludotheque.server.live import workers
from ludotheque.server.live.workers import ThreadPool, Workers
from ludotheque.server.matches.match import begin
from tests.server.house import PATIENCE, play_to_the_end

STUCK = 120.0  # seconds: longer than anybody waits here


class Broken:
    """A bot with a fault."""

    name = "greedy"
    seed = 0

    def choose(self, pos, seat):
        """No move."""
        raise ZeroDivisionError


class Stuck:
    """A bot that never answers, until it is let go."""

    name = "random"
    seed = 0
    go = threading.Event()
    asked = threading.Event()

    def choose(self, pos, seat):
        """A move, much too late."""
        self.asked.set()
        self.go.wait(STUCK)
        return pos.moves(seat)[0]


def one_match():
    """A match of Gwynt that has just begun."""
    return begin(lt.game("gwynt", "plain").start(seed=3), 0.0)[0]


@pytest.fixture
def stuck(monkeypatch):
    """The random bot never answers, and is waited for but a moment."""
    Stuck.go.clear()
    Stuck.asked.clear()
    monkeypatch.setitem(bots.BOTS, "random", lambda seed: Stuck())
    monkeypatch.setattr(workers, "BOT_SECONDS", 0.2)
    monkeypatch.setattr(workers, "SUBSTITUTE_SECONDS", 30.0)
    yield
    Stuck.go.set()


def ask_bot(count: int = 1, level: str = "random") -> list[int]:
    """The moves of a bot, asked `count` times at the same time."""
    match = one_match()
    seat = match.actors[0]

    async def play() -> list[int]:
        pool = Workers()
        try:
            asked = (pool.bot_move(level, f"s{n}", match, seat) for n in range(count))
            return [move for move, _ in await asyncio.gather(*asked)]
        finally:
            pool.close()

    return asyncio.run(play())


def test_the_greedy_bot_plays_for_one_that_never_answers_however_many_do_so(stuck, caplog):
    match = one_match()
    began = time.monotonic()
    moves = ask_bot(5)
    assert time.monotonic() - began < STUCK / 2, "threads that are stuck are replaced"
    seat = match.actors[0]
    for n, move in enumerate(moves):
        assert move == levels.substitute_move(f"s{n}", match.pos, seat).id
    assert "the random bot failed at gwynt: TimeoutError" in caplog.text
    assert "position" not in caplog.text


def test_the_greedy_bot_plays_for_one_that_fails(monkeypatch, caplog):
    monkeypatch.setitem(bots.BOTS, "random", lambda seed: Broken())
    match = one_match()
    with caplog.at_level(logging.ERROR):
        (move,) = ask_bot(1, "random")
    assert move in [legal.id for legal in match.pos.moves(match.actors[0])]
    assert "failed at gwynt" in caplog.text
    assert "ZeroDivisionError" in caplog.text


def test_any_legal_move_is_played_when_no_bot_can(monkeypatch, caplog):
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(levels, "choose_move", broken)
    monkeypatch.setattr(levels, "substitute_move", broken)
    match = one_match()
    (move,) = ask_bot()
    assert move in [legal.id for legal in match.pos.moves(match.actors[0])]
    assert "no bot could play at gwynt: ZeroDivisionError" in caplog.text


def test_a_bot_that_thinks_for_an_hour_has_no_place_at_a_table(house):
    ana = house.guest("Ana")
    for level in ("seconds:3600", "sims:10000000", "nobody"):
        seats = [{"kind": "me"}, {"kind": "bot", "bot": level}]
        assert ana.ask("POST", "/api/tables", {"game": "gwynt", "seats": seats}, status=409)["code"] == "no_such_bot"


def test_a_table_goes_on_with_a_bot_that_never_answers(stuck, house, caplog):
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "bot", "bot", options={"rounds": 3})
    ana.start(table)
    play_to_the_end({0: ana.page(table)}, Random(1))
    assert "the random bot failed at lampions: TimeoutError" in caplog.text


def test_while_a_bot_is_waited_for_nobody_waits_at_other_tables(stuck, house, monkeypatch):
    monkeypatch.setattr(workers, "BOT_SECONDS", STUCK)
    ana, bo = house.guest("Ana"), house.guest("Bo")
    slow = ana.table("lampions", "me", "bot", "bot", options={"rounds": 3})
    ana.start(slow)
    page = ana.page(slow)
    assert Stuck.asked.wait(PATIENCE)
    other = bo.table("lampions", "me", {"kind": "bot", "bot": "greedy"}, "me")
    bo.start(other)
    there = bo.page(other)
    move = there.faces[0]["moves"][0]["id"]
    assert there.ask("preview", seat=0, move=move)["type"] == "previewed"
    assert there.decide(0, move)["type"] == "accepted"
    page.caught_up()
    assert page.faces[0]["view"]["ready"] == [], "the bot is still waited for"


def test_a_match_goes_on_with_the_greedy_bot_in_place_of_one_that_fails(house, monkeypatch, caplog):
    played: list[int] = []
    choose = bots.Greedy.choose

    def noted(greedy: bots.Greedy, pos: lt.Position, seat: int) -> lt.Move:
        played.append(seat)
        return choose(greedy, pos, seat)

    monkeypatch.setitem(bots.BOTS, "random", lambda seed: Broken())
    monkeypatch.setattr(bots.Greedy, "choose", noted)
    ana = house.guest("Ana")
    table = ana.table("lampions", "me", "bot", "bot", options={"rounds": 3})
    ana.start(table)
    page = ana.page(table)
    play_to_the_end({0: page}, Random(1))
    page.caught_up()
    made = [step["seat"] for entry in page.logs[0].values() for step in entry["steps"] if step["seat"] > 0]
    assert sorted(played) == sorted(made), "every move of theirs is the greedy bot's"
    told = {entry["seat"]: entry.get("stood_in", False) for entry in page.logs[0].values() if entry["kind"] == "decide"}
    assert told == {0: False, 1: True, 2: True}, "and everybody is told so"
    assert caplog.text.count("failed at lampions, the greedy one plays: ZeroDivisionError") == len(made)
    assert "Traceback" not in caplog.text


def test_one_visitor_does_not_keep_the_bots_of_others_from_moving(stuck, house, monkeypatch):
    """Bots that never answer, at more tables than there are threads, and hints: another person's bot moves at once."""
    monkeypatch.setattr(workers, "BOT_SECONDS", STUCK)
    eve, bo = house.guest("Eve", "203.0.113.5"), house.guest("Bo", "198.51.100.7")
    for _ in range(workers.THINKERS):
        table = eve.table("lampions", "me", "bot", "bot")
        eve.start(table)
        eve.page(table)
    assert Stuck.asked.wait(PATIENCE)
    other = bo.table("lampions", "me", {"kind": "bot", "bot": "greedy"}, "me")
    bo.start(other)
    there = bo.page(other)
    there.until(lambda m: m["type"] == "update" and m["face"]["view"]["ready"] == [1])


def test_every_address_gets_the_same_share_and_each_of_its_tables_the_same_of_that():
    """With two threads an address may use one, so that those who asked first are not always first."""
    queue = workers.FairQueue(2)
    owners = [("a", "1")] * 4 + [("a", "2")] * 2 + [("b", "3")] * 2 + [("c", "4")]
    for owner in owners:
        queue.put(workers.Task(int, None, workers.Owner(*owner)))  # type: ignore[arg-type]
    assert queue.waiting("a") == 6
    order = []
    while len(queue):
        task = queue.get()
        assert task is not None
        order.append("".join(task.owner))
        queue.done(task.owner, 1.0)
    assert order == ["a1", "b3", "c4", "a2", "b3", "a1", "a2", "a1", "a1"]
    for owner in (("a", "1"), ("a", "1"), ("b", "3")):
        queue.put(workers.Task(int, None, workers.Owner(*owner)))  # type: ignore[arg-type]
    taken = [queue.get(), queue.get()]
    assert [task.owner.address for task in taken if task] == ["a", "b"], "no address has all threads"
    assert queue._next() is None
    queue.done(workers.Owner("a", "1"), 1.0)
    assert queue._next() == "a"


def test_a_bot_whose_turn_does_not_come_is_stood_in_for(stuck, monkeypatch, caplog):
    monkeypatch.setattr(workers, "BOT_SECONDS", STUCK)
    monkeypatch.setattr(workers, "TURN_SECONDS", 0.05)
    match = one_match()
    seat = match.actors[0]

    async def play() -> int:
        pool = Workers()
        try:
            busy = [asyncio.create_task(pool.bot_move("random", "s", match, seat)) for _ in range(workers.THINKERS)]
            await asyncio.sleep(0)
            move, stood_in = await pool.bot_move("greedy", "late", match, seat)
            assert stood_in
            for task in busy:
                task.cancel()
            await asyncio.gather(*busy, return_exceptions=True)
            return move
        finally:
            pool.close()

    assert asyncio.run(play()) == levels.substitute_move("late", match.pos, seat).id
    assert "no thread was free for the greedy bot at gwynt" in caplog.text


def test_an_address_that_asks_for_more_than_can_wait_is_refused(stuck, monkeypatch):
    monkeypatch.setattr(workers, "MOST_WAITING", 3)
    go = threading.Event()

    async def fill_queue() -> None:
        pool = Workers()
        eve = workers.Owner("203.0.113.5", "t")
        try:
            asked = [asyncio.create_task(pool._asked.run(go.wait, owner=eve)) for _ in range(workers.THINKERS + 2)]
            while pool._asked.jobs.waiting(eve.address) != 3:
                await asyncio.sleep(0.01)
            with pytest.raises(Refused):
                await pool.run(int, eve)
            assert await pool.run(int, workers.Owner("198.51.100.7", "u")) == 0, "others are not"
            go.set()
            await asyncio.gather(*asked)
        finally:
            go.set()
            pool.close()

    asyncio.run(fill_queue())


def test_threads_work_on_after_one_was_given_up_and_are_no_more_than_wanted():
    go = threading.Event()

    async def work() -> None:
        threads = ThreadPool("one of these", 1)
        with pytest.raises(TimeoutError):
            await threads.run(lambda: go.wait(30), 0.05)
        assert await threads.run(lambda: 7) == 7
        go.set()
        assert [await threads.run(partial(int, n)) for n in range(5)] == list(range(5))
        end = time.monotonic() + PATIENCE
        while sum(thread.name == "one of these" for thread in threading.enumerate()) > 1:
            assert time.monotonic() < end, "the one that was given up has gone"
            await asyncio.sleep(0.01)
        with pytest.raises(KeyError):
            await threads.run(partial(operator.getitem, {}, "nothing"))
        threads.close()

    asyncio.run(work())


def test_a_cancelled_request_is_not_computed():
    done: list[int] = []
    go = threading.Event()

    async def work() -> None:
        threads = ThreadPool("test", 1)
        first = asyncio.create_task(threads.run(lambda: go.wait(30)))
        await asyncio.sleep(0.05)
        second = asyncio.create_task(threads.run(lambda: done.append(2)))
        await asyncio.sleep(0.01)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        go.set()
        await first
        await threads.run(lambda: done.append(3))
        threads.close()

    asyncio.run(work())
    assert done == [3]


def test_bots_give_way(monkeypatch):
    """Their threads step back before they think, those that people wait for do not."""
    stepped_back: set[int] = set()

    def noted() -> None:
        bots.step_back()
        stepped_back.add(threading.get_ident())

    monkeypatch.setattr(levels, "step_back", noted)

    def read_priority() -> tuple[bool, int]:
        priority = os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) if sys.platform == "linux" else 0
        return threading.get_ident() in stepped_back, priority

    async def nice() -> tuple[tuple[bool, int], tuple[bool, int]]:
        pool = Workers()
        try:
            return await pool._bots.run(read_priority), await pool.run(read_priority)
        finally:
            pool.close()

    (bot, kindness), (other, usual) = asyncio.run(nice())
    assert (bot, other) == (True, False)
    # Elsewhere a thread has no priority of its own; and who stands in the last place (`nice -n 19`) can't step back.
    assert kindness > usual or sys.platform != "linux" or usual == kindness == 19


@pytest.mark.skipif(sys.platform != "linux", reason="only there threads have priorities")
@pytest.mark.parametrize(("stands", "steps_to"), [(15, 19), (19, 19)])
def test_a_bot_of_a_process_that_gives_way_does_not_come_forward(stands, steps_to):
    found: list[int] = []

    def think() -> None:
        here = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, here, stands)
        bots.step_back()
        found.append(os.getpriority(os.PRIO_PROCESS, here))

    thread = threading.Thread(target=think)
    thread.start()
    thread.join()
    assert found == [steps_to]


def test_every_level_is_offered_and_makes_a_legal_move():
    for name in lt.names():
        game = lt.game(name, "plain")
        pos = game.start(seed=1)
        seat = pos.actors[0]
        assert levels.levels(game)[0] == "random"
        assert levels.usual(game) in levels.levels(game)
        ladder = levels.ladder(game)
        steps = ["novice", "greedy", "amateur", "adept", "master"]
        assert len(ladder) == len({*ladder}) == 5
        assert ladder == (["novice", "tactician", "planner", "scout", "master"] if name == "gorynich" else steps)
        assert set(levels.levels(game)) - set(levels.offered(game)) == set(steps) - set(ladder)
        assert levels.usual(game) == ("master" if game.declaration.together else "amateur")
        assert levels.first(game) == ("master" if game.declaration.together else "novice")
        for sims in (0, 4):
            advised = levels.advice(pos, seat, sims)
            assert advised.move.id in [legal.id for legal in pos.moves(seat)]
            assert advised.level in levels.levels(game)
            assert bool(advised.best) is bool(sims and game.has_heuristic)
