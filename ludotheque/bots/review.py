"""The review of a finished match: the value of each decision, luck, and skill.

>>> import ludotheque as lt
>>> lampions = lt.game("lampions", "plain")
>>> pos = lampions.position("players: 3\\nround: 5\\nhand 0: candle spark\\nlit 1: spark\\nlit 2: spark", seed=1)
>>> while not pos.over:
...     pos.play(pos.moves()[0])
>>> found = lt.review(lampions.record(pos), effort=0.05)
>>> found.complete, [seat.accuracy is not None for seat in found.seats]
(True, [True, False, False])

Two questions are answered, and kept apart:

- *How good was this decision?* The win chance of the move played and of the best ones, from worlds redealt for the seat
  (bots/judging.py). Classes and accuracy come from it.
- *Where did the result come from?* Deal, draws, own and others' decisions, as a sum that is exact (bots/luck.py).

The work is a list of small steps that follow from the record and the seed alone. So a review can be stopped after any
of them, and goes on from there with the same result.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from ludotheque.bots.agents import agent_for
from ludotheque.bots.joint_redeal import open_chance, redraw
from ludotheque.bots.judging import Comparison, Judge, Look
from ludotheque.bots.luck import BrokenOff, Ledger, LuckMeter, Step
from ludotheque.bots.misunderstandings import Choice as SecretChoice
from ludotheque.bots.misunderstandings import Finder, Misunderstanding
from ludotheque.bots.policy import optional_module
from ludotheque.bots.position_values import PositionValues
from ludotheque.bots.reasons import compare
from ludotheque.bots.search import program_for
from ludotheque.bots.stories import tell_story
from ludotheque.errors import BadInput
from ludotheque.kernel import Program
from ludotheque.kernel.driver import KIND
from ludotheque.kernel.optional import np
from ludotheque.play import registry
from ludotheque.play.base import BaseGame
from ludotheque.play.moves import Move
from ludotheque.play.notation import Words
from ludotheque.play.position import Position
from ludotheque.play.records import parse, steps

ANALYSIS = 2  # raised whenever the analysis of the same match would change
CLASSES = ("best", "good", "inaccuracy", "mistake", "blunder")
FROM = {"good": 0.01, "inaccuracy": 0.05, "mistake": 0.10, "blunder": 0.15}  # points of win chance lost
CONTRADICTED = 0.05  # beyond its error: then a loss is corrected by what the seat's next decision was worth
SURE = 2.0  # a loss of 5 points or more must be this many standard errors
SUSPECT = 0.02  # a loss this large in a first look starts a second look
OTHERS = 3  # other moves that are listed with a win chance
FEWEST, MOST = 32, 256  # simulations of a first look
FIRST_PART = 0.5  # the part of the budget for first looks
SAYS_NOTHING = ("reason.chance", "reason.equal")  # the loss is told anyway
SETTINGS = Path(__file__).with_name("analysis.toml")


class Unfinished(BadInput):
    """A match that is not over is not reviewed."""


# Values ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """The judgement of one decision so far. Chances are shares of the win, from 0 to 1."""

    number: int  # index of the decision in the record's moves
    turn: int  # consecutive decisions of one seat are one turn
    seat: int
    decision: str  # the kind of decision
    move: int  # the move played
    chance: float  # the win chance before the move: that of the best move
    played: float  # the win chance after the move
    loss: float
    error: float | None  # standard error of the loss; None after a first look
    judgement: str  # one of CLASSES
    final: bool
    best: int  # the best move
    others: tuple[tuple[int, float], ...]  # other moves with their win chances
    worlds: int = 0  # worlds in which the two moves were compared
    gains: Mapping[str, float] = field(default_factory=dict)  # advantages of the best move over the one played
    told: tuple[str, Mapping[str, Any]] | None = None  # what the game says of the two moves, if nothing was measured

    @property
    def reason(self) -> tuple[str, dict[str, Any]] | None:
        """Key and parameters of the sentence that says what the better move gains; None if the move was no mistake."""
        return reason_for(self)


@dataclass(frozen=True)
class SeatSummary:
    """A seat's part of the match."""

    accuracy: float | None  # from 0 to 100; None if it had no choice
    level: str | None  # the level that plays about as accurately; None if not measured for such tables
    counts: Mapping[str, int]  # the number of decisions of each class
    start: float | None  # this and the fields below are None until the review is complete
    luck: float | None
    own: float | None
    others: tuple[float, ...] | None  # how the decisions of each seat changed its result; 0 for its own
    result: float


