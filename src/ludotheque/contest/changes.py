"""Changes of a contest that goes on: what an organiser may change, and why the rest stays."""

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from typing import Any

from sqlalchemy import Connection, update

from ludotheque.contest import board
from ludotheque.contest.contests import (
    CODE_LETTERS,
    NAME_LETTERS,
    OPEN,
    Contest,
    Limits,
    check_limits,
    check_times,
    choose_languages,
    choose_practice,
    parse_name,
    read_contest,
)
from ludotheque.contest.log import write_log
from ludotheque.contest.times import find_zone, format_time
from ludotheque.game import GameError, load
from ludotheque.store.contest_schema import contests

LIMITS = tuple(field.name for field in fields(Limits) if field.name != "clock_scale")
TIMES = ("starts", "ends", "freezes")
CHANGEABLE = ("name", "zone", *TIMES, "invitation", "languages", "practice", *LIMITS)
FIXED = ("game", "options", "seats", "clock_scale")


def change_contest(connection: Connection, id: str, wanted: Mapping[str, Any], who: str, now: float) -> Contest:
    """Change what is named in `wanted`, and write each change into the log; every mistake is a GameError.

    Times are seconds. None takes the freeze or the invitation away.
    """
    before = read_contest(connection, id)
    after = apply_changes(before, wanted)
    check_changes(before, after, now)
    changed = [name for name in CHANGEABLE if read_value(before, name) != read_value(after, name)]
    if not changed:
        return before
    still_open = contests.c.id == id, contests.c.state == OPEN
    columns = {name: getattr(after, name) for name in changed if name not in LIMITS} | {"limits": asdict(after.limits)}
    if connection.execute(update(contests).where(*still_open).values(**columns)).rowcount == 0:
        raise GameError("This contest takes no more uploads: nothing of it can be changed.")
    if "freezes" in changed:
        board.remove_frozen(connection, id)
    for name in changed:
        write_log(connection, id, now, who, "change", what=name, before=show(before, name), after=show(after, name))
    return after


def apply_changes(contest: Contest, wanted: Mapping[str, Any]) -> Contest:
    """Return the contest as it is to be."""
    for name in FIXED:
        if name in wanted:
            template = "{what} cannot be changed: matches before and after would not be comparable."
            raise GameError(template, what=name)
    values = {name: wanted[name] for name in CHANGEABLE if name in wanted and name not in LIMITS}
    if "name" in values:
        values["name"] = parse_name(values["name"], NAME_LETTERS)
    if "zone" in values:
        values["zone"] = find_zone(values["zone"]).key
    if "invitation" in values:
        values["invitation"] = parse_name(values["invitation"], CODE_LETTERS) if values["invitation"] else None
    if "languages" in values:
        values["languages"] = choose_languages(tuple(values["languages"]))
    if "practice" in values:
        values["practice"] = choose_practice(load(contest.game), tuple(values["practice"]))
    limits = replace(contest.limits, **{name: wanted[name] for name in LIMITS if name in wanted})
    return replace(contest, **values, limits=limits)


def check_changes(before: Contest, after: Contest, now: float) -> None:
    if not before.takes_uploads(now):
        raise GameError("This contest takes no more uploads: nothing of it can be changed.")
    if after.starts != before.starts and now >= before.starts:
        raise GameError("This contest has started: its start cannot be changed.")
    if after.ends != before.ends and after.ends <= now:
        raise GameError("The new end is in the past: close the contest instead.")
    if after.freezes != before.freezes and after.freezes is not None and after.freezes <= now:
        raise GameError("The board is frozen as it is at that time, so the time must be still to come.")
    check_times(after.starts, after.ends, after.freezes)
    check_limits(after.limits)


def read_value(contest: Contest, name: str) -> Any:
    return getattr(contest.limits if name in LIMITS else contest, name)


def show(contest: Contest, name: str) -> str:
    """Return a value as text, for the log and for the form."""
    value = read_value(contest, name)
    if value is None:
        return ""
    if name in TIMES:
        return format_time(value, contest.zone)
    return " ".join(value) if isinstance(value, tuple) else f"{value:g}" if isinstance(value, float) else str(value)
