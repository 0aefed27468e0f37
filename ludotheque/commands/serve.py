"""`ludotheque serve`: the table server."""

from __future__ import annotations

import argparse
import errno
import ipaddress
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import ludotheque as lt
from ludotheque.commands.databases import add_database_argument, database_of, said_in_a_sentence
from ludotheque.commands.session import Session, whole_number
from ludotheque.errors import BadInput, LudothequeError
from ludotheque.messages import Messages

HOST, PORT = "127.0.0.1", 8420
EVERYWHERE = "0.0.0.0"
FILES_ASIDE = 128  # open files that are no connections: the database, the page, the rules
LEVELS = ("debug", "info", "warning", "error")
MOST_FILES = 65_536  # that are asked for
CANT_LISTEN = {errno.EADDRINUSE: "port_taken", errno.EACCES: "port_not_allowed", errno.EADDRNOTAVAIL: "not_my_address"}
# What its extra brings.
PACKAGES = (
    "alembic",
    "font_source_sans_pro",
    "litestar",
    "msgspec",
    "resvg_py",
    "segno",
    "sqlalchemy",
    "uvicorn",
    "websockets",
)
CHANNELS = "LUDOTHEQUE_CHANNELS"  # a password has no place on a command line


class NoContact(LudothequeError):
    """Push services would refuse it."""


class CantListen(LudothequeError):
    """Nobody can be served at that address."""

    exit_code = 4


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """What the command takes."""
    say = messages.say
    parser.add_argument("--host", metavar="ADDRESS", help=say("cli.serve.host", {"usual": HOST}))
    parser.add_argument(
        "--port", type=whole_number, default=PORT, metavar="N", help=say("cli.serve.port", {"usual": PORT})
    )
    parser.add_argument("--open", action="store_true", help=say("cli.serve.open"))
    parser.add_argument("--lan", action="store_true", help=say("cli.serve.lan"))
    parser.add_argument("--plain", action="store_true", help=say("cli.serve.plain"))
    add_database_argument(parser, messages)
    parser.add_argument("--log", choices=("lines", "json"), default="lines", help=say("cli.serve.log"))
    parser.add_argument("--log-level", choices=LEVELS, default="warning", help=say("cli.serve.log_level"))
    parser.add_argument("--channels", metavar="URL", help=say("cli.serve.channels", {"variable": CHANNELS}))
    parser.add_argument("--proxy", action="append", default=[], metavar="ADDRESS", help=say("cli.serve.proxy"))
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help=say("cli.serve.set"))
    parser.add_argument("--metrics-for", action="append", default=[], metavar="ADDRESS", help=say("cli.serve.metrics"))
    parser.add_argument("--allow-host", action="append", default=[], metavar="NAME", help=say("cli.serve.allow_host"))
    parser.add_argument(
        "--webhook-host", action="append", default=[], metavar="NAME", help=say("cli.serve.webhook_host")
    )
    parser.add_argument("--webhook-private", action="store_true", help=say("cli.serve.webhook_private"))
    parser.add_argument("--push", metavar="CONTACT", default="", help=say("cli.serve.push"))


