"""Sequences of requests made up from what the server publishes of itself (OpenAPI), with real tables behind the ids.

schemathesis makes them: what an answer holds goes into the next request. `test_fuzzing.py` sends some, `bench/fuzz.py`
as many as one likes.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.errors import FlakyStrategyDefinition

from tests.server.fuzzing import GAMES, Room

STEPS = 10  # requests of a sequence
A_FEW = settings(
    max_examples=8,
    stateful_step_count=STEPS,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
GONE = ("DELETE /api/me", "DELETE /api/me/key")  # whoever has left has nothing more to say


def send_sequences(room: Room, count: int) -> None:
    """Send so many; what is a fault of ours is told by an AssertionError in the end."""
    published = schemathesis.openapi.from_url(f"http://127.0.0.1:{room.house.port}/schema/openapi.json")
    made: Any = published.exclude(lambda given: given.operation.label in GONE).as_state_machine()
    begun, faults = 0, []

    class Sequences(made):  # type: ignore[misc]
        """Requests that build on each other, by several people."""

        def setup(self) -> None:
            """Another one begins."""
            nonlocal begun
            begun += 1

        def before_call(self, case: Any) -> None:
            """Often what exists, instead of what was made up."""
            for given in (case.path_parameters, case.body):
                if isinstance(given, dict):
                    _make_real(given, room)

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            """Somebody sends it."""
            return {"headers": {"Cookie": room.random.choice(room.guests).cookie}, "timeout": 60}

        def validate_response(self, response: Any, case: Any, **_: Any) -> None:
            """Whatever it was, the answer is no fault of ours."""
            ours = response.status_code >= 500 and response.status_code != 503
            if ours or "content-security-policy" not in response.headers:
                faults.append(f"{case.as_curl_command()}: {response.status_code} {response.text[:300]}")
            room.answers[str(response.status_code)] += 1

    while begun < count and not faults:
        # The server remembers: the same beginning may be answered otherwise, and then it begins anew.
        with suppress(FlakyStrategyDefinition):
            seed(room.random.randrange(2**32))(Sequences).run(settings=A_FEW)
    assert not faults, faults[0]


def _make_real(given: dict[str, Any], room: Room) -> None:
    """Put what exists in the place of some of what was made up."""
    random = room.random
    guest = random.choice(room.guests)
    real: dict[str, Any] = {
        "id": random.choice([*room.tables, room.over, guest.id]),
        "table": random.choice([*room.tables, room.over]),
        "game": random.choice(GAMES),
        "name": random.choice(GAMES),
        "person": guest.id,
        "seat": random.randrange(3),
        "number": random.randrange(6),
    }
    for name in given.keys() & real.keys():
        if random.random() < 0.7:
            given[name] = real[name]
