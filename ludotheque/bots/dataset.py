"""Matches of bots as arrays on disk: what each seat saw, might have done and did, and what came of it.

    from ludotheque.bots import dataset
    dataset.write("folder", Contest("lampions", ("greedy",), 3, seed="7"), matches=1000)
    for shard in dataset.read("folder"):
        shard["observation"], shard["legal"], shard["action"], shard["share"]
    for episode in dataset.episodes("folder"):      # a match as one seat saw it: rewards come with its last decision
        episode["observation"], episode["legal"], episode["action"], episode["reward"]

A folder holds shards of whole matches (`shard-00000.npz` …), `dataset.json`, which says what it is, and `README.md`,
its card. Match k is dealt from the seed "S/k"; everything follows from the seed: the same call writes the same bytes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import local
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.contest import BotFailed, Contest, Table
from ludotheque.bots.learnt import network_behind
from ludotheque.bots.simulation import Unbounded
from ludotheque.errors import BadInput
from ludotheque.kernel.declare import SHARE
from ludotheque.play import registry
from ludotheque.play.game import Game
from ludotheque.play.seeds import key_words

FILE, CARD = "dataset.json", "README.md"
SHARD_BYTES = 1 << 26  # of the observations of a shard, before compression
AHEAD = 4  # matches queued for each thread

# Every array of a shard has a row for each decision: name, type, meaning.
ARRAYS = (
    ("observation", "int16", "what the seat that decides may know: the parts below, one after the other"),
    ("legal", "uint8", "what it may do: a bit for each action, packed as by `np.packbits`; `dataset.read` unpacks it"),
    ("action", "int32", "what it did"),
    ("seat", "int8", "which seat it is"),
    ("bot", "int8", "which bot plays there, by its place in `bots`"),
    ("match", "int64", "the number of the match"),
    (
        "step",
        "int32",
        "the number of the decision in its match, from 0; secret choices made at once are counted by seat",
    ),
    ("done", "bool", "whether it is the last decision of its seat in the match"),
    ("share", "float32", "the share of the win that the seat got in the end"),
    ("score", "int32", "the points that it had in the end"),
)
Shard = dict[str, NDArray[Any]]
Progress = Callable[[float], None]


@dataclass
class Written:
    """The summary of a written dataset."""

    matches: int
    decisions: int
    shards: int


class Recorder(Table):
    """A table that records every decision."""

    def record(self, match: int, rotate: bool) -> Shard:
        """The decisions of one match, in order."""
        contest, game = self.contest, self.game
        entry_points = self.program.entry_points
        seed = f"{contest.seed}/{match}"
        self.program.put(self.states, 0, self.starts[match % len(self.starts)])
        entry_points.rekey(self.states, 0, *key_words(game.name, game.rules_version, seed))
        entry_points.setup(self.states, 0, self.work, 0)
        seated = bots_of(contest, match, rotate)
        rows: list[tuple[Any, Any, int, int]] = []
        for number in range(game.declaration.longest + 1):
            mask = int(entry_points.actors(self.states, 0))
            for name in self.failures:
                raise BotFailed(name, self.failures, 0)
            if mask == 0:
                return self._arrays(match, rows, seated)
            asked = [seat for seat in range(contest.players) if mask >> seat & 1]
            chosen = []  # those asked at the same time all choose before anybody's choice is carried out
            for seat in asked:
                name = contest.bots[seated[seat]]
                action = self._chosen(name, seat, key_words("dataset", seed, name, number, seat))
                rows.append((self._observed(seat), self._legal(seat), seat, action))
                chosen.append((seat, action))
            for seat, action in chosen:
                entry_points.play(self.states, 0, self.work, 0, seat, action)
        raise Unbounded(f"{game.name}: the match with seed {seed!r} does not end")

    def _observed(self, seat: int) -> Any:
        row: Any = np.zeros(self.game.observation.size, np.int16)
        if self.program.mode == "plain":
            row = row.tolist()
        self.program.entry_points.observe(self.states, 0, self.work, 0, seat, row)
        return np.asarray(row, np.int16)

    def _legal(self, seat: int) -> Any:
        count = self.game.declaration.action_count
        out = self.program.actions(count)
        n = self.program.entry_points.legal(self.states, 0, self.work, 0, seat, out)
        mask = np.zeros(count, np.bool_)
        mask[np.asarray(out[:n], np.int64)] = True
        return np.packbits(mask)

    def _arrays(self, match: int, rows: Sequence[tuple[Any, Any, int, int]], seated: Sequence[int]) -> Shard:
        points = self.program.entry_points
        seats = range(self.contest.players)
        shares = [int(points.share(self.states, 0, seat)) / SHARE for seat in seats]
        scores = [int(points.score(self.states, 0, seat)) for seat in seats]
        by_seat = [row[2] for row in rows]
        last = {seat: step for step, seat in enumerate(by_seat)}
        columns: dict[str, Any] = {
            "observation": [row[0] for row in rows],
            "legal": [row[1] for row in rows],
            "action": [row[3] for row in rows],
            "seat": by_seat,
            "bot": [seated[seat] for seat in by_seat],
            "match": [match] * len(rows),
            "step": range(len(rows)),
            "done": [last[seat] == step for step, seat in enumerate(by_seat)],
            "share": [shares[seat] for seat in by_seat],
            "score": [scores[seat] for seat in by_seat],
        }
        return {name: np.array(columns[name], dtype) for name, dtype, _ in ARRAYS}


def bots_of(contest: Contest, match: int, rotate: bool) -> list[int]:
    """Return the bot of each seat, as an index into `contest.bots`; one bot takes all seats, several may rotate."""
    if len(contest.bots) == 1:
        return [0] * contest.players
    shift = match if rotate else 0
    return [(seat - shift) % contest.players for seat in range(contest.players)]


def check(folder: Path, contest: Contest, matches: int | None, threads: int = 1, decisions: int | None = None) -> Game:
    """Refuse what can't be written, before anything is played."""
    game = registry.game(contest.game, contest.mode)
    _ = game.observation  # NoObservation, if it has none
    numbers = {"matches": matches, "decisions": decisions, "threads": threads}
    for name, number in numbers.items():
        if number is not None and number < 1:
            raise BadInput.at("dataset", 0, name, f"{number} can't be played; give at least one")
    if matches is None and decisions is None:
        raise BadInput.at("dataset", 0, "matches", "say how many matches or decisions are wanted")
    if len(contest.bots) not in (1, contest.players):
        raise BadInput.at(
            "bots",
            0,
            "",
            f"{len(contest.bots)} bots are named for {contest.players} seats; name one for all, or one each",
        )
    if (folder / FILE).exists():
        raise BadInput.at(str(folder), 0, "", "holds a dataset already; name another folder")
    return game


