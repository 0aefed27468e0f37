"""When a clock runs out, whose forced decisions are made, where turns are announced."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns."""
    op.add_column("people", sa.Column("webhook", sa.String(length=500), nullable=True))
    op.add_column("tables", sa.Column("due", sa.Float(), nullable=True))
    op.create_index("tables_by_due", "tables", ["due"], unique=False)
    op.add_column("seats", sa.Column("auto", sa.Boolean(), nullable=False, server_default="0"))
    # A clock that ran under the program before is looked at once, and then says itself when it runs out.
    op.execute("UPDATE tables SET due = 0 WHERE phase = 'playing' AND clock IS NOT NULL")


def downgrade() -> None:
    """Drop them."""
    with op.batch_alter_table("seats") as batch:
        batch.drop_column("auto")
    op.drop_index("tables_by_due", table_name="tables")
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("due")
    with op.batch_alter_table("people") as batch:
        batch.drop_column("webhook")
