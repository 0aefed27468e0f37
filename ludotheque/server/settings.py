"""The settings of a server. The defaults serve one machine."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

import platformdirs

from ludotheque.server.clock import SteadyClock

# The push services of the browsers.
PUSH_SERVICES = ("fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com")
LOCAL = ("127.0.0.1", "::1")  # this machine
PAGE = Path(__file__).parent.parent / "page"  # the built page


def usual_database() -> str:
    """Return the URL of the SQLite file in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("ludotheque", appauthor=False))
    return f"sqlite:///{folder / 'tables.sqlite'}"


class BadSetting(ValueError):
    """No numeric setting has that name, or its value is out of range."""


@dataclass(frozen=True)
class Settings:
    """The settings of one server. The numeric ones can be set: `ludotheque serve --set NAME=VALUE`."""

    database: str = field(default_factory=usual_database)
    channels: str = ""  # Redis URL of several processes; empty for one process
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    page: Path = PAGE
    address: str = ""  # the server's URL in the local network, shown to browsers on this machine
    bot_pause: float = 0.6  # mean seconds before a bot moves, so that people can follow
    prepare: bool = True  # compile the rules in the background
    requests_a_second: float = 20.0  # of one address, with a burst of six times as many
    messages_a_second: float = 20.0  # of one socket
    work_a_second: float = 0.25  # CPU seconds for the requests and messages of one address …
    work_at_once: float = 15.0  # … and the most that may be saved up
    lines_a_second: float = 0.5  # of chat by one socket, with ten at once
    sockets_of_an_address: int = 64  # open at once
    connections: int = 4096  # in all; fewer where the system allows fewer open files
    connections_of_an_address: int = 256  # except proxies
    proxies: tuple[str, ...] = LOCAL  # trusted to name the client's address
    metrics_for: tuple[str, ...] = LOCAL  # may read /metrics and why /ready fails
    head_seconds: float = 10.0  # timeout for the head of a request …
    body_seconds: float = 20.0  # … and for its body
    slow_seconds: float = 20.0  # after which a socket is closed whose page does not read
    largest_request: int = 64 * 1024  # bytes of a body
    largest_message: int = 16 * 1024  # bytes of a message of a socket
    tables_of_a_person: int = 50  # that the person made and that are not over
    tables_an_hour: float = 120.0  # made from one address, with half of them at once
    bots_of_a_person: int = 150  # bot seats at the person's tables that are not over
    bots_an_hour: float = 600.0  # seated from one address, with half of them at once
    megabytes_an_hour: float = 128.0  # stored for one address, with half of them at once …
    megabytes_of_a_person_an_hour: float = 16.0  # … and for one person
    reviews_a_day: int = 40  # of finished matches, that a person may ask for …
    reviews_an_hour: float = 60.0  # … and one address, with half of them at once
    review_effort: float = 1.0  # multiplies the simulations of a review
    invitations_an_hour: float = 60.0  # of people to tables, from one address, with half of them at once
    invitations_to_one_an_hour: float = 10.0  # of one person by another, with half of them at once
    answers_an_hour: float = 600.0  # to problems, from one address, with half of them at once
    people_an_hour: float = 240.0  # new accounts from one address, with half of them at once
    holidays_a_year: int = 30  # days for which a person may stop their clocks in correspondence matches
    keep_unbegun_days: float = 60.0  # after which a table whose match has not begun is deleted
    keep_finished_days: float = 0.0  # … and a finished match; 0: never
    idle_minutes: float = 10.0  # after which a table without open pages is unloaded
    auto_pause: tuple[float, float] = (0.8, 3.0)  # seconds, at random, before a forced decision is made for a player
    webhook_hosts: tuple[str, ...] = ()  # hosts that people may have their turns announced to
    webhook_private: bool = False  # whether such a host may be in the operator's own network
    push_contact: str = ""  # mailto:… or https://… of the operator; enables web push
    push_hosts: tuple[str, ...] = PUSH_SERVICES  # that may be called; a leading dot includes subdomains
    push_private: bool = False  # whether they may be in the operator's own network: for tests
    new_seed: Callable[[], bytes] = secrets.token_bytes  # 32 bytes for a deal; tests give their own
    now: Callable[[], float] = field(default_factory=SteadyClock)


def numbers() -> dict[str, int | float]:
    """Return the numeric settings with their defaults."""
    kinds = {"int": int, "float": float}
    return {one.name: one.default for one in fields(Settings) if str(one.type) in kinds}  # type: ignore[misc]


def parse_numbers(given: Sequence[str]) -> dict[str, int | float]:
    """Parse settings written NAME=VALUE; BadSetting names the one that can't be read."""
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
