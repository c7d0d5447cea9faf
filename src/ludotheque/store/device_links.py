"""Links that take a profile to another device: each is valid for 10 minutes and can be used once.

The database has the digest of a link only: who reads the database cannot use its links.
"""

import hashlib
import secrets
import time
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, or_, select

from ludotheque.store import schema
from ludotheque.store.writer import Writer

LINK_SECONDS = 600.0
LINKS = schema.device_links


class Profile(NamedTuple):
    """Who a link stands for."""

    person: str
    name: str


class DeviceLinks:
    def __init__(self, writer: Writer):
        self._writer = writer

    async def make(self, profile: Profile) -> str:
        """Return a new secret for a profile; an older one of the same person is no longer valid."""
        secret, now = secrets.token_urlsafe(24), time.time()
        row = {"digest": digest_of(secret), "person": profile.person, "name": profile.name, "until": now + LINK_SECONDS}

        def job(connection: Connection) -> None:
            connection.execute(delete(LINKS).where(or_(LINKS.c.person == profile.person, LINKS.c.until <= now)))
            connection.execute(insert(LINKS), row)

        await self._writer.do(job)
        return secret

    async def look(self, secret: str) -> Profile | None:
        """Return whose link this is, and leave it valid; None if it is not valid."""
        query = select(LINKS.c.person, LINKS.c.name).where(_is_valid(secret))
        return await self._writer.do(lambda connection: _profile(connection.execute(query).first()))

    async def use(self, secret: str) -> Profile | None:
        """Return whose link this is, once; None if it is not valid, or was used."""
        taken = delete(LINKS).where(_is_valid(secret)).returning(LINKS.c.person, LINKS.c.name)
        return await self._writer.do(lambda connection: _profile(connection.execute(taken).first()))


def digest_of(secret: str) -> str:
    """Return the digest of a secret. It needs no salt: nobody can guess a secret that was drawn."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _is_valid(secret: str) -> ColumnElement[bool]:
    return and_(LINKS.c.digest == digest_of(secret), LINKS.c.until > time.time())


def _profile(row: Any) -> Profile | None:
    return None if row is None else Profile(row.person, row.name)
