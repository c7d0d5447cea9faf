"""Versions of a team's bot: submitted, validated, chosen to play."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, select, text, update

from ludotheque.arena.entrants import Conditions, Entrant, digest_files
from ludotheque.arena.matches import make_digest
from ludotheque.contest.contests import Contest
from ludotheque.contest.teams import Team, lock_team
from ludotheque.contest.upload import Upload, make_zip
from ludotheque.game import GameError
from ludotheque.store.contest_schema import contest_contents, contest_teams, contest_versions

AN_HOUR = 3600.0
MOST_UNVALIDATED = 3  # versions of a team
WAITING, COMPILING, INVALID, VALID = "waiting", "compiling", "invalid", "valid"


class NoSuchVersion(GameError):
    """The team has no version of that number."""


class TooManyUploads(GameError):
    """A team submits more than the contest allows."""


@dataclass(frozen=True)
class Version:
    team: str
    number: int
    name: str
    main: str
    digest: str
    entrant: str
    language: str
    state: str
    message: str
    report: list[dict[str, Any]] | None
    wants_active: bool
    member: str
    submitted: float


def conditions_of(contest: Contest) -> Conditions:
    """Return how the contest's bots run: in the full sandbox, and in no other."""
    return Conditions(clock_scale=contest.limits.clock_scale, strict=True)


def submit(
    connection: Connection,
    contest: Contest,
    team: Team,
    member: str,
    upload: Upload,
    language: str,
    now: float,
    activate: bool = True,
) -> Version:
    """Store a version; it waits to be validated. The same files again are the same bot with a new number."""
    if not contest.takes_uploads(now):
        raise GameError("This contest takes no more uploads.")
    if team.disqualified is not None:
        raise GameError("Your team is disqualified: {reason}", reason=team.disqualified)
    if language not in contest.languages:
        template = "This contest takes bots in {languages}, and {name} is in {language}."
        languages = ", ".join(contest.languages)
        raise GameError(template, languages=languages, name=upload.name, language=language)
    _check_pace(connection, contest, team, now)
    digest = digest_files(upload.files, upload.main, conditions_of(contest))
    last = select(func.max(contest_versions.c.number)).where(contest_versions.c.team == team.id)
    version = Version(
        team=team.id,
        number=(connection.execute(last).scalar() or 0) + 1,
        name=upload.name,
        main=upload.main,
        digest=digest,
        entrant=make_digest("contest", contest.id, team.id, digest),
        language=language,
        state=WAITING,
        message="",
        report=None,
        wants_active=activate,
        member=member,
        submitted=now,
    )
    add_content(connection, digest, make_zip(upload.files))
    connection.execute(insert(contest_versions), vars(version))
    return version


def add_content(connection: Connection, digest: str, archive: bytes) -> None:
    """Store the files of a bot, unless they are there already."""
    connection.execute(ADD_CONTENT, {"digest": digest, "data": archive})


ADD_CONTENT = text(
    "INSERT INTO contest_contents (digest, data) VALUES (:digest, :data) ON CONFLICT (digest) DO NOTHING"
)


def _check_pace(connection: Connection, contest: Contest, team: Team, now: float) -> None:
    lock_team(connection, team)
    own = contest_versions.c.team == team.id
    count = select(func.count()).select_from(contest_versions)
    recent = connection.execute(count.where(own, contest_versions.c.submitted > now - AN_HOUR)).scalar_one()
    most = contest.limits.uploads_per_hour
    if recent >= most:
        raise TooManyUploads("Your team has submitted {most} versions in an hour: wait a while.", most=most)
    is_unknown = contest_versions.c.state.in_((WAITING, COMPILING))
    if connection.execute(count.where(own, is_unknown)).scalar_one() >= MOST_UNVALIDATED:
        raise TooManyUploads("Your last versions are still being validated: wait for them.")


def read_version(connection: Connection, team: str, number: int) -> Version:
    here = contest_versions.c.team == team, contest_versions.c.number == number
    row = connection.execute(select(contest_versions).where(*here)).first()
    if row is None:
        raise NoSuchVersion("Your team has no version {number}.", number=number)
    return Version(**row._mapping)


def list_versions(connection: Connection, team: str) -> list[Version]:
    """Return the versions of a team, the latest first."""
    own = contest_versions.c.team == team
    query = select(contest_versions).where(own).order_by(contest_versions.c.number.desc())
    return [Version(**row._mapping) for row in connection.execute(query)]


def list_all_versions(connection: Connection, contest: str) -> list[Version]:
    """Return the versions of all teams, the earliest of a team first."""
    of_contest = select(contest_teams.c.id).where(contest_teams.c.contest == contest)
    own = contest_versions.c.team.in_(of_contest)
    query = select(contest_versions).where(own).order_by(contest_versions.c.team, contest_versions.c.number)
    return [Version(**row._mapping) for row in connection.execute(query)]


def find_versions(connection: Connection, entrants: Collection[str]) -> dict[str, tuple[Version, str]]:
    """Return versions by entrant, each with the name of its team; of equal ones the first."""
    meant = contest_versions.c.entrant.in_(entrants), contest_versions.c.team == contest_teams.c.id
    query = select(contest_versions, contest_teams.c.name.label("team_name")).where(*meant)
    found: dict[str, tuple[Version, str]] = {}
    for row in connection.execute(query.order_by(contest_versions.c.number)):
        values = dict(row._mapping)
        name = values.pop("team_name")
        found.setdefault(values["entrant"], (Version(**values), name))
    return found


def read_content(connection: Connection, digest: str) -> bytes:
    data = connection.execute(select(contest_contents.c.data).where(contest_contents.c.digest == digest)).scalar()
    if data is None:
        raise NoSuchVersion("There is no bot with these files here.")
    return bytes(data)


def activate(connection: Connection, contest: Contest, version: Version, now: float) -> None:
    """Let a version play for its team; an earlier one can come back in the same way."""
    if not contest.takes_uploads(now):
        raise GameError("This contest takes no more uploads.")
    if version.state != VALID:
        raise GameError("Version {number} is not valid: it cannot play.", number=version.number)
    set_active(connection, version)


def set_active(connection: Connection, version: Version) -> None:
    here = contest_teams.c.id == version.team
    connection.execute(update(contest_teams).where(here).values(active=version.number))


def change_version(connection: Connection, version: Version, **columns: Any) -> None:
    here = contest_versions.c.team == version.team, contest_versions.c.number == version.number
    connection.execute(update(contest_versions).where(*here).values(**columns))


def entrant_of(version: Version, name: str) -> Entrant:
    """Return the version as the tables of leagues know it; `name` is its team's."""
    return Entrant(f"{name} v{version.number}", version.entrant, "", "files")
