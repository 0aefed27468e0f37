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
from ludotheque.commands.databases import NoDatabase, add_database_argument, database_of, explain_database_errors
from ludotheque.commands.session import Session, whole_number
from ludotheque.errors import BadInput, LudothequeError
from ludotheque.messages import Messages

HOST, PORT = "127.0.0.1", 8420
EVERYWHERE = "0.0.0.0"
FILES_ASIDE = 128  # open files other than connections: database, page, rules
LEVELS = ("debug", "info", "warning", "error")
MOST_FILES = 65_536  # requested from the system
CANT_LISTEN = {errno.EADDRINUSE: "port_taken", errno.EACCES: "port_not_allowed", errno.EADDRNOTAVAIL: "not_my_address"}
# The packages of the extra "server".
PACKAGES = (
    "alembic",
    "font_source_sans_pro",
    "fsrs",
    "litestar",
    "msgspec",
    "prometheus_client",
    "resvg_py",
    "segno",
    "sqlalchemy",
    "uvicorn",
    "websockets",
)
CHANNELS = "LUDOTHEQUE_CHANNELS"  # for passwords, which others could read on the command line


class NoContact(LudothequeError):
    """The push contact is not an address that push services accept."""


class CantListen(LudothequeError):
    """The server can't listen at that address."""

    exit_code = 4


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Add the arguments of the command."""
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
    # Imported here: the other commands start faster without the server.
    import uvicorn

    from ludotheque.server import logs
    from ludotheque.server.addresses import with_mapped
    from ludotheque.server.api.transport import protocols
    from ludotheque.server.app import make_app
    from ludotheque.server.games.levels import is_prepared
    from ludotheque.server.garbage_collection import collect_rarely
    from ludotheque.server.settings import LOCAL, BadSetting, Settings, numbers, parse_numbers
    from ludotheque.server.storage import Storage

    database = database_of(args, session)
    channels = args.channels or os.environ.get(CHANNELS) or ""
    if channels and database.startswith("sqlite"):
        raise NoDatabase(session.say("cli.serve.sqlite_is_for_one"))
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
    with explain_database_errors(database, session):
        storage = Storage(database, serving=True)
    try:
        listener = listen(address, args.port, session)
    except CantListen:
        storage.close()
        raise
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
        forwarded_allow_ips=with_mapped(settings.proxies),
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
    # Printed last: an interrupt during the set-up might be lost.
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
        # The socket listens already: an early browser waits until the server answers.
        threading.Timer(0.5, webbrowser.open, (f"http://127.0.0.1:{port}" if address == EVERYWHERE else url,)).start()
    uvicorn.Server(config).run(sockets=[listener])
    return 0


def has_screen() -> bool:
    """Return whether a graphical browser can open: one in the terminal would take the keyboard."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def host_names(given: Sequence[str]) -> tuple[str, ...]:
    """Return host names in lower case, as requests are compared with them."""
    return tuple(name.lower() for name in given)


def check_networks(given: Sequence[str], session: Session) -> None:
    """Raise BadInput for anything that is neither an address nor a network nor "*"."""
    for text in given:
        try:
            ipaddress.ip_network("0.0.0.0/0" if text == "*" else text, strict=False)
        except ValueError:
            raise BadInput.at("--proxy", 0, "", session.say("cli.admin.no_network", what=text)) from None


def open_files() -> int:
    """Raise the limit of open files as far as the system allows; return it."""
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
    """Return a listening socket; port 0 takes any free port."""
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
    """Yield the addresses and names of this machine in its network; nothing is sent to find them."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up
            yield probe.getsockname()[0]
        except OSError:
            pass
    name = socket.gethostname().lower()
    yield name
    yield f"{name}.local"
