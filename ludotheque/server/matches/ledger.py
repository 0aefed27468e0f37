"""The stored matches: append entries, load a match at any entry, read logs, find what an undo takes back."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

import msgspec
from sqlalchemy import Connection, Row, bindparam, func, select
from sqlalchemy.exc import IntegrityError

from ludotheque.errors import BadInput, LudothequeError
from ludotheque.kernel.declare import SPECTATOR
from ludotheque.play.events import StoredEvent
from ludotheque.play.game import Game
from ludotheque.play.past import Origin
from ludotheque.play.position import Position
from ludotheque.play.snapshots import Snapshot, Step, restore, take
from ludotheque.play.texts import without_options
from ludotheque.play.viewers import bit_of
from ludotheque.server import metering
from ludotheque.server.matches import results
from ludotheque.server.matches.entries import Entry, Told, describe_entry
from ludotheque.server.matches.match import CannotUndo, Match, follow, undo
from ludotheque.server.matches.results import Ended
from ludotheque.server.storage import Joined, appends
from ludotheque.server.storage.appends import Appended
from ludotheque.server.storage.schema import decisions, snapshots, tables

EVERY = 16  # entries between two snapshots: at most so many are replayed to load a match
LOG_PAGE = 200  # entries in one page of a log
_logger = logging.getLogger(__name__)


class Taken(Exception):
    """Another process has appended this number first, or changed the table: load again."""


class NoSuchEntry(LookupError):
    """The match has no entry of that number."""


class Damaged(LudothequeError):
    """The stored match can't be read: neither its snapshots nor its entries lead to the position."""


class OtherRules(LudothequeError):
    """The match was played by rules that this version can't play on; its log is kept."""


class Standing(msgspec.Struct, array_like=True, frozen=True):
    """The part of a snapshot that is stored beside the position."""

    choices: dict[int, int]
    counts: tuple[int, ...]
    prompts: tuple[int, ...]
    runner: int | None
    run: int
    ending: dict[str, Any] | None
    at: float
    left: tuple[float, ...] | None
    increment: float
    paused: bool
    talk: float | None = None
    held: tuple[int, ...] = ()
    check: int | None = None  # a checksum of the record, against damaged bytes
    away: tuple[float, ...] = ()
    gained: tuple[float, ...] = ()


NOTES = tuple(name for name in Standing.__struct_fields__ if name not in ("choices", "check"))
_steps_in = msgspec.msgpack.Decoder(tuple[Step, ...])
_standing_in = msgspec.msgpack.Decoder(Standing)


class Append(Joined[int]):
    """A job that stores an entry and returns the version of its table; see `appending`."""

    def __init__(self, given: Appended, ended: Match | None, version: int | None) -> None:
        self.given = given
        self.ended = ended  # the match, once it has an outcome
        self.version = version  # of the table as its process knows it; None: any
        # The key of the entry decides who was first. The end of a match also reads and writes ratings.
        self.undisturbed = ended is None

    def outdated(self, version: int) -> bool:
        """Whether another process has changed the table: the player may not hold the seat any more."""
        return self.version is not None and version != self.version + self.given.settles

    @classmethod
    def together(cls, connection: Connection, jobs: Sequence[Self]) -> list[int]:
        """Store entries of several matches with as few statements as for one."""
        entries = [job.given.entry for job in jobs]
        try:
            versions = appends.append(connection, [job.given for job in jobs])
        except IntegrityError as error:
            raise Taken(", ".join(f"entry {one['number']} of match {one['match']}" for one in entries)) from error
        if any(job.outdated(versions[job.given.entry["match"]]) for job in jobs):
            raise Taken("the table has changed")
        over = [(job.given.entry, job.ended, job.ended.outcome) for job in jobs if job.ended is not None]
        ended = [
            Ended(row["match"], outcome, row["at"], match.pos) for row, match, outcome in over if outcome is not None
        ]
        if ended:
            results.keep(connection, ended)
        return [versions[one["match"]] for one in entries]


