"""Sequences of requests made up from what the server publishes of itself (OpenAPI), with real tables behind the ids.

schemathesis makes them: what an answer holds goes into the next request. `test_fuzzing.py` sends some, `bench/fuzz.py`
as many as one likes.
"""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, settings

from tests.server.fuzzing import GAMES, Room

STEPS = 10  # requests of a sequence
GONE = ("DELETE /api/me", "DELETE /api/me/key")  # whoever has left has nothing more to say


def send_sequences(room: Room, count: int, varied: bool = False) -> None:
    """Send some; the same each time, unless they are to be varied."""
    published = schemathesis.openapi.from_url(f"http://127.0.0.1:{room.house.port}/schema/openapi.json")
    made: Any = published.exclude(lambda given: given.operation.label in GONE).as_state_machine()

    class Sequences(made):  # type: ignore[misc]
        """Requests that build on each other, by several people."""

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
            told = f"{case.as_curl_command()}: {response.status_code} {response.text[:300]}"
            assert response.status_code < 500 or response.status_code == 503, told
            assert "content-security-policy" in response.headers, told
            room.answers[str(response.status_code)] += 1

    Sequences.run(
        settings=settings(
            max_examples=count,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            derandomize=not varied,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
    )


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
