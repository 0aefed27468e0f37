"""Tournaments: what they are, who takes part, who met whom."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add what they are stored in."""
    op.add_column("tables", sa.Column("tournament", sa.String(length=24), nullable=True))
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("clock", sa.JSON(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("host", sa.String(length=16), nullable=False),
        sa.Column("phase", sa.String(length=16), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=True),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.Column("minutes", sa.Float(), nullable=True),
        sa.Column("pause", sa.Float(), nullable=False),
        sa.Column("patience", sa.Float(), nullable=False),
        sa.Column("starts", sa.Float(), nullable=True),
        sa.Column("started", sa.Float(), nullable=True),
        sa.Column("ends", sa.Float(), nullable=True),
        sa.Column("ended", sa.Float(), nullable=True),
        sa.Column("due", sa.Float(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["host"], ["people.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("tournaments_by_due", "tournaments", ["due"], unique=False)
    op.create_index("tournaments_by_phase", "tournaments", ["phase", "listed", "created", "id"], unique=False)
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String(length=24), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=True),
        sa.Column("brought", sa.JSON(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("entered", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"]),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.PrimaryKeyConstraint("tournament", "person"),
    )
    op.create_index("entrants_by_person", "entrants", ["person"], unique=False)
    op.create_table(
        "pairings",
        sa.Column("tournament", sa.String(length=24), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("table", sa.String(length=24), nullable=True),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("points", sa.JSON(), nullable=True),
        sa.Column("ended", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"]),
        sa.ForeignKeyConstraint(["table"], ["tables.id"]),
        sa.PrimaryKeyConstraint("tournament", "round", "number"),
    )


def downgrade() -> None:
    """Drop them."""
    for name in ("pairings", "entrants", "tournaments"):
        op.drop_table(name)
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("tournament")
