"""Teams and their members. A team shares one bot; everybody in it has a key of their own."""

import secrets
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from ludotheque.contest import keys, webhooks
from ludotheque.contest.contests import CLOSED, Contest, parse_name
from ludotheque.contest.keys import Holder, NotAllowed, hash_key
from ludotheque.contest.log import write_log
from ludotheque.game import GameError
from ludotheque.store.contest_schema import contest_contents, contest_members, contest_teams, contest_versions

MOST_MEMBERS = 4
NAME_LETTERS = 32
REASON_LETTERS = 500


class NoSuchTeam(GameError):
    """There is no team of that name."""


@dataclass(frozen=True)
class Team:
    id: str
    contest: str
    name: str
    active: int | None
    disqualified: str | None
    created: float


class Member(NamedTuple):
    id: str
    name: str


class Joined(NamedTuple):
    """What somebody gets who joins. The key and the code are shown once."""

    team: Team
    member: Member
    key: str
    code: str  # with which others join the team; empty for those who did so


def join(
    connection: Connection, contest: Contest, name: str, team: str, now: float, invitation: str = "", code: str = ""
) -> Joined:
    """Make a new team, or join one with its code."""
    if contest.state == CLOSED or now >= contest.ends:
        raise GameError("This contest is over.")
    if contest.invitation is not None and not secrets.compare_digest(
        contest.invitation.encode(), invitation.strip().encode(errors="replace")
    ):
        raise NotAllowed("This contest is by invitation: ask its organiser for the code.")
    member = Member(secrets.token_urlsafe(9), parse_name(name, NAME_LETTERS))
    title = parse_name(team, NAME_LETTERS)
    row = connection.execute(
        select(contest_teams).where(contest_teams.c.contest == contest.id, contest_teams.c.folded == title.casefold())
    ).first()
    if row is None:
        joined, code = _add_team(connection, contest, title, now)
    else:
        joined, code = _find_room(connection, _make_team(row), row.code_hash, code), ""
    values = {**member._asdict(), "team": joined.id, "created": now}
    connection.execute(insert(contest_members), values)
    key = keys.make_key(connection, keys.MEMBER, member.id, now)
    return Joined(joined, member, key, code)


def _add_team(connection: Connection, contest: Contest, name: str, now: float) -> tuple[Team, str]:
    count = select(func.count()).select_from(contest_teams).where(contest_teams.c.contest == contest.id)
    if connection.execute(count).scalar_one() >= contest.limits.teams:
        raise GameError("This contest is full: {teams} teams are the most.", teams=contest.limits.teams)
    made, code = Team(secrets.token_urlsafe(9), contest.id, name, None, None, now), secrets.token_urlsafe(9)
    row = {**vars(made), "folded": name.casefold(), "code_hash": hash_key(code)}
    connection.execute(insert(contest_teams), row)
    return made, code


def _find_room(connection: Connection, team: Team, code_hash: str, code: str) -> Team:
    if not secrets.compare_digest(code_hash, hash_key(code.strip())):
        raise NotAllowed("There is a team {team} already: join it with its code, or take another name.", team=team.name)
    if len(list_members(connection, team.id)) >= MOST_MEMBERS:
        raise GameError(
            "The team {team} is full: {most} people share a bot at most.", team=team.name, most=MOST_MEMBERS
        )
    return team


def lock_team(connection: Connection, team: Team) -> None:
    """Let what a team asks for be counted one after the other, whatever process it reaches. SQLite has one writer."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(contest_teams.c.id).where(contest_teams.c.id == team.id).with_for_update())


def new_code(connection: Connection, team: Team) -> str:
    """Return a new code with which others join a team; the old one is worthless from now on."""
    code = secrets.token_urlsafe(9)
    connection.execute(update(contest_teams).where(contest_teams.c.id == team.id).values(code_hash=hash_key(code)))
    return code


def read_team(connection: Connection, contest: Contest, id: str) -> Team:
    """Return a team by its id, or by its name."""
    is_meant = (contest_teams.c.id == id) | (contest_teams.c.folded == " ".join(id.split()).casefold())
    row = connection.execute(select(contest_teams).where(contest_teams.c.contest == contest.id, is_meant)).first()
    if row is None:
        raise NoSuchTeam("There is no such team in this contest.")
    return _make_team(row)


def team_of(connection: Connection, contest: Contest, holder: Holder) -> Team:
    """Return the team of the member whose key it is."""
    of_member = select(contest_members.c.team).where(contest_members.c.id == holder.owner).scalar_subquery()
    query = select(contest_teams).where(contest_teams.c.contest == contest.id, contest_teams.c.id == of_member)
    row = connection.execute(query).first()
    if row is None:
        raise NotAllowed("This needs your key of this contest: join it first.")
    return _make_team(row)


def find_contest(connection: Connection, holder: Holder) -> str:
    """Return the id of the contest that the member whose key it is has joined."""
    of_member = contest_members.c.id == holder.owner, contest_members.c.team == contest_teams.c.id
    found: str = connection.execute(select(contest_teams.c.contest).where(*of_member)).scalar_one()
    return found


def list_teams(connection: Connection, contest: str) -> list[Team]:
    query = select(contest_teams).where(contest_teams.c.contest == contest).order_by(contest_teams.c.created)
    return [_make_team(row) for row in connection.execute(query)]


def _make_team(row: object) -> Team:
    return Team(**{name: getattr(row, name) for name in Team.__dataclass_fields__})


def list_members(connection: Connection, team: str) -> list[Member]:
    query = select(contest_members).where(contest_members.c.team == team).order_by(contest_members.c.created)
    return [Member(row.id, row.name) for row in connection.execute(query)]


def disqualify(connection: Connection, team: Team, reason: str | None, who: str, now: float) -> None:
    """Take a team off the board, with a reason that everybody can read; None lets it come back."""
    if reason is not None:
        reason = parse_name(reason, REASON_LETTERS)
    connection.execute(update(contest_teams).where(contest_teams.c.id == team.id).values(disqualified=reason))
    action = "disqualify" if reason is not None else "readmit"
    write_log(connection, team.contest, now, who, action, team=team.id, reason=reason)
    if reason is not None:
        about = {"id": team.id, "name": team.name}
        webhooks.announce(connection, team.contest, webhooks.DISQUALIFIED, now, team=about, reason=reason)


def remove_team(connection: Connection, team: Team) -> list[str]:
    """Delete a team with its members, keys, versions and sources; return under what its matches are stored."""
    versions = connection.execute(select(contest_versions).where(contest_versions.c.team == team.id)).all()
    for member in list_members(connection, team.id):
        keys.remove_keys(connection, Holder(keys.MEMBER, member.id))
    connection.execute(delete(contest_teams).where(contest_teams.c.id == team.id))  # and all that belongs to it
    for digest in {row.digest for row in versions}:
        used = select(contest_versions.c.digest).where(contest_versions.c.digest == digest)
        if connection.execute(used).first() is None:
            connection.execute(delete(contest_contents).where(contest_contents.c.digest == digest))
    return [row.entrant for row in versions]
