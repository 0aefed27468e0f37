"""What it costs a process to hear of tables that are not its own: processor time of a notice.

python bench/notices.py redis://…              some thousand notices, one, three and thirty in a message

With many processes each of them tells a little at a time, so that messages are small; with few, what is told within a
hundredth of a second goes together. `bench/capacity.py` takes the figure as --notice-us.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time

from redis.asyncio import Redis

from ludotheque.server.live.peers import CHANNEL, Notice, Peers, write_notices
from ludotheque.server.people.services import new_id

NOTICES = 30_000
SIZES = (1, 3, 30)  # notices of a message


async def hearing(url: str, size: int) -> float:
    """Microseconds of this process for a notice; those who tell are another."""
    heard = 0
    done = asyncio.Event()
    tables: dict[str, object] = {}  # none that is told of is open here

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


async def tell(url: str, size: int) -> None:
    """Tell who is at a table, as processes do twice a minute, no faster than they are heard."""
    name, people = new_id(), (new_id(), new_id())
    async with Redis.from_url(url) as redis:
        for message in range(NOTICES // size):
            told = [Notice(by=name, table=new_id(), pages=2, here=people) for _ in range(size)]
            await redis.publish(CHANNEL, write_notices(told))
            if message % 10 == 0:
                await asyncio.sleep(0.002)


def main() -> int:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("channels", help="redis://…")
    parser.add_argument("--tell", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.tell:
        asyncio.run(tell(args.channels, args.tell))
        return 0
    for size in SIZES:
        found = asyncio.run(hearing(args.channels, size))
        print(f"{size:3} in a message: {found:.1f} µs of the processor a notice")
    return 0


if __name__ == "__main__":
    sys.exit(main())
