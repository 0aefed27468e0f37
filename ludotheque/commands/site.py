"""`ludotheque site`: a folder that any host can serve, where people play against bots without a server."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from ludotheque.commands.session import Session
from ludotheque.messages import Messages


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help=messages.say("cli.site.out"))
    parser.add_argument("--docs", type=Path, metavar="FOLDER", help=messages.say("cli.site.docs"))
    parser.add_argument("--json", action="store_true", help=messages.say("cli.json"))


def run(args: argparse.Namespace, session: Session) -> int:
    """Write the site, and tell how large it is."""
    from ludotheque.local.site import build_docs, write_site  # needs the extra "server"

    with tempfile.TemporaryDirectory() as room:
        docs = args.docs or build_docs(Path(room) / "docs")
        files = write_site(args.out, docs=docs)
    size = sum(path.stat().st_size for path in files)
    if args.json:
        session.print_json({"folder": str(args.out), "files": len(files), "bytes": size})
    else:
        told = {"files": session.number(len(files)), "size": session.number(size / 1e6, 1), "folder": str(args.out)}
        session.console().print(session.say("cli.site.written", **told))
        if docs is None:
            session.console().print(session.say("cli.site.no_docs"))
    return 0
