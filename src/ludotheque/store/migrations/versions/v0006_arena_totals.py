"""Sums over the matches of leagues, renewed with every result; indexes in which neighbours are written together."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
HAS_CONTENT = sa.text("content <> 0")


def upgrade() -> None:
    add_sums()
    op.drop_table("arena_groups")
    op.drop_index("arena_scores", "arena_seats")
    op.drop_column("arena_seats", "pairing")
    op.drop_column("arena_seats", "counted")
    op.drop_index("arena_matches_of_a_pairing", "arena_matches")
    op.drop_index("arena_matches_of_a_group", "arena_matches")
    op.drop_column("arena_matches", "seed_group")
    op.execute("UPDATE arena_matches SET content = 0 WHERE content = id")
    op.create_index("arena_matches_by_round", "arena_matches", ["pairing", "round"])
    op.create_index(
        "arena_matches_by_content",
        "arena_matches",
        ["content"],
        sqlite_where=HAS_CONTENT,
        postgresql_where=HAS_CONTENT,
    )


def add_sums() -> None:
    op.create_table(
        "arena_totals",
        sa.Column("pairing", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("entrant", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("verdict", sa.String, primary_key=True),
        sa.Column("counted", sa.Boolean, primary_key=True, autoincrement=False),
        sa.Column("matches", sa.BigInteger, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
        sa.Column("longest", sa.Float(53), nullable=False),
    )
    op.execute(
        "INSERT INTO arena_totals SELECT pairing, entrant, verdict, counted, count(*), sum(score), max(longest)"
        " FROM arena_seats GROUP BY pairing, entrant, verdict, counted"
    )
    op.drop_index("arena_patterns", "arena_groups")  # the table has its name
    op.create_table(
        "arena_patterns",
        sa.Column("pairing", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("pattern", sa.String, primary_key=True),
        sa.Column("groups", sa.BigInteger, nullable=False),
    )
    op.execute(
        "INSERT INTO arena_patterns SELECT pairing, pattern, count(*) FROM arena_groups GROUP BY pairing, pattern"
    )
