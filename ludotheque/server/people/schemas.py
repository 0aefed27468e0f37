"""The HTTP types about people."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ludotheque.messages import Language

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[^\s\x00]([^\x00]*[^\s\x00])?$")]


class NewPerson(msgspec.Struct, frozen=True):
    """A new person."""

    name: Name


class Person(msgspec.Struct, frozen=True):
    """A person as everyone may know them. The id is no secret; the key in the cookie is."""

    id: str
    name: str


class Code(msgspec.Struct, frozen=True):
    """A code that lets the same person in from another device, once."""

    code: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class Webhook(msgspec.Struct, frozen=True):
    """The address to call when it is my turn and I am not at the table; none if null."""

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
    language: Language = "en"


class PushView(msgspec.Struct, frozen=True):
    """The key to subscribe with, none where the operator has not allowed push; and my subscriptions, by id."""

    key: str | None
    devices: list[str]


class NewDeck(msgspec.Struct, frozen=True):
    """A deck to save under a name. The same name replaces it."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    option: Annotated[str, msgspec.Meta(max_length=40)]
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=r"^[^\s\x00]([^\x00]*[^\s\x00])?$")]
    value: Annotated[str, msgspec.Meta(max_length=20_000, pattern=r"^[^\x00]*$")]


class SavedDeck(msgspec.Struct, frozen=True):
    """A saved deck, or whatever else a seat may bring."""

    id: str
    game: str
    option: str
    name: str
    value: str
    saved: float


class FreshCode(msgspec.Struct, frozen=True):
    """A new code, and when it expires; a recovery code does not."""

    code: str
    expires: float | None


class FreshLink(msgspec.Struct, frozen=True):
    """A new code for another device, when it expires, the address to open there, and its QR code (SVG)."""

    code: str
    expires: float | None
    address: str
    qr: str


class Holiday(msgspec.Struct, frozen=True):
    """A holiday of this many days, from now on."""

    days: Annotated[int, msgspec.Meta(ge=1, le=366)]


class HolidayView(msgspec.Struct, frozen=True):
    """When my holiday ends, if I am on one; how many days I have left this year, and of how many."""

    until: float | None
    days_left: int
    days_a_year: int


class Research(msgspec.Struct, frozen=True):
    """Whether matches that begin from now on may be given away for research."""

    agrees: bool


class ResearchView(msgspec.Struct, frozen=True):
    """The same as it stands, and since when I agree."""

    agrees: bool
    since: float | None


Colour = Literal["slate", "red", "orange", "gold", "green", "teal", "blue", "violet", "pink"]


class ProfileChange(msgspec.Struct, frozen=True):
    """Changes of a profile."""

    colour: Colour = "slate"
    shown: bool = False


class Count(msgspec.Struct, frozen=True):
    """Numbers of matches by result."""

    played: int
    won: int
    drawn: int
    lost: int


class Opponent(msgspec.Struct, frozen=True):
    """Results against (or with) one person, or bots of one level."""

    person: str | None
    bot: str | None
    name: str
    count: Count


class Length(msgspec.Struct, frozen=True):
    """How long a match took, in seconds; its id only if the reader may open it."""

    match: str | None
    seconds: float


class RatingView(msgspec.Struct, frozen=True):
    """A person's rating in a game, and its deviation; provisional while the deviation is large."""

    rating: int
    deviation: int
    provisional: bool
    matches: int


class GameStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """Statistics of a person's matches of one game."""

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


class LevelCount(msgspec.Struct, frozen=True):
    """Results of matches in which all others were bots of one level."""

    bot: str
    count: Count


class OptionCount(msgspec.Struct, frozen=True):
    """Results of matches with one value of an option."""

    option: str
    value: str
    count: Count


class PlayedMatch(msgspec.Struct, frozen=True, kw_only=True):
    """A match in a chart; its id only if the reader may open it."""

    match: str | None
    ended: float
    result: str | None
    points: int | None
    rating: int | None  # after it, if it was rated


class Opening(msgspec.Struct, frozen=True):
    """A first move: its notation, key and parameters of its name, and the results of matches that began with it."""

    move: str
    key: str
    params: dict[str, Any]
    count: Count


class MatchStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """Statistics of a person's latest matches of one game, without matches from given positions."""

    game: str
    all: Count
    most: int  # matches that are looked at
    by_level: list[LevelCount]
    by_players: dict[str, Count]
    by_seat: dict[str, Count]  # seats from 1
    by_side: dict[str, Count]  # by faction, say: keys of the game's messages
    by_option: list[OptionCount]
    matches: list[PlayedMatch]  # the latest of them, the oldest first
    openings: list[Opening]  # those chosen more than once
    opened: int  # matches whose first move is known


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """A profile as others may see it: only name and colour, unless the person shows more."""

    id: str
    name: str
    colour: str
    shown: bool
    since: float | None
    games: list[GameStatistics]


class Friend(msgspec.Struct, frozen=True):
    """A person I have played with."""

    id: str
    name: str
    colour: str
    matches: int
    last: float
    game: str  # the one we played last
    here: bool = False  # in the lobby now, and lets me see that


class RatedPerson(msgspec.Struct, frozen=True):
    """A line of a list of ratings."""

    id: str
    name: str
    colour: str
    rating: RatingView


class RatingList(msgspec.Struct, frozen=True):
    """A page of the best ratings of a game, and the fixed ratings of its bots."""

    people: list[RatedPerson]
    bots: dict[str, int]
    next: str | None