def run(args: argparse.Namespace, session: Session) -> int:
    """Serve until interrupted."""
    session.need("server", *PACKAGES)
    # Only here: the other commands need none of the server, and start faster without it.
    import uvicorn

    from ludotheque.server import logs
    from ludotheque.server.api.transport import protocols
    from ludotheque.server.app import make_app
    from ludotheque.server.games.levels import is_prepared
    from ludotheque.server.garbage_collection import collect_rarely
    from ludotheque.server.settings import LOCAL, BadSetting, Settings, numbers, parse_numbers
    from ludotheque.server.storage import Storage

    database = database_of(args, session)
    channels = args.channels or os.environ.get(CHANNELS) or ""
    session.need("cluster", *(["redis"] if channels else []))
    session.need("push", *(["cryptography"] if args.push else []))
    if args.push and not args.push.startswith(("mailto:", "https://")):
        raise NoContact(session.say("cli.serve.no_contact", contact=args.push))
    address = args.host or (EVERYWHERE if args.lan else HOST)
    names = {"localhost", "127.0.0.1", "[::1]", *host_names(args.allow_host)}
    shown = address
    if address == EVERYWHERE:
        reached = list(own_addresses())
        names.update(reached)
        shown = next(iter(reached), "127.0.0.1")
    else:
        names.add(f"[{address}]" if ":" in address else address)
    try:
        parse_numbers(args.set)
    except BadSetting as error:
        known = ", ".join(numbers())
        raise BadInput.at("--set", 0, "", session.say("cli.serve.no_setting", text=str(error), known=known)) from None
    check_networks([*args.proxy, *args.metrics_for], session)
    with said_in_a_sentence(database, session):
        storage = Storage(database, several=bool(channels))
    listener = listen(address, args.port, session)
    port = listener.getsockname()[1]
    url = f"http://{shown}:{port}"
    settings = Settings(
        database=database,
        channels=channels,
        hosts=tuple(sorted(names)),
        proxies=(*LOCAL, *args.proxy),
        metrics_for=(*LOCAL, *args.metrics_for),
        prepare=not args.plain,
        webhook_hosts=tuple(args.webhook_host),
        webhook_private=args.webhook_private,
        push_contact=args.push,
        address=url if address == EVERYWHERE else "",
    )
    limits: dict[str, Any] = parse_numbers(args.set)
    limits["connections"] = min(limits.get("connections", settings.connections), open_files() - FILES_ASIDE)
    settings = replace(settings, **limits)
    http, ws = protocols(settings)
    config = uvicorn.Config(
        make_app(settings, storage),
        http=http,
        ws=ws,
        forwarded_allow_ips=list(settings.proxies),
        ws_max_size=settings.largest_message,
        log_config=None,
        access_log=False,
        lifespan="on",
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=3,
    )
    logs.set_up(args.log_level, args.log == "json")
    collect_rarely()
    # Told last: whoever interrupts what is still being made may find that nobody heard it.
    console = session.console()
    console.print(session.say("cli.serve.listening", url=url), style="bold")
    if args.lan:
        if console.is_terminal:
            from ludotheque.server import qr

            console.print(qr.in_terminal(url), style="black on bright_white", highlight=False)
        console.print(session.say("cli.serve.plain_http"), style="dim")
    if settings.prepare and not all(is_prepared(lt.game(name, "plain")) for name in lt.names()):
        console.print(session.say("cli.serve.preparing"), style="dim")
    console.print(session.say("cli.serve.stop"), style="dim")
    if args.open and has_screen():
        # The socket listens already: a page that comes early waits until the server answers.
        threading.Timer(0.5, webbrowser.open, (f"http://127.0.0.1:{port}" if address == EVERYWHERE else url,)).start()
    uvicorn.Server(config).run(sockets=[listener])
    return 0


def has_screen() -> bool:
    """Whether a browser has somewhere to appear: one in the terminal would take the keyboard."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def host_names(given: Sequence[str]) -> tuple[str, ...]:
    """Names of hosts as requests are compared with them: whoever writes one in capitals means the same host."""
    return tuple(name.lower() for name in given)


def check_networks(given: Sequence[str], session: Session) -> None:
    """Refuse what is neither an address nor a network; "*" is all of them."""
    for text in given:
        try:
            ipaddress.ip_network("0.0.0.0/0" if text == "*" else text, strict=False)
        except ValueError:
            raise BadInput.at("--proxy", 0, "", session.say("cli.admin.no_network", what=text)) from None


def open_files() -> int:
    """How many files this process may have open: as many as the system lets it have."""
    try:
        import resource  # not on every system
    except ImportError:
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted)


def listen(address: str, port: int, session: Session) -> socket.socket:
    """A socket at that address; port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
    except OverflowError:
        listener.close()
        raise CantListen(session.say("cli.serve.no_port", port=port)) from None
    except OSError as error:
        listener.close()
        why = "no_address" if isinstance(error, socket.gaierror) else CANT_LISTEN.get(error.errno or 0, "no_address")
        raise CantListen(session.say(f"cli.serve.{why}", port=port, address=address)) from None
    listener.listen(256)
    return listener


def own_addresses() -> Iterator[str]:
    """The addresses of this machine in its network; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation: only the route is looked up
            yield probe.getsockname()[0]
        except OSError:
            pass
    name = socket.gethostname().lower()
    yield name
    yield f"{name}.local"
