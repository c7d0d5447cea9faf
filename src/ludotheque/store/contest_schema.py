"""What the database holds of contests; their matches are in the tables of leagues (schema.py)."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
)

from ludotheque.store.schema import TRANSIENT, metadata

__all__ = ["metadata"]  # of all tables


def _contest(is_key: bool = False) -> Column[str]:
    """Whatever belongs to a contest goes with it."""
    link = ForeignKey("contests.id", ondelete="CASCADE")
    return Column("contest", String, link, primary_key=is_key, nullable=False)


def _team(is_key: bool = False) -> Column[str]:
    link = ForeignKey("contest_teams.id", ondelete="CASCADE")
    return Column("team", String, link, primary_key=is_key, nullable=False)


contests = Table(
    "contests",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("game", String, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", JSON, nullable=False),  # [[name, value], …]: those that are not the default
    Column("opening", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("languages", JSON, nullable=False),
    Column("practice", JSON, nullable=False),  # names of built-in bots
    Column("limits", JSON, nullable=False),
    Column("zone", String, nullable=False),  # in which times are shown: Europe/Paris
    Column("starts", Float(53), nullable=False),
    Column("ends", Float(53), nullable=False),
    Column("freezes", Float(53)),
    Column("invitation", String),  # a code that people need to join; empty: anybody may
    Column("state", String, nullable=False),  # open, closing or closed
    Column("paused", Boolean, nullable=False),
    Column("final_round", Integer, nullable=False),  # rounds of the final tournament that have begun
    Column("created", Float(53), nullable=False),
)

contest_teams = Table(
    "contest_teams",
    metadata,
    Column("id", String, primary_key=True),
    _contest(),
    Column("name", String, nullable=False),
    Column("folded", String, nullable=False),  # the name without capitals: no two teams have the same
    Column("code_hash", String, nullable=False),  # of the code with which others join this team
    Column("active", Integer),  # number of the version that plays
    Column("disqualified", String),  # why
    Column("created", Float(53), nullable=False),
    Index("contest_teams_by_name", "contest", "folded", unique=True),
)

contest_members = Table(
    "contest_members",
    metadata,
    Column("id", String, primary_key=True),
    _team(),
    Column("name", String, nullable=False),
    Column("created", Float(53), nullable=False),
    Index("contest_members_of_a_team", "team"),
)

contest_keys = Table(
    "contest_keys",
    metadata,
    Column("hash", String, primary_key=True),  # the key itself is shown once and stored nowhere
    Column("kind", String, nullable=False),  # organiser, link (to become one, once), worker or member
    Column("owner", String, nullable=False),  # the member's id, or a name
    Column("created", Float(53), nullable=False),
    Index("contest_keys_of_an_owner", "kind", "owner"),
)

contest_contents = Table(
    "contest_contents",
    metadata,
    Column("digest", String, primary_key=True),
    Column("data", LargeBinary, nullable=False),  # the files of a bot, as a zip archive
)

contest_versions = Table(
    "contest_versions",
    metadata,
    _team(is_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", String, nullable=False),  # of the file or folder
    Column("main", String, nullable=False),  # the file of a bot that is one file, empty for a folder
    Column("digest", String, nullable=False),  # of its content
    Column("entrant", String, nullable=False),  # under which its matches are stored
    Column("language", String, nullable=False),
    Column("state", String, nullable=False),  # waiting, compiling, invalid or valid
    Column("message", Text, nullable=False),  # what the compiler said, or what went wrong
    Column("report", JSON(none_as_null=True)),  # of the first matches: opponents, results, times
    Column("wants_active", Boolean, nullable=False),  # it plays as soon as it is valid
    Column("member", String, nullable=False),  # who has submitted it
    Column("submitted", Float(53), nullable=False),
    Index("contest_versions_by_entrant", "entrant"),
    Index("contest_versions_by_content", "digest"),
)

contest_jobs = Table(
    "contest_jobs",
    metadata,
    Column("key", String, primary_key=True),  # what is to be played: the same job is the same row
    _contest(),
    Column("kind", String, nullable=False),  # validation, practice, final or match
    Column("rank", Integer, nullable=False),  # a lower one is done first
    Column("team", String),  # of a validation or a practice match
    Column("version", Integer),
    Column("tasks", JSON, nullable=False),
    Column("pairing", BigInteger),  # of a match; the practice matches of a team have one of their own
    Column("round", Integer),
    Column("match_id", BigInteger),  # under which its result is stored
    Column("state", String, nullable=False),  # waiting, leased, finished or failed
    Column("worker", String, nullable=False),
    Column("until", Float(53), nullable=False),  # a lease ends then
    Column("tries", Integer, nullable=False),  # leases so far
    Column("failure", String, nullable=False),  # why a worker could not do it
    Column("created", Float(53), nullable=False),
    Column("finished", Float(53)),
    Index("contest_jobs_waiting", "state", "rank", "created"),
    Index("contest_jobs_of_a_contest", "contest", "state", "finished"),
    Index("contest_jobs_of_a_match", "match_id"),
    Index("contest_jobs_of_a_pairing", "pairing"),
)

contest_boards = Table(
    "contest_boards",
    metadata,
    _contest(is_key=True),
    Column("kind", String, primary_key=True),  # past, frozen or final
    Column("at", Float(53), primary_key=True),  # 0 for the one that is frozen and the one that is final
    Column("rows", JSON, nullable=False),
)

contest_log = Table(
    "contest_log",
    metadata,
    Column("id", String, primary_key=True),
    Column("contest", String, nullable=False),  # stays when a contest is deleted
    Column("at", Float(53), nullable=False),
    Column("who", String, nullable=False),
    Column("action", String, nullable=False),
    Column("facts", JSON, nullable=False),
    Index("contest_log_of_a_contest", "contest", "at"),
)

contest_webhooks = Table(
    "contest_webhooks",
    metadata,
    Column("id", String, primary_key=True),
    _contest(),
    Column("url", String, nullable=False),
    Column("secret", String, nullable=False),  # as it is, because it signs what is sent
    Column("created", Float(53), nullable=False),
    Index("contest_webhooks_of_a_contest", "contest", "url", unique=True),
)

contest_deliveries = Table(
    "contest_deliveries",
    metadata,
    Column("id", String, primary_key=True),  # by which a receiver knows what comes twice
    Column("webhook", String, ForeignKey("contest_webhooks.id", ondelete="CASCADE"), nullable=False),
    Column("event", String, nullable=False),
    Column("body", Text, nullable=False),
    Column("state", String, nullable=False),  # waiting, delivered or failed
    Column("created", Float(53), nullable=False),
    Column("due", Float(53), nullable=False),  # it is sent then, or again if a process has died while it sent it
    Column("tries", Integer, nullable=False),
    Column("status", Integer),  # of the last answer
    Column("answer", String, nullable=False),  # the beginning of it, or why there was none
    Index("contest_deliveries_waiting", "state", "due"),
    Index("contest_deliveries_of_a_webhook", "webhook", "created"),
)

contest_challenges = Table(
    "contest_challenges",
    metadata,
    Column("table_id", String, primary_key=True),  # stays when the table is removed, and so does its result
    _contest(),
    _team(),  # whose bot is challenged
    Column("version", Integer, nullable=False),
    Column("entrant", String, nullable=False),
    Column("person", String, nullable=False),
    Column("job", String, nullable=False),  # in which a worker plays for the bot
    Column("created", Float(53), nullable=False),
    Index("contest_challenges_of_a_contest", "contest", "created"),
    Index("contest_challenges_of_a_team", "team"),
    Index("contest_challenges_of_a_person", "person"),
    Index("contest_challenges_by_job", "job"),
)

contest_workers = Table(
    "contest_workers",
    metadata,
    Column("name", String, primary_key=True),
    Column("seen", Float(53), nullable=False),
    Column("slots", Integer, nullable=False),  # matches at the same time
    info=TRANSIENT,
)
