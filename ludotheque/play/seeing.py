"""What a viewer sees of a match, and is told of it; how it stands and ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.kernel.declare import SHARE, SPECTATOR
from ludotheque.play.events import RawEvent, decode, heard_any, told
from ludotheque.play.playing import Playing
from ludotheque.play.viewers import All, Viewer, bit_of


class Seeing(Playing):
    """The part of a position that shows."""

    __slots__ = ()

    def _viewer(self, viewer: Viewer) -> Viewer:
        """A viewer, checked: one that is no seat of this match must not read as some other viewer."""
        if type(viewer) is int and (0 <= viewer < self.players or viewer == SPECTATOR):  # nearly always
            return viewer
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

    # What happened ----------------------------------------------------------------------------------------------------

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

    # How it stands ----------------------------------------------------------------------------------------------------

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
