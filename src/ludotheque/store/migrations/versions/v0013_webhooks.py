"""Webhooks of contests, and what is to be sent to them."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "contest_webhooks",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("contest", sa.String, sa.ForeignKey("contests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("url", sa.String, nullable=False),
        sa.Column("secret", sa.String, nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
    )
    op.create_index("contest_webhooks_of_a_contest", "contest_webhooks", ["contest", "url"], unique=True)
    op.create_table(
        "contest_deliveries",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("webhook", sa.String, sa.ForeignKey("contest_webhooks.id", ondelete="CASCADE"), nullable=False),
        sa.Column("event", sa.String, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("due", sa.Float(53), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("status", sa.Integer),
        sa.Column("answer", sa.String, nullable=False),
    )
    op.create_index("contest_deliveries_waiting", "contest_deliveries", ["state", "due"])
    op.create_index("contest_deliveries_of_a_webhook", "contest_deliveries", ["webhook", "created"])
