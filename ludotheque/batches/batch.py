"""A batch: n matches of one game, played at once, on the CPU or a GPU."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Literal, Self, overload

import numpy as np
from numpy.typing import NDArray

from ludotheque.batches.batch_kernel import ANYBODY, BEGIN, LIST, NOBODY, NOTHING
from ludotheque.batches.cpu import Cpu
from ludotheque.errors import BadInput, IllegalMove
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.kernel.observation import Observation
from ludotheque.play import other_names, registry
from ludotheque.play.game import Game
from ludotheque.play.past import Origin
from ludotheque.play.position import Position
from ludotheque.play.rewards import check_reward
from ludotheque.play.seeds import key_words
from ludotheque.play.snapshots import layout_of

DEVICES = ("cpu", "cuda")
PLAYED = 0  # stands for any action
Seats = Sequence[Mapping[str, Any] | None]
Table = tuple[Mapping[str, Any], Seats | None]  # options, and what the seats bring


def batch(
    game: str | Game,
    n: int,
    players: int | Sequence[int] | None = None,
    options: Mapping[str, Any] | None = None,
    seats: Seats | None = None,
    *,
    seatings: Sequence[Seats | None] | None = None,
    tables: Sequence[Table] | None = None,
    seed: object = 0,
    device: str = "cpu",
    threads: int = 1,
    restart: bool = True,
    skip_forced: bool = False,
    reward: str = "share",
    discount: float = 1.0,
) -> Batch:
    """Create `n` matches of a game, set up and ready.

    `players` may be several numbers, and `seatings` several lists of what the seats bring: the matches take them in
    turn; or `tables`, pairs of options and what the seats bring, if options differ, too. With `restart`, a match that
    ends is replaced by a new one at once. With `skip_forced`, decisions with only one legal action are made
    automatically. The result depends on `seed` alone, not on device or threads.
    `reward` is what `rewards` hold: the result of the match at its end ("share"), the points of each step ("score"), or
    the result with the change of a potential in each step ("shaped"), for learners with that `discount`.
    """
    return Batch(
        game if isinstance(game, Game) else registry.game(game),
        n,
        players,
        options,
        seats,
        seatings=seatings,
        tables=tables,
        seed=seed,
        device=device,
        threads=threads,
        restart=restart,
        skip_forced=skip_forced,
        reward=reward,
        discount=discount,
    )


class Batch:
    """Matches as rows of arrays. The batch owns the arrays: the next call overwrites them.

    In every match the seat in `seats` decides. If several seats owe a decision at once, the lowest decides first, then
    the next; none sees what another chose.
    """

    if not TYPE_CHECKING:  # Type checkers must still report names that do not exist.

        def __getattr__(self, name: str) -> Any:
            return other_names.miss(self, name, other_names.BATCH)

    WAIT = NOTHING  # instead of an action: the match and its arrays stay as they are

    # Types as on the CPU. On a GPU all arrays are DeviceArrays (gpu.py), which others take without a copy.
    seats: NDArray[np.int32]
    counts: NDArray[np.int32]
    done: NDArray[np.bool_]
    illegal: NDArray[np.bool_]
    rewards: NDArray[np.float32]
    scores: NDArray[np.int32]
    potentials: NDArray[np.float32]
    lengths: NDArray[np.int32]
    episodes: NDArray[np.int32]

    def __init__(
        self,
        game: Game,
        n: int,
        players: int | Sequence[int] | None = None,
        options: Mapping[str, Any] | None = None,
        seats: Seats | None = None,
        *,
        seatings: Sequence[Seats | None] | None = None,
        tables: Sequence[Table] | None = None,
        seed: object = 0,
        device: str = "cpu",
        threads: int = 1,
        restart: bool = True,
        skip_forced: bool = False,
        reward: str = "share",
        discount: float = 1.0,
    ) -> None:
        n, threads = int(n), int(threads)
        if n < 1 or threads < 1:
            raise BadInput.at("batch", 0, "", f"{n} matches on {threads} threads can't be played; give at least one")
        if device not in DEVICES:
            raise BadInput.at("batch", 0, "device", f"{device!r} is none of {', '.join(DEVICES)}")
        if seats is not None and seatings is not None:
            raise BadInput.at("batch", 0, "seatings", "give either seats or several seatings, not both")
        if tables is not None and not (len(tables) and options is None and seats is None and seatings is None):
            raise BadInput.at("batch", 0, "tables", "give at least one table, and neither options nor seats beside it")
        self.game = game.in_mode("compiled")
        self.reward = check_reward(reward)
        self.discount = float(discount)
        self.n = n
        self.restart = bool(restart)
        self.skip_forced = bool(skip_forced)
        self.options = self.game.check_options(options or {})
        numbers = players if isinstance(players, Sequence) else (players,)
        if tables is None:
            tables = [(options or {}, brought) for brought in (seatings if seatings is not None else (seats,))]
        starts = [
            self.game.before_setup(number, told, brought)[0] for number, (told, brought) in product(numbers, tables)
        ]
        self._device = _device(device, self.game.package, threads)
        self._starts = len(starts)
        self._fewest = min(int(start.players) for start in starts)
        host = self._device.program.state.array(n + len(starts))
        for k, start in enumerate(starts):
            self._device.program.state.store(start, host, n + k)
        self._allocate(host)
        self.reset(seed)

    def _allocate(self, states: Any) -> None:
        device, n = self._device, self.n
        seats, actions = self.game.declaration.players[1], self.game.declaration.action_count
        self._states = device.from_host(states)
        self._work = device.workspaces(n)
        self._actions = device.zeros((n,), np.int32)
        self._chosen = device.zeros((n,), np.int32)
        self._asked = device.zeros((n,), np.int32)
        self._listed = device.zeros((n, actions), np.int16 if actions < 1 << 15 else np.int32)
        self._mask: Any = None
        self._observed: Any = None
        self._scaled: Any = None
        self._rows: Any = None  # a row for each thread
        self._values: Any = None
        self._sampled = 0
        self._learners = device.zeros((n,), np.int32)
        device.fill(self._learners, ANYBODY)
        self._keys = device.zeros((n, 8), np.int64)  # the keys of the deals
        self._others_keys = device.zeros((n,), np.int64)  # the keys of the random decisions of unasked seats
        self.seats = device.zeros((n,), np.int32)
        self.counts = device.zeros((n,), np.int32)
        self.done = device.zeros((n,), np.bool_)
        self.illegal = device.zeros((n,), np.bool_)
        self.rewards = device.zeros((n, seats), np.float32)
        self.scores = device.zeros((n, seats), np.int32)
        self.potentials = device.zeros(
            (n, seats), np.float32
        )  # or points, depending on `reward`; the next step's rewards are the change from these
        self.lengths = device.zeros((n,), np.int32)
        self.episodes = device.zeros((n,), np.int32)

    # Properties -----------------------------------------------------------------------------------------------------

    @property
    def device(self) -> str:
        """The device of the batch: "cpu" or "cuda"."""
        return str(self._device.name)

    @property
    def threads(self) -> int:
        """The number of threads on the CPU."""
        return int(self._device.threads)

    @property
    def action_count(self) -> int:
        """The number of actions of the game, the width of masks."""
        return self.game.declaration.action_count

    @property
    def observation(self) -> Observation:
        """The layout of observations; raises an error for a game without one."""
        return self.game.observation

    @property
    def raw_states(self) -> Any:
        """The states of the matches, for bots that decide from states. Do not change them."""
        return self._states

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<batch of {self.n} matches of {self.game.name} on {self.device}>"

    def use_stream(self, stream: int) -> None:
        """On a GPU: work on this CUDA stream from now on, given by its address; 0 is the default stream.

        With it a step can be recorded in a CUDA graph: `batch.use_stream(torch.cuda.current_stream().cuda_stream)`.
        """
        self._device.use_stream(stream)

    # Playing -------------------------------------------------------------------------------------------------------

    def reset(self, seed: object = None, *, seeds: Sequence[object] | None = None) -> None:
        """Begin every match again: with its next deal, or from another seed of the batch.

        With `seeds`, one for each match, match i begins as `game.start(seed=seeds[i])` does. Everything after that,
        later deals included, follows from that seed, the match's number and the actions played in it.
        """
        if seeds is not None:
            if len(seeds) != self.n:
                raise BadInput.at("seeds", 0, "", f"{len(seeds)} seeds are given for {self.n} matches")
            self._set_keys(seeds)
            self._device.fill(self.episodes, 0)
            self._deal(seeds)
            return
        if seed is None:
            self._device.add(self.episodes, 1)
        else:
            self._set_seed(seed)
            self._device.fill(self.episodes, 0)
        self._device.fill(self._actions, BEGIN)
        self._advance()

    def _set_seed(self, seed: object) -> None:
        words = key_words("batch", self.game.name, self.game.rules_version, seed)
        self._set_keys([seed])
        self._sample_key = words[0] | (words[1] & 0x3FFFFFFF) << 32
        self._sampled = 0
        redeals = key_words("redeal of a batch", self.game.name, self.game.rules_version)
        self._redeal_key = self._device.from_host(np.array(redeals, np.int64))

    def _set_keys(self, seeds: Sequence[object]) -> None:
        """Draw deals and unasked seats from these seeds: one for each match, or one for all."""
        names = self.game.name, self.game.rules_version
        keys = np.array([key_words("batch", *names, seed) for seed in seeds], np.int64)
        words = np.array([key_words("other seats of a batch", *names, seed)[:2] for seed in seeds], np.int64)
        self._load_keys(keys, words[:, 0] | (words[:, 1] & 0x3FFFFFFF) << 32)

    def _load_keys(self, keys: Any, others: Any) -> None:
        self._device.load(self._keys, np.broadcast_to(keys, (self.n, 8)))
        self._device.load(self._others_keys, np.broadcast_to(others, (self.n,)))

    def begin(self, matches: Any) -> None:
        """Begin some matches again with their next deals. The matches are given by a mask or by their numbers."""
        chosen = np.zeros(self.n, np.bool_)
        chosen[np.asarray(matches)] = True
        self._device.load(self.episodes, self._device.to_host(self.episodes) + chosen)
        self._device.load(self._actions, np.where(chosen, BEGIN, NOTHING))
        self._advance()

    def _deal(self, seeds: Sequence[object]) -> None:
        program = Cpu(self.game.package, 1).program
        states, work = self._device.to_host(self._states), program.workspaces(1)
        for i, seed in enumerate(seeds):
            states[i] = states[self.n + i % self._starts]
            program.entry_points.rekey(states, i, *key_words(self.game.name, self.game.rules_version, seed))
            program.entry_points.setup(states, i, work, 0)
        self._device.assign_states(self._states, states)
        self._device.fill(self.lengths, 0)
        self._list()

    def _advance(self) -> None:
        self._device.run(
            "advance",
            self.n,
            self._states,
            self._work,
            self.n,
            self._starts,
            self._keys,
            self._actions,
            int(self.restart),
            int(self.skip_forced),
            self._learners,
            self._others_keys,
            self.seats,
            self.counts,
            self._listed,
            self.done,
            self.illegal,
            self.rewards,
            self.scores,
            self.lengths,
            self.episodes,
        )
        self._reward()

    def _reward(self) -> None:
        """Turn results into the rewards that were asked for."""
        if self.reward == "share":
            return
        facts = self.game.declaration
        self._device.run(
            "reward",
            self.n,
            self._states,
            int(self.reward == "score"),
            int(facts.together),
            facts.points_a_win,
            np.float64(self.discount),
            self._actions,
            self.seats,
            self.done,
            self.lengths,
            self.scores,
            self.rewards,
            self.potentials,
        )

    def ask(self, learners: Any = None) -> None:  # plain-words: ignore (public name)
        """Ask only one seat of each match from now on, while the others play at random; None asks every seat again.

        A step then ends when that seat is asked again, whatever the others did meanwhile. If two matches ended on the
        way, `done` and `rewards` belong to the first. In a batch with restart, it is an error if the seat is never
        asked. If it is not asked within a later step, that step ends without a decision, and any action begins a new
        match.
        """
        if learners is None:
            self._device.fill(self._learners, ANYBODY)
            self._list()
        else:
            wanted = np.asarray(learners)
            if wanted.dtype.kind not in "iu" or not ((wanted >= 0) & (wanted < self._fewest)).all():
                raise BadInput.at("ask", 0, "", f"seats from 0 to {self._fewest - 1} are needed, one for each match")
            going_on = self._device.to_host(self.seats) != NOBODY
            self._numbers(self._learners, wanted)
            self._list()
            never = np.flatnonzero(going_on & (self._device.to_host(self.seats) == NOBODY))
            if self.restart and len(never):
                self._device.fill(self._learners, ANYBODY)
                self._device.fill(self._actions, LIST)
                for i in never:
                    self._device.put(self._actions, int(i), BEGIN)
                self._advance()
                seat = int(np.broadcast_to(wanted, self.n)[never[0]])
                raise BadInput.at("ask", 0, f"match {never[0]}", f"seat {seat} is never asked for a decision")

    def _list(self) -> None:
        self._device.fill(self._actions, LIST)
        self._advance()

    def sample(self) -> NDArray[np.int32]:
        """A legal action for each match, all equally likely."""
        self._sampled += 1
        self._device.run("sample", self.n, self._sample_key, self._sampled, self.counts, self._listed, self._chosen)
        chosen: NDArray[np.int32] = self._chosen
        return chosen

    def step(self, actions: Any) -> None:
        """Play an action in each match; then `done`, `rewards`, `seats` and the other arrays hold the result.

        A match whose action is `Batch.WAIT` stays as it is, with its `done` and `rewards`.

        On the CPU an illegal action raises IllegalMove, and nothing is played. On a GPU, without a check that would
        wait for the device, a match with an illegal action stays as it is, and `illegal` marks it.
        """
        self._device.assign(self._actions, self._device.given(actions, self.n))
        if self.device == "cpu":
            self._refuse_illegal()
        self._advance()

    def _refuse_illegal(self) -> None:
        found = self._device.run("first_refused", self.n, self.seats, self.counts, self._listed, self._actions)
        wrong = [i for i in found if i >= 0]
        if wrong:
            i = wrong[0]
            action, seat = int(self._actions[i]), int(self.seats[i])
            if 0 <= action < self.action_count:
                reason = self.position(i).why_not(action, seat)
                if reason is not None:
                    raise IllegalMove(reason.rule, reason.refusal, f"match {i}, seat {seat}: {reason.sentence()}")
            raise BadInput.at("actions", 0, f"match {i}", f"{action} is no action of seat {seat}")

    def playout(self) -> None:
        """Play every match at random to its end; then `rewards` and `scores` hold the result.

        The next `step` ignores its actions and begins new matches, unless the batch does not restart.
        """
        self._device.run(
            "playout",
            self.n,
            self._states,
            self._work,
            self.game.declaration.longest,
            self.seats,
            self.counts,
            self._listed,
            self.done,
            self.rewards,
            self.scores,
            self.lengths,
            self.episodes,
        )
        self._device.fill(self._actions, PLAYED)
        self._reward()

    def redeal(self, viewers: Any = None, seeds: Any = None) -> None:
        """Draw everything that a viewer can't know again in every match, from the viewer's knowledge and the seed
        alone.

        A viewer is a seat or `lt.SPECTATOR`; the default is the seat that decides. The default seed is the number of
        the match. A match with viewer -1 stays as it is.
        """
        device = self._device
        if viewers is not None:
            self._check_viewers(viewers)
        asked = self.seats if viewers is None else self._numbers(self._asked, viewers)
        given = np.arange(self.n) if seeds is None else seeds
        numbers = device.zeros((self.n,), np.int64)
        device.assign(numbers, device.given(given, self.n))
        device.run("redeal", self.n, self._states, self._work, self._redeal_key, asked, numbers)
        self._list()

    def _check_viewers(self, viewers: Any) -> None:
        """Refuse viewers that a match does not have; viewers on a GPU are not checked, because that would copy them."""
        if hasattr(viewers, "__cuda_array_interface__"):
            return
        given = np.broadcast_to(np.asarray(viewers), (self.n,))
        on_cpu = self.device == "cpu"
        players = self._states["players"][: self.n] if on_cpu else self.game.declaration.players[1]
        wrong = np.flatnonzero(((given < NOBODY) | (given >= players)) & (given != SPECTATOR))
        if len(wrong):
            i = int(wrong[0])
            problem = f"{given[i]} is neither a seat of this match nor lt.SPECTATOR ({SPECTATOR})"
            raise BadInput.at("redeal", 0, f"match {i}", problem)

    def _numbers(self, target: Any, given: Any) -> Any:
        self._device.assign(target, self._device.given(given, self.n))
        return target

    # Observing ------------------------------------------------------------------------------------------------------

    @overload
    def observe(self, seats: Any = None, out: None = None, *, scaled: Literal[False] = False) -> NDArray[np.int16]: ...
    @overload
    def observe(self, seats: Any = None, out: None = None, *, scaled: Literal[True]) -> NDArray[np.float32]: ...
    @overload
    def observe(self, seats: Any = None, out: Any = None, *, scaled: bool = False) -> Any: ...
    def observe(self, seats: Any = None, out: Any = None, *, scaled: bool = False) -> Any:
        """The observations of the deciding or other seats: int16, n × `observation.size`, into `out` if given.

        A row is 0 if there is no such seat, or if nobody decides. With `scaled` (on the CPU) they are float32,
        multiplied by `observation.scales`: about -1 … 1.
        """
        shape = (self.n, self.observation.size)
        if scaled:
            return self._observe_scaled(shape, seats, out)
        if out is None and self._observed is None:
            self._observed = self._device.zeros(shape, np.int16)
        target = self._observed if out is None else self._device.output(out, shape, np.int16)
        asked = self.seats if seats is None else self._numbers(self._asked, seats)
        self._device.run("observe", self.n, self._states, self._work, asked, target)
        return target if out is None else out

    def _observe_scaled(self, shape: tuple[int, int], seats: Any, out: Any) -> Any:
        device = self._device
        if self.device != "cpu":
            raise BadInput.at("batch", 0, "scaled", "on a GPU whoever takes the observations multiplies them")
        if self._rows is None:
            self._rows = device.zeros((self.threads, shape[1]), np.int16)
        if out is None and self._scaled is None:
            self._scaled = device.zeros(shape, np.float32)
        target = self._scaled if out is None else device.output(out, shape, np.float32)
        asked = self.seats if seats is None else self._numbers(self._asked, seats)
        scales = self.observation.scales
        device.run("observe_scaled", self.n, self._states, self._work, asked, scales, self._rows, target)
        return target if out is None else out

    @overload
    def legal(self, out: None = None) -> NDArray[np.bool_]: ...
    @overload
    def legal(self, out: Any) -> Any: ...
    def legal(self, out: Any = None) -> Any:
        """The legal actions of the deciding seats: truth values, n × actions, into `out` if given."""
        shape = (self.n, self.action_count)
        if out is None and self._mask is None:
            self._mask = self._device.zeros(shape, np.bool_)
        target = self._mask if out is None else self._device.output(out, shape, np.bool_)
        self._device.run("mark", self.n, self.counts, self._listed, target)
        return target if out is None else out

    def standings(self) -> NDArray[np.int32]:
        """The heuristic value of the matches for each seat, in hundredths of a point.

        It uses hidden information: good for shaping rewards, wrong for choosing moves.
        """
        if not self.game.has_heuristic:
            raise BadInput.at("batch", 0, "", f"{self.game.name} has no heuristic")
        if self._values is None:
            self._values = self._device.zeros((self.n, self.game.declaration.players[1]), np.int32)
        values: NDArray[np.int32] = self._values
        self._device.run("judge", self.n, self._states, self._work, values)
        return values

    # Import and export ----------------------------------------------------------------------------------------------

    def position(self, i: int) -> Position:
        """Match i as an independent position. It has no past and no seed."""
        program = self.game.program()
        states = program.states(1)
        states[0] = self._device.row(self._states, self._row(i))
        options = self.game.options_of(program.fetch(states, 0))
        return Position(self.game, program, states, Origin(None, options, ()))

    def put(self, i: int, pos: Position) -> None:
        """Make match i a copy of a position; secret choices that wait there are carried out."""
        if pos.game.name != self.game.name or pos.game.rules_version != self.game.rules_version:
            raise BadInput.at("batch", 0, "put", f"{pos!r} is no position of {self.game.name} as it is played here")
        i = self._row(i)
        program = self._device.program
        host, work = program.state.array(1), program.work.array(1)
        program.state.store(pos.state, host, 0)
        for seat, action in pos.pending:
            self.game.program().entry_points.turn(host, 0, work, 0, seat, action)
        self._device.put(self._states, i, host[0])
        self._device.put(self.lengths, i, 0)
        self._device.fill(self._actions, NOTHING)
        self._device.put(self._actions, i, LIST)
        self._advance()

    def _row(self, i: int) -> int:
        if not -self.n <= i < self.n:
            raise IndexError(f"there is no match {i} in a batch of {self.n}")
        return int(i) % self.n

    def copy(self, matches: Any = None, seed: object = None) -> Self:
        """An independent batch of the same matches, or of some of them by number; a number may be repeated.

        It continues as this batch would; another `seed` changes later deals and sampled actions.
        """
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        if matches is None:
            rows = np.arange(self.n)
        else:
            rows = np.arange(self.n)[np.asarray(matches)]
        other.n = len(rows)
        other._allocate_copy(self, rows)
        if seed is not None:
            other._set_seed(seed)
        return other

    def _allocate_copy(self, source: Batch, rows: NDArray[np.int64]) -> None:
        device = self._device
        everything = np.concatenate([rows, np.arange(source.n, source.n + self._starts)])
        self._states = device.take(source._states, everything)
        self._work = device.workspaces(self.n)
        self._mask = self._observed = self._scaled = self._rows = self._values = None
        for name in (
            *_ARRAYS,
            "potentials",
            "_learners",
            "_keys",
            "_others_keys",
            "_actions",
            "_chosen",
            "_asked",
            "_listed",
        ):
            setattr(self, name, device.take(getattr(source, name), rows))

    def state_dict(self) -> dict[str, Any]:
        """The complete state of the batch as NumPy arrays: for `np.savez`, or `load_state_dict`.

        It holds the whole states, secrets and generators included.
        """
        saved: dict[str, Any] = {name: self._device.to_host(getattr(self, name)) for name in _ARRAYS}
        states = self._device.to_host(self._states)
        return saved | {
            "layout": np.array(self._layout()),
            "states": states.view(np.uint8).reshape(len(states), -1),
            "key": self._device.to_host(self._keys),
            "sampling": np.array([self._sample_key, self._sampled]),
            "learners": self._device.to_host(self._learners),
            "others": self._device.to_host(self._others_keys),
            "potentials": self._device.to_host(self.potentials),
        }

    def load_state_dict(self, saved: Mapping[str, Any]) -> None:
        """Continue from what `state_dict` saved, in a batch of equal size, on this device or another."""
        missing = [name for name in ("layout", "states", "key", "sampling", *_ARRAYS) if name not in saved]
        if missing:
            raise BadInput.at("batch", 0, ", ".join(missing), "missing: this was not saved by state_dict()")
        if str(saved["layout"]) != self._layout():
            raise BadInput.at("batch", 0, "layout", f"was saved by other rules than those of {self.game.name} here")
        raw = np.ascontiguousarray(saved["states"], np.uint8)
        states = raw.view(self._device.program.state.dtype).reshape(-1)
        if len(states) != self.n + self._starts:
            raise BadInput.at("batch", 0, "states", f"of {len(states)} matches; this batch has {self.n}")
        self._device.assign_states(self._states, states)
        others = saved["others"] if "others" in saved else self._device.to_host(self._others_keys)
        self._load_keys(saved["key"], others)
        self._sample_key, self._sampled = (int(number) for number in saved["sampling"])
        if "learners" in saved:  # earlier versions had no `ask`
            self._device.load(self._learners, saved["learners"])
        for name in _ARRAYS:
            self._device.load(getattr(self, name), saved[name])
        kept = {name: self._device.to_host(getattr(self, name)) for name in ("rewards", "done", "illegal")}
        self._list()
        if "potentials" in saved:  # earlier versions had no other rewards
            self._device.load(self.potentials, saved["potentials"])
        for name, array in kept.items():
            self._device.load(getattr(self, name), array)

    def _layout(self) -> str:
        return layout_of(self.game, self._device.program, self.game.rules_version)

    def __getstate__(self) -> dict[str, Any]:
        plain = ("game", "n", "restart", "skip_forced", "options", "reward", "discount", "_starts", "_fewest")
        return {
            **{name: self.__dict__[name] for name in plain},
            "device": self.device,
            "threads": self.threads,
            "saved": self.state_dict(),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        saved, device, threads = state.pop("saved"), state.pop("device"), state.pop("threads")
        self.__dict__.update(state)
        self._device = _device(device, self.game.package, threads)
        self._allocate(self._device.program.state.array(self.n + self._starts))
        self._set_seed(0)
        self.load_state_dict(saved)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()


_ARRAYS = ("seats", "counts", "done", "illegal", "rewards", "scores", "lengths", "episodes")


def _device(name: str, package: str, threads: int) -> Any:
    if name == "cpu":
        return Cpu(package, threads)
    from ludotheque.batches.gpu import Gpu  # needs numba-cuda, and takes long to import

    return Gpu(package)
