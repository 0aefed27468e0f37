"""Durability: a process that plays many matches is killed again and again, and nothing acknowledged is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import ludotheque as lt
from ludotheque.play.past import Origin
from ludotheque.server.matches import ledger
from ludotheque.server.storage import Storage
from tests.sizes import size

MATCHES = 6
NOWHERE = Origin(None, {}, ())

# Plays random moves at several tables at once, and says each entry aloud once it was told that it is stored.
PLAYER = """
import sys
from random import Random
import ludotheque as lt
from ludotheque.play.past import Origin
from ludotheque.server.matches import ledger
from ludotheque.server.matches.match import begin, decide
from ludotheque.server.storage import Storage
from tests.server.test_matches import lay_table

storage = Storage(sys.argv[1])
game = lt.game("lampions", "plain")
random = Random()
matches = {}
for n in range(int(sys.argv[2])):
    id = f"t{n}"
    try:
        matches[id] = storage.read(lambda c: ledger.load(c, game, id, Origin(None, {}, ())))
    except ledger.NoSuchEntry:
        lay_table(storage, id)
        match, entry = begin(game.start(seed=n, options={"rounds": 6}, players=5), 0.0)
        storage.write(ledger.appending(id, entry, match)).result()
        matches[id] = match
print("ready", flush=True)
while any(not match.over for match in matches.values()):
    waiting = []
    for id, match in matches.items():
        if not match.over:
            seat = random.choice(match.actors)
            step, entry = decide(match, seat, [random.choice(match.pos.moves(seat)).id], 1.0)
            waiting.append((id, step, storage.write(ledger.appending(id, entry, step))))
    for id, step, future in waiting:
        future.result()
        matches[id] = step
        print("stored", id, step.number, flush=True)
"""


def play_until_killed(url: str, acknowledged: dict[str, int], entries: int) -> bool:
    """Let a process play until it has printed some entries, then kill it; return True when all matches are over."""
    root = Path(__file__).parent.parent.parent
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYER, url, str(MATCHES)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert process.stdout is not None
    told = 0
    for line in process.stdout:
        if line.startswith("stored") and line.endswith("\n"):  # killed in the middle of a line, it told nothing
            _, match_id, number = line.split()
            acknowledged[match_id] = max(acknowledged.get(match_id, 0), int(number))
            told += 1
            if told == entries:
                process.send_signal(signal.SIGKILL)
    process.stdout.close()
    return process.wait() == 0


def test_kill_loses_nothing_that_was_acknowledged(tmp_path):
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    game = lt.game("lampions", "plain")
    acknowledged: dict[str, int] = {}
    over = False
    for kill in range(size(4, 8)):
        # Each process goes on from where the one before was killed: what was stored can be played on.
        over = play_until_killed(url, acknowledged, entries=25 + 13 * kill)
        storage = Storage(url)
        for match_id, number in acknowledged.items():
            match = storage.read(partial(ledger.load, game=game, match_id=match_id, origin=NOWHERE))
            assert match.number >= number, f"{match_id} lost entry {number}"
        storage.close()
        if over:
            break
    assert sum(acknowledged.values()) > 100
