"""Tables with their seats and plies, uploaded records, and the secret that signs sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "secrets",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("clock_start", sa.Float(53)),
        sa.Column("clock_added", sa.Float(53)),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("touched", sa.Float(53), nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
    )
    op.create_index("tables_going_on", "tables", ["over", "touched"])
    op.create_index("tables_of_an_owner", "tables", ["owner", "over"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("person", sa.String),
        sa.Column("bot", sa.String),
        sa.Column("invite", sa.String),
        sa.Column("stand_in", sa.String),
        sa.Column("seconds_left", sa.Float(53)),
    )
    op.create_index("seats_of_a_person", "seats", ["person"])
    op.create_table(
        "plies",
        sa.Column("table_id", sa.String, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("move", sa.String, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("note", sa.JSON),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
    )
    op.create_index("records_of_a_person", "records", ["person", "at"])
