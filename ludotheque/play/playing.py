"""A match being played: who owes a decision, what is legal, what a decision does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex

from ludotheque.errors import GameOver, IllegalMove, NotYourTurn
from ludotheque.kernel import Program
from ludotheque.kernel.declare import ALL_SEATS, EVENT_BYTES, EVERYONE, SEATS
from ludotheque.kernel.driver import EVENTS, KIND, SEEN
from ludotheque.kernel.optional import np
from ludotheque.play.base import BaseGame
from ludotheque.play.declaration import Decision
from ludotheque.play.events import RawEvent, raw_events, raw_events_of
from ludotheque.play.moves import Bundle, Move
from ludotheque.play.past import Origin, Played
from ludotheque.play.reasons import Reason

if TYPE_CHECKING:
    from numpy.typing import NDArray

# The lower bits of the results of `driver.pending_decision` and `driver.turn`: the seats that decide, and the kind.
LOOKED = (1 << SEEN) - 1
SEATS_OF = tuple(tuple(p for p in range(SEATS) if mask >> p & 1) for mask in range(1 << SEATS))


class Playing:
    """The part of a position that plays moves."""

    __slots__ = (
        *("_asked", "_cached", "_choices", "_keys", "_last", "_own_work", "_program", "_set_up", "_states", "_veiled"),
        *("game", "origin", "players"),
    )

    def __init__(self, game: BaseGame, program: Program, states: Any, origin: Origin) -> None:
        self.game = game
        self.origin = origin
        self._program = program
        self._states = states
        self._own_work: Any = None
        self.players: int = program.players_of(states)  # the number of seats
        self._last: Played | None = None
        self._set_up: tuple[RawEvent, ...] | bytes = ()  # the events of the set-up, as in `Played`
        # By the bit of a viewer: the last decision up to which the past was veiled, and the veiled past.
        self._veiled: dict[int, tuple[Played | None, Played | None]] = {}
        self._choices: dict[int, int] = {}  # secret choices not yet applied: seat → action
        self._keys: dict[int, str] = {}  # information states by seat, until something changes
        self._cached: Any = None  # the state as plain numbers, until it changes …
        self._asked: int | None = None  # … and its pending decision, packed (`driver.pending_decision`)

    # What is going on -------------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The state as plain numbers, for the game's own view and text modules. Do not change it."""
        if self._cached is None:
            self._cached = self._program.fetch(self._states, 0)
            self._cached.common = {}
        return self._cached

    @property
    def program(self) -> Program:
        """The rules it is played with, for bots that think in the same mode."""
        return self._program

    @property
    def _work(self) -> Any:
        """A workspace: its own in plain mode, where an error may leave it inconsistent; otherwise one shared by a
        thread.
        """
        if self._program.mode != "plain":
            return self._program.workspace.array
        if self._own_work is None:
            self._own_work = self._program.workspaces(1)
        return self._own_work

    def _look(self) -> int:
        """The seats that owe a decision (a mask in the lowest bits), and its kind. Seats that chose in secret don't."""
        if self._asked is None:
            asked = int(self._program.pending_decision(self._states, 0))
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
        """The declaration of the pending decision."""
        return self.game.declaration.decisions[(self._look() >> KIND & 255) - 1]

    def _asks_in_secret(self) -> bool:
        return self.game.secret_kinds[self._look() >> KIND & 255]

    # Moves ------------------------------------------------------------------------------------------------------------

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
        """The legal moves as a mask: a Boolean for each action of the game."""
        marked = bytearray(self.game.declaration.action_count)
        for action in self.legal_ids(seat):  # one by one: calling NumPy would take longer than this takes for a hundred
            marked[action] = 1
        return np.frombuffer(marked, np.bool_)

    def bundles(self, seat: int | None = None) -> list[Bundle]:
        """Groups of moves of a seat, each legal once those before it are made; [] if the game has none now."""
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

    # Decisions --------------------------------------------------------------------------------------------------------

    def play(self, move: Move | SupportsIndex | str, seat: int | None = None) -> None:
        """Make a decision. If it raises MalformedMove, GameOver, NotYourTurn or IllegalMove, nothing has changed."""
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
        """Raise the reason why a decision can't be made, if there is one."""
        reason = self._reason(seat, action)
        if reason is not None:
            raise IllegalMove(reason.rule, reason.refusal, reason.sentence())

    def _choose(self, seat: int, action: int, asked: int) -> None:
        """Keep a secret choice while others are still `asked`; once all have chosen, carry the choices out in seat
        order.
        """
        if self._program.forbidden(self._states, 0, self._work, 0, seat, action):
            self._refuse(seat, action)
        self._choices[seat] = action
        self._keys.clear()
        self._asked = asked
        if not asked & ALL_SEATS:
            choices, self._choices = sorted(self._choices.items()), {}
            for number, (chooser, choice) in enumerate(choices):
                self._apply(chooser, choice, joined=number > 0)

    def may_withdraw(self, seat: int) -> bool:
        """Whether a seat may withdraw its secret choice: another seat still owes its own."""
        return seat in self._choices and not self._asked_decision().final

    def withdraw(self, seat: int, *, stored: bool = False) -> None:
        """Withdraw a secret choice while another seat still owes one, unless such choices are final.

        `stored` skips that check: the match's log contains the withdrawal, so it was allowed when it happened.
        """
        if seat not in self._choices:
            raise NotYourTurn(f"seat {seat} has no choice to take back")
        if not stored and not self.may_withdraw(seat):
            raise NotYourTurn(f"seat {seat} has chosen: this choice is final")
        del self._choices[seat]
        self._keys.clear()
        self._asked = None

    def _apply(self, seat: int, action: int, joined: bool = False) -> int:
        """Carry out a decision; return the number of the refusal if it is illegal, else 0."""
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
        if self._keys:
            self._keys.clear()
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

    # The past ---------------------------------------------------------------------------------------------------------

    @property
    def _setup_events(self) -> tuple[RawEvent, ...]:
        """The events of the set-up."""
        if isinstance(self._set_up, bytes):
            self._set_up = raw_events_of(self._set_up)
        return self._set_up

    def past(self) -> list[Played]:
        """The decisions so far with everything in them, secret ones included: for reviews of finished matches."""
        return self._past()

    def _past(self, after: Played | None = None) -> list[Played]:
        """The decisions so far, from the first on; or those after one of them."""
        past = []
        played = self._last
        while played is not after and played is not None:
            past.append(played)
            played = played.before
        return past[::-1]
