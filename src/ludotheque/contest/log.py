"""The log of what was done to a contest and by whom. Nothing in it is changed later.

Teams and members are named by their ids: when somebody asks to be deleted, the log has no name of theirs.
"""

import secrets
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select

from ludotheque.store.contest_schema import contest_log

CLOCK = "clock"  # who acts when a time has come


class Entry(NamedTuple):
    at: float
    who: str
    action: str
    facts: dict[str, Any]


def write_log(connection: Connection, contest: str, now: float, who: str, action: str, **facts: Any) -> None:
    row = {"id": secrets.token_urlsafe(9), "contest": contest, "at": now, "who": who, "action": action, "facts": facts}
    connection.execute(insert(contest_log), row)


def read_log(connection: Connection, contest: str) -> list[Entry]:
    """Return all entries, the latest first."""
    columns = [contest_log.c[name] for name in Entry._fields]
    query = select(*columns).where(contest_log.c.contest == contest).order_by(contest_log.c.at.desc(), contest_log.c.id)
    return [Entry(*row) for row in connection.execute(query)]
