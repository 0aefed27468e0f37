"""A match as a list of entries: append, load at any number, take back; nothing here needs a network."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from dataclasses import replace
from itertools import count
from random import Random

import pytest
from sqlalchemy import event, insert
from sqlalchemy.exc import IntegrityError

import ludotheque as lt
from ludotheque.play.events import event_for
from ludotheque.play.past import Origin
from ludotheque.play.snapshots import restore, set_up, steps_since, take
from ludotheque.play.viewers import bit_of
from ludotheque.server.matches import ledger
from ludotheque.server.matches.entries import Entry
from ludotheque.server.matches.match import CannotUndo, Match, begin, decide, end, follow, undo, withdraw
from ludotheque.server.storage import Storage
from ludotheque.server.storage.schema import people, tables
from tests.server.house import rested
from tests.sizes import size

GAMES = lt.names()
NOWHERE = Origin(None, {}, ())


def lay_table(storage: Storage, table_id: str, game: str = "lampions") -> None:
    """A table for a match to belong to."""

    def job(connection):
        connection.execute(insert(people).prefix_with("OR IGNORE"), {"id": "ana", "name": "Ana", "created": 0.0})
        row = {"id": table_id, "game": game, "rules": "1", "options": {}, "host": "ana", "listed": False, "hints": True}
        row |= {"takeover": "bot", "phase": "playing", "seed": b"0" * 32, "created": 0.0, "actors": []}
        connection.execute(insert(tables), row)

    storage.write(job).result()


def stored(storage: Storage, table_id: str, step: tuple[Match, Entry]) -> Match:
    """Append an entry and wait until it is durable."""
    match, entry = step
    storage.write(ledger.appending(table_id, entry, match)).result()
    return match


def random_step(match: Match, random: Random) -> tuple[Match, Entry]:
    """Any move of anyone who owes one; now and then a secret choice taken back."""
    may = [seat for seat in match.pos.ready if match.pos.may_withdraw(seat)]
    if may and random.random() < 0.2:
        return withdraw(match, random.choice(may), 1.0)
    seat = random.choice(match.actors)
    return decide(match, seat, [random.choice(match.pos.moves(seat)).id], 1.0)


def same(one: Match, other: Match) -> bool:
    """Whether two matches stand alike, in every number and for every viewer."""
    notes = ("number", "counts", "prompts", "runner", "run", "ending", "held", "talk")
    return one.pos == other.pos and all(getattr(one, name) == getattr(other, name) for name in notes)


@pytest.mark.parametrize("name", GAMES)
def test_snapshot_gives_the_position_back(name):
    game = lt.game(name, "plain")
    random = Random(4)
    pos = game.start(seed=4)
    for number in count():
        if pos.over:
            break
        if number < 40 or number % size(4, 1) == 0:  # whole matches of short games
            back = restore(game, take(pos), NOWHERE)
            assert back == pos
            assert back.actors == pos.actors
            for viewer in (*range(pos.players), lt.SPECTATOR):
                assert back.view(viewer) == pos.view(viewer)
        seat = random.choice(pos.actors)
        pos.play(random.choice(pos.moves(seat)), seat)


def test_a_match_begun_plain_goes_on_compiled():
    plain, compiled = lt.game("lampions", "plain"), lt.game("lampions", "compiled")
    pos = plain.start(seed=2)
    other = restore(compiled, take(pos), NOWHERE)
    random = Random(2)
    while not pos.over:
        seat = random.choice(pos.actors)
        move = random.choice(pos.moves(seat)).id
        pos.play(move, seat)
        other.play(move, seat)
        assert other.view(seat) == pos.view(seat)
    assert restore(plain, take(other), NOWHERE) == pos


def test_snapshot_of_other_rules_is_not_read():
    game = lt.game("lampions", "plain")
    shot = replace(take(game.start(seed=1)), layout="another")
    with pytest.raises(lt.BadInput, match="other rules"):
        restore(game, shot, NOWHERE)


@pytest.mark.parametrize("name", GAMES)
def test_stored_events_equal_those_of_the_position_for_each_viewer(name):
    game = lt.game(name, "plain")
    random = Random(5)
    pos = game.start(seed=5)
    viewers = (*range(pos.players), lt.SPECTATOR)
    for viewer in viewers:
        assert [e for h in set_up(pos) if (e := event_for(h, viewer))] == pos.events(viewer)
    while not pos.over:
        before = pos.copy()
        seat = random.choice(pos.actors)
        pos.play(random.choice(pos.moves(seat)), seat)
        for viewer in viewers:
            steps = steps_since(pos, before)
            told = [e for step in steps for h in step.events if (e := event_for(h, viewer))]
            if told or any(step.seen & bit_of(viewer) for step in steps):
                assert told == pos.events(viewer)
            else:
                assert pos.events(viewer) == before.events(viewer), (
                    "an unnoticed decision changes nothing for the viewer"
                )


@pytest.mark.parametrize("name", GAMES)
def test_match_loads_as_it_stood_at_any_number(name, storage):
    game = lt.game(name, "plain")
    random = Random(6)
    lay_table(storage, "t", name)
    match = stored(storage, "t", begin(game.start(seed=6), 0.0))
    seen = [match]
    while not match.over and match.number < 400:
        match = stored(storage, "t", random_step(match, random))
        seen.append(match)
    assert same(storage.read(lambda c: ledger.load(c, game, "t", NOWHERE)), match)
    for number in random.sample(range(len(seen)), min(12, len(seen))):
        assert same(storage.read(lambda c, n=number: ledger.load(c, game, "t", NOWHERE, n)), seen[number])


@pytest.mark.parametrize("name", GAMES)
def test_log_of_a_viewer_is_that_of_the_position(name, storage):
    game = lt.game(name, "plain")
    random = Random(7)
    lay_table(storage, "t", name)
    match = stored(storage, "t", begin(game.start(seed=7), 0.0))
    while not match.over and match.number < ledger.LOG_PAGE - 1:
        match = stored(storage, "t", random_step(match, random))
    for viewer in (*range(match.pos.players), lt.SPECTATOR):
        log = storage.read(lambda c, v=viewer: ledger.log(c, "t", v, match))
        assert [entry.number for entry in log] == list(range(1, match.count(viewer) + 1))
        told = [step["events"] for entry in log for step in entry.steps]
        assert told == match.pos.log(viewer)
        tail = storage.read(lambda c, v=viewer: ledger.log(c, "t", v, match, match.count(v) - 3))
        assert tail == log[-3:]
        entries = storage.read(lambda c: list(ledger.entries(c, "t", -1)))
        known = [entry for entry in entries[: match.number // 2] if entry.noticed & bit_of(viewer)]
        assert ledger.describe_entries(entries[match.number // 2 :], viewer, len(known)) == log[len(known) :]


def test_the_key_decides_between_two_who_append(storage):
    game = lt.game("lampions", "plain")
    lay_table(storage, "t")
    match = stored(storage, "t", begin(game.start(seed=1), 0.0))
    mine = decide(match, 0, [match.pos.moves(0)[0].id], 1.0)
    theirs = decide(match, 1, [match.pos.moves(1)[0].id], 1.0)
    stored(storage, "t", mine)
    with pytest.raises(ledger.Taken):
        stored(storage, "t", theirs)
    assert same(storage.read(lambda c: ledger.load(c, game, "t", NOWHERE)), mine[0])


def test_a_failing_job_takes_nobody_with_it(storage):
    futures = [storage.write(lambda c, n=n: 10 // n) for n in (5, 0, 2)]
    assert futures[0].result() == 2
    with pytest.raises(ZeroDivisionError):
        futures[1].result()
    assert futures[2].result() == 5


def test_what_is_committed_is_on_disk(storage):
    """Written ahead, and flushed with every commit: a power cut loses nothing that was acknowledged."""
    pragma = {name: f"PRAGMA {name}" for name in ("journal_mode", "synchronous", "foreign_keys")}
    found = {
        name: storage.write(lambda c, s=sql: c.exec_driver_sql(s).scalar()).result() for name, sql in pragma.items()
    }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_errors_of_the_database_do_not_tell_what_was_to_be_stored(storage):
    future = storage.write(lambda c: c.execute(insert(people), {"id": "x", "name": None, "created": 0.0}))
    with pytest.raises(IntegrityError) as refused:
        future.result()
    assert "0.0" not in str(refused.value)


def test_a_cancelled_write_does_not_stop_the_others(storage):
    """A page that closes while its decision is being stored must not end the writer."""
    held, started = threading.Event(), threading.Event()

    def slow(_):
        started.set()
        held.wait(10)
        return "done"

    first = storage.write(slow)
    started.wait(10)
    second, third = storage.write(lambda c: "never wanted"), storage.write(lambda c: "wanted")
    assert not first.cancel(), "what is being written is written"
    assert second.cancel()
    held.set()
    assert (first.result(10), third.result(10)) == ("done", "wanted")
    assert storage.write(lambda c: "later").result(10) == "later"


def keep_busy(storage: Storage) -> tuple[Future[bool], threading.Event]:
    """Have the writer work on a job until the event is set; what comes meanwhile is written as one group."""
    started, free = threading.Event(), threading.Event()

    def work(_: object) -> bool:
        started.set()
        return free.wait(60)

    busy = storage.write(work)
    assert started.wait(60)
    return busy, free


def while_busy(storage: Storage, jobs: list[ledger.Append]) -> list[Future[int]]:
    """Have jobs wait behind one that takes its time, so that they are written as one group."""
    busy, free = keep_busy(storage)
    waiting = [storage.write(job, key=job.given.entry["match"]) for job in jobs]
    free.set()
    busy.result()
    return waiting


def begun_at(storage: Storage, ids: list[str]) -> list[ledger.Append]:
    """Tables, and what begins a match at each."""
    game = lt.game("lampions", "plain")
    jobs = []
    for n, table_id in enumerate(ids):
        lay_table(storage, table_id)
        match, entry = begin(game.start(seed=n), 0.0)
        jobs.append(ledger.appending(table_id, entry, match))
    return jobs


def test_waiting_jobs_share_a_commit_and_its_statements(storage):
    first, *jobs = begun_at(storage, [f"t{n}" for n in range(41)])
    storage.write(first).result()  # and the connection is ready
    before, made = storage.groups, []
    event.listen(rested(storage)._appending, "before_cursor_execute", lambda *what: made.append(what[2].split()[0]))
    for future in while_busy(storage, jobs):
        assert future.result() == 0, "the version of its table"
    assert storage.groups - before == 2, "one for what was busy, one for all that came meanwhile"
    assert made == ["BEGIN", "BEGIN", *["WITH"] * 4], "entries, snapshots, tables, versions: one statement each for all"


def test_only_the_conflicting_entry_of_a_group_is_refused(storage):
    ids = [f"t{n}" for n in range(5)]
    jobs = begun_at(storage, ids)
    storage.write(jobs[2]).result()
    found = [future.exception() for future in while_busy(storage, jobs)]
    assert [type(error) for error in found] == [type(None), type(None), ledger.Taken, type(None), type(None)]
    assert storage.read(lambda c: ledger.heads(c, ids)) == dict.fromkeys(ids, (0, 0))


def test_waiters_in_a_loop_are_answered_and_cancelled_ones_are_skipped(storage):
    jobs = begun_at(storage, ["a", "b", "c"])
    busy, free = keep_busy(storage)

    async def wait() -> list[object]:
        waiting = [asyncio.create_task(storage.written(job)) for job in (*jobs, jobs[0])]
        await asyncio.sleep(0)
        waiting[1].cancel()
        free.set()
        return await asyncio.gather(*waiting, return_exceptions=True)

    told = asyncio.run(wait())
    busy.result()
    assert (told[0], told[2]) == (0, 0)
    assert isinstance(told[1], asyncio.CancelledError)
    assert isinstance(told[3], ledger.Taken), "the same entry once more"
    assert storage.read(lambda c: ledger.heads(c, ["a", "b", "c"])) == {"a": (0, 0), "b": (-1, 0), "c": (0, 0)}


def test_a_cancelled_waiter_does_not_block_the_others(storage):
    begun, go_on = threading.Event(), threading.Event()
    busy, free = keep_busy(storage)

    def slow(_: object) -> None:
        begun.set()
        go_on.wait(60)

    async def wait() -> str:
        going = asyncio.create_task(storage.written(slow, key="a"))
        staying = asyncio.create_task(storage.written(lambda _: "stored", key="b"))
        await asyncio.sleep(0)
        free.set()  # both are written as one group
        await asyncio.to_thread(begun.wait, 60)
        going.cancel()
        await asyncio.wait([going])
        go_on.set()
        return await asyncio.wait_for(staying, 60)

    assert asyncio.run(wait()) == "stored"
    busy.result()


def test_another_seats_commit_does_not_change_my_question():
    match, _ = begin(lt.game("lampions", "plain").start(seed=1), 0.0)
    after, _ = decide(match, 1, [match.pos.moves(1)[0].id], 1.0)
    assert after.prompts[0] == match.prompts[0]
    assert after.prompts[1] == match.prompts[1] + 1


def test_several_decisions_are_made_as_one_or_not_at_all():
    match, moves = two_step_move()
    after, entry = decide(match, match.actors[0], moves, 1.0)
    assert after.number == match.number + 1
    assert len(entry.moves) == len(moves)
    before = match.pos.copy()
    with pytest.raises(lt.MoveError):
        decide(match, match.actors[0], [moves[0], moves[0], moves[0]], 1.0)
    assert match.pos == before


def two_step_move() -> tuple[Match, list[str]]:
    """A Gwynt turn of two decisions, after which nothing hidden is known: an agile card and its row."""
    game = lt.game("gwynt", "plain")
    for seed in range(60):
        random = Random(seed)
        match, _ = begin(game.start(seed=seed, seats=[{"deck": "scoiatael_archers"}] * 2), 0.0)
        while not match.over:
            seat = match.actors[0]
            for move in match.pos.moves(seat):
                then, _ = decide(match, seat, [move.id], 1.0)
                if then.pos.decision == "row" and seat in then.actors:
                    return match, [move.text, then.pos.moves(seat)[0].text]
            match, _ = random_step(match, random)
    raise AssertionError("no agile card in sixty matches")


def test_a_step_is_free_to_take_back_until_the_turn_is_over(storage):
    game = lt.game("gwynt", "plain")
    match, moves = two_step_move()
    seat = match.actors[0]
    chosen, _ = decide(match, seat, moves[:1], 1.0)
    assert chosen.may_undo(seat) == 1
    assert chosen.may_undo(1 - seat) == 0
    done, _ = decide(chosen, seat, moves[1:], 1.0)
    assert done.may_undo(seat) == 0, "the turn has gone to the other"
    lay_table(storage, "t", "gwynt")
    first = stored(storage, "t", begin(replace(match).pos.copy(), 0.0))
    second = stored(storage, "t", decide(first, seat, moves[:1], 1.0))
    target, fallen = storage.read(lambda c: ledger.back_to(c, "t", second.number, seat))
    assert (target, [entry.number for entry in fallen]) == (0, [1])
    back = stored(storage, "t", undo(second, first, seat, fallen[0].noticed, 2.0))
    assert back.pos == first.pos
    assert all(now > then for now, then in zip(back.prompts, second.prompts, strict=True)), "all are asked afresh"
    assert same(storage.read(lambda c: ledger.load(c, game, "t", NOWHERE)), back)
    with pytest.raises(CannotUndo):
        storage.read(lambda c: ledger.back_to(c, "t", back.number, seat))


def test_an_unnoticed_undo_does_not_renumber_a_question():
    """A new number of the same question would reveal that something was done and undone."""
    match, moves = two_step_move()
    seat = match.actors[0]
    other = 1 - seat
    chosen, _ = decide(match, seat, moves[:1], 1.0)
    secret, _ = undo(chosen, match, seat, bit_of(seat), 2.0)
    assert (secret.prompts[seat], secret.prompts[other]) == (chosen.prompts[seat] + 1, chosen.prompts[other])
    open_to_all, _ = undo(chosen, match, seat, 0xFF, 2.0)
    assert open_to_all.prompts[other] == chosen.prompts[other] + 1


def test_a_drawn_card_is_not_freely_taken_back():
    game = lt.game("gwynt", "plain")
    match, _ = begin(game.start(seed=3), 0.0)
    while match.pos.decision != "redraw":
        match, _ = random_step(match, Random(3))
    seat = match.actors[0]
    swap = next(move for move in match.pos.moves(seat) if move.text not in ("done", "keep", "pass"))
    after, _ = decide(match, seat, [swap.id], 1.0)
    assert after.may_undo(seat) == 0


def test_a_roll_of_the_die_is_not_freely_taken_back():
    game = lt.game("lampions", "plain")
    found = 0
    for seed in range(40):
        random = Random(seed)
        match, _ = begin(game.start(seed=seed), 0.0)
        while not match.over:
            seat = random.choice(match.actors)
            after, entry = decide(match, seat, [random.choice(match.pos.moves(seat)).id], 1.0)
            rolled = any(event.event == "rolled" for step in entry.steps for event in step.events)
            if rolled and not match.pos.ready and seat in after.actors:
                found += 1
                assert after.may_undo(seat) == 0
            match = after
    assert found, "no die was rolled in the middle of a turn"


def test_standing_moves_leave_out_what_was_taken_back(storage):
    game = lt.game("lampions", "plain")
    lay_table(storage, "t")
    random = Random(8)
    matches = [stored(storage, "t", begin(game.start(seed=8), 0.0))]
    for _ in range(20):
        matches.append(stored(storage, "t", random_step(matches[-1], random)))
    back = stored(storage, "t", undo(matches[-1], matches[12], 0, 0, 2.0))
    more = stored(storage, "t", random_step(back, random))
    again = stored(storage, "t", undo(more, matches[5], 0, 0, 3.0))
    last = stored(storage, "t", random_step(again, random))
    entries = storage.read(lambda c: ledger.standing_moves(c, "t"))
    assert [entry.number for entry in entries] == [0, 1, 2, 3, 4, 5, last.number]


def test_an_end_by_agreement_is_part_of_the_list(storage):
    game = lt.game("lampions", "plain")
    lay_table(storage, "t")
    match = stored(storage, "t", begin(game.start(seed=8), 0.0))
    over = stored(storage, "t", end(match, 1, {"cause": "resigned", "seat": 1}, 4.0))
    assert over.over
    assert over.actors == ()
    assert storage.read(lambda c: ledger.load(c, game, "t", NOWHERE)).outcome == over.outcome
    with pytest.raises(lt.GameOver):
        decide(over, 0, [0], 5.0)


def test_however_long_a_match_no_more_than_a_few_entries_are_played_again_to_load_it(storage, monkeypatch):
    game = lt.game("lampions", "plain")
    followed: list[int] = []

    def noted(match: Match, entry: Entry) -> tuple[Match, Entry]:
        followed.append(entry.number)
        return follow(match, entry)

    monkeypatch.setattr(ledger, "follow", noted)
    for length in (100, 2000):
        table_id = f"t{length}"
        lay_table(storage, table_id)
        match = stored(storage, table_id, begin(game.start(seed=9), 0.0))
        futures = []
        while match.number < length:
            if match.pos.ready:
                step = withdraw(match, match.pos.ready[0], 1.0)
            else:
                step = decide(match, 0, [match.pos.moves(0)[0].id], 1.0)
            match = step[0]
            futures.append(storage.write(ledger.appending(table_id, step[1], match)))
        for future in futures:
            future.result()
        again = []
        for number in range(length - 30, length + 1):
            followed.clear()
            assert storage.read(lambda c, i=table_id, n=number: ledger.load(c, game, i, NOWHERE, n)).number == number
            again.append(len(followed))
        assert 0 < max(again) < ledger.EVERY == 16
