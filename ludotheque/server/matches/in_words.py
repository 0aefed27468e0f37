"""A finished match in words, for a file that people keep."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from ludotheque.play.events import in_full
from ludotheque.play.game import Game
from ludotheque.server.matches.entries import Entry


def describe_match(
    game: Game,
    language: str,
    *,
    names: Sequence[str | None],
    options: Mapping[str, Any],
    entries: Iterable[Entry],
    outcome: Mapping[str, Any],
    ended: float,
) -> str:
    """Return a match in words: players, options, all that happened but was not undone, and the result."""
    messages = game.messages(language)
    called = [name or messages.say("seat", {"n": number}) for number, name in enumerate(names, 1)]
    day = datetime.fromtimestamp(ended, UTC).strftime("%Y-%m-%d")
    lines = [f"{game.declaration.title[language]}, {day}", ", ".join(called), ""]
    for option, value in options.items():
        if messages.by_key.get(f"option.{option}"):
            said = messages.by_key.get(f"option_value.{str(value).lower()}", str(value))
            lines.append(f"{messages.say(f'option.{option}')}: {said}")
    lines.append("")
    number = 0
    for entry in entries:
        told = [in_full(event) for step in entry.steps for event in step.events]
        if told:
            number += 1
            sentences = " ".join(capital(messages.say(event["key"], event["params"], called)) for event in told)
            lines.append(f"{number}. {sentences}")
    cause = outcome.get("key") or f"cause.{outcome.get('cause')}"
    if cause in messages.by_key:
        lines += ["", capital(messages.say(cause, {"seat": outcome.get("seat", 0)}, called))]
    rank = 1
    for tied in outcome.get("ranking", []):
        for seat in tied:
            points = f": {outcome['scores'][seat]}" if "scores" in outcome else ""
            lines.append(f"{rank}. {called[seat]}{points}")
        rank += len(tied)
    return "\n".join(lines) + "\n"


def capital(sentence: str) -> str:
    """Return the sentence with a capital."""
    return sentence[:1].upper() + sentence[1:]
