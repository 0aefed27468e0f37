"""A match after one entry, and the functions that make the next entry. No clock, no storage, no network.

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

UNDO_WORLDS = 3  # redealt worlds in which a move is tried: what is the same in all of them was no news to its player
BUNDLE_WORLDS = 8  # redealt worlds in which an illegal move within a bundle is tried again
MOST_MOVES = 32  # decisions in one move


@dataclass(frozen=True)
class Question:
    """The question to a seat and its legal moves; not the other seats asked, which change meanwhile."""

    key: str
    params: dict[str, Any]
    moves: tuple[Move, ...]

    @staticmethod
    def to(pos: Position, seat: int) -> Question:
        """The question that a position asks a seat that owes a decision."""
        prompt = pos.prompt(seat)
        return Question(prompt["key"], prompt["params"], tuple(pos.moves(seat)))


@dataclass(frozen=True)
class Match:
    """The position after entry `number`, and what follows from the entries so far."""

    pos: Position
    number: int
    counts: tuple[int, ...]  # entries in the log of each seat, then of spectators
    prompts: tuple[int, ...]  # how many times each seat's question has changed
    runner: int | None = None  # the seat that made the last moves …
    run: int = 0  # … and how many of them it may take back freely
    ending: dict[str, Any] | None = None  # an end outside the rules: resigned, agreed
    at: float = 0.0  # when the last entry came
    left: tuple[float, ...] | None = None  # seconds that each seat had left then, if there is a clock
    increment: float = 0.0  # seconds that a decision adds
    paused: bool = False
    talk: float | None = None  # in a game of silence: since when the rules allow chat; None while they do not
    away: tuple[float, ...] = ()  # until when each seat is on holiday and its clock stands still; () if nobody was
    gained: tuple[float, ...] = ()  # seconds that decisions have added to each clock: an undo takes them off again
    held: tuple[int, ...] = ()  # seats that took something back and have not decided since: no forced moves for them

    @property
    def over(self) -> bool:
        """Whether it has ended, by the rules or otherwise."""
        return self.ending is not None or self.pos.over

    @property
    def outcome(self) -> dict[str, Any] | None:
        """How the match ended, or None."""
        return self.ending or self.pos.outcome()

    @cached_property
    def actors(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return () if self.over else self.pos.actors

    @cached_property
    def questions(self) -> tuple[Question | None, ...]:
        """The question to each seat; None for seats that owe nothing."""
        return tuple(Question.to(self.pos, p) if p in self.actors else None for p in range(self.pos.players))

    def count(self, viewer: int) -> int:
        """The number of entries in the viewer's log."""
        return self.counts[place_of(viewer)]

    def may_undo(self, seat: int) -> int:
        """How many of its moves the seat may take back without asking anyone."""
        return self.run if seat == self.runner and seat in self.actors else 0

    def _with(self, pos: Position, entry: Entry) -> Match:
        """The match after an entry, with the counts and prompts that follow from it."""
        counts = tuple(
            n + bool(entry.noticed & bit_of(SPECTATOR if at == pos.players else at)) for at, n in enumerate(self.counts)
        )
        (left, gained), talk = self._left_after(entry), talk_since(pos, self.talk, entry.at)
        after = self._but(pos=pos, number=entry.number, counts=counts, at=entry.at, left=left, gained=gained, talk=talk)
        asked = tuple(
            n + (p == entry.seat or before != now)
            for p, (n, before, now) in enumerate(zip(self.prompts, self.questions, after.questions, strict=True))
        )
        return after._noting(prompts=asked)

    def left_at(self, now: float) -> tuple[float, ...] | None:
        """The seconds that each seat has left now; the clocks of seats that owe a decision run."""
        if self.left is None:
            return None
        spending = () if self.paused else self.actors
        return tuple(n - max(0.0, now - self._runs_from(p)) if p in spending else n for p, n in enumerate(self.left))

    def _runs_from(self, seat: int) -> float:
        """When the clock of a seat that owes a decision started, or starts after its holiday."""
        return max(self.at, self.away[seat]) if self.away else self.at

    @property
    def due(self) -> float | None:
        """When the first clock runs out."""
        if self.left is None or self.paused or not self.actors:
            return None
        return min(self._runs_from(p) + self.left[p] for p in self.actors)

    def _left_after(self, entry: Entry) -> tuple[tuple[float, ...] | None, tuple[float, ...]]:
        """Return the seconds that each seat has left after an entry, and those that decisions have added so far."""
        # Matches of earlier versions: clocks stood still while a seat was asked about an undo.
        left = self.left_at(entry.at - (float(entry.moves[0]) if entry.kind == "refuse" else 0.0))
        if left is None or entry.kind != "decide":
            return left, self.gained
        # Only what everyone notices adds time: a clock must not betray secret decisions.
        open_to_all = all(entry.noticed >> p & 1 for p in range(self.pos.players))
        adds = {step.seat for step in entry.steps} if open_to_all else set()
        # A seat that has overrun starts the next decision at zero, without a debt.
        spent = {entry.seat, *adds}
        added = tuple(self.increment if p in adds else 0.0 for p in range(self.pos.players))
        before = self.gained or (0.0,) * self.pos.players
        return (
            tuple((max(0.0, n) if p in spent else n) + added[p] for p, n in enumerate(left)),
            tuple(n + more for n, more in zip(before, added, strict=True)),
        )

    def _noting(self, **changes: Any) -> Match:
        """Return the same position with other fields; the cached questions and actors are kept."""
        return self._but(questions=self.questions, actors=self.actors, **changes)

    def _but(self, **changes: Any) -> Match:
        """The match with some fields changed; ten times as fast as `dataclasses.replace`."""
        other = object.__new__(Match)
        kept = other.__dict__
        kept.update(self.__dict__)
        kept.pop("questions", None)  # they belong to the position, and are computed again on demand
        kept.pop("actors", None)
        kept.update(changes)
        return other


