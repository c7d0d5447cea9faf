"""The page of a person: results and dates, which stay when the tables are removed."""

import asyncio
from collections.abc import Callable

import pytest

from ludotheque.store.store import Store
from ludotheque.table import Table
from ludotheque.web.history import describe_match
from ludotheque.web.live_table import LiveTable
from ludotheque.web.registry import TableRegistry
from ludotheque.web.session import Person
from ludotheque.web.table_request import TableRequest
from ludotheque.web.words import Language
from tests.web.guest import Guest
from tests.web.seated_table import open_seated_table
from tests.web.test_store import make_database_of_version

ADA, BOB = Person("ada", "Ada"), Person("bob", "Bob")


async def open_table(registry: TableRegistry, *seats: str) -> LiveTable:
    table = await registry.open(TableRequest("alchemy", ("me", *seats), {"first": 0}, "Ada"), ADA)
    for seat, invite in table.invitations(ADA).items():
        assert seat == 1
        await table.sit(invite, BOB, "Bob")
    return table


def test_results_stay_when_the_table_is_removed(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")

    async def work() -> None:
        store = Store.open(database)
        registry = TableRegistry(store)
        against_bob = await open_table(registry, "friend")
        assert await store.results.list_matches(BOB.id, 10) == [], "the match goes on"
        await against_bob.act(ADA, Table.resign)
        against_bot = await open_table(registry, "easy")
        await against_bot.act(ADA, Table.resign)
        drawn = await open_table(registry, "friend")
        await drawn.act(ADA, Table.offer_draw)
        await drawn.act(BOB, Table.offer_draw)
        await store.forget(1e12)
        assert await store.table(drawn.row.id) is None
        newest, *others = await store.results.list_matches(ADA.id, 10)
        assert (newest.table, newest.result, newest.has_replay) == (drawn.row.id, "drawn", False)
        assert newest.names == ("Ada", "Bob")
        assert [(one.result, one.rank, one.kinds[1]) for one in others] == [("lost", 2, "bot"), ("lost", 2, "person")]
        assert await store.results.list_matches(ADA.id, 10, before=newest.ended) == others
        assert await store.results.count(ADA.id) == {"alchemy": {"won": 0, "drawn": 1, "lost": 2}}
        assert await store.results.count(BOB.id) == {"alchemy": {"won": 1, "drawn": 1, "lost": 0}}
        line = describe_match(others[0], Language("fr"))
        assert (line.title, line.sentence, line.replay) == ("Alchimie", "perdu", "")
        await registry.stop()
        store.close()

    asyncio.run(work())


OLD_ROWS = """
INSERT INTO tables (id, game, rules, options, seed, owner, public, created, touched, over)
    VALUES ('old', 'emile', 1, '{}', 7, 'ada', true, 1, 5, true),
    ('bots', 'emile', 1, '{}', 7, 'ada', true, 1, 5, true);
INSERT INTO seats (table_id, seat, kind, name, person, rank, result) VALUES
    ('old', 0, 'person', 'Ada', 'ada', 1, 'won'), ('old', 1, 'bot', 'easy', NULL, 2, 'lost'),
    ('bots', 0, 'bot', 'easy', NULL, 1, 'won'), ('bots', 1, 'bot', 'easy 2', NULL, 2, 'lost')
"""


def test_results_of_an_older_version_are_there_too(database: str) -> None:
    make_database_of_version(database, "0006", OLD_ROWS)
    store = Store.open(database)
    (old,) = asyncio.run(store.results.list_matches("ada", 10))
    assert (old.table, old.ended, old.names, old.result, old.has_replay) == ("old", 5.0, ("Ada", "easy"), "won", True)
    store.close()


def test_the_page_shows_own_matches_only(guest: Callable[..., Guest]) -> None:
    ada, bob, eve = guest("Ada"), guest("Bob", "fr"), guest("Eve")
    assert "No match yet" in ada.get("/history").text
    table = open_seated_table([ada, bob], "alchemy")
    table.sockets[0].ask(do="resign")
    table.sockets[1].until(lambda frame: frame["over"])
    assert "lost" in ada.get("/history").text and f'href="/replays/{table.id}"' in ada.get("/history").text
    assert "gagné" in bob.get("/history").text and "Ada, Bob" in bob.get("/history").text
    assert "No match yet" in eve.get("/history").text
    assert eve.get("/history?before=x").status_code == 422
