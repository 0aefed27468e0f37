"""The messages of the play socket, both ways. docs/protocol.md explains them; the page's types are generated from here.

Every message is a JSON object with a `type`. A page's message may carry an `id`; what answers it carries it back.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

import msgspec

from ludotheque.server.matches.entries import Told
from ludotheque.server.tables.schemas import (
    LARGEST,
    ConditionalMove,
    LobbyMatch,
    LobbyPerson,
    LobbySeek,
    LobbyTable,
    TableView,
)

VERSION = 2

# No database takes a NUL in a text.
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[^\x00]+$")]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=6)]
Number = Annotated[int, msgspec.Meta(ge=-LARGEST, le=LARGEST)]
Action = Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] | Annotated[str, msgspec.Meta(max_length=200)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=r"^[^\x00]+$")]


# From the page ----------------------------------------------------------------------------------------------------


class Hello(msgspec.Struct, tag="hello", frozen=True, kw_only=True):
    """The first message, also after a reconnect. `seen`: the last number of each viewer's log that the page has."""

    version: Number
    table: Annotated[str, msgspec.Meta(max_length=24)]
    seen: Annotated[dict[Annotated[str, msgspec.Meta(max_length=4)], Number], msgspec.Meta(max_length=8)] = {}
    id: Id | None = None


class EnterLobby(msgspec.Struct, tag="enter_lobby", frozen=True, kw_only=True):
    """Show me the lobby, from now on. `seen`: the people I have played with may see that I am here."""

    seen: bool = True
    id: Id | None = None


class Decide(msgspec.Struct, tag="decide", frozen=True, kw_only=True):
    """A move: one decision, or several that a player sees as one. `question` is the number of the question."""

    seat: SeatNumber
    question: Number
    moves: Annotated[list[Action], msgspec.Meta(min_length=1, max_length=32)]
    id: Id


class Withdraw(msgspec.Struct, tag="withdraw", frozen=True, kw_only=True):
    """Take a secret choice back while others still choose."""

    seat: SeatNumber
    question: Number
    id: Id


class Undo(msgspec.Struct, tag="undo", frozen=True, kw_only=True):
    """Take back a move, or all that may be taken back freely (`turn`); where it is not free the others are asked."""

    seat: SeatNumber
    turn: bool = False
    id: Id


class AnswerUndo(msgspec.Struct, tag="answer_undo", frozen=True, kw_only=True):
    """Agree or disagree to another player's undo."""

    seat: SeatNumber
    agree: bool
    id: Id


class Preview(msgspec.Struct, tag="preview", frozen=True, kw_only=True):
    """What would this move do? `then`: the decisions that would follow it, where a person sees them as one move."""

    seat: SeatNumber
    move: Action
    then: Annotated[list[Action], msgspec.Meta(max_length=31)] = []
    id: Id


class WhyNot(msgspec.Struct, tag="why_not", frozen=True, kw_only=True):
    """Why can't I make this move? `then`: those that would follow it; the first that can't be made gives the reason."""

    seat: SeatNumber
    move: Action
    then: Annotated[list[Action], msgspec.Meta(max_length=31)] = []
    id: Id


class Hint(msgspec.Struct, tag="hint", frozen=True, kw_only=True):
    """What would a bot play in my place?"""

    seat: SeatNumber
    id: Id


class SetAuto(msgspec.Struct, tag="auto", frozen=True, kw_only=True):
    """Make my forced decisions for me: those where I have exactly one legal move."""

    seat: SeatNumber
    on: bool
    id: Id


class LeaveConditional(msgspec.Struct, tag="conditional", frozen=True, kw_only=True):
    """Play this for me, if that happens: conditional moves, each after the one before it; none takes them back."""

    seat: SeatNumber
    line: Annotated[list[ConditionalMove], msgspec.Meta(max_length=8)]
    id: Id


class Say(msgspec.Struct, tag="say", frozen=True, kw_only=True):
    """Send a line of chat."""

    text: Text
    id: Id


