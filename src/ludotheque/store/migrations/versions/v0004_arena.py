"""Matches between bots: series, entrants, who met whom, matches with their seats, groups of a seed, records."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")  # SQLite's own row number


def upgrade() -> None:
    op.create_table(
        "arena_series",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("about", sa.JSON, nullable=False),
        sa.Column("seconds", sa.Float(53), nullable=False),
    )
    op.create_table(
        "arena_entrants",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("digest", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
    )
    op.create_table(
        "arena_pairings",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("series", sa.BigInteger, nullable=False),
        sa.Column("bots", sa.String, nullable=False),
    )
    op.create_index("arena_pairings_of_a_series", "arena_pairings", ["series"])
    op.create_table(
        "arena_matches",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("pairing", sa.BigInteger, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("seed_group", sa.BigInteger, nullable=False),
        sa.Column("lineup", sa.String, nullable=False),
        sa.Column("ranks", sa.String, nullable=False),
        sa.Column("content", sa.BigInteger, nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.Column("plies", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Float(53), nullable=False),
    )
    op.create_index("arena_matches_of_a_pairing", "arena_matches", ["pairing", "content"])
    op.create_index("arena_matches_of_a_group", "arena_matches", ["seed_group"])
    op.create_table(
        "arena_seats",
        sa.Column("match_id", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("pairing", sa.BigInteger, nullable=False),
        sa.Column("entrant", sa.BigInteger, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
        sa.Column("verdict", sa.String, nullable=False),
        sa.Column("cause", sa.String, nullable=False),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.Column("total", sa.Float(53), nullable=False),
        sa.Column("longest", sa.Float(53), nullable=False),
        sa.Column("counted", sa.Boolean, nullable=False),
    )
    op.create_index("arena_scores", "arena_seats", ["pairing", "entrant", "verdict", "counted", "score"])
    op.create_table(
        "arena_groups",
        sa.Column("id", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("pairing", sa.BigInteger, nullable=False),
        sa.Column("pattern", sa.String, nullable=False),
    )
    op.create_index("arena_patterns", "arena_groups", ["pairing", "pattern"])
    op.create_table(
        "arena_records",
        sa.Column("match_id", NUMBER, primary_key=True, autoincrement=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
