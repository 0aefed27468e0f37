"""Plain = compiled: the same source, run two ways, agrees in every number."""

from __future__ import annotations

from typing import Any

from ludotheque.compliance.walk import Match, as_json, differing, key, matches, name_of
from ludotheque.play.game import Game
from ludotheque.play.position import Position
from ludotheque.play.viewers import ALL


def check_modes(game: Game, *, count: int = 12, seed: int = 0, every: int = 6) -> None:
    """Same seed, same moves: equal states (generator included), events, moves, refusals, redeals, scores."""
    compiled = game.in_mode("compiled")
    for match in matches(game.in_mode("plain"), count, seed):
        twin = compiled.start(match.players, match.seed, match.options, match.seats)
        _follow(twin, match.played)
        ply = 0
        while True:
            _agree(match, twin, ply % every == 0)
            if match.done:
                _tell_alike(match, match.pos.log(ALL), twin.log(ALL))
                break
            before = len(match.played)
            match.step()
            _follow(twin, match.played[before:])
            ply += 1


def _follow(twin: Position, moves: list[str]) -> None:
    """Play the moves of the match in its twin."""
    for move in moves:
        seat, _, notation = move.partition(" ")
        if notation == "withdraw":
            twin.withdraw(int(seat))
        else:
            twin.play(notation, int(seat))


def _agree(match: Match, twin: Position, closely: bool) -> None:
    pos = match.pos
    if key(pos) != key(twin):
        match.fail(f"plain and compiled differ in {', '.join(differing(pos, twin))}")
    _tell_alike(match, pos.events(ALL), twin.events(ALL))  # of the last decision; of all, at the end
    if pos.actors != twin.actors:
        match.fail(f"in plain mode {pos.actors} are to decide, in compiled mode {twin.actors}")
    for seat in pos.actors:
        listed, twins = ([move.id for move in p.moves(seat)] for p in (pos, twin))
        if listed != twins:
            match.fail(f"legal moves of seat {seat}: plain {listed}, compiled {twins}")
        if closely:
            _refuse_alike(match, pos, twin, seat)
    for seat in range(match.players):
        if _count(pos, seat) != _count(twin, seat):
            match.fail(f"share and score of seat {seat}: plain {_count(pos, seat)}, compiled {_count(twin, seat)}")
    mine, theirs = (int(p._program.entry_points.sound(p._states, 0, p._work, 0)) for p in (pos, twin))
    if mine != theirs:
        match.fail(f"broken invariant: plain {mine}, compiled {theirs}")
    if closely and "observation" in match.game.kernel_modules:
        for seat in range(match.players):
            if (pos.observe(seat) != twin.observe(seat)).any():
                match.fail(f"plain and compiled differ in what seat {seat} observes")
    if closely:
        for viewer in match.viewers:
            one, other = pos.redeal(viewer, "modes"), twin.redeal(viewer, "modes")
            if key(one) != key(other):
                off = ", ".join(differing(one, other))
                match.fail(f"redeals for {name_of(viewer)} differ between plain and compiled in {off}")


def _tell_alike(match: Match, plain: list[Any], compiled: list[Any]) -> None:
    if as_json(plain) != as_json(compiled):
        match.fail(f"plain tells {plain}, compiled {compiled}")


def _refuse_alike(match: Match, pos: Position, twin: Position, seat: int) -> None:
    for action in range(match.game.declaration.action_count):
        mine, theirs = pos.why_not(action, seat), twin.why_not(action, seat)
        if mine != theirs:
            move = match.game.notation.write(action)
            match.fail(f"seat {seat}, {move!r}: plain says {mine}, compiled {theirs}")


def _count(pos: Position, seat: int) -> tuple[int, int]:
    entry_points = pos._program.entry_points
    share = int(entry_points.share(pos._states, 0, seat)) if pos.over else 0
    return share, int(entry_points.score(pos._states, 0, seat))
