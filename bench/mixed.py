"""A rolling update in the middle: a server of an earlier version and one of today's on one PostgreSQL and one Redis.

python bench/mixed.py                      against the commit before this one
python bench/mixed.py v1.2.0 --matches 5   against any other

Two people, one at either server, play a match of every game to its end; half-way they change places. Then the earlier
server stops, as in an update, a second one of today's replaces it, and what both players received is compared with the
record. Exit code 1 if anything is refused, lost or different. Needs git, PostgreSQL and Redis.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import ludotheque as lt
from tests.server import databases, killing
from tests.server.house import Guest, Page, play_to_the_end, take_in, until
from tests.server.killing import ROOT

HALF_WAY = 12  # decisions until both change places
UNHURRIED = (
    "messages_a_second=1000",
    "requests_a_second=1000",
    "work_a_second=100",
)  # nobody plays as fast as these do


def earlier(commit: str, folder: Path) -> None:
    """The files of a commit."""
    archive = subprocess.run(["git", "archive", commit, "ludotheque"], cwd=ROOT, check=True, capture_output=True)
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)


def at(door: Any, guest: Guest) -> Guest:
    """Return the same person at another server."""
    other = Guest(door)
    other.cookie, other.id = guest.cookie, guest.id
    return other


def played(doors: list[Any], name: str, random: Random, alike: bool) -> int:
    """A match across two servers, of one version if `alike`, to its end; how many decisions it took."""
    people = [Guest(door) for door in doors]
    for number, guest in enumerate(people):
        guest.ask("POST", "/api/people", {"name": f"Guest {number}"})
    bots = [{"kind": "bot", "bot": "random"}] * (lt.game(name, "plain").declaration.players[0] - 2)
    table = people[0].table(name, "me", "open", *bots)
    people[1].sit(table, 1)
    people[0].start(table)
    pages = {seat: guest.page(table) for seat, guest in enumerate(people)}
    made = play_to_the_end(pages, random, HALF_WAY)
    logs = {seat: page.logs[seat] for seat, page in pages.items()}
    close(pages)
    people = [at(doors[1 - seat], guest) for seat, guest in enumerate(people)]
    pages = {seat: guest.page(table) for seat, guest in enumerate(people)}
    for seat, log in logs.items():
        until(partial(caught_up, pages[seat], seat, log))  # another version may send no notice: it is found by polling
        assert log.items() <= pages[seat].logs[seat].items(), "the servers sent different entries"
    made += play_to_the_end(pages, random)
    close(pages)
    records = [guest.ask("GET", f"/api/tables/{table}/record") for guest in people]
    more = set(records[0]) ^ set(records[1])  # fields that one version does not have yet
    assert not (alike and more), f"one of both does not tell {sorted(more)}"
    common = [{part: told for part, told in record.items() if part not in more} for record in records]
    assert common[0] == common[1], "they keep different records"
    assert lt.game(name, "plain").replay(records[0]).over
    return made


def caught_up(page: Page, seat: int, log: dict[int, Any]) -> bool:
    """Whether a page has received all entries of a log."""
    take_in(page)
    return log.keys() <= page.logs[seat].keys()


def close(pages: dict[int, Page]) -> None:
    """Close all pages."""
    for page in pages.values():
        page.close()


def main() -> int:
    """Play, replace, play again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", nargs="?", default="HEAD~1")
    parser.add_argument("--matches", type=int, default=1, help="of each game")
    parser.add_argument("--game", action="append", choices=lt.names(), help="may be repeated (default: all)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, databases.postgres() as database, databases.redis() as channels:
        earlier(args.commit, Path(folder))
        servers, doors = [], []
        try:
            for root in (Path(folder), ROOT):
                server, port = killing.serve(database, channels=channels, root=root, settings=UNHURRIED)
                servers.append(server)
                doors.append(SimpleNamespace(port=port, pages=[]))
            for phase in ("mixed", "updated"):
                for name in args.game or lt.names():
                    for number in range(args.matches):
                        made = played(doors, name, Random(number), phase == "updated")
                        print(f"{phase}: {name}, {made} decisions across both, record complete", flush=True)
                if phase == "mixed":
                    servers[0].terminate()
                    servers[0].wait()
                    servers[0], port = killing.serve(database, channels=channels, settings=UNHURRIED)
                    doors[0] = SimpleNamespace(port=port, pages=[])
        except AssertionError as error:
            print(f"{args.commit} and today's: {error}", file=sys.stderr)
            return 1
        finally:
            for server in servers:
                server.kill()
                server.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
