"""Moves: those listed are those accepted, a refused one changes nothing, all have notation and names."""

from __future__ import annotations

from typing import Any

from ludotheque.compliance.walk import ComplianceError, Match, key, matches
from ludotheque.errors import GameOver, IllegalMove, MalformedMove, MoveError, NotYourTurn
from ludotheque.messages import LANGUAGES
from ludotheque.play.game import Game
from ludotheque.play.position import Position

NONSENSE: tuple[Any, ...] = ("", "no such move", "\0", "0", -1, 1.5, True, None)


def check_moves(game: Game, *, count: int = 6, seed: int = 0, every: int = 1, tries: int = 3) -> None:
    """Check that `moves`, `why_not` and `play` agree on what is legal, for every seat and position."""
    for match in matches(game, count, seed):
        for pos in match.walk(every):
            before = key(pos)
            for seat in range(match.players):
                if seat in pos.actors:
                    _listed_is_accepted(match, pos, seat)
                    _refused_changes_nothing(match, pos, seat, tries)
                    _listed_can_be_played(match, pos, seat, tries)
                elif pos.over:
                    _refuses(match, pos, 0, seat, GameOver)
                else:
                    _refuses(match, pos, 0, seat, NotYourTurn)
                if seat not in pos.actors and pos.moves(seat):
                    match.fail(f"seat {seat} owes nothing but is offered {pos.moves(seat)}")
                for nonsense in (*NONSENSE, game.declaration.action_count):
                    _refuses(match, pos, nonsense, seat, MalformedMove)
            for stranger in (-1, match.players):
                _refuses(match, pos, 0, stranger, NotYourTurn)
            if key(pos) != before:
                match.fail("asking about moves changed the position")


def _listed_is_accepted(match: Match, pos: Position, seat: int) -> None:
    listed = [move.id for move in pos.moves(seat)]
    accepted = [action for action in range(match.game.declaration.action_count) if pos.why_not(action, seat) is None]
    if not listed:
        match.fail(f"seat {seat} owes a decision but has no legal move")
    if listed != sorted(set(listed)):
        match.fail(f"the moves of seat {seat} are not in ascending order, each once: {listed}")
    if listed != accepted:
        extra = [match.game.notation.write(a) for a in sorted(set(listed) - set(accepted))]
        missing = [match.game.notation.write(a) for a in sorted(set(accepted) - set(listed))]
        match.fail(f"seat {seat}: listed but refused {extra}, accepted but not listed {missing}")


def _refused_changes_nothing(match: Match, pos: Position, seat: int, tries: int) -> None:
    legal = {move.id for move in pos.moves(seat)}
    refused = [action for action in range(match.game.declaration.action_count) if action not in legal]
    rules = match.game.rulebook("en").rules
    for action in match.random.sample(refused, min(tries, len(refused))):
        error = _refuses(match, pos, action, seat, IllegalMove)
        if isinstance(error, IllegalMove) and error.rule not in rules:
            match.fail(f"refusal {error.refusal!r} cites {error.rule!r}, which is in no rulebook")


def _listed_can_be_played(match: Match, pos: Position, seat: int, tries: int) -> None:
    moves = pos.moves(seat)
    for move in match.random.sample(moves, min(tries, len(moves))):
        copy = pos.copy()
        try:
            copy.play(move, seat)
        except Exception as error:
            match.fail(f"the listed move {seat} {move.text!r} raised {error!r}", error)
        if key(copy) == key(pos):
            match.fail(f"the move {seat} {move.text!r} changed nothing")


def _refuses(match: Match, pos: Position, move: Any, seat: int, expected: type[MoveError]) -> MoveError | None:
    """Play a move that must be refused; return the error, which must be of the expected type and leave the state
    unchanged.
    """
    before = key(pos)
    try:
        pos.play(move, seat)
    except expected as error:
        if key(pos) != before:
            match.fail(f"play({move!r}, {seat}) raised {expected.__name__}, and changed the position")
        return error
    except Exception as error:
        match.fail(f"play({move!r}, {seat}) raised {error!r}, not {expected.__name__}", error)
    match.fail(f"play({move!r}, {seat}) was accepted, not refused with {expected.__name__}")


def check_notation(game: Game) -> None:
    """Every action has a notation of its own that reads back, and a name in both languages."""
    seen: dict[str, int] = {}
    for action in range(game.declaration.action_count):
        move = game.move(action)
        if move.text in seen:
            raise ComplianceError(f"{game.name}: actions {seen[move.text]} and {action} are both written {move.text!r}")
        seen[move.text] = action
        read = game.notation.read(move.text)
        if read != action:
            raise ComplianceError(f"{game.name}: {move.text!r}, written for {action}, reads as {read}")
        if "\n" in move.text or move.text != move.text.strip() or move.text.isdigit():
            raise ComplianceError(f"{game.name}: {move.text!r} is no notation: a line of its own, not a bare number")
        for language in LANGUAGES:
            try:
                label = move.label(language)
            except Exception as error:
                raise ComplianceError(f"{game.name}: {move.text!r} has no name in {language!r}: {error!r}") from error
            if not label or "None" in label:
                raise ComplianceError(f"{game.name}: {move.text!r} is called {label!r} in {language!r}")


def check_outcomes(game: Game, *, count: int = 40, seed: int = 0) -> None:
    """A finished match has a known cause, a ranking of all seats and shares that make one win."""
    for match in matches(game, count, seed, whole=True):
        for pos in match.walk():
            outcome = pos.outcome()
            if (outcome is not None) != pos.over or pos.over != (pos.actor is None):
                match.fail(f"over is {pos.over}, actor is {pos.actor}, outcome is {outcome}")
        if outcome is None:
            match.fail("no outcome at the end")
        if outcome["cause"] not in game.declaration.causes:
            match.fail(f"the match ended by {outcome['cause']!r}, which declaration.causes does not name")
        if sorted(seat for tied in outcome["ranking"] for seat in tied) != list(range(match.players)):
            match.fail(f"the ranking {outcome['ranking']} does not name every seat once")
        shares = outcome["shares"]
        whole = abs(sum(shares) - 1) < 1e-9
        if len(shares) != match.players or not (whole or (game.declaration.together and set(shares) in ({0.0}, {1.0}))):
            match.fail(f"the shares {shares} do not make one win")
        declared = game.declaration.payoff
        if declared is not None:
            paid = match.pos.payoffs
            if not all(declared.low <= one <= declared.high for one in paid):
                match.fail(f"the payoffs {paid} are not from {declared.low} to {declared.high}, as declared")
            if declared.total is not None and sum(paid) != declared.total:
                match.fail(f"the payoffs {paid} do not add up to {declared.total}, as declared")
