"""Webhooks: what happens in a contest is sent, signed, to a real HTTP server, and to no private address."""

import asyncio
import re
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest
from sqlalchemy import Connection

from ludotheque.contest import teams
from ludotheque.contest.addresses import is_permitted, parse_url
from ludotheque.contest.log import read_log
from ludotheque.contest.orders import Report
from ludotheque.contest.webhook_sender import ANSWER_LETTERS, WebhookSender
from ludotheque.contest.webhooks import (
    LEASE_SECONDS,
    LISTED,
    MOST_WEBHOOKS,
    PAUSES,
    Delivery,
    NoSuchWebhook,
    announce,
    list_deliveries,
    list_webhooks,
    note_answer,
    take_due,
)
from ludotheque.game import GameError
from tests.contest.helpers import BOSS, FIRST, LAST, Sample, open_sample
from tests.contest.receiver import Answer, Receiver, Request

DOCS = Path(__file__).parents[2] / "docs" / "running-contests.md"
LOOPBACK = ("127.0.0.0/8", "::1/128")
A_MINUTE = 61.0


@pytest.fixture
def webhook_networks() -> tuple[str, ...]:
    return LOOPBACK


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as made:
        yield made


@pytest.fixture
def port() -> Iterator[int]:
    """A port at which nobody listens; no other program gets it meanwhile."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


both = pytest.mark.usefixtures("database")


def add(sample: Sample, url: str) -> str:
    """Add a webhook and return its secret."""
    return sample.run(sample.service.add_webhook(sample.contest, url, BOSS))[1]


def send(sample: Sample, networks: tuple[str, ...] = LOOPBACK) -> int:
    """Send all that is due, and return how much it was."""

    async def work() -> int:
        sender, total = WebhookSender(sample.store, networks, sample.clock), 0
        while count := await sender.send_due():
            total += count
        await sender.close()
        return total

    return asyncio.run(work())


def deliveries(sample: Sample) -> list[Delivery]:
    return sample.run(sample.service.read(lambda connection: list_deliveries(connection, sample.contest.id)))


def prefer(winner: str) -> Callable[[list[str]], int]:
    """Return what lets one bot win all matches."""
    return lambda names: names.index(winner)


def load_check() -> Callable[[str, dict[str, str], bytes], bool]:
    """Return the function with which the docs check a signature."""
    code = re.findall(r"```python\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    names: dict[str, Callable[[str, dict[str, str], bytes], bool]] = {}
    exec(next(block for block in code if "X-Ludotheque-Signature" in block), names)
    return names["is_genuine"]


def has_good_signature(sample: Sample, secret: str, request: Request, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr("time.time", sample.clock)
    try:
        return load_check()(secret, request.headers, request.body)
    finally:
        monkeypatch.undo()


# What is sent


@both
def test_everything_that_happens_is_sent(sample: Sample, receiver: Receiver) -> None:
    add(sample, receiver.url())
    for team, text in (("A", FIRST), ("B", LAST)):
        sample.submit(team, text)
        sample.work(1)
    sample.submit("A", "x = 1 +\n")
    order = sample.lease()
    assert order is not None
    sample.clock.now += 1
    sample.finish(order, Report([], "It does not compile.", "bot.py, line 1"))
    for matches, winner in ((4, "A v1"), (4, "A v1"), (20, "B v1"), (20, "B v1")):
        sample.clock.now += A_MINUTE
        sample.work(matches, prefer(winner))
    sample.run(sample.service.disqualify(sample.refresh(), "A", "A copy of B.", BOSS))
    sample.clock.now += 1
    sample.run(sample.service.begin_closing(sample.refresh(), BOSS))
    sample.work(10_000)
    assert sample.refresh().state == "closed"
    send(sample)
    events = [request.event for request in receiver.take_all()]
    assert [event["event"] for event in events] == [
        "webhook.added",
        "version.valid",
        "version.valid",
        "version.invalid",
        "leader.changed",
        "leader.changed",
        "team.disqualified",
        "contest.closed",
    ]
    about = {"id": sample.contest.id, "name": "Autumn cup", "game": "emile"}
    assert all(event["contest"] == about for event in events)
    assert [(event["team"]["name"], event["version"]) for event in events[1:4]] == [("A", 1), ("B", 1), ("A", 2)]
    assert "line 1" not in str(events[3])  # the compiler's words are for the team alone
    first, second = events[4:6]
    assert (first["team"]["name"], first["previous"]) == ("A", None)
    assert (second["team"]["name"], second["previous"]["name"]) == ("B", "A")
    assert (events[6]["team"]["name"], events[6]["reason"]) == ("A", "A copy of B.")
    assert [(row["name"], row["disqualified"]) for row in events[7]["board"]] == [("B", None), ("A", "A copy of B.")]
    assert {one.state for one in deliveries(sample)} == {"delivered"}


def test_the_docs_check_of_a_signature_is_right(
    sample: Sample, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = add(sample, receiver.url())
    send(sample)
    request = receiver.take()
    assert has_good_signature(sample, secret, request, monkeypatch)
    assert not has_good_signature(sample, "webhook-guess", request, monkeypatch)
    assert not has_good_signature(sample, secret, request._replace(body=request.body + b" "), monkeypatch)
    sample.clock.now += 600  # a copy that is sent later
    assert not has_good_signature(sample, secret, request, monkeypatch)
    assert request.path == "/hook?a=b" and request.headers["X-Ludotheque-Event"] == "webhook.added"
    assert request.headers["X-Ludotheque-Delivery"] == request.event["id"] == deliveries(sample)[0].id


def test_a_frozen_board_has_no_new_leader(sample: Sample, receiver: Receiver) -> None:
    now = sample.clock.now
    sample.open(starts=now, freezes=now + 30, ends=now + 36_000)
    add(sample, receiver.url())
    for team, text in (("A", FIRST), ("B", LAST)):
        sample.submit(team, text)
        sample.work(1)
    for _ in range(3):
        sample.clock.now += A_MINUTE
        sample.work(4)
    assert {one.event for one in deliveries(sample)} == {"webhook.added", "version.valid"}


def test_an_event_that_was_not_stored_is_not_sent(sample: Sample, receiver: Receiver) -> None:
    add(sample, receiver.url())
    sample.join("A")

    def fail(connection: Connection) -> None:
        team = teams.read_team(connection, sample.contest, "A")
        teams.disqualify(connection, team, "A copy.", "ada", sample.clock.now)
        assert len(list_deliveries(connection, sample.contest.id)) == 2
        raise GameError("There is no such action.")

    with pytest.raises(GameError):
        sample.run(sample.service.write(fail))
    assert [one.event for one in deliveries(sample)] == ["webhook.added"]


def test_a_deleted_team_is_in_no_delivery(sample: Sample, receiver: Receiver) -> None:
    add(sample, receiver.url())
    sample.join("A")
    sample.join("B")
    sample.clock.now += 1
    sample.run(sample.service.disqualify(sample.contest, "A", "Cheating.", BOSS))
    sample.run(sample.service.begin_closing(sample.refresh(), BOSS))
    sample.work(1)
    sample.run(sample.service.delete_team(sample.refresh(), "A", BOSS))
    send(sample)
    events = [request.event for request in receiver.take_all()]
    assert [event["event"] for event in events] == ["webhook.added", "contest.closed"]
    assert [row["name"] for row in events[1]["board"]] == ["B"]


# Retries


@both
def test_a_delivery_is_tried_again_after_growing_pauses(sample: Sample, port: int) -> None:
    add(sample, f"http://127.0.0.1:{port}/")
    with Receiver(port) as receiver:
        receiver.answers = [Answer(500, "", b"broken\0\n" + b"x" * 1_000_000)]
        assert send(sample) == 1
        first = receiver.take()
    failed = deliveries(sample)[0]
    assert (failed.state, failed.tries, failed.status) == ("waiting", 1, 500)
    assert failed.answer.startswith("broken?x") and len(failed.answer) == ANSWER_LETTERS
    sample.clock.now += PAUSES[0] - 1
    assert send(sample) == 0
    sample.clock.now += 1
    assert send(sample) == 1  # nobody listens
    refused = deliveries(sample)[0]
    assert (refused.state, refused.tries, refused.status) == ("waiting", 2, None) and refused.answer
    sample.clock.now += PAUSES[1]
    with Receiver(port) as receiver:
        assert send(sample) == 1
        assert receiver.take().event == first.event
    assert (deliveries(sample)[0].state, deliveries(sample)[0].status) == ("delivered", 204)
    sample.clock.now += PAUSES[-1]
    assert send(sample) == 0


def test_a_delivery_is_given_up_and_old_ones_are_removed(sample: Sample) -> None:
    """All that is done stays only for a while; what waits stays."""
    add(sample, "http://127.0.0.1:9/")

    def work(connection: Connection) -> None:
        now, id = sample.clock.now, sample.contest.id
        for pause in PAUSES:
            answer(connection, 500, now)
            assert list_deliveries(connection, id)[0].state == "waiting"
            now += pause
        answer(connection, 500, now)
        assert list_deliveries(connection, id)[0].state == "failed"
        assert take_due(connection, now + PAUSES[-1]) == []
        for number in range(LISTED + 5):
            announce(connection, id, "test", now + number)
            if number < LISTED:
                answer(connection, 200, now + number)
        states = [one.state for one in list_deliveries(connection, id)]
        assert states == ["waiting"] * 5 + ["delivered"] * (LISTED - 5)
        rows = connection.exec_driver_sql("SELECT count(*) FROM contest_deliveries WHERE state <> 'waiting'")
        assert rows.scalar() == LISTED

    sample.run(sample.service.write(work))


def answer(connection: Connection, status: int, now: float) -> None:
    """Let the webhook answer what is due."""
    (sending,) = take_due(connection, now)
    note_answer(connection, sending, status, "", now)


@both
def test_two_processes_do_not_send_the_same(sample: Sample) -> None:
    add(sample, "http://127.0.0.1:9/")

    def take(after: float = 0.0) -> list[int]:
        found = sample.run(sample.service.write(lambda c: take_due(c, sample.clock.now + after)))
        return [one.tries for one in found]

    assert take() == [1]
    assert take() == take(LEASE_SECONDS - 1) == []
    assert take(LEASE_SECONDS) == [2]  # the first one has died


SENDER = """
import asyncio, sys
from ludotheque.contest.webhook_sender import WebhookSender
from ludotheque.store.store import Store

