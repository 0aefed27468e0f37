"""The types of the page, from those of the server: `python -m ludotheque.server.typescript` writes them.

A test compares the file with what this program would write, so that page and server can't drift apart.

It is ours, and not a generator fed with JSON Schema, because that would be no smaller: msgspec's schema tells what may
be left out of what is read, while the page has to know what is never left out of what is sent; that, the names of both
unions and the constants would still be written here, and whoever changes a type would need Node and nine packages more.
"""

from __future__ import annotations

import inspect as python
import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from ludotheque.kernel.declare import SPECTATOR
from ludotheque.server.daily.schemas import DailyView
from ludotheque.server.errors import ErrorBody
from ludotheque.server.games.schemas import Brought, GameView, SectionView, Verdict
from ludotheque.server.lessons.schemas import Asking, LessonMoment, LessonView, Played
from ludotheque.server.live.protocol import VERSION, FromPage, ToPage
from ludotheque.server.people.schemas import (
    Code,
    FreshCode,
    FreshLink,
    Friend,
    Holiday,
    HolidayView,
    NewDeck,
    NewPerson,
    Person,
    Profile,
    ProfileChange,
    Push,
    PushView,
    RatingList,
    SavedDeck,
    Webhook,
    WebhookView,
)
from ludotheque.server.tables.schemas import (
    ChangeSeat,
    Contribution,
    Fork,
    History,
    Invitation,
    Mutes,
    NewTable,
    Note,
    OpenEntry,
    OpenFace,
    Pledge,
    Points,
    Seek,
    SeekView,
    Sit,
    TableList,
    TableView,
)
from ludotheque.server.tournaments.schemas import Entry, NewTournament, TournamentList, TournamentView

FILE = Path(__file__).parent.parent.parent / "web" / "src" / "protocol" / "generated.ts"
HTTP = (
    ErrorBody,
    NewPerson,
    Person,
    Code,
    FreshCode,
    FreshLink,
    Webhook,
    WebhookView,
    Push,
    PushView,
    NewDeck,
    SavedDeck,
    Profile,
    ProfileChange,
    Friend,
    Holiday,
    HolidayView,
    RatingList,
    History,
    Invitation,
    Seek,
    SeekView,
    NewTable,
    Fork,
    Sit,
    ChangeSeat,
    Pledge,
    Contribution,
    Note,
    Mutes,
    OpenEntry,
    OpenFace,
    Points,
    TableView,
    TableList,
    NewTournament,
    Entry,
    TournamentView,
    TournamentList,
    DailyView,
    GameView,
    SectionView,
    Brought,
    Verdict,
    LessonView,
    Played,
    Asking,
    LessonMoment,
)
UNIONS: dict[str, Any] = {"FromPage": FromPage, "ToPage": ToPage}
PLAIN: dict[type, str] = {
    inspect.AnyType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


class Writer:
    """Collects every struct that it meets, and writes an interface for each."""

    def __init__(self) -> None:
        self.interfaces: dict[str, str] = {}

    def type(self, info: inspect.Type) -> str:
        """A type in TypeScript."""
        if type(info) in PLAIN:
            return PLAIN[type(info)]
        match info:
            case inspect.Metadata():
                return self.type(info.type)
            case inspect.UnionType():
                return " | ".join(dict.fromkeys(self.type(part) for part in info.types))
            case inspect.LiteralType():
                return " | ".join(f"'{value}'" for value in info.values)
            case inspect.ListType() | inspect.VarTupleType():
                inner = self.type(info.item_type)
                return f"({inner})[]" if " | " in inner else f"{inner}[]"
            case inspect.DictType():
                return f"Record<{self.type(info.key_type)}, {self.type(info.value_type)}>"
            case inspect.StructType():
                self.struct(info)
                return info.cls.__name__
        raise TypeError(f"no TypeScript for {info}")

    def struct(self, info: inspect.StructType) -> None:
        """An interface for a struct; a field that may be left out is optional."""
        name = info.cls.__name__
        if name in self.interfaces:
            return
        self.interfaces[name] = ""  # a struct may meet itself inside
        lines = [f"/** {line.strip()} */" for line in (python.getdoc(info.cls) or "").splitlines()[:1]]
        lines.append(f"export interface {name} {{")
        if info.tag is not None:
            lines.append(f"  {info.tag_field}: '{info.tag}'")
        sent_whole = not issubclass(info.cls, ErrorBody)
        ours = info.tag is None or info.cls not in _members(ToPage)
        for field in info.fields:
            optional = not field.required and (ours or not sent_whole)
            lines.append(f"  {field.encode_name}{'?' if optional else ''}: {self.type(field.type)}")
        lines.append("}")
        self.interfaces[name] = "\n".join(lines)


def _members(union: Any) -> tuple[type[msgspec.Struct], ...]:
    members: tuple[type[msgspec.Struct], ...] = union.__args__
    return members


def typescript() -> str:
    """The whole file."""
    writer = Writer()
    unions = []
    for name, union in UNIONS.items():
        members = [writer.type(inspect.type_info(member)) for member in _members(union)]
        unions.append(f"export type {name} =\n  | " + "\n  | ".join(members))
    for struct in HTTP:
        writer.type(inspect.type_info(struct))
    head = (
        "// Written by `python -m ludotheque.server.typescript`: change the server's types, not this file.\n\n"
        f"export const VERSION = {VERSION}\n\n"
        "/** The viewer who watches and holds no seat. */\n"
        f"export const SPECTATOR = {SPECTATOR}"
    )
    return "\n\n".join([head, *writer.interfaces.values(), *unions]) + "\n"


def main() -> int:
    """Write the file, or the one that is named."""
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(typescript(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
