"""Requests for a rematch outlive the process."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("tables", sa.Column("rematch_asked", sa.JSON))
    op.add_column("tables", sa.Column("rematch_id", sa.String))
