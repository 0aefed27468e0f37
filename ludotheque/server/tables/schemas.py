"""What is sent to and fro about tables."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ludotheque.server.matches.entries import Kind

Phase = Literal["open", "opening", "playing", "paused", "over"]
SeatKind = Literal["open", "person", "bot"]
Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
TABLE_ID = 14  # letters of an id: more than anyone can try
LARGEST = 2**31 - 1  # number that every database takes
Secret = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Clock(msgspec.Struct, frozen=True):
    """How long one may think: a bank of seconds that a decision adds to.

    At zero, a bot plays on, or makes the move; or one has lost, where two play (among more a bot plays on).
    """

    bank: Annotated[float, msgspec.Meta(ge=10, le=30 * 86400)]
    increment: Annotated[float, msgspec.Meta(ge=0, le=30 * 86400)] = 0.0
    at_zero: Literal["bot", "move", "loss"] = "move"


class NewSeat(msgspec.Struct, frozen=True):
    """Who is to sit there: whoever lays the table, anybody, or a bot of some sort; and what I bring to it."""

    kind: Literal["me", "open", "bot"] = "open"
    bot: str | None = None
    brought: dict[str, Any] = {}
    pledge: Hash | None = None


class NewTable(msgspec.Struct, frozen=True):
    """A table to be made."""

    game: str
    seats: Annotated[list[NewSeat], msgspec.Meta(min_length=1, max_length=7)]
    options: dict[str, Any] = {}
    listed: bool = False
    hints: bool = True
    takeover: Literal["bot", "person"] = "bot"
    clock: Clock | None = None
    rated: bool = False  # whoever sits down agrees to it
    position: Annotated[str, msgspec.Meta(max_length=20_000, pattern=r"^[^\x00]*$")] | None = None


class Fork(msgspec.Struct, frozen=True):
    """Playing on from a moment of a finished match. Without seats: I sit where the turn is, bots elsewhere."""

    number: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
    seats: Annotated[list[NewSeat], msgspec.Meta(max_length=7)] = []
    listed: bool = False
    hints: bool = True
    takeover: Literal["bot", "person"] = "bot"
    clock: Clock | None = None


class Sit(msgspec.Struct, frozen=True):
    """Taking a seat: what I bring, and the hash of what I shall add to the deal."""

    brought: dict[str, Any] = {}
    pledge: Hash | None = None


class Pledge(msgspec.Struct, frozen=True):
    """The hash of what I shall add to the deal from a seat that I hold already: at a rematch."""

    pledge: Hash


class Contribution(msgspec.Struct, frozen=True):
    """What somebody adds to the deal, whose hash he gave before."""

    contribution: Secret


class ChangeSeat(msgspec.Struct, frozen=True):
    """What the host makes of a seat before the start, or of one that was left for good."""

    kind: Literal["open", "bot"]
    bot: str | None = None


class Note(msgspec.Struct, frozen=True):
    """What somebody writes for himself."""

    text: Annotated[str, msgspec.Meta(max_length=10_000, pattern=r"^[^\x00]*$")]


class Mutes(msgspec.Struct, frozen=True):
    """The people whom the reader does not hear: muted by himself, and by the host for all."""

    mine: list[str]
    all: list[str]


class SeatRating(msgspec.Struct, frozen=True):
    """How strong somebody is known to be."""

    rating: int
    provisional: bool


Notation = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=r"^[^\x00]+$")]


class ConditionalMove(msgspec.Struct, frozen=True):
    """If the others decide this, in that order and openly, until I am asked, then I decide that; all in notation."""

    expected: Annotated[list[Notation], msgspec.Meta(min_length=1, max_length=8)]
    answer: Annotated[list[Notation], msgspec.Meta(min_length=1, max_length=8)]


class Conditional(msgspec.Struct, frozen=True):
    """The conditional moves of a seat, one after the other; they count from the entry `since` of that seat's log."""

    line: list[ConditionalMove]
    since: int
    dropped: bool = False  # something else has happened: they are kept for him to read


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as everyone sees it. What is told of the reader's own alone: that it is `mine`, `auto`, `conditional`."""

    number: int
    kind: SeatKind
    name: str
    person: str | None
    bot: str | None
    mine: bool
    connected: bool
    pledged: bool
    opened: bool
    away_until: float | None  # he is on holiday until then, or was: only where that stops his clock
    auto: bool  # forced decisions are made for him
    conditional: Conditional | None  # what he has left to be played
    rating: SeatRating | None  # in this game, as it is today; of people where they show it, or play for it


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everyone sees it. What seats bring is not part of it."""

    id: str
    game: str
    rules: str
    options: dict[str, Any]
    host: str
    listed: bool
    hints: bool
    takeover: str
    clock: Clock | None
    slow: bool  # people come and go between moves: conditional moves may be left
    rated: bool
    tournament: str | None
    daily: str | None  # the day whose deal it is; until that is over its record is not shown
    phase: Phase
    seats: list[SeatView]
    seed_hash: str
    from_position: bool
    watching: list[str]  # who looks on, by name; an empty one for somebody unknown
    actors: list[int]  # the seats that owe a decision
    outcome: dict[str, Any] | None
    rematch_of: str | None
    rematch: str | None
    fork_of: str | None  # the finished match that this one goes on from
    created: float
    started: float | None
    ended: float | None


class OpenStep(msgspec.Struct, frozen=True):
    """One decision of a finished match, nothing hidden."""

    seat: int
    move: str
    events: list[dict[str, Any]]


class OpenEntry(msgspec.Struct, frozen=True):
    """An entry of a finished match, numbered as it is stored; `target` is the number that an undo went back to."""

    number: int
    kind: Kind
    seat: int | None
    at: float
    target: int | None
    steps: list[OpenStep]


class OpenFace(msgspec.Struct, frozen=True):
    """A finished match after one of its entries, all hands open."""

    number: int
    view: dict[str, Any]
    scores: list[int]
    actors: list[int]
    text: str


class Points(msgspec.Struct, frozen=True):
    """The scores after an entry of a finished match."""

    number: int
    scores: list[int]
    seat: int | None  # whose entry it is
    sources: list[dict[str, int]]  # by seat: where the points came from; empty where the game does not tell


class TableList(msgspec.Struct, frozen=True):
    """The tables that somebody may want to go to: all of mine that are not over, and the last ones that are."""

    mine: list[TableView]
    invited: list[TableView]  # somebody has asked me to them
    open: list[TableView]
    recent: list[TableView]


class HistoryLine(msgspec.Struct, frozen=True):
    """A finished match in a history: the table, and how it ended for who asks (or for the one it is the history of)."""

    table: TableView
    seat: int | None
    result: str | None  # won, drawn, lost
    points: int | None
    rated: bool
    before: float | None
    after: float | None


class History(msgspec.Struct, frozen=True):
    """A page of a history, the newest first; `next` is the key of the page after it, none if there is none."""

    matches: list[HistoryLine]
    next: str | None


class Invitation(msgspec.Struct, frozen=True):
    """Somebody to be asked to a table by name: one whom I have played with."""

    person: Annotated[str, msgspec.Meta(max_length=16)]


class Seek(msgspec.Struct, frozen=True):
    """A match that somebody looks for, and what he brings to it."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    clock: Clock | None = None
    rated: bool = False
    brought: dict[str, Any] = {}
    pledge: Hash | None = None


class SeekView(msgspec.Struct, frozen=True):
    """Where a match was found, none yet if null; and since when it is looked for."""

    table: str | None
    since: float
