"""Reviews of finished matches are stored."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Create the table of reviews."""
    op.create_table(
        "reviews",
        sa.Column("match", sa.String(24), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person", sa.String(16), sa.ForeignKey("people.id")),
        sa.Column("asked", sa.Float(), nullable=False),
        sa.Column("beat", sa.Float(), nullable=False),
        sa.Column("analysis", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("found", sa.LargeBinary()),
    )
    op.create_index("reviews_by_person", "reviews", ["person", "asked"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("reviews")
