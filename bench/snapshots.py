"""The cost of long matches compared with short ones: joining, undoing, looking back, replaying.

    python bench/snapshots.py

Matches of Kunitori! by six, played at random and stored as the server stores them, are measured after 100 and after
2,004 decisions (so both lie as far behind their last snapshot): the median of 101 times, in milliseconds of
processor time, the two by turns. Rules are compiled, SQLite lies in a temporary folder.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from sqlalchemy import Connection

import ludotheque as lt
from ludotheque.play.past import Origin
from ludotheque.server.live import presenter
from ludotheque.server.live.protocol import write_message
from ludotheque.server.matches import ledger
from ludotheque.server.matches.match import Match, begin, decide, undo
from ludotheque.server.people import services as people
from ludotheque.server.storage import Storage
from ludotheque.server.tables import making
from ludotheque.server.tables.schemas import NewSeat, NewTable

GAME, PLAYERS, TIMES = "kunitori", 6, 101
NOWHERE = Origin(None, {}, ())


def cases(storage: Storage, game: lt.Game, table: str) -> dict[str, Callable[[], object]]:
    """Actions of people at a match, by name."""

    def load(number: int | None = None) -> Match:
        return storage.read(lambda c: ledger.load(c, game, table, NOWHERE, number))

    now = load()
    random = Random(1)

    def join() -> None:
        match = load()
        log = storage.read(lambda c: ledger.log(c, table, 0, match, match.count(0) - 20))
        write_message(log)
        write_message(presenter.face(match, 0))

    def take_back() -> None:
        def before(connection: Connection) -> Match:
            target, _ = ledger.back_to(connection, table, now.number, seat)
            return ledger.load(connection, game, table, NOWHERE, target)

        undo(now, storage.read(before), seat, 0xFF, 1.0)

    def look_back() -> None:
        seen = random.randrange(1, now.count(0) + 1)
        match = storage.read(lambda c: ledger.load(c, game, table, NOWHERE, ledger.number_of(c, table, 0, seen)))
        write_message(presenter.past_face(match, 0))

    def replay() -> None:
        write_message(load(random.randrange(now.number + 1)).pos.view(lt.SPECTATOR))

    last = storage.read(lambda c: list(ledger.entries(c, table, now.number - 1)))[-1]
    seat = last.seat if last.seat is not None else 0
    return {
        "a page joins, with the last 20 entries": join,
        "a move is taken back": take_back,
        "I look at an earlier moment": look_back,
        "a replay jumps to any entry": replay,
    }


def main() -> None:
    """Measure, and write a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lengths", type=int, nargs="+", default=[100, 2004])
    lengths = parser.parse_args().lengths
    game = lt.game(GAME, "compiled")
    with tempfile.TemporaryDirectory() as folder:
        storage = Storage(f"sqlite:///{Path(folder) / 'tables.sqlite'}")
        matches = [cases(storage, game, played(storage, game, length)) for length in lengths]
        found = {name: by_turns([match[name] for match in matches]) for name in matches[0]}
        storage.close()
    print("| |" + "|".join(f" after {length:,} decisions " for length in lengths) + "|")
    print("|---|" + "---|" * len(lengths))
    for name, times in found.items():
        print(f"| {name} |" + "|".join(f" {ms:.1f} ms " for ms in times) + "|")


def played(storage: Storage, game: lt.Game, length: int) -> str:
    """The id of a stored match with this many decisions."""
    table, random = f"match {length}", Random(length)
    host, _ = storage.write(lambda c: people.welcome(c, "Ana", 0.0)).result()
    wish = NewTable(game=GAME, seats=[NewSeat(kind="me")] * PLAYERS)
    storage.write(lambda c: making.create(c, host, wish, table, bytes(32), 0.0)).result()
    match, entry = begin(game.start(players=PLAYERS, seed=1), 0.0)
    writes = [storage.write(ledger.appending(table, entry, match))]
    while match.number < length:
        before, seat = match, random.choice(match.actors)
        match, entry = decide(before, seat, [random.choice(before.pos.moves(seat)).id], 1.0)
        writes.append(storage.write(ledger.appending(table, entry, match, before)))
    for write in writes:
        write.result()
    return table


def by_turns(acts: list[Callable[[], object]]) -> list[float]:
    """Return the milliseconds that each action takes, measured in turn."""
    took = [[timed(act) for act in acts] for _ in range(TIMES + 1)][1:]  # the first time is not counted
    return [1000 * median(times) for times in zip(*took, strict=True)]


def timed(act: Callable[[], object]) -> float:
    """Return the seconds that an action takes."""
    began = process_time()
    act()
    return process_time() - began


if __name__ == "__main__":
    main()
