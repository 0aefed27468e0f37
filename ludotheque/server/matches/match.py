"""A match at one number of its list, and what the next entry makes of it. No clock, no storage, no network.

A `Match` never changes: each function below gives the next one and the entry that leads there. Whoever stores the
entry first has decided; until then nothing has happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from ludotheque.errors import GameOver, MoveError, NotYourTurn
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.play.events import StoredEvent
from ludotheque.play.moves import Move
from ludotheque.play.position import Position
from ludotheque.play.snapshots import Step, set_up, steps_since, used_chance
from ludotheque.play.viewers import bit_of
from ludotheque.server.matches.entries import Entry, Kind, noticed_by, place_of, start_step

UNDO_WORLDS = 3  # worlds in which a move is tried: what is alike in all of them told its player nothing new
BUNDLE_WORLDS = 8  # worlds in which a refused move is tried again, where decisions made as one came before it
MOST_MOVES = 32  # decisions made as one


@dataclass(frozen=True)
class Question:
    """What a seat is asked, and its legal moves; not who else is asked, which changes while it thinks."""

    key: str
    params: dict[str, Any]
    moves: tuple[Move, ...]

    @staticmethod
    def to(pos: Position, seat: int) -> Question:
        """What a position asks of a seat that owes a decision."""
        prompt = pos.prompt(seat)
        return Question(prompt["key"], prompt["params"], tuple(pos.moves(seat)))


@dataclass(frozen=True)
class Match:
    """The position after entry `number`, and what the entries so far mean to each viewer."""

    pos: Position
    number: int
    counts: tuple[int, ...]  # entries in the log of each seat, then of those who watch
    prompts: tuple[int, ...]  # how many times each seat's question has changed
    runner: int | None = None  # the seat that made the last moves …
    run: int = 0  # … and how many of them it may take back freely
    ending: dict[str, Any] | None = None  # an end that the rules do not know: resigned, agreed
    at: float = 0.0  # when the last entry came
    left: tuple[float, ...] | None = None  # seconds that each seat had left then, if there is a clock
    increment: float = 0.0  # seconds that a decision adds
    paused: bool = False
    talk: float | None = None  # in a game of silence: since when the rules let people talk, None while they do not
    away: tuple[float, ...] = ()  # until when each seat is on holiday: its clock stands still; () if nobody was
    held: tuple[int, ...] = ()  # seats that took something back and have not decided since: nothing is made for them

    @property
    def over(self) -> bool:
        """Whether it has ended, by the rules or otherwise."""
        return self.ending is not None or self.pos.over

    @property
    def outcome(self) -> dict[str, Any] | None:
        """How it ended."""
        return self.ending or self.pos.outcome()

    @cached_property
    def actors(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return () if self.over else self.pos.actors

    @cached_property
    def questions(self) -> tuple[Question | None, ...]:
        """What each seat is asked, None for those who owe nothing."""
        return tuple(Question.to(self.pos, p) if p in self.actors else None for p in range(self.pos.players))

    def count(self, viewer: int) -> int:
        """How many entries stand in the viewer's log."""
        return self.counts[place_of(viewer)]

    def may_undo(self, seat: int) -> int:
        """How many of its moves the seat may take back without asking anyone."""
        return self.run if seat == self.runner and seat in self.actors else 0

    def _with(self, pos: Position, entry: Entry) -> Match:
        """The match after an entry; counts, prompts and the run of free moves follow from it."""
        counts = tuple(
            n + bool(entry.noticed & bit_of(SPECTATOR if at == pos.players else at)) for at, n in enumerate(self.counts)
        )
        left, talk = self._left_after(entry), talk_since(pos, self.talk, entry.at)
        after = self._but(pos=pos, number=entry.number, counts=counts, at=entry.at, left=left, talk=talk)
        asked = tuple(
            n + (p == entry.seat or before != now)
            for p, (n, before, now) in enumerate(zip(self.prompts, self.questions, after.questions, strict=True))
        )
        return after._noting(prompts=asked)

    def left_at(self, now: float) -> tuple[float, ...] | None:
        """The seconds that each seat has left now: those who owe a decision are spending theirs."""
        if self.left is None:
            return None
        spending = () if self.paused else self.actors
        return tuple(n - max(0.0, now - self._runs_from(p)) if p in spending else n for p, n in enumerate(self.left))

    def _runs_from(self, seat: int) -> float:
        """Since when, or from when on, the clock of a seat runs that owes a decision: not while it is on holiday."""
        return max(self.at, self.away[seat]) if self.away else self.at

    @property
    def due(self) -> float | None:
        """When the first of those who owe a decision runs out of time."""
        if self.left is None or self.paused or not self.actors:
            return None
        return min(self._runs_from(p) + self.left[p] for p in self.actors)

    def _left_after(self, entry: Entry) -> tuple[float, ...] | None:
        # While a seat was asked whether another may go back, time stood still.
        left = self.left_at(entry.at - (float(entry.moves[0]) if entry.kind == "refuse" else 0.0))
        if left is None or entry.kind != "decide":
            return left
        # Only what everyone notices adds time: a clock must not count what somebody does in secret.
        open_to_all = all(entry.noticed >> p & 1 for p in range(self.pos.players))
        gained = {step.seat for step in entry.steps} if open_to_all else set()
        # Who is over his time starts the next decision from nothing: no debt is carried on.
        spent = {entry.seat, *gained}
        return tuple(
            (max(0.0, n) if p in spent else n) + (self.increment if p in gained else 0.0) for p, n in enumerate(left)
        )

    def _noting(self, **changes: Any) -> Match:
        """The same position with other notes: what is asked of whom stays so, and is not looked up again."""
        return self._but(questions=self.questions, actors=self.actors, **changes)

    def _but(self, **changes: Any) -> Match:
        """The same match but for some fields, copied as they are: `dataclasses.replace` takes ten times as long."""
        other = object.__new__(Match)
        kept = other.__dict__
        kept.update(self.__dict__)
        kept.pop("questions", None)  # of the position: worked out again when they are asked for
        kept.pop("actors", None)
        kept.update(changes)
        return other


