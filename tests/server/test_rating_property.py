"""The model of abuse in docs/security.md as a property, checked on seeded random walks.

Mal and Mal's second account do whatever the server lets them do. Vic has agreed to some rated matches and then does
nothing: no move, no consent. Vic's ratings must never get worse.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.server.live import open_tables, proposals, tournaments
from ludotheque.server.matches import results
from ludotheque.server.ratings import services as ratings
from ludotheque.server.storage.schema import tournaments as tournament_rows
from ludotheque.server.tables import records, seating
from tests.server.house import Guest, House, until
from tests.server.test_rating_abuse import begin_rated, resign

ACTS = 250  # in a walk
GAMES = ("gwynt", "gunkimono")
LIVE = {"bank": 10.0, "increment": 0.0, "at_zero": "loss"}
SECRET = bytes(32)


class Walk:
    """One random walk: two accounts of Mal, and Vic, whose ratings it watches."""

    def __init__(self, house: House, clock: SimpleNamespace, seed: int) -> None:
        self.house, self.clock, self.random = house, clock, Random(seed)
        self.vic = house.guest("Vic")
        self.mal = [house.guest("Mal"), house.guest("Mal too")]
        self.tables: list[str] = []
        self.tournaments: list[str] = []
        self.log: list[str] = []
        self._consent()
        self.best = self.ratings()

    def _consent(self) -> None:
        """Vic agrees to matches without a clock, to one that is over, and to a tournament; Vic's clock never runs.

        At a table with a clock Vic has sat down, too, and has gone away before the match begins.
        """
        first, second = self.mal
        lost = begin_rated(first, self.vic, clock=LIVE)
        resign(self.vic, lost)
        three = first.table("gunkimono", "me", "open", "open", rated=True, takeover="person")
        second.sit(three, 1)
        self.vic.sit(three, 2)
        first.start(three)
        waiting = first.table("gwynt", "me", "open", rated=True, clock=LIVE)
        self.vic.sit(waiting, 1)  # and goes away before the host starts
        self.tables = [lost, begin_rated(first, self.vic, takeover="person"), three, waiting]
        for rated in (True, False):
            wish = {"game": "gwynt", "rated": rated}
            first.ask("POST", "/api/me/seek", wish)
            self.tables.append(self.vic.ask("POST", "/api/me/seek", wish)["table"])
        plan = {"name": "Night", "game": "gwynt", "kind": "swiss", "clock": {"bank": 10.0}, "rated": True, "rounds": 3}
        tournament_id = first.ask("POST", "/api/tournaments", plan | {"patience": 120.0, "pause": 0.0})["line"]["id"]
        for guest in (self.vic, *self.mal):
            guest.ask("PUT", f"/api/tournaments/{tournament_id}/entry", {})
        self.tournaments = [tournament_id]

    def ratings(self) -> dict[str, float]:
        """Vic's ratings, by game."""
        read = self.house.open_tables.storage.read
        return {game: read(partial(ratings.rating_of, person=self.vic.id, game=game))[0].rating for game in GAMES}

    def check(self) -> None:
        """Vic's ratings are no worse than before; they may get better, when Mal resigns."""
        now = self.ratings()
        for game, rating in now.items():
            assert rating >= self.best[game] - 1e-9, "\n".join([f"{game}: Vic has lost points", *self.log[-30:]])
        self.best = now

    def step(self) -> None:
        """One act of one of Mal's accounts."""
        guest = self.random.choice(self.mal)
        weighted = [self.at_a_table] * 12 + [self.play, self.undo, self.wait, self.compete, self.lay, self.look_for]
        act = self.random.choice(weighted)
        act(guest)

    def send(self, guest: Guest, method: str, path: str, body: Any = None) -> dict[str, Any]:
        """Send a request, whatever the answer; a server error fails the test."""
        status, _, text = guest.send(method, path, body)
        self.log.append(f"{'Mal' if guest is self.mal[0] else 'Mal too'} {method} {path} {body or ''}: {status}")
        assert status < 500, self.log[-1]

        found = json.loads(text) if text else None
        return found if isinstance(found, dict) else {}

    def at_a_table(self, guest: Guest) -> None:
        """Anything that can be asked of a table over HTTP."""
        table, seat = self.random.choice(self.tables), self.random.randrange(3)
        path = f"/api/tables/{table}"
        pledge = {"pledge": hashlib.sha256(SECRET).hexdigest()}
        asked: list[tuple[str, str, Any]] = [
            ("DELETE", f"{path}/seats/{seat}", None),
            ("POST", f"{path}/seats/{seat}/agreement", None),
            ("POST", f"{path}/seats/{seat}", {}),
            ("PUT", f"{path}/seats/{seat}", {"kind": self.random.choice(["bot", "open"])}),
            ("POST", f"{path}/seats/{seat}/resignation", None),
            ("PUT", f"{path}/seats/{seat}/pledge", pledge),
            ("POST", f"{path}/seats/{seat}/contribution", {"contribution": SECRET.hex()}),
            ("POST", f"{path}/start", None),
            ("POST", f"{path}/rematch?rated=true", None),
            ("POST", f"{path}/pause", None),
            ("DELETE", f"{path}/pause", None),
        ]
        likely = [8, 6, 3, 3, 1, 3, 3, 6, 5, 2, 2]
        answer = self.send(guest, *self.random.choices(asked, likely)[0])
        if answer.get("rematch_of") and answer["id"] not in self.tables:
            self.tables.append(answer["id"])

    def _seats(self, guest: Guest, table: str) -> list[int]:
        return [seat["number"] for seat in guest.ask("GET", f"/api/tables/{table}")["seats"] if seat["mine"]]

    def play(self, guest: Guest) -> None:
        """Make a move."""
        table = self.random.choice(self.tables)
        if (seats := self._seats(guest, table)) and guest.ask("GET", f"/api/tables/{table}")["phase"] == "playing":
            page = guest.page(table)
            for seat in seats:
                if seat in page.faces and page.faces[seat]["moves"]:
                    page.decide(seat, self.random.choice(page.faces[seat]["moves"])["id"])
                    self.log.append(f"a move at {table}")
            page.close()

    def undo(self, guest: Guest) -> None:
        """Ask for a move back."""
        table = self.random.choice(self.tables)
        if (seats := self._seats(guest, table)) and guest.ask("GET", f"/api/tables/{table}")["phase"] == "playing":
            page = guest.page(table)
            page.ask("undo", seat=seats[0])
            page.close()

    def wait(self, guest: Guest) -> None:
        """Let time pass: longer than any clock here, where Vic has not agreed to one."""
        self.clock.now += self.random.choice([1.0, 30.0, 900.0, 86_400.0])
        self.log.append(f"it is {self.clock.now}")
        self.settle()

    def settle(self) -> None:
        """Wait until expired clocks and due tournaments have been handled."""
        read, now = self.house.open_tables.storage.read, self.clock.now
        until(lambda: not read(partial(records.overdue, now=now)), "a clock does not run out")
        late = tournament_rows.select().where(tournament_rows.c.due <= now - 2.0)
        until(lambda: not read(lambda c: c.execute(late).all()), "a tournament does not go on")

    def compete(self, guest: Guest) -> None:
        """Organise a tournament, begin one, enter or leave it."""
        tournament_id = self.random.choice(self.tournaments)
        path = f"/api/tournaments/{tournament_id}"
        asked: list[tuple[str, str, Any]] = [
            ("POST", f"{path}/start", None),
            ("PUT", f"{path}/entry", {}),
            ("DELETE", f"{path}/entry", None),
        ]
        self.send(guest, *self.random.choice(asked))
        pairs = guest.ask("GET", path)["pairings"]
        self.tables += [one["table"] for one in pairs if one["table"] and one["table"] not in self.tables]

    def lay(self, guest: Guest) -> None:
        """Lay a table of one's own."""
        body = {"game": "gwynt", "seats": [{"kind": "me"}, {"kind": "open"}], "rated": True, "clock": LIVE}
        answer = self.send(guest, "POST", "/api/tables", body)
        if "id" in answer:
            self.tables.append(answer["id"])
            self.send(guest, "POST", f"/api/tables/{answer['id']}/invitations", {"person": self.vic.id})

    def look_for(self, guest: Guest) -> None:
        """Look for a match."""
        self.send(guest, "POST", "/api/me/seek", {"game": "gwynt", "rated": True, "clock": LIVE})


