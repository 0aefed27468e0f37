"""People whom the host has sent away from a running match."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Remember them with the table."""
    op.add_column("tables", sa.Column("removed", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Forget them."""
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("removed")