def talk_since(pos: Position, before: float | None, at: float) -> float | None:
    """Since when talk is open after an entry at that time, given since when it was before; for games of silence."""
    if not pos.game.declaration.silent or not pos.game.view.table(pos.state, SPECTATOR).get("talk"):
        return None
    return before if before is not None else at


class CannotUndo(MoveError):
    """There is nothing of that seat's to take back."""


def begin(
    pos: Position, at: float, bank: float | None = None, increment: float = 0.0, away: tuple[float, ...] = ()
) -> tuple[Match, Entry]:
    """A match that has just been set up; with a clock if there is a bank of seconds, where some may be on holiday."""
    steps = start_step(set_up(pos))
    entry = Entry(number=0, kind="start", seat=None, at=at, noticed=noticed_by(steps), steps=steps)
    left = None if bank is None else (bank,) * pos.players
    once = (1,) * pos.players
    talk = talk_since(pos, None, at)
    return Match(pos, 0, (*once, 1), once, at=at, left=left, increment=increment, talk=talk, away=away), entry


def decide(
    match: Match, seat: int, moves: Sequence[int | str], at: float, client: str | None = None
) -> tuple[Match, Entry]:
    """One move of a seat, made of one or several decisions: all are legal, or none is made.

    It ends with the first decision that shows anything hidden or random, or after which nothing is asked of the seat:
    what was learnt by a part of a move is decided. Else a refusal of what comes after would tell what is going to be
    drawn, and nothing would be stored.
    """
    if match.over:
        raise GameOver("the match is over")
    if not moves or len(moves) > MOST_MOVES:
        raise NotYourTurn(f"a move is made of 1 to {MOST_MOVES} decisions, not {len(moves)}")
    actions = [match.pos.game.action(move) for move in moves]  # all of them are read before any is made
    pos = match.pos.copy()
    made = 0
    for action in actions:
        try:
            pos.play(action, seat)
        except MoveError as error:
            if made and not foreseen(match.pos, pos, actions[:made], seat, action, error):
                break
            raise
        made += 1
        if made == len(actions):
            break
        # What is no longer his to decide is left out, as in a preview: that the match is over may be news as well.
        if seat not in pos.actors or plainly_teaches(match.pos, pos, steps_since(pos, match.pos)):
            break
    return _decided(match, seat, actions[:made], pos, at, client)


def foreseen(start: Position, now: Position, made: Sequence[int], seat: int, action: int, error: MoveError) -> bool:
    """Whether a seat could know before the moves that led from `start` to `now` that another would be refused then.

    They are made again in worlds that the seat could not tell from the true one: in each it must come to see the same,
    and be refused for the same reason.
    """
    seen = msgspec.json.encode(now.view(seat))
    for world in range(BUNDLE_WORLDS):
        pos = start.redeal(seat, f"bundle {world}")
        try:
            for one in made:
                pos.play(one, seat)
            if msgspec.json.encode(pos.view(seat)) != seen:
                return False
            pos.play(action, seat)
        except MoveError as refused:
            if _reason(refused) != _reason(error):
                return False
        else:
            return False
    return True


