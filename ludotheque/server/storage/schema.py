"""What is stored, as the program uses it; `migrations/` makes it so."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("webhook", String(500)),  # where his turns are announced
    Column("colour", String(16), nullable=False, server_default="slate"),
    Column("shown", Boolean, nullable=False, server_default=false()),  # whether others may read his profile
)

# What proves who somebody is: only hashes. A device keeps its key; a link and a recovery code work once.
keys = Table(
    "keys",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("person", String(16), ForeignKey("people.id"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("expires", Float),
    Index("keys_by_person", "person", "kind"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", String(20), nullable=False),
    Column("options", JSON, nullable=False),
    Column("host", String(16), ForeignKey("people.id"), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("takeover", String(16), nullable=False),
    Column("clock", JSON),
    Column("phase", String(16), nullable=False),
    Column("seed", LargeBinary(32), nullable=False),
    Column("position", Text),
    Column("actors", JSON, nullable=False),  # the seats that owe a decision: what a list of matches shows
    Column("due", Float),  # when the first of them runs out of time
    Column("outcome", JSON),
    Column("rematch_of", String(24)),
    Column("rematch", String(24)),
    Column("fork_of", String(24)),  # the finished match that it goes on from
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("tournament", String(24)),  # that the match belongs to
    Column("daily", String(10)),  # the day whose deal is tried at it
    Column("asked", JSON),  # what seats propose that others must agree to, until the next entry that all see
    Column("removed", JSON),  # the people whom the host has sent away from the match: they do not sit down again
    Column("version", Integer, nullable=False, server_default="0"),  # grows when the table or its seats change
    Column("created", Float, nullable=False),
    Column("started", Float),
    Column("ended", Float),
    Index("tables_by_phase", "phase", "listed", "created"),
    Index("tables_by_due", "due"),
    Index("tables_by_end", "phase", "listed", "ended", "id"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("person", String(16), ForeignKey("people.id")),
    Column("bot", String(24)),
    Column("name", String(40), nullable=False),
    Column("brought", JSON, nullable=False),
    Column("sat", JSON, nullable=False),  # everyone who ever sat here: nobody plays two hands in turn
    Column("pledge", LargeBinary(32)),
    Column("contribution", LargeBinary(64)),
    Column("auto", Boolean, nullable=False, server_default="0"),  # forced decisions are made for whoever sits here
    Column("conditional", JSON),  # conditional moves that whoever sits here has left
    Index("seats_by_person", "person"),
)

# The truth about a match: an append-only list. Its key decides between two who append at once.
decisions = Table(
    "decisions",
    metadata,
    Column("match", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("moves", JSON, nullable=False),
    Column("target", Integer),
    Column("client", String(40)),
    Column("noticed", Integer, nullable=False),
    Column("steps", LargeBinary, nullable=False),
    Column("at", Float, nullable=False),
    Index("decisions_by_client", "match", "seat", "client"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("match", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("layout", String(16), nullable=False),
    Column("record", LargeBinary, nullable=False),
    Column("text", Text, nullable=False),
    Column("standing", LargeBinary, nullable=False),
)

talk = Table(
    "talk",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table", String(24), ForeignKey("tables.id"), nullable=False),
    Column("person", String(16), ForeignKey("people.id"), nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", String(500), nullable=False),
    Column("at", Float, nullable=False),
    Index("talk_by_table", "table", "id"),
)

notes = Table(
    "notes",
    metadata,
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("text", Text, nullable=False),
)

# What somebody keeps for seats to come: a deck, by a name of his own.
shelf = Table(
    "shelf",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", String(16), ForeignKey("people.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("option", String(40), nullable=False),
    Column("name", String(80), nullable=False),
    Column("value", Text, nullable=False),
    Column("saved", Float, nullable=False),
    UniqueConstraint("person", "game", "option", "name", name="shelf_by_name"),
)

# Who of several processes plays the bots of a table and runs its clocks: until when.
leases = Table(
    "leases",
    metadata,
    Column("match", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("holder", String(24), nullable=False),
    Column("until", Float, nullable=False),
)

# The browsers that take messages for somebody while no page is open.
pushes = Table(
    "pushes",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),  # of the endpoint
    Column("person", String(16), ForeignKey("people.id"), nullable=False),
    Column("endpoint", String(1000), nullable=False),
    Column("key", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(2), nullable=False),
    Column("created", Float, nullable=False),
    Index("pushes_by_person", "person"),
)

# What all processes of this server share: the key that it signs its push messages with.
house = Table(
    "house",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

mutes = Table(
    "mutes",
    metadata,
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
    Column(
        "by", String(16), ForeignKey("people.id"), primary_key=True
    ),  # the host mutes for all, others for themselves
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
)

# How finished matches ended for everybody at them: what histories, statistics and ratings are made of.
results = Table(
    "results",
    metadata,
    Column("match", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(16), ForeignKey("people.id")),  # who sat there to the end, or left
    Column("bot", String(24)),
    Column("network", String(8)),  # the digest of the one that the bot asked, if it asked one
    Column("name", String(40), nullable=False),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("started", Float),
    Column("ended", Float, nullable=False),
    Column("share", Float),  # of the win; none where an upgrade closed the match
    Column("result", String(8)),  # won, drawn, lost
    Column("points", Integer),
    Column("played_as", String(80)),  # a faction, say: the key of its name in the game's messages
    Column("counted", Boolean, nullable=False),  # in statistics: not if it began from a given position
    Column("rated", Boolean, nullable=False),
    Column("before", Float),  # the rating of who sat there …
    Column("after", Float),  # … and what the match made of it
    Index("results_by_person", "person", "ended", "match"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Index("ratings_by_game", "game", "rating", "person"),
)

# The matches that somebody does not want to see in his list any more.
put_away = Table(
    "put_away",
    metadata,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
)

# When somebody was on holiday, or is until `until`: the clocks of his matches of days a move stand still.
holidays = Table(
    "holidays",
    metadata,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("since", Float, primary_key=True),
    Column("until", Float, nullable=False),
)

# Who does not want to play with whom.
blocks = Table(
    "blocks",
    metadata,
    Column("by", String(16), ForeignKey("people.id"), primary_key=True),
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Index("blocks_by_person", "person"),
)

# Who was asked to a table by name.
invitations = Table(
    "invitations",
    metadata,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("by", String(16), ForeignKey("people.id"), nullable=False),
    Column("at", Float, nullable=False),
)

# Who looks for a match, on what terms; `table` is where he found one.
seeks = Table(
    "seeks",
    metadata,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("terms", String(80), nullable=False),  # only equal ones fit
    Column("wish", JSON, nullable=False),
    Column("table", String(24), ForeignKey("tables.id")),
    Column("seen", Float, nullable=False),  # when his page last asked
    Column("created", Float, nullable=False),
    Index("seeks_by_terms", "terms", "created"),
)

# Matches that belong together, with standings; `due` is when somebody has to look what happens next.
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("game", String(40), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("options", JSON, nullable=False),
    Column("clock", JSON, nullable=False),
    Column("seats", Integer, nullable=False),  # at a table
    Column("rated", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("host", String(16), ForeignKey("people.id"), nullable=False),
    Column("phase", String(16), nullable=False),
    Column("rounds", Integer),  # as asked for; once it has begun, as many as there are
    Column("round", Integer, nullable=False),
    Column("most", Integer, nullable=False),  # who may enter
    Column("minutes", Float),  # that an arena lasts
    Column("pause", Float, nullable=False),  # seconds from one round to the next
    Column("patience", Float, nullable=False),  # seconds until who has not moved has not come
    Column("starts", Float),  # by itself; without, the host begins it, or the last who may enter
    Column("started", Float),
    Column("ends", Float),
    Column("ended", Float),
    Column("due", Float),
    Column("version", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Index("tournaments_by_due", "due"),
    Index("tournaments_by_phase", "phase", "listed", "created", "id"),
)

entrants = Table(
    "entrants",
    metadata,
    Column("tournament", String(24), ForeignKey("tournaments.id"), primary_key=True),
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("seed", Integer, nullable=False),
    Column("rating", Float),  # when he entered
    Column("brought", JSON, nullable=False),
    Column("active", Boolean, nullable=False),  # wants to be paired
    Column("entered", Float, nullable=False),
    Index("entrants_by_person", "person"),
)

pairings = Table(
    "pairings",
    metadata,
    Column("tournament", String(24), ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("slot", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("table", String(24), ForeignKey("tables.id")),
    Column("players", JSON, nullable=False),  # people, by seat
    Column("points", JSON(none_as_null=True)),
    Column("ended", Float),
)

# One deal a day and game, the same for all; its seed is told when the day is over.
daily_deals = Table(
    "daily_deals",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("seed", LargeBinary(32), nullable=False),
    Column("drawn", Float, nullable=False),
)

daily_tries = Table(
    "daily_tries",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("table", String(24), ForeignKey("tables.id"), nullable=False),
    Index("daily_tries_by_table", "table"),
)
