"""What record format 2 holds: dice seeds, endings, random seeds, verdicts, withdrawals, results and times."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

TIME_IS_UP = "no time left on the clock"


def upgrade() -> None:
    op.add_column("tables", sa.Column("dice", sa.JSON))
    op.add_column("tables", sa.Column("ending", sa.JSON))
    for column in (
        sa.Column("random_seed", sa.BigInteger),
        sa.Column("verdict", sa.String, nullable=False, server_default="ok"),
        sa.Column("cause", sa.String, nullable=False, server_default=""),
        sa.Column("withdrawn_why", sa.String),
        sa.Column("withdrawn_ply", sa.Integer),
        sa.Column("rank", sa.Integer),
        sa.Column("result", sa.String),
        sa.Column("outcome", sa.JSON),
    ):
        op.add_column("seats", column)
    for name in ("wall", "cpu", "delay"):
        op.add_column("plies", sa.Column(name, sa.Float(53)))
    seats = sa.table("seats", *(sa.column(n) for n in ("kind", "seconds_left", "verdict", "cause", "withdrawn_why")))
    op.execute(seats.update().where(seats.c.kind == "friend").values(kind="empty"))
    late = seats.update().where(seats.c.seconds_left == 0.0)
    op.execute(late.values(verdict="timeout", cause=TIME_IS_UP, withdrawn_why="time"))