@dataclass(frozen=True)
class Review:
    """A review, complete or not; `review(record, partial=…)` continues an incomplete one."""

    game: str
    rules: str
    players: int
    seed: str
    effort: float
    result: tuple[float, ...]
    decisions: int  # decisions with at least two moves
    verdicts: tuple[Verdict, ...]  # in the order of the match
    ledger: Ledger | None
    spent: int = 0  # simulations of second looks
    misunderstandings: tuple[Misunderstanding, ...] = ()  # of a team, in the order of the match
    rounds: tuple[int, ...] = ()  # the decision that begins each round, once all verdicts are there
    cause: Words | None = None  # why the match ended as it did, as the game says it (bots/stories.py)
    analysis: int = ANALYSIS

    @property
    def complete(self) -> bool:
        """Whether everything has been measured."""
        return self.ledger is not None

    @property
    def seats(self) -> tuple[SeatSummary, ...]:
        """The summary of each seat, so far."""
        return tuple(self._seat(seat) for seat in range(self.players))

    def _seat(self, seat: int) -> SeatSummary:
        own = [verdict for verdict in self.verdicts if verdict.seat == seat]
        accuracy = sum(accuracy_of(verdict.loss) for verdict in own) / len(own) if own else None
        counts = {name: sum(verdict.judgement == name for verdict in own) for name in CLASSES}
        level = level_of(self.game, self.players, accuracy) if accuracy is not None and self.complete else None
        ledger = self.ledger
        if ledger is None:
            return SeatSummary(accuracy, level, counts, None, None, None, None, self.result[seat])
        changed = [ledger.decisions(seat, other) for other in range(self.players)]
        others = tuple(0.0 if other == seat else part for other, part in enumerate(changed))
        parts = (ledger.start[seat], ledger.luck(seat), changed[seat], others, self.result[seat])
        return SeatSummary(accuracy, level, counts, *parts)

    @property
    def turning_point(self) -> Verdict | None:
        """The costliest mistake of the match; None if there was none."""
        mistakes = [verdict for verdict in self.verdicts if verdict.judgement in CLASSES[2:]]
        return max(mistakes, key=lambda verdict: (verdict.loss, -verdict.number), default=None)

    def summary(self, seat: int | None = None) -> list[tuple[str, dict[str, Any]]]:
        """Two sentences on the match, for a seat or for everybody: keys and parameters."""
        return summary_of(self, seat)

    def to_json(self) -> dict[str, Any]:
        """Everything, ready for JSON; `from_json` reads it back."""
        game = registry.game(self.game, "plain")
        return {
            "format": "ludotheque-review/1",
            "analysis": self.analysis,
            "game": self.game,
            "rules": self.rules,
            "players": self.players,
            "seed": self.seed,
            "effort": self.effort,
            "complete": self.complete,
            "decisions": self.decisions,
            "spent": self.spent,
            "result": list(self.result),
            "verdicts": [verdict_json(game, verdict) for verdict in self.verdicts],
            "turns": turns_json(self.verdicts),
            "seats": [asdict(seat) for seat in self.seats],
            "misunderstandings": [asdict(one) for one in self.misunderstandings],
            "rounds": list(self.rounds),
            "cause": None if self.cause is None else list(self.cause),
            "summary": [{"key": key, "params": params} for key, params in self.summary()],
            "ledger": None if self.ledger is None else asdict(self.ledger),
        }


def verdict_json(game: BaseGame, verdict: Verdict) -> dict[str, Any]:
    """A verdict with its moves in words."""

    def move_json(action: int) -> dict[str, Any]:
        return Move(game, action).to_json()

    row = asdict(verdict)
    reason = verdict.reason
    row.update(move=move_json(verdict.move), best=move_json(verdict.best))
    row["others"] = [{"move": move_json(action), "chance": chance} for action, chance in verdict.others]
    row["reason"] = None if reason is None else {"key": reason[0], "params": reason[1]}
    return row


