"""Contests: teams, members and keys, versions of bots, jobs for workers, boards and the log of actions."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "contest_contents",
        sa.Column("digest", sa.String, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "contest_keys",
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("owner", sa.String, nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
    )
    op.create_index("contest_keys_of_an_owner", "contest_keys", ["kind", "owner"])
    op.create_table(
        "contest_log",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("contest", sa.String, nullable=False),
        sa.Column("at", sa.Float(53), nullable=False),
        sa.Column("who", sa.String, nullable=False),
        sa.Column("action", sa.String, nullable=False),
        sa.Column("facts", sa.JSON, nullable=False),
    )
    op.create_index("contest_log_of_a_contest", "contest_log", ["contest", "at"])
    op.create_table(
        "contest_workers",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("seen", sa.Float(53), nullable=False),
        sa.Column("slots", sa.Integer, nullable=False),
    )
    op.create_table(
        "contests",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("opening", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("languages", sa.JSON, nullable=False),
        sa.Column("practice", sa.JSON, nullable=False),
        sa.Column("limits", sa.JSON, nullable=False),
        sa.Column("zone", sa.String, nullable=False),
        sa.Column("starts", sa.Float(53), nullable=False),
        sa.Column("ends", sa.Float(53), nullable=False),
        sa.Column("freezes", sa.Float(53)),
        sa.Column("invitation", sa.String),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("paused", sa.Boolean, nullable=False),
        sa.Column("final_round", sa.Integer, nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
    )
    op.create_table(
        "contest_boards",
        sa.Column("contest", sa.String, sa.ForeignKey("contests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("at", sa.Float(53), primary_key=True),
        sa.Column("rows", sa.JSON, nullable=False),
    )
    op.create_table(
        "contest_jobs",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("contest", sa.String, sa.ForeignKey("contests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("team", sa.String),
        sa.Column("version", sa.Integer),
        sa.Column("tasks", sa.JSON, nullable=False),
        sa.Column("pairing", sa.BigInteger),
        sa.Column("round", sa.Integer),
        sa.Column("match_id", sa.BigInteger),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("worker", sa.String, nullable=False),
        sa.Column("until", sa.Float(53), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("failure", sa.String, nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
        sa.Column("finished", sa.Float(53)),
    )
    op.create_index("contest_jobs_of_a_contest", "contest_jobs", ["contest", "state", "finished"])
    op.create_index("contest_jobs_of_a_match", "contest_jobs", ["match_id"])
    op.create_index("contest_jobs_of_a_pairing", "contest_jobs", ["pairing"])
    op.create_index("contest_jobs_waiting", "contest_jobs", ["state", "rank", "created"])
    op.create_table(
        "contest_teams",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("contest", sa.String, sa.ForeignKey("contests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("folded", sa.String, nullable=False),
        sa.Column("code_hash", sa.String, nullable=False),
        sa.Column("active", sa.Integer),
        sa.Column("disqualified", sa.String),
        sa.Column("created", sa.Float(53), nullable=False),
    )
    op.create_index("contest_teams_by_name", "contest_teams", ["contest", "folded"], unique=True)
    op.create_table(
        "contest_members",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("team", sa.String, sa.ForeignKey("contest_teams.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created", sa.Float(53), nullable=False),
    )
    op.create_index("contest_members_of_a_team", "contest_members", ["team"])
    op.create_table(
        "contest_versions",
        sa.Column("team", sa.String, sa.ForeignKey("contest_teams.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("main", sa.String, nullable=False),
        sa.Column("digest", sa.String, nullable=False),
        sa.Column("entrant", sa.String, nullable=False),
        sa.Column("language", sa.String, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("report", sa.JSON),
        sa.Column("wants_active", sa.Boolean, nullable=False),
        sa.Column("member", sa.String, nullable=False),
        sa.Column("submitted", sa.Float(53), nullable=False),
    )
    op.create_index("contest_versions_by_content", "contest_versions", ["digest"])
    op.create_index("contest_versions_by_entrant", "contest_versions", ["entrant"])