def forced(match: Match, seat: int) -> int | None:
    """The only legal move of a seat that owes a decision; None if there are several, or after an undo of that seat.

    If it were made again at once, the player could never take back anything before it.
    """
    question = None if match.paused or seat in match.held else match.questions[seat]
    return question.moves[0].id if question and len(question.moves) == 1 else None


def talk_since(pos: Position, before: float | None, at: float) -> float | None:
    """Since when chat is open in a game of silence, after an entry at time `at`; None if it is closed."""
    if not pos.game.declaration.silent or not pos.game.view.table(pos.state, SPECTATOR).get("talk"):
        return None
    return before if before is not None else at


class CannotUndo(MoveError):
    """The seat has nothing to take back."""


def begin(
    pos: Position, at: float, bank: float | None = None, increment: float = 0.0, away: tuple[float, ...] = ()
) -> tuple[Match, Entry]:
    """The match after its set-up, and its first entry; with a clock if there is a bank of seconds."""
    steps = start_step(set_up(pos))
    entry = Entry(number=0, kind="start", seat=None, at=at, noticed=noticed_by(steps), steps=steps)
    left = None if bank is None else (bank,) * pos.players
    once = (1,) * pos.players
    talk = talk_since(pos, None, at)
    return Match(pos, 0, (*once, 1), once, at=at, left=left, increment=increment, talk=talk, away=away), entry


def decide(
    match: Match, seat: int, moves: Sequence[int | str], at: float, client: str | None = None
) -> tuple[Match, Entry]:
    """One move of a seat, of one or several decisions: all of them are legal, or none is made.

    It ends with the first decision that shows anything hidden or random, or after which the seat is asked nothing:
    what was shown is stored. Otherwise the refusal of a later decision would tell what is going to be drawn, and
    nothing would be stored.
    """
    if match.over:
        raise GameOver("the match is over")
    if not moves or len(moves) > MOST_MOVES:
        raise NotYourTurn(f"a move is made of 1 to {MOST_MOVES} decisions, not {len(moves)}")
    actions = [match.pos.game.action(move) for move in moves]  # all are parsed before any is made
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
        # Drop decisions that the seat no longer owes, as a preview does: even the end of the match may be news.
        if seat not in pos.actors or plainly_teaches(match.pos, pos, steps_since(pos, match.pos)):
            break
    return _decided(match, seat, actions[:made], pos, at, client)


def foreseen(start: Position, now: Position, made: Sequence[int], seat: int, action: int, error: MoveError) -> bool:
    """Whether a seat could know at `start` that `action` would be illegal after the moves `made`.

    The moves are made again in redealt worlds: in each the seat must see the same, and get the same refusal.
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
    """A stored move, replayed whole: earlier versions did not end moves when something was shown."""
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
    opens_talk = after.talk is not None and match.talk is None  # chat can't be taken back
    free = seat in after.actors and not opens_talk and not plainly_teaches(match.pos, pos, steps)
    run = (match.run if match.runner == seat else 0) + 1 if free else 0
    held = tuple(other for other in match.held if other != seat)
    return after._noting(runner=seat, run=run, held=held), entry


def plainly_teaches(before: Position, after: Position, steps: Sequence[Step]) -> bool:
    """Whether a move used chance or showed anyone a secret. A quick check, made on every move."""
    if before.ready or after.ready or used_chance(before, after):
        return True
    return any(event.secret and event.mask for step in steps for event in step.events)


def teaches(before: Match, entries: Sequence[Entry], seat: int) -> bool:
    """Whether moves of a seat may have shown it anything hidden. A slow check, made only for an undo.

    The moves are made again in redealt worlds. If the seat sees the same in all of them, it has learnt nothing.
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
    """The events in the entries after `start` that showed something random or hidden."""
    match, found = start, []
    for entry in entries:
        before = match
        match, _ = follow(match, entry)
        opened = bool(before.pos.ready) and not match.pos.ready  # secret choices were shown
        all_of_it = opened or used_chance(before.pos, match.pos)
        happened = [event for step in entry.steps for event in step.events]
        found += [event for event in happened if all_of_it or (event.secret and event.mask)]
    return found