def appending(
    match_id: str,
    entry: Entry,
    match: Match,
    before: Match | None = None,
    settles: bool = False,
    version: int | None = None,
) -> Append:
    """A job that stores the entry that leads to `match`; it raises Taken if its number is not free any more.

    With a `version` it raises Taken, too, if the table has another one by now. One that `settles` what is proposed
    at the table ends the proposals with it. All that needs the rules is worked out here, so that the writer has
    nothing to do but write.
    """
    row = {
        "match": match_id,
        "number": entry.number,
        "kind": entry.kind,
        "seat": entry.seat,
        "moves": list(entry.moves),
        "target": entry.target,
        "client": entry.client,
        "noticed": entry.noticed,
        "steps": msgspec.msgpack.encode(entry.steps),
        "at": entry.at,
    }
    due = entry.number % EVERY == 0 or entry.kind in ("undo", "end")
    snapshot = put_down(match_id, match) if due else None
    metering.charge_storage(sum(map(_size, (*row.values(), *(snapshot or {}).values()))))
    known = list_columns(before) if before is not None else {}
    news = {name: value for name, value in list_columns(match).items() if before is None or known[name] != value}
    if "actors" in news:
        news["turned"] = entry.at
    if match.over:
        news["ended"] = entry.at
    if settles:
        news["asked"] = None
    return Append(Appended(row, snapshot, news, settles), match if match.outcome is not None else None, version)


def _size(value: Any) -> int:
    """Roughly how many bytes a value takes in the database."""
    return len(value) if isinstance(value, bytes | str) else 8


def list_columns(match: Match) -> dict[str, Any]:
    """The columns of the table that depend on its match: lists show them without loading it."""
    return {
        "phase": "over" if match.over else "paused" if match.paused else "playing",
        "actors": list(match.actors),
        "due": match.due,
        "round": match.pos.round,
        "scores": match.pos.scores(SPECTATOR),
        "outcome": match.outcome,
    }


def put_down(match_id: str, match: Match) -> dict[str, Any]:
    """A snapshot of the match, as a row."""
    shot = take(match.pos)
    notes = {name: getattr(match, name) for name in NOTES}
    standing = Standing(shot.choices, **notes, check=zlib.crc32(shot.record))
    return {
        "match": match_id,
        "number": match.number,
        "layout": shot.layout,
        "record": shot.record,
        "text": match.pos.text(),
        "standing": msgspec.msgpack.encode(standing),
    }


def load(connection: Connection, game: Game, match_id: str, origin: Origin, number: int | None = None) -> Match:
    """The match after entry `number`, or the current one: the last snapshot before it, replayed from there."""
    below = None if number is None else number + 1
    while True:
        row = _snapshot_below(connection, match_id, below)
        if row is None:
            break
        try:
            return _from_snapshot(connection, game, match_id, origin, number, row)
        except (msgspec.DecodeError, Damaged) as error:
            # The entries are authoritative: an older snapshot leads to the same position.
            _logger.error(
                "table %s: the snapshot of entry %d is damaged: %s", match_id, row.number, type(error).__name__
            )
            below = row.number
    if below in (None, number + 1 if number is not None else None):
        raise NoSuchEntry(f"match {match_id} has no entry {number}")
    raise Damaged(f"match {match_id} can't be read")


def _snapshot_below(connection: Connection, match_id: str, number: int | None) -> Row[Any] | None:
    newest = select(snapshots).where(snapshots.c.match == match_id).order_by(snapshots.c.number.desc()).limit(1)
    if number is not None:
        newest = newest.where(snapshots.c.number < number)
    return connection.execute(newest).one_or_none()


def _from_snapshot(
    connection: Connection, game: Game, match_id: str, origin: Origin, number: int | None, row: Row[Any]
) -> Match:
    """The match after entry `number`, replayed from a snapshot; raise Damaged if the snapshot has changed."""
    standing = _standing_in.decode(row.standing)
    if standing.check is not None and standing.check != zlib.crc32(row.record):
        raise Damaged(f"match {match_id}: snapshot {row.number}")
    shot = Snapshot(row.layout, row.record, standing.choices)
    written_by, _ = _version_and_words(row.text)
    foreign = written_by != game.rules_version
    try:
        pos = restore(game, shot, origin, written_by)
        words = without_options(pos.text(), game.later_options(written_by) or ())
        if foreign and _version_and_words(words) != (game.rules_version, _version_and_words(row.text)[1]):
            raise OtherRules(f"match {match_id}: the position means something else under rules {game.rules_version}")
        match = Match(pos, row.number, **{name: getattr(standing, name) for name in NOTES})
        for entry in entries(connection, match_id, row.number, number):
            if entry.kind == "undo" and entry.target is not None:  # behind a snapshot that can't be read
                earlier = load(connection, game, match_id, origin, entry.target)
                match, again = undo(match, earlier, entry.seat or 0, entry.noticed, entry.at, entry.client)
            else:
                match, again = follow(match, entry)
            if foreign and not _same_effects(game, again.steps, entry.steps, written_by):
                raise OtherRules(
                    f"match {match_id}: entry {entry.number} goes otherwise under rules {game.rules_version}"
                )
    except LudothequeError as error:
        # A position that can't be played on is treated like one that can't be read.
        if foreign or isinstance(error, BadInput):
            raise OtherRules(f"match {match_id} was played by rules {written_by}") from error
        raise Damaged(f"match {match_id}: its entries can't be played") from error
    if number is not None and match.number != number:
        raise NoSuchEntry(f"match {match_id} has no entry {number}")
    return match


