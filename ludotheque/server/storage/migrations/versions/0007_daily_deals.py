"""Daily deals, and who has tried them."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add what they are stored in."""
    op.create_table(
        "daily_deals",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("seed", sa.LargeBinary(length=32), nullable=False),
        sa.Column("drawn", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("day", "game"),
    )
    op.create_table(
        "daily_tries",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("table", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.ForeignKeyConstraint(["table"], ["tables.id"]),
        sa.PrimaryKeyConstraint("day", "game", "person"),
    )
    op.create_index("daily_tries_by_table", "daily_tries", ["table"], unique=False)


def downgrade() -> None:
    """Drop them."""
    op.drop_table("daily_tries")
    op.drop_table("daily_deals")
