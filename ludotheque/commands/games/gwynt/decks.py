"""`ludotheque decks`: the decks of Gwynt: those that come with it, one's own checked, random ones."""

from __future__ import annotations

import argparse
import difflib
import secrets
from collections.abc import Mapping
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

import ludotheque as lt
from ludotheque.commands.session import Help, Session, add_common_arguments
from ludotheque.errors import BadInput, Fault, LudothequeError
from ludotheque.games.gwynt.board import sign_of, strength_of
from ludotheque.games.gwynt.components import CARD_BY_ID, FACTIONS, ROWS, Card
from ludotheque.games.gwynt.decks import Deck, deck_title, format_deck, in_numbers, random_deck, read_deck, ready_made
from ludotheque.games.gwynt.wording import short_ability
from ludotheque.messages import LANGUAGES, Messages
from ludotheque.play.notation import fold
from ludotheque.toolkit.boards import columns_that_fit, in_columns

ROW_ORDER = (*ROWS, "agile", "any", "none")


class NoSuchDeck(LudothequeError):
    """No ready-made deck, or no faction, has that name."""


def add_arguments(parser: argparse.ArgumentParser, messages: Messages) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--json", action="store_true", help=messages.say("cli.json"))
    actions = parser.add_subparsers(dest="action", metavar="ACTION", title=messages.say("cli.commands"))
    own = {
        name: actions.add_parser(name, messages=messages, help=about, description=about, formatter_class=Help)
        for name in ("show", "check", "random")
        for about in [messages.say(f"cli.decks.{name}")]
    }
    own["show"].add_argument("deck", metavar="NAME", help=messages.say("cli.decks.name"))
    own["check"].add_argument("file", metavar="FILE", help=messages.say("cli.decks.file"))
    own["random"].add_argument("faction", metavar="FACTION", help=messages.say("cli.decks.faction"))
    own["random"].add_argument("--seed", type=int, metavar="N", help=messages.say("cli.decks.seed"))
    for name in ("show", "random"):
        own[name].add_argument("--text", action="store_true", help=messages.say("cli.decks.text"))
    for name in ("check", "random"):
        for option in ("expansions", "skellige"):
            own[name].add_argument(f"--{option}", action="store_true", help=messages.say(f"cli.decks.{option}"))
    for action in own.values():
        add_common_arguments(action, messages)
        action.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=messages.say("cli.json"))


def run(args: argparse.Namespace, session: Session) -> int:
    """List, show, check or make up."""
    match args.action:
        case None:
            return list_decks(args, session)
        case "check":
            return check(args, session)
        case "show":
            deck = find(args.deck, session)
            return put_out(args, session, deck, deck_title(deck, session.language, args.deck), {"name": args.deck})
    seed = secrets.randbelow(1_000_000) if args.seed is None else args.seed
    faction = find_faction(args.faction, session)
    deck = random_deck(faction, seed, args.expansions, args.skellige or faction == "skellige")
    return put_out(args, session, deck, session.say("cli.decks.random_title", seed=seed), {"seed": seed})


def list_decks(args: argparse.Namespace, session: Session) -> int:
    """The ready-made decks, a line each."""
    decks = ready_made()
    if args.json:
        session.print_json([{"name": name, **in_numbers(deck)} for name, deck in decks.items()])
        return 0
    words = lt.game("gwynt", "plain").messages(session.language)
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column(session.say("cli.decks.name_column"), no_wrap=True)
    table.add_column(session.say("cli.decks.leader_column"))
    for key in ("units", "specials", "strength"):
        table.add_column(session.say(f"cli.decks.{key}_column"), justify="right")
    for name, deck in decks.items():
        numbers = in_numbers(deck)
        leader = words.say(f"leader.{deck.leader}")
        table.add_row(
            Text.assemble((name, "bold cyan"), (f"\n{deck_title(deck, session.language, '')}", "italic")),
            Text.assemble(words.say(f"faction.{deck.faction}"), (f"\n{leader}", "dim")),
            *(str(numbers[key]) for key in ("units", "specials", "strength")),
        )
    console = session.console()
    console.print(table)
    console.print()
    console.print(session.say("cli.decks.bring"), style="dim", markup=False)
    return 0


