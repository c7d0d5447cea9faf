"""A contest from its opening to its end, on SQLite and on PostgreSQL."""

import pytest
from sqlalchemy import update

from ludotheque.contest import keys
from ludotheque.contest.jobs import LEASE_SECONDS, MOST_TRIES, count_jobs
from ludotheque.contest.keys import Holder, NotAllowed
from ludotheque.contest.log import read_log
from ludotheque.contest.matches import hide_logs, list_matches, read_match, read_stderr
from ludotheque.contest.orders import Report
from ludotheque.contest.queue import measure_pace
from ludotheque.contest.results import BadReport
from ludotheque.contest.service import ContestService
from ludotheque.contest.teams import MOST_MEMBERS
from ludotheque.contest.times import parse_time
from ludotheque.contest.versions import Version, list_all_versions, list_versions, read_version
from ludotheque.game import GameError
from ludotheque.store.contest_schema import contests
from tests.contest.helpers import BOSS, CRASHING, FIRST, LAST, Sample

AN_HOUR = 3600.0


both = pytest.mark.usefixtures("database")


def versions_of(sample: Sample, team: str) -> list[Version]:
    found = sample.run(sample.service.team_of(sample.contest, sample.holders[team]))
    return sample.run(sample.service.read(lambda connection: list_versions(connection, found.id)))


def actions(sample: Sample) -> list[str]:
    return [one.action for one in sample.run(sample.service.read(lambda c: read_log(c, sample.contest.id)))]


def better(names: list[str]) -> int:
    """Teams are called after their strength: the last letter of the alphabet wins."""
    return max(range(len(names)), key=lambda seat: names[seat])


# Opening and joining


