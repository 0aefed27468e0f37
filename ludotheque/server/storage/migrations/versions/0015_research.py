"""People may agree that their matches are given away for research."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the column; nobody has agreed yet."""
    op.add_column("people", sa.Column("research", sa.Float()))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("people", "research")