def _same_effects(game: Game, now: tuple[Step, ...], then: tuple[Step, ...], version: str) -> bool:
    """Whether steps do what those of an earlier rules version did.

    Forecasts don't count, nor do kinds and arguments of events that the earlier version did not have.
    """
    ignored = {event.name for event in game.declaration.events if event.forecast}
    ignored |= {name for one in game.declaration.earlier if one.version == version for name in one.events}

    def relevant(step: Step) -> list[StoredEvent]:
        return [event for event in step.events if event.event not in ignored]

    def alike(new: StoredEvent, old: StoredEvent) -> bool:
        return (new.event, new.mask) == (old.event, old.mask) and old.params.items() <= new.params.items()

    return len(now) == len(then) and all(
        (new.seat, new.move, new.seen) == (old.seat, old.move, old.seen)
        and len(relevant(new)) == len(relevant(old))
        and all(map(alike, relevant(new), relevant(old)))
        for new, old in zip(now, then, strict=True)
    )


def catch_up(
    connection: Connection, game: Game, match_id: str, origin: Origin, match: Match
) -> tuple[Match, list[Entry]]:
    """The current match, and the entries appended since `match`; the same match if there are none."""
    new = list(entries(connection, match_id, match.number))
    if any(entry.kind == "undo" for entry in new):
        return load(connection, game, match_id, origin), new
    for entry in new:
        match, _ = follow(match, entry)
    return match, new


_LAST = select(func.max(decisions.c.number)).where(decisions.c.match == tables.c.id).scalar_subquery()
_HEADS = select(tables.c.id, _LAST, tables.c.version).where(tables.c.id.in_(bindparam("ids", expanding=True)))


def heads(connection: Connection, ids: list[str]) -> dict[str, tuple[int, int]]:
    """The last entry number and the table version of each of these matches."""
    return {
        match_id: (-1 if number is None else number, version)
        for match_id, number, version in connection.execute(_HEADS, {"ids": ids})
    }


@dataclass(frozen=True)
class Story:
    """Everything needed to replay a match from its start without the database."""

    start: Match
    entries: tuple[Entry, ...]

    def positions(self) -> Iterator[tuple[int, int | None, Position]]:
        """Yield the number, seat and position after each entry; the position changes with the next one."""
        pos = self.start.pos
        wanted = {entry.target for entry in self.entries if entry.kind == "undo"}
        kept = {0: pos.copy()}  # the positions that undos lead back to
        yield 0, None, pos
        for entry in self.entries:
            if entry.kind == "undo" and entry.target is not None:
                pos = kept[entry.target].copy()
            elif entry.kind == "withdraw" and entry.seat is not None:
                pos.withdraw(entry.seat, stored=True)
            elif entry.kind == "decide":
                for move in entry.moves:
                    pos.play(move, entry.seat)
            if entry.number in wanted:
                kept[entry.number] = pos.copy()
            yield entry.number, entry.seat, pos


def story(connection: Connection, game: Game, match_id: str, origin: Origin) -> Story:
    """The whole of a match that was played by the current rules."""
    return Story(load(connection, game, match_id, origin, 0), tuple(entries(connection, match_id, 0)))


def _version_and_words(text: str) -> tuple[str, str]:
    """The rules version in the first line of a position text, and the rest of the text."""
    first, _, words = text.partition("\n")
    return first.partition(": ")[2].partition(" ")[2], words


def entries(connection: Connection, match_id: str, after: int, to: int | None = None) -> Iterator[Entry]:
    """Yield the entries after number `after`, up to `to`."""
    wanted = select(decisions).where(decisions.c.match == match_id, decisions.c.number > after)
    if to is not None:
        wanted = wanted.where(decisions.c.number <= to)
    for row in connection.execute(wanted.order_by(decisions.c.number)):
        yield _entry(row)


def _entry(row: Row[Any]) -> Entry:
    return Entry(
        number=row.number,
        kind=row.kind,
        seat=row.seat,
        at=row.at,
        moves=tuple(row.moves),
        target=row.target,
        client=row.client,
        noticed=row.noticed,
        steps=_decode_steps(row),
    )


