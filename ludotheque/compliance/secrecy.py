"""Secrecy: all that a viewer can ask for is the same, byte for byte, in worlds that look the same to the viewer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from ludotheque.compliance.walk import apart, as_json, matches, name_of, packed
from ludotheque.errors import IllegalMove, MoveError
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.messages import LANGUAGES
from ludotheque.play import records
from ludotheque.play.game import Game
from ludotheque.play.position import Position


def check_secrecy(
    game: Game,
    *,
    count: int = 3,
    seed: int = 0,
    every: int = 5,
    redeals: int = 10,
    previews: int = 2,
    refusals: int = 40,
) -> None:
    """Check that every answer to every viewer is byte-equal for a position and `redeals` redeals of it."""
    for match in matches(game, count, seed):
        for pos in match.walk(every):
            for viewer in match.viewers:
                luck = f"{match.seed} {match.decisions} {viewer}"
                told = answers(pos, viewer, luck, previews, refusals)
                sent = {question: as_json(answer) for question, answer in told.items()}
                here = {question: packed(answer) for question, answer in told.items()}
                for number in range(redeals):
                    there = answers(pos.redeal(viewer, f"world {number}"), viewer, luck, previews, refusals)
                    for question, answer in sent.items():
                        if packed(there[question]) == here[question]:
                            continue
                        other = as_json(there[question])
                        if other != answer:
                            match.fail(
                                f"{question} tells {name_of(viewer)} something hidden; it differs in redeal"
                                f" 'world {number}':\n  here {apart(answer, other)}"
                            )


def check_unnoticed(game: Game, *, count: int = 12, seed: int = 0) -> None:
    """A decision that a viewer does not notice, and after which the same seats owe one, changes none of its answers.

    Redeals can't show this: they share the past, hidden decisions included.
    """
    for match in matches(game, count, seed):
        before: dict[int, dict[str, str]] = {}
        for pos in match.walk():
            for viewer in match.viewers:
                here = before.get(viewer)
                told = answers(pos, viewer, match.seed, 0, 0)
                there = {question: as_json(answer) for question, answer in told.items()}
                if here and all(here[question] == there[question] for question in ("log", "who is to decide")):
                    for question, answer in here.items():
                        if there[question] != answer:
                            match.fail(
                                f"{question} tells {name_of(viewer)} that somebody made a hidden decision:\n"
                                f"  {apart(answer, there[question])}"
                            )
                before[viewer] = there


def answers(pos: Position, viewer: int, luck: str, previews: int, refusals: int) -> dict[str, Any]:
    """All answers that `viewer` can get from a position, by question, ready for JSON."""
    game = pos.game
    told: dict[str, Any] = {
        "view": pos.view(viewer),
        "prompt": pos.prompt(viewer),
        "events": pos.events(viewer),
        "log": pos.log(viewer),
        "scores": pos.scores(viewer),
        "record": records.write_record(game, pos, viewer),
        "outcome": pos.outcome(),
        "who is to decide": [pos.actors, pos.actor, pos.ready, pos.over, pos.decision],
        "repr": repr(pos),
    }
    if viewer != SPECTATOR:
        told |= _own_answers(pos, viewer, Random(luck), previews, refusals)
    return told


def _own_answers(pos: Position, seat: int, random: Random, previews: int, refusals: int) -> dict[str, Any]:
    """The answers about a seat's own moves, including those to illegal ones."""
    moves = pos.moves(seat)
    every = range(pos.game.declaration.action_count)
    asked = list(every) if len(every) <= refusals else sorted(random.sample(every, refusals))
    told: dict[str, Any] = {
        "moves": [move.to_json() for move in moves],
        "why_not": [_attempt(partial(_reason, pos, action, seat)) for action in asked],
        "withdraw": _attempt(partial(pos.copy().withdraw, seat)),
    }
    legal = {move.id for move in moves}
    refused: list[int | str] = ["nonsense", -1, *(action for action in asked if action not in legal)]
    for wrong in refused:
        told[f"the refusal of {wrong!r}"] = _attempt(partial(pos.copy().play, wrong, seat))
    for stranger in (-1, pos.players):
        told[f"the refusal of seat {stranger}"] = _attempt(partial(pos.copy().play, 0, stranger))
    for move in random.sample(moves, min(previews, len(moves))):
        told[f"the preview of {move.text!r}"] = pos.preview(move, seat)
    return told


def _reason(pos: Position, action: int, seat: int) -> Any:
    reason = pos.why_not(action, seat)
    return reason and [reason.to_json(), *(reason.sentence(language) for language in LANGUAGES), reason.rule_text("en")]


def _attempt(act: Callable[[], Any]) -> Any:
    """The result of a call, or its error in full."""
    try:
        return act()
    except MoveError as error:
        cited = [error.rule, error.refusal] if isinstance(error, IllegalMove) else []
        return [type(error).__name__, str(error), *cited]
