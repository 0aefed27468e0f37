"""Makes the generated pages of the documentation site: Python interface, games, HTTP and socket.

Everything on these pages comes from docstrings, declarations and schemas, so it can't be out of date.
`mkdocs.yml` names `docs/hooks.py`, which adds these pages to the site.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

import ludotheque as lt
from ludotheque.adapters import gymnasium, openspiel
from ludotheque.kernel.observation import Part
from ludotheque.play.declaration import Declaration
from ludotheque.server.app import make_routed
from ludotheque.server.live.protocol import VERSION, FromPage, ToPage
from ludotheque.server.settings import Settings

# The public modules. Everything else may change without notice.
MODULES = (
    "ludotheque",
    "ludotheque.bots",
    "ludotheque.bots.arena",
    "ludotheque.bots.contest",
    "ludotheque.bots.dataset",
    "ludotheque.bots.luck",
    "ludotheque.bots.review",
    "ludotheque.bots.simulation",
    "ludotheque.errors",
    "ludotheque.kernel.observation",
    "ludotheque.adapters.gymnasium",
    "ludotheque.adapters.openspiel",
    "ludotheque.adapters.pettingzoo",
)


def make_pages() -> dict[str, str]:
    """Return the Markdown of every generated page, by its path in the site."""
    pages = {f"reference/{module}.md": module_page(module) for module in MODULES}
    pages |= {f"reference/games/{name}.md": game_page(lt.game(name, "plain")) for name in lt.names()}
    pages["reference/http.md"] = http_page()
    pages["reference/socket.md"] = socket_page()
    return pages


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in row)} |" for row in lines)


# Python interface ----------------------------------------------------------------------------------------------------


def module_page(module: str) -> str:
    """Return the page of a module: mkdocstrings fills it in."""
    members = "\n".join(f"        - {name}" for name in lt.__all__)
    options = f"    options:\n      members:\n{members}\n" if module == "ludotheque" else ""
    return f"# `{module}`\n\n::: {module}\n{options}"


# A game --------------------------------------------------------------------------------------------------------------


def game_page(game: lt.Game) -> str:
    """All that a program has to know of a game."""
    declaration, observation = game.declaration, game.observation
    low, high = declaration.players
    secret = any(decision.secret for decision in declaration.decisions)
    forms = [openspiel.name_of(game.name), *([openspiel.name_of(game.name, simultaneous=True)] if secret else [])]
    facts = [
        ("name", f"`{game.name}`"),
        ("version of the rules", f"`{game.rules_version}`: actions and observations keep their numbers within it"),
        ("players", f"{low}" if low == high else f"{low} to {high}"),
        ("longest match", f"{declaration.longest:,} decisions"),
        ("PettingZoo", f'`pettingzoo.env("{game.name}")`'),
        ("Gymnasium", f'`gymnasium.make("ludotheque/{game.name}-v{gymnasium.version_of(game)}")`'),
        ("OpenSpiel", ", ".join(f"`{form}`" for form in forms)),
    ]
    rewards = (
        "All seats win or lose together, and share alike."
        if declaration.together
        else "The shares of all seats add up to 1."
    )
    parts = [
        f"# {declaration.title['en']}",
        table(("", ""), facts),
        "## Rewards",
        f"At the end of a match, each seat's share of the win, 0 to 1; nothing before. {rewards} It ends because of: "
        + ", ".join(f"`{cause}`" for cause in declaration.causes)
        + ".",
        "## Options",
        table(("option", "usual", "others"), options_of(declaration)),
        "## Decisions",
        table(
            ("decision", "in secret, several at once"),
            ((d.name, "yes" if d.secret else "") for d in declaration.decisions),
        ),
        f"## Actions: {declaration.action_count}",
        table(("action", "numbers", "parts", "for instance"), actions_of(game)),
        f"## Observation: {observation.size} numbers",
        "Own seat first, the others clockwise; 0 where nobody sits. Multiply by the scale to get about -1 … 1.",
        table(("part", "numbers", "shape", "meaning", "scale", "last axis"), map(row_of, observation.parts)),
    ]
    left_out = [f"- `{path}`: {why}" for path, why in observation.omitted.items()]
    left_out += [f"- the order of `{path}`" for path in observation.unordered]
    if left_out:
        parts += ["Left out on purpose, of what a view shows:", "\n".join(left_out)]
    return "\n\n".join(parts) + "\n"


def options_of(declaration: Declaration) -> Iterator[tuple[str, str, str]]:
    """Options of the table, then what seats bring."""
    for option in declaration.options:
        others = ", ".join(f"`{value}`" for value in option.values if value != option.default)
        yield f"`{option.name}`", f"`{option.default}`", others
    for brought in declaration.seat_options:
        yield f"`{brought.name}`, by each seat", "–", f"others see it: {brought.shown}"


def actions_of(game: lt.Game) -> Iterator[tuple[str, str, str, str]]:
    """Every block of actions with its numbers."""
    declaration, start = game.declaration, 0
    for action in declaration.actions:
        count = math.prod(map(len, action.values(declaration.vocabulary, declaration.players[1])))
        numbers = f"{start}" if count == 1 else f"{start}–{start + count - 1}"
        yield f"`{action.name}`", numbers, ", ".join(action.names), f"`{game.move(start).text}`"
        start += count
    assert start == declaration.action_count


def row_of(part: Part) -> tuple[str, str, str, str, str, str]:
    """A part of an observation."""
    numbers = f"{part.start}" if part.size == 1 else f"{part.start}–{part.stop - 1}"
    scale = f"{part.scale:.4g}" if isinstance(part.scale, int | float) else "by column"
    return f"`{part.name}`", numbers, " × ".join(map(str, part.shape)), part.meaning, scale, ", ".join(part.labels)


# HTTP ----------------------------------------------------------------------------------------------------------------


def http_page() -> str:
    """Return the page of the HTTP interface, from the OpenAPI document that the server publishes."""
    document = make_routed(Settings()).openapi_schema.to_schema()
    parts = [
        "# HTTP interface",
        "This page is generated from the OpenAPI document, which a running server publishes at `/schema/openapi.json`. "
        "[The protocol](../protocol.md) explains how to use it.",
    ]
    for path, operations in sorted(document["paths"].items()):
        if path.startswith("/api"):
            parts.append(f"## `{path}`")
            parts += [operation_text(method, operations[method]) for method in operations]
    parts.append("## Types")
    for name, schema in sorted(document["components"]["schemas"].items()):
        parts += [f"### {name}", schema.get("description", "").partition("\n")[0]]
        rows = [
            (f"`{field}`", schema_text(inner), "yes" if field in schema.get("required", ()) else "")
            for field, inner in schema.get("properties", {}).items()
        ]
        parts.append(table(("field", "type", "required"), rows) if rows else schema_text(schema))
    return "\n\n".join(part for part in parts if part) + "\n"


def operation_text(method: str, operation: Mapping[str, Any]) -> str:
    """Return what one request does, takes and answers."""
    lines = [f"### {method.upper()}: {operation['summary']}", operation.get("description", "")]
    parameters = [
        (f"`{one['name']}`", one["in"], schema_text(one["schema"]), "yes" if one.get("required") else "")
        for one in operation.get("parameters", ())
    ]
    if parameters:
        lines.append(table(("parameter", "in", "type", "required"), parameters))
    if "requestBody" in operation:
        lines.append(f"Body: {content_text(operation['requestBody'])}")
    answers = [
        f"`{status}` {content_text(answer)}".rstrip()
        for status, answer in operation["responses"].items()
        if status < "3"
    ]
    lines.append(f"Answers: {', '.join(answers)}" if answers else "")
    return "\n\n".join(line for line in lines if line)


def content_text(body: Mapping[str, Any]) -> str:
    """Return the type of a body, as text."""
    return ", ".join(schema_text(content.get("schema", {})) for content in body.get("content", {}).values())


def schema_text(schema: Mapping[str, Any]) -> str:
    """Return a JSON Schema in a few words, with links to the named types."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(schema_text(one) for one in schema[several]))
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {schema_text(schema.get('items', {}))}"
    if isinstance(schema.get("additionalProperties"), Mapping):
        return f"object of {schema_text(schema['additionalProperties'])}"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


