"""The disk is full, the database is gone, somebody else uses it: one sentence, and nothing half-written."""

import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from ludotheque.arena.pairing import round_robin
from ludotheque.arena.result_rows import Place
from ludotheque.arena.results import Results
from ludotheque.game import GameError
from tests.arena.samples import builtin, make_up_result, quick_setting
from tests.web import postgres
from tests.web.tcp_proxy import TcpProxy

pytestmark = pytest.mark.slow

SETTING = quick_setting()
ENTRANTS = builtin("random", "easy")
BOTS = [entrant.digest for entrant in ENTRANTS]
TASKS = [task for group in round_robin(SETTING, BOTS, 60) for task in group]
RESULTS = [replace(make_up_result(task, (1, 2)), record=os.urandom(10_000)) for task in TASKS]
SENTENCE = r"^The results cannot be stored or read: .* What was stored before is there: try again later\.$"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("only root can mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def store_one_by_one(results: Results) -> None:
    for result in RESULTS:
        results.add([result])
        results.flush()


def count_games(results: Results) -> int:
    """Return the number of matches; groups and seats must agree with it."""
    games = sum(len(group.matches) * group.groups for group in results.count_groups(SETTING.series, BOTS))
    seats = sum(total.matches for total in results.sum_seats(SETTING.series, BOTS))
    stored = [result for result in RESULTS if results.record(Place.of(result).id) is not None]
    assert seats == 2 * games == 2 * len(results.matches(SETTING.series, BOTS)) == 2 * len(stored)
    return games


def test_a_full_disk(small_disk: Path) -> None:
    file = small_disk / "arena.db"
    with Results(f"sqlite:///{file}") as results:
        results.begin(SETTING, ENTRANTS)
        with pytest.raises(GameError, match=SENTENCE) as error:
            store_one_by_one(results)
        assert "full" in str(error.value)
    subprocess.run(["mount", "-o", "remount,size=9m", str(small_disk)], check=True)
    with closing(sqlite3.connect(file)) as plain:
        assert plain.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with Results(f"sqlite:///{file}") as results:
        before = count_games(results)
        assert 0 < before < len(RESULTS)
        results.add(RESULTS)
        assert count_games(results) == len(RESULTS)


def test_a_database_that_goes_away(cluster: postgres.Cluster) -> None:
    with TcpProxy(str(cluster.folder / ".s.PGSQL.5432")) as proxy:
        name = cluster.new_database().partition("?")[0].rpartition("/")[2]
        address = f"postgresql://ludotheque@127.0.0.1:{proxy.port}/{name}"
        results = Results(address)
        results.begin(SETTING, ENTRANTS)
        results.add(RESULTS[:10])
        assert count_games(results) == 10
        proxy.cut()
        with pytest.raises(GameError, match=SENTENCE):
            store_one_by_one(results)
        results.close()
        with pytest.raises(GameError, match=r"^The database .* cannot be opened"):
            Results(address)
        proxy.mend()
        with Results(address) as results:
            assert count_games(results) == 10
            results.add(RESULTS)
            assert count_games(results) == len(RESULTS)


def test_two_leagues_cannot_write_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.store.database.LOCK_SECONDS", 0)
    address = f"sqlite:///{tmp_path / 'arena.db'}"
    with (
        Results(address),
        pytest.raises(GameError, match=r"^Another process is using the database .*arena\.db: end it first"),
    ):
        Results(address)