def _reason(error: MoveError) -> tuple[object, ...]:
    return (type(error), *(getattr(error, name, None) for name in ("rule", "refusal")))


def _played_again(match: Match, seat: int, moves: Sequence[str], at: float) -> tuple[Match, Entry]:
    """A move that was stored, whole: those of earlier versions went on after they had shown something."""
    pos = match.pos.copy()
    actions = [match.pos.game.action(move) for move in moves]
    for action in actions:
        pos.play(action, seat)
    return _decided(match, seat, actions, pos, at, None)


def _decided(
    match: Match, seat: int, actions: Sequence[int], pos: Position, at: float, client: str | None
) -> tuple[Match, Entry]:
    """The match after decisions that led to `pos`, and their entry."""
    game = match.pos.game
    steps = steps_since(pos, match.pos)
    entry = Entry(
        number=match.number + 1,
        kind="decide",
        seat=seat,
        at=at,
        moves=tuple(game.notation.write(action) for action in actions),
        client=client,
        noticed=noticed_by(steps),
        steps=steps,
    )
    after = match._with(pos, entry)
    opens_talk = after.talk is not None and match.talk is None  # what was said can't be taken back
    free = seat in after.actors and not opens_talk and not plainly_teaches(match.pos, pos, steps)
    run = (match.run if match.runner == seat else 0) + 1 if free else 0
    held = tuple(other for other in match.held if other != seat)
    return after._noting(runner=seat, run=run, held=held), entry


def plainly_teaches(before: Position, after: Position, steps: Sequence[Step]) -> bool:
    """Whether a move drew from the generator, or told anyone a secret: quickly seen, on every move."""
    if before.ready or after.ready or used_chance(before, after):
        return True
    return any(event.secret and event.mask for step in steps for event in step.events)


def teaches(before: Match, entries: Sequence[Entry], seat: int) -> bool:
    """Whether moves of a seat may have told it anything hidden: asked only when they are to be taken back.

    The moves are made again in worlds that the seat could not tell from the true one. Where it then sees the same in
    all of them, it has learnt nothing.
    """
    worlds = [before.pos.redeal(seat, f"undo {world}") for world in range(UNDO_WORLDS)]
    true = before.pos.copy()
    for entry in entries:
        for move in entry.moves:
            for pos in (true, *worlds):
                pos.play(move, seat)
        seen = msgspec.json.encode(true.view(seat))
        if any(msgspec.json.encode(pos.view(seat)) != seen for pos in worlds):
            return True
    return False


def revealed(start: Match, entries: Sequence[Entry]) -> list[StoredEvent]:
    """What chance brought, or came out of hiding, in the entries after `start`: who goes back knows it by now."""
    match, found = start, []
    for entry in entries:
        before = match
        match, _ = follow(match, entry)
        opened = bool(before.pos.ready) and not match.pos.ready  # what all had chosen in secret
        all_of_it = opened or used_chance(before.pos, match.pos)
        happened = [event for step in entry.steps for event in step.events]
        found += [event for event in happened if all_of_it or (event.secret and event.mask)]
    return found


def turn_begins(start: Match, entries: Sequence[Entry], seat: int) -> int:
    """Which of a seat's moves in a row, the first of them made at `start`, began its last turn.

    Where the others have nothing more to do, a seat has turns one after the other: each begins with the decision that
    the first one began with.
    """
    match, begun = start, 0
    for n, entry in enumerate(entries):
        if seat in match.actors and match.pos.decision == start.pos.decision and entry.kind == "decide":
            begun = n
        match, _ = follow(match, entry)
    return begun


def withdraw(
    match: Match, seat: int, at: float, client: str | None = None, *, stored: bool = False
) -> tuple[Match, Entry]:
    """A secret choice taken back, now or in what is `stored`. It stands in nobody's log: others see who is ready."""
    if match.over:
        raise GameOver("the match is over")
    pos = match.pos.copy()
    pos.withdraw(seat, stored=stored)
    entry = Entry(number=match.number + 1, kind="withdraw", seat=seat, at=at, client=client)
    return match._with(pos, entry)._noting(held=tuple(sorted({*match.held, seat}))), entry


def undo(
    match: Match, earlier: Match, seat: int, noticed: int, at: float, client: str | None = None
) -> tuple[Match, Entry]:
    """Back to an earlier position, its generator included: the same dice would fall again."""
    if match.over:
        raise GameOver("the match is over")
    entry = Entry(
        number=match.number + 1,
        kind="undo",
        seat=seat,
        at=at,
        target=earlier.number,
        client=client,
        noticed=noticed,
    )
    after = match._with(earlier.pos, entry)
    # Who noticed is asked afresh: an answer to a question of the time before must not fit by chance. Who did not is
    # asked the same as before, if nothing changed for him: a new number would tell him that something was done.
    asked = tuple(
        n + 1 if noticed >> p & 1 else then
        for p, (n, then) in enumerate(zip(match.prompts, after.prompts, strict=True))
    )
    return after._noting(
        prompts=asked, runner=earlier.runner, run=earlier.run, held=tuple(sorted({*match.held, seat}))
    ), entry


