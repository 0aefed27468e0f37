"""What an operator may set. The defaults serve one machine, with nothing to configure."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import time

import platformdirs

# Where the makers of browsers take push messages.
PUSH_SERVICES = ("fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com")
PAGE = Path(__file__).parent.parent / "page"  # where the built page lies, once there is one


def usual_database() -> str:
    """SQLite in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("ludotheque", appauthor=False))
    return f"sqlite:///{folder / 'tables.sqlite'}"


@dataclass(frozen=True)
class Settings:
    """One server."""

    database: str = field(default_factory=usual_database)
    channels: str = ""  # how several processes hear of each other: redis://…; alone, if empty
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    page: Path = PAGE
    address: str = ""  # where others reach it, when the one who asks is on this machine
    bot_pause: float = 0.6  # seconds before a bot moves, so that people can follow
    prepare: bool = True  # compile the rules in the background
    requests_a_second: float = 20.0  # of one address, with a burst of six times as many
    messages_a_second: float = 20.0  # of one socket
    sockets_of_an_address: int = 64
    largest_request: int = 64 * 1024
    largest_message: int = 16 * 1024
    idle_minutes: float = 10.0  # a table that nobody looks at is put away after so long
    auto_pause: tuple[float, float] = (0.8, 3.0)  # seconds, at random, before a forced decision is made for somebody
    webhook_hosts: tuple[str, ...] = ()  # where people may have their turns announced; nowhere, if empty
    webhook_private: bool = False  # whether such a host may lie in the operator's own network
    push_contact: str = ""  # mailto:… or https://… of the operator: with it turns are announced by web push
    push_hosts: tuple[str, ...] = PUSH_SERVICES  # that may be called; one that begins with a dot with all below it
    push_private: bool = False  # whether they may lie in the operator's own network: for tests
    new_seed: Callable[[], bytes] = secrets.token_bytes  # 32 bytes: what a deal is made of; tests give their own
    now: Callable[[], float] = time
