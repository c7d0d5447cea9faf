"""Results of matches with people, which stay when their tables are removed."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("ended", sa.Float(53), nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("person", sa.String),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("result", sa.String, nullable=False),
        sa.Column("verdict", sa.String, nullable=False),
    )
    op.create_index("results_of_a_person", "results", ["person", "ended"])
    op.execute(
        "INSERT INTO results (table_id, seat, game, ended, kind, name, person, rank, result, verdict)"
        " SELECT id, seat, game, touched, kind, name, person, rank, result, verdict"
        " FROM tables JOIN seats ON seats.table_id = tables.id WHERE over AND rank IS NOT NULL AND result IS NOT NULL"
        " AND EXISTS (SELECT 1 FROM seats AS other WHERE other.table_id = tables.id AND other.person IS NOT NULL)"
    )
