"""Problems with their ratings, and the mistakes that people solve again."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "problem_stats",
        sa.Column("problem", sa.String(80), primary_key=True),
        *_rating(),
    )
    op.create_table("problem_ratings", _person(), *_rating())
    op.create_table(
        "problem_tries",
        _person(),
        sa.Column("problem", sa.String(80), primary_key=True),
        sa.Column("move", sa.String(200)),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.Column("solved", sa.Boolean(), nullable=False),
        sa.Column("daily", sa.String(10)),
        sa.Column("after", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("problem_tries_by_time", "problem_tries", ["person", "at"])
    op.create_index("problem_tries_by_problem", "problem_tries", ["problem"])
    op.create_table(
        "mistakes",
        _person(),
        sa.Column("match", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("loss", sa.Float(), nullable=False),
        sa.Column("verdict", sa.JSON(), nullable=False),
        sa.Column("card", sa.JSON(), nullable=False),
        sa.Column("due", sa.Float(), nullable=False),
        sa.Column("days", sa.Float(), nullable=False),
        sa.Column("added", sa.Float(), nullable=False),
        sa.Column("answered", sa.Float()),
    )
    op.create_index("mistakes_by_due", "mistakes", ["person", "due"])
    op.create_index("mistakes_by_match", "mistakes", ["match"])
    op.create_table("practice_days", _person(), sa.Column("day", sa.String(10), primary_key=True))


def _person() -> sa.Column[str]:
    return sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), primary_key=True)


def _rating() -> tuple[sa.Column[float], ...]:
    numbers = [sa.Column(name, sa.Float(), nullable=False) for name in ("rating", "deviation", "volatility")]
    counts = [sa.Column(name, sa.Integer(), nullable=False) for name in ("tries", "right")]
    return (*numbers, *counts, sa.Column("at", sa.Float(), nullable=False))  # type: ignore[arg-type]


def downgrade() -> None:
    """Drop them."""
    for name in ("practice_days", "mistakes", "problem_tries", "problem_ratings", "problem_stats"):
        op.drop_table(name)
