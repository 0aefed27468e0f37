"""Tables know whether a search found their players."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the column; of earlier tables it is not known."""
    op.add_column("tables", sa.Column("sought", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("tables", "sought")
