"""Keys: a request with a key acts for its owner. The database has their hashes only; a lost key is replaced."""

import hashlib
import secrets
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select

from ludotheque.game import GameError
from ludotheque.store.contest_schema import contest_keys

ORGANISER, LINK, WORKER, MEMBER = "organiser", "link", "worker", "member"
LINK_SECONDS = 24 * 3600.0  # in which a link makes somebody an organiser


class NotAllowed(GameError):
    """The key is missing, wrong, or not one for this."""


class Holder(NamedTuple):
    """Whose key it is: a member by id, an organiser or a worker by name."""

    kind: str
    owner: str

    def __str__(self) -> str:
        return f"{self.kind} {self.owner}".strip()


def hash_key(key: str) -> str:
    """A key has 192 random bits, so that a plain hash is enough."""
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


def make_key(connection: Connection, kind: str, owner: str, now: float) -> str:
    """Return a new key, which can never be read again."""
    key = f"{kind}-{secrets.token_urlsafe(24)}"
    row = {"hash": hash_key(key), "kind": kind, "owner": owner, "created": now}
    connection.execute(insert(contest_keys), row)
    return key


def replace_key(connection: Connection, holder: Holder, now: float) -> str:
    """Return a new key; all earlier ones of this owner are worthless from now on."""
    remove_keys(connection, holder)
    return make_key(connection, holder.kind, holder.owner, now)


def remove_keys(connection: Connection, holder: Holder) -> None:
    own = contest_keys.c.kind == holder.kind, contest_keys.c.owner == holder.owner
    connection.execute(delete(contest_keys).where(*own))


def find_holder(connection: Connection, key: str) -> Holder | None:
    query = select(contest_keys.c.kind, contest_keys.c.owner).where(contest_keys.c.hash == hash_key(key))
    row = connection.execute(query).first()
    return Holder(row.kind, row.owner) if row else None


def require(connection: Connection, key: str, kind: str) -> Holder:
    """Return whose key it is; NotAllowed unless it is one of this kind."""
    holder = find_holder(connection, key)
    if holder is None or holder.kind != kind:
        if kind == ORGANISER:
            raise NotAllowed("This needs an organiser's key: ludotheque serve --organiser prints a link to one.")
        if kind == WORKER:
            raise NotAllowed("This needs a worker's key: ludotheque contest worker-key makes one.")
        raise NotAllowed("This needs your key of this contest: join it first.")
    return holder


def use_link(connection: Connection, link: str, now: float) -> str:
    """Return an organiser's key for a link, which works once."""
    own = contest_keys.c.hash == hash_key(link), contest_keys.c.kind == LINK
    created = connection.execute(select(contest_keys.c.created).where(*own)).scalar()
    if created is None or connection.execute(delete(contest_keys).where(*own)).rowcount == 0:
        raise NotAllowed("This link is not whole, or was used already.")
    if now > created + LINK_SECONDS:
        raise NotAllowed("This link is too old: start the server again with --organiser.")
    return make_key(connection, ORGANISER, secrets.token_hex(3), now)
