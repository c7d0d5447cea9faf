"""The server is killed in the middle of ten live games: all go on, and no acknowledged move is lost."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

import ludotheque as lt
from ludotheque.checks.fixtures import COMMON_ENVIRONMENT
from ludotheque.checks.server import Server
from ludotheque.store.store import PlyRow, Store
from tests.web.guest import Guest
from tests.web.seated_table import QUICK_OPTIONS as SHORT
from tests.web.seated_table import SeatedTable as Party
from tests.web.seated_table import open_seated_table as gather
from tests.web.seated_table import random_choice as by_chance

TABLES = lt.names()  # one table of each game, all at once
PLIES = 4  # that every table has seen at least when the server is killed


class Play(threading.Thread):
    """A table at which people go on moving until the server is gone."""

    def __init__(self, party: Party, number: int) -> None:
        super().__init__(name=f"table {number}")
        self.party = party
        self.choose = by_chance(number)
        self.acknowledged: list[str] = []
        self.has_begun = threading.Event()

    def run(self) -> None:
        try:
            while not self.party.sockets[0].frame["over"]:
                self.play()
        except ConnectionClosed:
            pass
        finally:
            self.has_begun.set()

    def play(self) -> None:
        socket = self.party.awaited()
        move = self.choose(socket.frame["legal"])
        socket.play(move)
        self.acknowledged.append(f"{socket.frame['seat']} {move}")
        self.party.follow(socket)
        if len(self.acknowledged) >= PLIES:
            self.has_begun.set()


@pytest.fixture
def own_server(database: str, tmp_path: Path) -> Iterator[Server]:
    with Server(database, tmp_path, COMMON_ENVIRONMENT) as running:
        yield running


def kept(database: str, tables: list[str]) -> list[list[str]]:
    """What the database holds of some tables while no server runs."""
    store = Store.open(database)

    async def read() -> list[list[PlyRow]]:
        return [await store.plies(id) for id in tables]

    plies = asyncio.run(read())
    store.close()
    for rows in plies:
        assert [row.ply for row in rows] == list(range(1, len(rows) + 1)), "no ply is missing in between"
    return [[f"{row.seat} {row.move}" for row in rows] for rows in plies]


def test_no_acknowledged_move_is_lost_by_a_kill(own_server: Server) -> None:
    with ExitStack() as leaving:
        pairs = [[leaving.enter_context(Guest(own_server.url, name)) for name in ("Ada", "Bob")] for _ in TABLES]
        parties = [gather(pair, game, **SHORT[game]) for pair, game in zip(pairs, TABLES)]
        before: list[list[str]] = [[] for _ in TABLES]
        for _ in range(2):
            before = killed_in_the_middle(own_server, parties, before)
            parties = [again(party) for party in parties]


def killed_in_the_middle(server: Server, parties: list[Party], before: list[list[str]]) -> list[list[str]]:
    """All tables play, the server is killed and started again; what it kept."""
    plays = [Play(party, number) for number, party in enumerate(parties)]
    for play in plays:
        play.start()
    for play in plays:
        assert play.has_begun.wait(300)
    server.kill()
    for play in plays:
        play.join()
    held = kept(server.database, [party.id for party in parties])
    for past, play, moves in zip(before, plays, held):
        acknowledged = [*past, *play.acknowledged]
        assert moves[: len(acknowledged)] == acknowledged, "every acknowledged move is there"
        assert len(moves) <= len(acknowledged) + 1, "and at most one that was under way"
    server.start()
    return held


def again(party: Party) -> Party:
    """The same people come back, and see that their match goes on."""
    for seat, guest in enumerate(party.guests):
        party.sockets[seat].close()
        party.sockets[seat] = guest.socket(party.id)
        assert party.sockets[seat].until(lambda frame: True)["seat"] == seat
    assert party.sockets[0].frame["state"] == ("over" if party.sockets[0].frame["over"] else "playing")
    return party
