"""Frames: the log, what has changed, and arguments that accept any number."""

import asyncio
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.playback import count_common
from ludotheque.record import ENDINGS, Ending
from ludotheque.store.store import Store
from ludotheque.table import Table
from ludotheque.web import frame
from ludotheque.web.frame import FrameCache, Log, describe_ending, free_arguments, has_gaps, rank_seats
from ludotheque.web.registry import TableRegistry
from ludotheque.web.session import Person
from ludotheque.web.table_request import TableRequest
from ludotheque.web.words import Language

ENGLISH = Language("en")


def test_a_log_forgets_a_ply_that_was_replaced() -> None:
    match, log = lt.new("alchemy", seed=1, first=0), Log(0)
    match.play("PLACE 0 1", 0)
    log.update(match, 0, ENGLISH)
    assert log.lines == ["You place lead on cell A1 and iron on cell B1."]
    match.undo()
    match.play("PLACE 5 2", 0)
    log.update(match, 0, ENGLISH)
    assert len(log.lines) == 1 and "cell F1" in log.lines[0]


def test_the_length_of_a_log_does_not_depend_on_secret_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two matches of Ghost; in the second, seat 0 sends many troops in its last turn, and the turn is still open."""
    monkeypatch.setattr(frame, "LOG_PLIES", 6)
    quiet, busy = (lt.new("ghost", seed=5, factories=9) for _ in range(2))
    for match in (quiet, busy):
        for _ in range(20):
            match.play("END", 0)
            match.play("END", 1)
    for _ in range(10):
        busy.play(next(move for move in busy.legal(0) if move.startswith("MOVE")), 0)
    for seat in (1, -1):
        logs = [Log.begin(match, seat, ENGLISH).lines for match in (quiet, busy)]
        assert logs[0] == logs[1] and len(logs[0]) >= 6


def test_a_log_begins_with_the_last_plies(monkeypatch: pytest.MonkeyPatch) -> None:
    match, complete = lt.new("alchemy", seed=1, first=0), Log(0)
    while match.ply < 8:
        match.play(match.legal(match.active[0])[0], match.active[0])
    complete.update(match, 0, ENGLISH)
    monkeypatch.setattr(frame, "LOG_PLIES", 3)
    last = Log.begin(match, 0, ENGLISH)
    assert 0 < len(last.lines) < len(complete.lines)
    assert complete.lines[-len(last.lines) :] == last.lines


def test_a_long_log_drops_its_oldest_plies_many_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    match, complete, log = lt.new("alchemy", seed=1, first=0), Log(0), Log(0)
    monkeypatch.setattr(frame, "LOG_PLIES", 3)
    monkeypatch.setattr(frame, "MOST_LOG_PLIES", 6)
    sizes = []
    while match.ply < 12:
        match.play(match.legal(match.active[0])[0], match.active[0])
        log.update(match, 0, ENGLISH)
        sizes.append(len(log.entries))
    monkeypatch.undo()
    complete.update(match, 0, ENGLISH)
    assert sizes == [1, 2, 3, 4, 5, 6, 3, 4, 5, 6, 3, 4]
    assert complete.lines[-len(log.lines) :] == log.lines


def test_common_items_are_counted() -> None:
    assert count_common(["a", "b"], ["a", "b", "c"]) == 2
    assert count_common(["a", "b"], ["a", "c"]) == 1
    assert count_common([], ["a"]) == 0


def test_an_argument_with_gaps_accepts_any_number() -> None:
    assert has_gaps([1, 2, 5, 10]) and not has_gaps([1, 2, 3]) and not has_gaps(6)
    assert free_arguments(lt.load("ghost")) == ["cyborgs"]
    assert free_arguments(lt.load("emile")) == []


def test_a_frame_describes_an_end_outside_the_rules() -> None:
    sentences = {describe_ending(Ending(kind, ()), ENGLISH) for kind in ENDINGS}
    assert len(sentences) == len(ENDINGS)


def test_a_result_says_where_a_score_comes_from() -> None:
    match = lt.new("alchemy", seed=1, first=0)
    for move in ("PLACE 0 1", "TRANSMUTE 0", "END"):
        match.play(move, 0)
    match.ending = Ending("resignation", ())
    parts = {row["seat"]: row["parts"] for row in rank_seats(match, Language("fr"))}
    assert parts == {0: [{"words": "Cases isolées, transmutées à perte", "points": -3}], 1: []}


def test_the_parts_of_a_hidden_score_are_hidden() -> None:
    """When people end a match of Bzzz early, the nectar of the hives stays a secret of their owners."""
    match = lt.new("bzzz", seed=1)
    match.ending = Ending("resignation", ())
    assert {(row["score"], len(row["parts"])) for row in rank_seats(match, ENGLISH)} == {("?", 0)}


def test_the_hint_of_a_match_that_was_resigned_names_no_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")  # so the test does not wait for the compiler
    store, ada = Store.open(f"sqlite:///{tmp_path / 'tables.db'}"), Person("ada", "Ada")

    async def resign() -> str:
        wanted = TableRequest("alchemy", ("me", "random"), {"first": 0}, "Ada")
        table = await TableRegistry(store).open(wanted, ada)
        await table.act(ada, Table.resign)
        sent = await FrameCache(table).get(0, ENGLISH)
        await table.close()
        return str(sent["hint"])

    assert asyncio.run(resign()) == "The match has ended by resignation."
    store.close()
