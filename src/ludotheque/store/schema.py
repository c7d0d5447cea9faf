"""What the database holds, as the program knows it; migrations/ makes it."""

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
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
    true,
)

HEAD = "0015"  # the newest of migrations/versions
metadata = MetaData()

secrets = Table(
    "secrets",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("owner", String, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("clock_start", Float(53)),  # seconds; both empty where nobody's time is counted
    Column("clock_added", Float(53)),
    Column("clock_per_turn", Boolean, nullable=False, server_default=false()),  # each turn has clock_start seconds
    Column("created", Float(53), nullable=False),
    Column("touched", Float(53), nullable=False),
    Column("over", Boolean, nullable=False),
    Column("dice", JSON(none_as_null=True)),  # [[first ply, seed], …] where there is more than the one seed above
    Column("ending", JSON(none_as_null=True)),  # an end outside the rules: its kind and seats
    Column("awaited", JSON(none_as_null=True)),  # seats that are to move, for the lists of tables
    Column("moves", Integer),  # how far the match is, as everybody may know it
    Column("requests", JSON(none_as_null=True)),  # to take back, for a draw, to resign: who has asked
    Column("rematch_asked", JSON(none_as_null=True)),  # seats that have asked for a rematch
    Column("rematch_id", String),  # the table of the rematch
    Column("chat", Boolean, nullable=False, server_default=true()),  # False: the owner has switched it off
    Index("tables_going_on", "over", "created"),
    Index("tables_by_age", "created"),
    Index("tables_of_an_owner", "owner", "over"),
)


def _table_id() -> Column[str]:
    """Whatever belongs to a table goes with it."""
    return Column("table_id", String, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


HAS_DEADLINE = text("deadline IS NOT NULL")

seats = Table(
    "seats",
    metadata,
    _table_id(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String, nullable=False),
    Column("name", String, nullable=False),
    Column("person", String),
    Column("bot", String),
    Column("invite", String),
    Column("stand_in", String),
    Column("seconds_left", Float(53)),  # when the clock last started or stopped
    Column("deadline", Float(53)),  # when a clock that runs will be empty, in the database's time
    Column("random_seed", BigInteger),  # what the seat's own random numbers start from
    Column("verdict", String, nullable=False, server_default="ok"),
    Column("cause", String, nullable=False, server_default=""),
    Column("withdrawn_why", String),  # fault, time or resigned: the table plays for this seat
    Column("withdrawn_ply", Integer),
    Column("rank", Integer),  # empty while the match goes on, like the next two
    Column("result", String),
    Column("outcome", JSON(none_as_null=True)),
    Index("seats_of_a_person", "person"),
    Index("seats_by_deadline", "deadline", sqlite_where=HAS_DEADLINE, postgresql_where=HAS_DEADLINE),
)

plies = Table(
    "plies",
    metadata,
    _table_id(),
    Column("ply", Integer, primary_key=True, autoincrement=False),  # the key: a ply cannot be written twice
    Column("seat", Integer, nullable=False),
    Column("move", String, nullable=False),
    Column("at", Float(53), nullable=False),
    Column("note", JSON(none_as_null=True)),
    Column("wall", Float(53)),  # seconds that the answer took, on its last ply
    Column("cpu", Float(53)),
    Column("delay", Float(53)),
)

messages = Table(
    "messages",
    metadata,
    _table_id(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float(53), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("text", String, nullable=False),
)

# What stays of a match with people when its table is removed: so nothing here refers to `tables`.
results = Table(
    "results",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("game", String, nullable=False),
    Column("ended", Float(53), nullable=False),
    Column("kind", String, nullable=False),
    Column("name", String, nullable=False),
    Column("person", String),
    Column("rank", Integer, nullable=False),
    Column("result", String, nullable=False),
    Column("verdict", String, nullable=False),
    Index("results_of_a_person", "person", "ended"),
)

records = Table(
    "records",
    metadata,
    Column("id", String, primary_key=True),
    Column("text", Text, nullable=False),
    Column("person", String, nullable=False),
    Column("at", Float(53), nullable=False),
    Index("records_of_a_person", "person", "at"),
)

# One row. A backup holds it too: the time between a backup and its use counts for nobody either.
heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Float(53), nullable=False),  # when a server was last alive, in the database's time
    Column("sweeper", String, nullable=False),  # the process that ends matches whose time is up
    Column("sweeper_until", Float(53), nullable=False),
)

# What concerns the running processes only: a backup leaves it out.
TRANSIENT = {"transient": True}

processes = Table(
    "processes",
    metadata,
    Column("id", String, primary_key=True),
    Column("address", String, nullable=False),  # at which other processes reach this one
    Column("until", Float(53), nullable=False),  # it counts as alive until then, by the database's clock
    info=TRANSIENT,
)

device_links = Table(
    "device_links",
    metadata,
    Column("digest", String, primary_key=True),  # of the link's secret
    Column("person", String, nullable=False),
    Column("name", String, nullable=False),
    Column("until", Float(53), nullable=False),
    info=TRANSIENT,
)

leases = Table(
    "leases",
    metadata,
    _table_id(),
    Column("process", String, nullable=False),
    Column("number", BigInteger, nullable=False),  # grows whenever a process takes the table
    info=TRANSIENT,
)

buckets = Table(
    "buckets",
    metadata,
    Column("key", String, primary_key=True),
    Column("left", Float(53), nullable=False),
    Column("filled_at", Float(53), nullable=False),  # both by the database's clock
    Column("full_at", Float(53), nullable=False),
    Index("buckets_by_age", "full_at"),
    info=TRANSIENT,
)

# Leagues and duels. All numbers that name something are the first 63 bits of a digest of its content: the same thing
# has the same number in every database, and whatever is stored twice is one row.
NUMBER = BigInteger().with_variant(Integer, "sqlite")  # SQLite's own row number


def _id(name: str = "id") -> Column[int]:
    return Column(name, NUMBER, primary_key=True, autoincrement=False)


def _link(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False)


HAS_CONTENT = text("content <> 0")

arena_series = Table(
    "arena_series",
    metadata,
    _id(),
    Column("about", JSON, nullable=False),  # game, options and what else all its matches have in common
    Column("seconds", Float(53), nullable=False),  # for which it was played, by the clock
)

arena_entrants = Table(
    "arena_entrants",
    metadata,
    _id(),
    Column("digest", String, nullable=False),
    Column("name", String, nullable=False),
    Column("kind", String, nullable=False),
)

arena_pairings = Table(
    "arena_pairings",
    metadata,
    _id(),
    _link("series"),
    Column("bots", String, nullable=False),  # numbers of the entrants, sorted by digest
    Index("arena_pairings_of_a_series", "series"),
)

arena_matches = Table(
    "arena_matches",
    metadata,
    _id(),  # those of a pairing are close together, so that a batch of results changes few pages of the file
    _link("pairing"),
    Column("round", Integer, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("lineup", String, nullable=False),  # places in the pairing by seat: 1 0
    Column("ranks", String, nullable=False),  # by seat: 1 2
    _link("content"),  # the course of the game; 0 where a game has chance, and no two games are equal
    Column("counted", Boolean, nullable=False),  # False: the same game as another one, or spoiled by the machine
    Column("plies", Integer, nullable=False),
    Column("seconds", Float(53), nullable=False),
    Index("arena_matches_by_round", "pairing", "round"),
    Index("arena_matches_by_content", "content", sqlite_where=HAS_CONTENT, postgresql_where=HAS_CONTENT),
)

arena_seats = Table(
    "arena_seats",
    metadata,
    _id("match_id"),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    _link("entrant"),
    Column("rank", Integer, nullable=False),
    Column("score", BigInteger, nullable=False),
    Column("verdict", String, nullable=False),
    Column("cause", String, nullable=False),
    Column("answers", Integer, nullable=False),
    Column("total", Float(53), nullable=False),  # seconds of all its answers
    Column("longest", Float(53), nullable=False),
)

# Sums over matches, renewed with every result: the table of a league reads these, and not a million matches.
arena_totals = Table(
    "arena_totals",
    metadata,
    _id("pairing"),
    _id("entrant"),
    Column("verdict", String, primary_key=True),
    Column("counted", Boolean, primary_key=True, autoincrement=False),  # as the matches
    Column("matches", BigInteger, nullable=False),
    Column("score", BigInteger, nullable=False),  # the sum
    Column("longest", Float(53), nullable=False),  # seconds of the longest answer
)

arena_patterns = Table(
    "arena_patterns",
    metadata,
    _id("pairing"),
    Column("pattern", String, primary_key=True),  # lineup and ranks of each counted match of a group: 0 1>1 2|0 1>2 1
    Column("groups", BigInteger, nullable=False),  # how many went like this
)

arena_records = Table(
    "arena_records",
    metadata,
    _id("match_id"),
    Column("data", LargeBinary, nullable=False),  # the record, compressed
)
