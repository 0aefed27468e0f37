"""Tables know whether they are a try at the deal of a day."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the day; tries that were stored before get it."""
    op.add_column("tables", sa.Column("daily", sa.String(length=10), nullable=True))
    tables = sa.table("tables", sa.column("id"), sa.column("daily"))
    tries = sa.table("daily_tries", sa.column("table"), sa.column("day"))
    day = sa.select(tries.c.day).where(tries.c.table == tables.c.id).scalar_subquery()
    op.execute(sa.update(tables).where(tables.c.id.in_(sa.select(tries.c.table))).values(daily=day))


def downgrade() -> None:
    """Drop it."""
    with op.batch_alter_table("tables") as batch:
        batch.drop_column("daily")
