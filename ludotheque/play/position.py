"""A position: the friendly face of one state of a match.

Everything a viewer can ask for goes through here. A viewer is a seat (0, 1, …), `SPECTATOR`, who watches and has no
seat, or `ALL`, who sees everything: for tests, simulations and finished matches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.errors import GameOver, IllegalMove, NotYourTurn
from ludotheque.kernel import Program, load
from ludotheque.kernel.declare import ALL_SEATS, EVENT_BYTES, EVERYONE, SEATS, SHARE, SPECTATOR
from ludotheque.kernel.driver import EVENTS, KIND, SEEN
from ludotheque.play import texts
from ludotheque.play.base import BaseGame
from ludotheque.play.declaration import Decision
from ludotheque.play.events import RawEvent, decode, heard_any, raw_events, raw_events_of, told, veil
from ludotheque.play.moves import Move
from ludotheque.play.seeds import key_bytes, key_words
from ludotheque.play.viewers import All, Viewer, bit_of

# How `driver.look` and `driver.turn` pack what they answer.
LOOKED = (1 << SEEN) - 1
SEATS_OF = tuple(tuple(p for p in range(SEATS) if mask >> p & 1) for mask in range(1 << SEATS))

PREVIEW_WORLDS = 4  # what happens alike in this many redealt worlds is shown as the consequence of a move …
PARTED_WORLDS = 24  # … and in this many, where it is not all alike


class Played:
    """One decision of the past: who, what, who may see it, what it caused. Linked backwards: copies share it.

    `joined`: carried out together with the one before, as secret choices are once all have chosen. Events of compiled
    rules are kept as bytes until somebody asks for them. Never changed once made.
    """

    __slots__ = ("_events", "action", "before", "joined", "seat", "seen")

    def __init__(
        self,
        before: Played | None,
        seat: int,
        action: int,
        seen: int,
        events: tuple[RawEvent, ...] | bytes,
        joined: bool = False,
    ) -> None:
        self.before = before
        self.seat = seat
        self.action = action
        self.seen = seen
        self._events = events
        self.joined = joined

    @property
    def events(self) -> tuple[RawEvent, ...]:
        """What it caused."""
        if isinstance(self._events, bytes):
            self._events = raw_events_of(self._events)
        return self._events


@dataclass(frozen=True)
class Origin:
    """Where a match began: a seed with what the table and the seats chose, or a position text with a seed.

    A redealt position has no seed: it never happened, and has no record of its own.
    """

    seed: str | None
    options: Mapping[str, Any]
    seats: tuple[Mapping[str, Any], ...]
    text: str | None = None


@dataclass(frozen=True)
class Reason:
    """Why a move is refused: the rule's id, the key of the sentence, the rule's own text."""

    rule: str
    refusal: str
    game: BaseGame = field(repr=False, compare=False)

    def sentence(self, language: str = "en") -> str:
        """The reason in a sentence, with the rule's id."""
        return f"{self.game.messages(language).say(f'refusal.{self.refusal}')} ({self.rule})"

    def rule_text(self, language: str = "en") -> str:
        """What the rulebook says."""
        return self.game.rulebook(language)[self.rule].text

    def to_json(self) -> dict[str, Any]:
        """For a message to the player who asked."""
        return {"rule": self.rule, "key": f"refusal.{self.refusal}"}


@dataclass(frozen=True)
class Bundle:
    """Several moves that a person makes as one, such as paying with all treasures: key and parameters of its name."""

    key: str
    params: Mapping[str, Any]
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Foresight:
    """What a move is certain to lead to: its events, then what its seat would see and the scores; None, where unknown.

    All of the view and the scores is None where all choose at the same time: what comes of it depends on the others.
    """

    events: list[dict[str, Any]]
    view: dict[str, Any] | None
    scores: list[int | None] | None