async def main():
    await WebhookSender(Store.open(sys.argv[1]), ["127.0.0.1"], lambda: float(sys.argv[2])).send_due()

asyncio.run(main())
"""


def test_a_sender_that_is_killed_loses_nothing(tmp_path: Path, receiver: Receiver) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    with open_sample(database, LOOPBACK) as sample:
        contest, now = sample.open(), sample.clock.now
        add(sample, receiver.url())
    receiver.may_answer.clear()
    process = subprocess.Popen([sys.executable, "-c", SENDER, database, str(now)])
    first = receiver.take()
    process.kill()
    process.wait()
    receiver.may_answer.set()
    with open_sample(database, LOOPBACK) as sample:
        sample.contest = contest
        assert deliveries(sample)[0].state == "waiting"
        sample.clock.now += LEASE_SECONDS
        assert send(sample) == 1
        assert receiver.take().event == first.event  # the receiver knows it by its id
        assert deliveries(sample)[0].state == "delivered"


# Where it is sent


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "fec0::1", "ff02::1"),
        *("::ffff:127.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1"),  # IPv4 inside IPv6
    ],
)
def test_private_addresses_are_not_permitted(address: str) -> None:
    assert not is_permitted(ip_address(address))


def test_public_and_allowed_addresses_are_permitted() -> None:
    assert is_permitted(ip_address("93.184.215.14")) and is_permitted(ip_address("2606:2800:21f::1"))
    assert is_permitted(ip_address("::ffff:93.184.215.14")) and is_permitted(
        ip_address("::ffff:10.1.2.3"), ["10.0.0.0/8"]
    )
    assert not is_permitted(ip_address("10.1.2.3"), ["10.2.0.0/16", "::/0"])


def test_a_private_address_is_refused(tmp_path: Path) -> None:
    with open_sample(f"sqlite:///{tmp_path / 'tables.db'}") as sample:
        sample.open()
        for host in ("127.0.0.1", "localhost", "[::1]", "2130706433", "0"):
            with pytest.raises(GameError, match="has a private address: webhooks may not go there"):
                add(sample, f"http://{host}:9/")
        assert deliveries(sample) == []


def test_the_address_is_checked_whenever_something_is_sent(sample: Sample, receiver: Receiver) -> None:
    """A name that was public can have a private address later."""
    add(sample, receiver.url(host="localhost"))
    assert send(sample, networks=()) == 1
    assert "has a private address" in deliveries(sample)[0].answer
    assert receiver.take_all() == []
    sample.clock.now += PAUSES[0]
    send(sample)
    assert receiver.take().headers["Host"] == f"localhost:{receiver.port}"


def test_a_redirect_is_not_followed(sample: Sample, receiver: Receiver) -> None:
    add(sample, receiver.url())
    with Receiver() as other:
        receiver.answers = [Answer(307, other.url())]
        assert send(sample) == 1
        assert len(receiver.take_all()) == 1 and other.take_all() == []
    assert (deliveries(sample)[0].state, deliveries(sample)[0].status) == ("waiting", 307)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes certificates")
def test_the_certificate_is_that_of_the_host(sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection goes to an address, and the certificate is still checked for the host's name."""
    for host, state in (("localhost", "delivered"), ("other.example", "waiting")):
        files = make_certificate(tmp_path, host)
        monkeypatch.setenv("SSL_CERT_FILE", str(files[0]))
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(*files)
        with Receiver(tls=tls) as receiver:
            add(sample, receiver.url("https", "localhost"))
            sample.clock.now += 1
            send(sample)
        assert deliveries(sample)[0].state == state, deliveries(sample)[0].answer
    assert "certificate" in deliveries(sample)[0].answer.lower()


