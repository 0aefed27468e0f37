"""The room: results of finished matches, ratings, profiles, blocks, invitations, what somebody has put away, seeks."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

TOGETHER = ("gorynich",)  # of the games of that time, those that all win or lose together


def upgrade() -> None:
    """Add the tables; matches that are over get their results from what is stored of them."""
    op.add_column("people", sa.Column("colour", sa.String(length=16), nullable=False, server_default="slate"))
    op.add_column("people", sa.Column("shown", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("tables_by_end", "tables", ["phase", "listed", "ended", "id"], unique=False)
    op.create_table(
        "results",
        sa.Column("match", sa.String(length=24), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=True),
        sa.Column("bot", sa.String(length=24), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("started", sa.Float(), nullable=True),
        sa.Column("ended", sa.Float(), nullable=False),
        sa.Column("share", sa.Float(), nullable=True),
        sa.Column("result", sa.String(length=8), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("played_as", sa.String(length=80), nullable=True),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("before", sa.Float(), nullable=True),
        sa.Column("after", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["tables.id"]),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.PrimaryKeyConstraint("match", "seat"),
    )
    op.create_index("results_by_person", "results", ["person", "ended", "match"], unique=False)
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.PrimaryKeyConstraint("person", "game"),
    )
    op.create_index("ratings_by_game", "ratings", ["game", "rating", "person"], unique=False)
    op.create_table(
        "put_away",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("table", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.ForeignKeyConstraint(["table"], ["tables.id"]),
        sa.PrimaryKeyConstraint("person", "table"),
    )
    op.create_table(
        "blocks",
        sa.Column("by", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["people.id"]),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.PrimaryKeyConstraint("by", "person"),
    )
    op.create_index("blocks_by_person", "blocks", ["person"], unique=False)
    op.create_table(
        "invitations",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("table", sa.String(length=24), nullable=False),
        sa.Column("by", sa.String(length=16), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.ForeignKeyConstraint(["by"], ["people.id"]),
        sa.ForeignKeyConstraint(["table"], ["tables.id"]),
        sa.PrimaryKeyConstraint("person", "table"),
    )
    op.create_table(
        "seeks",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("terms", sa.String(length=80), nullable=False),
        sa.Column("wish", sa.JSON(), nullable=False),
        sa.Column("table", sa.String(length=24), nullable=True),
        sa.Column("seen", sa.Float(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.ForeignKeyConstraint(["table"], ["tables.id"]),
        sa.PrimaryKeyConstraint("person"),
    )
    op.create_index("seeks_by_terms", "seeks", ["terms", "created"], unique=False)
    _keep_results()


def _keep_results() -> None:
    connection = op.get_bind()
    tables = sa.table(
        "tables",
        *(sa.column(name) for name in ("id", "game", "phase", "started", "ended", "position")),
        sa.column("outcome", sa.JSON()),
    )
    seats = sa.table(
        "seats",
        *(sa.column(name) for name in ("table", "number", "kind", "person", "bot", "name")),
        sa.column("sat", sa.JSON()),
    )
    names = ("match", "seat", "person", "bot", "name", "game", "players", "started", "ended", "share", "result")
    results = sa.table("results", *(sa.column(name) for name in (*names, "points", "counted", "rated")))
    over = connection.execute(sa.select(tables).where(tables.c.phase == "over")).all()
    for table in over:
        outcome = table.outcome or {}
        shares, scores = outcome.get("shares") or [], outcome.get("scores") or []
        found = sa.select(seats).where(seats.c.table == table.id).order_by(seats.c.number)
        seated = connection.execute(found).all()
        rows = []
        for seat in seated:
            gone = seat.sat[-1] if seat.kind != "person" and seat.sat else None
            share = None if not shares else 0.0 if gone else shares[seat.number]
            rows.append(
                {
                    "match": table.id,
                    "seat": seat.number,
                    "person": gone or seat.person,
                    "bot": None if gone else seat.bot,
                    "name": seat.name,
                    "game": table.game,
                    "players": len(seated),
                    "started": table.started,
                    "ended": table.ended or 0.0,
                    "share": share,
                    "result": _verdict(share, shares, table.game in TOGETHER),
                    "points": scores[seat.number] if scores else None,
                    "counted": table.position is None and bool(shares),
                    "rated": False,
                }
            )
        if rows:
            connection.execute(sa.insert(results), rows)


def _verdict(share: float | None, shares: list[float], together: bool) -> str | None:
    if share is None:
        return None
    if share <= 0:
        return "lost"
    return "drawn" if not together and min(shares) == max(shares) else "won"


def downgrade() -> None:
    """Drop them."""
    for name in ("seeks", "invitations", "blocks", "put_away", "ratings", "results"):
        op.drop_table(name)
    op.drop_index("tables_by_end", "tables")
    for table, columns in (("tables", ("rated",)), ("people", ("shown", "colour"))):
        with op.batch_alter_table(table) as batch:
            for name in columns:
                batch.drop_column(name)
