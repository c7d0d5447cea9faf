"""Results in SQLite and in PostgreSQL: nothing counts twice, whatever arrives when."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, event

from ludotheque.arena.matches import Result, Task
from ludotheque.arena.pairing import order_seats, round_robin
from ludotheque.arena.played import Met, SeatTotal
from ludotheque.arena.result_rows import Place, number, pairing_number
from ludotheque.arena.results import Results, Stored
from ludotheque.game import GameError
from ludotheque.store import migrations
from tests.arena.samples import builtin, make_up_result, quick_setting

pytestmark = pytest.mark.slow

SETTING = quick_setting()
ENTRANTS = builtin("random", "greedy", "easy")
BOTS = [entrant.digest for entrant in ENTRANTS]
TASKS = [task for group in round_robin(SETTING, BOTS, 3) for task in group]


def win_by_digest(task: Task) -> Result:
    """The bot with the lower digest wins."""
    return make_up_result(task, (1, 2) if task.seats == tuple(sorted(task.seats)) else (2, 1))


def read_all(results: Results) -> tuple[list[Met], list[SeatTotal], int]:
    """Return the groups, the totals that count, and the number of seats that do not."""
    totals = results.sum_seats(SETTING.series, BOTS)
    left_out = sum(total.matches for total in totals if not total.counted)
    return results.count_groups(SETTING.series, BOTS), [total for total in totals if total.counted], left_out


def store(database: str, *batches: Sequence[Result]) -> tuple[list[Met], list[SeatTotal], int]:
    with Results(database) as results:
        results.begin(SETTING, ENTRANTS)
        for batch in batches:
            results.add(batch)
            results.flush()
        return read_all(results)


def test_a_result_that_arrives_twice_or_late_changes_nothing(database: str) -> None:
    played = [win_by_digest(task) for task in TASKS]
    groups, totals, left_out = store(database, played)
    assert [group.groups for group in groups] == [3, 3, 3]
    assert all([ranks for _, ranks in group.matches] == [(1, 2), (2, 1)] for group in groups)
    assert SeatTotal(min(BOTS), "ok", True, 12, 120, 0.5) in totals
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
        results.begin(SETTING, ENTRANTS)
        assert not any(task in Stored(results) for task in TASKS)
        for task in [*TASKS[:5], *TASKS[:7]]:
            results.add([win_by_digest(task)], seconds=0.25)
        results.flush()
        stored = Stored(results)
        assert [task for task in TASKS if task not in stored] == TASKS[7:]
        assert results.seconds(SETTING.series) == 3.0


def test_equal_games_count_once_whichever_arrives_first(database: str) -> None:
    order = [task for task in TASKS if task.seats == TASKS[0].seats]
    equal = [make_up_result(task, (1, 2), content="the same moves") for task in order]
    groups, totals, left_out = store(database, equal[1:])
    assert (left_out, sum(total.matches for total in totals)) == (2, 2)
    groups, totals, left_out = store(database, equal[:1], equal[2:])
    assert (left_out, sum(total.matches for total in totals)) == (4, 2)
    assert sum(len(group.matches) * group.groups for group in groups) == 1
    with Results(database) as results, results._engine.connect() as connection:
        rounds = connection.exec_driver_sql("SELECT round FROM arena_matches WHERE counted").scalars()
        assert rounds.all() == [0]  # that of the first round, which arrived last


def test_a_match_that_the_machine_has_spoiled_does_not_count(database: str) -> None:
    spoiled = make_up_result(TASKS[0], (2, 1), verdict="host", content="moves")
    assert store(database, [spoiled]) == ([], [], 2)
    whole = make_up_result(TASKS[2], (2, 1), content="moves")
    assert store(database, [whole])[2] == 2


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
        assert len(results.matches(SETTING.series, two)) == 6
        assert results.count_groups(quick_setting(kind="duel").series, BOTS) == []


def test_what_cannot_be_stored_is_one_sentence_and_nothing_of_it_is_there(database: str) -> None:
    results = Results(database)
    results.begin(SETTING, ENTRANTS)
    whole, broken = win_by_digest(TASKS[0]), replace(win_by_digest(TASKS[1]), record=None)  # type: ignore[arg-type]
    results.add([whole, broken])
    with pytest.raises(GameError, match=r"^The results cannot be stored or read: .* What was stored before is there"):
        results.flush()
    results.close()
    assert store(database) == ([], [], 0)


def test_rounds_before_the_first_gap_are_whole(database: str) -> None:
    """A league of a million matches begins where something is missing, and does not read the rest."""
    gap = next(task for task in TASKS if task.round == 1)
    with Results(database) as results:
        results.begin(SETTING, ENTRANTS)
        results.add([win_by_digest(task) for task in TASKS if task.round > 0 and task != gap])
        assert set(results.count_whole_rounds(SETTING.series, 2).values()) == {0}
        results.add([win_by_digest(task) for task in TASKS if task.round == 0])
        whole = results.count_whole_rounds(SETTING.series, 2)
        assert sorted(whole.values()) == [1, 3, 3]
        assert whole[pairing_number(SETTING.series, gap.seats)] == 1
        results.add([win_by_digest(gap)])
        assert set(results.count_whole_rounds(SETTING.series, 2).values()) == {3}


def test_no_query_reads_all_matches_while_storing(tmp_path: Path) -> None:
    with Results(f"sqlite:///{tmp_path / 'arena.db'}") as results:
        results.begin(SETTING, ENTRANTS)
        asked: list[tuple[str, Any]] = []
        event.listen(results._engine, "before_cursor_execute", lambda *call: asked.append((call[2], call[3])))
        results.add([make_up_result(task, (1, 2), content="the same moves") for task in TASKS])
        results.flush()
        queries = [(query, values) for query, values in asked if query.startswith(("SELECT", "UPDATE"))]
        with results._engine.connect() as connection:
            steps = [
                row[3]
                for query, values in queries
                for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", values)
            ]
        assert "SEARCH arena_matches USING INDEX arena_matches_by_round (pairing=? AND round=?)" in steps
        assert "SEARCH arena_matches USING INDEX arena_matches_by_content (content=?)" in steps
        assert not [step for step in steps if step.startswith("SCAN")]


def test_matches_have_numbers_of_their_own_whatever_the_seats() -> None:
    for seats in (2, 3, 4, 8, 9, 16):
        lineups = [" ".join(order) for order in order_seats([str(place) for place in range(seats)])]
        lineups += [" ".join("1" if seat == one else "0" for seat in range(seats)) for one in range(seats)]
        places = {Place(2**63 - 2, round, lineup) for round in (0, 1, 2) for lineup in lineups}
        ids = {place.id for place in places}
        assert len(ids) == len(places)
        assert all(0 <= id < 2**63 for id in ids)


def test_a_database_from_before_the_sums_has_the_same_table(database: str, tmp_path: Path) -> None:
    played = [win_by_digest(task) for task in TASKS[:-1]]
    make_old_database(database, played)
    groups, totals, left_out = store(database)
    assert (groups, totals, left_out) == store(f"sqlite:///{tmp_path / 'new.db'}", played)
    assert store(database, played) == (groups, totals, left_out)  # known, though their numbers are made otherwise now
    groups, _, _ = store(database, [win_by_digest(TASKS[-1])])
    assert [group.groups for group in groups] == [3, 3, 3]


def make_old_database(database: str, results: Sequence[Result]) -> None:
    """Make the tables of version 0005, and put the results of matches of two into them as that version did."""
    engine = create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0005")
        for result in results:
            for statement in write_old_rows(result):
                connection.exec_driver_sql(statement)
    engine.dispose()


def write_old_rows(result: Result) -> Iterator[str]:
    place, id = Place.of(result), number(result.key)
    group = (place.pairing + place.round) % 2**63  # any number of its own
    one, two = map(number, sorted(result.seats))
    again = "ON CONFLICT DO NOTHING"
    yield f"INSERT INTO arena_pairings VALUES ({place.pairing}, {number(result.series)}, '{one} {two}') {again}"
    ranks = " ".join(map(str, result.ranks))
    yield (
        f"INSERT INTO arena_matches VALUES ({id}, {place.pairing}, {place.round}, {result.seed}, {group},"
        f" '{place.lineup}', '{ranks}', {id}, true, 7, 1.0)"
    )
    for seat, bot in enumerate(result.seats):
        yield (
            f"INSERT INTO arena_seats VALUES ({id}, {seat}, {place.pairing}, {number(bot)}, {result.ranks[seat]},"
            f" {result.scores[seat]}, 'ok', '', 1, 0.5, 0.5, true)"
        )
    pattern = f"{place.lineup}>{ranks}"
    yield (
        f"INSERT INTO arena_groups VALUES ({group}, {place.pairing}, '{pattern}')"
        " ON CONFLICT (id) DO UPDATE SET pattern = arena_groups.pattern || '|' || excluded.pattern"
    )
