"""What an operator may set. The defaults serve one machine, with nothing to configure."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

import platformdirs

from ludotheque.server.clock import SteadyClock

# Where the makers of browsers take push messages.
PUSH_SERVICES = ("fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com")
LOCAL = ("127.0.0.1", "::1")  # this machine
PAGE = Path(__file__).parent.parent / "page"  # where the built page lies, once there is one


def usual_database() -> str:
    """SQLite in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("ludotheque", appauthor=False))
    return f"sqlite:///{folder / 'tables.sqlite'}"


class BadSetting(ValueError):
    """No number of the settings has that name, or it can't have that value."""


@dataclass(frozen=True)
class Settings:
    """One server. The numbers can be set by name: `ludotheque serve --set NAME=VALUE`."""

    database: str = field(default_factory=usual_database)
    channels: str = ""  # how several processes hear of each other: redis://…; alone, if empty
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    page: Path = PAGE
    address: str = ""  # where others reach it, when the one who asks is on this machine
    bot_pause: float = 0.6  # seconds before a bot moves, so that people can follow
    prepare: bool = True  # compile the rules in the background
    requests_a_second: float = 20.0  # of one address, with a burst of six times as many
    messages_a_second: float = 20.0  # of one socket
    work_a_second: float = 0.25  # seconds of a processor for the requests and messages of one address …
    work_at_once: float = 15.0  # … and how much of it may be saved up
    lines_a_second: float = 0.5  # of talk by one socket, with ten at once
    sockets_of_an_address: int = 64  # open at once
    connections: int = 4096  # in all; fewer where the system allows fewer open files
    connections_of_an_address: int = 256  # but for those of a proxy
    proxies: tuple[str, ...] = LOCAL  # who is believed when it says who the client is
    metrics_for: tuple[str, ...] = LOCAL  # who is told what the server counts
    head_seconds: float = 10.0  # in which a request has to be sent, its body aside …
    body_seconds: float = 20.0  # … and in which that
    slow_seconds: float = 20.0  # after which a socket is cut off whose page does not take what it is sent
    largest_request: int = 64 * 1024  # bytes of a body
    largest_message: int = 16 * 1024  # bytes of a message of a socket
    tables_of_a_person: int = 50  # that he has laid and that are not over
    tables_an_hour: float = 120.0  # laid from one address, with half of them at once
    bots_of_a_person: int = 150  # seats of bots at his tables that are not over
    bots_an_hour: float = 600.0  # seated from one address, with half of them at once
    megabytes_an_hour: float = 128.0  # stored for one address, with half of them at once …
    megabytes_of_a_person_an_hour: float = 16.0  # … and for one person
    people_an_hour: float = 240.0  # who come in for the first time from one address, with half of them at once
    holidays_a_year: int = 30  # days for which somebody may stop his clocks where moves take days
    keep_unbegun_days: float = 60.0  # a table at which nobody has begun to play is forgotten after so long
    keep_finished_days: float = 0.0  # … and a finished match; 0: never
    idle_minutes: float = 10.0  # a table that nobody looks at is put away after so long
    auto_pause: tuple[float, float] = (0.8, 3.0)  # seconds, at random, before a forced decision is made for somebody
    webhook_hosts: tuple[str, ...] = ()  # where people may have their turns announced; nowhere, if empty
    webhook_private: bool = False  # whether such a host may lie in the operator's own network
    push_contact: str = ""  # mailto:… or https://… of the operator: with it turns are announced by web push
    push_hosts: tuple[str, ...] = PUSH_SERVICES  # that may be called; one that begins with a dot with all below it
    push_private: bool = False  # whether they may lie in the operator's own network: for tests
    new_seed: Callable[[], bytes] = secrets.token_bytes  # 32 bytes: what a deal is made of; tests give their own
    now: Callable[[], float] = field(default_factory=SteadyClock)


def numbers() -> dict[str, int | float]:
    """The settings that are numbers, with their defaults."""
    kinds = {"int": int, "float": float}
    return {one.name: one.default for one in fields(Settings) if str(one.type) in kinds}  # type: ignore[misc]


def parse_numbers(given: Sequence[str]) -> dict[str, int | float]:
    """Numbers written NAME=VALUE; BadSetting names what can't be read."""
    known = numbers()
    found: dict[str, int | float] = {}
    for text in given:
        name, _, value = text.partition("=")
        try:
            number = type(known[name])(value)
        except (KeyError, ValueError):
            raise BadSetting(text) from None
        if not 0 < number < 1e9:
            raise BadSetting(text)
        found[name] = number
    return found