# The play socket -----------------------------------------------------------------------------------------------------


def socket_page() -> str:
    """Return the page of the play socket, from the types of its messages."""
    directions = (("Sent by the page", FromPage), ("Sent by the server", ToPage))
    _, components = msgspec.json.schema_components([message for _, union in directions for message in union.__args__])
    parts = [
        "# Play socket",
        f"Protocol version {VERSION}. Every message is a JSON object with a `type`. "
        "[The protocol](../protocol.md) explains how to use them.",
    ]
    shown: set[str] = set()
    for title, union in directions:
        parts.append(f"## {title}")
        for message in union.__args__:
            shown.add(message.__name__)
            parts += struct_text(message.__name__, components[message.__name__], f"`{message.__struct_config__.tag}`")
    parts.append("## Other types")
    for name in sorted(components.keys() - shown):
        parts += struct_text(name, components[name], name)
    return "\n\n".join(part for part in parts if part) + "\n"


def struct_text(name: str, schema: Mapping[str, Any], title: str) -> Iterator[str]:
    """Yield the heading, the description and the fields of a message."""
    yield f"### {title} {{ #{name.lower()} }}"
    yield inspect.cleandoc(schema.get("description", ""))
    rows = [
        (f"`{field}`", schema_text(inner), "yes" if field in schema.get("required", ()) else "")
        for field, inner in schema.get("properties", {}).items()
        if field != "type"
    ]
    yield table(("field", "type", "required"), rows) if rows else ""