def check(args: argparse.Namespace, session: Session) -> int:
    """Name everything that is wrong with a deck in a file."""
    text = session.read_text(args.file)
    deck: Deck | None = None
    found: list[Fault] = []
    try:
        deck = read_deck(text, args.expansions, args.skellige, args.file, session.language)
    except BadInput as error:
        found = list(error.faults)
    if args.json:
        wrong = [{"line": fault.line, "field": fault.field, "problem": fault.problem} for fault in found]
        numbers = in_numbers(deck) if deck and not found else {}
        session.print_json({"file": args.file, "legal": not found, **numbers, "faults": wrong})
    elif deck is not None and not found:
        session.console().print(Text.assemble((session.say("cli.decks.legal"), "bold green"), " ", sums(deck, session)))
    else:
        errors = Console(stderr=True, highlight=False, soft_wrap=True)
        errors.print(Text(session.say("cli.decks.illegal", file=args.file, n=len(found)), style="bold red"))
        for fault in found:
            errors.print(Text(f"· {fault_text(fault, session)}"))
    return 1 if found else 0


def fault_text(fault: Fault, session: Session) -> str:
    """A fault with its line."""
    if not fault.line:
        return fault.problem
    return session.say("cli.decks.on_line", line=fault.line, problem=fault.problem)


def put_out(args: argparse.Namespace, session: Session, deck: Deck, title: str, more: dict[str, Any]) -> int:
    """One deck: as JSON, as its text, or to be read."""
    if args.json:
        session.print_json({**more, **in_numbers(deck), "cards": dict(deck.cards)})
    elif args.text:
        print(format_deck(deck), end="")
    else:
        console = session.console()
        console.print(drawn(deck, title, session, min(console.width, 110)))
    return 0


def drawn(deck: Deck, title: str, session: Session, width: int) -> RenderableType:
    """A deck to be read: title, leader, then the cards, units by row and strength, special cards last."""
    words = lt.game("gwynt", "plain").messages(session.language)
    leader = Text.assemble(
        (f"♛ {words.say(f'leader.{deck.leader}')}", "yellow"), (f" · {words.say(f'leader_text.{deck.leader}')}", "dim")
    )
    perk = f"{words.say(f'faction.{deck.faction}')} – {words.say(f'faction_perk.{deck.faction}')}"
    cards = [(CARD_BY_ID[card], copies) for card, copies in deck.cards]
    cells = [line(card, copies, words) for card, copies in sorted(cards, key=lambda entry: place(entry[0]))]
    return Group(
        Text(title, style="bold"),
        leader,
        Text(perk, style="dim"),
        sums(deck, session),
        Text(""),
        in_columns(cells, columns_that_fit(cells, width)),
    )


def line(card: Card, copies: int, words: Messages) -> Text:
    """A card of a deck: copies, strength, row, name, ability."""
    return Text.assemble(
        (f"{copies}×", "bold"),
        (f"{strength_of(card):>4} ", "bold yellow" if card.is_hero else "bold"),
        (f"{sign_of(card):<2} ", "cyan"),
        words.say(f"card.{card.id}"),
        (f"  {short_ability(card, words)}".rstrip(), "italic dim"),
    )


def place(card: Card) -> tuple[bool, int, int, str]:
    """The sort key of a card in a list: units by row, the strongest first; special cards after them."""
    return not card.is_unit, ROW_ORDER.index(card.row), -card.strength, card.id


def sums(deck: Deck, session: Session) -> Text:
    """Units, special cards and strength in a line."""
    return Text(session.say("cli.decks.sums", **in_numbers(deck)))


def find(name: str, session: Session) -> Deck:
    """A ready-made deck by its name, or by what people call it."""
    decks = ready_made()
    names = {fold(text): key for key, deck in decks.items() for text in (key, *(deck.name or {}).values())}
    return decks[nearest(name, names, "no_deck", list(decks), session)]


def find_faction(name: str, session: Session) -> str:
    """A faction by its key or its name in either language."""
    game = lt.game("gwynt", "plain")
    spelt = {
        fold(game.messages(language).say(f"faction.{faction}")): faction
        for language in LANGUAGES
        for faction in FACTIONS
    }
    names = spelt | {fold(faction): faction for faction in FACTIONS}
    return nearest(name, names, "no_faction", list(FACTIONS), session)


def nearest(name: str, names: Mapping[str, str], refusal: str, known: list[str], session: Session) -> str:
    """The key that a name means; otherwise an error that lists the known names, or suggests a similar one."""
    if fold(name) in names:
        return names[fold(name)]
    sentence = session.say(f"cli.decks.{refusal}", name=name, known=", ".join(known))
    if close := difflib.get_close_matches(fold(name), names, 1):
        sentence += " " + session.say("cli.decks.meant", name=names[close[0]])
    raise NoSuchDeck(sentence)
