"""Sends what webhooks wait for, signed, until the receiver has answered or it is given up."""

import asyncio
import hashlib
import hmac
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

import httpx

from ludotheque.contest.addresses import find_address, parse_url
from ludotheque.contest.webhooks import Sending, note_answer, take_due
from ludotheque.game import GameError
from ludotheque.letters import printable
from ludotheque.store.database import StoreError
from ludotheque.store.store import Store

LOG = logging.getLogger(__name__)
LOOK_SECONDS = 2.0
SEND_SECONDS = 10.0  # for one try, from the lookup of the host to the last byte of the answer
CONNECT_SECONDS = 5.0
ANSWER_BYTES = 1000  # that are read
ANSWER_LETTERS = 200  # that are stored
NO_KEEPING = httpx.Limits(max_keepalive_connections=0)


def sign(secret: str, timestamp: str, body: bytes) -> str:
    """Return the signature of a delivery. The timestamp is in it, so that an old one cannot be sent as a new one."""
    return "sha256=" + hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()


class WebhookSender:
    """Sends the deliveries of one database. Any number of processes may have one: a row is leased before it is sent."""

    def __init__(self, store: Store, networks: Sequence[str] = (), clock: Callable[[], float] = time.time) -> None:
        self._networks, self._clock = networks, clock
        # On PostgreSQL in transactions of their own: a lease must not wait for what else is written.
        self._write = store.transact if store.engine.dialect.name == "postgresql" else store.writer.do
        # A connection is used once: another host may have the same address. No proxy: it would look hosts up again.
        self._client = httpx.AsyncClient(
            verify=httpx.create_ssl_context(), timeout=CONNECT_SECONDS, limits=NO_KEEPING, trust_env=False
        )

    async def run(self) -> None:
        """Send what is due, for ever."""
        while True:
            count = 0
            with suppress(StoreError):  # the store has logged it, and the rows are still there
                count = await self.send_due()
            if not count:
                await asyncio.sleep(LOOK_SECONDS)

    async def close(self) -> None:
        await self._client.aclose()

    async def send_due(self) -> int:
        """Send one delivery to each webhook for which one is due; return how many that were."""
        found = await self._write(lambda connection: take_due(connection, self._clock()))
        await asyncio.gather(*map(self._send, found))
        return len(found)

    async def _send(self, sending: Sending) -> None:
        status, answer = await self._try(sending)
        LOG.info("Delivery %s, try %d: %s %s", sending.id, sending.tries, status, answer)
        short = printable(answer.replace("\0", ""))[:ANSWER_LETTERS]
        await self._write(lambda c: note_answer(c, sending, status, short, self._clock()))

    async def _try(self, sending: Sending) -> tuple[int | None, str]:
        """Return the status and the beginning of the answer, or else why there was none."""
        try:
            async with asyncio.timeout(SEND_SECONDS):
                return await self._post(sending)
        except TimeoutError:
            return None, f"no answer within {SEND_SECONDS:g} seconds"
        except (GameError, httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            return None, str(error) or type(error).__name__
        except Exception as error:
            LOG.exception("Delivery %s cannot be sent.", sending.id)
            return None, type(error).__name__

    async def _post(self, sending: Sending) -> tuple[int, str]:
        place = parse_url(sending.url)
        address = await find_address(place, self._networks)
        url = httpx.URL(sending.url)
        body = sending.body.encode()
        timestamp = str(int(self._clock()))
        headers = {
            "Host": url.netloc.decode(),
            "Content-Type": "application/json",
            "Accept-Encoding": "identity",
            "User-Agent": "Ludotheque",
            "X-Ludotheque-Event": sending.event,
            "X-Ludotheque-Delivery": sending.id,
            "X-Ludotheque-Timestamp": timestamp,
            "X-Ludotheque-Signature": sign(sending.secret, timestamp, body),
        }
        # The request goes to the address that was checked; certificates are still those of the host's name.
        more = {"sni_hostname": url.raw_host.decode()}
        async with self._client.stream(
            "POST", url.copy_with(host=address), content=body, headers=headers, extensions=more, follow_redirects=False
        ) as response:
            return response.status_code, await read_beginning(response)


async def read_beginning(response: httpx.Response) -> str:
    data = b""
    async for part in response.aiter_raw():
        data += part
        if len(data) >= ANSWER_BYTES:
            break
    return data[:ANSWER_BYTES].decode(errors="replace")
