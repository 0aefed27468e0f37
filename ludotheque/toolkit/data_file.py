"""Data files in TOML: read, and checked so that every fault is named at once, with its line and field.

Whoever owns a box may correct its file by hand, so nothing in it is trusted.

    file = DataFile(path)
    for entry in file.entries("card"):
        entry.shape({"id": identifier, "value": whole(0, 9), "note": text}, optional=("note",))
    file.stop_if_faulty()
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ludotheque.errors import BadInput, Fault
from ludotheque.messages import COMPLETE, LANGUAGES

Check = Callable[[Any], str]  # what is wrong with a value, "" if nothing


class DataFile:
    """A data file as read, and the faults found in it so far."""

    def __init__(self, path: Path) -> None:
        self.source = path.name
        self.faults: list[Fault] = []
        try:
            text = path.read_text(encoding="utf-8")
            self.document: dict[str, Any] = tomllib.loads(text)
        except OSError as error:
            raise BadInput.at(self.source, 0, "", error.strerror or "cannot be read") from error
        except UnicodeDecodeError as error:
            raise BadInput.at(self.source, 0, "", "is not UTF-8 text") from error
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"at line (\d+)", str(error))
            raise BadInput.at(self.source, int(place[1]) if place else 0, "", f"is no TOML: {error}") from error
        except (RecursionError, ValueError):  # brackets without end, a number of thousands of digits
            raise BadInput.at(self.source, 0, "", "is nested too deeply, or a number in it is too large") from None
        self.lines = lines_of(text)

    def line(self, field: str) -> int:
        """The line of a field, of the table that it should stand in if it is missing; 0 if that is missing, too."""
        while field and field not in self.lines:
            field = field.rpartition(".")[0]
        return self.lines.get(field, 0)

    def fault(self, field: str, problem: str, line: int = 0) -> None:
        """Note that a field (`game.hand`) is wrong."""
        self.faults.append(Fault(line or self.line(field), field, problem))

    def stop_if_faulty(self) -> None:
        """Raise what was noted, in the order of the file."""
        if self.faults:
            raise BadInput(self.source, sorted(self.faults, key=lambda fault: fault.line))

    def entries(self, key: str) -> list[Entry]:
        """The `[[key]]` tables of the file; one at least."""
        found = self.document.get(key)
        if not isinstance(found, list) or not found or not all(isinstance(entry, dict) for entry in found):
            raise BadInput.at(self.source, 0, key, f"needs at least one [[{key}]] entry")
        return [Entry(self, key, at, fields) for at, fields in enumerate(found)]


class Entry:
    """One of several tables of a kind: a card. Its faults are named by its id."""

    def __init__(self, file: DataFile, key: str, at: int, fields: dict[str, Any]) -> None:
        self.file = file
        self.key = key
        self.at = at
        self.fields = fields

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    def get(self, name: str, default: Any = None) -> Any:
        """A field, or what stands for it where it is missing."""
        return self.fields.get(name, default)

    def fault(self, name: str, problem: str) -> None:
        """Note that a field is wrong."""
        identity = self.fields.get("id")
        label = identity if isinstance(identity, str) and identity else f"{self.key} {self.at + 1}"
        self.file.fault(f"{label}.{name}", problem, self.file.line(f"{self.key}[{self.at}].{name}"))

    def shape(self, fields: Mapping[str, Check], optional: Sequence[str] = ()) -> None:
        """Note fields that are missing, unknown or of the wrong kind."""
        for name, check in fields.items():
            if name in self.fields:
                if problem := check(self.fields[name]):
                    self.fault(name, problem)
            elif name not in optional:
                self.fault(name, "is missing")
        for name in self.fields:
            if name not in fields:
                self.fault(name, f"is no field of a {self.key}")


def lines_of(text: str) -> dict[str, int]:
    """The line on which each table and each field of a TOML text begins: `card[0].name`, `players.3.tiles`."""
    found: dict[str, int] = {}
    for number, name in _named_lines(text):
        while name and name not in found:  # `name.en` on its own line is also where `name` begins
            found[name] = number
            name = name.rpartition(".")[0]
    return found


def _named_lines(text: str) -> Iterator[tuple[int, str]]:
    table = ""
    entries: Counter[str] = Counter()
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\[\s*([\w.-]+)\s*\]\]", line):
            table = f"{header[1]}[{entries[header[1]]}]"
            entries[header[1]] += 1
            yield number, table
        elif header := re.match(r"\s*\[\s*([\w.-]+)\s*\]", line):
            first, dot, rest = header[1].partition(".")
            table = f"{first}[{entries[first] - 1}]{dot}{rest}" if entries[first] else header[1]
            yield number, table
        elif field := re.match(r"\s*([\w.-]+)\s*=", line):
            yield number, f"{table}.{field[1]}" if table else field[1]


# Checks of a value ------------------------------------------------------------------------------------------------


def identifier(value: Any) -> str:
    """An id."""
    good = isinstance(value, str) and re.fullmatch(r"[a-z][a-z0-9_]*", value)
    return "" if good else f"{value!r} is no id: small letters, digits and _ only"


def text(value: Any) -> str:
    """Any text."""
    return "" if isinstance(value, str) else f"{value!r} is no text"


def texts(value: Any) -> str:
    """A list of texts."""
    good = isinstance(value, list) and all(isinstance(part, str) for part in value)
    return "" if good else f"{value!r} is no list of texts"


def truth(value: Any) -> str:
    """True or false."""
    return "" if isinstance(value, bool) else f"{value!r} is neither true nor false"


def is_whole(value: Any, low: int, high: int | None) -> bool:
    """Whether it is a whole number between two bounds; bool is an int to Python, never to a person."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value and (high is None or value <= high)


def whole(low: int, high: int | None = None) -> Check:
    """A whole number between two bounds."""
    wanted = f"from {low} up" if high is None else f"from {low} to {high}"
    return lambda value: "" if is_whole(value, low, high) else f"{value!r} is no whole number {wanted}"


def one_of(values: Sequence[Any]) -> Check:
    """One of some values."""
    return lambda value: "" if value in values else f"{value!r} is none of {', '.join(map(str, values))}"


def both_languages(value: Any) -> str:
    """A text in each complete language, and in others that we know."""
    if not isinstance(value, dict) or not set(COMPLETE) <= set(value) <= set(LANGUAGES):
        return f"needs {' and '.join(COMPLETE)}, and may have no language but {', '.join(LANGUAGES)}"
    empty = [language for language, words in value.items() if not isinstance(words, str) or not words.strip()]
    return f"is empty in {' and '.join(empty)}" if empty else ""
