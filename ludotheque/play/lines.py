"""Reading the line-based texts of positions: `name: value`, `#` comments, faults that name their line and field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

from ludotheque.errors import BadInput


@dataclass(frozen=True)
class Line:
    """One line of a text: its number, its name, and the text after the colon."""

    source: str
    number: int
    name: str
    value: str

    def fault(self, problem: str) -> NoReturn:
        """Refuse this line."""
        raise BadInput.at(self.source, self.number, self.name, problem)

    def words(self) -> list[str]:
        """The value, split at spaces."""
        return self.value.split()

    def integer(self, word: str, low: int, high: int) -> int:
        """A whole number between two bounds."""
        try:
            number = int(word)
        except ValueError:
            self.fault(f"{word!r} is not a whole number")
        if not low <= number <= high:
            self.fault(f"{number} is not between {low} and {high}")
        return number

    def one_of(self, word: str, words: Sequence[str]) -> int:
        """The index of `word` among `words`."""
        if word not in words:
            some = ", ".join(words[:8]) + (" …" if len(words) > 8 else "")
            self.fault(f"{word!r} is unknown; expected one of {some}")
        return words.index(word)


def read_lines(text: str, source: str) -> Iterator[Line]:
    """The lines of a text that say something."""
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if not line:
            continue
        name, colon, value = line.partition(":")
        if not colon:
            raise BadInput.at(source, number, "", f"no colon in {line!r}; a line is written 'name: value'")
        yield Line(source, number, name.strip(), value.strip())


def once(lines: Iterable[Line]) -> dict[str, Line]:
    """Lines by name, none of them twice."""
    found: dict[str, Line] = {}
    for line in lines:
        if line.name in found:
            line.fault(f"stands twice, first on line {found[line.name].number}")
        found[line.name] = line
    return found
