"""The tables of the database. A change here needs a migration in `migrations/versions`."""

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
    Column("webhook", String(500)),  # URL that their turns are announced to
    Column("colour", String(16), nullable=False, server_default="slate"),
    Column("shown", Boolean, nullable=False, server_default=false()),  # whether others may read the profile
    Column("research", Float),  # since when matches that begin may be given away for research
)

# Hashes of device keys, login links and recovery codes; the latter two work once.
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
    Column("dealt", Text),  # the seed of a finished match that was brought along as a record
    Column("actors", JSON, nullable=False),  # the seats that have to decide, for lists of matches
    Column("turned", Float),  # when the seats that have to decide last changed
    Column("due", Float),  # when the first of their clocks runs out
    Column("round", Integer),  # that is played, where a game counts rounds
    Column("scores", JSON),  # the points of each seat that everybody knows
    Column("outcome", JSON),
    Column("rematch_of", String(24)),
    Column("rematch", String(24)),
    Column("fork_of", String(24)),  # the finished match that this one continues
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("sought", Boolean, nullable=False, server_default=false()),  # a search brought the players together
    Column("tournament", String(24)),  # the tournament of the match
    Column("daily", String(10)),  # the day whose daily deal is played
    Column("asked", JSON),  # open proposals, until the next entry that everybody sees
    Column("removed", JSON),  # people whom the host removed: they can't sit down again
    Column("version", Integer, nullable=False, server_default="0"),  # increases when the table or its seats change
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
    Column("sat", JSON, nullable=False),  # everyone who ever sat here: nobody may play two seats in turn
    Column("pledge", LargeBinary(32)),
    Column("contribution", LargeBinary(64)),
    Column("auto", Boolean, nullable=False, server_default="0"),  # whether forced decisions are made for the player
    Column("conditional", JSON),  # the player's conditional moves
    Index("seats_by_person", "person"),
)

# The log of each match, append-only. The primary key decides between two processes that append at once.
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

# Saved decks.
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

# Leases: the process that plays the bots of a table and runs its clocks.
leases = Table(
    "leases",
    metadata,
    Column("match", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("holder", String(24), nullable=False),
    Column("until", Float, nullable=False),
)

# Web push subscriptions.
pushes = Table(
    "pushes",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),  # hash of the endpoint
    Column("person", String(16), ForeignKey("people.id"), nullable=False),
    Column("endpoint", String(1000), nullable=False),
    Column("key", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(2), nullable=False),
    Column("created", Float, nullable=False),
    Index("pushes_by_person", "person"),
)

# Values that all processes share: the push key, bans, tables to be closed.
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
    ),  # the host mutes for everybody, others for themselves
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
)

# The result of each seat of finished matches, for histories, statistics and ratings.
results = Table(
    "results",
    metadata,
    Column("match", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(16), ForeignKey("people.id")),  # who sat there at the end, or left
    Column("bot", String(24)),
    Column("network", String(8)),  # the digest of the bot's network, if it has one
    Column("name", String(40), nullable=False),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("started", Float),
    Column("ended", Float, nullable=False),
    Column("share", Float),  # of the win; NULL if an upgrade closed the match
    Column("result", String(8)),  # won, drawn, lost
    Column("points", Integer),
    Column("played_as", String(80)),  # message key, for example of a faction
    Column(
        "counted", Boolean, nullable=False
    ),  # whether it counts in statistics: not if it began from a given position
    Column("rated", Boolean, nullable=False),
    Column("before", Float),  # rating before the match …
    Column("after", Float),  # … and after it
    Index("results_by_person", "person", "ended", "match"),
)

