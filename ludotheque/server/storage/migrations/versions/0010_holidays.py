"""People go on holiday."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add what they are stored in; nobody has been away."""
    op.create_table(
        "holidays",
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.PrimaryKeyConstraint("person", "since"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("holidays")
