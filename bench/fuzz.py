"""Random messages and requests, any number of them, to a real server with real tables.

python bench/fuzz.py --messages 1000000 --requests 20000 --sequences 2000

Sequences are those of schemathesis: ten requests each, which build on each other's answers.

Exit code 1 at the first answer that is a fault of ours; the seed that shows it is printed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.fuzzing import Room
from tests.server.house import House
from tests.server.sequences import send_sequences

A_ROOM = 2000  # messages, requests or sequences before a new server is started


def main() -> int:
    """Send, and print the counts of all answers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--requests", type=int, default=5_000)
    parser.add_argument("--sequences", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    answers: Counter[str] = Counter()
    began = time.monotonic()
    plan = [("messages", args.messages), ("requests", args.requests), ("sequences", args.sequences)]
    for kind, wanted in plan:
        for number in range(0, wanted, A_ROOM):
            seed = f"{args.seed}/{kind}/{number}"
            with tempfile.TemporaryDirectory() as folder:
                house = House(f"sqlite:///{Path(folder) / 'h.sqlite'}")
                try:
                    room = Room(house, seed)
                    send: dict[str, Callable[[int], None]] = {
                        "messages": room.send_messages,
                        "requests": room.send_requests,
                        "sequences": partial(send_sequences, room),
                    }
                    send[kind](min(A_ROOM, wanted - number))
                    assert not [answer for answer in room.answers if "internal" in answer], room.answers
                except AssertionError as error:
                    print(f"seed {seed}: {error}", file=sys.stderr)
                    return 1
                finally:
                    house.close()
                answers += room.answers
            print(f"{kind} {min(wanted, number + A_ROOM):>9,}  {time.monotonic() - began:7.0f} s", file=sys.stderr)
    for answer, count in answers.most_common():
        print(f"{count:>9,}  {answer}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
