"""Results in SQLite and in PostgreSQL: nothing counts twice, whatever arrives when."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from ludotheque.arena.matches import Result, Task
from ludotheque.arena.pairing import round_robin
from ludotheque.arena.results import Met, Results, SeatTotal
from ludotheque.game import GameError
from tests.arena.samples import builtin, make_up_result, quick_setting

pytestmark = pytest.mark.slow

SETTING = quick_setting()
BOTS = builtin("random", "greedy", "easy")
TASKS = [task for group in round_robin(SETTING, [bot.digest for bot in BOTS], 3) for task in group]


def win_by_digest(task: Task) -> Result:
    """The bot with the lower digest wins."""
    return make_up_result(task, (1, 2) if task.seats == tuple(sorted(task.seats)) else (2, 1))


def read_all(results: Results) -> tuple[list[Met], list[SeatTotal], int]:
    series = SETTING.series
    return results.count_groups(series, BOTS), results.sum_seats(series, BOTS), results.count_left_out(series)


def store(database: str, *batches: Sequence[Result]) -> tuple[list[Met], list[SeatTotal], int]:
    with Results(database) as results:
        results.begin(SETTING, BOTS)
        for batch in batches:
            results.add(batch)
            results.flush()
        return read_all(results)


def test_a_result_that_arrives_twice_or_late_changes_nothing(database: str) -> None:
    played = [win_by_digest(task) for task in TASKS]
    groups, totals, left_out = store(database, played)
    assert [group.groups for group in groups] == [3, 3, 3]
    assert all([ranks for _, ranks in group.matches] == [(1, 2), (2, 1)] for group in groups)
    best = min(bot.digest for bot in BOTS)
    assert SeatTotal(best, "ok", 12, 120.0) in totals
    assert left_out == 0
    other_times = [make_up_result(task, (2, 1)) for task in TASKS]  # not even another result replaces the first
    assert store(database, other_times[3:], played[5:], [played[0], played[0]]) == (groups, totals, left_out)


def test_the_order_of_arrival_does_not_matter(database: str) -> None:
    played = [win_by_digest(task) for task in TASKS]
    random.Random(1).shuffle(played)
    groups, totals, _ = store(database, played[:1], played[1:8], played[8:])
    in_order = {group.matches for group in groups}
    assert [group.groups for group in groups] == [3, 3, 3]
    assert all([ranks for _, ranks in matches] == [(1, 2), (2, 1)] for matches in in_order)
    assert sorted(total.score for total in totals) == [0, 60, 120]


def test_stored_tasks_are_skipped_and_time_adds_up(database: str) -> None:
    with Results(database) as results:
        results.begin(SETTING, BOTS)
        assert list(results.skip_stored(TASKS, SETTING.series)) == TASKS
        for task in [*TASKS[:5], *TASKS[:7]]:
            results.add([win_by_digest(task)], seconds=0.25)
        assert list(results.skip_stored(TASKS, SETTING.series)) == TASKS[7:]
        assert results.seconds(SETTING.series) == 3.0


def test_equal_games_count_once_whichever_arrives_first(database: str) -> None:
    order = [task for task in TASKS if task.seats == TASKS[0].seats]
    equal = [make_up_result(task, (1, 2), content="the same moves") for task in order]
    groups, totals, left_out = store(database, equal[1:])
    assert (left_out, sum(total.matches for total in totals)) == (1, 2)
    groups, totals, left_out = store(database, equal[:1], equal[2:])
    assert (left_out, sum(total.matches for total in totals)) == (2, 2)
    assert sum(len(group.matches) * group.groups for group in groups) == 1
    with Results(database) as results, results._engine.connect() as connection:
        rounds = connection.exec_driver_sql("SELECT round FROM arena_matches WHERE counted").scalars()
        assert rounds.all() == [0]  # that of the first round, which arrived last


def test_a_match_that_the_machine_has_spoiled_does_not_count(database: str) -> None:
    spoiled = make_up_result(TASKS[0], (2, 1), verdict="host", content="moves")
    assert store(database, [spoiled]) == ([], [], 1)
    whole = make_up_result(TASKS[2], (2, 1), content="moves")
    assert store(database, [whole])[2] == 1


def test_faults_are_told_apart(database: str) -> None:
    crashed = make_up_result(TASKS[0], (2, 1), verdict="crash")
    _, totals, _ = store(database, [crashed, win_by_digest(TASKS[1])])
    assert {(total.bot, total.verdict, total.matches) for total in totals} == {
        (TASKS[0].seats[0], "crash", 1),
        (TASKS[0].seats[0], "ok", 1),
        (TASKS[0].seats[1], "ok", 2),
    }


def test_matches_of_others_are_left_out(database: str) -> None:
    store(database, [win_by_digest(task) for task in TASKS])
    with Results(database) as results:
        two = BOTS[:2]
        assert sum(total.matches for total in results.sum_seats(SETTING.series, two)) == 12
        assert [group.groups for group in results.count_groups(SETTING.series, two)] == [3]
        assert results.count_groups(quick_setting(kind="duel").series, BOTS) == []


def test_what_cannot_be_stored_is_one_sentence_and_nothing_of_it_is_there(database: str) -> None:
    results = Results(database)
    results.begin(SETTING, BOTS)
    whole, broken = win_by_digest(TASKS[0]), replace(win_by_digest(TASKS[1]), record=None)  # type: ignore[arg-type]
    results.add([whole, broken])
    with pytest.raises(GameError, match=r"^The results cannot be stored or read: .* What was stored before is there"):
        results.flush()
    results.close()
    assert store(database) == ([], [], 0)
