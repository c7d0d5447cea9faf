"""Frames: the log, what has changed, and arguments that accept any number."""

import asyncio
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.playback import count_common
from ludotheque.record import ENDINGS, Ending
from ludotheque.store.store import Store
from ludotheque.web.frame import FrameCache, Log, describe_ending, free_arguments, has_gaps
from ludotheque.web.registry import TableRegistry
from ludotheque.web.session import Person
from ludotheque.web.table_request import TableRequest
from ludotheque.web.words import Language

ENGLISH = Language("en")


def test_a_log_forgets_a_ply_that_was_replaced() -> None:
    match, log = lt.new("alchemy", seed=1, first=0), Log(0)
    match.play("PLACE 0 1", 0)
    log.update(match, 0, ENGLISH)
    assert log.lines == ["You place lead on cell 0 and iron on cell 1."]
    match.undo()
    match.play("PLACE 5 2", 0)
    log.update(match, 0, ENGLISH)
    assert len(log.lines) == 1 and "cell 5" in log.lines[0]


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


def test_the_hint_of_a_match_that_was_resigned_names_no_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")  # so the test does not wait for the compiler
    store, ada = Store.open(f"sqlite:///{tmp_path / 'tables.db'}"), Person("ada", "Ada")

    async def resign() -> str:
        wanted = TableRequest("alchemy", ("me", "random"), {"first": 0}, "Ada")
        table = await TableRegistry(store).open(wanted, ada)
        await table.resign(ada)
        frame = await FrameCache(table).get(0, ENGLISH)
        await table.close()
        return str(frame["hint"])

    assert asyncio.run(resign()) == "The match has ended by resignation."
    store.close()
