"""Sequences of requests generated from the server's OpenAPI document, with ids of real tables.

schemathesis generates them: values of an answer go into the next request. `test_fuzzing.py` sends some, `bench/fuzz.py`
sends any number.
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
GONE = ("DELETE /api/me", "DELETE /api/me/key")  # they would end the guest's account


def send_sequences(room: Room, count: int) -> None:
    """Send `count` sequences; raise an AssertionError at the end if the server failed."""
    published = schemathesis.openapi.from_url(f"http://127.0.0.1:{room.house.port}/schema/openapi.json")
    made: Any = published.exclude(lambda given: given.operation.label in GONE).as_state_machine()
    begun, faults = 0, []

    class Sequences(made):  # type: ignore[misc]
        """Requests that build on each other, by several people."""

        def setup(self) -> None:
            """Begin a new sequence."""
            nonlocal begun
            begun += 1

        def before_call(self, case: Any) -> None:
            """Replace some generated values by existing ones."""
            for given in (case.path_parameters, case.body):
                if isinstance(given, dict):
                    _make_real(given, room)

        def get_call_kwargs(self, case: Any) -> dict[str, Any]:
            """Send it as one of the guests."""
            return {"headers": {"Cookie": room.random.choice(room.guests).cookie}, "timeout": 60}

        def validate_response(self, response: Any, case: Any, **_: Any) -> None:
            """Check that the answer is no server error."""
            ours = response.status_code >= 500 and response.status_code != 503
            if ours or "content-security-policy" not in response.headers:
                faults.append(f"{case.as_curl_command()}: {response.status_code} {response.text[:300]}")
            room.answers[str(response.status_code)] += 1

    while begun < count and not faults:
        # The server has state: a repeated sequence may get other answers. Hypothesis reports that as flaky.
        with suppress(FlakyStrategyDefinition):
            seed(room.random.randrange(2**32))(Sequences).run(settings=A_FEW)
    assert not faults, faults[0]


def _make_real(given: dict[str, Any], room: Room) -> None:
    """Replace some generated values by those of existing tables and people."""
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
