"""The database goes away during a bot's turn and a clock's end: people are told, and the match goes on afterwards."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque.checks.fixtures import COMMON_ENVIRONMENT
from ludotheque.checks.server import Server
from ludotheque.store.store import Store
from ludotheque.web.registry import TableRegistry
from tests.web import postgres
from tests.web.guest import Guest, Refused, Socket
from tests.web.tcp_proxy import TcpProxy
from tests.web.test_tables import open_timed_table

pytestmark = pytest.mark.clock
WAITING = "The database does not answer. The match goes on as soon as it does."
SENTENCE = "The database does not answer just now: try again in a moment."


@pytest.fixture
def proxy(cluster: postgres.Cluster) -> Iterator[TcpProxy]:
    with TcpProxy(str(cluster.folder / ".s.PGSQL.5432")) as running:
        yield running


@pytest.fixture
def own_server(cluster: postgres.Cluster, proxy: TcpProxy, tmp_path: Path) -> Iterator[Server]:
    slow_bots = {**COMMON_ENVIRONMENT, "LUDOTHEQUE_PACE_SECONDS": "3"}
    with Server(address_through(proxy, cluster), tmp_path, slow_bots) as running:
        yield running


def address_through(proxy: TcpProxy, cluster: postgres.Cluster) -> str:
    """Return the address of a new database that is reached by the proxy."""
    name = cluster.new_database().partition("?")[0].rpartition("/")[2]
    return f"postgresql://ludotheque@127.0.0.1:{proxy.port}/{name}"


def test_bots_clocks_and_people_go_on_when_the_database_is_back(own_server: Server, proxy: TcpProxy) -> None:
    with Guest(own_server.url) as ada, Guest(own_server.url, "Bob") as bob:
        calm = open_timed_table([ada, bob], "alchemy", (900, 0), first=0)
        with_bot = ada.socket(ada.open("alchemy", "me", "easy", first=0).id)
        timed = open_timed_table([ada, bob], "alchemy", (8, 0))
        pass_turn(with_bot)
        proxy.cut()
        assert with_bot.until(lambda frame: frame["hint"] == WAITING)["state"] == "playing"
        assert not timed.sockets[1].until(lambda frame: frame["hint"] == WAITING)["over"]
        move = calm.sockets[0].my_turn()["legal"][0]
        with pytest.raises(Refused, match=f"^{SENTENCE}$"):
            calm.sockets[0].play(move)
        check_answers(ada, proxy.port)
        proxy.mend()
        assert with_bot.my_turn()["hint"] != WAITING
        assert timed.sockets[1].until(lambda frame: frame["over"])["ending"] == "time"
        calm.sockets[0].play(move)
        assert ada.get("/").status_code == 200


def pass_turn(socket: Socket) -> None:
    """Play until the bot is awaited."""
    while socket.play(socket.my_turn()["legal"][-1])["legal"]:
        pass


def check_answers(guest: Guest, port: int) -> None:
    """Every request that needs the database gets one plain sentence, without the database's address."""
    answers = [guest.get(path) for path in ("/", "/api/tables/unknown", "/replays/unknown")]
    assert [answer.status_code for answer in answers] == [503, 503, 503]
    for answer in answers:
        assert SENTENCE in answer.text
        assert str(port) not in answer.text
    assert guest.socket("unknown").closing_code() == 1013


def test_the_sweeper_survives(cluster: postgres.Cluster, proxy: TcpProxy) -> None:
    async def work() -> None:
        store = Store.open(address_through(proxy, cluster))
        registry = TableRegistry(store)
        proxy.cut()
        await registry.sweep()
        proxy.mend()
        await registry.sweep()
        store.close()

    asyncio.run(work())
