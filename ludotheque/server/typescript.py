"""Writes the page's TypeScript types from the server's structs: `python -m ludotheque.server.typescript`.

The messages of the socket go into `web/src/protocol/generated.ts`. The view, events, actions, decisions, refusals and
options of each game go into `web/src/games/<game>/generated.ts`. What is asked over HTTP goes into `web/openapi.json`,
from which `npm run types` makes `web/src/protocol/http.ts`. Tests compare the files with what would be written, so that
page and server can't drift apart.

For the socket a generator fed with JSON Schema would not be smaller: msgspec's schema says what may be left out of a
message that is read, while the page has to know what is always in a message that is sent.
"""

from __future__ import annotations

import inspect as python
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from msgspec import inspect

import ludotheque as lt
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.play.declaration import Argument, Declaration
from ludotheque.server.app import make_routed
from ludotheque.server.live.protocol import VERSION, FromPage, ToPage
from ludotheque.server.settings import Settings

PAGE = Path(__file__).parent.parent.parent / "web" / "src"
NOTE = "// Written by `python -m ludotheque.server.typescript`: change {source}, not this file."
API = "/api"  # the page asks below this path
LISTED = 12  # a vocabulary of more words, most of them from a data file, is a string in TypeScript
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
    """Collects every struct and typed dictionary that it meets, and writes a type for each.

    `aliases` names sets of words: a literal type of exactly these words is written by that name.
    """

    def __init__(self, aliases: Mapping[str, Iterable[str]] | None = None) -> None:
        self.types: dict[str, str] = {}
        self._aliases: dict[frozenset[Any], str] = {frozenset(words): name for name, words in (aliases or {}).items()}

    def write(self, info: inspect.Type) -> str:
        """A type as TypeScript writes it."""
        if type(info) in PLAIN:
            return PLAIN[type(info)]
        match info:
            case inspect.Metadata():
                return self.write(info.type)
            case inspect.UnionType():
                return " | ".join(dict.fromkeys(self.write(part) for part in info.types))
            case inspect.LiteralType():
                return self._aliases.get(frozenset(info.values)) or one_of(info.values)
            case inspect.ListType() | inspect.VarTupleType():
                inner = self.write(info.item_type)
                return f"({inner})[]" if " | " in inner else f"{inner}[]"
            case inspect.DictType():
                return f"Record<{self.write(info.key_type)}, {self.write(info.value_type)}>"
            case inspect.StructType():
                self.struct(info)
                return info.cls.__name__
            case inspect.TypedDictType():
                self.typed_dict(info)
                return info.cls.__name__
        raise TypeError(f"no TypeScript for {info}")

    def struct(self, info: inspect.StructType) -> None:
        """Write a type for a struct; a field that may be left out is optional."""
        sent_whole = info.tag is not None and info.cls in _members(ToPage)
        tag = [] if info.tag is None else [f"{info.tag_field}: '{info.tag}'"]
        self._object(info.cls, info.fields, not sent_whole, tag)

    def typed_dict(self, info: inspect.TypedDictType) -> None:
        """Write a type for a typed dictionary, such as a part of a game's view."""
        order = list(get_type_hints(info.cls))
        self._object(info.cls, sorted(info.fields, key=lambda field: order.index(field.name)), True, [])

    def _object(self, cls: type, fields: Iterable[inspect.Field], optional: bool, lines: list[str]) -> None:
        name = cls.__name__
        if name in self.types:
            return
        self.types[name] = ""  # a struct may meet itself inside
        for field in fields:
            mark = "?" if optional and not field.required else ""
            lines.append(f"{field.encode_name}{mark}: {self.write(field.type)}")
        comment = (python.getdoc(cls) or "").partition("\n")[0].replace("None", "null")
        self.types[name] = object_type(name, lines, comment)


def object_type(name: str, lines: Sequence[str], comment: str) -> str:
    """An exported object type with these lines: unlike an interface it can be used as a record of unknown values."""
    if not lines:
        return f"/** {comment} */\nexport type {name} = Record<string, never>"
    return "\n".join([f"/** {comment} */", f"export type {name} = {{", *(f"  {line}" for line in lines), "}"])


def one_of(values: Iterable[Any]) -> str:
    """A union of literal values."""
    found = [quoted(value) if isinstance(value, str) else str(value).lower() for value in values]
    return " | ".join(found) if found else "never"


def quoted(word: str) -> str:
    """A string as TypeScript writes it."""
    return f'"{word}"' if "'" in word else f"'{word}'"


def _members(union: Any) -> tuple[type[msgspec.Struct], ...]:
    members: tuple[type[msgspec.Struct], ...] = union.__args__
    return members


def protocol() -> str:
    """The file of the messages between page and server."""
    writer = Writer()
    unions = []
    for name, union in UNIONS.items():
        members = [writer.write(inspect.type_info(member)) for member in _members(union)]
        unions.append(f"export type {name} =\n  | " + "\n  | ".join(members))
    head = (
        f"{NOTE.format(source='the types of the server')}\n\n"
        f"export const VERSION = {VERSION}\n\n"
        "/** The viewer who watches and holds no seat. */\n"
        f"export const SPECTATOR = {SPECTATOR}"
    )
    return "\n\n".join([head, *writer.types.values(), *unions]) + "\n"