@both
def test_a_contest_is_stored_with_its_times_in_a_zone(sample: Sample) -> None:
    paris = parse_time("2027-01-20 14:00", "Europe/Paris")
    assert paris == parse_time("2027-01-20 13:00", "UTC")
    made = sample.open(zone="Europe/Paris", ends=paris + 9, starts=paris, freezes=paris + 5, invitation=" sesame ")
    assert (made.zone, made.starts, made.invitation) == ("Europe/Paris", paris, "sesame")
    assert sample.refresh() == made
    assert actions(sample) == ["open"]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"zone": "Mars/Olympus"}, "There is no time zone 'Mars/Olympus': one is called Europe/Paris, or UTC."),
        ({"ends": 5.0}, "A contest ends after it has started."),
        ({"freezes": 5.0}, "The board is frozen between the start and the end of the contest."),
        ({"languages": ("cobol",)}, "There is no language 'cobol'; there are"),
        ({"practice": ("nobody",)}, "There is no bot 'nobody'; there are"),
        ({"name": " "}, "A name has 1 to 60 letters, and nothing that cannot be printed."),
        ({"seats": 77}, "Émile is played with 2 to 8 seats, not 77."),
    ],
)
def test_a_mistake_in_opening_gets_a_sentence(sample: Sample, wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(GameError) as error:
        sample.open(**wrong)
    assert sentence in str(error.value)


@both
def test_a_key_is_stored_as_a_hash_and_can_be_replaced(sample: Sample) -> None:
    joined = sample.run(sample.service.join(sample.contest, "Ada", "Owls"))
    holder = sample.run(sample.service.require(joined.key, keys.MEMBER))
    with sample.store.engine.connect() as connection:
        stored = [row.hash for row in connection.exec_driver_sql("SELECT hash FROM contest_keys")]
    assert stored == [keys.hash_key(joined.key)]
    fresh = sample.run(sample.service.replace_key(holder))
    assert sample.run(sample.service.require(fresh, keys.MEMBER)) == holder
    for wrong in (joined.key, "", "member-guess"):
        with pytest.raises(NotAllowed):
            sample.run(sample.service.require(wrong, keys.MEMBER))
    with pytest.raises(NotAllowed, match="organiser's key"):
        sample.run(sample.service.require(fresh, keys.ORGANISER))


def test_a_link_makes_an_organiser_once(sample: Sample) -> None:
    link = sample.run(sample.service.make_key(keys.LINK, ""))
    key = sample.run(sample.service.use_link(link))
    assert sample.run(sample.service.require(key, keys.ORGANISER)).kind == keys.ORGANISER
    with pytest.raises(NotAllowed, match="was used already"):
        sample.run(sample.service.use_link(link))
    old = sample.run(sample.service.make_key(keys.LINK, ""))
    sample.clock.now += keys.LINK_SECONDS + 1
    with pytest.raises(NotAllowed, match="too old"):
        sample.run(sample.service.use_link(old))


@both
def test_a_team_is_joined_with_its_code_by_four_at_most(sample: Sample) -> None:
    code = sample.run(sample.service.join(sample.contest, "Ada", "Owls")).code
    with pytest.raises(NotAllowed, match="There is a team Owls already"):
        sample.run(sample.service.join(sample.contest, "Mallory", "oWLs"))
    for number in range(MOST_MEMBERS - 1):
        joined = sample.run(sample.service.join(sample.contest, f"Friend {number}", "owls", code=code))
        assert joined.team.name == "Owls" and joined.code == ""
    with pytest.raises(GameError, match="The team Owls is full: 4 people"):
        sample.run(sample.service.join(sample.contest, "Fifth", "Owls", code=code))


def test_a_contest_by_invitation_needs_its_code(sample: Sample) -> None:
    sample.open(invitation="sesame")
    with pytest.raises(NotAllowed, match="by invitation"):
        sample.run(sample.service.join(sample.contest, "Ada", "Owls", invitation="simsim"))
    assert sample.run(sample.service.join(sample.contest, "Ada", "Owls", invitation="sesame")).key


# Versions, in the real sandbox


@both
def test_a_version_is_validated_and_plays(sample: Sample) -> None:
    assert sample.submit("Owls", FIRST).state == "waiting"
    order = sample.lease()
    assert order is not None and versions_of(sample, "Owls")[0].state == "compiling"
    assert sample.finish(order, sample.play(order))
    version = versions_of(sample, "Owls")[0]
    assert (version.state, version.message) == ("valid", "")
    assert version.report is not None and version.report[0]["opponent"] == "random"
    assert 0 < version.report[0]["longest"] < version.report[0]["limit"]
    assert sample.run(sample.service.team_of(sample.contest, sample.holders["Owls"])).active == 1


def test_compile_errors_and_crashes_make_a_version_invalid_in_words(sample: Sample) -> None:
    sample.submit("Owls", "int main( {", "bot.c")
    sample.submit("Bats", CRASHING)
    for _ in range(2):
        order = sample.lease()
        assert order is not None and sample.finish(order, sample.play(order))
    owls, bats = versions_of(sample, "Owls")[0], versions_of(sample, "Bats")[0]
    assert owls.state == bats.state == "invalid"
    assert "bot.c:1" in owls.message and "error" in owls.message
    assert bats.message.startswith("In its first match against random: crash")
    assert bats.report is not None
    stored = sample.run(sample.service.read(lambda c: read_match(c, sample.contest, bats.report[0]["match"])))  # type: ignore[index]
    own = stored.seats_of([bats])
    assert own == [0] and "my secret plan" in read_stderr(stored.record, own)[0]["stderr"]
    assert "my secret plan" not in hide_logs(stored.record).write()  # nobody else reads it
    assert "my secret plan" in hide_logs(stored.record, own).write()
    assert sample.lease() is None


def test_a_team_chooses_among_its_valid_versions(sample: Sample) -> None:
    for text in (FIRST, LAST, "x = 1 +\n"):
        sample.submit("Owls", text)
    for _ in range(3):
        order = sample.lease()
        assert order is not None
        sample.finish(order, sample.play(order))
    holder = sample.holders["Owls"]
    assert sample.run(sample.service.team_of(sample.contest, holder)).active == 2
    sample.run(sample.service.activate(sample.contest, holder, 1))
    assert sample.run(sample.service.team_of(sample.contest, holder)).active == 1
    with pytest.raises(GameError, match="Version 3 is not valid"):
        sample.run(sample.service.activate(sample.contest, holder, 3))
    with pytest.raises(GameError, match="no version 9"):
        sample.run(sample.service.activate(sample.contest, holder, 9))


def test_uploads_have_limits(sample: Sample) -> None:
    with pytest.raises(GameError, match="This contest takes bots in python, c, and"):
        sample.submit("Owls", "console.log(1)", "bot.js")
    for _ in range(3):
        sample.submit("Owls", FIRST)
    with pytest.raises(GameError, match="still being validated"):
        sample.submit("Owls", FIRST)
    with pytest.raises(NotAllowed):
        sample.run(sample.service.submit(sample.contest, Holder("member", "nobody"), "bot.py", b"x"))


# Matches


def start(sample: Sample, *teams: str) -> None:
    """Let teams join with a bot each, all of them valid."""
    for number, team in enumerate(teams):
        sample.submit(team, FIRST + f"# {number}")
        assert sample.work(1) == 1


@both
def test_the_ladder_finds_the_order_of_strength(sample: Sample) -> None:
    start(sample, "A", "C", "B")
    assert sample.work(60, better) == 60
    rows = sample.run(sample.service.board(sample.contest))
    assert [(row.rank, row.name, row.version) for row in rows] == [(1, "C", 1), (2, "B", 1), (3, "A", 1)]
    assert rows[0].won == rows[0].games > 0 and rows[2].lost == rows[2].games
    assert all(row.low is not None and row.rating is not None and row.low < row.rating for row in rows)
    listed = sample.run(sample.service.read(lambda c: list(list_matches(c, sample.contest))))
    assert len(listed) == 60 and sum(row.games for row in rows) == 120
    assert {match.results for match in listed} == {("won", "lost"), ("lost", "won")}


def test_the_board_shows_who_takes_part_now_though_its_ratings_are_older(sample: Sample) -> None:
    slow = ContestService(sample.store, sample.clock, AN_HOUR)
    start(sample, "A", "B")
    before = sample.run(slow.board(sample.contest))
    sample.submit("A", FIRST)
    assert sample.work(1) == 1
    sample.join("C")
    after = sample.run(slow.board(sample.contest))
    assert [(row.name, row.version) for row in before] == [("A", 1), ("B", 1)]
    assert {(row.name, row.version) for row in after} == {("A", 2), ("B", 1), ("C", None)}


@both
def test_a_result_that_comes_twice_counts_once(sample: Sample) -> None:
    start(sample, "A", "B")
    order = sample.lease()
    assert order is not None
    report = sample.make_up(order)
    assert sample.finish(order, report) and not sample.finish(order, report)
    rows = sample.run(sample.service.board(sample.contest))
    assert [row.games for row in rows] == [1, 1]


@both
def test_a_dead_workers_job_is_taken_again_and_its_late_result_counts_once(sample: Sample) -> None:
    start(sample, "A", "B")
    first = sample.lease("dead")
    assert first is not None
    others = [sample.lease("alive") for _ in range(3)]
    assert first.key not in [order.key for order in others if order]
    assert sample.run(sample.service.extend(first.key, "dead"))
    sample.clock.now += LEASE_SECONDS + 1
    again = sample.lease("alive")
    assert again is not None and again.key == first.key
    assert not sample.run(sample.service.extend(first.key, "dead"))
    assert sample.finish(again, sample.make_up(again)) and not sample.finish(first, sample.make_up(first))


def test_a_contest_whose_game_is_gone_holds_up_no_other(sample: Sample) -> None:
    sample.submit("Owls", FIRST)
    with sample.store.engine.begin() as connection:
        connection.execute(update(contests).values(game="gone"))
    assert sample.lease() is None


def test_a_job_that_kills_all_its_workers_is_given_up(sample: Sample) -> None:
    sample.submit("Owls", FIRST)
    for _ in range(MOST_TRIES):
        assert sample.lease() is not None
        sample.clock.now += LEASE_SECONDS + 1
    assert sample.lease() is None
    assert versions_of(sample, "Owls")[0].state == "invalid"


def test_a_worker_cannot_send_a_result_of_something_else(sample: Sample) -> None:
    start(sample, "A", "B")
    one, two = sample.lease(), sample.lease()
    assert one is not None and two is not None
    for report in (sample.make_up(two), Report([]), Report(["{}"]), Report(["nonsense"]), Report([], "a problem")):
        with pytest.raises(BadReport):
            sample.finish(one, report)
    assert sample.finish(one, sample.make_up(one))


def test_a_new_version_is_drawn_first(sample: Sample) -> None:
    start(sample, "A", "B", "C", "D")
    sample.work(50, better)
    sample.submit("A", LAST)
    seen: list[list[str]] = []
    while len(seen) < 12:
        order = sample.lease()
        assert order is not None
        sample.clock.now += 1
        sample.finish(order, sample.make_up(order, better))
        if order.kind == "match":
            seen.append([bot[0] for bot in order.bots.values()])
    assert sum("A v2" in names for names in seen) >= 8, seen


# What organisers do


def test_a_paused_contest_gives_no_work(sample: Sample) -> None:
    start(sample, "A", "B")
    sample.clock.now += 1
    sample.run(sample.service.pause(sample.contest, True, BOSS))
    assert sample.lease() is None
    sample.clock.now += 1
    sample.run(sample.service.pause(sample.contest, False, BOSS))
    assert sample.lease() is not None
    assert actions(sample) == ["resume", "pause", "open"]


def test_a_disqualified_team_leaves_the_board_with_a_reason(sample: Sample) -> None:
    start(sample, "A", "B", "C")
    sample.work(20, better)
    sample.run(sample.service.disqualify(sample.contest, "C", "It is a copy of B.", BOSS))
    rows = sample.run(sample.service.board(sample.contest))
    assert [(row.name, row.rank, row.disqualified) for row in rows if row.name == "C"] == [
        ("C", None, "It is a copy of B.")
    ]
    sample.clock.now += 1
    for _ in range(4):
        order = sample.lease()
        assert order is not None and "C v1" not in [bot[0] for bot in order.bots.values()]
    with pytest.raises(GameError, match="Your team is disqualified: It is a copy of B"):
        sample.submit("C", LAST)


@both
def test_a_match_is_played_again_and_the_old_one_does_not_count(sample: Sample) -> None:
    start(sample, "A", "B")
    sample.work(2, better)
    before = sample.run(sample.service.read(lambda c: list(list_matches(c, sample.contest))))
    sample.run(sample.service.rerun(sample.contest, before[0].id, BOSS))
    with pytest.raises(GameError, match="does not count"):
        sample.run(sample.service.rerun(sample.contest, before[0].id, BOSS))
    rows = sample.run(sample.service.ladder(sample.contest)).rows()
    after = sample.run(sample.service.read(lambda c: list(list_matches(c, sample.contest))))
    assert [match.counted for match in after] == [False, True]
    order = sample.lease()
    assert order is not None and [task["seats"] for task in order.tasks] == [before[0].entrants]
    assert order.tasks[0]["seed"] != before[0].seed
    sample.finish(order, sample.make_up(order, better))
    fresh = sample.run(sample.service.read(lambda c: list(list_matches(c, sample.contest))))
    assert [match.counted for match in fresh].count(True) == 2
    assert rows and actions(sample) == ["rerun", "open"]


@both
def test_a_deleted_team_leaves_nothing_of_its_own(sample: Sample) -> None:
    start(sample, "A", "B", "C")
    sample.work(30, better)
    entrants = {version.entrant for version in versions_of(sample, "B")}
    sample.run(sample.service.delete_team(sample.contest, "B", BOSS))
    with sample.store.engine.connect() as connection:
        assert not entrants & {version.entrant for version in list_all_versions(connection, sample.contest.id)}
        contents = connection.exec_driver_sql("SELECT count(*) FROM contest_contents").scalar()
        kept = "SELECT count(*) FROM arena_records"
        records = connection.exec_driver_sql(kept).scalar()
        names = [row.name for row in connection.exec_driver_sql("SELECT name FROM arena_entrants")]
        members = [row.name for row in connection.exec_driver_sql("SELECT name FROM contest_members")]
    assert contents == 2 and records is not None and 0 < records < 33
    assert not [name for name in names if name.startswith("B")] and "B's first" not in members
    with pytest.raises(NotAllowed):
        sample.submit("B", LAST)
    sample.clock.now += 1
    assert {row.name for row in sample.run(sample.service.board(sample.refresh()))} == {"A", "C"}
    assert actions(sample)[0] == "delete team"


def test_a_frozen_board_shows_the_moment_of_freezing(sample: Sample) -> None:
    sample.open(starts=sample.clock.now, freezes=sample.clock.now + AN_HOUR, ends=sample.clock.now + 3 * AN_HOUR)
    start(sample, "A", "B")
    sample.work(10, better)
    sample.clock.now += AN_HOUR
    sample.work(10, lambda names: names.index("A v1"))
    frozen = sample.run(sample.service.board(sample.contest))
    now = sample.run(sample.service.board(sample.contest, is_organiser=True))
    assert sum(row.games for row in frozen) == 20 and frozen[0].name == "B"
    assert sum(row.games for row in now) == 40


@both
def test_a_contest_closes_by_itself_with_a_final_of_the_last_versions(sample: Sample) -> None:
    sample.open(starts=sample.clock.now, ends=sample.clock.now + AN_HOUR)
    start(sample, "A", "B", "C")
    sample.work(20, better)
    sample.clock.now += AN_HOUR
    with pytest.raises(GameError, match="takes no more uploads"):
        sample.submit("A", LAST)
    with pytest.raises(GameError, match="takes no more uploads"):
        sample.run(sample.service.activate(sample.contest, sample.holders["A"], 1))
    sample.work(10_000, better)
    assert sample.refresh().state == "closed"
    rows = sample.run(sample.service.board(sample.contest))
    assert [row.name for row in rows] == ["C", "B", "A"]
    with sample.store.engine.connect() as connection:
        done = count_jobs(connection, sample.contest.id)
        finals = [match for match in list_matches(connection, sample.contest) if match.kind == "final"]
    assert done["final", "finished"] == len(finals) == sum(row.games for row in rows) // 2
    by_seed: dict[int, set[tuple[str, ...]]] = {}
    for match in finals:
        by_seed.setdefault(match.seed, set()).add(match.entrants)
    assert all(len(orders) == 2 for orders in by_seed.values())  # every seed with all orders of the seats
    assert actions(sample)[:2] == ["closed", "close"]
    with pytest.raises(GameError, match="over"):
        sample.join("Late")


def test_an_upload_before_the_end_counts_though_it_is_validated_later(sample: Sample) -> None:
    start(sample, "A", "B")
    sample.submit("A", LAST)
    sample.run(sample.service.begin_closing(sample.refresh(), BOSS))
    sample.work(10_000, better)
    assert sample.refresh().state == "closed"
    rows = {row.name: row.version for row in sample.run(sample.service.board(sample.contest))}
    assert rows == {"A": 2, "B": 1}
    with sample.store.engine.connect() as connection:
        team = sample.run(sample.service.team_of(sample.contest, sample.holders["A"]))
        assert read_version(connection, team.id, 2).state == "valid"


def test_a_trial_tells_how_many_matches_an_hour_to_expect(sample: Sample) -> None:
    """Before the first match; its bots and matches are in no list, and the matches that are played count later."""

    def expected() -> int | None:
        return sample.run(sample.service.queue(sample.contest)).matches_per_hour

    sample.run(sample.service.plan_trial(sample.contest, "bot.py", FIRST))
    orders = [sample.lease(), sample.lease()]
    assert expected() is None
    for order in orders:
        assert order is not None and order.kind == "trial"
        assert sample.finish(order, sample.play(order))
    an_hour, seconds = expected(), sample.run(sample.service.queue(sample.contest)).seconds_per_match
    assert an_hour is not None and 3600 / an_hour == pytest.approx(seconds, abs=0.001)  # seconds are rounded
    assert sample.run(sample.service.board(sample.contest)) == []
    with sample.store.engine.connect() as connection:
        assert list(list_matches(connection, sample.contest)) == []


def test_pauses_do_not_count_for_the_pace() -> None:
    evening = [1000.0 - 2 * match for match in range(15)]
    morning = [time - 500 for time in evening]
    assert measure_pace([*evening, *morning], seconds=1.5) == pytest.approx(0.5)
    assert measure_pace(evening, seconds=1.5) is None  # too few
