"""Finished matches may be brought along as records, with the seed of their deal."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the column; all matches until now were dealt here."""
    op.add_column("tables", sa.Column("dealt", sa.Text()))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("tables", "dealt")
