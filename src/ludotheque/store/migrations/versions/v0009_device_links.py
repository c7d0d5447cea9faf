"""Links that take a profile to another device."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "device_links",
        sa.Column("digest", sa.String, primary_key=True),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
    )
