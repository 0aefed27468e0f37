"""A page at tables of a browser: says what a page says, and reads what it is told."""

from __future__ import annotations

import json
import random
from typing import Any

from ludotheque.local.house import House
from ludotheque.local.table import LocalTable
from ludotheque.play import registry


class Visitor:
    """A person with a page at one table of a house of their own."""

    def __init__(self, kept: dict[str, str] | None = None) -> None:
        self.kept: dict[str, str] = {} if kept is None else kept
        self.told: list[dict[str, Any]] = []
        self.clock = 1000.0
        self.house = House(lambda line, text: self.told.append(json.loads(text)), self._keep, self._now)
        self.house.restore(self.kept)
        self.chance = random.Random(1)
        self.count = 0
        self.id = ""

    def _keep(self, table: str, text: str | None) -> None:
        if text is None:
            self.kept.pop(table, None)
        else:
            self.kept[table] = text

    def _now(self) -> float:
        self.clock += 1
        return self.clock

    def request(self, method: str, address: str, body: Any = None, status: int = 200) -> Any:
        """The answer to a request, which has this status."""
        text = "" if body is None else json.dumps(body)
        answer = json.loads(self.house.request(method, address, text))
        assert answer["status"] == status, answer
        return answer["body"]

    def sit_down(self, game: str, bot: str | None = None, **wish: Any) -> None:
        """Make a table with the fewest bots, and open it."""
        self.request("POST", "/people", {"name": "Zoé"})
        seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for _ in range(self._fewest(game) - 1))]
        self.id = self.request("POST", "/tables", {"game": game, "seats": seats, **wish})["id"]
        self.open(self.id)

    @staticmethod
    def _fewest(game: str) -> int:
        return registry.game(game, "plain").declaration.players[0]

    def open(self, table: str) -> None:
        """Open the line to a table."""
        self.id = table
        self.say("hello", version=2, table=table, seen={})

    @property
    def table(self) -> LocalTable:
        """The table itself."""
        return self.house._table(self.id)

    def say(self, kind: str, **what: Any) -> list[dict[str, Any]]:
        """Say something; what is told in answer."""
        self.count += 1
        before = len(self.told)
        self.house.receive(1, json.dumps({"type": kind, "id": f"p{self.count}", **what}))
        return self.told[before:]

    @property
    def face(self) -> dict[str, Any]:
        """Return the last face of the match."""
        found: dict[str, Any] = next(one for one in reversed(self.told) if one["type"] in ("sync", "update"))["face"]
        return found

    @property
    def refused(self) -> list[dict[str, Any]]:
        """All refusals so far."""
        return [one for one in self.told if one["type"] == "refused"]

    def decide(self) -> None:
        """Make one of the legal moves, with a preview before it."""
        face = self.face
        move = self.chance.choice(face["moves"])
        self.say("preview", seat=0, move=move["id"], then=[])
        self.say("decide", seat=0, question=face["question"], moves=[move["id"]])

    def play_to_the_end(self, most: int = 10_000) -> None:
        """Play on until the match is over, or so many moves of mine were made."""
        for _ in range(most):
            while self.house.waiting():
                self.house.play_on()
            if self.face["outcome"] or not self.face["moves"]:
                return
            self.decide()