def turns_json(verdicts: Sequence[Verdict]) -> list[dict[str, Any]]:
    """The turns: their decisions, their total loss, and the class of that loss."""
    turns: dict[int, list[Verdict]] = {}
    for verdict in verdicts:
        turns.setdefault(verdict.turn, []).append(verdict)
    found = []
    for turn, own in sorted(turns.items()):
        loss = sum(verdict.loss for verdict in own)
        error = math.sqrt(sum((verdict.error or 0.0) ** 2 for verdict in own))
        found.append(
            {
                "turn": turn,
                "seat": own[0].seat,
                "decisions": [verdict.number for verdict in own],
                "loss": loss,
                "error": error,
                "judgement": class_of(loss, error),
                "final": all(verdict.final for verdict in own),
            }
        )
    return found


def from_json(data: Mapping[str, Any]) -> Review:
    """The review that was written as JSON; BadInput if it is none, or one of another analysis version."""
    try:
        if data["format"] != "ludotheque-review/1" or data["analysis"] != ANALYSIS:
            raise BadInput.at("review", 0, "analysis", f"written by another version; this program reads {ANALYSIS}")
        names = [name for name in Verdict.__dataclass_fields__ if name not in ("move", "best", "others", "told")]
        verdicts = tuple(
            Verdict(
                **{name: row[name] for name in names},
                move=row["move"]["id"],
                best=row["best"]["id"],
                others=tuple((other["move"]["id"], other["chance"]) for other in row["others"]),
                told=(row["told"][0], row["told"][1]) if row.get("told") else None,
            )
            for row in data["verdicts"]
        )
        ledger = None if data["ledger"] is None else _ledger(data["ledger"])
        plain = {name: data[name] for name in ("game", "rules", "players", "seed", "effort", "decisions", "spent")}
        teams = tuple(_misunderstanding(row) for row in data.get("misunderstandings", ()))
        told = data.get("cause")  # reviews that were stored before it was told have none
        return Review(
            **plain,
            result=tuple(data["result"]),
            verdicts=verdicts,
            ledger=ledger,
            misunderstandings=teams,
            rounds=tuple(data.get("rounds", ())),
            cause=(told[0], told[1]) if told else None,
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput.at("review", 0, "", f"not a review: {type(error).__name__}: {error}") from error


def _misunderstanding(row: Mapping[str, Any]) -> Misunderstanding:
    moves = {name: {int(seat): int(move) for seat, move in row[name].items()} for name in ("plan", "played")}
    return Misunderstanding(row["number"], row["loss"], row["error"], **moves)


def _ledger(data: Mapping[str, Any]) -> Ledger:
    rows = {name: tuple(data[name]) for name in ("start", "start_error", "deal", "result")}
    made = [
        Step(
            one["number"], one["seat"], tuple(one["before"]), tuple(one["decision"]), tuple(one["chance"]), one["drawn"]
        )
        for one in data["steps"]
    ]
    return Ledger(**rows, steps=tuple(made))


# Scales ---------------------------------------------------------------------------------------------------------------


def class_of(loss: float, error: float = 0.0) -> str:
    """The class of a loss. A loss that is not clear by its standard error is no inaccuracy, mistake or blunder."""
    if loss < FROM["good"]:
        return "best"
    if loss <= SURE * error:
        return "good"
    return next((name for name in reversed(CLASSES[1:]) if loss >= FROM[name]), "good")


def accuracy_of(loss: float) -> float:
    """The accuracy of a decision, from 0 to 100: lichess' curve of the win chance lost, in points."""
    return min(100.0, max(0.0, 103.1668 * math.exp(-0.04354 * 100 * loss) - 3.1669))


@cache
def _settings() -> dict[str, Any]:
    with SETTINGS.open("rb") as file:
        return tomllib.load(file)


def budget_of(game: str) -> int:
    """The simulations of a review of a game."""
    settings = _settings()
    return int(settings["simulations"].get(game, settings["simulations"]["other"]))


def level_of(game: str, players: int, accuracy: float) -> str | None:
    """Return the level that plays about as accurately in matches of that game with this many players."""
    measured: Mapping[str, float] = _settings().get("accuracy", {}).get(game, {}).get(str(players), {})
    return min(measured, key=lambda name: abs(measured[name] - accuracy), default=None)


# Reasons --------------------------------------------------------------------------------------------------------------

# A gain below these is not named. Keys: what is measured where the worlds end (bots/judging.py).
NAMED = {"points": 1.0, "rival_points": -1.0, "rounds": 0.1, "rival_rounds": -0.1}
NAMED |= {"cards": 0.5, "rival_cards": -0.5, "knights": 0.1, "nearest": 0.5}
CARDS = {"cards", "rival_cards"}
ONE = 0.95  # below that a gain in cards is told as how often there is one
GIVEN_UP = 0.5  # how much more often a round must go to the opponent to be called given up
SHARES = {"rounds", "rival_rounds", "knights"}  # as a probability, per hundred matches


def reason_for(verdict: Verdict) -> tuple[str, dict[str, Any]] | None:
    """Key and parameters of the better move's gain; `unclear` if no measured difference stands out."""
    if verdict.judgement not in CLASSES[2:]:
        return None
    lost = round(100 * verdict.loss)
    traded = gives_up_round(verdict.gains)
    if traded is not None:
        return traded
    gains = of_rounds(verdict.gains)
    sizes = {name: gain / NAMED[name] for name, gain in gains.items() if name in NAMED}
    if sizes.get("knights", 0.0) >= 1:
        sizes.pop("nearest", None)  # the next knight is far because this one burns
    name = max(sizes, key=lambda name: sizes[name], default=None)
    if name is None or sizes[name] < 1:
        return (verdict.told[0], dict(verdict.told[1])) if verdict.told else ("review.reason.unclear", {"lost": lost})
    gain = abs(gains[name])
    if name in CARDS and gain < ONE:
        return f"review.reason.{name}_often", {"lost": lost, "n": round(100 * gain)}
    return f"review.reason.{name}", {
        "lost": lost,
        "n": min(100, round(100 * gain)) if name in SHARES else round(gain, 1),
    }


def of_rounds(gains: Mapping[str, float]) -> Mapping[str, float]:
    """The same gains; if both sides win more rounds, or fewer, only the difference counts.

    After some moves more rounds have ended than after others when a world is read. That is no gain.
    """
    own, rival = gains.get("rounds", 0.0), gains.get("rival_rounds", 0.0)
    if own * rival <= 0:
        return gains
    ahead = own - rival
    return {
        **gains,
        "rounds": max(0.0, ahead) if own > 0 else 0.0,
        "rival_rounds": min(0.0, -ahead) if own < 0 else 0.0,
    }


def gives_up_round(gains: Mapping[str, float]) -> tuple[str, dict[str, Any]] | None:
    """The sentence for a better move that leaves the round to the opponent and gains cards on them; else None."""
    ahead = gains.get("cards", 0.0) - gains.get("rival_cards", 0.0)
    if gains.get("rival_rounds", 0.0) < GIVEN_UP or ahead < 1:
        return None
    return "review.reason.gives_up_round", {"n": round(ahead, 1)}


def summary_of(review: Review, seat: int | None) -> list[tuple[str, dict[str, Any]]]:
    """Two sentences: where the match turned, and what luck gave."""
    turn = review.turning_point
    if turn is None:
        first: tuple[str, dict[str, Any]] = ("review.summary.no_mistake", {})
    else:
        lost = round(100 * turn.loss)
        first = ("review.summary.turned", {"n": turn.number + 1, "seat": turn.seat, "lost": lost})
    if review.ledger is None:
        return [first, ("review.summary.so_far", {"n": len(review.verdicts), "of": review.decisions})]
    if registry.game(review.game, "plain").declaration.together:
        luck = round(100 * (review.seats[0].luck or 0.0))
        key = "luck_gave_team" if luck > 0 else "luck_cost_team" if luck < 0 else "luck_none_team"
        return [first, (f"review.summary.{key}", {"n": abs(luck)})]
    who = seat if seat is not None else max(range(review.players), key=lambda one: abs(review.seats[one].luck or 0.0))
    luck = round(100 * (review.seats[who].luck or 0.0))
    if luck == 0:
        return [first, ("review.summary.luck_none", {"seat": who})]
    key = "review.summary.luck_gave" if luck > 0 else "review.summary.luck_cost"
    return [first, (key, {"seat": who, "n": abs(luck)})]


# Reviewing ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """A decision of the record with at least two moves, and the position that its seat decided in."""

    number: int
    turn: int
    seat: int
    action: int
    decision: str
    state: Any


class Reviewing:
    """An iterator of reviews of one match, each with one more step done, the most important decisions first.

    `first_seat` is the seat whose decisions are looked at first. It changes the order, not the result.
    """

    def __init__(
        self,
        record: Mapping[str, Any] | str,
        seed: object = 0,
        effort: float = 1.0,
        partial: Review | None = None,
        first_seat: int | None = None,
        source: str = "record",
    ) -> None:
        if not 0 < effort <= 100:
            raise BadInput.at("review", 0, "effort", f"{effort} is not above 0 and at most 100")
        self.record = parse(record, source) if isinstance(record, str) else record
        name = self.record.get("game")
        if not isinstance(name, str):
            raise BadInput.at(source, 0, "game", "is missing")
        self.game = registry.game(name, "plain")
        self.seed, self.effort, self.first_seat = str(seed), float(effort), first_seat
        self._read(source)
        self.review = self._begin(partial)
        if not self.review.complete:  # looked for again as a whole: that takes little
            self.review = replace(self.review, misunderstandings=())

    def _read(self, source: str) -> None:
        """Replay the record; collect every choice."""
        positions = steps(self.game, self.record, source)
        pos = next(positions)
        self.origin: Position = pos.copy()
        for pos in positions:
            pass
        shares, self.broken_off = self._ending(pos, source)
        together = self.game.declaration.together
        self.result = tuple(float(share > 0) if together else float(share) for share in shares)
        self.moves = [(played.seat, played.action, played.joined) for played in pos.past()]
        self.program: Program = program_for(pos)
        self.players = pos.players
        self.choices = self._choices()

    def _ending(self, pos: Position, source: str) -> tuple[Sequence[float], BrokenOff | None]:
        """The shares of the win; and how the match ended, if not by its moves: resigned, out of time, agreed."""
        if pos.over:
            return pos.shares, None
        ending = self.record.get("ending")
        shares = ending.get("shares") if isinstance(ending, Mapping) else None
        if not isinstance(shares, list) or len(shares) != pos.players:
            raise Unfinished.at(source, 0, "moves", "the match is not over: only finished matches are reviewed")
        seat = ending.get("seat") if isinstance(ending, Mapping) else None
        return shares, BrokenOff(seat if isinstance(seat, int) and 0 <= seat < pos.players else None)

    def _choices(self) -> list[Choice]:
        """Every decision with at least two moves; where several choose in secret, each from before all of them."""
        program, play = self.program, self.program.entry_points.play
        states, work = program.states(1), program.workspaces(1)
        out = program.actions(self.game.declaration.action_count)
        program.put(states, 0, self.origin.state)
        found: list[Choice] = []
        unjudged = getattr(optional_module(f"{self.game.package}.review"), "UNJUDGED", ())
        self.next: dict[int, int] = {}  # the next choice of the same turn, if chance had no part in between
        still: Any = None  # what chance had done by the last choice
        before = program.fetch(states, 0)
        asked, kind = program.states(1), ""
        turn, last = -1, None
        for number, (seat, action, joined) in enumerate(self.moves):
            if not joined:
                before = program.fetch(states, 0)
                program.put(asked, 0, before)
                at = int(program.pending_decision(asked, 0)) >> KIND & 255
                kind = self.game.declaration.decisions[at - 1].name
            if seat != last:
                turn, last = turn + 1, seat
            if kind not in unjudged and int(program.legal(asked, 0, work, 0, seat, out)) > 1:
                now = open_chance(program, states, 0)
                if found and found[-1].turn == turn and still == now and not joined:
                    self.next[found[-1].number] = number
                found.append(Choice(number, turn, seat, action, kind, before))
                still = now
            play(states, 0, work, 0, seat, action)
        return found

    def _begin(self, partial: Review | None) -> Review:
        rules = str(self.record["rules"])
        facts = (self.game.name, rules, self.players, self.seed, self.effort, self.result, len(self.choices))
        fresh = Review(*facts, verdicts=(), ledger=None)
        if partial is None:
            return fresh
        same = ("game", "rules", "players", "seed", "effort", "result", "decisions", "analysis")
        numbers = {choice.number: choice for choice in self.choices}
        known = all(
            verdict.number in numbers and numbers[verdict.number].action == verdict.move for verdict in partial.verdicts
        )
        if not known or any(getattr(partial, name) != getattr(fresh, name) for name in same):
            raise BadInput.at("review", 0, "partial", "belongs to another match, seed or effort")
        return partial

    def __iter__(self) -> Iterator[Review]:
        """Do one step after the other; yields the review after each."""
        if self.review.complete:
            return
        judge = Judge(self.game, self.program, self.players) if self.choices and self.game.has_heuristic else None
        if judge is not None:
            yield from self._first_looks(judge)
            yield from self._second_looks(judge)
        rounds, cause = tell_story(self.origin, self.moves, self.result, self.review.verdicts)
        self.review = replace(self.review, rounds=rounds, cause=cause)
        yield self.review
        if np is not None:  # a browser has none: there, luck is not measured
            yield from self._understand()
            self.review = replace(self.review, ledger=self._account())
            yield self.review

    def _first_looks(self, judge: Judge) -> Iterator[Review]:
        done = {verdict.number for verdict in self.review.verdicts}
        budget = self.effort * FIRST_PART * budget_of(self.game.name) / len(self.choices)
        sims = max(FEWEST, min(MOST, round(budget)))
        for choice in sorted(self.choices, key=lambda one: (one.seat != self.first_seat, one.number)):
            if choice.number not in done:
                look = judge.first_look(choice.state, choice.seat, self._seed_of(choice), sims)
                self._note(first_verdict(choice, look))
                yield self.review

    def _second_looks(self, judge: Judge) -> Iterator[Review]:
        """Measure likely mistakes, the worst first, until the budget is spent."""
        budget = round(self.effort * (1 - FIRST_PART) * budget_of(self.game.name))
        choices = {choice.number: choice for choice in self.choices}
        for verdict in sorted(self.review.verdicts, key=lambda one: (-one.loss, one.number)):
            if verdict.final:
                continue
            left = budget - self.review.spent
            if left <= 0:
                self._note(replace(verdict, judgement="good", final=True))
            else:
                choice = choices[verdict.number]
                found = judge.compare(
                    choice.state, choice.seat, self._seed_of(choice), choice.action, verdict.best, left
                )
                self.review = replace(self.review, spent=self.review.spent + found.sims)
                self._note(self._explained(self._corrected(second_verdict(verdict, found)), choice))
            yield self.review

    def _corrected(self, verdict: Verdict) -> Verdict:
        """Take back a loss that the next decision of the same turn contradicts.

        The worlds go on with quick play. If that plays the rest of the turn badly, a harmless first step looks costly.
        """
        after = next((one for one in self.review.verdicts if one.number == self.next.get(verdict.number)), None)
        doubt = CONTRADICTED + SURE * (verdict.error or 0.0)
        if after is None or after.chance - verdict.played < doubt:
            return verdict
        loss = max(0.0, verdict.chance - after.chance)
        judgement = class_of(loss, verdict.error or 0.0)
        return replace(verdict, loss=loss, played=verdict.chance - loss, judgement=judgement)

    def _explained(self, verdict: Verdict, choice: Choice) -> Verdict:
        """Add what the game itself says of the two moves, where no measured difference stands out."""
        if verdict.reason is None or verdict.reason[0] != "review.reason.unclear":
            return verdict
        pos = self.origin.copy()
        for seat, action, _ in self.moves[: choice.number]:
            pos.play(action, seat)
        better, other = (Move(self.game, action) for action in (verdict.best, choice.action))
        told = compare(pos, choice.seat, [better], [other], verdict.loss)
        return verdict if told is None or told[0] in SAYS_NOTHING else replace(verdict, told=told)

    def _seed_of(self, choice: Choice) -> tuple[object, ...]:
        return self.game.name, self.seed, choice.number

    def _note(self, verdict: Verdict) -> None:
        others = [one for one in self.review.verdicts if one.number != verdict.number]
        verdicts = tuple(sorted([*others, verdict], key=lambda one: one.number))
        self.review = replace(self.review, verdicts=verdicts)

    def _understand(self) -> Iterator[Review]:
        """Look for misunderstandings; in plain Python a plan takes too long."""
        rules = optional_module(f"{self.game.package}.review")
        policy, kind = getattr(rules, "CONVENTION", ("", ""))
        if not policy or self.program.mode == "plain" or not self.choices:
            return
        game = registry.game(self.game.name, self.program.mode)
        act = agent_for(policy, game, self.program).act
        finder = Finder(self.program, act, PositionValues(self.game, self.program, self.players).judge, redraw)
        for found in finder.find(self._secret_choices(kind), self.seed):
            self.review = replace(self.review, misunderstandings=(*self.review.misunderstandings, found))
            yield self.review

    def _secret_choices(self, kind: str) -> list[SecretChoice]:
        """Every choice of that kind that several seats made at once."""
        losses = {verdict.number: verdict.loss for verdict in self.review.verdicts}
        groups: list[list[int]] = []
        for number, (_, _, joined) in enumerate(self.moves):
            if joined:
                groups[-1].append(number)
            else:
                groups.append([number])
        known = {choice.number: choice for choice in self.choices if choice.decision == kind}
        found = []
        for group in groups:
            first = next((known[number] for number in group if number in known), None)
            if len(group) > 1 and first is not None:
                moves = {self.moves[number][0]: self.moves[number][1] for number in group}
                lost = {self.moves[number][0]: losses.get(number, 0.0) for number in group}
                found.append(SecretChoice(group[0], first.state, moves, lost))
        return found

    def _account(self) -> Ledger:
        """Luck and skill of the whole match."""
        program = self.program
        states = program.states(1)
        program.put(states, 0, self.origin.state)
        origin = self.origin.origin
        undealt = None
        if origin.text is None:
            undealt, _, _ = self.game.before_setup(
                self.players, dict(origin.options), [dict(one) for one in origin.seats]
            )
        meter = LuckMeter(self.game, program, self.players)
        moves = [(seat, action) for seat, action, _ in self.moves]
        return meter.account(undealt, states, moves, (self.seed, "luck"), self.result, self.broken_off)


def first_verdict(choice: Choice, look: Look) -> Verdict:
    """Return the verdict of a first look: a move that seems to lose something waits for a second look."""
    best, chance = look.moves[0]
    played = look.chance_of(choice.action)
    loss = 0.0 if best == choice.action else max(0.0, chance - played)
    final = loss < SUSPECT
    return Verdict(
        number=choice.number,
        turn=choice.turn,
        seat=choice.seat,
        decision=choice.decision,
        move=choice.action,
        chance=chance,
        played=chance - loss,
        loss=loss,
        error=None,
        judgement=class_of(loss),
        final=final,
        best=best,
        others=tuple(row for row in look.moves if row[0] not in (best, choice.action))[:OTHERS],
    )


def second_verdict(verdict: Verdict, found: Comparison) -> Verdict:
    """Return the verdict of fresh worlds."""
    best = found.best if found.loss > 0 else verdict.move
    return replace(
        verdict,
        chance=found.chance,
        played=found.played,
        loss=found.loss,
        error=found.error,
        judgement=class_of(found.loss, found.error),
        final=True,
        best=best,
        worlds=found.worlds,
        gains=found.gains,
    )


def review(
    record: Mapping[str, Any] | str,
    seed: object = 0,
    effort: float = 1.0,
    partial: Review | None = None,
    source: str = "record",
) -> Review:
    """The review of a finished match from its full record. The same record, seed and effort give the same review.

    `effort` multiplies the number of simulations; `partial` is a review of the same match that was stopped. Use
    `Reviewing` to get the results as they come.
    """
    at_work = Reviewing(record, seed, effort, partial, source=source)
    for _ in at_work:
        pass
    return at_work.review
