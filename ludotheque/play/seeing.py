"""Views: what a viewer sees of a match, its events, scores and end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from numbers import Integral
from typing import TYPE_CHECKING, Any

from ludotheque.kernel import load
from ludotheque.kernel.declare import SHARE, SPECTATOR
from ludotheque.kernel.optional import np
from ludotheque.play.events import RawEvent, decode, events_for, heard_any
from ludotheque.play.playing import Playing
from ludotheque.play.viewers import All, Viewer, bit_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Seeing(Playing):
    """The part of a position that shows."""

    __slots__ = ()

    def _viewer(self, viewer: Viewer) -> Viewer:
        """Check a viewer: one that is no seat of this match must not read as another viewer."""
        if type(viewer) is int and (0 <= viewer < self.players or viewer == SPECTATOR):  # nearly always
            return viewer
        if isinstance(viewer, All):
            return viewer
        whole = isinstance(viewer, (int, Integral)) and not isinstance(viewer, bool)
        if not whole or viewer not in (*range(self.players), SPECTATOR):
            raise ValueError(f"{viewer!r} is no viewer of a match of {self.players}: give a seat, SPECTATOR or ALL")
        return int(viewer)

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """The view of this viewer, ready for JSON."""
        viewer = self._viewer(viewer)
        declaration = self.game.declaration
        chosen = dict(self._choices) if isinstance(viewer, All) else {}
        if isinstance(viewer, int) and viewer in self._choices:
            chosen = {viewer: self._choices[viewer]}
        return {
            "game": declaration.name,
            "rules": self.origin.rules or self.game.rules_version,
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
        """The observation of a seat (by default the first actor), as numbers: the parts of `game.observation`."""
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
        """Key and parameters of the sentence that says what is expected and from whom."""
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

    def seats_for(self, viewer: Viewer) -> tuple[Mapping[str, Any], ...]:
        """The seat options of each seat, as far as the viewer may know."""
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
        """The secret choices that still wait for others: (seat, notation). Only for full records."""
        for seat, action in sorted(self._choices.items()):
            yield seat, self.game.notation.write(action)

    # What happened ----------------------------------------------------------------------------------------------------

    def events(self, viewer: Viewer) -> list[dict[str, Any]]:
        """The events of the last decision that the viewer noticed, as keys and parameters.

        Before the first decision, those of the set-up. Secret choices that were carried out together are returned
        together.
        """
        viewer = self._viewer(viewer)
        found: list[dict[str, Any]] = []
        noticed = False
        played = self._last
        while played is not None:
            events = self._events_for(played.events, viewer)
            found = events + found
            noticed = noticed or bool(events) or bool(played.seen & bit_of(viewer))
            if noticed and not played.joined:
                return found
            played = played.before
        return found if noticed else self._events_for(self._setup_events, viewer)

    def log(self, viewer: Viewer) -> list[list[dict[str, Any]]]:
        """The events of the set-up and of each decision so far, without those that the viewer could not notice."""
        viewer = self._viewer(viewer)
        past = [(p.seen, self._events_for(p.events, viewer)) for p in self._past()]
        noticed = [events for seen, events in past if events or seen & bit_of(viewer)]
        return [self._events_for(self._setup_events, viewer), *noticed]

    def latest_decisions(self, viewer: Viewer, most: int) -> list[tuple[int, int]]:
        """The latest decisions that the viewer noticed, the last one first: (seat, action), -1 for one not seen."""
        declaration, bit = self.game.declaration, bit_of(self._viewer(viewer))
        found: list[tuple[int, int]] = []
        played = self._last
        while played is not None and len(found) < most:
            if played.seen & bit:
                found.append((played.seat, played.action))
            elif heard_any(declaration, played.events, bit):
                found.append((played.seat, -1))
            played = played.before
        return found

    def plies_seen(self, viewer: Viewer) -> int:
        """The number of parts of `log`: the set-up, and each decision that the viewer noticed.

        It is equal in every redeal for that viewer. A bot derives its random numbers from it: new ones for every
        decision, and the same ones again after an undo.
        """
        viewer = self._viewer(viewer)
        declaration, bit = self.game.declaration, bit_of(viewer)
        return 1 + sum(bool(p.seen & bit) or heard_any(declaration, p.events, bit) for p in self._past())

    def _events_for(self, events: tuple[RawEvent, ...], viewer: Viewer) -> list[dict[str, Any]]:
        declaration = self.game.declaration
        return events_for((decode(declaration, raw) for raw in events), viewer)

    # How it stands ----------------------------------------------------------------------------------------------------

    def scores(self, viewer: Viewer) -> list[int]:
        """The points of each seat, as far as the viewer can add them up."""
        viewer = self._viewer(viewer)
        return self.game.scores_of(self.state, viewer)

    @property
    def round(self) -> int | None:
        """The round that is played, from 1; None before the first one and in games that count none."""
        return int(getattr(self.state, "round", 0)) or None

    def sources(self, viewer: Viewer) -> list[dict[str, int]]:
        """The sources of each seat's points, as far as the viewer knows; empty if the game has none."""
        sources = getattr(self.game.view, "sources", None)
        return [] if sources is None else list(sources(self.state, self._viewer(viewer)))

    def outcome(self) -> dict[str, Any] | None:
        """Once over: cause, ranking (lists of seats, best first) and each seat's share of the win; None before."""
        if not self.over:
            return None
        return self.game.outcome_of(self.state)

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the win; 0 for all until the match is over."""
        if not self.over:
            return [0.0] * self.players
        share = self._program.entry_points.share
        return [int(share(self._states, 0, seat)) / SHARE for seat in range(self.players)]

    @property
    def payoffs(self) -> list[float]:
        """Return each seat's payoff: its share of the win, or what the game declares; 0 until the end."""
        if self.game.declaration.payoff is None or not self.over:
            return self.shares
        rules = load(self.game.package, "plain").module(f"{self.game.package}.rules")
        return [float(rules.payoff(self.state, seat)) for seat in range(self.players)]

    @property
    def points(self) -> list[int]:
        """The points of each seat as the rules count them, hidden ones included: for rewards, not for players."""
        score = self._program.entry_points.score
        return [int(score(self._states, 0, seat)) for seat in range(self.players)]

    def tally(self) -> dict[str, Any]:
        """The current score for an end that the rules do not know, such as an agreement; empty if `scores` is enough.

        A game defines it as `view.tally` if `scores` leaves something out during play.
        """
        own = getattr(self.game.view, "tally", None)
        return dict(own(self.state)) if own is not None else {}

    def played_as(self, seat: int) -> str | None:
        """The key of a seat's faction or the like, for statistics; None if the game has none."""
        own = getattr(self.game.view, "played_as", None)
        return str(own(self.state, seat)) if own is not None else None
