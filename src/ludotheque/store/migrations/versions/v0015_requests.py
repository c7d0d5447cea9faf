"""Requests to take back, offers of a draw and of resignation outlive the process."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("tables", sa.Column("requests", sa.JSON))
