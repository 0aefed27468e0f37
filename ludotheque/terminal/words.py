"""Positions in words: events, moves, rules, previews and refusals, as lines that can be printed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from ludotheque.messages import Messages
from ludotheque.play.moves import Move
from ludotheque.play.reasons import Reason
from ludotheque.play.rulebook import Rule, Rulebook
from ludotheque.toolkit.boards import SEAT_COLOURS, columns_that_fit, in_columns

MANY = 10  # from here on moves stand in several columns


class Words:
    """The messages of one table: the game's, in a language, with the names of the players."""

    def __init__(self, messages: Messages, names: Sequence[str]) -> None:
        self.messages = messages
        self.names = list(names)

    def say(self, key: str, **params: Any) -> str:
        """A sentence with the players' names in it."""
        return self.sentence(key, params)

    def sentence(self, key: str, params: Mapping[str, Any], reader: int | None = None) -> str:
        """Return the sentence of an event or a prompt, whose parameters are a mapping."""
        return capital(self.messages.say(key, params, self.names, reader))

    def coloured(self, sentence: str) -> Text:
        """A sentence in which every player's name has the colour of the seat."""
        text = Text(sentence)
        for name, colour in zip(self.names, SEAT_COLOURS, strict=False):
            text.highlight_words([name], style=colour)
        return text

    def events(self, log: Iterable[Iterable[dict[str, Any]]], reader: int | None = None) -> list[Text]:
        """A line for each event; one that begins with an arrow continues the line before, equal ones are counted.

        The player on the seat `reader` is addressed as "you".
        """
        sentences: list[str] = []
        for key, params in self._merged(event for events in log for event in events):
            sentence = self.sentence(key, params, reader)
            if sentence.startswith("→") and sentences:
                sentences[-1] = f"{sentences[-1].removesuffix('.')} {sentence}"
            else:
                sentences.append(sentence)
        lines = []
        for sentence, same in groupby(sentences):
            times = len(list(same))
            bullet = "" if sentence.startswith("→") else "· "
            counted = f"{sentence.removesuffix('.')} ×{times}." if times > 1 else sentence
            lines.append(Text.assemble((bullet, "dim"), self.coloured(counted)))
        return lines

    def _merged(self, events: Iterable[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
        """Keys and parameters of sentences; equal events in a row as one where the game has words for several."""
        for (key, params), equal in groupby((event["key"], event["params"]) for event in events):
            several, number = f"several.{key.removeprefix('event.')}", len(list(equal))
            if number > 1 and several in self.messages.by_key:
                yield several, {**params, "number": number}
            else:
                yield from [(key, params)] * number

    def move(self, move: Move) -> str:
        """A move in words."""
        key, params = move.game.notation.describe(move.id)
        return self.messages.say(key, params, self.names)

    def explained(self, move: Move) -> str | None:
        """The text of a move's card, if the game has one: `card` is explained by `card_text`."""
        _, params = move.game.notation.describe(move.id)
        for name, value in params.items():
            text = self.messages.by_key.get(f"{name}_text.{value}")
            if text:
                return text
        return None

    def moves(self, moves: Sequence[Move], width: int, labels: Mapping[int, Text] | None = None) -> RenderableType:
        """The numbered moves, those of one sort together, under the heading that the game has for them.

        `labels` are moves that the game wants listed in a way of its own, by number, without their notation.
        """
        groups: dict[str, list[tuple[int, Move]]] = {}
        for number, move in enumerate(moves, 1):
            groups.setdefault(move.game.notation.describe(move.id)[0], []).append((number, move))
        parts: list[RenderableType] = []
        for key, group in groups.items():
            heading = self.messages.by_key.get(f"move_group.{key.removeprefix('move.')}")
            if heading:
                parts.append(Text(f"  {heading}", style="italic"))
            parts.append(self._group(group, width, labels or {}))
        return Group(*parts)

    def _group(self, group: list[tuple[int, Move]], width: int, labels: Mapping[int, Text]) -> RenderableType:
        """Moves of one sort: a few under each other, many in columns. Notation gives way where it costs a column."""
        full = [self._cell(number, move, labels, notation=True) for number, move in group]
        if len(group) < MANY:
            return in_columns(full, 1)
        bare = [self._cell(number, move, labels, notation=False) for number, move in group]
        n = columns_that_fit(bare, width)
        return in_columns(full, n) if columns_that_fit(full, width) == n else in_columns(bare, n)

    def _cell(self, number: int, move: Move, labels: Mapping[int, Text], notation: bool) -> Text:
        label = labels.get(move.id) or self.coloured(self.move(move))
        shown = f"  {move.text}" if notation and move.id not in labels and label.plain != move.text else ""
        return Text.assemble((f"{number:>4}  ", "bold cyan"), label, (shown, "dim"))

    def refusal(self, reason: Reason) -> RenderableType:
        """Why a move is refused, with the rule."""
        language = self.messages.language
        rule = reason.game.rulebook(language)[reason.rule]
        return Group(Text(reason.sentence(language), style="yellow"), rule_lines(rule))


def rule_lines(rule: Rule) -> RenderableType:
    """One rule, set in a little."""
    head = Text.assemble((rule.id, "bold cyan"), (f"  {rule.title}", "bold"))
    ruling = (Text(rule.ruling, style="dim italic"),) if rule.ruling else ()
    return Padding(Group(head, Text(rule.text), *ruling), (0, 0, 0, 2), expand=False)


def find_rules(book: Rulebook, words: str) -> list[Rule]:
    """The rule with that id, else every rule that mentions all these words (without any: all rules)."""
    wanted = plain(words)
    for rule in book.rules.values():
        if plain(rule.id) == wanted:
            return [rule]
    in_order = [book[rule_id] for _, ids in book.sections for rule_id in ids]
    return [r for r in in_order if all(word in plain(f"{r.id} {r.title} {r.text}") for word in wanted.split())]


def plain(text: str) -> str:
    """A text for comparing: small letters without accents, single spaces."""
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return " ".join(bare.casefold().split())


def capital(sentence: str) -> str:
    """A sentence begins with a capital."""
    return sentence[:1].upper() + sentence[1:]
