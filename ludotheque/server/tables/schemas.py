"""The HTTP types about tables."""

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
    """A clock: a bank of seconds to which each decision adds an increment.

    At zero a bot plays on (`bot`), makes one move (`move`), or the player loses (`loss`; among more than two, or where
    all win or lose together, a bot plays on).
    """

    bank: Annotated[float, msgspec.Meta(ge=10, le=30 * 86400)]
    increment: Annotated[float, msgspec.Meta(ge=0, le=30 * 86400)] = 0.0
    at_zero: Literal["bot", "move", "loss"] = "move"


class NewSeat(msgspec.Struct, frozen=True):
    """A seat of a new table: mine, open, or a bot's; and what I bring to it."""

    kind: Literal["me", "open", "bot"] = "open"
    bot: str | None = None
    brought: dict[str, Any] = {}
    pledge: Hash | None = None


class NewTable(msgspec.Struct, frozen=True):
    """A table to create."""

    game: str
    seats: Annotated[list[NewSeat], msgspec.Meta(min_length=1, max_length=7)]
    options: dict[str, Any] = {}
    listed: bool = False
    hints: bool = True
    takeover: Literal["bot", "person"] = "bot"
    clock: Clock | None = None
    rated: bool = False  # sitting down is consent
    position: Annotated[str, msgspec.Meta(max_length=20_000, pattern=r"^[^\x00]*$")] | None = None


class Fork(msgspec.Struct, frozen=True):
    """A new match from a moment of a finished one. Without seats I sit where the turn is, bots elsewhere."""

    number: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
    seats: Annotated[list[NewSeat], msgspec.Meta(max_length=7)] = []
    listed: bool = False
    hints: bool = True
    takeover: Literal["bot", "person"] = "bot"
    clock: Clock | None = None


class BroughtRecord(msgspec.Struct, frozen=True):
    """The full record of a finished match, as text."""

    record: Annotated[str, msgspec.Meta(max_length=60_000, pattern=r"^[^\x00]*$")]


class Sit(msgspec.Struct, frozen=True):
    """Taking a seat: what I bring, and the hash of my contribution to the deal."""

    brought: dict[str, Any] = {}
    pledge: Hash | None = None


class Pledge(msgspec.Struct, frozen=True):
    """The hash of my contribution to the deal, from a seat that I hold. At a rematch this is my consent."""

    pledge: Hash


class Contribution(msgspec.Struct, frozen=True):
    """A player's contribution to the deal, whose hash was pledged before."""

    contribution: Secret


class ChangeSeat(msgspec.Struct, frozen=True):
    """A change of a seat by the host: before the start, or after a player has left it."""

    kind: Literal["open", "bot"]
    bot: str | None = None


class Note(msgspec.Struct, frozen=True):
    """A private note."""

    text: Annotated[str, msgspec.Meta(max_length=10_000, pattern=r"^[^\x00]*$")]


class Mutes(msgspec.Struct, frozen=True):
    """The people the reader does not hear: muted by the reader, and by the host for all."""

    mine: list[str]
    all: list[str]


class SeatRating(msgspec.Struct, frozen=True):
    """A rating at a seat."""

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
    dropped: bool = False  # something else has happened: kept for the player to read


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as everyone sees it. `mine`, `auto` and `conditional` are set only at the reader's own seats."""

    number: int
    kind: SeatKind
    name: str
    person: str | None
    bot: str | None
    mine: bool
    connected: bool
    accepted: bool  # the player agrees to play; not yet at a rematch that another player proposed
    pledged: bool
    opened: bool
    away_until: float | None  # when the player's holiday ends or ended; only where that stops the clock
    auto: bool  # forced decisions are made for the player
    conditional: Conditional | None  # the player's conditional moves
    rating: SeatRating | None  # in this game, today; of people who show it or play for it


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
    watching: list[str]  # the names of spectators; an empty one for somebody unknown
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
    """A finished match after one of its entries: all hands open, or what a seat saw then."""

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
    sources: list[dict[str, int]]  # by seat: where the points came from; empty if the game does not say


class MatchStanding(msgspec.Struct, frozen=True):
    """How a running match stands, as far as everybody knows."""

    round: int | None  # where the game counts rounds
    scores: list[int]  # by seat
    since: float | None  # when the seats to move last changed


class TableList(msgspec.Struct, frozen=True):
    """The tables I may want to open: all of mine that are not over, the last finished ones, and others."""

    mine: list[TableView]
    invited: list[TableView]  # I am invited to these
    open: list[TableView]
    recent: list[TableView]
    due: dict[str, float]  # by table of mine: when the first of the running clocks will have run out
    standing: dict[str, MatchStanding]  # by table of mine that is being played


class HistoryLine(msgspec.Struct, frozen=True):
    """A finished match in a history: the table, and how it ended for the reader or the person of the history."""

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
    """A person to invite to a table; I must have played with them."""

    person: Annotated[str, msgspec.Meta(max_length=16)]


class LobbySeek(msgspec.Struct, frozen=True, kw_only=True):
    """A search that others may join."""

    person: str
    name: str
    colour: str
    game: str
    clock: Clock | None
    rated: bool
    rating: SeatRating | None  # if the person shows it, or plays for it
    since: float


class LobbyTable(msgspec.Struct, frozen=True, kw_only=True):
    """A listed table with a free seat."""

    id: str
    game: str
    names: list[str]  # of the people there
    taken: int
    seats: int
    clock: Clock | None
    rated: bool
    options: dict[str, Any]
    since: float


class LobbyMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A listed match that is being played."""

    id: str
    game: str
    names: list[str]
    rated: bool
    rating: int | None  # the mean of the ratings that its players show, or play for
    round: int | None  # where the game counts rounds
    watching: int
    since: float


class LobbyPerson(msgspec.Struct, frozen=True):
    """Somebody I have played with, who is in the lobby now."""

    id: str
    name: str
    colour: str
    game: str  # the one we played last


class Seek(msgspec.Struct, frozen=True):
    """A search for a match, and what the player brings to it; `join` names a person whose search is joined."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    clock: Clock | None = None
    rated: bool = False
    brought: dict[str, Any] = {}
    pledge: Hash | None = None
    join: Annotated[str, msgspec.Meta(max_length=16)] | None = None


class SeekView(msgspec.Struct, frozen=True):
    """The table that a search found, or null; and since when it runs."""

    table: str | None
    since: float
