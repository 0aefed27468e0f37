"""The CPU time of a notice about a table that this process has not open.

python bench/notices.py redis://…              some thousand notices, one, three and thirty in a message

With many processes each of them sends few notices at a time, so messages are small; with few, all notices of a
hundredth of a second go in one message. `bench/capacity.py` takes the figure as --notice-us.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time

from redis.asyncio import Redis

from ludotheque.server.live.peers import CHANNEL, Notice, Peers, encode_notices
from ludotheque.server.people.services import new_id

NOTICES = 30_000
SIZES = (1, 3, 30)  # notices of a message


async def hearing(url: str, size: int) -> float:
    """Microseconds of this process per notice; another process sends them."""
    heard = 0
    done = asyncio.Event()
    tables: dict[str, object] = {}  # none of the tables is open here

    async def take(notice: Notice) -> None:
        nonlocal heard
        if tables.get(notice.table) is None:
            heard += 1
        if heard >= NOTICES // size * size:
            done.set()

    peers = Peers(url, take)
    listening = asyncio.create_task(peers.run())
    async with Redis.from_url(url) as redis:
        while not (await redis.pubsub_numsub(CHANNEL))[0][1]:
            await asyncio.sleep(0.05)
        teller = await asyncio.create_subprocess_exec(sys.executable, __file__, url, "--tell", str(size))
        began = time.process_time()
        await done.wait()
        spent = time.process_time() - began
        await teller.wait()
    listening.cancel()
    return 1e6 * spent / heard


async def send_notices(url: str, size: int) -> None:
    """Publish presence at tables, as processes do twice a minute, no faster than it is received."""
    name, people = new_id(), (new_id(), new_id())
    async with Redis.from_url(url) as redis:
        for message in range(NOTICES // size):
            told = [Notice(by=name, table=new_id(), pages=2, here=people) for _ in range(size)]
            await redis.publish(CHANNEL, encode_notices(told))
            if message % 10 == 0:
                await asyncio.sleep(0.002)


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("channels", help="redis://…")
    parser.add_argument("--tell", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.tell:
        asyncio.run(send_notices(args.channels, args.tell))
        return 0
    for size in SIZES:
        found = asyncio.run(hearing(args.channels, size))
        print(f"{size:3} in a message: {found:.1f} µs of the processor a notice")
    return 0


if __name__ == "__main__":
    sys.exit(main())
