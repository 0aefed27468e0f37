"""Copies of a match, worlds that a viewer can't tell from it, and the certain effects of a move in all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Self

from ludotheque.errors import IllegalMove
from ludotheque.kernel import Program
from ludotheque.play.events import veil
from ludotheque.play.moves import Move
from ludotheque.play.past import Origin, Played
from ludotheque.play.reasons import Reason
from ludotheque.play.seeds import key_words
from ludotheque.play.seeing import Seeing
from ludotheque.play.viewers import All, Viewer, bit_of

PREVIEW_WORLDS = 4  # what happens in this many redealt worlds is shown as the consequence of a move …
PARTED_WORLDS = 24  # … and in this many worlds if the first ones differ
INFORMATION_STATE = key_words("information state")  # the seed of the redeal that defines an information state


@dataclass(frozen=True)
class Foresight:
    """The certain effects of a move: its events, then what its seat would see, and the scores; None where unknown.

    View and scores are None if all choose at the same time, because the result depends on the others.
    """

    events: list[dict[str, Any]]
    view: dict[str, Any] | None
    scores: list[int | None] | None


class Worlds(Seeing):
    """The part of a position that copies, redeals and foresees."""

    __slots__ = ()

    def copy(self) -> Self:
        """An independent copy; the past is shared, being immutable."""
        other = self.in_program(self._program, self._program.copied(self._states))
        other._asked = self._asked
        return other

    def in_program(self, program: Program, states: Any) -> Self:
        """Return the same match in another program of the same rules, in the storage `states`."""
        other = type(self)(self.game, program, states, self.origin)
        other._last = self._last
        other._veiled = dict(self._veiled)
        other._set_up = self._set_up
        other._choices = dict(self._choices)
        return other

    def redeal(self, viewer: Viewer, seed: object) -> Self:
        """A copy in which everything that the viewer can't know, the generator included, is drawn again.

        It depends only on what the viewer knows and on the seed. Others' secret choices are drawn too.
        """
        viewer = self._viewer(viewer)
        if isinstance(viewer, All):
            raise ValueError("ALL knows everything: there is nothing to redeal")
        other = self.copy()
        words = key_words("redeal", self.game.name, self.game.rules_version, seed)
        self._program.redeal(other._states, 0, other._work, 0, viewer, *words)
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
        other._last = self._past_for(bit)
        other._veiled = {bit: (other._last, other._last)}  # this viewer sees everything already
        return other

    def playout(self, seed: object) -> Self:
        """A copy in which all have played at random to the end, without a past of its own."""
        other = self.in_program(self._program, self._program.copied(self._states))
        program, declaration = self._program, self.game.declaration
        words = key_words("playout", seed)
        for seat, action in self.pending:
            program.turn(other._states, 0, other._work, 0, seat, action)
        program.entry_points.rekey(other._states, 0, *words)
        shared = program.actions(declaration.action_count) if program.mode == "plain" else program.workspace.listed
        stream = declaration.stream_count - 1
        program.entry_points.playout(other._states, 0, other._work, 0, shared, stream, declaration.longest)
        other._choices = {}
        return other

    def _past_for(self, bit: int) -> Played | None:
        """The past as one viewer saw it; cached, since a match is redealt for the same viewer again and again."""
        until, seen = self._veiled.get(bit, (None, None))
        for played in self._past(until):
            action = played.action if played.seen & bit else -1
            events = veil(self.game.declaration, played.events, bit)
            seen = Played(seen, played.seat, action, played.seen & bit, events, played.joined)
        self._veiled[bit] = (self._last, seen)
        return seen

    def infostate_key(self, seat: int | None = None) -> str:
        """A string of everything a seat knows and has seen, in order: equal if the seat can't tell two matches apart.

        For tables of solvers. It follows from a redeal, which is the same for all that the seat can't tell apart, and
        from a rolling hash of the past as the seat saw it. Its cost does not grow with the past.
        """
        seat = self._seat(seat)
        key = self._keys.get(seat)
        if key is None:
            chosen = self._choices.get(seat, -1)
            parts = b"".join((seat.to_bytes(2), chosen.to_bytes(4, signed=True), self._seen_by(seat)))
            digest = blake2b(parts, digest_size=16, person=self.game.key_person)
            digest.update(self._known_to(seat))
            key = self._keys[seat] = digest.hexdigest()
        return key

    def _known_to(self, seat: int) -> bytes:
        """The bytes of the state, redealt for a seat from a fixed seed: equal in worlds that it can't tell apart."""
        program = self._program
        states = program.copied(self._states)
        program.redeal(states, 0, self._work, 0, seat, *INFORMATION_STATE)
        if program.mode == "plain":
            array = program.state.array(1)
            program.state.store(states[0], array, 0)
            states = array
        raw: bytes = states.tobytes()
        return raw

    def _seen_by(self, seat: int) -> bytes:
        """A rolling hash of what a seat has noticed so far. Each past decision keeps its own, and copies share them."""
        fresh = []
        played = self._last
        while played is not None and seat not in played.digests:
            fresh.append(played)
            played = played.before
        bit, facts = bit_of(seat), self.game.declaration
        digest = _rolled(b"", veil(facts, self._setup_events, bit)) if played is None else played.digests[seat]
        for played in reversed(fresh):
            events, saw = veil(facts, played.events, bit), bool(played.seen & bit)
            if saw or events:
                digest = _rolled(digest, (played.seat, played.action if saw else -1, events))
            played.digests[seat] = digest
        return digest

    # Foresight --------------------------------------------------------------------------------------------------------

    def why_not(
        self, move: Move | int | str, seat: int | None = None, then: Sequence[Move | int | str] = ()
    ) -> Reason | None:
        """None if the seat may play the move now, otherwise the rule that forbids it. Raises an error if it is no move
        at all.

        `then` lists moves that would follow. The rule belongs to the first move that could not be made, as far as the
        seat can know.
        """
        seat = self._seat(seat)
        reason = self._reason(seat, self.game.action(move))
        if reason is None and then:
            try:
                self._dream([move, *then], seat, 1, self.world)
            except IllegalMove as illegal:
                return Reason(illegal.rule, illegal.refusal, self.game)
        return reason

    def preview(self, move: Move | int | str, seat: int | None = None) -> list[dict[str, Any]]:
        """The events a legal move would cause, as far as that seat can know."""
        return self.foresee([move], seat).events

    def world(self, seat: int, number: int) -> Self:
        """One of the worlds in which a move of a seat is tried for its preview."""
        return self.redeal(seat, f"preview {number}")

    def foresee(
        self,
        moves: Sequence[Move | int | str],
        seat: int | None = None,
        world: Callable[[int, int], Self] | None = None,
    ) -> Foresight:
        """The certain effects of a legal move, or of several in a row, as far as that seat can know.

        Only redealt worlds are used: what is equal in all of them counts as certain. Where something hidden or random
        decides, the events end, and the view and the scores contain None. Moves that are illegal in one of these worlds
        are left out. `world` may give worlds that were made before, as `self.world` makes them; they are played on.
        """
        seat = self._seat(seat)
        world = world or self.world
        worlds = self._dream(moves, seat, PREVIEW_WORLDS, world)
        if any(events != worlds[0][1] for _, events in worlds):
            worlds = self._dream(moves, seat, PARTED_WORLDS, world)  # chance decides here: look at more outcomes
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
        """The certain effects of a secret choice, whatever the others choose, if the game has `view.foregone`."""
        foregone = getattr(self.game.view, "foregone", None)
        found = foregone(self.state, seat, self.game.action(moves[0])) if foregone and moves else []
        return [{"key": f"event.{event}", "event": event, "params": params} for event, params in found]

    def _dream(
        self, moves: Sequence[Move | int | str], seat: int, count: int, world: Callable[[int, int], Self]
    ) -> list[tuple[Self, list[dict[str, Any]]]]:
        """Redealt worlds in which a seat has made its moves, with the events; none if all choose now."""
        worlds: list[tuple[Self, list[dict[str, Any]]]] = []
        for move in moves:
            at = [pos for pos, _ in worlds] or [self]
            if worlds and any(seat not in pos.actors for pos in at):
                break
            reasons = [reason for pos in at if (reason := pos.why_not(move, seat)) is not None]
            if len(reasons) == len(at):
                raise IllegalMove(reasons[0].rule, reasons[0].refusal, reasons[0].sentence())
            if reasons or any(pos._asks_in_secret() for pos in at):
                break
            worlds = worlds or [(world(seat, number), []) for number in range(count)]
            for pos, events in worlds:
                pos._apply(seat, self.game.action(move))
                events += pos.events(seat)
        return worlds


def _rolled(digest: bytes, seen: object) -> bytes:
    """The hash of what was seen before, and of what came then."""
    return blake2b(digest + repr(seen).encode(), digest_size=16).digest()


def common_part(values: Sequence[Any]) -> Any:
    """The common part of several JSON values of one structure; None where they differ."""
    first = values[0]
    if all(value == first for value in values):
        return first
    if all(isinstance(value, dict) and value.keys() == first.keys() for value in values):
        return {key: common_part([value[key] for value in values]) for key in first}
    if all(isinstance(value, list) and len(value) == len(first) for value in values):
        return [common_part(parts) for parts in zip(*values, strict=True)]
    return None
