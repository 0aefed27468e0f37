"""`ludotheque verify`: was a finished match dealt fairly, and played by the rules?"""

from __future__ import annotations

import argparse
from typing import Any

import ludotheque as lt
from ludotheque.commands.session import Session, WrongFile
from ludotheque.errors import BadInput
from ludotheque.messages import Messages
from ludotheque.play.records import parse
from ludotheque.server.matches import fairness


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help=messages.say("cli.verify.file"))
    parser.add_argument("--hash", metavar="HEX", help=messages.say("cli.verify.hash"))


def run(args: argparse.Namespace, session: Session) -> int:
    """Check one thing after the other; the first that fails ends it."""
    record = dict(parse(session.read_text(args.file), args.file))
    fair = record.get("fairness")
    if not isinstance(fair, dict) or not isinstance(record.get("game"), str):
        raise WrongFile(session.say("cli.verify.no_fairness", file=args.file))
    try:
        seed = bytes.fromhex(fair["server_seed"])
        pledges = [bytes.fromhex(p) if p else None for p in fair["pledges"]]
        contributions = [bytes.fromhex(c) if c else None for c in fair["contributions"]]
        published = str(fair["server_hash"])
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput.at(args.file, 0, "fairness", f"can't be read: {error!r}") from None
    told = session.console()
    if fairness.seed_hash(seed) != published:
        raise WrongFile(session.say("cli.verify.hash_differs"))
    if args.hash is not None and args.hash.strip().lower() != published:
        raise WrongFile(session.say("cli.verify.kept_differs"))
    told.print(session.say("cli.verify.hash_fits" if args.hash is not None else "cli.verify.hash_unknown"))
    if len(pledges) != len(contributions):
        raise BadInput.at(args.file, 0, "fairness", "pledges and contributions are not as many")
    told.print(session.say("cli.verify.pledges_fit", n=check_pledges(pledges, contributions, session)))
    if silent := [str(number) for number, pledge in enumerate(pledges) if pledge is None]:
        told.print(session.say("cli.verify.no_pledge", seats=", ".join(silent)))
    if "from" in record:
        told.print(session.say("cli.verify.from_position"))
    if fairness.deal_seed(seed, contributions) != record.get("seed"):
        raise WrongFile(session.say("cli.verify.deal_differs"))
    told.print(session.say("cli.verify.deal_fits"))
    pos = lt.game(record["game"], "plain").replay(record, args.file)
    told.print(session.say("cli.verify.moves_fit", n=len(record["moves"])))
    if pos.over and "outcome" not in record:
        raise WrongFile(session.say("cli.verify.no_outcome"))
    told.print(session.say("cli.verify.end_fits" if pos.over else "cli.verify.end_unknown"))
    if unopened := unopened_pledges(pledges, contributions):
        raise WrongFile(session.say("cli.verify.unopened", seats=", ".join(map(str, unopened))))
    return 0


def unopened_pledges(pledges: list[Any], contributions: list[Any]) -> list[int]:
    """Return the seats whose pledge was not opened: leaving one out lets the server choose between two deals."""
    return [n for n, pledge in enumerate(pledges) if pledge is not None and contributions[n] is None]


def check_pledges(pledges: list[Any], contributions: list[Any], session: Session) -> int:
    """Return how many contributions match their pledges; raise an error for one that does not."""
    count = 0
    for number, (pledge, contribution) in enumerate(zip(pledges, contributions, strict=True)):
        if contribution is None:
            continue
        if pledge is None or not fairness.fits(pledge, contribution):
            raise WrongFile(session.say("cli.verify.pledge_differs", n=number))
        count += 1
    return count
