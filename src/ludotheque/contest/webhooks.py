"""Webhooks: addresses that an organiser sets, and what is to be sent there.

What is to be sent is a row, written in the transaction of what has happened: neither is there without the other. A
sender (webhook_sender.py) takes rows that are due, and puts off those that were not received.
"""

import json
import secrets
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from ludotheque.contest.log import write_log
from ludotheque.game import GameError
from ludotheque.store.contest_schema import contest_deliveries, contest_webhooks, contests

MOST_WEBHOOKS = 10  # of a contest
LISTED = 50  # deliveries; of those that are done, as many are kept of each webhook
LEASE_SECONDS = 60.0  # after which a delivery is sent again whose sender has died; sending takes 10 at most
PAUSES = (10.0, 60.0, 300.0, 1800.0, 7200.0, 21_600.0, 43_200.0)  # seconds between tries; then it is given up
WAITING, DELIVERED, FAILED = "waiting", "delivered", "failed"
ADDED, VALID, INVALID = "webhook.added", "version.valid", "version.invalid"
LEADER, CLOSED, DISQUALIFIED = "leader.changed", "contest.closed", "team.disqualified"


class NoSuchWebhook(GameError):
    """The contest has no such webhook."""


class Webhook(NamedTuple):
    id: str
    url: str
    created: float


@dataclass(frozen=True)
class Delivery:
    """One event for one webhook: waiting (until `due`), delivered or failed, with the last answer."""

    id: str
    url: str
    event: str
    state: str
    created: float
    due: float
    tries: int
    status: int | None
    answer: str


class Sending(NamedTuple):
    """A delivery that this process sends now."""

    id: str
    event: str
    body: str
    tries: int
    url: str
    secret: str


# What an organiser sets


def add_webhook(connection: Connection, contest: str, url: str, host: str, who: str, now: float) -> tuple[Webhook, str]:
    """Store a webhook; return it with its secret. Its first delivery says that it was added."""
    known = list_webhooks(connection, contest)
    if len(known) >= MOST_WEBHOOKS:
        raise GameError("A contest has {most} webhooks at most.", most=MOST_WEBHOOKS)
    if url in [webhook.url for webhook in known]:
        raise GameError("This webhook is there already. Remove it first, if you need a new secret.")
    made, secret = Webhook(secrets.token_urlsafe(9), url, now), f"webhook-{secrets.token_urlsafe(32)}"
    connection.execute(insert(contest_webhooks), {**made._asdict(), "contest": contest, "secret": secret})
    write_log(connection, contest, now, who, "add webhook", host=host, webhook=made.id)
    _add_deliveries(connection, contest, [made.id], ADDED, now, {})
    return made, secret


def remove_webhook(connection: Connection, contest: str, id: str, who: str, now: float) -> None:
    """Delete a webhook with its secret and its deliveries."""
    here = contest_webhooks.c.contest == contest, contest_webhooks.c.id == id
    if connection.execute(delete(contest_webhooks).where(*here)).rowcount == 0:
        raise NoSuchWebhook("This contest has no such webhook.")
    write_log(connection, contest, now, who, "remove webhook", webhook=id)


def list_webhooks(connection: Connection, contest: str) -> list[Webhook]:
    columns = [contest_webhooks.c[name] for name in Webhook._fields]
    query = select(*columns).where(contest_webhooks.c.contest == contest).order_by(contest_webhooks.c.created)
    return [Webhook(*row) for row in connection.execute(query)]


def list_deliveries(connection: Connection, contest: str) -> list[Delivery]:
    """Return the last deliveries of a contest, the latest first."""
    both = {**dict(contest_deliveries.c), "url": contest_webhooks.c.url}
    query = select(*(both[name] for name in Delivery.__dataclass_fields__)).join(contest_webhooks)
    latest = contest_deliveries.c.created.desc(), contest_deliveries.c.id
    query = query.where(contest_webhooks.c.contest == contest).order_by(*latest).limit(LISTED)
    return [Delivery(*row) for row in connection.execute(query)]


# What has happened


def announce(connection: Connection, contest: str, event: str, now: float, **facts: Any) -> None:
    """Let all webhooks of a contest know of an event, once this transaction is stored."""
    targets = [webhook.id for webhook in list_webhooks(connection, contest)]
    if targets:
        _add_deliveries(connection, contest, targets, event, now, facts)


