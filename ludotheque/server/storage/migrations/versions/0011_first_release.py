"""The schema of the first release. It creates nothing: a new database gets today's schema, and skips all migrations."""

revision = "0011"
down_revision = None


def upgrade() -> None:
    """Do nothing: databases of this revision exist already."""


def downgrade() -> None:
    """Do nothing: there is no earlier revision."""