def openapi() -> str:
    """The part of the OpenAPI document that the page's types are made from: paths, parameters, bodies, answers."""
    document = make_routed(Settings()).openapi_schema.to_schema()
    paths: dict[str, Any] = {}
    for path, methods in document["paths"].items():
        if path.startswith(API):
            paths[path.removeprefix(API)] = {method: _operation(facts) for method, facts in methods.items()}
    kept = {"openapi": document["openapi"], "info": {"title": "Ludothèque", "version": ""}, "paths": paths}
    components = {"schemas": document["components"]["schemas"]}
    return json.dumps({**kept, "components": components}, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _operation(facts: Mapping[str, Any]) -> dict[str, Any]:
    answers = {code: answer for code, answer in facts["responses"].items() if code.startswith("2")}
    return {
        "parameters": facts.get("parameters", []),
        "responses": answers,
        **({"requestBody": facts["requestBody"]} if "requestBody" in facts else {}),
    }


def game_types(game: lt.Game) -> str:
    """The file of one game: what its view shows and what its declaration lists."""
    facts = game.declaration
    words = {_alias(name): values for name, values in {**facts.vocabulary, "cause": facts.causes}.items()}
    short = {name: values for name, values in words.items() if len(values) <= LISTED}
    writer = Writer(short)
    table, outcome = (
        writer.write(inspect.type_info(get_type_hints(function)["return"]))
        for function in (game.view.table, game.view.outcome)
    )
    if clash := words.keys() & writer.types.keys():
        raise TypeError(f"{facts.name}: a vocabulary and a part of the view are both called {', '.join(clash)}")
    aliases = [f"export type {name} = {one_of(short[name]) if name in short else 'string'}" for name in words]
    return (
        "\n\n".join(
            [
                NOTE.format(source="view.py or declaration.py of the game"),
                "\n".join(aliases),
                *writer.types.values(),
                _events(facts),
                _actions(facts),
                f"export type Decision = {one_of(one.name for one in facts.decisions)}",
                f"export type Refusal = {one_of(one.name for one in facts.refusals)}",
                _options(facts),
                object_type(
                    "Game",
                    [
                        f"table: {table}",
                        f"outcome: {outcome}",
                        *("event: Event", "actions: Actions", "decision: Decision", "refusal: Refusal"),
                        *("cause: Cause", "options: Options", "seatOptions: SeatOptions"),
                    ],
                    "All of them, for types that depend on the game: `Board<Game>`, `View<Game>`, `GameEvent<Game>`.",
                ),
            ]
        )
        + "\n"
    )


def _alias(vocabulary: str) -> str:
    return "".join(part.capitalize() for part in vocabulary.split("_"))


def _events(facts: Declaration) -> str:
    lines = []
    for event in facts.events:
        params = [f"{argument.name}: {_argument(facts, argument, event.private)}" for argument in event.arguments]
        lines.append(f"{event.name}: {_fields(params)}")
    names = "The events by name, each with its parameters."
    one = "{ [E in keyof Events]: { key: string; event: E; params: Events[E] } }[keyof Events]"
    return f"{object_type('Events', lines, names)}\n\nexport type Event = {one}"


def _argument(facts: Declaration, argument: Argument, private: bool) -> str:
    known = _alias(argument.type) if argument.type in facts.vocabulary else "number"
    return f"{known} | null" if argument.optional or (argument.secret and not private) else known


def _actions(facts: Declaration) -> str:
    lines = []
    for action in facts.actions:
        params = []
        for part, name, values in zip(
            action.parts, action.names, action.values(facts.vocabulary, facts.players[1]), strict=True
        ):
            type_ = (part.partition(":")[2] or part) if isinstance(part, str) else ""
            params.append(f"{name}: {'number' if type_ == 'seat' else _values(values, type_, facts)}")
        lines.append(f"{action.name}: {_fields(params)}")
    return object_type("Actions", lines, "The actions by name, each with its parts.")


def _values(values: tuple[Any, ...], type_: str, facts: Declaration) -> str:
    if type_ in facts.vocabulary:
        return _alias(type_)
    if all(isinstance(value, bool) for value in values):
        return "boolean"
    if len(values) <= LISTED:
        return one_of(values)
    return " | ".join(dict.fromkeys("number" if isinstance(value, int) else "string" for value in values))


def _options(facts: Declaration) -> str:
    options = [f"{option.name}: {_values(option.values, '', facts)}" for option in facts.options]
    brought = [
        f"{option.name}?: {_values(option.values, option.name, facts) if option.values else 'string'}"
        for option in facts.seat_options
    ]
    return (
        object_type("Options", options, "What is chosen when a table is set up.")
        + "\n\n"
        + object_type("SeatOptions", brought, "What a seat may bring.")
    )


def _fields(lines: list[str]) -> str:
    return f"{{ {'; '.join(lines)} }}" if lines else "Record<string, never>"


def files() -> dict[Path, str]:
    """Every file that this program writes, with its text."""
    drawn = sorted(page.parent for page in (PAGE / "games").glob("*/index.ts"))
    written = {folder / "generated.ts": game_types(lt.game(folder.name, "plain")) for folder in drawn}
    return {PAGE.parent / "openapi.json": openapi(), PAGE / "protocol" / "generated.ts": protocol(), **written}


def main() -> int:
    """Write all files."""
    for file, text in files().items():
        file.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