class Position:
    """A match at one moment. `play` changes it; `copy` gives an independent one."""

    __slots__ = (
        *("_asked", "_cached", "_choices", "_last", "_own_work", "_program", "_set_up", "_states"),
        *("game", "origin", "players"),
    )

    def __init__(self, game: BaseGame, program: Program, states: Any, origin: Origin) -> None:
        self.game = game
        self.origin = origin
        self._program = program
        self._states = states
        self._own_work: Any = None
        self.players: int = program.players_of(states)  # how many seats the match has
        self._last: Played | None = None
        self._set_up: tuple[RawEvent, ...] | bytes = ()  # what the set-up caused, as in `Played`
        self._choices: dict[int, int] = {}  # secret choices not yet carried out: seat → action
        self._cached: Any = None  # the state as plain numbers …
        self._asked: int | None = None  # … and whom it asks for what (see `driver.look`), until it changes

    # What is going on ----------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The state as plain numbers, for the game's own view and text modules. To be read, never written."""
        if self._cached is None:
            self._cached = self._program.fetch(self._states, 0)
        return self._cached

    @property
    def program(self) -> Program:
        """The rules it is played with, for bots that think in the same mode."""
        return self._program

    @property
    def _work(self) -> Any:
        """A workspace: its own in plain mode, where a fault may leave it in disorder; else one that a thread shares."""
        if self._program.mode != "plain":
            return self._program.workspace.array
        if self._own_work is None:
            self._own_work = self._program.workspaces(1)
        return self._own_work

    def _look(self) -> int:
        """Who owes a decision (a mask in the lowest bits), and of which kind; who has chosen in secret owes none."""
        if self._asked is None:
            asked = int(self._program.look(self._states, 0))
            for chooser in self._choices:
                asked &= ~(1 << chooser)
            self._asked = asked
        return self._asked

    def _owing(self) -> int:
        """The mask of the actors."""
        asked = self._asked
        return (self._look() if asked is None else asked) & ALL_SEATS

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that owe a decision now: several while all choose in secret, () when the match is over."""
        return SEATS_OF[self._owing()]

    @property
    def _setup_events(self) -> tuple[RawEvent, ...]:
        """What the set-up caused."""
        if isinstance(self._set_up, bytes):
            self._set_up = raw_events_of(self._set_up)
        return self._set_up

    @property
    def actor(self) -> int | None:
        """The first of the actors, None when the match is over."""
        mask = self._owing()
        return SEATS_OF[mask][0] if mask else None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        asked = self._asked
        return not (self._look() if asked is None else asked) & ALL_SEATS

    @property
    def ready(self) -> tuple[int, ...]:
        """The seats that have made their secret choice while others still owe one."""
        return tuple(sorted(self._choices))

    @property
    def pending(self) -> tuple[tuple[int, int], ...]:
        """The secret choices that wait for others, with everything in them: (seat, action). For copies of positions."""
        return tuple(sorted(self._choices.items()))

    @property
    def decision(self) -> str | None:
        """The name of the decision that is asked now, None when the match is over."""
        return self._asked_decision().name if self._look() >> KIND & 255 else None

    def _asked_decision(self) -> Decision:
        """What is declared of the decision that is asked now."""
        return self.game.declaration.decisions[(self._look() >> KIND & 255) - 1]

    def _asks_in_secret(self) -> bool:
        return self.game.secret_kinds[self._look() >> KIND & 255]

    # Moves ---------------------------------------------------------------------------------------------------------

    def moves(self, seat: int | None = None) -> list[Move]:
        """The legal moves of a seat (by default the first actor), [] if it owes no decision."""
        return list(map(self.game.every_move.__getitem__, self.legal_ids(seat)))

    def legal_ids(self, seat: int | None = None) -> list[int]:
        """The numbers of the legal moves of a seat (by default the first actor), ascending; [] if it owes none."""
        asked = self._asked
        actors = SEATS_OF[(self._look() if asked is None else asked) & ALL_SEATS]
        if seat is None:
            if not actors:
                return []
            seat = actors[0]
        elif seat not in actors:
            return []
        else:
            seat = int(seat)
        program = self._program
        if program.mode == "plain":
            out = program.actions(self.game.declaration.action_count)
            return list(out[: program.legal(self._states, 0, self._work, 0, seat, out)])
        shared = program.workspace
        n = program.legal(self._states, 0, shared.array, 0, seat, shared.listed)
        ids: list[int] = shared.numbers[:n].tolist()
        return ids

    def mask(self, seat: int | None = None) -> NDArray[np.bool_]:
        """The same as truth values, one for each action of the game: what policies call a mask."""
        marked = bytearray(self.game.declaration.action_count)
        for action in self.legal_ids(seat):  # one by one: NumPy takes longer to begin than this takes for a hundred
            marked[action] = 1
        return np.frombuffer(marked, np.bool_)

    def bundles(self, seat: int | None = None) -> list[Bundle]:
        """Moves of a seat that go together, each legal once those before it are made; [] if the game has none now."""
        seat = self.actor if seat is None else seat
        offered = self.game.notation.bundles
        if offered is None or seat is None or seat not in self.actors:
            return []
        return [
            Bundle(key, params, tuple(Move(self.game, action) for action in actions))
            for key, params, actions in offered(self.state, seat)
        ]

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            actor = self.actor
            if actor is None:
                raise GameOver("the match is over")
            return actor
        if not 0 <= seat < self.players:
            raise NotYourTurn(f"there is no seat {seat} in a match of {self.players}")
        return int(seat)

    def why_not(
        self, move: Move | int | str, seat: int | None = None, then: Sequence[Move | int | str] = ()
    ) -> Reason | None:
        """None if the seat may play the move now, else the rule that forbids it. Raises for what is no move at all.

        `then`: moves that would follow it. The rule is that of the first which could not be made, as far as the seat
        can know.
        """
        seat = self._seat(seat)
        reason = self._reason(seat, self.game.action(move))
        if reason is None and then:
            try:
                self._dream([move, *then], seat, 1)
            except IllegalMove as illegal:
                return Reason(illegal.rule, illegal.refusal, self.game)
        return reason

    def _reason(self, seat: int, action: int) -> Reason | None:
        actors = self.actors
        if not actors:
            raise GameOver("the match is over")
        if seat not in actors:
            raise NotYourTurn(f"seat {seat} owes no decision now")
        return self._refusal(int(self._program.forbidden(self._states, 0, self._work, 0, seat, action)))

    def _refusal(self, number: int) -> Reason | None:
        if number == 0:
            return None
        refusal = self.game.declaration.refusals[number - 1]
        return Reason(refusal.rule, refusal.name, self.game)

    def play(self, move: Move | int | str, seat: int | None = None) -> None:
        """Make a decision. Raises MalformedMove, GameOver, NotYourTurn or IllegalMove, and then nothing has changed."""
        asked = self._asked
        if asked is None:
            asked = self._look()
        game = self.game
        action = move.id if type(move) is Move and move.game is game else game.action(move)
        owing = asked & ALL_SEATS
        seat = SEATS_OF[owing][0] if seat is None and owing else self._seat(seat)
        if not owing >> seat & 1:
            self._refuse(seat, action)
        elif game.secret_kinds[asked >> KIND & 255]:
            self._choose(seat, action, asked & ~(1 << seat))
        elif self._apply(seat, action):
            self._refuse(seat, action)

    def _refuse(self, seat: int, action: int) -> None:
        """Raise why a decision can't be made, if it can't."""
        reason = self._reason(seat, action)
        if reason is not None:
            raise IllegalMove(reason.rule, reason.refusal, reason.sentence())

    def _choose(self, seat: int, action: int, asked: int) -> None:
        """Lay a secret choice down, then others are `asked`; once all have chosen, carry them out in seat order."""
        if self._program.forbidden(self._states, 0, self._work, 0, seat, action):
            self._refuse(seat, action)
        self._choices[seat] = action
        self._asked = asked
        if not asked & ALL_SEATS:
            choices, self._choices = sorted(self._choices.items()), {}
            for number, (chooser, choice) in enumerate(choices):
                self._apply(chooser, choice, joined=number > 0)

    def may_withdraw(self, seat: int) -> bool:
        """Whether a seat may take back what it has chosen in secret: another seat still owes its choice."""
        return seat in self._choices and not self._asked_decision().final

    def withdraw(self, seat: int, *, stored: bool = False) -> None:
        """Take back a secret choice while another seat still owes one, unless such choices are final.

        One that is `stored` was taken back when it might be: a match goes on from what was played.
        """
        if seat not in self._choices:
            raise NotYourTurn(f"seat {seat} has no choice to take back")
        if not stored and not self.may_withdraw(seat):
            raise NotYourTurn(f"seat {seat} has chosen: this choice is final")
        del self._choices[seat]
        self._asked = None

    def _apply(self, seat: int, action: int, joined: bool = False) -> int:
        """Carry a decision out; the number of the refusal, if it is not legal."""
        program = self._program
        if program.mode == "plain":
            work = self._work
            told = program.turn(self._states, 0, work, 0, seat, action)
            kept: Any = raw_events(work[0]) if told >= 0 else ()
        else:
            shared = program.workspace
            told = program.turn(self._states, 0, shared.array, 0, seat, action)
            kept = shared.events[: (told >> EVENTS) * EVENT_BYTES].tobytes() if told >> EVENTS > 0 else b""
        if told < 0:
            return -int(told)
        self._cached = None
        self._asked = told & LOOKED
        self._last = Played(self._last, seat, action, told >> SEEN & EVERYONE, kept, joined)
        return 0

    def begin(self) -> None:
        """Set the match up. Called once, by `Game.start`."""
        program, work = self._program, self._work
        program.setup(self._states, 0, work, 0)
        self._cached = self._asked = None
        if program.mode == "plain":
            self._set_up = raw_events(work[0])
        else:
            self._set_up = program.workspace.events[: int(work["events"][0]) * EVENT_BYTES].tobytes()

    # What a viewer sees --------------------------------------------------------------------------------------------

    def _viewer(self, viewer: Viewer) -> Viewer:
        """A viewer, checked: one that is no seat of this match must not read as some other viewer."""
        if isinstance(viewer, All):
            return viewer
        whole = isinstance(viewer, (int, np.integer)) and not isinstance(viewer, bool)
        if not whole or viewer not in (*range(self.players), SPECTATOR):
            raise ValueError(f"{viewer!r} is no viewer of a match of {self.players}: give a seat, SPECTATOR or ALL")
        return int(viewer)

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """All that this viewer may see, ready for JSON."""
        viewer = self._viewer(viewer)
        declaration = self.game.declaration
        chosen = dict(self._choices) if isinstance(viewer, All) else {}
        if isinstance(viewer, int) and viewer in self._choices:
            chosen = {viewer: self._choices[viewer]}
        return {
            "game": declaration.name,
            "rules": self.game.rules_version,
            "players": self.players,
            "viewer": "all" if isinstance(viewer, All) else viewer,
            "options": self.game.options_of(self.state),
            "decision": self.decision,
            "actors": list(self.actors),
            "ready": list(self.ready),
            "chosen": {str(seat): self.game.notation.write(action) for seat, action in chosen.items()},
            "over": self.over,
            "table": self.game.view.table(self.state, viewer),
        }

    def observe(self, seat: int | None = None) -> NDArray[np.int16]:
        """What a seat (by default the first actor) may know, as numbers: the parts of `game.observation`."""
        size = self.game.observation.size
        seat = self._seat(seat)
        if self._program.mode != "plain":
            row = np.empty(size, np.int16)
            self._program.observe(self._states, 0, self._work, 0, seat, row)
            return row
        numbers = [0] * size
        self._program.observe(self._states, 0, self._work, 0, seat, numbers)
        return np.array(numbers, np.int16)

    def prompt(self, viewer: Viewer) -> dict[str, Any]:
        """Key and parameters of the one line that says what is expected, and of whom."""
        viewer = self._viewer(viewer)
        actors = self.actors
        if not actors:
            return {"key": "prompt.over", "params": {}, "seats": []}
        if isinstance(viewer, int) and viewer in actors:
            own = getattr(self.game.view, "prompt", None)
            key, params = own(self.state, viewer) if own else (f"prompt.{self.decision}", {})
            return {"key": key, "params": params, "seats": list(actors)}
        key = "prompt.ready" if isinstance(viewer, int) and viewer in self._choices else "prompt.wait"
        return {"key": key, "params": {"seats": list(actors)}, "seats": list(actors)}

    def events(self, viewer: Viewer) -> list[dict[str, Any]]:
        """What just happened, as keys and parameters: what the last decision that the viewer noticed caused.

        Before the first one it is what the set-up did. Secret choices, carried out together, are told together.
        """
        viewer = self._viewer(viewer)
        found: list[dict[str, Any]] = []
        noticed = False
        played = self._last
        while played is not None:
            events = self._told(played.events, viewer)
            found = events + found
            noticed = noticed or bool(events) or bool(played.seen & bit_of(viewer))
            if noticed and not played.joined:
                return found
            played = played.before
        return found if noticed else self._told(self._setup_events, viewer)

    def log(self, viewer: Viewer) -> list[list[dict[str, Any]]]:
        """The events of the set-up and of each decision so far, those aside that the viewer could not even notice."""
        viewer = self._viewer(viewer)
        past = [(p.seen, self._told(p.events, viewer)) for p in self._past()]
        noticed = [events for seen, events in past if events or seen & bit_of(viewer)]
        return [self._told(self._setup_events, viewer), *noticed]

    def plies_seen(self, viewer: Viewer) -> int:
        """How many parts `log` has, without telling them: the set-up, and each decision that the viewer noticed.

        Alike in every redeal for that viewer, so a bot draws anew for every decision, and the same again when that one
        comes back.
        """
        viewer = self._viewer(viewer)
        declaration, bit = self.game.declaration, bit_of(viewer)
        return 1 + sum(bool(p.seen & bit) or heard_any(declaration, p.events, bit) for p in self._past())

    def _told(self, events: tuple[RawEvent, ...], viewer: Viewer) -> list[dict[str, Any]]:
        declaration = self.game.declaration
        return told((decode(declaration, raw) for raw in events), viewer)

    def _past(self, after: Played | None = None) -> list[Played]:
        """The decisions so far, from the first on; or those after one of them."""
        past = []
        played = self._last
        while played is not after and played is not None:
            past.append(played)
            played = played.before
        return past[::-1]

    def preview(self, move: Move | int | str, seat: int | None = None) -> list[dict[str, Any]]:
        """The events a legal move would cause, as far as that seat can know."""
        return self.foresee([move], seat).events

    def foresee(self, moves: Sequence[Move | int | str], seat: int | None = None) -> Foresight:
        """What a legal move, or several made one after the other, would lead to, as far as that seat can know.

        Only redealt worlds are looked at: what comes out alike in all of them is taken for certain. Where something
        hidden or random decides, the events end, and the view and the scores hold None. Moves that could not be made
        in all of these worlds are left out.
        """
        seat = self._seat(seat)
        worlds = self._dream(moves, seat, PREVIEW_WORLDS)
        if any(events != worlds[0][1] for _, events in worlds):
            worlds = self._dream(moves, seat, PARTED_WORLDS)  # chance has a say: look at more of what it may bring
        if not worlds:
            return Foresight(self._foregone(moves, seat), None, None)
        certain = []
        for alike in zip(*(events for _, events in worlds), strict=False):
            if any(event != alike[0] for event in alike):
                break
            certain.append(alike[0])
        seen = common_part([pos.view(seat) for pos, _ in worlds])
        return Foresight(certain, seen, common_part([pos.scores(seat) for pos, _ in worlds]))

    def _foregone(self, moves: Sequence[Move | int | str], seat: int) -> list[dict[str, Any]]:
        """What a secret choice is sure to cause whatever the others choose, if the game's `view.foregone` knows it."""
        foregone = getattr(self.game.view, "foregone", None)
        found = foregone(self.state, seat, self.game.action(moves[0])) if foregone and moves else []
        return [{"key": f"event.{event}", "event": event, "params": params} for event, params in found]

    def _dream(
        self, moves: Sequence[Move | int | str], seat: int, count: int
    ) -> list[tuple[Position, list[dict[str, Any]]]]:
        """So many redealt worlds in which a seat has made its moves, with what it was told; none, if all choose now."""
        worlds: list[tuple[Position, list[dict[str, Any]]]] = []
        for move in moves:
            at = [pos for pos, _ in worlds] or [self]
            if worlds and any(seat not in pos.actors for pos in at):
                break
            reasons = [reason for pos in at if (reason := pos.why_not(move, seat)) is not None]
            if len(reasons) == len(at):
                raise IllegalMove(reasons[0].rule, reasons[0].refusal, reasons[0].sentence())
            if reasons or any(pos._asks_in_secret() for pos in at):
                break
            worlds = worlds or [(self.redeal(seat, f"preview {world}"), []) for world in range(count)]
            for pos, events in worlds:
                pos._apply(seat, self.game.action(move))
                events += pos.events(seat)
        return worlds

    def scores(self, viewer: Viewer) -> list[int]:
        """The points of each seat, as far as the viewer can add them up."""
        viewer = self._viewer(viewer)
        return list(self.game.view.scores(self.state, viewer))

    def sources(self, viewer: Viewer) -> list[dict[str, int]]:
        """Where the points of each seat came from, as far as the viewer knows; empty where the game does not tell."""
        sources = getattr(self.game.view, "sources", None)
        return [] if sources is None else list(sources(self.state, self._viewer(viewer)))

    def outcome(self) -> dict[str, Any] | None:
        """Once over: cause, ranking (lists of seats, best first) and each seat's share of the win; None before."""
        if not self.over:
            return None
        return dict(self.game.view.outcome(self.state))

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the win; 0 for all until the match is over."""
        if not self.over:
            return [0.0] * self.players
        share = self._program.entry_points.share
        return [int(share(self._states, 0, seat)) / SHARE for seat in range(self.players)]

    def infostate_key(self, seat: int | None = None) -> str:
        """A name for all that a seat knows and has been told, in order: equal where it can't tell two matches apart.

        For tables of solvers. It follows from a redeal, which is the same for all that the seat can't tell apart, and
        from the past as the seat saw it.
        """
        seat = self._seat(seat)
        bit, facts = bit_of(seat), self.game.declaration
        past: list[Any] = [veil(facts, self._setup_events, bit)]
        for played in self._past():
            events, saw = veil(facts, played.events, bit), bool(played.seen & bit)
            if saw or events:
                past.append((played.seat, played.action if saw else -1, events))
        world = self.redeal(seat, "information state")
        known = (self._program.state.key(world.state), self._choices.get(seat), past)
        return key_bytes(self.game.name, self.game.rules_version, seat, known).hex()[:32]

    def tally(self) -> dict[str, Any]:
        """What counts at the end, as it stands now: for an end that the rules do not know; empty if its scores say it.

        A game tells it in `view.tally`, where that is not what `scores` adds up during play.
        """
        own = getattr(self.game.view, "tally", None)
        return dict(own(self.state)) if own is not None else {}

    def played_as(self, seat: int) -> str | None:
        """What a seat played as, where a game has such a thing (a faction): the key of its name; None where not."""
        own = getattr(self.game.view, "played_as", None)
        return str(own(self.state, seat)) if own is not None else None

    # Copies --------------------------------------------------------------------------------------------------------

    def copy(self) -> Position:
        """An independent copy; the past is shared, being immutable."""
        other = self.in_program(self._program, self._program.copied(self._states))
        other._asked = self._asked
        return other

    def in_program(self, program: Program, states: Any) -> Position:
        """The same match in another program of the same rules, whose `states` hold its state."""
        other = Position(self.game, program, states, self.origin)
        other._last = self._last
        other._set_up = self._set_up
        other._choices = dict(self._choices)
        return other

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        past = [(p.seat, p.action, p.seen, p.events, p.joined) for p in self._past()]  # a long chain would not pickle
        record = self._program.state
        array = record.array(1)
        record.store(self.state, array, 0)
        told = (self.origin, self._setup_events, past, dict(self._choices))
        return _unpickled, (self.game, self._program.mode, array.tobytes(), *told)

    def redeal(self, viewer: Viewer, seed: object) -> Position:
        """A copy in which all that the viewer cannot know, the generator included, is drawn afresh.

        It depends on what the viewer knows and on the seed, on nothing else. Others' secret choices are drawn too.
        """
        viewer = self._viewer(viewer)
        if isinstance(viewer, All):
            raise ValueError("ALL knows everything: there is nothing to redeal")
        other = self.copy()
        words = key_words("redeal", self.game.name, self.game.rules_version, seed)
        self._program.entry_points.redeal(other._states, 0, other._work, 0, viewer, *words)
        other._cached = other._asked = None
        other._choices = {}
        for chooser, choice in sorted(self._choices.items()):
            if chooser != viewer:
                options = other.moves(chooser)
                choice = options[key_words("choice", chooser, seed)[0] % len(options)].id
            other._choices[chooser] = choice
        other._asked = None
        bit = bit_of(viewer)
        other.origin = Origin(None, self.origin.options, self.seats_for(viewer))
        other._set_up = veil(self.game.declaration, self._setup_events, bit)
        other._last = None
        for played in self._past():
            action = played.action if played.seen & bit else -1
            events = veil(self.game.declaration, played.events, bit)
            other._last = Played(other._last, played.seat, action, played.seen & bit, events, played.joined)
        return other

    def seats_for(self, viewer: Viewer) -> tuple[Mapping[str, Any], ...]:
        """What each seat brought, as far as the viewer may know."""
        viewer = self._viewer(viewer)
        shown = []
        for seat, brought in enumerate(self.origin.seats):
            may = {
                option.name: brought[option.name]
                for option in self.game.declaration.seat_options
                if option.name in brought
                and (
                    isinstance(viewer, All)
                    or seat == viewer
                    or option.shown == "start"
                    or (option.shown == "end" and self.over)
                )
            }
            shown.append(may)
        return tuple(shown)

    def seen_moves(self, viewer: Viewer) -> Iterator[tuple[int, str]]:
        """The decisions so far that the viewer saw: (seat, notation)."""
        viewer = self._viewer(viewer)
        for played in self._past():
            if played.seen & bit_of(viewer):
                yield played.seat, self.game.notation.write(played.action)

    def secret_choices(self) -> Iterator[tuple[int, str]]:
        """The secret choices that still wait for others: (seat, notation). For full records alone."""
        for seat, action in sorted(self._choices.items()):
            yield seat, self.game.notation.write(action)

    def text(self) -> str:
        """The whole position as readable text, the generator excepted; `Game.position` reads it back."""
        return texts.write(self.game, self.state, self._choices)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position) or other.game.name != self.game.name:
            return False
        key = self._program.state.key
        return key(self.state) == key(other.state) and self._choices == other._choices

    __hash__ = None  # type: ignore[assignment]  # a position changes

    def __repr__(self) -> str:
        # Never the whole position: a traceback or log line of a running match must not hold secrets.
        return f"<{self.game.name} position, {self.players} players, actors {self.actors}>"


def _unpickled(
    game: BaseGame,
    mode: str,
    raw: bytes,
    origin: Origin,
    setup_events: tuple[RawEvent, ...],
    past: list[tuple[int, int, int, tuple[RawEvent, ...], bool]],
    choices: dict[int, int],
) -> Position:
    """The position that was pickled, in the mode it was played in."""
    program = load(game.package, mode)
    array = np.frombuffer(raw, program.state.dtype)
    states = program.states(1)
    program.put(states, 0, program.state.fetch(array, 0))
    pos = Position(game, program, states, origin)
    pos._set_up = setup_events
    pos._choices = choices
    for decision in past:
        pos._last = Played(pos._last, *decision)
    return pos


def common_part(values: Sequence[Any]) -> Any:
    """What is alike in all of several pieces of JSON of one make; None where they differ."""
    first = values[0]
    if all(value == first for value in values):
        return first
    if all(isinstance(value, dict) and value.keys() == first.keys() for value in values):
        return {key: common_part([value[key] for value in values]) for key in first}
    if all(isinstance(value, list) and len(value) == len(first) for value in values):
        return [common_part(parts) for parts in zip(*values, strict=True)]
    return None