def write(
    folder: str | Path,
    contest: Contest,
    matches: int | None = None,
    *,
    decisions: int | None = None,
    threads: int = 1,
    rotate: bool = False,
    progress: Progress = lambda done: None,
) -> Written:
    """Let the bots of a contest play, one for each seat or one for all, and write what they saw and did to files.

    It ends after so many matches, or with the match that reaches so many decisions.
    """
    folder = Path(folder)
    game = check(folder, contest, matches, threads, decisions)
    folder.mkdir(parents=True, exist_ok=True)
    most = max(1, SHARD_BYTES // (2 * game.observation.size))
    written = Written(0, 0, 0)
    waiting: list[Shard] = []

    def flush() -> None:
        whole = {name: np.concatenate([one[name] for one in waiting]) for name, _, _ in ARRAYS}
        np.savez_compressed(folder / f"shard-{written.shards:05}.npz", allow_pickle=False, **whole)
        written.shards += 1
        waiting.clear()

    with closing(_played(contest, matches, threads, rotate)) as played:
        for one in played:
            waiting.append(one)
            written.matches += 1
            written.decisions += len(one["action"])
            if sum(len(part["action"]) for part in waiting) >= most:
                flush()
            progress(max(written.matches / (matches or math.inf), written.decisions / (decisions or math.inf)))
            if decisions is not None and written.decisions >= decisions:
                break
    if waiting:
        flush()
    facts = facts_of(game, contest, written, rotate)
    (folder / FILE).write_text(json.dumps(facts, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    (folder / CARD).write_text(card(game, facts), encoding="utf-8")
    return written


def _played(contest: Contest, matches: int | None, threads: int, rotate: bool) -> Generator[Shard, None, None]:
    """Yield the matches in order, each thread with its own table; without a number there is no end."""
    own = local()

    def play(match: int) -> Shard:
        if not hasattr(own, "recorder"):
            own.recorder = Recorder(contest)
        recorded: Shard = own.recorder.record(match, rotate)
        return recorded

    with ThreadPoolExecutor(threads, "dataset") as pool:
        step = AHEAD * threads
        first = 0
        while matches is None or first < matches:
            end = first + step if matches is None else min(first + step, matches)
            yield from pool.map(play, range(first, end))
            first = end


def read(folder: str | Path) -> Iterator[Shard]:  # plain-words: ignore (public name)
    """The shards of a dataset, one after the other; `legal` as truth values, a column for each action."""
    folder = Path(folder)
    facts = json.loads((folder / FILE).read_text(encoding="utf-8"))
    for number in range(facts["shards"]):
        with np.load(folder / f"shard-{number:05}.npz") as opened:
            shard = {name: opened[name] for name, _, _ in ARRAYS}
        shard["legal"] = np.unpackbits(shard["legal"], axis=1, count=facts["actions"]).astype(np.bool_)
        yield shard


def episodes(folder: str | Path) -> Iterator[Shard]:
    """Yield the matches of a dataset as single seats saw them: rows in order; `reward` is 0 until `done`."""
    for shard in read(folder):
        seats = np.stack([shard["match"], shard["seat"].astype(np.int64)], axis=1)
        order = np.lexsort((shard["step"], shard["seat"], shard["match"]))
        ends = np.flatnonzero((np.diff(seats[order], axis=0) != 0).any(axis=1)) + 1
        for rows in np.split(order, ends):
            episode = {name: shard[name][rows] for name in shard}
            episode["reward"] = np.where(episode["done"], episode["share"], np.float32(0))
            yield episode


# The description --------------------------------------------------------------------------------------------------


def facts_of(game: Game, contest: Contest, written: Written, rotate: bool) -> dict[str, Any]:
    """Everything needed to read the dataset, or to write it again."""
    return {
        "game": game.name,
        "rules": game.rules_version,
        "players": contest.players,
        "options": game.check_options(contest.options),
        "seatings": [list(map(dict, seating)) for seating in contest.seatings],
        "bots": list(contest.bots),
        "networks": [network_behind(game, name, contest.players) for name in contest.bots],
        "fraction": contest.fraction,
        "rotate": rotate,
        "seed": contest.seed,
        "matches": written.matches,
        "decisions": written.decisions,
        "shards": written.shards,
        "actions": game.declaration.action_count,
        "observation": [
            {
                "name": part.name,
                "shape": list(part.shape),
                "start": part.start,
                "stop": part.stop,
                "meaning": part.meaning,
            }
            for part in game.observation.parts
        ],
    }


def card(game: Game, facts: dict[str, Any]) -> str:
    """The description of the dataset: its contents, its origin, and what it should not be used for."""
    title = game.declaration.title["en"]
    options = ", ".join(f"{name} = {value}" for name, value in facts["options"].items()) or "none"
    arrays = "\n".join(f"| `{name}` | {dtype} | {meaning} |" for name, dtype, meaning in ARRAYS)
    parts = "\n".join(
        f"| `{part['name']}` | {part['start']}–{part['stop'] - 1} | {' × '.join(map(str, part['shape']))} "
        f"| {part['meaning']} |"
        for part in facts["observation"]
    )
    bots = ", ".join(
        f"{name} (network {digest})" if digest else name
        for name, digest in zip(facts["bots"], facts["networks"], strict=True)
    )
    return f"""# {title}: {facts["matches"]:,} matches of bots

{facts["decisions"]:,} decisions, a row for each, written by
`ludotheque simulate --dataset` or `ludotheque dataset make`.

| | |
|---|---|
| game | {title} (`{game.name}`), version {facts["rules"]} of its rules |
| players | {facts["players"]} |
| options | {options} |
| bots | {bots}{", going round from match to match" if facts["rotate"] else ""} |
| seed | `{facts["seed"]}`; match k is dealt from the seed `{facts["seed"]}/k` |
| shards | {facts["shards"]}, of whole matches each: `shard-00000.npz` and on, for `numpy.load` |

All of it follows from the seed: the same command writes the same files. The decisions were made by programs, so that
there is no personal data in it. Licence: MIT, as that of Ludothèque.

Read it with `ludotheque.bots.dataset.read`, match by match and seat by seat with `dataset.episodes`, or make a dataset
of [Minari](https://minari.farama.org) of it with `ludotheque dataset minari`.

## A row

| array | type | |
|---|---|---|
{arrays}

## An observation

| part | columns | shape | |
|---|---|---|---|
{parts}

Seats are counted from the one that decides. Numbers are whole, as they are counted; what is hidden from the seat is not
in them.

## Actions

{facts["actions"]} actions, the same numbers in every match of these rules; `lt.game("{game.name}").move(17).text` tells
what one is.

## To be borne in mind

Bots play otherwise than people, and what they leave out is not in the data. Rows of one match depend on each other:
split by `match`, never by row. A share is that of the whole match, not the worth of the decision.
"""