def _add_deliveries(
    connection: Connection, contest: str, webhooks: list[str], event: str, now: float, facts: dict[str, Any]
) -> None:
    columns = contests.c.id, contests.c.name, contests.c.game
    about = dict(connection.execute(select(*columns).where(contests.c.id == contest)).one()._mapping)
    for webhook in webhooks:
        id = secrets.token_urlsafe(12)
        body = json.dumps({"id": id, "event": event, "at": now, "contest": about, **facts}, ensure_ascii=False)
        row = {"id": id, "webhook": webhook, "event": event, "body": body, "state": WAITING}
        times = {"created": now, "due": now, "tries": 0, "status": None, "answer": ""}
        connection.execute(insert(contest_deliveries), {**row, **times})


def forget_team(connection: Connection, contest: str, team: str) -> None:
    """Delete what deliveries say about a deleted team."""
    own = select(contest_webhooks.c.id).where(contest_webhooks.c.contest == contest)
    query = select(contest_deliveries.c.id, contest_deliveries.c.body).where(contest_deliveries.c.webhook.in_(own))
    for id, body in connection.execute(query).all():
        if team not in body:
            continue
        here, event = contest_deliveries.c.id == id, json.loads(body)
        if "board" not in event:
            connection.execute(delete(contest_deliveries).where(here))
            continue
        event["board"] = [row for row in event["board"] if row["team"] != team]
        rest = json.dumps(event, ensure_ascii=False)
        connection.execute(update(contest_deliveries).where(here).values(body=rest))


# What a sender does


def take_due(connection: Connection, now: float) -> list[Sending]:
    """Return the first delivery of each webhook that is due. For a while, no other process sends it."""
    columns = contest_deliveries.c
    is_due = columns.state == WAITING, columns.due <= now
    waiting = select(columns.webhook).where(*is_due).distinct().order_by(columns.webhook)
    taken = []
    for webhook in connection.execute(waiting).scalars().all():
        first = select(contest_deliveries).where(*is_due, columns.webhook == webhook)
        row = connection.execute(first.order_by(columns.created, columns.id).limit(1)).first()
        if row is not None and _lease(connection, row.id, row.due, now):
            target = connection.execute(select(contest_webhooks).where(contest_webhooks.c.id == webhook)).one()
            taken.append(Sending(row.id, row.event, row.body, row.tries + 1, target.url, target.secret))
    return taken


def _lease(connection: Connection, id: str, due: float, now: float) -> bool:
    """Put a delivery off until the lease ends; False if another process has done so meanwhile."""
    columns = contest_deliveries.c
    same = columns.id == id, columns.state == WAITING, columns.due == due
    lease = update(contest_deliveries).where(*same).values(due=now + LEASE_SECONDS, tries=columns.tries + 1)
    return connection.execute(lease).rowcount > 0


def note_answer(connection: Connection, sent: Sending, status: int | None, answer: str, now: float) -> None:
    """Write what came of a try: the delivery is done, is tried again after a pause, or is given up."""
    is_received = status is not None and 200 <= status < 300
    is_over = sent.tries > len(PAUSES)
    state = DELIVERED if is_received else FAILED if is_over else WAITING
    due = now if state != WAITING else now + PAUSES[sent.tries - 1]
    same = contest_deliveries.c.id == sent.id, contest_deliveries.c.tries == sent.tries
    values = {"state": state, "due": due, "status": status, "answer": answer}
    connection.execute(update(contest_deliveries).where(*same).values(**values))
    if state != WAITING:
        _remove_old(connection, sent.id)


def _remove_old(connection: Connection, id: str) -> None:
    """Keep the last deliveries of a webhook that are done, and all that wait."""
    columns = contest_deliveries.c
    webhook = select(columns.webhook).where(columns.id == id).scalar_subquery()
    done = columns.webhook == webhook, columns.state != WAITING
    kept = select(columns.created).where(*done).order_by(columns.created.desc()).limit(LISTED).subquery()
    oldest = connection.execute(select(func.min(kept.c.created))).scalar()
    if oldest is not None:
        connection.execute(delete(contest_deliveries).where(*done, columns.created < oldest))
