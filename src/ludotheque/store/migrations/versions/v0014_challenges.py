"""Challenges: people who play against the bots of a contest."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "contest_challenges",
        sa.Column("table_id", sa.String, primary_key=True),
        sa.Column("contest", sa.String, sa.ForeignKey("contests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("team", sa.String, sa.ForeignKey("contest_teams.id", ondelete="CASCADE"), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("entrant", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("job", sa.String, nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
    )
    op.create_index("contest_challenges_of_a_contest", "contest_challenges", ["contest", "created"])
    op.create_index("contest_challenges_of_a_team", "contest_challenges", ["team"])
    op.create_index("contest_challenges_of_a_person", "contest_challenges", ["person"])
    op.create_index("contest_challenges_by_job", "contest_challenges", ["job"])
