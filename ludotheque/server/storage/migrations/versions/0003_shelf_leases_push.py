"""Personal shelves, forks, leases of several processes, push messages."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the tables, and what a table needs to be looked at by several processes."""
    op.add_column("tables", sa.Column("fork_of", sa.String(length=24), nullable=True))
    op.add_column("tables", sa.Column("asked", sa.JSON(), nullable=True))
    op.add_column("tables", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "shelf",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("option", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("saved", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("person", "game", "option", "name", name="shelf_by_name"),
    )
    op.create_table(
        "leases",
        sa.Column("match", sa.String(length=24), nullable=False),
        sa.Column("holder", sa.String(length=24), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["tables.id"]),
        sa.PrimaryKeyConstraint("match"),
    )
    op.create_table(
        "pushes",
        sa.Column("hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("person", sa.String(length=16), nullable=False),
        sa.Column("endpoint", sa.String(length=1000), nullable=False),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("auth", sa.String(length=40), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index("pushes_by_person", "pushes", ["person"], unique=False)
    op.create_table(
        "house",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )


def downgrade() -> None:
    """Drop them."""
    for name in ("house", "pushes", "leases", "shelf"):
        op.drop_table(name)
    with op.batch_alter_table("tables") as batch:
        for name in ("version", "asked", "fork_of"):
            batch.drop_column(name)
