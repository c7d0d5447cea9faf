"""Clocks that run while a table is not in memory: deadlines, time for each turn, and the heartbeat of the site."""

import json
import time

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

HAS_DEADLINE = sa.text("deadline IS NOT NULL")
RUNNING = sa.text("SELECT id, awaited FROM tables WHERE over = false AND clock_start IS NOT NULL")
START = sa.text(
    "UPDATE seats SET deadline = :now + seconds_left WHERE table_id = :table AND seat = :seat AND kind = 'person'"
    " AND stand_in IS NULL AND withdrawn_why IS NULL"
)


def upgrade() -> None:
    op.add_column("tables", sa.Column("clock_per_turn", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("deadline", sa.Float(53)))
    op.create_index(
        "seats_by_deadline", "seats", ["deadline"], sqlite_where=HAS_DEADLINE, postgresql_where=HAS_DEADLINE
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("sweeper", sa.String, nullable=False),
        sa.Column("sweeper_until", sa.Float(53), nullable=False),
    )
    start_running_clocks()


def start_running_clocks() -> None:
    """Matches with a clock that go on begin to count now."""
    connection = op.get_bind()
    for id, awaited in connection.execute(RUNNING).all():
        seats = json.loads(awaited) if isinstance(awaited, str) else awaited  # SQLite has JSON as text
        for seat in seats or []:
            connection.execute(START, {"now": time.time(), "table": id, "seat": seat})