def _decode_steps(row: Row[Any]) -> tuple[Step, ...]:
    try:
        return _steps_in.decode(row.steps)
    except msgspec.DecodeError as error:
        raise Damaged(f"match {row.match}: entry {row.number}") from error


def log(connection: Connection, match_id: str, viewer: int, match: Match, since: int = 0) -> list[Told]:
    """The newest page of a viewer's log after its entry `since`."""
    return log_page(connection, match_id, viewer, match.number, match.count(viewer), since)


def log_page(connection: Connection, match_id: str, viewer: int, head: int, count: int, since: int) -> list[Told]:
    """Return the viewer's log up to entry `head`, of which the viewer noticed `count`."""
    room = min(count - since, LOG_PAGE)
    if room <= 0:
        return []
    wanted = (
        select(decisions)
        .where(
            decisions.c.match == match_id,
            decisions.c.number <= head,
            decisions.c.noticed.bitwise_and(bit_of(viewer)) != 0,
        )
        .order_by(decisions.c.number.desc())
        .limit(room)
    )
    rows = connection.execute(wanted).all()
    return [describe_entry(_entry(row), viewer, count - k) for k, row in enumerate(rows)][::-1]


def describe_entries(new: Sequence[Entry], viewer: int, since: int) -> list[Told]:
    """Describe entries that follow the viewer's entry `since`, without reading the database."""
    noticed = [entry for entry in new if entry.noticed & bit_of(viewer)]
    return [describe_entry(entry, viewer, since + k) for k, entry in enumerate(noticed, 1)][-LOG_PAGE:]


def count_noticed(connection: Connection, match_id: str, viewer: int) -> int:
    """The number of entries in the viewer's log, whatever rules the match was played by."""
    seen = decisions.c.noticed.bitwise_and(bit_of(viewer)) != 0
    count = select(func.count()).select_from(decisions).where(decisions.c.match == match_id, seen)
    return int(connection.execute(count).scalar_one())


def number_of(connection: Connection, match_id: str, viewer: int, number: int) -> int:
    """The stored number of entry `number` of the viewer's log."""
    wanted = (
        select(decisions.c.number)
        .where(decisions.c.match == match_id, decisions.c.noticed.bitwise_and(bit_of(viewer)) != 0)
        .order_by(decisions.c.number)
        .offset(number - 1)
        .limit(1)
    )
    found = connection.execute(wanted).scalar() if number > 0 else None
    if found is None:
        raise NoSuchEntry(f"no entry {number} in that log of match {match_id}")
    return int(found)


def was_made(connection: Connection, match_id: str, seat: int, client: str) -> bool:
    """Whether the seat's message of that id has been carried out."""
    same = select(decisions.c.number).where(
        decisions.c.match == match_id, decisions.c.seat == seat, decisions.c.client == client
    )
    return connection.execute(same.limit(1)).first() is not None


def back_to(
    connection: Connection, match_id: str, head: int, seat: int, whole_turn: bool = False
) -> tuple[int, list[Entry]]:
    """The entry number before a seat's last move, and the entries that an undo of it takes back.

    With `whole_turn`, all its moves since another seat decided are taken back.
    """
    fallen: list[Entry] = []
    found = 0
    at = target = head
    while at > 0:
        row = connection.execute(select(decisions).where(decisions.c.match == match_id, decisions.c.number == at)).one()
        entry = _entry(row)
        if entry.kind == "undo" and entry.target is not None:
            at = entry.target  # skip what was taken back before
            continue
        if found and entry.kind in ("decide", "withdraw") and entry.seat != seat:
            break
        fallen.append(entry)
        at -= 1
        if entry.kind == "decide" and entry.seat == seat:
            found, target = len(fallen), at
            if not whole_turn:
                break
    if not found:
        raise CannotUndo(f"seat {seat} has nothing more to take back")
    return target, fallen[:found]


def standing_moves(connection: Connection, match_id: str) -> list[Entry]:
    """The entries that were never taken back, from the start: the match as its record shows it."""
    standing: dict[int, Entry] = {}
    chain: list[int] = []
    for entry in entries(connection, match_id, -1):
        if entry.kind == "undo" and entry.target is not None:
            while chain and chain[-1] > entry.target:
                standing.pop(chain.pop(), None)
        else:
            standing[entry.number] = entry
        chain.append(entry.number)
    return [standing[number] for number in sorted(standing)]