def refuse(match: Match, seat: int, waited: float, at: float) -> tuple[Match, Entry]:
    """A seat that was asked would not go back; the seconds that this took are taken from nobody's clock."""
    if match.over:
        raise GameOver("the match is over")
    noticed = noticed_by(start_step(()))
    entry = Entry(number=match.number + 1, kind="refuse", seat=seat, at=at, moves=(f"{waited:.3f}",), noticed=noticed)
    return match._with(match.pos, entry)._noting(prompts=match.prompts), entry


def end(match: Match, seat: int | None, ending: dict[str, Any], at: float) -> tuple[Match, Entry]:
    """An end that the rules do not know of; it tells what counted until then."""
    if match.over:
        raise GameOver("the match is over")
    ending = {**match.pos.tally(), **ending}
    noticed = noticed_by(start_step(()))
    entry = Entry(
        number=match.number + 1,
        kind="end",
        seat=seat,
        at=at,
        moves=(msgspec.json.encode(ending).decode(),),
        noticed=noticed,
    )
    return match._with(match.pos, entry)._but(ending=ending), entry


def lost(seat: int, cause: str = "resigned", winner: int | None = None, players: int = 2) -> dict[str, Any]:
    """One has resigned, has run out of time, or did not come: the other wins, or who is left of several."""
    first = 1 - seat if winner is None else winner
    return {
        "cause": cause,
        "key": f"ending.{cause}",
        "seat": seat,
        "ranking": [[first], [p for p in range(players) if p != first]],
        "shares": [float(p == first) for p in range(players)],
    }


def agreed(players: int) -> dict[str, Any]:
    """All share the win."""
    return {
        "cause": "agreed",
        "key": "ending.agreed",
        "ranking": [list(range(players))],
        "shares": [1 / players] * players,
    }


def pause(match: Match, seat: int | None, wanted: bool, at: float) -> tuple[Match, Entry]:
    """Stop the match for a while, or let it go on; the clocks stand still in between."""
    if match.over:
        raise GameOver("the match is over")
    noticed = noticed_by(start_step(()))
    kind: Kind = "pause" if wanted else "resume"
    entry = Entry(number=match.number + 1, kind=kind, seat=seat, at=at, noticed=noticed)
    after = match._with(match.pos, entry)
    return after._noting(paused=wanted, prompts=match.prompts), entry


def holiday(match: Match, seat: int, until: float, at: float) -> tuple[Match, Entry]:
    """A seat goes on holiday, and its clock stands still until then; or comes back from it, if that is not to come."""
    if match.over:
        raise GameOver("the match is over")
    noticed = noticed_by(start_step(()))
    kind: Kind = "holiday" if until > at else "return"
    entry = Entry(number=match.number + 1, kind=kind, seat=seat, at=at, moves=(f"{until:.3f}",), noticed=noticed)
    away = match.away or (0.0,) * match.pos.players
    after = match._with(match.pos, entry)
    away = tuple(until if p == seat else then for p, then in enumerate(away))
    return after._noting(away=away, prompts=match.prompts), entry


def follow(match: Match, entry: Entry) -> tuple[Match, Entry]:
    """The match after an entry that was stored, and that entry as the rules of today make it.

    An undo is not followed: it is stored with its snapshot.
    """
    if entry.kind == "decide" and entry.seat is not None:
        return _played_again(match, entry.seat, entry.moves, entry.at)
    if entry.kind == "withdraw" and entry.seat is not None:
        return withdraw(match, entry.seat, entry.at, stored=True)
    if entry.kind in ("pause", "resume"):
        return pause(match, entry.seat, entry.kind == "pause", entry.at)
    if entry.kind in ("holiday", "return") and entry.seat is not None:
        return holiday(match, entry.seat, float(entry.moves[0]), entry.at)
    if entry.kind == "refuse" and entry.seat is not None:
        return refuse(match, entry.seat, float(entry.moves[0]), entry.at)
    if entry.kind == "end":
        return end(match, entry.seat, msgspec.json.decode(entry.moves[0]), entry.at)
    raise ValueError(f"entry {entry.number} of kind {entry.kind} begins a stretch of its own")
