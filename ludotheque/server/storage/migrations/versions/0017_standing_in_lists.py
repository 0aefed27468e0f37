"""Lists of matches tell how a match stands: its round, its public points, and since when the turn has been the same."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the columns; a running match fills them with its next entry."""
    op.add_column("tables", sa.Column("turned", sa.Float()))
    op.add_column("tables", sa.Column("round", sa.Integer()))
    op.add_column("tables", sa.Column("scores", sa.JSON()))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("tables", "scores")
    op.drop_column("tables", "round")
    op.drop_column("tables", "turned")