class Point(msgspec.Struct, tag="point", frozen=True, kw_only=True):
    """Point at something on the table."""

    seat: SeatNumber
    at: Annotated[str, msgspec.Meta(max_length=100)]
    id: Id | None = None


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """What the leader of a shared review looks at: an entry of the log, or a decision with one of its two moves."""

    entry: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)]
    verdict: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] | None = None
    shown: Literal["played", "better"] = "played"
    at: Annotated[str, msgspec.Meta(max_length=100)] | None = None  # what the leader points at
    knower: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] | None = None  # the seat whose knowledge is shown


class Follow(msgspec.Struct, tag="follow", frozen=True, kw_only=True):
    """Show me from now on what the leader of the shared review looks at."""

    id: Id | None = None


class Lead(msgspec.Struct, tag="lead", frozen=True, kw_only=True):
    """Lead the shared review: this is what I look at. Without a moment I give up the lead."""

    moment: Moment | None
    id: Id | None = None


class Ping(msgspec.Struct, tag="ping", frozen=True, kw_only=True):
    """A check that the connection works: pages can't see WebSocket pings, and a connection may die silently."""

    id: Id


FromPage = (
    Hello
    | EnterLobby
    | Decide
    | Withdraw
    | Undo
    | AnswerUndo
    | Preview
    | WhyNot
    | Hint
    | SetAuto
    | LeaveConditional
    | Say
    | Point
    | Follow
    | Lead
    | Ping
)


# To the page ------------------------------------------------------------------------------------------------------


class MoveView(msgspec.Struct, frozen=True):
    """A legal move: its number, its notation, and the key and parameters of its name."""

    id: int
    text: str
    key: str
    params: dict[str, Any]


class BundleView(msgspec.Struct, frozen=True):
    """Moves that a person may make as one: to be decided together, in this order; key and parameters of its name."""

    key: str
    params: dict[str, Any]
    moves: list[int]


class Prompt(msgspec.Struct, frozen=True):
    """The prompt line: the key of its sentence, its parameters, and the seats that owe a decision."""

    key: str
    params: dict[str, Any]
    seats: list[int]


class Clocks(msgspec.Struct, frozen=True):
    """Seconds that each seat has left at a moment, and those whose time is running."""

    left: list[float]
    running: list[int]
    at: float


