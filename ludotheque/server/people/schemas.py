"""What is sent to and fro about people."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[^\s\x00]([^\x00]*[^\s\x00])?$")]


class NewPerson(msgspec.Struct, frozen=True):
    """Somebody who comes in for the first time."""

    name: Name


class Person(msgspec.Struct, frozen=True):
    """Somebody, as everyone may know him. The id is no secret; the key in his cookie is."""

    id: str
    name: str


class Code(msgspec.Struct, frozen=True):
    """A code that lets the same person in from another device, once."""

    code: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class Webhook(msgspec.Struct, frozen=True):
    """The address that is called when it is my turn and I am not at the table; none, if null."""

    url: Annotated[str, msgspec.Meta(min_length=1, max_length=500)] | None


class WebhookView(msgspec.Struct, frozen=True):
    """The same, and the hosts that this server calls: none where its operator has not allowed it."""

    url: str | None
    hosts: list[str]


class Push(msgspec.Struct, frozen=True):
    """A browser's subscription: where its maker takes messages for it, and the keys to encrypt them with."""

    endpoint: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
    key: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]  # p256dh
    auth: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    language: Literal["en", "fr"] = "en"


class PushView(msgspec.Struct, frozen=True):
    """The key to subscribe with, none where the operator has not allowed push; and my subscriptions, by id."""

    key: str | None
    devices: list[str]


class NewDeck(msgspec.Struct, frozen=True):
    """A deck for my shelf: what a seat of a game may bring, by a name of mine. The same name replaces it."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    option: Annotated[str, msgspec.Meta(max_length=40)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=r"^\S([^\x00]*\S)?$")]
    value: Annotated[str, msgspec.Meta(max_length=20_000, pattern=r"^[^\x00]*$")]


class SavedDeck(msgspec.Struct, frozen=True):
    """A deck on my shelf, or whatever else a seat may bring."""

    id: str
    game: str
    option: str
    name: str
    value: str
    saved: float


class FreshCode(msgspec.Struct, frozen=True):
    """A new code, and when it ends to work; a recovery code has no end."""

    code: str
    expires: float | None


class FreshLink(msgspec.Struct, frozen=True):
    """A new code for another device, when it ends to work, the address to open there, and that as a QR code (SVG)."""

    code: str
    expires: float | None
    address: str
    qr: str


class Holiday(msgspec.Struct, frozen=True):
    """For how many days I shall be away, from now on."""

    days: Annotated[int, msgspec.Meta(ge=1, le=366)]


class HolidayView(msgspec.Struct, frozen=True):
    """Until when I am on holiday, if I am; how many days of it I have left, of those that there are a year."""

    until: float | None
    days_left: int
    days_a_year: int


Colour = Literal["slate", "red", "orange", "gold", "green", "teal", "blue", "violet", "pink"]


class ProfileChange(msgspec.Struct, frozen=True):
    """What somebody may choose about his profile."""

    colour: Colour = "slate"
    shown: bool = False


class Count(msgspec.Struct, frozen=True):
    """How some matches ended."""

    played: int
    won: int
    drawn: int
    lost: int


class Opponent(msgspec.Struct, frozen=True):
    """Against (or with) whom: a person, or a bot of a level."""

    person: str | None
    bot: str | None
    name: str
    count: Count


class Length(msgspec.Struct, frozen=True):
    """How long a match took, in seconds."""

    match: str
    seconds: float


class RatingView(msgspec.Struct, frozen=True):
    """How strong somebody is at a game, and how sure that is; provisional while too little is known."""

    rating: int
    deviation: int
    provisional: bool
    matches: int


class GameStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's matches of one game."""

    game: str
    all: Count
    by_players: dict[str, Count]  # by the number of players
    by_side: dict[str, Count]  # by faction, say: keys of the game's messages
    against: list[Opponent]
    streak: int  # matches won in a row up to now
    best_streak: int
    shortest: Length | None
    longest: Length | None
    rating: RatingView | None


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody as others may know him; where he does not show more, only name and colour."""

    id: str
    name: str
    colour: str
    shown: bool
    since: float | None
    games: list[GameStatistics]


class Friend(msgspec.Struct, frozen=True):
    """Somebody whom I have played with."""

    id: str
    name: str
    colour: str
    matches: int
    last: float
    game: str  # that we played last


class RatedPerson(msgspec.Struct, frozen=True):
    """A line of a list of ratings."""

    id: str
    name: str
    colour: str
    rating: RatingView


class RatingList(msgspec.Struct, frozen=True):
    """The best at a game, a page at a time; the fixed ratings of its bots."""

    people: list[RatedPerson]
    bots: dict[str, int]
    next: str | None
