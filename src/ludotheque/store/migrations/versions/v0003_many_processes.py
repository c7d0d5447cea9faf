"""What several server processes need: who is alive, who has which table, rate limits, and lists without loading."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("process", sa.String, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "buckets",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("left", sa.Float(53), nullable=False),
        sa.Column("filled_at", sa.Float(53), nullable=False),
        sa.Column("full_at", sa.Float(53), nullable=False),
    )
    op.create_index("buckets_by_age", "buckets", ["full_at"])
    op.add_column("tables", sa.Column("awaited", sa.JSON))
    op.add_column("tables", sa.Column("moves", sa.Integer))