class Face(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one viewer sees now."""

    view: dict[str, Any]
    prompt: Prompt
    question: int | None  # the number to answer with; None for spectators
    moves: list[MoveView]
    bundles: list[BundleView]
    scores: list[int]
    may_withdraw: bool
    may_undo: int  # moves that may be taken back without asking
    paused: bool
    silent: bool  # chat is closed, except until `talk_until`
    talk_until: float | None
    outcome: dict[str, Any] | None


class Sync(msgspec.Struct, tag="sync", frozen=True, kw_only=True):
    """The whole state for one viewer (`seat` is SPECTATOR for spectators). `log`: the entries that the page lacks."""

    seat: int
    number: int  # of the last entry in this viewer's log
    log: list[Told]
    face: Face
    clocks: Clocks | None


class Update(msgspec.Struct, tag="update", frozen=True, kw_only=True):
    """A change, for one viewer."""

    seat: int
    number: int
    log: list[Told]
    face: Face
    clocks: Clocks | None


class Welcome(msgspec.Struct, tag="welcome", frozen=True, kw_only=True):
    """The answer to a hello. A `table`, a `sync` for each own seat (or one for a spectator) and the chat follow."""

    version: int
    seats: list[int]
    now: float
    id: str | None


class TableNow(msgspec.Struct, tag="table", frozen=True, kw_only=True):
    """The table: its seats, who is present, its phase."""

    table: TableView


class Accepted(msgspec.Struct, tag="accepted", frozen=True, kw_only=True):
    """The request was carried out and stored."""

    id: str


class Refusal(msgspec.Struct, tag="refused", frozen=True, kw_only=True):
    """The request was not carried out, and why. The match and the connection are unchanged."""

    id: str | None
    code: str
    message: str
    rule: str | None = None
    key: str | None = None


class Previewed(msgspec.Struct, tag="previewed", frozen=True, kw_only=True):
    """The certain effects of a move, as far as the seat can know; in `view` and `scores`, null means uncertain."""

    id: str
    events: list[dict[str, Any]]
    view: dict[str, Any] | None  # what the seat would see; null where all choose at the same time
    scores: list[int | None] | None


class Reason(msgspec.Struct, tag="reason", frozen=True, kw_only=True):
    """The rule that forbids a move; nothing if it is legal."""

    id: str
    rule: str | None
    key: str | None
    sentence: str | None


class Sentence(msgspec.Struct, frozen=True):
    """A sentence of the message files: its key and parameters."""

    key: str
    params: dict[str, Any]


class Expected(msgspec.Struct, frozen=True):
    """A move that is expected of a seat; for hidden hands it is a guess."""

    seat: int
    move: MoveView


class AdviceView(msgspec.Struct, frozen=True):
    """One of the best moves: the expected share of the win (unless forced), its part of the search, what follows."""

    move: MoveView
    result: float | None
    share: float
    line: list[Expected]


class Hinted(msgspec.Struct, tag="hinted", frozen=True, kw_only=True):
    """A hint: the bot's move, the best few moves if it searched, and its reason if it gives one."""

    id: str
    move: MoveView
    bot: str
    best: list[AdviceView]
    reason: Sentence | None


class UndoAsked(msgspec.Struct, tag="undo_asked", frozen=True, kw_only=True):
    """A player asks for an undo: the entries of this viewer's log that it would take back, and what they revealed."""

    seat: int
    waiting: list[int]
    entries: list[int]
    revealed: list[dict[str, Any]]  # events of those entries that showed something random or hidden
    clocks: Clocks | None  # they run on


class UndoAnswered(msgspec.Struct, tag="undo_answered", frozen=True, kw_only=True):
    """The undo was granted, or refused (`by` a seat), or the match went on."""

    seat: int
    granted: bool
    by: int | None


class EndProposed(msgspec.Struct, tag="end_proposed", frozen=True, kw_only=True):
    """These seats propose to end the match here, as a draw."""

    seats: list[int]


class PauseProposed(msgspec.Struct, tag="pause_proposed", frozen=True, kw_only=True):
    """These seats want to pause the match, or to go on with it if it is paused; nobody does any more if empty."""

    seats: list[int]


class Said(msgspec.Struct, tag="said", frozen=True, kw_only=True):
    """A line of chat."""

    person: str
    name: str
    text: str
    at: float


class Pointed(msgspec.Struct, tag="pointed", frozen=True, kw_only=True):
    """Somebody points at something."""

    seat: int
    at: str


class Led(msgspec.Struct, tag="led", frozen=True, kw_only=True):
    """The leader of the shared review, and what they look at. `here`: whether they have a page open at the table."""

    leader: str | None
    mine: bool
    here: bool
    followers: int
    moment: Moment | None


class Lobby(msgspec.Struct, tag="lobby", frozen=True, kw_only=True):
    """The whole lobby as this viewer may see it: without people kept apart by a block, and without the viewer."""

    seeks: list[LobbySeek]
    open: list[LobbyTable]
    live: list[LobbyMatch]
    people: list[LobbyPerson]


class LobbyChanged(msgspec.Struct, tag="lobby_changed", frozen=True, kw_only=True):
    """The changes of the lobby: new and changed lines, and those that are `gone`, such as “seek <person>”."""

    seeks: list[LobbySeek]
    open: list[LobbyTable]
    live: list[LobbyMatch]
    people: list[LobbyPerson]
    gone: list[str]  # “seek <person>”, “table <id>”, “match <id>”, “person <id>”


class LobbyInvited(msgspec.Struct, tag="lobby_invited", frozen=True, kw_only=True):
    """Somebody has invited me to a table: my list of tables has it."""


ToPage = (
    Welcome
    | Lobby
    | LobbyChanged
    | LobbyInvited
    | TableNow
    | Sync
    | Update
    | Accepted
    | Refusal
    | Previewed
    | Reason
    | Hinted
    | UndoAsked
    | UndoAnswered
    | EndProposed
    | PauseProposed
    | Said
    | Pointed
    | Led
)

read_message = msgspec.json.Decoder(FromPage).decode
write_message = msgspec.json.Encoder().encode


def write_face(face: Face) -> tuple[bytes, Face]:
    """A face encoded, and the same as a part of messages: it is encoded once for all of them."""
    written = write_message(face)
    return written, cast(Face, msgspec.Raw(written))
