"""Results name the network that a bot asked."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add its digest; by which weights bots played before is not known."""
    op.add_column("results", sa.Column("network", sa.String(length=8)))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("results", "network")