@contextmanager
def walking(path: Path, seed: int) -> Iterator[Walk]:
    """A walk at a server of its own, whose time passes when the walk says so."""
    clock = SimpleNamespace(now=1_800_000_000.0)
    house = House(f"sqlite:///{path / f'walk-{seed}.sqlite'}", now=lambda: clock.now, tables_of_a_person=10_000)
    try:
        yield Walk(house, clock, seed)
    finally:
        house.close()


def walk(path: Path, seed: int) -> None:
    """Walk, and check after every act; in the end let every clock run out."""
    with walking(path, seed) as one:
        for _ in range(ACTS):
            one.step()
            one.check()
        one.clock.now += 10 * 86_400.0
        one.settle()
        one.check()


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(open_tables, "CLOCK_SECONDS", 0.05)


@pytest.mark.parametrize("seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 12))])
def test_nobody_loses_points_without_a_move_or_consent(tmp_path: Path, seed: int) -> None:
    walk(tmp_path, seed)


def begin_without_consent(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rematch begins when its host says so."""
    monkeypatch.setattr(records.Seat, "accepted", True)


def remove_and_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host removes the opponent, and agrees with the bot in their place."""
    monkeypatch.setattr(proposals.Proposals, "may_agree", staticmethod(lambda record: True))
    leave = seating.leave

    def old_leave(connection: Any, table_id: str, person: Any, number: int) -> Any:
        table = records.read_table(connection, table_id)
        if table.running and person.id == table.row.host and table.seat(number).person not in (None, person.id):
            return seating.seat_a_bot(connection, table_id, number)
        return leave(connection, table_id, person, number)

    monkeypatch.setattr(seating, "leave", old_leave)


def rate_absences(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who is not there when a tournament begins loses points."""
    monkeypatch.setattr(results, "_never_came", lambda *_: False)


@pytest.mark.long
@pytest.mark.parametrize("hole", [begin_without_consent, remove_and_agree, rate_absences])
def test_the_walks_find_the_old_holes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hole: Callable[[pytest.MonkeyPatch], None]
) -> None:
    hole(monkeypatch)

    def walks() -> None:
        for seed in range(10):
            walk(tmp_path, seed)

    with pytest.raises(AssertionError, match="Vic has lost points"):
        walks()