def make_certificate(folder: Path, host: str) -> tuple[Path, Path]:
    certificate, key = folder / f"{host}.pem", folder / f"{host}.key"
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    name = ["-subj", f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}"]
    files = ["-out", str(certificate), "-keyout", str(key)]
    subprocess.run(["openssl", "req", "-x509", *kind, *name, *files], check=True, capture_output=True)
    return certificate, key


# What organisers do


def test_webhooks_are_added_and_removed_with_an_entry_in_the_log(sample: Sample) -> None:
    for number in range(MOST_WEBHOOKS):
        assert add(sample, f" http://127.0.0.1:9/{number} ").startswith("webhook-")
    with pytest.raises(GameError, match="A contest has 10 webhooks at most"):
        add(sample, "http://127.0.0.1:9/more")
    found = sample.run(sample.service.read(lambda connection: list_webhooks(connection, sample.contest.id)))
    sample.clock.now += 1
    sample.run(sample.service.remove_webhook(sample.contest, found[0].id, BOSS))
    with pytest.raises(NoSuchWebhook):
        sample.run(sample.service.remove_webhook(sample.contest, found[0].id, BOSS))
    with pytest.raises(GameError, match="there already"):
        add(sample, found[1].url)
    assert len(deliveries(sample)) == MOST_WEBHOOKS - 1
    log = sample.run(sample.service.read(lambda connection: read_log(connection, sample.contest.id)))
    assert [entry.action for entry in log].count("add webhook") == MOST_WEBHOOKS
    assert (log[0].action, log[0].facts, log[0].who) == ("remove webhook", {"webhook": found[0].id}, str(BOSS))


@pytest.mark.parametrize(
    "url",
    [
        *("", "example.org", "ftp://example.org/", "file:///etc/passwd", "http://", "http://a b/", "http://a/\n"),
        *("http://ada:secret@example.org/", "http://example.org:99999/", "http://[::1", "https://x/" + "y" * 500),
    ],
)
def test_what_is_no_address_gets_a_sentence(url: str) -> None:
    with pytest.raises(GameError, match="A webhook is http://HOST/PATH or https://HOST/PATH"):
        parse_url(url)