def turn_begins(start: Match, entries: Sequence[Entry], seat: int) -> int:
    """The index of the entry that began the last turn of a seat, among its moves in a row from `start` on.

    If the others have nothing more to do, a seat has several turns in a row: each begins with the same kind of decision
    as the first.
    """
    match, begun = start, 0
    for n, entry in enumerate(entries):
        if entry.kind == "decide" and entry.seat == seat and match.pos.decision == start.pos.decision:
            begun = n
        match, _ = follow(match, entry)
    return begun


def withdraw(
    match: Match, seat: int, at: float, client: str | None = None, *, stored: bool = False
) -> tuple[Match, Entry]:
    """A secret choice taken back, now or in a `stored` match. It is in nobody's log; others see who is ready."""
    if match.over:
        raise GameOver("the match is over")
    pos = match.pos.copy()
    pos.withdraw(seat, stored=stored)
    entry = Entry(number=match.number + 1, kind="withdraw", seat=seat, at=at, client=client)
    return match._with(pos, entry)._noting(held=tuple(sorted({*match.held, seat}))), entry


def undo(
    match: Match, earlier: Match, seat: int, noticed: int, at: float, client: str | None = None
) -> tuple[Match, Entry]:
    """An undo to an earlier position, including its random generator: the same dice fall again."""
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
    if after.left is not None and match.gained and earlier.gained:
        # Take off what the undone decisions added: deciding and undoing in turns would add time for ever.
        fallen = (max(0.0, now - then) for now, then in zip(match.gained, earlier.gained, strict=True))
        left = tuple(n - seconds for n, seconds in zip(after.left, fallen, strict=True))
        after = after._noting(left=left, gained=earlier.gained)
    # Viewers who noticed get new question numbers: an answer to an earlier question must not fit by chance. The others
    # keep theirs if nothing changed for them: a new number would betray the undo.
    asked = tuple(
        n + 1 if noticed >> p & 1 else then
        for p, (n, then) in enumerate(zip(match.prompts, after.prompts, strict=True))
    )
    return after._noting(
        prompts=asked, runner=earlier.runner, run=earlier.run, held=tuple(sorted({*match.held, seat}))
    ), entry


def refuse(match: Match, seat: int, waited: float, at: float) -> tuple[Match, Entry]:
    """The refusal of an undo by a seat; the seconds that it took are not taken from any clock."""
    if match.over:
        raise GameOver("the match is over")
    noticed = noticed_by(start_step(()))
    entry = Entry(number=match.number + 1, kind="refuse", seat=seat, at=at, moves=(f"{waited:.3f}",), noticed=noticed)
    return match._with(match.pos, entry)._noting(prompts=match.prompts), entry


def end(match: Match, seat: int | None, ending: dict[str, Any], at: float) -> tuple[Match, Entry]:
    """An end outside the rules, with the tally so far."""
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


def lost(seat: int, cause: str, winners: Sequence[int], players: int) -> dict[str, Any]:
    """Return the ending after a player resigned, ran out of time or did not come: the winners share the win."""
    losers = [p for p in range(players) if p not in winners]
    return {
        "cause": cause,
        "key": f"ending.{cause}",
        "seat": seat,
        "ranking": [group for group in (list(winners), losers) if group],
        "shares": [1 / len(winners) if p in winners else 0.0 for p in range(players)],
    }


def agreed(players: int, together: bool) -> dict[str, Any]:
    """Return the ending by agreement: a draw; where all win or lose together, the match is not won."""
    return {
        "cause": "agreed",
        "key": "ending.agreed",
        "ranking": [list(range(players))],
        "shares": [0.0 if together else 1 / players] * players,
    }


def pause(match: Match, seat: int | None, wanted: bool, at: float) -> tuple[Match, Entry]:
    """A pause of the match, or its end; the clocks stand still meanwhile."""
    if match.over:
        raise GameOver("the match is over")
    noticed = noticed_by(start_step(()))
    kind: Kind = "pause" if wanted else "resume"
    entry = Entry(number=match.number + 1, kind=kind, seat=seat, at=at, noticed=noticed)
    after = match._with(match.pos, entry)
    return after._noting(paused=wanted, prompts=match.prompts), entry


def holiday(match: Match, seat: int, until: float, at: float) -> tuple[Match, Entry]:
    """The holiday of a seat, whose clock stands still until then; or its return, if `until` is not in the future."""
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
    """The match after a stored entry, and that entry as the current rules make it.

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