# Reviews of finished matches: what each decision was worth. One that has stopped goes on from what is stored.
reviews = Table(
    "reviews",
    metadata,
    Column("match", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("person", String(16), ForeignKey("people.id")),  # who asked for it
    Column("asked", Float, nullable=False),
    Column("beat", Float, nullable=False),  # when the process that makes it last stored something
    Column("analysis", Integer, nullable=False),  # the version of the analysis
    Column("state", String(8), nullable=False),  # making, done, failed
    Column("found", LargeBinary),  # compressed JSON
    Index("reviews_by_person", "person", "asked"),
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

# Problems: what they turned out to be worth, who tried which, and the rating of each person who did.
problem_stats = Table(
    "problem_stats",
    metadata,
    Column("problem", String(80), primary_key=True),  # game/id
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("right", Integer, nullable=False),
    Column("at", Float, nullable=False),
)

problem_ratings = Table(
    "problem_ratings",
    metadata,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("right", Integer, nullable=False),
    Column("at", Float, nullable=False),
)

problem_tries = Table(
    "problem_tries",
    metadata,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("problem", String(80), primary_key=True),
    Column("move", String(200)),  # the first answer; NULL: the solution was shown instead
    Column("right", Boolean, nullable=False),  # the first answer
    Column("solved", Boolean, nullable=False),  # by now
    Column("daily", String(10)),  # the day whose problem it was
    Column("after", Float, nullable=False),  # the person's rating after it
    Column("at", Float, nullable=False),
    Index("problem_tries_by_time", "person", "at"),
    Index("problem_tries_by_problem", "problem"),
)

# A person's own mistakes, to be solved again when they are due.
mistakes = Table(
    "mistakes",
    metadata,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("match", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the decision
    Column("seat", Integer, nullable=False),
    Column("game", String(40), nullable=False),
    Column("loss", Float, nullable=False),
    Column("verdict", JSON, nullable=False),  # the decision's verdict as the review tells it
    Column("card", JSON, nullable=False),  # the state of the spaced repetition
    Column("due", Float, nullable=False),
    Column("days", Float, nullable=False),  # between the last answer and the next
    Column("added", Float, nullable=False),
    Column("answered", Float),  # last
    Index("mistakes_by_due", "person", "due"),
    Index("mistakes_by_match", "match"),
)

# Days (UTC) on which a person solved at least one of their mistakes.
practice_days = Table(
    "practice_days",
    metadata,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("day", String(10), primary_key=True),
)

# Matches that a person has hidden from their list.
put_away = Table(
    "put_away",
    metadata,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
)

# Holidays: the person's clocks in correspondence matches stand still.
holidays = Table(
    "holidays",
    metadata,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("since", Float, primary_key=True),
    Column("until", Float, nullable=False),
)

# Blocks between people.
blocks = Table(
    "blocks",
    metadata,
    Column("by", String(16), ForeignKey("people.id"), primary_key=True),
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Index("blocks_by_person", "person"),
)

# Invitations to tables.
invitations = Table(
    "invitations",
    metadata,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("table", String(24), ForeignKey("tables.id"), primary_key=True),
    Column("by", String(16), ForeignKey("people.id"), nullable=False),
    Column("at", Float, nullable=False),
)

# Requests for an opponent; `table` is the match that was found.
seeks = Table(
    "seeks",
    metadata,
    Column("person", String(16), ForeignKey("people.id"), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("terms", String(80), nullable=False),  # only equal terms match
    Column("wish", JSON, nullable=False),
    Column("table", String(24), ForeignKey("tables.id")),
    Column("seen", Float, nullable=False),  # when the page last asked
    Column("created", Float, nullable=False),
    Index("seeks_by_terms", "terms", "created"),
)

# Tournaments; `due` is the time of the next step.
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("game", String(40), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("options", JSON, nullable=False),
    Column("clock", JSON, nullable=False),
    Column("seats", Integer, nullable=False),  # seats at a table
    Column("rated", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("host", String(16), ForeignKey("people.id"), nullable=False),
    Column("phase", String(16), nullable=False),
    Column("rounds", Integer),  # as requested; after the start, the actual number
    Column("round", Integer, nullable=False),
    Column("most", Integer, nullable=False),  # most entrants
    Column("minutes", Float),  # duration of an arena
    Column("pause", Float, nullable=False),  # seconds between two rounds
    Column("patience", Float, nullable=False),  # seconds until a player who has not moved forfeits
    Column("starts", Float),  # start time; without, the host or the last entrant starts it
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
    Column("rating", Float),  # at entry
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
    Column("players", JSON, nullable=False),  # people by seat
    Column("points", JSON(none_as_null=True)),
    Column("ended", Float),
)

# Daily deals, the same for everybody; the seed is published when the day is over.
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
