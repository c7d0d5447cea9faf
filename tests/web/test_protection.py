"""One visitor cannot stop the site: slow requests, many connections, tables and uploads, forged addresses."""

import asyncio
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from ludotheque.checks.server import Server
from ludotheque.store.store import Store
from ludotheque.web.connections import RESERVED_DESCRIPTORS, Connections
from ludotheque.web.limits import Limit, MemoryBuckets, Rate, TooMuch
from ludotheque.web.registry import TableRegistry
from ludotheque.web.serve import listen
from ludotheque.web.session import Person
from ludotheque.web.table_request import TableRequest
from ludotheque.web.work import MOST_WAITING_PER_ADDRESS, WorkQueue

MIB = 2**20
SETTINGS = {
    "LUDOTHEQUE_INTERPRET": "1",
    "LUDOTHEQUE_HEADER_SECONDS": "1",
    "LUDOTHEQUE_BODY_SECONDS": "1",
    "LUDOTHEQUE_CONNECTIONS_PER_ADDRESS": "20",
    "LUDOTHEQUE_VISITS": "30",
    "LUDOTHEQUE_UPLOAD_MIB": "1",
    "LUDOTHEQUE_TABLES_PER_ADDRESS": "5",
    "LUDOTHEQUE_TRUSTED_PROXIES": "127.0.0.9, 127.0.1.0/24",
}
TABLE = {"game": "emile", "seats": ["me", "friend"]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    with Server(f"sqlite:///{folder / 'tables.db'}", folder, SETTINGS) as running:
        yield running


def visitor(server: Server, number: int) -> httpx.Client:
    """Return a client at an address of its own, so that tests do not share a limit."""
    transport = httpx.HTTPTransport(local_address=f"127.0.0.{number}")
    return httpx.Client(base_url=server.url, transport=transport, headers={"Origin": server.url}, timeout=60)


def open_wire(server: Server, number: int, sent: bytes = b"") -> socket.socket:
    wire = socket.create_connection(("127.0.0.1", server.port), 60, (f"127.0.0.{number}", 0))
    wire.sendall(sent)
    return wire


def read_all(wire: socket.socket) -> bytes:
    """Return what the server sends until it closes the connection."""
    received = b""
    try:
        while part := wire.recv(65536):
            received += part
    except ConnectionResetError:
        pass
    return received


def test_headers_that_do_not_arrive_end_the_connection(server: Server) -> None:
    halves = [b"", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n"]
    with ExitStack() as stack:
        for wire in [stack.enter_context(open_wire(server, 11, half)) for half in halves]:
            assert read_all(wire).startswith(b"HTTP/1.1 408 ")


def test_a_body_that_does_not_arrive_ends_the_connection(server: Server) -> None:
    head = b"POST %s HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nContent-Type: %s\r\nContent-Length: 100\r\n\r\n{"
    paths = [b"/api/records", b"/replays", b"/api/tables", b"/tables", b"/nowhere"]
    kinds = [b"application/json", b"application/x-www-form-urlencoded"]
    with ExitStack() as stack:
        for wire in [stack.enter_context(open_wire(server, 12, head % one)) for one in product(paths, kinds)]:
            assert re.match(rb"HTTP/1\.1 4\d\d ", read_all(wire))
    server.check_log()


def test_an_address_has_so_many_connections(server: Server) -> None:
    with ExitStack() as stack:
        wires = [stack.enter_context(open_wire(server, 13)) for _ in range(20)]
        with open_wire(server, 13) as one_more:
            assert read_all(one_more) == b""
        with visitor(server, 14) as other:
            assert other.get("/api/session").status_code == 200
        for wire in wires:
            wire.close()
    wait_for_answer(server, 13)


def wait_for_answer(server: Server, number: int) -> None:
    """Ask until the server has noticed that connections were closed."""
    while True:
        try:
            with visitor(server, number) as client:
                assert client.get("/api/session").status_code == 200
                return
        except httpx.TransportError:
            continue


def test_sockets_count_as_connections_until_they_are_closed(server: Server) -> None:
    url, origin = f"{server.url.replace('http', 'ws', 1)}/tables/x/live", {"Origin": server.url}
    for _ in range(50):  # sockets of a table that does not exist are closed by the server
        with connect(url, additional_headers=origin, source_address=("127.0.0.15", 0), proxy=None):
            pass
    wait_for_answer(server, 15)


def test_connections_of_proxies_are_not_counted_by_address() -> None:
    counted = Connections(per_address=2, descriptors=RESERVED_DESCRIPTORS + 6, trusted_proxies=["10.0.0.0/8"])
    assert [counted.admit("192.0.2.1") for _ in range(4)] == [True, True, False, False]
    assert [counted.admit("10.1.2.3") for _ in range(5)] == [True] * 4 + [False], "there are six in all"
    counted.release("192.0.2.1")
    assert counted.admit("192.0.2.1")


def test_an_address_never_takes_all_connections() -> None:
    counted = Connections(per_address=1000, descriptors=RESERVED_DESCRIPTORS + 10)
    assert [counted.admit("2001:db8::1") for _ in range(7)] == [True] * 5 + [False] * 2
    assert not counted.admit("2001:db8::2"), "the same network"
    assert counted.admit("192.0.2.1")


def test_an_address_sends_so_many_bytes(server: Server) -> None:
    with visitor(server, 16) as client:
        codes = [client.post("/api/records", content=b" " * (MIB // 2)).status_code for _ in range(4)]
        assert codes == [422, 422, 422, 429]
        assert client.get("/api/session").status_code == 200
    with visitor(server, 17) as other:
        assert other.post("/api/records", content=b" " * (MIB // 2)).status_code == 422


def test_an_address_opens_so_many_tables(server: Server) -> None:
    codes = []
    for _ in range(6):
        with visitor(server, 18) as client:  # who drops their cookie each time
            codes.append(client.post("/api/tables", json=TABLE).status_code)
    assert codes == [201] * 5 + [429]
    with visitor(server, 19) as other:
        assert other.post("/api/tables", json=TABLE).status_code == 201


@pytest.mark.parametrize(("number", "is_believed"), [(20, False), (9, True)])
def test_a_forwarded_address_is_believed_from_a_trusted_proxy(number: int, is_believed: bool, server: Server) -> None:
    with visitor(server, number) as client:
        codes = set()
        for last in range(60):
            headers = {"X-Forwarded-For": f"192.0.2.{last}"}
            codes.add(client.post("/tables/x/sit/y", headers=headers).status_code)
    assert codes == ({404} if is_believed else {404, 429})


async def spend(queue: WorkQueue, person: Person, *works: Any) -> list[Any]:
    return await asyncio.gather(*(queue.run(person, work) for work in works), return_exceptions=True)


def make_queue(seconds: float = 1000) -> WorkQueue:
    return WorkQueue(Limit(MemoryBuckets(), "work", Rate(seconds, 0.0)))


def test_work_of_one_address_leaves_a_thread_to_the_others() -> None:
    going_on, done = threading.Event(), threading.Event()

    def work_long() -> str:
        going_on.set()
        assert done.wait(60)
        return "long"

    async def work() -> None:
        queue = make_queue()
        ada, bob = Person("ada", address="a"), Person("bob", address="b")
        long = [asyncio.create_task(queue.run(ada, work_long)) for _ in range(5)]
        await asyncio.to_thread(going_on.wait, 60)
        assert await queue.run(bob, lambda: "short") == "short"
        assert not any(one.done() for one in long)
        done.set()
        assert await asyncio.gather(*long) == ["long"] * 5
        queue.close()

    asyncio.run(work())


def test_whoever_has_used_their_time_is_refused() -> None:
    def work_hard() -> int:
        return sum(range(200_000))

    async def work() -> None:
        queue = make_queue(seconds=1e-6)
        ada, bob = Person("ada", address="a"), Person("bob", address="b")
        assert await queue.run(ada, work_hard)
        with pytest.raises(TooMuch):
            await queue.run(ada, work_hard)
        assert await queue.run(bob, work_hard)
        queue.close()

    asyncio.run(work())


def test_a_stored_table_is_loaded_in_the_queue_of_expensive_work(tmp_path: Path) -> None:
    may_end = threading.Event()

    async def work() -> None:
        store = Store.open(f"sqlite:///{tmp_path / 'tables.db'}")
        wanted = TableRequest("emile", ("me", "friend"), {}, "Ada")
        table = await TableRegistry(store).open(wanted, Person("ada"))
        other = TableRegistry(store)
        busy = [asyncio.create_task(other.work.run(Person(one, address=one), may_end.wait, 60)) for one in "ab"]
        loading = asyncio.create_task(other.table(table.row.id))
        for _ in range(20):
            await store.ping()
        assert not loading.done(), "both threads are busy"
        may_end.set()
        loaded = await loading
        assert all(await asyncio.gather(*busy)) and loaded.row.id == table.row.id
        await loaded.close()
        store.close()

    asyncio.run(work())


def test_work_that_waits_is_limited_too() -> None:
    async def work() -> None:
        queue, ada = make_queue(), Person("ada", address="a")
        results = await spend(queue, ada, *[lambda: 1] * (MOST_WAITING_PER_ADDRESS + 3))
        assert results.count(1) == MOST_WAITING_PER_ADDRESS
        assert sum(isinstance(one, TooMuch) for one in results) == 3
        assert await queue.run(ada, lambda: 2) == 2, "those that waited are done"
        queue.close()

    asyncio.run(work())


def test_short_answers_are_sent_at_once() -> None:
    """Without TCP_NODELAY the second half of an answer waits for the client's acknowledgement, 40 ms."""

    async def work() -> int:
        accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def note(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            option: int = writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            writer.close()
            accepted.set_result(option)

        with listen("127.0.0.1", 0) as listener:
            async with await asyncio.start_server(note, sock=listener):
                with socket.create_connection(listener.getsockname()):
                    return await accepted

    assert asyncio.run(work()) != 0
